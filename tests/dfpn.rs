//! Proof-number search answers what minimax answers, at every size of its memo, and refuses what is
//! not won, lost or drawn.

#[allow(unused_imports)] // Some of the games are enough here.
mod by_hand;
mod common;

use by_hand::{ConnectFour, Dots, TriangleWar};
use zug::answer::{
    Answer, EngineKind, Limits, MemoSize, Method, Options, Prepared, SolveError, SolverKind, Technique,
    Techniques, Unfit,
};
use zug_game::{Game, Value};
use zug_solve::{DfpnOptions, LimitKind, Parallel, Solution, SolveQuestion, Stop, TableSize, solve_dfpn};

fn proved<G: Parallel>(game: &G, position: &G::Position, options: DfpnOptions) -> Solution<G::Move> {
    solve_dfpn(game, position, SolveQuestion::default(), &Limits::default(), options).unwrap()
}

fn compile(name: &str, settings: &[&str]) -> zug::definition::Definition {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    common::load(&folder.join(format!("{name}.game")), settings)
}

fn ask(prepared: &Prepared<'_>, options: &Options) -> Result<Answer, SolveError> {
    prepared.solve(&prepared.start(), options)
}

fn options(solver: SolverKind, limits: &Limits) -> Options {
    Options { solver, distance: true, all_moves: true, ..Options::within(limits) }
}

#[test]
fn connect_four_on_a_four_by_four_board_is_drawn() {
    let game = ConnectFour::<4, 4>;
    assert_eq!(proved(&game, &game.start(), DfpnOptions::default()).value, 0);
}

/// The player who closes a triangle moves again; there is no draw, so one question is enough.
#[test]
fn extra_turns_are_sound() {
    let game = TriangleWar::new();
    let begun = game.after(&[0, 1, 2, 3, 4, 5]);
    for draws in [true, false] {
        let found = proved(&game, &begun, DfpnOptions { draws, ..DfpnOptions::default() });
        assert_eq!(found.value, 1);
    }
}

#[test]
fn points_are_refused() {
    let game = Dots::<1, 2>::new();
    let found =
        solve_dfpn(&game, &game.start(), SolveQuestion::VALUE, &Limits::default(), DfpnOptions::default());
    assert!(matches!(found, Err(Stop::Unfit { .. })), "{found:?}");
}

/// Whether a refusal is for the right reason.
type IsRight = fn(&Unfit) -> bool;

#[test]
fn what_is_not_for_proof_numbers_is_refused_with_a_reason() {
    let limits = Limits::default();
    let refusals: [(&str, MemoSize, IsRight); 3] = [
        ("dots_and_boxes", MemoSize::Auto, |why| *why == Unfit::PointsForDfpn),
        ("cqoi2013", MemoSize::Auto, |why| matches!(why, Unfit::MayNotEnd { solver: SolverKind::Dfpn, .. })),
        ("tic_tac_toe", MemoSize::Off, |why| *why == Unfit::DfpnWithoutMemo),
    ];
    for (game, memo, is_right) in refusals {
        let definition = compile(game, &[]);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let asked = Options { memo, ..options(SolverKind::Dfpn, &limits) };
        match ask(&prepared, &asked) {
            Err(SolveError::Unfit(why)) => assert!(is_right(&why), "{game}: {why:?}"),
            other => panic!("{game}: {other:?}"),
        }
    }
}

/// Games larger than those that minimax solves.
#[test]
fn alpha_beta_and_proof_numbers_agree_on_larger_games() {
    let limits = Limits::default();
    let sizes: [(&str, &[&str]); 6] = [
        ("connect_four", &["columns=4", "rows=3", "k=3"]),
        ("hex", &["columns=3", "rows=3"]),
        ("domineering", &["columns=4", "rows=4"]),
        ("poj1085", &[]),
        ("tic_tac_toe", &[]),
        ("sim", &[]),
    ];
    for (name, settings) in sizes {
        let definition = compile(name, settings);
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits").with_symmetry();
        let asked = |solver| Options { distance: name != "poj1085", ..options(solver, &limits) };
        let right = ask(&prepared, &asked(SolverKind::AlphaBeta)).expect("alpha-beta solves it");
        let bare = Techniques::ALL.without(Technique::Threats);
        for (memo, techniques) in [
            (MemoSize::Auto, Techniques::ALL),
            (MemoSize::Bytes(100_000), Techniques::ALL),
            (MemoSize::Auto, bare),
        ] {
            let asked = Options { memo, techniques, ..asked(SolverKind::Dfpn) };
            let found = ask(&prepared, &asked).expect("df-pn solves it");
            let who = format!("{name} with {memo:?} and {techniques:?}");
            assert_eq!((found.value, found.distance), (right.value, right.distance), "{who}");
            assert_eq!(found.best, right.best, "{who}");
            assert_eq!(found.moves, right.moves, "{who}");
        }
    }
}

#[test]
fn the_same_question_takes_the_same_positions() {
    let game = ConnectFour::<4, 4>;
    let counts = [(); 2].map(|()| proved(&game, &game.start(), DfpnOptions::default()).statistics);
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn limits_end_a_proof_and_what_was_proved_is_told() {
    let game = ConnectFour::<5, 5>;
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let found = solve_dfpn(&game, &game.start(), SolveQuestion::VALUE, &late, DfpnOptions::default());
    assert!(matches!(found, Err(Stop::Limit { which: LimitKind::Time, .. })), "{found:?}");
    let poor = Limits { memory: 100, ..Limits::default() };
    let found = solve_dfpn(&game, &game.start(), SolveQuestion::VALUE, &poor, DfpnOptions::default());
    assert!(matches!(found, Err(Stop::Limit { which: LimitKind::Memory, .. })), "{found:?}");
}

/// The smallest table forgets nearly everything, and the search still ends with the value.
#[test]
fn a_table_that_forgets_makes_a_proof_longer_and_not_wrong() {
    let game = ConnectFour::<4, 4>;
    let small = DfpnOptions { memo: TableSize::Bytes(1), ..DfpnOptions::default() };
    let start = game.start();
    let (few, many) = (proved(&game, &start, small), proved(&game, &start, DfpnOptions::default()));
    let values: [Value; 2] = [few.value, many.value];
    assert_eq!(values, [0, 0]);
    assert_eq!((&few.best, &few.line), (&many.best, &many.line));
    assert!(few.statistics.positions > many.statistics.positions);
    assert!(few.statistics.bytes < many.statistics.bytes);
}

/// Without history ordering alpha-beta alone does the work of 1.3 million positions, df-pn that of
/// 142,776; each has its turns where it is not said which.
#[test]
fn the_two_have_turns_where_one_takes_long() {
    let definition = compile("hex", &["columns=4", "rows=4"]);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits").with_symmetry();
    let limits = Limits::default();
    let techniques = Techniques::ALL.without(Technique::HistoryOrdering);
    let turns = Options { techniques, ..options(SolverKind::Auto, &limits) };
    let auto = ask(&prepared, &turns).expect("it is solved");
    let dfpn = ask(&prepared, &options(SolverKind::Dfpn, &limits)).expect("it is solved");
    assert_eq!(auto.solver, SolverKind::Dfpn);
    assert!(
        matches!(auto.reason.method, Method::Dfpn { draws: false, before: Some(1..) }),
        "{:?}",
        auto.reason
    );
    assert_eq!(
        (auto.value, auto.distance, &auto.best, &auto.moves),
        (1, dfpn.distance, &dfpn.best, &dfpn.moves)
    );
    assert!(auto.statistics.work() < 1_300_000, "{:?}", auto.statistics);
}
