//! Random definitions of many forms: what is proved about them holds, and all solvers find the same
//! answer.

mod common;
mod random;

use std::collections::BTreeMap;
use zug::answer::{
    Answer, Engine, EngineKind, Limits, MemoSize, Options, Prepared, SolveError, SolverKind, Task,
    Techniques, Unfit, with_engine,
};
use zug::definition::Definition;
use zug_analysis::Ends;
use zug_game::Expansion;

/// More reachable positions are not solved by the slow solvers.
const SMALL: usize = 400;

/// What playing shows of a definition that is small enough and breaks no promise.
struct Seen {
    /// Whether a position can come again.
    repeats: bool,
    /// Payoffs with what was gained before.
    payoffs: Vec<i64>,
}

struct Look;

impl Task for Look {
    type Output = Option<Seen>;

    fn run<E: Engine>(self, engine: &E) -> Option<Seen> {
        let mut next: BTreeMap<E::Key, Vec<E::Key>> = BTreeMap::new();
        let mut payoffs = Vec::new();
        let mut open = vec![engine.start()];
        while let Some(position) = open.pop() {
            let key = engine.full_key(&position);
            if next.contains_key(&key) {
                continue;
            }
            if next.len() >= SMALL || engine.endless(&position).is_err() {
                return None;
            }
            let mut moves = Vec::new();
            let mut after = Vec::new();
            match engine.expand(&position, &mut moves).ok()? {
                Expansion::Terminal(payoff) => payoffs.push(payoff + engine.offset(&position)),
                Expansion::Moves => {
                    for play in &moves {
                        let step = engine.play(&position, play).ok()?;
                        after.push(engine.full_key(&step.position));
                        open.push(step.position);
                    }
                }
            }
            next.insert(key, after);
        }
        Some(Seen { repeats: goes_round(next), payoffs })
    }
}

/// Whether some of these lead to each other: those from which all ways end are taken away until no
/// more are.
fn goes_round<K: Ord + Clone>(mut next: BTreeMap<K, Vec<K>>) -> bool {
    loop {
        let ends = |after: &Vec<K>| !after.iter().any(|to| next.contains_key(to));
        let ended: Vec<K> = next.iter().filter(|(_, after)| ends(after)).map(|(at, _)| at.clone()).collect();
        if ended.is_empty() {
            return !next.is_empty();
        }
        ended.iter().for_each(|at| drop(next.remove(at)));
    }
}

fn solve(prepared: &Prepared<'_>, solver: SolverKind, memo: MemoSize, techniques: Techniques) -> Answer {
    let limits = Limits::default();
    let distance = solver.tells_distances();
    let options = Options { solver, memo, techniques, distance, all_moves: true, ..Options::within(&limits) };
    match prepared.solve(&prepared.start(), &options) {
        Ok(answer) => answer,
        Err(SolveError::Unfit(Unfit::Undecided { .. })) => {
            solve(prepared, SolverKind::AlphaBeta, memo, techniques)
        }
        Err(why) => panic!("{solver:?}: {why:?}"),
    }
}

/// What the definitions were good for.
#[derive(Debug, Default)]
struct Count {
    compared: usize,
    repeating: usize,
    ending: usize,
    points: usize,
    symmetric: usize,
    additive: usize,
}

/// Compares all that is proved, and every solver, with what playing shows.
fn hold(definition: &Definition, text: &str, count: &mut Count) {
    let program = &definition.program;
    let Ok(machine) = Prepared::new(program, EngineKind::Interpret) else { return };
    let Some(seen) = with_engine(&machine, Look) else { return };
    count.compared += 1;
    let (low, high) = zug_analysis::range(program);
    for payoff in &seen.payoffs {
        assert!((low..=high).contains(payoff), "{payoff} in {low}..{high}\n{text}");
        assert!(*payoff != 0 || zug_analysis::can_be_drawn(program), "a draw\n{text}");
    }
    let ends = !matches!(machine.ends, Ends::Unproven { .. });
    assert!(!(ends && seen.repeats), "{:?}\n{text}", machine.ends);
    let slow = Prepared::new(program, EngineKind::Semantics).expect("it fits");
    // With a memo: of few positions there may be more lines than can be played.
    let right = solve(&slow, SolverKind::Minimax, MemoSize::Auto, Techniques::ALL);
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
    let compare = |prepared: &Prepared<'_>, who: &str| {
        for solver in prepared.fitting(MemoSize::Auto) {
            let found = solve(prepared, solver.kind, MemoSize::Auto, Techniques::ALL);
            same(&found, &format!("{}, {who}", solver.name));
        }
    };
    compare(&machine, "plain");
    count.points += usize::from(program.points);
    count.additive += usize::from(zug_analysis::additive(program).is_some());
    if !ends {
        count.repeating += 1;
        return;
    }
    count.ending += 1;
    let symmetric = Prepared::new(program, EngineKind::Interpret).expect("it fits").with_symmetry();
    count.symmetric += usize::from(zug_compile::symmetry::find(program).order != Some(1));
    compare(&symmetric, "with symmetries");
    for (prepared, who) in [(&machine, "plain"), (&symmetric, "with symmetries")] {
        for memo in [MemoSize::Auto, MemoSize::Bytes(300)] {
            for techniques in [Techniques::ALL, Techniques::NONE] {
                let found = solve(prepared, SolverKind::AlphaBeta, memo, techniques);
                same(&found, &format!("alpha-beta, {who}, {memo:?}, {techniques:?}"));
            }
        }
    }
}

/// So many definitions, unless `PROPTEST_CASES` says otherwise; `ZUG_SEED` begins elsewhere.
fn cases() -> (usize, u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    (number("PROPTEST_CASES").map_or(200, |cases| cases as usize), number("ZUG_SEED").unwrap_or(3))
}

#[test]
fn what_is_proved_about_random_rules_holds_and_all_solvers_agree() {
    let (cases, seed) = cases();
    let mut random = common::Random(seed);
    let mut count = Count::default();
    for _ in 0..cases {
        let numbers: Vec<u32> = (0..160).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::rules(&numbers);
        match common::compile(&text, &[]) {
            Ok(definition) => hold(&definition, &text, &mut count),
            Err(mistakes) => assert!(mistakes.contains("error[Z"), "{mistakes}\n{text}"),
        }
    }
    let enough = |what: usize, one_in: usize| what >= cases / one_in;
    assert!(enough(count.compared, 2) && enough(count.repeating, 15) && enough(count.ending, 3), "{count:?}");
    assert!(enough(count.points, 4) && enough(count.symmetric, 4) && enough(count.additive, 15), "{count:?}");
}
