//! What is told of a trial that did not end, and of a count that is too low.

use super::super::EngineKind;
use super::*;
use crate::answer::ProvedBounds;
use zug_solve::LimitKind;

fn estimate(layers: &[u64], positions: f64) -> SizeEstimate {
    let layers = layers.to_vec();
    SizeEstimate {
        layers,
        complete: false,
        positions,
        at_most: positions,
        lines: None,
        moves: 2.0,
        plies: 9.0,
        widest: positions,
        alike: 0.0,
        time: Duration::ZERO,
    }
}

#[test]
fn a_count_of_no_more_than_are_listed_is_not_believed() {
    let grown = || estimate(&[1, 9, 90], 6.0);
    let (mut low, mut between) = (grown(), grown());
    assert!(!bound_by(&mut low, 2.0), "a hundred are listed");
    assert_eq!(low, grown());
    assert!(bound_by(&mut between, 4.0));
    assert_eq!((between.positions, between.widest), (4.0, 4.0));
    assert!(!bound_by(&mut between, 5.0), "more than they grow to");
}

#[test]
fn only_a_trial_that_looked_at_positions_tells_a_pace() {
    let stopped = |which, positions| SolveError::Limit { which, proved: ProvedBounds::NONE, positions };
    let given = LimitReached::Given(LimitKind::Time);
    assert_eq!(trial_of(&stopped(given, 7)), Some(7));
    assert_eq!(trial_of(&stopped(given, 0)), None);
    assert_eq!(trial_of(&stopped(LimitReached::Depth { plies: 9 }, 7)), None);
}

/// A game of so many plies that no search of a short trial ends, and random play is given up.
const LONG: &str = "game \"T\" players A, B state { n: 0..6000, odd: 0..6000 }\n\
    move one when n < 6000 { n += 1 }\nmove two when n < 6000 { n += 1 odd += 1 }\n\
    stuck => if odd % 2 = 0 then A wins else B wins\n";

#[test]
fn a_trial_that_tells_nothing_of_the_rest_was_work_already() {
    let definition = crate::Definition::of(LONG).expect("it is right");
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let (start, limits) = (prepared.start(), Limits::default());
    let sample = SampleSize { positions: 50, lines: 10, ..SampleSize::default() };
    let found = prepared.resources(&start, sample, &limits).expect("an estimate");
    let trial = TrialSize { positions: 1 << 12, time: Duration::from_secs(600) };
    let tried = found.clone().tried(&prepared, &start, trial, &limits).solve;
    assert_eq!(tried.solver, EstimatedSolver::AlphaBeta);
    let floor = f64::from(1 << 12).log10();
    assert!(found.solve.work.least < floor, "{:?}", found.solve.work);
    assert!(tried.work.least >= floor && !tried.work.is_exact(), "{:?}", tried.work);
    assert!(tried.seconds.least <= tried.seconds.usual && !tried.seconds.is_exact());
}
