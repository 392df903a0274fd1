//! What solvers tell beside the value, and what they are asked unless it is said.

use super::toys::{Toy, ToyNode};
use crate::*;
use zug_game::{Game, Player};

/// A game of nodes with these moves; play is over where there is none.
fn game(moves: &[&[usize]]) -> Toy {
    let node = |to: &&[usize]| ToyNode {
        mover: Player::First,
        edges: to.iter().map(|to| (*to, 0)).collect(),
        payoff: 1,
        endless: 0,
    };
    Toy { nodes: moves.iter().map(node).collect() }
}

#[test]
fn the_best_moves_alone_are_asked_for_unless_it_is_said() {
    let best = SolveQuestion { best: true, distance: false, all_moves: false, line: false };
    assert_eq!(SolveQuestion::default(), best);
    assert_eq!(SolveQuestion::VALUE, SolveQuestion { best: false, ..best });
}

/// The plies to the position that is reached last, by the shortest way.
#[test]
fn retrograde_analysis_tells_how_deep_it_listed_positions() {
    let games: [(&[&[usize]], u64); 7] = [
        (&[&[]], 0),
        (&[&[0]], 0),
        (&[&[1], &[]], 1),
        (&[&[1, 2, 3], &[], &[], &[]], 1),
        (&[&[1], &[2], &[3], &[4], &[]], 4),
        (&[&[1, 2], &[3, 4], &[5, 6], &[], &[], &[], &[]], 2),
        (&[&[1, 2], &[3], &[4], &[], &[5], &[0]], 3),
    ];
    for (moves, depth) in games {
        let (game, limits) = (game(moves), Limits::default());
        let found = solve_retrograde(&game, &game.start(), SolveQuestion::VALUE, &limits).unwrap();
        assert_eq!(found.statistics.max_depth, depth, "{moves:?}");
        assert_eq!(found.statistics.positions, moves.len() as u64, "{moves:?}");
    }
}

#[test]
fn sequences_are_counted_to_the_greatest_depth_and_to_none_beyond() {
    let game = game(&[&[1, 2], &[], &[3], &[]]);
    let count = |depth| perft(&game, &game.start(), depth, &Limits::default());
    let deepest = count(DEEPEST_COUNT).unwrap();
    assert_eq!((deepest.len(), &deepest[..3]), (DEEPEST_COUNT, &[2, 1, 0][..]));
    assert_eq!(deepest.iter().sum::<u64>(), 3);
    assert!(matches!(count(DEEPEST_COUNT + 1), Err(Stop::Overflow { what: "the depth", .. })));
}
