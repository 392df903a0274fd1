//! `zug solve --within`: what either side can force within a number of plies.

use super::args::SolveArgs;
use crate::failure::Failure;
use crate::{limits, moves, output, search_refusal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zug::answer::{Prepared, WithinAnswer};
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_lang::wording::grouped;
use zug_view::json::{AnswerHead, Command, WithinRun, line};
use zug_view::report::within as report;

/// Searches `plies` plies forward and prints the answer. The time limit counts from `started`.
pub fn run(
    arguments: &SolveArgs,
    plies: u32,
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
    let found = prepared.solve_within_stored(&played.position, plies, &limits);
    output::end_progress();
    let found =
        found.map_err(|error| search_refusal::failure(sources, prepared, &played, error, begun.elapsed()))?;
    let rules = (prepared.program, prepared.range);
    let view = report::WithinView::new(&found, rules, plies, &played.position, &played.choices);
    output::print(&text(arguments, &view, &found, begun.elapsed()));
    Ok(())
}

fn text(arguments: &SolveArgs, view: &report::WithinView, found: &WithinAnswer, time: Duration) -> String {
    let statistics = &found.statistics;
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let head = AnswerHead::new(Command::Solve, &file, &arguments.source.settings);
        let run = || WithinRun {
            positions: statistics.positions,
            terminal: statistics.terminal,
            memo_hits: statistics.memo_hits,
            milliseconds: time.as_secs_f64() * 1000.0,
        };
        return line(&report::json(head, view, arguments.stats.then(run)));
    }
    let mut text = report::human(view);
    if arguments.stats {
        let rows = [
            ("positions", grouped(statistics.positions)),
            ("terminal", grouped(statistics.terminal)),
            ("memo hits", grouped(statistics.memo_hits)),
            ("time", format!("{:.3} s", time.as_secs_f64())),
        ];
        text.push('\n');
        text.extend(rows.iter().map(|(name, value)| format!("  {name:12}{value}\n")));
    }
    text
}
