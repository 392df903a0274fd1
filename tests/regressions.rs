//! Definitions of which a value was told that was wrong, or that ended in a bug of ours. Each says
//! in its second line the payoff of the first player, worked out by hand or by the rules by name
//! without any shortcut, or that play is a fault; the third may say how many positions there are.

mod common;

use std::path::{Path, PathBuf};
use zug::answer::{Checks, EngineKind, Limits, Options, Prepared, SolveError, SolverKind};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("regressions");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 10, "there are {}", files.len());
    files
}

fn in_words(found: Result<i64, SolveError>) -> String {
    match found {
        Ok(value) => value.to_string(),
        Err(SolveError::Fault { .. }) => "fault".into(),
        Err(other) => format!("{other:?}"),
    }
}

/// The value, without the checks that would catch a wrong one.
fn solved(prepared: &Prepared<'_>, solver: SolverKind) -> String {
    let limits = Limits::default();
    let options = Options { solver, checks: Checks::NONE, ..Options::within(&limits) };
    in_words(prepared.solve(&prepared.start(), &options).map(|answer| answer.value))
}

#[test]
fn every_engine_and_solver_tells_the_truth() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let truth = text.lines().nth(1).and_then(|line| line.strip_prefix("// Truth: ")).expect("the truth");
        let definition = common::load(&path, &[]);
        for engine in [EngineKind::Semantics].into_iter().chain(common::machines()) {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits");
            let name = format!("{}, {engine:?}", path.display());
            for solver in [SolverKind::Auto, SolverKind::Retrograde] {
                assert_eq!(solved(&prepared, solver), truth, "{name}, {solver:?}");
            }
            // With the symmetries and the checks, as a person asks.
            let prepared = prepared.with_symmetry();
            let limits = Limits::default();
            let answer =
                prepared.solve(&prepared.start(), &Options::within(&limits)).map(|answer| answer.value);
            assert_eq!(in_words(answer), truth, "{name}, with symmetries and checks");
            let census = prepared.solve_strong(&prepared.start(), 1, &Limits::default());
            let positions = text.lines().nth(2).and_then(|line| line.strip_prefix("// Positions: "));
            if let (Some(positions), Ok(found)) = (positions, &census) {
                assert_eq!(found.census.positions.to_string(), positions, "{name}");
            }
            assert_eq!(in_words(census.map(|found| found.census.value)), truth, "{name}, every position");
        }
    }
}
