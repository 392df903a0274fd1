//! `zug perft`: counts the sequences of 1, 2, .. moves.

use crate::args::{EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::{Failure, LIMIT};
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, search_refusal};
use clap::Args;
use std::time::Instant;
use zug::answer::SolveError;
use zug_lang::semantics::Semantics;
use zug_view::json::{self, AnswerHead, Command};
use zug_view::wording::ended;

/// The greatest depth that is counted.
const DEEPEST: i64 = zug::answer::DEEPEST_COUNT as i64;

/// `zug perft`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug perft games/reversi.game 8")]
pub struct PerftArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// The greatest length, at most 1,048,576
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    pub depth: u32,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

pub fn run(arguments: &PerftArgs) -> Result<(), Failure> {
    let begun = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let prepared =
        prepare::prepare(&definition.program, arguments.engine, arguments.bounds.memory, &sources)?;
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::play(&mut sources, &semantics, arguments.first.text())?;
    let limits = limits::of(&arguments.bounds, arguments.engine, begun, &limits::interruption(), None)?;
    let counts = prepared.perft(&played.position, arguments.depth, &limits).map_err(|stop| match stop {
        SolveError::Limit { which, positions, .. } => {
            Failure::Message { code: LIMIT, text: ended(which, positions, begun.elapsed()) }
        }
        stop => search_refusal::failure(&sources, &prepared, &played, stop, begun.elapsed()),
    })?;
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let head = AnswerHead::new(Command::Perft, &file, &arguments.source.settings);
        output::print(&json::line(&json::Perft { head, after: played.texts, perft: counts }));
    } else {
        let rows = counts.iter().enumerate();
        output::print(&rows.map(|(at, count)| format!("{} {count}\n", at + 1)).collect::<String>());
    }
    Ok(())
}
