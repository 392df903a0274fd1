//! Deletion games: recognized only where every condition holds, and solved as minimax does.

mod common;

use common::facts::{each_alone, program};
use zug::answer::{EngineKind, Limits, Method, Options, Prepared, SolverKind, SumParts};
use zug_lang::program::Program;

const GRIM: &str = "game \"Grim\" players A, B board Cell = grid(4, 2)
    state { left: set of Cell = Cell, gone: set of Cell, shut: bool, n: 0..9 = 0 }
    move take(c in left) when some d in near(c): d in left { left -= c gone += c }
    move even(c in left) when count(near(c) & left) % 2 = 0 and not shut { left -= c }
    move close(c in left) when not shut and count(near(c) & gone) <= 1 { shut = true }
    move both(c in left) when count(near(c) & left) = 2 {
      left -= c
      left = { d in left where d not in near(c) or some e in near(d): e in left }
    }
    stuck => me loses";

#[test]
fn a_deletion_game_is_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::deletion_game(program).is_some();
    each_alone(
        GRIM,
        &recognized,
        &[
            // Play ends by being stuck alone, and that loses.
            ("stuck => me loses", "stuck => me wins"),
            ("stuck => me loses", "stuck => draw"),
            ("stuck => me loses", "stuck => A wins"),
            ("stuck => me loses", "stuck => pass"),
            ("stuck =>", "end when left = {} => A wins stuck =>"),
            ("stuck =>", "progress count(gone) stuck =>"),
            ("stuck =>", "endless => draw stuck =>"),
            ("stuck =>", "provided left != {} stuck =>"),
            // The turn passes with every move.
            ("gone += c }", "gone += c again when shut }"),
            // A move asks for few things.
            ("near(c): d in left", "Cell: d in left or d in gone"),
            ("count(near(c) & left) = 2 {", "count(left) + count(gone) = 2 {"),
            // What has changed stays changed.
            ("{ left -= c gone += c }", "{ left -= c gone = {c} }"),
            ("{ left -= c gone += c }", "{ left -= c gone += c shut = false }"),
            ("{ left -= c gone += c }", "{ left -= c + Cell(1, 1) left += Cell(1, 1) gone += c }"),
            ("left = { d in left where", "left = { d in Cell where"),
            // Each move changes something that it asks for.
            ("{ shut = true }", "{ gone += c }"),
            ("{ shut = true }", "{ if count(near(c) & gone) = 1 { shut = true } }"),
            ("{ shut = true }", "{ n = 3 }"),
            // It meets no fault.
            ("{ shut = true }", "{ shut = true n += 1 }"),
        ],
    );
}

/// The same rules, written otherwise.
#[test]
fn a_deletion_game_is_recognized_however_it_is_written() {
    for (from, to) in [
        ("when some d in near(c): d in left", "when near(c) & left != {}"),
        ("when some d in near(c): d in left", "when count(d in near(c) where d in left) > 0"),
        ("when some d in near(c): d in left", "when not near(c) <= gone + (Cell - left)"),
        ("count(near(c) & left) % 2 = 0", "count(d in near(c) where d in left) in {0, 2, 4}"),
        ("count(near(c) & left) = 2", "sum(d in near(c): if d in left then 1 else 0) = 2"),
        ("count(near(c) & left) = 2", "2 * count(near(c) & left) - 1 = 3"),
        ("{ left -= c gone += c }", "{ left = left - {c} gone = gone + c n = 3 }"),
    ] {
        assert!(GRIM.contains(from), "{from}");
        let text = GRIM.replace(from, to);
        assert!(zug_analysis::deletion_game(&program(&text)).is_some(), "{text}");
    }
}

/// The value of every position that can be reached is that of minimax.
#[test]
fn deletion_games_are_solved_as_minimax_does() {
    let parity = GRIM.replace("% 2 = 0", "% 2 = 1");
    let own = GRIM
        .replace("left -= c gone += c }", "left -= c if me = A { gone += c } }")
        .replace("near(c) & gone) <= 1 {", "near(c) & gone) <= 1 and me = B {");
    for (text, nimbers) in [(GRIM, true), (&parity, true), (&own, false)] {
        let program = program(&text.replace("grid(4, 2)", "grid(3, 2)"));
        let prepared = Prepared::new(&program, EngineKind::Auto).expect("it fits").with_symmetry();
        let limits = Limits::default();
        let of = |solver: SolverKind| Options { solver, ..Options::within(&limits) };
        let semantics = zug_lang::semantics::Semantics::new(&program);
        let (mut open, mut seen) = (vec![prepared.start()], 0);
        while let Some(position) = open.pop().filter(|_| seen < 400) {
            seen += 1;
            let parts = prepared.solve(&position, &of(SolverKind::Sums)).expect("it is a sum");
            let plain = prepared.solve(&position, &of(SolverKind::Minimax)).expect("it is small");
            assert_eq!((parts.value, &parts.best), (plain.value, &plain.best), "{position:?}");
            assert_eq!(parts.reason.method, Method::Sums { parts: SumParts::Nodes, nimbers });
            if let Ok(zug_lang::semantics::Expansion::Moves(choices)) = semantics.expand(&position) {
                let next =
                    choices.iter().map(|choice| semantics.play(&position, choice).expect("it is legal"));
                open.splice(0..0, next);
            }
        }
        assert!(seen > 50, "{seen}");
    }
}

/// Nimbers of Grim on paths, by the plain recursion: a vertex with a neighbour is taken.
#[test]
fn paths_have_the_nimbers_of_the_recursion() {
    let mut nimbers = vec![0_u32, 0];
    for n in 2..=24 {
        let options: Vec<u32> = (0..n).map(|at| nimbers[at] ^ nimbers[n - 1 - at]).collect();
        nimbers.push((0..).find(|number| !options.contains(number)).expect("some number is none"));
    }
    for (n, nimber) in nimbers.iter().enumerate().skip(2) {
        let text = format!(
            "game \"Path\" players A, B board V = grid({n}, 1) state {{ left: set of V = V }}
            move take(v in left) when some u in near(v): u in left {{ left -= v }} stuck => me loses"
        );
        let program = program(&text);
        let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
        let found = prepared.nimber(&prepared.start(), &Limits::default()).expect("no limit");
        assert_eq!(found, Some(*nimber), "{n}");
    }
}

/// What hardly falls apart is left to alpha-beta; a tree is not.
#[test]
fn boards_that_stay_whole_are_left_to_alphabeta() {
    let answer = |board: &str| {
        let text = format!(
            "game \"Grim\" players A, B {board} state {{ left: set of V = V }}
            move take(v in left) when near(v) & left != {{}} {{ left -= v }} stuck => me loses"
        );
        let program = program(&text);
        let prepared = Prepared::new(&program, EngineKind::Auto).expect("it fits").with_symmetry();
        let limits = Limits::default();
        let options = Options { value_only: true, ..Options::within(&limits) };
        prepared.solve(&prepared.start(), &options).expect("no limit")
    };
    let whole = answer("board V = grid(5, 4)");
    assert!(whole.reason.whole_after.is_some() && whole.solver == SolverKind::AlphaBeta);
    let path = answer("board V = grid(30, 1)");
    assert!(path.reason.whole_after.is_none() && path.solver == SolverKind::Sums);
}
