//! Finds the sides of a board that a player has to join.
//!
//! They are in the `end` rules: `reach(south, stones[Red]) & north != {} => Red wins`, also with
//! tables of both players' sides.

use super::colours::Ink;
use super::owners::owner;
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
