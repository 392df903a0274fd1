//! Backward induction has its turn where points bring alpha-beta back to the same positions, and
//! where points tell positions apart that differ in nothing else; answers are those of dynamic
//! programming by hand and of minimax.

mod common;

use zug::answer::{
    Answer, EngineKind, LimitKind, LimitReached, Limits, MemoSize, Method, Options, Prepared, SolveError,
    SolverKind, Unfit,
};
use zug::definition::Definition;
use zug_game::SplitMix64;

/// Numbers from -100 to 100.
fn numbers(count: usize, seed: u64) -> Vec<i64> {
    let mut random = SplitMix64(seed);
    (0..count).map(|_| (random.word() % 201) as i64 - 100).collect()
}

fn library(name: &str, parameter: &str, values: &[i64]) -> Definition {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let list: Vec<String> = values.iter().map(i64::to_string).collect();
    common::load(&folder.join(format!("{name}.game")), &[&format!("{parameter}=[{}]", list.join(","))])
}

fn solve(definition: &Definition, options: &Options) -> Result<Answer, SolveError> {
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits").with_symmetry();
    prepared.solve(&prepared.start(), options)
}

fn all(limits: &Limits) -> Options {
    Options { all_moves: true, ..Options::within(limits) }
}

fn by(solver: SolverKind) -> Options {
    Options { solver, ..all(&Limits::default()) }
}

/// The first player's sum less the second's: 1, 2 or 3 are taken from the left.
fn stone_game_3(stones: &[i64]) -> i64 {
    let mut best = vec![0; stones.len() + 1];
    for at in (0..stones.len()).rev() {
        let take = |k: usize| stones[at..at + k].iter().sum::<i64>() - best[at + k];
        best[at] = (1..=3.min(stones.len() - at)).map(take).max().expect("there is one at least");
    }
    best[0]
}

/// One stone is taken from an end, for what the others are worth.
fn stone_game_7(stones: &[i64]) -> i64 {
    let n = stones.len();
    let mut best = vec![vec![0; n + 1]; n + 1];
    for length in 1..=n {
        for from in 0..=n - length {
            let rest = |one: usize| stones[from..from + length].iter().sum::<i64>() - stones[one];
            let left = rest(from) - best[from + 1][length - 1];
            let right = rest(from + length - 1) - best[from][length - 1];
            best[from][length] = left.max(right);
        }
    }
    best[0][n]
}

fn before(answer: &Answer) -> Option<u64> {
    match answer.reason.method {
        Method::Induction { before, .. } => before,
        _ => None,
    }
}

/// `lead` rises and falls, and no rule says by how much in all; 300 stones have 301 places, and
/// millions of sums.
#[test]
fn sums_that_no_rule_bounds_are_bounded_by_looking_at_every_line_of_play() {
    for seed in 1..4 {
        let stones = numbers(300, seed);
        let answer = solve(&library("stone_game_3", "stones", &stones), &all(&Limits::default())).unwrap();
        assert_eq!(answer.value, stone_game_3(&stones));
        assert!(before(&answer).is_some_and(|before| before < 20_000), "{:?}", answer.reason);
        assert!(answer.statistics.positions < 21_000, "{:?}", answer.statistics);
    }
    let stones: Vec<i64> = numbers(60, 5).into_iter().map(|n| n.abs() + 1).collect();
    let answer = solve(&library("stone_game_7", "stones", &stones), &all(&Limits::default())).unwrap();
    assert_eq!(answer.value, stone_game_7(&stones));
    assert!(before(&answer).is_some_and(|before| before < 20_000), "{:?}", answer.reason);
    let slow = solve(&library("stone_game_7", "stones", &stones[..12]), &by(SolverKind::Minimax)).unwrap();
    let fast = solve(&library("stone_game_7", "stones", &stones[..12]), &by(SolverKind::Induction)).unwrap();
    assert_eq!((slow.value, slow.best, slow.moves), (fast.value, fast.best, fast.moves));
    assert_eq!(fast.statistics.positions, 12 * 13 / 2 + 12, "the places of both ends, less who moves");
}

