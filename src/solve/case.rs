//! Solves one position of `zug solve` and prints the answer.

use super::args::{SolveArgs, SolverArg, SymmetryArg};
use crate::args::MemoArgument;
use crate::failure::Failure;
use crate::{limits, moves, output, prepare, prove, search_refusal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zug::answer::{
    Answer, CertificateSize, Checks, Limits, MemoSize, Options, Prepared, SolverKind, Techniques, Threads,
};
use zug::certificate::Shown;
use zug::definition::Definition;
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_lang::wording;
use zug_view::json::{AnswerHead, Command, line};
use zug_view::report::answer::{AnswerView, fill, human};
use zug_view::report::json;
use zug_view::wording::checked;

/// One position to solve.
pub struct Case<'a> {
    /// The number of the answer, from 1.
    pub number: usize,
    /// The moves played first.
    pub moves: &'a str,
    /// All settings, as they were typed.
    pub settings: &'a [String],
    /// The time limit counts from then.
    pub started: Instant,
}

/// Compiles a program for solving, with the symmetries of the rules if the solver can use them.
pub fn prepare_to_solve<'p>(
    program: &'p zug_lang::program::Program,
    arguments: &SolveArgs,
    sources: &Sources,
) -> Result<Prepared<'p>, Failure> {
    let prepared = prepare::prepare(program, arguments.engine, arguments.bounds.memory, sources)?;
    let searched = match arguments.solver {
        SolverArg::Auto
        | SolverArg::Alphabeta
        | SolverArg::Dfpn
        | SolverArg::Induction
        | SolverArg::Retrograde => true,
        // Minimax is the reference; parts and regions are told apart by their names.
        SolverArg::Minimax | SolverArg::Sums | SolverArg::MustPlay => false,
    };
    let wanted = arguments.symmetry == SymmetryArg::Auto && arguments.memo != MemoArgument::Off;
    Ok(if searched && wanted { prepared.with_symmetry() } else { prepared })
}

/// Solves one position and prints the answer.
pub fn one(
    arguments: &SolveArgs,
    sources: &mut Sources,
    prepared: &Prepared<'_>,
    case: &Case<'_>,
    interruption: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let semantics = Semantics::new(prepared.program);
    let played = moves::reach(sources, &semantics, case.moves)?;
    let begun = Instant::now();
    let progress = output::progress();
    let limits = limits::of(&arguments.bounds, arguments.engine, case.started, interruption, progress)?;
    let options = options(arguments, limits);
    let answer = prepared.solve(&played.position, &options);
    output::end_progress();
    let mut answer = answer.map_err(|solve_error| {
        search_refusal::failure(sources, prepared, &played, solve_error, case.started.elapsed())
    })?;
    if arguments.certified {
        let limits = &options.limits;
        let (certificate, verified) =
            prove::certified(prepared, sources, case.settings, &played, Shown::Value, limits)?;
        assert_eq!(certificate.value, answer.value, "two searches find two values");
        let (bytes, positions) = (certificate.bytes.len() as u64, verified.progress.positions);
        answer.reason.certificate = Some(CertificateSize { bytes, positions });
    }
    let view = AnswerView::new(&answer, prepared.program, &semantics, &played.position, &played.choices);
    let text = print(arguments, case, &view, &answer, begun.elapsed())?;
    output::print(&text);
    Ok(())
}

/// Whether a template contains the value only.
fn is_value_alone(template: &str) -> bool {
    !["{best}", "{best_count}", "{line}", "{moves}", "{plies}"].iter().any(|part| template.contains(part))
}

/// Whether a template tells which moves are best, or how many.
fn names_best_moves(template: &str) -> bool {
    ["{best}", "{best_count}"].iter().any(|part| template.contains(part))
}

/// What the library is asked, from the arguments.
fn options(arguments: &SolveArgs, limits: Limits) -> Options {
    Options {
        solver: match arguments.solver {
            SolverArg::Auto => SolverKind::Auto,
            SolverArg::Minimax => SolverKind::Minimax,
            SolverArg::Alphabeta => SolverKind::AlphaBeta,
            SolverArg::Dfpn => SolverKind::Dfpn,
            SolverArg::Induction => SolverKind::Induction,
            SolverArg::Retrograde => SolverKind::Retrograde,
            SolverArg::Sums => SolverKind::Sums,
            SolverArg::MustPlay => SolverKind::MustPlay,
        },
        memo: match arguments.memo {
            MemoArgument::Auto => MemoSize::Auto,
            MemoArgument::Off => MemoSize::Off,
            MemoArgument::Bytes(bytes) => MemoSize::Bytes(bytes),
        },
        techniques: arguments
            .without
            .iter()
            .fold(Techniques::ALL, |techniques, technique| techniques.without(*technique)),
        distance: arguments.distance
            || arguments.format.as_ref().is_some_and(|template| template.contains("{plies}")),
        nimber: arguments.nimber,
        all_moves: arguments.all_moves,
        // A win that is found forward leaves open which other moves win too.
        forward: !arguments.certified
            && arguments.batch.is_none()
            && !arguments.format.as_deref().is_some_and(names_best_moves),
        value_only: arguments.format.as_deref().is_some_and(is_value_alone),
        threads: Threads::most(arguments.every.threads),
        limits,
        checks: Checks::ONE,
    }
}

fn print(
    arguments: &SolveArgs,
    case: &Case<'_>,
    view: &AnswerView,
    answer: &Answer,
    time: Duration,
) -> Result<String, Failure> {
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let head = AnswerHead::new(Command::Solve, &file, case.settings);
        let run = arguments.stats.then(|| json::run(answer, time));
        return Ok(line(&json::answer(head, view, run)));
    }
    if let Some(template) = &arguments.format {
        // The output is what the template says, for other programs.
        if arguments.stats {
            output::warn(stats_lines(answer, time).trim_start_matches('\n'));
        }
        return Ok(format!("{}\n", fill(template, case.number, view).map_err(Failure::usage)?));
    }
    let mut text = human(view);
    if arguments.stats {
        text += &stats_lines(answer, time);
    }
    Ok(text)
}

fn stats_lines(answer: &Answer, time: Duration) -> String {
    let s = &answer.statistics;
    let rows = [
        ("positions", positions(s)),
        ("terminal", wording::grouped(s.terminal)),
        ("cutoffs", wording::grouped(s.cutoffs)),
        ("memo hits", wording::grouped(s.memo_hits)),
        ("stored", wording::grouped(s.stored)),
        ("time", format!("{:.3} s", time.as_secs_f64())),
        ("memory", bytesize::ByteSize(s.bytes).to_string()),
        ("checked", checked(&answer.checked)),
    ];
    let lines: String = rows.iter().map(|(name, value)| format!("  {name:12}{value}\n")).collect();
    format!("\n{lines}")
}

/// The positions of a search, those of plain subtrees apart.
fn positions(statistics: &zug_solve::Statistics) -> String {
    let all = wording::grouped(statistics.positions);
    match statistics.plain {
        0 => all,
        plain => format!("{all}, {} of them in plain subtrees", wording::grouped(plain)),
    }
}

/// The definition under the settings of one line.
pub fn again(
    sources: &Sources,
    definition: &Definition,
    settings: &[zug_lang::syntax::ast::Setting],
) -> Result<Definition, Failure> {
    definition.with(settings).map_err(|diagnostics| Failure::mistakes(sources, diagnostics))
}
