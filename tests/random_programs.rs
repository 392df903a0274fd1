//! Random definitions: the machine plays them as the semantics does, and all solvers find the same
//! answer.

mod common;
mod random;

use proptest::prelude::*;
use zug::answer::{
    Answer, Engine, EngineKind, Limits, MemoSize, Options, Prepared, SolveError, SolverKind, Task, Unfit,
    with_engine,
};
use zug_analysis::Ends;

/// More reachable positions are not solved by the slow solvers.
const SMALL: u64 = 1500;

/// So many cases, unless `PROPTEST_CASES` says otherwise.
fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(0..1_000_000_u32, 20..220)
}

#[test]
fn most_random_definitions_are_in_order() {
    let mut random = common::Random(7);
    let mut good = 0;
    for _ in 0..300 {
        let numbers: Vec<u32> = (0..120).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::definition(&numbers);
        match common::compile(&text, &[]) {
            Ok(_) => good += 1,
            Err(mistakes) => assert!(mistakes.contains("error[Z"), "{mistakes}\n{text}"),
        }
    }
    assert!(good >= 150, "only {good} of 300 are in order");
}

#[test]
fn random_definitions_are_worth_comparing() {
    let mut random = common::Random(11);
    let (mut compared, mut repeating, mut ending) = (0, 0, 0);
    for _ in 0..400 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::definition(&numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        compared += common::compare_engines(&definition, 3, 12, u64::from(numbers[0]));
        match agree(&definition.program, &text) {
            Compared::Nothing => {}
            Compared::Repeating => repeating += 1,
            Compared::Ending => ending += 1,
        }
    }
    let counts = format!("{compared} positions, {repeating} games that may repeat, {ending} that must end");
    assert!(compared >= 1000 && repeating >= 20 && ending >= 20, "{counts}");
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn the_machine_plays_random_definitions_as_the_semantics_does(numbers in numbers()) {
        let text = random::by_turns(numbers.len(), &numbers);
        if let Ok(definition) = common::compile(&text, &[]) {
            common::compare_engines(&definition, 3, 12, u64::from(numbers[0]));
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn all_solvers_agree_on_random_definitions(numbers in numbers()) {
        let text = random::definition(&numbers);
        if let Ok(definition) = common::compile(&text, &[]) {
            agree(&definition.program, &text);
        }
    }
}

/// Whether all reachable positions are few, and no promise is broken in any of them.
fn is_small_and_sound(prepared: &Prepared<'_>) -> bool {
    with_engine(prepared, Sound)
}

struct Sound;

impl Task for Sound {
    type Output = bool;

    fn run<E: Engine>(self, engine: &E) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![engine.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(engine.full_key(&position)) {
                continue;
            }
            let mut moves = Vec::new();
            if seen.len() as u64 > SMALL
                || engine.expand(&position, &mut moves).is_err()
                || engine.endless(&position).is_err()
            {
                return false;
            }
            for each in &moves {
                match engine.play(&position, each) {
                    Ok(step) => open.push(step.position),
                    Err(_) => return false,
                }
            }
        }
        true
    }
}

fn solve(prepared: &Prepared<'_>, solver: SolverKind, memo: MemoSize) -> Answer {
    let limits = Limits::default();
    let distance = solver.tells_distances();
    let options = Options { solver, memo, distance, all_moves: true, ..Options::within(&limits) };
    match prepared.solve(&prepared.start(), &options) {
        Ok(answer) => answer,
        Err(SolveError::Unfit(Unfit::Undecided { .. })) => solve(prepared, SolverKind::AlphaBeta, memo),
        Err(SolveError::Unfit(why)) => panic!("unfit: {why:?}"),
        Err(other) => panic!("{solver:?}: {other:?}"),
    }
}

/// What a definition was good for.
#[derive(Debug, PartialEq)]
enum Compared {
    /// Too large, or it breaks a promise in play.
    Nothing,
    /// It may be played for ever: sweeps and retrograde analysis.
    Repeating,
    /// It must end: every solver.
    Ending,
}

/// All solvers give the same value, distance and best moves, whoever runs the rules.
fn agree(program: &zug_lang::program::Program, text: &str) -> Compared {
    let machine = Prepared::new(program, EngineKind::Interpret).expect("it fits");
    if !is_small_and_sound(&machine) {
        return Compared::Nothing;
    }
    let slow = Prepared::new(program, EngineKind::Semantics).expect("it fits");
    let right = solve(&slow, SolverKind::Minimax, MemoSize::Auto);
    let same = |found: &Answer, who: &str| {
        assert_eq!(found.value, right.value, "{who}: the value of\n{text}");
        assert_eq!(found.best, right.best, "{who}: the best moves of\n{text}");
        if !found.solver.tells_distances() {
            let values = |answer: &Answer| answer.moves.iter().map(|each| each.1).collect::<Vec<_>>();
            return assert_eq!(values(found), values(&right), "{who}: the moves of\n{text}");
        }
        assert_eq!(found.distance, right.distance, "{who}: the distance of\n{text}");
        assert_eq!(found.moves, right.moves, "{who}: the moves of\n{text}");
    };
    for engine in common::machines() {
        let machine = Prepared::new(program, engine).expect("it fits");
        let minimax = solve(&machine, SolverKind::Minimax, MemoSize::Auto);
        same(&minimax, &format!("minimax, {engine:?}"));
        let positions = [&minimax, &right].map(|answer| answer.statistics.positions);
        assert_eq!(positions[0], positions[1], "{engine:?}: the nodes of\n{text}");
        for solver in machine.fitting(MemoSize::Auto) {
            same(&solve(&machine, solver.kind, MemoSize::Auto), &format!("{}, {engine:?}", solver.name));
        }
    }
    if matches!(machine.ends, Ends::Unproven { .. }) {
        return Compared::Repeating;
    }
    for memo in [MemoSize::Bytes(1), MemoSize::Bytes(300), MemoSize::Bytes(5000)] {
        for solver in machine.fitting(memo) {
            same(&solve(&machine, solver.kind, memo), &format!("{} with {memo:?}", solver.name));
        }
    }
    Compared::Ending
}
