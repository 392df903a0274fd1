//! Draws the sides of a board that a player has to join, in his colour.

use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::labels::{middle, towards};
use super::plan::{BoardPlan, CELL, CellForm};
use super::rims::Rim;
use zug_lang::program::Program;

/// Draws the outer edges of the cells of a side that face away from the board.
pub fn draw(canvas: &mut Canvas, program: &Program, plan: &BoardPlan, rim: &Rim) {
    let corners = match plan.form {
        CellForm::Square => 4,
        CellForm::Hexagon => 6,
        _ => return,
    };
    let cells: Vec<At> = rim.cells.iter().map(|cell| plan.at[*cell]).collect();
    let away = towards(middle(&plan.at), middle(&cells));
    let paint = colour(program, Ink::Of(rim.player));
    canvas.open(&format!("a side of {}", program.players()[rim.player.index()]));
    for at in cells {
        for side in 0..corners {
            let (normal, ends) = edge(at, corners, side);
            let next = (at.0 + normal.0 * CELL, at.1 + normal.1 * CELL);
            let inner = plan.at.iter().any(|other| (other.0 - next.0).hypot(other.1 - next.1) < 2.0);
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
