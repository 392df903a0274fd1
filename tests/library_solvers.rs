//! Every solver and both engines give one answer on every game of the library that is small enough
//! to be listed.

mod common;

use std::collections::BTreeMap;
use zug::answer::{
    Answer, Engine, EngineKind, Limits, MemoSize, Options, Prepared, SOLVERS, SolveError, SolverKind, Task,
    Unfit, with_engine,
};
use zug_analysis::Ends;
use zug_game::Expansion;

/// Games with more reachable positions are left to the tests of known facts.
const FEW: usize = 20_000;
/// Up to so many the slow semantics solves the game too.
const VERY_FEW: usize = 3_000;
/// Up to so many the plain search, which visits a position as often as there are ways to it, is
/// run.
const TINY: usize = 200;
/// Up to so many it is run by the slow semantics too.
const FEWEST: usize = 100;

/// A game of the library in some size.
struct Case {
    name: String,
    definition: zug::definition::Definition,
    reachable: usize,
}

/// Sizes below the default, in which more of the solvers can be run.
const SMALLER: [(&str, &[&str]); 12] = [
    ("tic_tac_toe", &["m=2", "n=2", "k=2"]),
    ("dots_and_boxes", &["columns=1", "rows=2"]),
    ("dots_and_boxes", &["columns=2", "rows=2"]),
    ("connect_four", &["columns=3", "rows=3", "k=3"]),
    ("domineering", &["columns=3", "rows=3"]),
    ("hex", &["columns=3", "rows=3"]),
    ("nim", &["heaps=[2,3,4]"]),
    ("nim", &["heaps=[2,3,4]", "misere=true"]),
    ("kalah", &["pits=2", "seeds=2"]),
    ("cqoi2013", &["n=3", "white=b1", "black=c3"]),
    ("oware", &["pits=2", "seeds=2"]),
    ("chomp", &["width=3", "height=3"]),
];

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = common::library().iter().filter_map(|path| case(path, &[])).collect();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for (name, settings) in SMALLER {
        let case = case(&folder.join(format!("{name}.game")), settings);
        cases.push(case.unwrap_or_else(|| panic!("{name} {settings:?} is not small")));
    }
    cases
}

fn case(path: &std::path::Path, settings: &[&str]) -> Option<Case> {
    let definition = common::load(path, settings);
    let machine = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let reachable = with_engine(&machine, Count)?;
    let name = path.file_stem().expect("a name").to_string_lossy();
    Some(Case { name: format!("{name} {settings:?}"), definition, reachable })
}

/// How many positions can be reached, unless there are more than [`FEW`].
struct Count;

impl Task for Count {
    type Output = Option<usize>;

    fn run<E: Engine>(self, engine: &E) -> Option<usize> {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![engine.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(engine.full_key(&position)) {
                continue;
            }
            let mut moves = Vec::new();
            if let Expansion::Moves =
                engine.expand(&position, &mut moves).expect("the library keeps its promises")
            {
                open.extend(
                    moves.iter().map(|each| engine.play(&position, each).expect("no fault").position),
                );
            }
            if seen.len() > FEW {
                return None;
            }
        }
        Some(seen.len())
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

fn same(found: &Answer, right: &Answer, who: &str) {
    assert_eq!(found.value, right.value, "the value: {who}");
    assert_eq!(found.best, right.best, "the best moves: {who}");
    if !found.solver.tells_distances() {
        return assert!(
            found.moves.iter().map(|each| each.1).eq(right.moves.iter().map(|each| each.1)),
            "{who}"
        );
    }
    assert_eq!(found.distance, right.distance, "the distance: {who}");
    assert_eq!(found.moves, right.moves, "the moves: {who}");
}

/// What was compared, so that the tests cannot pass by comparing nothing.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    by_semantics: usize,
    ending: usize,
    endless: usize,
    plain: usize,
    /// How often each solver was compared.
    solvers: BTreeMap<&'static str, usize>,
}

#[test]
fn all_solvers_agree_on_every_small_game_of_the_library() {
    let mut tally = Tally::default();
    for case in cases() {
        let machine = Prepared::new(&case.definition.program, EngineKind::Interpret).expect("it fits");
        let right = solve(&machine, SolverKind::Minimax, MemoSize::Auto);
        tally.games += 1;
        if case.reachable <= VERY_FEW {
            let slow = Prepared::new(&case.definition.program, EngineKind::Semantics).expect("it fits");
            let name = format!("minimax by semantics, {}", case.name);
            same(&solve(&slow, SolverKind::Minimax, MemoSize::Auto), &right, &name);
            tally.by_semantics += 1;
        }
        let mut compare = |machine: &Prepared<'_>, memo, who: &str| {
            for solver in machine.fitting(memo) {
                let name = format!("{} with {memo:?}, {who}, {}", solver.name, case.name);
                same(&solve(machine, solver.kind, memo), &right, &name);
                *tally.solvers.entry(solver.name).or_default() += 1;
            }
        };
        for engine in common::machines() {
            let machine = Prepared::new(&case.definition.program, engine).expect("it fits");
            compare(&machine, MemoSize::Auto, &format!("{engine:?}"));
        }
        compare(&machine, MemoSize::Bytes(20_000), "a small memo");
        compare(&machine, MemoSize::Bytes(1_000_000), "a large memo");
        if matches!(machine.ends, Ends::Unproven { .. }) {
            tally.endless += 1;
            continue;
        }
        tally.ending += 1;
        if case.reachable <= TINY {
            tally.plain += 1;
            for memo in [MemoSize::Off, MemoSize::Bytes(1), MemoSize::Bytes(300)] {
                compare(&machine, memo, "hardly a memo");
            }
        }
    }
    let enough = tally.games >= 30 && tally.by_semantics >= 12 && tally.endless >= 8;
    assert!(enough && tally.ending >= 15 && tally.plain >= 8, "{tally:?}");
    assert!(SOLVERS.iter().all(|solver| tally.solvers.get(solver.name) >= Some(&20)), "{tally:?}");
}

/// The search sees a game and not who runs its rules. With a memo its counts may differ a little
/// all the same, for where an entry stands, and so what is given up, depends on how a position is
/// written.
#[test]
fn all_engines_count_the_same_nodes() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| case.reachable <= FEWEST) {
        let prepared = |engine| Prepared::new(&case.definition.program, engine).expect("it fits");
        let slow = prepared(EngineKind::Semantics);
        if matches!(slow.ends, Ends::Unproven { .. }) {
            continue;
        }
        let slow = solve(&slow, SolverKind::AlphaBeta, MemoSize::Off);
        let counts = |answer: &Answer| {
            let told = answer.statistics;
            (told.positions, told.terminal, told.cutoffs, told.max_depth)
        };
        for engine in common::machines() {
            let fast = solve(&prepared(engine), SolverKind::AlphaBeta, MemoSize::Off);
            assert_eq!(counts(&fast), counts(&slow), "{engine:?}, {}", case.name);
        }
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}
