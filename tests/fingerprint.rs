//! How many positions the search looks at, game by game: a change of it must be meant.
//!
//! `ZUG_RENEW=1 cargo test --test fingerprint` writes the counts that there are now into
//! `tests/fingerprint.txt`.

mod common;
#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::fmt::Write;
use zug::answer::{Checks, EngineKind, Limits, MemoSize, Options, Prepared, SolverKind};

/// What is solved.
const SUITE: [(&str, &[&str]); 12] = [
    ("tic_tac_toe", &[]),
    ("connect_four", &[]),
    ("connect_four", &["columns=5", "rows=4"]),
    ("dots_and_boxes", &[]),
    ("dots_and_boxes", &["columns=2", "rows=3"]),
    ("poj1085", &[]),
    ("hex", &[]),
    ("reversi", &[]),
    ("kalah", &["pits=3", "seeds=2"]),
    ("domineering", &[]),
    ("breakthrough", &["columns=3", "rows=4"]),
    ("wallets", &[]),
];

/// A line for each game: what it takes to find the value.
fn counts() -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let limits = Limits::default();
    let mut text = String::new();
    for (name, settings) in SUITE {
        let definition = common::load(&folder.join(format!("{name}.game")), settings);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let prepared = prepared.with_symmetry();
        let (solver, memo) = (SolverKind::AlphaBeta, MemoSize::Bytes(64 << 20));
        let options =
            Options { solver, memo, value_only: true, checks: Checks::NONE, ..Options::within(&limits) };
        let answer = prepared.solve(&prepared.start(), &options).expect("it is solved");
        let told = answer.statistics;
        let set: String = settings.iter().map(|each| format!(" {each}")).collect();
        writeln!(text, "{name}{set}: value {}, {} positions", answer.value, told.positions)
            .expect("a string");
    }
    text
}

#[test]
fn the_search_looks_at_as_many_positions_as_before() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fingerprint.txt");
    let found = counts();
    assert_eq!(found, counts(), "two runs count the same");
    renewal::hold(&path, &found);
}
