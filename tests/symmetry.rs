//! The symmetries of the rules: how many are found, that play keeps them, and that no answer depends on them.

mod common;
mod random;

use common::{Random, load};
use std::path::Path;
use zug::answer::{Answer, Engine, EngineKind, Limits, Options, Prepared, SolverKind, Task, with_engine};
use zug::facts::Ends;
use zug::game::Visit;
use zug::program::Program;
use zug::symmetry::{Symmetry, find};

fn found(name: &str, settings: &[&str]) -> Symmetry {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
    find(&load(&path, settings).program)
}

fn order(name: &str, settings: &[&str]) -> u128 {
    let symmetry = found(name, settings);
    assert!(symmetry.complete, "{name}");
    symmetry.order.expect("a small group")
}

#[test]
fn a_square_board_has_eight_symmetries_and_a_rectangle_four() {
    assert_eq!(order("tic_tac_toe", &[]), 8);
    assert_eq!(order("tic_tac_toe", &["m=4", "n=3"]), 4);
}

#[test]
fn where_pieces_fall_only_left_and_right_can_be_exchanged() {
    assert_eq!(order("connect_four", &[]), 2);
    assert_eq!(order("connect_four", &["columns=7", "rows=6"]), 2);
}

#[test]
fn border_edges_of_a_corner_triangle_are_interchangeable() {
    assert_eq!(order("poj1085", &[]), 48);
}

#[test]
fn flat_and_upright_edges_are_exchanged_by_a_quarter_turn() {
    let symmetry = found("dots_and_boxes", &[]);
    assert!(symmetry.exchanges_players());
    assert_eq!(symmetry.order, Some(16), "eight, and the same with the players exchanged");
    assert_eq!(order("dots_and_boxes", &["columns=3", "rows=2"]), 8);
}

#[test]
fn heaps_are_interchangeable_whatever_they_hold_at_the_start() {
    let symmetry = found("nim", &[]);
    assert!(symmetry.exchanges_players());
    assert_eq!(symmetry.order, Some(12));
}

#[test]
fn reversi_has_eight_symmetries_and_the_players_can_be_exchanged() {
    assert_eq!(order("reversi", &[]), 16);
}

#[test]
fn hex_can_be_turned() {
    assert!(order("hex", &[]) >= 2);
}

/// Every definition of the library at its usual settings.
fn programs() -> impl Iterator<Item = (String, Program)> {
    common::library().into_iter().map(|path| (path.display().to_string(), load(&path, &[]).program))
}

#[test]
fn print_orders() {
    for (name, program) in programs() {
        let begun = std::time::Instant::now();
        let s = find(&program);
        println!(
            "{name} {:?} complete={} exchanges={} {:?}",
            s.order,
            s.complete,
            s.exchanges_players(),
            begun.elapsed()
        );
    }
}
