//! `zug solve --strong`: the values of all reachable positions.

use crate::failure::Failure;
use crate::solve::SolveArgs;
use crate::{limits, output, search_refusal};
use clap::Args;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zug::answer::{Prepared, StrongSolution};
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_lang::wording;
use zug_view::json::{AnswerHead, Command, StrongRun, line};
use zug_view::report::strong as report;

/// The largest accepted number of threads.
const MOST_THREADS: usize = 1024;

/// What `zug solve` takes for every position, and for all solvers that can use several threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct StrongArgs {
    /// Values every position that can be reached, and counts them by outcome and distance
    #[arg(long, conflicts_with_all = ["batch", "format", "all_moves", "solver", "memo", "db"])]
    pub strong: bool,
    /// Threads for `--strong` and for alpha-beta with a memo: a number, or `all`; the answer is the
    /// same for any number
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = threads)]
    pub threads: usize,
}

/// Parses a number of threads; `all` is the number that the machine can run at once.
pub fn threads(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(std::thread::available_parallelism().map_or(1, NonZero::get));
    }
    let number = text.parse::<usize>().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("write `all`, or a number from 1 to {MOST_THREADS}"))
}

/// Solves every position and prints the answer. The time limit counts from `started`.
pub fn run(
    arguments: &SolveArgs,
    sources: &mut Sources,
    prepared: &Prepared<'_>,
    interruption: &Arc<AtomicBool>,
    started: Instant,
) -> Result<(), Failure> {
    let semantics = Semantics::new(prepared.program);
    let moves = arguments.moves.as_deref().unwrap_or("");
    let played = super::moves::reach(sources, &semantics, moves)?;
    let begun = Instant::now();
    let limits = limits::of(&arguments.bounds, arguments.engine, started, interruption, output::progress())?;
    let found = prepared.solve_strong(&played.position, arguments.every.threads, &limits);
    output::end_progress();
    let found =
        found.map_err(|stop| search_refusal::failure(sources, prepared, &played, stop, begun.elapsed()))?;
    let view = report::StrongView::new(&found, prepared, &played.position, &played.choices);
    output::print(&text(arguments, &view, &found, begun.elapsed()));
    Ok(())
}

fn text(arguments: &SolveArgs, view: &report::StrongView, found: &StrongSolution, time: Duration) -> String {
    let bytes = found.census.statistics.bytes;
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let head = AnswerHead::new(Command::Solve, &file, &arguments.source.settings);
        let run = || StrongRun { milliseconds: time.as_secs_f64() * 1000.0, bytes };
        return line(&report::json(head, view, arguments.stats.then(run)));
    }
    let mut text = report::human(view);
    if arguments.stats {
        let rate = view.positions as f64 / time.as_secs_f64().max(1e-9);
        let rows = [
            ("time", format!("{:.3} s", time.as_secs_f64())),
            ("a second", format!("{} positions", wording::grouped(rate as u64))),
            ("table", report::table_size(view)),
            ("memory", format!("{} at most", bytesize::ByteSize(bytes))),
            ("digest", format!("{:016x}", view.digest)),
        ];
        text.push('\n');
        text.extend(rows.iter().map(|(name, value)| format!("  {name:12}{value}\n")));
    }
    text
}
