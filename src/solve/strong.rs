//! `zug solve --strong`: the values of all reachable positions.

use super::args::SolveArgs;
use crate::failure::Failure;
use crate::{limits, moves, output, search_refusal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zug::answer::{Prepared, StrongSolution};
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_lang::wording;
use zug_view::json::{AnswerHead, Command, StrongRun, line};
use zug_view::report::strong as report;

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
    let played = moves::reach(sources, &semantics, moves)?;
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
