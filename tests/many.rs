//! A definition that is asked about many positions keeps what it found, and answers as if each were
//! the only one.

mod common;

use zug::answer::{EngineKind, Limits, Options, Prepared, SolverKind};
use zug_game::SplitMix64;
use zug_lang::semantics::{Expansion, Position, Semantics};

/// Games with points and without, with extra turns, with symmetries, with equal moves for both
/// players.
const GAMES: [(&str, &[&str]); 8] = [
    ("tic_tac_toe", &["m=3", "n=3"]),
    ("dots_and_boxes", &["columns=1", "rows=2"]),
    ("kalah", &["pits=2", "seeds=2"]),
    ("connect_four", &["columns=3", "rows=3", "k=3"]),
    ("chomp", &["width=3", "height=3"]),
    ("hexapawn", &[]),
    ("coin_game", &[]),
    ("clobber", &["columns=3", "rows=2"]),
];

/// Positions of random games, many of them more than once.
fn positions(semantics: &Semantics<'_>, random: &mut SplitMix64) -> Vec<Position> {
    let mut all = Vec::new();
    while all.len() < 60 {
        let mut position = semantics.start();
        while let Ok(Expansion::Moves(moves)) = semantics.expand(&position) {
            all.push(position.clone());
            position = semantics.play(&position, &moves[random.below(moves.len())]).expect("a legal move");
        }
        all.push(position);
    }
    all
}

#[test]
fn many_positions_are_answered_as_each_alone() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut random = SplitMix64(1);
    for (name, settings) in GAMES {
        let definition = common::load(&folder.join(format!("{name}.game")), settings);
        let prepare = || Prepared::new(&definition.program, EngineKind::Auto).expect("it fits");
        let (plain, many) = (prepare(), prepare().with_symmetry().for_many());
        let options = Options { all_moves: true, ..Options::within(&Limits::default()) };
        let minimax = Options { solver: SolverKind::Minimax, ..options.clone() };
        let alphabeta = Options { solver: SolverKind::AlphaBeta, ..options.clone() };
        for position in positions(&Semantics::new(&definition.program), &mut random) {
            let right = plain.solve(&position, &minimax).expect("it is small");
            for options in [&options, &alphabeta] {
                let found = many.solve(&position, options).expect("it is small");
                let told = (found.value, &found.best, &found.moves);
                assert_eq!(told, (right.value, &right.best, &right.moves), "{name}: {position:?}");
                let alone = plain.solve(&position, options).expect("it is small");
                assert_eq!(found.line, alone.line, "{name}: {position:?}");
            }
        }
    }
}

#[test]
fn a_later_answer_looks_at_fewer_positions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let definition = common::load(&folder.join("connect_four.game"), &["columns=4", "rows=3"]);
    let many = Prepared::new(&definition.program, EngineKind::Auto).expect("it fits").for_many();
    let options = Options { solver: SolverKind::AlphaBeta, ..Options::within(&Limits::default()) };
    let ask = || many.solve(&many.start(), &options).expect("it is small");
    let (first, second) = (ask(), ask());
    assert!(second.statistics.positions < first.statistics.positions / 10);
    assert!(second.checked.compared >= 1, "the first position is compared by name all the same");
}
