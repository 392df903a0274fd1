//! Reads sequences of moves: `a1, b2, c3`.
//!
//! Commas separate moves; if there is none and no move of the definition can read with a blank in it, blanks do.
//! Blanks around a move and runs of blanks in it do not count. A notation may hold commas itself: then as few
//! parts as make a legal move are taken together.

use super::fault::RuntimeError;
use super::game::{Expansion, Semantics};
use super::notation::one_blank;
use super::position::Position;
use crate::diagnostic::near_names;
use crate::program::Choice;
use std::ops::Range;

/// Moves that were read, and the position after each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Choice>,
    /// The position after each of them.
    pub positions: Vec<Position>,
}

/// Why a sequence of moves could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The bytes of the text at which the trouble lies.
    pub at: Range<usize>,
    /// What stands there.
    pub text: String,
    /// What was played before it.
    pub played: Line,
    /// The position before it.
    pub before: Position,
    /// What is wrong.
    pub kind: MoveErrorKind,
}

/// What is wrong with a move that was to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveErrorKind {
    /// It is not legal.
    NotLegal {
        /// Legal moves that it may be a slip of.
        near: Vec<String>,
        /// All legal moves.
        legal: Vec<String>,
    },
    /// Play was over, with this payoff.
    Over(i64),
    /// The definition broke a promise.
    Broken(RuntimeError),
}

impl Semantics<'_> {
    /// Reads moves and plays them from a position on.
    pub fn read_moves(&self, position: &Position, text: &str) -> Result<Line, Box<MoveError>> {
        let parts = if !text.contains(',') && !self.may_hold_blanks() { words(text) } else { parts(text) };
        let mut line = Line::default();
        let mut next = 0;
        while next < parts.len() {
            let before = line.positions.last().unwrap_or(position).clone();
            match self.read_one(&before, text, &parts[next..]) {
                Ok((choice, after, taken)) => {
                    line.moves.push(choice);
                    line.positions.push(after);
                    next += taken;
                }
                Err(kind) => {
                    let at = parts[next].clone();
                    let text = text[at.clone()].to_string();
                    return Err(Box::new(MoveError { at, text, played: line, before, kind }));
                }
            }
        }
        Ok(line)
    }

    /// The move that the first parts make, the position after it, and how many parts it took.
    fn read_one(
        &self,
        position: &Position,
        text: &str,
        parts: &[Range<usize>],
    ) -> Result<(Choice, Position, usize), MoveErrorKind> {
        if let Expansion::Over(payoff) = self.expand(position).map_err(MoveErrorKind::Broken)? {
            return Err(MoveErrorKind::Over(payoff));
        }
        let legal = self.texts(position).map_err(MoveErrorKind::Broken)?;
        let readings: Vec<(&Choice, String)> = legal
            .iter()
            .flat_map(|(choice, _)| self.readings(position, choice).into_iter().map(move |r| (choice, r)))
            .map(|(choice, reading)| (choice, one_blank(&reading)))
            .collect();
        let longest = readings.iter().map(|(_, r)| r.matches(',').count() + 1).max().unwrap_or(1);
        for taken in 1..=longest.min(parts.len()) {
            let written = one_blank(&text[parts[0].start..parts[taken - 1].end]);
            if let Some((choice, _)) = readings.iter().find(|(_, reading)| *reading == written) {
                let after = self.play(position, choice).map_err(MoveErrorKind::Broken)?;
                return Ok(((*choice).clone(), after, taken));
            }
        }
        let written = one_blank(&text[parts[0].clone()]);
        let near = near_names(&written, readings.iter().map(|(_, reading)| &reading[..]));
        let near = near.into_iter().map(String::from).collect();
        Err(MoveErrorKind::NotLegal { near, legal: legal.into_iter().map(|(_, text)| text).collect() })
    }
}

/// The places of what commas separate, without the blanks around them; nothing in an empty text.
fn parts(text: &str) -> Vec<Range<usize>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    text.split(',').map(|part| place(text, part.trim())).collect()
}

/// The places of what blanks separate.
fn words(text: &str) -> Vec<Range<usize>> {
    text.split_whitespace().map(|word| place(text, word)).collect()
}

/// Where a part lies in the text that it was cut from.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
