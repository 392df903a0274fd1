//! The search to a depth: its heuristic values are those of minimax to that depth.

use super::toys::{At, Kind, Random, Toy, ToyNode, random_game};
use crate::*;
use zug_game::{Player, Value};

/// For each node the points to come within so many plies, under best play of both; a position at
/// the depth's edge is worth nothing more.
fn to_depth(game: &Toy, depth: u32) -> Vec<Value> {
    let at_once = |node: &ToyNode| if node.edges.is_empty() { node.payoff } else { 0 };
    let mut values: Vec<Value> = game.nodes.iter().map(at_once).collect();
    for _ in 0..depth {
        let best = |node: &ToyNode| {
            let behind = node.edges.iter().map(|(to, reward)| values[*to] + reward);
            let best = if node.mover == Player::First { behind.max() } else { behind.min() };
            best.unwrap_or(node.payoff)
        };
        values = game.nodes.iter().map(best).collect();
    }
    values
}

fn values(found: &HeuristicValues<usize>) -> Vec<Value> {
    found.moves.iter().map(|each| each.value).collect()
}

#[test]
fn heuristic_values_are_those_of_minimax_to_the_depth() {
    let mut random = Random(24);
    // Searches that ended before play did, by who moves first.
    let mut shallow = [0; 2];
    for round in 0..2000 {
        let points = round % 2 == 0;
        let game = random_game(&mut random, Kind { points, cycles: !points, swings: !points });
        let start = At { node: 0, points: 7 };
        for budget in [0, 1, 2, 5, 10, 30, 100, 1000] {
            let found = depth_limited_search(&game, &start, budget).unwrap();
            let edges = &game.nodes[0].edges;
            assert!((0..edges.len()).eq(found.moves.iter().map(|each| each.mv)));
            if found.depth == 0 {
                assert!(values(&found).iter().all(|value| *value == 0));
                continue;
            }
            let behind = to_depth(&game, found.depth - 1);
            let right: Vec<Value> = edges.iter().map(|(to, reward)| 7 + reward + behind[*to]).collect();
            assert_eq!(values(&found), right, "{budget} positions, {} plies: {game:?}", found.depth);
            let ends = to_depth(&game, 40);
            let differs = edges.iter().any(|(to, _)| ends[*to] != behind[*to]);
            shallow[game.nodes[0].mover.index()] += u32::from(differs && found.depth > 1);
        }
    }
    assert!(shallow.iter().all(|count| *count > 500), "{shallow:?}");
}

/// A player has one move, then the other ten, then the first ten again, all to ends; the first
/// reply is worth nothing, each other one is refuted by any move.
fn refuted(player: Player) -> Toy {
    let payoff = if player == Player::First { 1 } else { -1 };
    let end = |payoff| ToyNode { mover: player, edges: Vec::new(), payoff, endless: 0 };
    let inner = |mover, edges| ToyNode { mover, edges, payoff: 0, endless: 0 };
    let root = inner(player, vec![(1, 0)]);
    let replies = inner(player.other(), (2..12).map(|to| (to, 0)).collect());
    let answers = (0..10).map(|reply| inner(player, vec![(if reply == 0 { 12 } else { 13 }, 0); 10]));
    Toy { nodes: [root, replies].into_iter().chain(answers).chain([end(0), end(payoff)]).collect() }
}

/// One ply takes 1 position and two take 11. Three take 30: the first reply with its ten answers,
/// and one answer of each other reply; without cutoffs they would take 111.
#[test]
fn replies_that_are_refuted_are_left_at_once() {
    for player in [Player::First, Player::Second] {
        let game = refuted(player);
        let depth = |budget| depth_limited_search(&game, &At::default(), budget).unwrap().depth;
        assert_eq!([1, 2, 12, 13, 42, 43, 1000].map(depth), [0, 1, 1, 2, 2, 3, 3], "{player:?}");
    }
}

/// Of moves that are worth the same at the depth's edge, the playouts tell those apart that are
/// best for who moves, and leave the others at 0.
#[test]
fn the_moves_that_are_best_for_the_mover_are_played_out() {
    for (mover, best) in [(Player::First, 5), (Player::Second, -5)] {
        let end = |payoff| ToyNode { mover, edges: Vec::new(), payoff, endless: 0 };
        let root = ToyNode { mover, edges: vec![(1, 0), (2, 0), (1, 0)], payoff: 0, endless: 0 };
        let game = Toy { nodes: vec![root, end(best), end(-best)] };
        let found = depth_limited_search(&game, &At::default(), 100).unwrap();
        let means: Vec<f64> = found.moves.iter().map(|each| each.mean).collect();
        assert_eq!(means, [best as f64, 0.0, best as f64]);
    }
}
