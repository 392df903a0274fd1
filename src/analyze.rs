//! `zug analyze`: a report about a position.

use crate::args::{DatabaseArgs, EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::Failure;
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, search_refusal, warnings};
use clap::{Args, ValueEnum};
use std::time::Instant;
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_view::analyze::{self, PositionAnalysis};
use zug_view::json::{AnswerHead, Command, line};

const EXAMPLES: &str = "\
Examples:
  zug analyze games/hexapawn.game
  zug analyze games/tic_tac_toe.game --moves 'b2, a2' --format html > report.html";

/// `zug analyze`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = AnalyzeFormat::Text)]
    pub format: AnalyzeFormat,
    /// Also the time it took
    #[arg(long)]
    pub stats: bool,
    /// Which database answers.
    #[command(flatten)]
    pub stored: DatabaseArgs,
    /// Limits. Without `--memory`, positions are counted where they fit 256 MiB.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalyzeFormat {
    /// Plain text
    Text,
    /// Markdown with tables
    Markdown,
    /// One page with pictures, bars for the counts, and lines to be stepped through
    Html,
    /// JSON, version 1
    Json,
}

/// The memory for counting positions if `--memory` is not given, in bytes: a constant, so that the
/// report is the same on every machine.
const ROOM: u64 = 256 << 20;

pub fn run(arguments: &AnalyzeArgs) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    warnings::tell(&sources, &definition);
    let program = &definition.program;
    let semantics = Semantics::new(program);
    let played = super::moves::reach(&mut sources, &semantics, arguments.first.text())?;
    let prepared = prepare::prepare(program, EngineArg::Interpret, arguments.bounds.memory, &sources)?;
    let prepared = arguments.stored.open(prepared, &arguments.source, &sources)?;
    let begun = Instant::now();
    let memory = arguments.bounds.memory.map(|size| size.as_u64());
    let limits = limits::of(
        &arguments.bounds,
        EngineArg::Interpret,
        started,
        &limits::interruption(),
        output::progress(),
    )?;
    let at = (&played.position, &played.texts[..]);
    let analysis = analyze::gather(&prepared, &semantics, at, &limits, memory.unwrap_or(ROOM));
    output::end_progress();
    let analysis = analysis.map_err(|solve_error| {
        search_refusal::failure(&sources, &prepared, &played, solve_error, begun.elapsed())
    })?;
    output::print(&report(arguments, program, &analysis));
    if arguments.stats {
        output::warn(&format!("time {:.3} s\n", begun.elapsed().as_secs_f64()));
    }
    analysis.answer.map_or_else(|error| Err(Failure::Said(search_refusal::exit_code(&error))), |_| Ok(()))
}

fn report(arguments: &AnalyzeArgs, program: &Program, analysis: &PositionAnalysis) -> String {
    match arguments.format {
        AnalyzeFormat::Text => analyze::text(program, analysis),
        AnalyzeFormat::Markdown => analyze::markdown(program, analysis),
        AnalyzeFormat::Html => analyze::html(program, analysis),
        AnalyzeFormat::Json => {
            let file = arguments.source.file.display().to_string();
            let head = AnswerHead::new(Command::Analyze, &file, &arguments.source.settings);
            line(&analyze::json(program, analysis, head))
        }
    }
}
