//! Finds the sides of a board that a player has to join, and draws them in his colour.
//!
//! They are in the `end` rules: `reach(south, stones[Red]) & north != {} => Red wins`, also with
//! tables of both players' sides.

use super::board::BoardPainter;
use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::labels::{middle, towards};
use super::owners::owner;
use super::plan::{CELL, CellForm};
use zug_game::Player;
use zug_lang::program::{DomainId, Expr, ExprKind, Kind, PLAYER, Program, TableIndex, Value};

/// A side of the board that a player wants to reach, or begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rim {
    /// Whose it is.
    pub player: Player,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// The sides that the `end` rules of a program name on a board.
pub fn rims(program: &Program, board: DomainId) -> Vec<Rim> {
    let mut rims = Vec::new();
    for expr in program.ends.iter().flat_map(|end| end.when.walk()) {
        let ExprKind::Intersect(a, b) = &expr.kind else { continue };
        let (from, within, goal) = match (&a.kind, &b.kind) {
            (ExprKind::Reach(_, from, within), _) => (from, within, b),
            (_, ExprKind::Reach(_, from, within)) => (from, within, a),
            _ => continue,
        };
        let whose = match owner(program, within) {
            Some(Ink::Of(player)) => Some(player),
            _ => None,
        };
        for side in [from, goal] {
            rims.extend(sides(program, board, side, whose).into_iter().filter(|rim| rim.cells.len() > 1));
        }
    }
    rims.dedup();
    rims
}

/// A constant set of one player, or both entries of a table by players.
fn sides(program: &Program, board: DomainId, side: &Expr, whose: Option<Player>) -> Vec<Rim> {
    let rim = |player: Player, value: &Value| match value {
        Value::Set(set) => Some(Rim { player, cells: set.iter().map(|cell| cell as usize).collect() }),
        _ => None,
    };
    let fits = |kind: Kind| kind == Kind::Set(board);
    match &side.kind {
        ExprKind::Const(value) if fits(side.ty.kind) => {
            whose.and_then(|player| rim(player, value)).into_iter().collect()
        }
        ExprKind::Table(table, _) => {
            let Some(table) = program.tables.get(table.index()) else { return Vec::new() };
            if table.indexes != [TableIndex::Domain(PLAYER)] || !fits(table.ty.kind) {
                return Vec::new();
            }
            let players = [Player::First, Player::Second];
            players.iter().zip(&table.entries).filter_map(|(player, value)| rim(*player, value)).collect()
        }
        _ => Vec::new(),
    }
}

/// Draws the outer edges of the cells of a side that face away from the board.
pub fn draw(canvas: &mut Canvas, painter: &BoardPainter<'_>, rim: &Rim) {
    let corners = match painter.plan.form {
        CellForm::Square => 4,
        CellForm::Hexagon => 6,
        _ => return,
    };
    let cells: Vec<At> = rim.cells.iter().map(|cell| painter.plan.at[*cell]).collect();
    let away = towards(middle(&painter.plan.at), middle(&cells));
    let paint = colour(painter.program, Ink::Of(rim.player));
    canvas.open(&format!("a side of {}", painter.program.players()[rim.player.index()]));
    for at in cells {
        for side in 0..corners {
            let (normal, ends) = edge(at, corners, side);
            let next = (at.0 + normal.0 * CELL, at.1 + normal.1 * CELL);
            let inner = painter.plan.at.iter().any(|other| (other.0 - next.0).hypot(other.1 - next.1) < 2.0);
            if !inner && normal.0 * away.0 + normal.1 * away.1 > 0.4 {
                let under = format!("stroke=\"{}\" stroke-width=\"7\" stroke-linecap=\"round\"", paint.edge);
                canvas.line(ends[0], ends[1], &under);
                let over = format!("stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\"", paint.fill);
                canvas.line(ends[0], ends[1], &over);
            }
        }
    }
    canvas.close();
}

/// The direction that a side of a cell faces, and the ends of a line a little outside of it.
fn edge(at: At, corners: u32, side: u32) -> (At, [At; 2]) {
    let turn = 360.0 / f64::from(corners);
    let angle = (turn * f64::from(side)).to_radians();
    let normal = (angle.cos(), angle.sin());
    let (far, half) = (CELL / 2.0 + 3.5, CELL / 2.0 * (turn / 2.0).to_radians().tan());
    let end = |by: f64| (at.0 + normal.0 * far - normal.1 * by, at.1 + normal.1 * far + normal.0 * by);
    (normal, [end(-half), end(half)])
}
