//! `zug estimate`: what a run would take, before it begins.

use crate::args::{EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::{Failure, LIMIT};
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, search_refusal, warnings};
use clap::Args;
use std::time::{Duration, Instant};
use zug::answer::{Reach, ResourceEstimate, TrialSize};
use zug_lang::semantics::Semantics;
use zug_solve::SampleSize;
use zug_view::json::{AnswerHead, Command, line};
use zug_view::report::estimate as report;
use zug_view::wording::out_of_reach;

/// The longest time that an estimate considers if `--timeout` is not given.
const DAY: Duration = Duration::from_secs(86_400);

const EXAMPLES: &str = "\
Examples:
  zug estimate games/connect_four.game --set columns=7 --set rows=6
  zug estimate games/dots_and_boxes.game --strong --memory 1GiB --timeout 1h

Exit code 3 where the run is out of reach: it needs more memory than `--memory`, or even at best more time than
`--timeout` (a day, if not said).";

/// `zug estimate`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EstimateArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// Judges `solve --strong` instead of `solve`
    #[arg(long)]
    pub strong: bool,
    /// Positions that the sample lists at most
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,
    /// Lines of random play that the sample follows
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub lines: u32,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Refused, with the reason
    #[arg(long, value_name = "DIR", hide = true)]
    pub db: Option<std::path::PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

pub fn run(arguments: &EstimateArgs) -> Result<(), Failure> {
    if arguments.db.is_some() {
        return Err(Failure::usage(
            "--db: an estimate tells what a search or a build would take; `zug probe` and `zug solve --db` answer from a database at once",
        ));
    }
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    if !arguments.json {
        warnings::tell(&sources, &definition);
    }
    let prepared =
        prepare::prepare(&definition.program, arguments.engine, arguments.bounds.memory, &sources)?
            .with_symmetry();
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::reach(&mut sources, &semantics, arguments.first.text())?;
    let begun = Instant::now();
    let memory = limits::memory(arguments.bounds.memory);
    let limits = limits::of(&arguments.bounds, arguments.engine, started, &limits::interruption(), None)?;
    let sample = SampleSize {
        positions: arguments.positions as usize,
        lines: arguments.lines as usize,
        ..SampleSize::default()
    };
    let resources = prepared
        .resources(&played.position, sample, &limits)
        .map_err(|stop| search_refusal::failure(&sources, &prepared, &played, stop, begun.elapsed()))?;
    let resources = resources.tried(&prepared, &played.position, TrialSize::default(), &limits);
    let seconds = arguments.bounds.timeout.unwrap_or(DAY).as_secs_f64();
    let reach = Reach { memory, seconds };
    output::print(&text(arguments, &definition.program.title, &played.texts, &resources, reach));
    let judged = if arguments.strong { &resources.strong } else { &resources.solve };
    match judged.out_of_reach(reach).map(out_of_reach) {
        None => Ok(()),
        Some(why) => Err(Failure::Message { code: LIMIT, text: format!("out of reach: {why}") }),
    }
}

fn text(
    arguments: &EstimateArgs,
    title: &str,
    after: &[String],
    resources: &ResourceEstimate,
    reach: Reach,
) -> String {
    if !arguments.json {
        return report::human(title, resources, reach);
    }
    let file = arguments.source.file.display().to_string();
    let head = AnswerHead::new(Command::Estimate, &file, &arguments.source.settings);
    line(&report::json(head, after, resources, reach))
}
