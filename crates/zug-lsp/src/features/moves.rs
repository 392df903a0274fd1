//! Plays moves that are written as text.

use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use zug::definition::Definition;
use zug_lang::program::{Choice, Program};
use zug_lang::replay;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::FileId;
use zug_lang::syntax::ast::Setting;

/// A position and the moves that lead to it.
pub struct PlayedText {
    /// The position.
    pub position: Position,
    /// The moves.
    pub choices: Vec<Choice>,
    /// The position before the last move.
    pub before: Option<Position>,
}

/// The program of a text under the settings of an expectation; none where there are errors.
pub fn program_under(analysis: &TextAnalysis, settings: &[Setting]) -> Option<Program> {
    let program = analysis.program.clone()?;
    if settings.is_empty() {
        return Some(program);
    }
    let ast = analysis.game.clone();
    let definition = Definition { ast, settings: Vec::new(), program, warnings: Vec::new() };
    definition.with(settings).ok().map(|variant| variant.program)
}

/// Plays moves from the first position on.
pub fn play(program: &Program, moves: &str) -> Result<PlayedText, RequestFailure> {
    let semantics = Semantics::new(program);
    let start = semantics.start();
    let line = semantics.read_moves(&start, moves).map_err(|error| {
        RequestFailure::failed(replay::moves(program, &error, FileId::DEFINITION).message)
    })?;
    let mut before: Vec<Position> =
        std::iter::once(start.clone()).chain(line.positions.iter().cloned()).collect();
    let position = before.pop().unwrap_or(start);
    Ok(PlayedText { position, choices: line.moves, before: before.pop() })
}

/// The texts of the legal moves after some moves; none where those cannot be played.
pub fn legal(program: &Program, moves: &str) -> Vec<String> {
    let Ok(played) = play(program, moves) else { return Vec::new() };
    let semantics = Semantics::new(program);
    if !matches!(semantics.outcome(&played.position), Ok(None)) {
        return Vec::new();
    }
    let mut texts: Vec<String> =
        semantics.texts(&played.position).unwrap_or_default().into_iter().map(|(_, text)| text).collect();
    texts.dedup();
    texts
}
