//! The machine made of a definition is well formed, the same on every run, and searched as the game
//! written by hand.

#[allow(unused_imports, reason = "the other games written by hand are for other tests")]
mod by_hand;
mod common;

use by_hand::TriangleWar;
use zug::answer::{
    Answer, Checks, EngineKind, Limits, MemoSize, Options, Prepared, SolverKind, machine_text,
};
use zug_lang::semantics::{Position, Semantics};

/// Every text that a definition is compiled to.
fn stages(path: &std::path::Path) -> [String; 2] {
    let definition = common::load(path, &[]);
    let program = zug_view::report::program::program(&definition.program);
    [program, machine_text(&definition.program).expect("it fits")]
}

#[test]
fn every_game_compiles_to_the_same_bytes_on_every_run() {
    for path in common::library() {
        let first = stages(&path);
        assert!(first.iter().all(|stage| stage.len() > 100), "{}", path.display());
        assert_eq!(first, stages(&path), "{}", path.display());
    }
}

#[test]
fn every_machine_is_well_formed() {
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let machine = zug::answer::machine(&definition.program).expect("it fits");
        assert_eq!(machine.validate(), Vec::<String>::new(), "{}", path.display());
    }
}

fn plain(prepared: &Prepared<'_>, position: &Position) -> Answer {
    let limits = Limits::default();
    let (solver, memo) = (SolverKind::AlphaBeta, MemoSize::Off);
    let options =
        Options { solver, memo, value_only: true, checks: Checks::NONE, ..Options::within(&limits) };
    prepared.solve(position, &options).expect("it is solved")
}

/// The position after these edges, by the definition.
fn after(game: &Semantics<'_>, edges: &[(u8, u8)]) -> Position {
    let written: Vec<String> = edges.iter().map(|(a, b)| format!("{a} {b}")).collect();
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    let line = game.read_moves(&game.start(), &written.join(", ")).expect("legal moves");
    line.positions.last().cloned().expect("some moves")
}

/// 95,420 is what the usual hand-written solver in C++ counts; see `solvers.rs`.
#[test]
fn plain_search_of_the_compiled_triangle_war_visits_the_nodes_of_the_usual_solver() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/poj1085.game");
    let definition = common::load(&path, &[]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let semantics = Semantics::new(&definition.program);
    let first_six = [(1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 5)];
    let found = plain(&prepared, &after(&semantics, &first_six));
    assert_eq!((found.value, found.statistics.positions), (1, 95_420));
    let again = plain(&prepared, &after(&semantics, &first_six));
    assert_eq!(found.statistics, again.statistics);
}

#[test]
fn plain_search_of_the_compiled_triangle_war_visits_the_same_nodes_from_many_starts() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/poj1085.game");
    let definition = common::load(&path, &[]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let semantics = Semantics::new(&definition.program);
    let by_hand = TriangleWar::new();
    let mut random = common::Random(6);
    for _ in 0..12 {
        let mut edges: Vec<(u8, u8)> = Vec::new();
        while edges.len() < 6 {
            let edge = EDGES[random.below(EDGES.len())];
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        let moves: Vec<u8> = edges.iter().map(|&(a, b)| TriangleWar::edge(a, b)).collect();
        let (question, limits) = (zug_solve::SolveQuestion::VALUE, Limits::default());
        let options = zug_solve::AlphaBetaOptions { memo: zug_solve::TableSize::Off, ..Default::default() };
        let start = by_hand.after(&moves);
        let expected = zug_solve::solve_alphabeta(&by_hand, &start, question, &limits, options).unwrap();
        let found = plain(&prepared, &after(&semantics, &edges));
        assert!(found.statistics.positions > 10_000, "{edges:?}");
        assert_eq!((found.value, found.statistics), (expected.value, expected.statistics), "{edges:?}");
    }
}

const EDGES: [(u8, u8); 18] = [
    (1, 2),
    (1, 3),
    (2, 3),
    (2, 4),
    (2, 5),
    (3, 5),
    (3, 6),
    (4, 5),
    (4, 7),
    (4, 8),
    (5, 6),
    (5, 8),
    (5, 9),
    (6, 9),
    (6, 10),
    (7, 8),
    (8, 9),
    (9, 10),
];
