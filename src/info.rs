//! `zug info`: what a definition compiles to, in words.

use crate::args::{EngineArg, SourceArgs};
use crate::failure::Failure;
use crate::{load, output, prepare};
use clap::Args;
use zug_view::json::{self, AnswerHead, Command};
use zug_view::report::info;

/// `zug info`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug info games/reversi.game --set width=6")]
pub struct InfoArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub fn run(arguments: &InfoArgs) -> Result<(), Failure> {
    let (sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, None, &sources)?;
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let head = AnswerHead::new(Command::Info, &file, &arguments.source.settings);
        output::print(&json::line(&info::answer(head, &definition.program, &prepared)));
    } else {
        output::print(&info::text(&definition.program, &prepared));
    }
    Ok(())
}
