//! Plays the moves of a request.

use crate::game::OpenGame;
use zug_lang::program::Choice;
use zug_lang::replay;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::FileId;
use zug_view::draw::PictureMarks;

/// A position and the moves that lead to it.
pub struct PlayedRequest {
    /// The position.
    pub position: Position,
    /// The moves.
    pub choices: Vec<Choice>,
    /// The moves in words.
    pub texts: Vec<String>,
    /// The position before the last move.
    before: Option<Position>,
}

impl PlayedRequest {
    /// The marks of the last move.
    pub fn marks(&self) -> PictureMarks {
        PictureMarks {
            last: self.before.clone().zip(self.choices.last().cloned()),
            bare: true,
            ..PictureMarks::default()
        }
    }
}

/// Plays moves from the first position on.
///
/// # Errors
/// Why one of them cannot be played.
pub fn play(game: &OpenGame, moves: &[String]) -> Result<PlayedRequest, String> {
    let program = game.program();
    let semantics = Semantics::new(program);
    let start = semantics.start();
    let line = semantics
        .read_moves(&start, &moves.join(", "))
        .map_err(|error| replay::moves(program, &error, FileId::DEFINITION).message)?;
    let mut positions = vec![start.clone()];
    positions.extend(line.positions);
    let texts =
        positions.iter().zip(&line.moves).map(|(before, choice)| semantics.text(before, choice)).collect();
    let position = positions.pop().unwrap_or(start);
    Ok(PlayedRequest { position, choices: line.moves, texts, before: positions.pop() })
}
