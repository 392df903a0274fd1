//! Parses sequences of moves, `a1, b2, c3`.
//!
//! Commas separate moves. If the text has none and no move of the definition can contain a blank,
//! blanks separate them. Leading, trailing and repeated blanks do not count. A notation may contain
//! commas, and a move may be written with its name, `take 2`: then the fewest parts that make a
//! legal move are taken together.

use super::fault::RuntimeError;
use super::game::{Expansion, Semantics};
use super::notation::one_blank;
use super::position::Position;
use crate::diagnostic::near_names;
use crate::program::Choice;
use std::ops::Range;

/// Moves with the positions after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Choice>,
    /// The position after each of them.
    pub positions: Vec<Position>,
}

/// The reason why a sequence of moves could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The byte range of the text that is wrong.
    pub at: Range<usize>,
    /// The characters of that range.
    pub text: String,
    /// The moves before it.
    pub played: Line,
    /// The position before it.
    pub before: Position,
    /// The reason.
    pub kind: MoveErrorKind,
}

/// The reason why a move could not be read or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveErrorKind {
    /// The move is not legal.
    NotLegal {
        /// The texts of legal moves that it may misspell.
        near: Vec<String>,
        /// The texts of all legal moves.
        legal: Vec<String>,
    },
    /// Play was over, with this payoff for the first player.
    Over(i64),
    /// The definition has a fault.
    Broken(RuntimeError),
}

impl Semantics<'_> {
    /// Parses moves and plays them from a position on.
    ///
    /// # Errors
    /// The first move that is not legal, follows the end of play, or meets a fault; with the moves
    /// before it.
    pub fn read_moves(&self, position: &Position, text: &str) -> Result<Line, Box<MoveError>> {
        let parts = self.parts(text);
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

    /// Parses moves that are all choices in one position, as `expect best` lists them.
    ///
    /// # Errors
    /// The first that is not a legal move, or a fault.
    pub fn read_choices(&self, position: &Position, text: &str) -> Result<Vec<Choice>, MoveErrorKind> {
        let parts = self.parts(text);
        let mut choices = Vec::new();
        let mut next = 0;
        while next < parts.len() {
            let (choice, _, taken) = self.read_one(position, text, &parts[next..])?;
            choices.push(choice);
            next += taken;
        }
        Ok(choices)
    }

    /// The byte ranges of which each move takes one or more: blanks separate moves where none is
    /// written with a blank.
    fn parts(&self, text: &str) -> Vec<Range<usize>> {
        if !text.contains(',') && !self.may_hold_blanks() { words(text) } else { parts(text) }
    }

    /// The move that the first parts spell, the position after it, and the number of parts it
    /// takes.
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
        let longest = readings.iter().map(|(_, r)| r.matches([',', ' ']).count() + 1).max().unwrap_or(1);
        for taken in 1..=longest.min(parts.len()) {
            let written = one_blank(&text[parts[0].start..parts[taken - 1].end]);
            if let Some((choice, _)) = readings.iter().find(|(_, reading)| *reading == written) {
                let after = self.play(position, choice).map_err(MoveErrorKind::Broken)?;
                return Ok(((*choice).clone(), after, taken));
            }
        }
        let written = one_blank(&text[parts[0].clone()]);
        let same = |reading: &&str| reading.to_lowercase() == written.to_lowercase();
        let mut near: Vec<&str> = readings.iter().map(|(_, reading)| &reading[..]).filter(same).collect();
        if near.is_empty() {
            near = near_names(&written, readings.iter().map(|(_, reading)| &reading[..]));
        }
        let near = near.into_iter().map(String::from).collect();
        Err(MoveErrorKind::NotLegal { near, legal: legal.into_iter().map(|(_, text)| text).collect() })
    }
}

/// The byte ranges between commas, without the blanks around them; none in an empty text.
fn parts(text: &str) -> Vec<Range<usize>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    text.split(',').map(|part| place(text, part.trim())).collect()
}

/// The byte ranges of words separated by blanks.
fn words(text: &str) -> Vec<Range<usize>> {
    text.split_whitespace().map(|word| place(text, word)).collect()
}

/// The byte range of a part in the text that it was cut from.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}
