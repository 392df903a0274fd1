//! The picture by which a game is known in a gallery: its boards a few moves into play.

use super::{PictureMarks, framed};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};

/// So many plies are played at most.
const PLIES: usize = 6;
/// Play is followed so far to see whether it ends.
const FOLLOWED: usize = 24;

/// Low pictures are made so high, so that those of a gallery have one scale.
const HIGH: f64 = 240.0;

/// A position some moves into play, without marks and words: at most half of the way to the end.
/// The moves are chosen by a fixed rule and mean nothing.
pub fn portrait(program: &Program) -> String {
    let line = line(program);
    let marks = PictureMarks { bare: true, ..PictureMarks::default() };
    let at = PLIES.min((line.len() - 1) / 2);
    framed(program, &line[at], &marks, HIGH)
}

/// The positions of a play, the first included.
fn line(program: &Program) -> Vec<Position> {
    let semantics = Semantics::new(program);
    let mut line = vec![semantics.start()];
    for ply in 0..FOLLOWED {
        let now = &line[line.len() - 1];
        if !matches!(semantics.outcome(now), Ok(None)) {
            break;
        }
        let Ok(legal) = semantics.legal(now) else { break };
        let Some(choice) = legal.get((7 * ply + 3) % legal.len().max(1)) else { break };
        let Ok(next) = semantics.play(now, choice) else { break };
        line.push(next);
    }
    line
}
