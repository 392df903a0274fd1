//! `zug lesson`: guided lessons on real games.

use super::failure::Failure;
use clap::Args;

/// `zug lesson`
#[derive(Debug, Args)]
pub struct Lesson {}

/// Runs the command.
pub fn run(_arguments: &Lesson) -> Result<(), Failure> {
    Ok(())
}