/// Who goes first takes from a row of small numbers; `more` is what the bounds allow beyond the sum
/// of all.
fn race(bound: i64) -> String {
    format!(
        r#"game "Up and down"
players A, B
param steps: list of -9..9 = [3, -4, 5, 2, -6, 1, 4, -2, 3, 3, -5, 2]
let n = len(steps)
state {{
  at: 0..n
  total: -{bound}..{bound} = 0
}}
move go(k in 1..2) when at + k <= n {{
  total += if me = A then steps[at + k] else -steps[at + k]
  at += k
}}
stuck => total to A
"#
    )
}

/// With bounds that some line of play leaves, a search that meets the line says so, and none that
/// looks at everything tells a value.
#[test]
fn a_sum_that_some_line_takes_out_of_its_bounds_stays_in_the_key() {
    let (mut faults, mut answers) = (0, 0);
    for bound in 3..=40 {
        let definition = common::compile(&race(bound), &[]).expect("it is in order");
        assert!(zug_analysis::additive(&definition.program).is_none(), "no rule proves it");
        assert!(zug_analysis::additive_but_for_room(&definition.program).is_some());
        let right = solve(&definition, &by(SolverKind::Minimax));
        let found = solve(&definition, &by(SolverKind::Induction));
        match (right, found) {
            (Ok(right), Ok(found)) => {
                assert_eq!((right.value, right.best, right.moves), (found.value, found.best, found.moves));
                answers += 1;
            }
            (Err(SolveError::Fault { .. }), Err(SolveError::Fault { .. })) => faults += 1,
            other => panic!("{bound}: {other:?}"),
        }
    }
    assert!(faults >= 5 && answers >= 5, "{faults} {answers}");
}

/// Within a move the sum goes beyond what it is before and after: only who looks at every step sees
/// the fault.
#[test]
fn a_sum_that_leaves_its_bounds_within_a_move_is_a_fault() {
    let dip = r#"game "Dip"
players A, B
range H = 1..5
state { n: 0..2, pad[H]: 0..6, lead: -30..30 = 0 }
move step(k in {0, 2}) when n = 0 { n = 1 lead -= k }
move fill(h in H) when n = 1 and pad[h] < 6 { pad[h] += 1 }
move dip when n = 1 { n = 2 lead -= 29 lead += 29 }
stuck => lead to A
"#;
    let refused = dip.replace(
        "move dip when n = 1 { n = 2 lead -= 29 lead += 29 }",
        "move dip when n = 1 { n = 2 lead -= 29 } provided n = 1",
    );
    for text in [dip.to_string(), refused] {
        let definition = common::compile(&text, &[]).expect("it is in order");
        for solver in [SolverKind::Induction, SolverKind::Minimax, SolverKind::Auto] {
            let found = solve(&definition, &by(solver));
            assert!(matches!(found, Err(SolveError::Fault { .. })), "{solver:?} {found:?}");
        }
    }
}

/// Each condition but the bounds: a sum that something reads is in the key, whoever looks at every
/// line.
#[test]
fn a_sum_that_anything_reads_is_no_candidate() {
    let candidate = |text: &str| {
        zug_analysis::additive_but_for_room(&common::compile(text, &[]).expect("in order").program)
    };
    let base = race(60);
    assert!(candidate(&base).is_some());
    for (from, to) in [
        ("when at + k <= n {", "when at + k <= n and total < 50 {"),
        ("stuck => total to A", "end when total = 60 => 0 to A\nstuck => total to A"),
        ("stuck => total to A", "stuck => total * total to A"),
        ("stuck => total to A", "end when at = 5 => 2 * total to A\nstuck => total to A"),
        ("  at += k\n", "  at += k\n  if at = 3 { total = 0 }\n"),
        ("stuck => total to A", "stuck => if total > 0 then A wins else B wins"),
        // Within a move, or in one that is refused, the sum may leave its bounds unseen.
        ("  at += k\n", "  total += 9\n  total -= 9\n  at += k\n"),
        ("  at += k\n", "  repeat 2 { total += if at > 5 then 3 else -3 }\n  at += k\n"),
        ("  at += k\n}", "  at += k\n} provided at != 7"),
    ] {
        let text = base.replace(from, to);
        assert_ne!(text, base, "{from}");
        assert!(candidate(&text).is_none(), "{to}");
    }
}

