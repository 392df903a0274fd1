//! Sums of impartial games are solved by the nimbers of their components: each condition alone is
//! violated, and answers are minimax's.

mod common;

use common::facts::{each_alone, program};
use zug::answer::{Answer, EngineKind, Limits, Method, Options, Prepared, SolveError, SolverKind, Unfit};
use zug::expectation::{Mismatch, Verdict};
use zug_analysis::impartial_components;
use zug_lang::program::Program;

/// Heaps of their own sizes, of which each player takes up to `most`.
const HEAPS: &str = r#"game "Heaps"
players A, B
range Heap = 1..3
let most[Heap] = [2, 3, 1]
let size[Heap] = [5, 4, 3]
state { left[h: Heap]: 0..5 = size[h]  turns: 0..9 }
def open(h: Heap) = left[h] > 0
move take(h in Heap, n in 1..3) when open(h) and n <= most[h] and n <= left[h] { left[h] -= n }
stuck => me loses
"#;

fn components(program: &Program) -> usize {
    impartial_components(program).map_or(0, |components| components.len())
}

fn solve(text: &str, solver: SolverKind, nimber: bool) -> Result<Answer, SolveError> {
    let definition = common::compile(text, &[]).expect("in order");
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits").with_symmetry();
    let options = Options { solver, nimber, all_moves: true, ..Options::within(&Limits::default()) };
    prepared.solve(&prepared.start(), &options)
}

#[test]
fn each_condition_alone_is_needed() {
    assert_eq!(components(&program(HEAPS)), 3);
    each_alone(
        HEAPS,
        &|program| components(program) == 3,
        &[
            // The other way round, or something else than a loss.
            ("stuck => me loses", "stuck => me wins"),
            ("stuck => me loses", "stuck => draw"),
            ("stuck => me loses", "end when left[1] = 0 => me wins\nstuck => me loses"),
            ("stuck => me loses", "stuck => left[1] to A"),
            // A number that must rise joins what it reads.
            ("stuck => me loses", "stuck => me loses\nprogress 16 - left[1] - 2 * left[2] - left[3]"),
            // The turn does not pass.
            ("{ left[h] -= n }", "{ left[h] -= n  again when n = 2 }"),
            // Who moves matters.
            ("n <= most[h] and", "n <= most[h] and (n < 3 or me = A) and"),
            ("def open(h: Heap) = left[h] > 0", "def open(h: Heap) = left[h] > 0 and me in Player"),
            // A move reads or changes what another has.
            ("{ left[h] -= n }", "{ left[h] -= n  turns += 1 }"),
            ("when open(h)", "when open(h) and turns = 0"),
            ("n <= left[h] {", "n <= left[h] and left[1] < 6 {"),
            ("def open(h: Heap) = left[h] > 0", "def open(h: Heap) = some g in Heap: left[g] > 0 and g = h"),
            ("n <= left[h] {", "n <= left[h] and left[Heap(4 - h)] >= 0 {"),
        ],
    );
}

#[test]
fn components_are_found_as_far_as_indexes_are_known() {
    // Two heaps at a time: a parameter joins all that it may name.
    let two = HEAPS.replace("take(h in Heap, n in 1..3)", "take(h in Heap, n in 1..3, g in Heap - {h})");
    assert_eq!(components(&program(&two)), 3, "a parameter that names no entry joins nothing");
    let two = two.replace("n <= left[h] {", "n <= left[h] and left[g] < 6 {");
    assert_eq!(components(&program(&two)), 1);
    // What no move names is no component.
    assert_eq!(components(&program(&HEAPS.replace("[5, 4, 3]", "[5, 4, 0]"))), 3);
}

