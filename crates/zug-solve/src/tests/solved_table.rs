//! The table of all positions: what it tells of any of them is what minimax tells, points so far
//! included.

use super::toys::{At, Kind, Random, Toy, random_game};
use crate::*;
use std::collections::BTreeSet;
use zug_game::{Game, Value};

/// What minimax tells of a position: its value and that of every move.
fn minimax(game: &Toy, at: At, kind: Kind) -> (Value, Vec<(usize, Value)>) {
    let question = SolveQuestion { all_moves: true, ..SolveQuestion::VALUE };
    let ends = if kind.cycles { Termination::MayRepeat } else { Termination::Ends };
    let found = solve_minimax(game, &at, question, &Limits::default(), ends).unwrap();
    (found.value, found.moves.into_iter().map(|each| (each.mv, each.value)).collect())
}

/// What the table tells of a position.
fn looked_up(table: &SolvedTable<'_, Toy>, at: At) -> (Value, Vec<(usize, Value)>) {
    let moves = table.moves(&at).expect("it can be reached");
    let value = table.look_up(&at).expect("it can be reached").value;
    (value, moves.into_iter().map(|each| (each.mv, each.value)).collect())
}

/// All positions that can be reached, with all their points, up to a number of them.
fn positions(game: &Toy) -> Vec<At> {
    let (mut all, mut open) = (vec![game.start()], vec![game.start()]);
    let mut known = BTreeSet::from([game.full_key(&game.start())]);
    while let Some(at) = open.pop().filter(|_| all.len() < 100) {
        for play in 0..game.nodes[at.node].edges.len() {
            let next = game.play(&at, &play).unwrap().position;
            if known.insert(game.full_key(&next)) {
                all.push(next);
                open.push(next);
            }
        }
    }
    all
}

#[test]
fn the_points_so_far_are_told_with_the_value_of_any_position() {
    let mut random = Random(22);
    let (mut with_points, mut whole_without_being_asked) = (0, 0);
    for round in 0..400 {
        let kind = match round % 3 {
            2 => Kind { points: false, cycles: true, swings: true },
            _ => Kind { points: true, cycles: false, swings: false },
        };
        let game = random_game(&mut random, kind);
        for whole in [false, true] {
            let table = SolvedTable::of(&game, &game.start(), &Limits::default(), whole).unwrap();
            whole_without_being_asked += u32::from(!whole && table.is_whole());
            for at in positions(&game) {
                with_points += u32::from(at.points != 0);
                assert_eq!(looked_up(&table, at), minimax(&game, at, kind), "{at:?}, {whole}: {game:?}");
            }
        }
    }
    assert!(
        with_points > 1000 && whole_without_being_asked > 10,
        "{with_points} {whole_without_being_asked}"
    );
}
