//! `zug show`: a position drawn as text.

use super::args::Show;
use super::failure::Failure;
use super::{load, output};
use zug::report::position;
use zug::semantics::Semantics;

/// Runs the command.
pub fn run(arguments: &Show) -> Result<(), Failure> {
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::play(&mut sources, &semantics, arguments.moves.as_deref().unwrap_or(""))?;
    output::print(&position::draw(&definition.program, &semantics, &played.position));
    Ok(())
}