#[test]
fn what_is_not_for_backward_induction_is_refused_with_a_reason() {
    let limits = Limits::default();
    let asked = |text: &str, options: Options| match solve(
        &common::compile(text, &[]).expect("in order"),
        &options,
    ) {
        Err(SolveError::Unfit(unfit)) => unfit,
        other => panic!("{other:?}"),
    };
    let induction = Options { solver: SolverKind::Induction, ..Options::within(&limits) };
    let endless =
        "game \"Round\"\nplayers A, B\nstate { at: 0..2 }\nmove go { at = (at + 1) % 3 }\nendless => draw\n";
    assert!(matches!(
        asked(endless, induction.clone()),
        Unfit::MayNotEnd { solver: SolverKind::Induction, .. }
    ));
    let short = "game \"Short\"\nplayers A, B\nstate { left: 0..5 = 5 }\nmove take(k in 1..2) when k <= left { left -= k }\nstuck => me loses\n";
    assert_eq!(asked(short, Options { distance: true, ..induction.clone() }), Unfit::DistanceOfInduction);
    assert_eq!(asked(short, Options { memo: MemoSize::Off, ..induction }), Unfit::InductionWithoutMemo);
}

#[test]
fn limits_are_kept_on_the_way() {
    let stones = numbers(300, 9);
    let definition = library("stone_game_3", "stones", &stones);
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    for solver in [SolverKind::Auto, SolverKind::Induction] {
        let found = solve(&definition, &Options { solver, ..all(&late) });
        let Err(SolveError::Limit { which: LimitReached::Given(LimitKind::Time), .. }) = found else {
            panic!("{found:?}")
        };
    }
}

/// Play that is as long as there are numbers needs memory and no stack.
#[test]
fn play_may_be_far_longer_than_a_stack_is_deep() {
    let text = "game \"Down\" players A, B state { n: 0..400000 = 400000, last: 1..2 = 1 }
        move down(k in 1..2) when n >= k and (k = 1 or last = 2) { n -= k last = 3 - k } stuck => me loses";
    let definition = common::compile(text, &[]).expect("it is in order");
    let answer = solve(&definition, &Options { value_only: true, ..by(SolverKind::Induction) }).unwrap();
    // Whether who moves wins, by the number that is left and the last one taken.
    let mut wins = vec![[false; 2]];
    for n in 1..=400_000_usize {
        let after = |k: usize| n >= k && !wins[n - k][2 - k];
        wins.push([after(1), after(1) || after(2)]);
    }
    assert_eq!(answer.value > 0, wins[400_000][0]);
    assert!(answer.statistics.max_depth > 200_000, "{:?}", answer.statistics);
}

/// Where numbers alone tell positions apart, backward induction has its turn soon.
#[test]
fn where_numbers_tell_positions_apart_all_are_looked_at() {
    let text = |more: &str| {
        format!(
            "game \"Tax\" players A, B range Heap = 1..3 state {{ size[h: Heap]: 0..150 = 50 {more} }}
            move tax(h in Heap, to in Heap, k in 1..75) when h != to and 2 * k <= size[h] {{ size[h] -= 2 * k size[to] += k }}
            stuck => me loses"
        )
    };
    let limits = Limits::default();
    let plain = Options::within(&limits);
    let value = |text: &str, options: &Options| {
        let definition = common::compile(text, &[]).expect("it is in order");
        let answer = solve(&definition, options).unwrap();
        (answer.value, before(&answer).is_some())
    };
    let alphabeta = Options { solver: SolverKind::AlphaBeta, ..plain.clone() };
    let numbers = text("");
    assert_eq!(value(&numbers, &plain).0, value(&numbers, &alphabeta).0);
    assert!(value(&numbers, &plain).1);
    assert!(!value(&text(", set: set of Heap"), &plain).1, "a set is no number");
    assert!(!value(&numbers, &Options { distance: true, ..plain.clone() }).1, "it tells no plies");
}
