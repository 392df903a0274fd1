//! The search forward: bounds that hold within few plies, the value within many.

use super::toys::{Kind, Random, random_game};
use crate::*;
use zug_game::{Game, Value};

/// No sum of points of a random game lies further from 0: 28 moves with 2 points each, and 3 more.
const REACH: Value = 59;

#[test]
fn bounds_hold_within_any_number_of_plies_and_meet_within_many() {
    let mut random = Random(13);
    let mut open = 0;
    for i in 0..1000 {
        let kind = Kind { points: i % 2 == 0, cycles: false, swings: false };
        let game = random_game(&mut random, kind);
        let (start, limits) = (game.start(), Limits::default());
        let right =
            solve_minimax(&game, &start, SolveQuestion::VALUE, &limits, Termination::Ends).unwrap().value;
        for plies in [0, 1, 2, 3, 32] {
            let found = solve_within(&game, &start, plies, (-REACH, REACH), &limits).unwrap();
            assert!(found.lower <= right && right <= found.upper, "{plies} plies: {game:?}");
            assert!(plies < 32 || found.lower == found.upper, "{plies} plies: {game:?}");
            open += usize::from(found.lower < found.upper);
        }
    }
    assert!(open > 100, "{open}");
}
