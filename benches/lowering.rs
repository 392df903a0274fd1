//! What each lowering brings: `cargo bench --bench optimization`, or with `-- reversi` for some
//! games only.
//!
//! Sequences of moves are counted with all lowerings, with each left out, and with none,
//! interpreted and compiled; told is the processor time beside that with all, run right before (the
//! middle of three such ratios), so 2 means that without it counting takes twice as long. A dot
//! stands where leaving it out changes nothing of that game's machine.

mod common;

use common::{cpu_seconds, load, median, timed};
use zug::answer::{EngineKind, Limits, Prepared, can_compile};
use zug::definition::Definition;
use zug_machine::optimization::{Optimization, Optimizations};

/// Ratios for each; odd, so that there is a middle one.
const RUNS: usize = 3;

/// A name, the game with its settings, and how many moves deep.
type Count = (&'static str, &'static str, &'static [&'static str], u32);

const COUNTS: [Count; 8] = [
    ("c4 5x5", "connect_four", &["columns=5", "rows=5"], 6),
    ("reversi", "reversi", &["width=6", "height=6"], 6),
    ("poj1085", "poj1085", &[], 4),
    ("dots", "dots_and_boxes", &["columns=3", "rows=3"], 3),
    ("hex 5x5", "hex", &["columns=5", "rows=5"], 3),
    ("kalah", "kalah", &[], 6),
    ("oware", "oware", &[], 5),
    ("amazons", "amazons", &[], 2),
];

/// The sets that are measured beside that of all: all but one, none.
fn sets() -> Vec<(&'static str, Optimizations)> {
    let but_one =
        Optimization::ALL.map(|optimization| (optimization.name(), Optimizations::ALL.without(optimization)));
    but_one.into_iter().chain([("(none)", Optimizations::NONE)]).collect()
}

/// Whether leaving it out can be seen only in how a machine is run by this engine.
fn is_of_engine(name: &str, engine: EngineKind) -> bool {
    let own = match engine {
        EngineKind::Jit => ["shapes", "unroll", "bounds"].as_slice(),
        _ => ["shapes", "emit-bits"].as_slice(),
    };
    own.contains(&name)
}

/// For every set how much longer counting takes than with all; nothing where the machine is the
/// same.
fn column(definition: &Definition, depth: u32, engine: EngineKind) -> Vec<Option<f64>> {
    let sets = sets();
    let lowered = |optimizations| {
        Prepared::with_optimizations(&definition.program, engine, optimizations).expect("it fits")
    };
    let with_all = lowered(Optimizations::ALL);
    let prepared: Vec<Prepared<'_>> = sets.iter().map(|(_, optimizations)| lowered(*optimizations)).collect();
    let text = |of: &Prepared<'_>| of.machine().map(ToString::to_string);
    let all = text(&with_all);
    let seconds = |of: &Prepared<'_>| {
        let perft = || of.perft(&of.start(), depth, &Limits::default()).expect("no limit is in its way");
        timed(cpu_seconds, perft)
    };
    let ratio = |of: &Prepared<'_>| {
        let (with, without) = (seconds(&with_all), seconds(of));
        assert_eq!(with.0, without.0, "no lowering changes a count");
        without.1 / with.1
    };
    let ratios = |((name, _), of): (&(&str, Optimizations), &Prepared<'_>)| {
        let differs = text(of) != all || is_of_engine(name, engine);
        differs.then(|| median((0..RUNS).map(|_| ratio(of)).collect()))
    };
    sets.iter().zip(&prepared).map(ratios).collect()
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wanted =
        |count: &&Count| names.is_empty() || names.iter().any(|name| count.0.contains(name.as_str()));
    let counts: Vec<&Count> = COUNTS.iter().filter(wanted).collect();
    let compiled = can_compile().is_ok().then_some((EngineKind::Jit, "compiled"));
    for (engine, title) in [(EngineKind::Interpret, "interpreted")].into_iter().chain(compiled) {
        let columns: Vec<Vec<Option<f64>>> = counts
            .iter()
            .map(|(_, game, settings, depth)| column(&load(game, settings), *depth, engine))
            .collect();
        print!("{title:<12}");
        counts.iter().for_each(|(name, ..)| print!(" {name:>8}"));
        println!();
        for (at, (name, _)) in sets().iter().enumerate() {
            print!("{name:<12}");
            for column in &columns {
                print!(" {:>8}", column[at].map_or_else(|| ".".to_string(), |ratio| format!("{ratio:.2}")));
            }
            println!();
        }
        println!();
    }
}