#[test]
fn values_best_moves_and_nimbers_are_those_of_the_whole_game() {
    let (mut won, mut lost) = (0, 0);
    for (a, b, c) in (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| (a, b, c)))) {
        let text = HEAPS.replace("[5, 4, 3]", &format!("[{a}, {b}, {c}]"));
        let right = solve(&text, SolverKind::Minimax, false).unwrap();
        let auto = solve(&text, SolverKind::Auto, true).unwrap();
        let values = |answer: &Answer| answer.moves.iter().map(|each| each.1).collect::<Vec<_>>();
        assert_eq!((right.value, &right.best, values(&right)), (auto.value, &auto.best, values(&auto)));
        assert_eq!(auto.reason.method, Method::Components { components: 3 });
        // The heaps are of the games in which up to 2, 3 and 1 are taken: their nimbers are
        // remainders.
        assert_eq!(auto.nimber, Some(((a % 3) ^ (b % 4) ^ (c % 2)) as u32), "{a} {b} {c}");
        if auto.value == 1 { won += 1 } else { lost += 1 }
    }
    assert!(won > 50 && lost > 20, "{won} {lost}");
}

/// One component has a nimber too, and is no sum.
#[test]
fn a_game_of_one_component_has_a_nimber() {
    let wythoff = r#"game "Wythoff"
players A, B
state { a: 0..9 = 4  b: 0..9 = 6 }
move left(n in 1..9) when n <= a { a -= n }
move right(n in 1..9) when n <= b { b -= n }
move both(n in 1..9) when n <= a and n <= b { a -= n  b -= n }
stuck => me loses
"#;
    let answer = solve(wythoff, SolverKind::Auto, true).unwrap();
    assert_eq!(answer.nimber, Some(wythoff_nimber(4, 6)));
    assert_ne!(answer.reason.method, Method::Components { components: 1 });
    let asked = solve(wythoff, SolverKind::Sums, false);
    assert!(matches!(asked, Err(SolveError::Unfit(Unfit::NoSum))), "{asked:?}");
    let partizan = wythoff.replace("when n <= a {", "when n <= a and me = A {");
    let asked = solve(&partizan, SolverKind::Auto, true);
    assert!(matches!(asked, Err(SolveError::Unfit(Unfit::NoNimber { .. }))), "{asked:?}");
}

fn wythoff_nimber(a: usize, b: usize) -> u32 {
    let mut options: Vec<u32> = (0..a).map(|to| wythoff_nimber(to, b)).collect();
    options.extend((0..b).map(|to| wythoff_nimber(a, to)));
    options.extend((1..=a.min(b)).map(|n| wythoff_nimber(a - n, b - n)));
    (0..).find(|n| !options.contains(n)).expect("some number is missing")
}

/// A fault that some component can meet is met, as whoever looks at every line meets it.
#[test]
fn a_fault_of_a_component_is_told() {
    let faulty =
        HEAPS.replace("{ left[h] -= n }", "{ left[h] -= n + (if h = 3 and left[h] = 1 then 1 else 0) }");
    for solver in [SolverKind::Auto, SolverKind::Minimax, SolverKind::Sums] {
        let found = solve(&faulty, solver, false);
        assert!(matches!(found, Err(SolveError::Fault { .. })), "{solver:?} {found:?}");
    }
}

#[test]
fn a_nimber_that_a_game_does_not_have_is_a_fact_that_fails() {
    let judged = |text: &str| {
        let definition = common::compile(text, &[]).expect("in order");
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits");
        let expect = definition.program.expects.last().expect("a fact").clone();
        zug::expectation::judge(&prepared, &expect, &Limits::default()).expect("it can be judged")
    };
    let fails = |expected, found| Verdict::Fails(Mismatch::Nimber { expected, found });
    assert_eq!(judged(&format!("{HEAPS}expect nimber = 3\n")), Verdict::Holds);
    assert_eq!(judged(&format!("{HEAPS}expect nimber = 2\n")), fails(2, Some(3)));
    let partizan = HEAPS.replace("when open(h)", "when open(h) and (n < 3 or me = A)");
    assert_eq!(judged(&format!("{partizan}expect nimber = 3\n")), fails(3, None));
}
