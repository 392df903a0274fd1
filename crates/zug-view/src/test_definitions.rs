//! Definitions from their text, for tests.

use zug::definition::{Definition, compile};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Sources;

/// A definition without mistakes.
pub fn definition(text: &str) -> Definition {
    let mut sources = Sources::default();
    sources.add("test.game", text);
    compile(&mut sources, &[]).expect("a right definition")
}

/// The position after moves from the first one.
pub fn after(program: &Program, moves: &str) -> Position {
    let semantics = Semantics::new(program);
    let start = semantics.start();
    let line = semantics.read_moves(&start, moves).expect("legal moves");
    line.positions.last().unwrap_or(&start).clone()
}
