//! Runs our side of one row, in a process of its own, so that its processor time and its memory are
//! its own.

use super::by_hand::ConnectFour;
use super::common::{self, cpu_seconds, cpu_seconds_of_children, timed, usage};
use super::list::{Bar, Work};
use super::reversi::Reversi;
use super::sample::Sample;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use zug::answer::{Engine, EngineKind, Prepared, SolverKind, Task, can_compile, with_engine};
use zug_solve::{
    AlphaBetaOptions, Limits, Parallel, SolveQuestion, TableSize, perft, solve_alphabeta, solve_every_line,
};

/// What a search found: its value (or the sum of several, or how many sequences), and positions
/// looked at.
#[derive(Clone, Copy, Default)]
struct Found {
    value: i64,
    nodes: u64,
}

/// The definition of the row, parsed and compiled before the clock starts.
pub fn measured(bar: &Bar) -> Sample {
    if bar.work == Work::Process {
        return process(bar);
    }
    let definition = common::load(bar.game, bar.settings);
    let prepared = Prepared::new(&definition.program, engine()).expect("it fits the machine").with_symmetry();
    match bar.work {
        Work::Value => sample(|| value(&prepared, SolverKind::Auto, false)),
        Work::Backwards => sample(|| value(&prepared, SolverKind::Retrograde, true)),
        Work::Every => sample(|| every(&prepared)),
        work => with_engine(&prepared, Searching(work)),
    }
}

/// Compiled where that can be, unless it is to be interpreted.
fn engine() -> EngineKind {
    let interpreted = std::env::var_os("ZUG_ENGINE").is_some_and(|engine| engine == "interpret");
    if interpreted || can_compile().is_err() { EngineKind::Interpret } else { EngineKind::Jit }
}

/// The same search of the game written by hand.
pub fn by_hand(bar: &Bar) -> Sample {
    match bar.game {
        "connect_four" => searched(bar.work, &ConnectFour::<5, 5>),
        "reversi" => searched(bar.work, &Reversi),
        other => panic!("{other} is not written by hand"),
    }
}

/// Measures a search until it can be told how long it takes.
fn sample(run: impl FnMut() -> Found) -> Sample {
    let (found, seconds) = timed(cpu_seconds, run);
    let mebibytes = usage::of_self().map_or(f64::NAN, |usage| usage.mebibytes);
    Sample { value: found.value, nodes: found.nodes, seconds, mebibytes }
}

fn value(prepared: &Prepared<'_>, solver: SolverKind, distance: bool) -> Found {
    let within = zug::answer::Options::within(&Limits::default());
    let options = zug::answer::Options { solver, distance, value_only: true, ..within };
    let answer = prepared.solve(&prepared.start(), &options).expect("no limit is in its way");
    Found { value: answer.value, nodes: answer.statistics.positions }
}

fn every(prepared: &Prepared<'_>) -> Found {
    let everything = prepared.solve_strong(&prepared.start(), 1, &Limits::default());
    Found { value: 0, nodes: everything.expect("no limit is in its way").census.positions }
}

/// A search that knows nothing of definitions.
struct Searching(Work);

impl Task for Searching {
    type Output = Sample;

    fn run<E: Engine>(self, engine: &E) -> Sample {
        searched(self.0, engine)
    }
}

fn searched<G: Parallel>(work: Work, game: &G) -> Sample {
    let lines = if work == Work::Starts { six_edges() } else { vec![Vec::new()] };
    let starts = common::positions(game, &lines);
    sample(|| {
        starts.iter().fold(Found::default(), |sum, start| {
            let found = search(work, game, black_box(start));
            Found { value: sum.value + found.value, nodes: sum.nodes + found.nodes }
        })
    })
}

fn search<G: Parallel>(work: Work, game: &G, start: &G::Position) -> Found {
    let limits = Limits::default();
    let solved = match work {
        Work::Perft(depth) => {
            let counts = perft(game, start, depth as usize, &limits).expect("no limit is in its way");
            let leaves = counts.last().copied().unwrap_or(0);
            return Found { value: leaves as i64, nodes: counts.iter().sum() };
        }
        Work::Minimax => solve_every_line(game, start, SolveQuestion::VALUE, &limits),
        _ => {
            let options = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
            solve_alphabeta(game, start, SolveQuestion::VALUE, &limits, options)
        }
    };
    let solved = solved.expect("no limit is in its way");
    Found { value: solved.value, nodes: solved.statistics.positions }
}

/// A thousand starts of POJ 1085 with six pseudo-random edges each, as numbers among the legal
/// moves.
fn six_edges() -> Vec<Vec<usize>> {
    let mut random = 12345_u64;
    let mut next = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % 18
    };
    let start = |_| {
        let mut drawn: Vec<usize> = Vec::new();
        let mut numbers = Vec::new();
        while drawn.len() < 6 {
            let edge = next();
            if !drawn.contains(&edge) {
                numbers.push((0..edge).filter(|before| !drawn.contains(before)).count());
                drawn.push(edge);
            }
        }
        numbers
    };
    (0..1000).map(start).collect()
}

/// The whole command on the definition's file.
fn process(bar: &Bar) -> Sample {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{}.game", bar.game));
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.arg("solve").arg(game).stdout(Stdio::null());
    let (ended, seconds) = timed(cpu_seconds_of_children, || command.status().expect("it runs"));
    assert!(ended.success(), "it is solved");
    let mebibytes = usage::of_children().map_or(f64::NAN, |usage| usage.mebibytes);
    Sample { value: 0, nodes: 0, seconds, mebibytes }
}
