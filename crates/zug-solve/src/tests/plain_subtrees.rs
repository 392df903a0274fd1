//! Plain subtrees change the work of a search, never what it tells.

use super::toys::{FaultyToy, Random, Toy, ToyNode, assert_same};
use crate::*;
use zug_game::{Game, Player, Value};

/// A game of layers: from each node moves lead to nodes of the next layer, with rewards or without.
fn layered(random: &mut Random, layers: usize, width: usize, points: bool) -> Toy {
    let mut nodes = Vec::new();
    for layer in 0..layers {
        for _ in 0..width {
            let last = layer + 1 == layers || (layer > 2 && random.below(9) == 0);
            let count = if last { 0 } else { 2 + random.below(3) as usize };
            let edge = |random: &mut Random| {
                let to = (layer + 1) * width + random.below(width as u64) as usize;
                (to, if points { random.below(3) as Value - 1 } else { 0 })
            };
            let edges = (0..count).map(|_| edge(random)).collect();
            let mover = if random.below(2) == 0 { Player::First } else { Player::Second };
            nodes.push(ToyNode { mover, edges, payoff: random.below(3) as Value - 1, endless: 0 });
        }
    }
    Toy { nodes }
}

fn options(techniques: Techniques) -> AlphaBetaOptions {
    AlphaBetaOptions { techniques, ..AlphaBetaOptions::default() }
}

const WITHOUT: Techniques = Techniques::ALL.without(Technique::PlainSubtrees);

#[test]
fn plain_subtrees_change_no_answer() {
    let mut random = Random(11);
    let (mut used, mut fewer) = (0, 0);
    for i in 0..24 {
        let points = i % 2 == 0;
        let game = layered(&mut random, 8, 2_000, points);
        let question = SolveQuestion { distance: !points, ..SolveQuestion::ALL };
        let limits = Limits::default();
        let right = solve_minimax(&game, &game.start(), question, &limits, Termination::Ends).unwrap();
        for techniques in [Techniques::ALL, WITHOUT, Techniques::NONE.with(Technique::PlainSubtrees)] {
            let found =
                solve_alphabeta(&game, &game.start(), question, &limits, options(techniques)).unwrap();
            assert_same(&game, &right, &found, "plain subtrees");
            let has = techniques.has(Technique::PlainSubtrees);
            assert!(has || found.statistics.plain + found.afterwards.plain == 0);
            used += usize::from(found.statistics.plain > 0);
            fewer += usize::from(found.statistics.work() < found.statistics.positions);
        }
    }
    assert!(used > 12 && fewer > 12, "{used} {fewer}");
}

/// A tree of four moves to each position. In a position before the last, the first move leads to
/// one from which all moves are faults, the second to a win: who looks for ends first never meets a
/// fault.
fn tree_with_faults(depth: usize) -> FaultyToy {
    fn grown(game: &mut FaultyToy, depth: usize) -> usize {
        let mover = if depth.is_multiple_of(2) { Player::First } else { Player::Second };
        let at = game.toy.nodes.len();
        let payoff = if mover == Player::First { 1 } else { -1 };
        game.toy.nodes.push(ToyNode { mover, edges: Vec::new(), payoff, endless: 0 });
        game.faults.push(false);
        let ends = |game: &mut FaultyToy, fault| {
            let node = ToyNode { mover: mover.other(), edges: Vec::new(), payoff, endless: 0 };
            game.toy.nodes.push(node);
            game.faults.push(fault);
            game.toy.nodes.len() - 1
        };
        let edges = if depth == 0 {
            let bad = ends(game, false);
            let fault = ends(game, true);
            game.toy.nodes[bad].edges = vec![(fault, 0), (fault, 0)];
            vec![(bad, 0), (ends(game, false), 0)]
        } else {
            (0..4).map(|_| (grown(game, depth - 1), 0)).collect()
        };
        game.toy.nodes[at].edges = edges;
        at
    }
    let mut game = FaultyToy { toy: Toy { nodes: Vec::new() }, faults: Vec::new() };
    grown(&mut game, depth);
    game
}

#[test]
fn a_fault_of_a_plain_search_ends_nothing() {
    let game = tree_with_faults(8);
    let solved =
        |options| solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &Limits::default(), options);
    let plain = solved(AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() });
    assert!(matches!(plain, Err(Stop::Fault { .. })), "the plain search meets the fault");
    // Who knows that nothing is better than a win looks no further.
    let bounded = |techniques| AlphaBetaOptions { range: Some((-1, 1)), ..options(techniques) };
    let right = solved(bounded(WITHOUT)).unwrap();
    let found = solved(bounded(Techniques::ALL)).unwrap();
    assert!(found.statistics.plain > 0, "a plain search of every subtree meets the fault first");
    assert_eq!(found.value, right.value);
}

#[test]
fn plain_searches_cost_little_where_they_are_given_up() {
    // The next layers are wide, so lines hardly ever meet: large subtrees are tried too.
    let game = layered(&mut Random(3), 11, 20_000, true);
    let limits = Limits::default();
    let solved = |techniques| {
        solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options(techniques))
    };
    let (right, found) = (solved(WITHOUT).unwrap(), solved(Techniques::ALL).unwrap());
    assert_eq!(found.value, right.value);
    assert!(found.statistics.plain > 0);
    let work = right.statistics.work();
    assert!(found.statistics.work() < 2 * work, "{} {work}", found.statistics.work());
}

#[test]
fn no_subtree_is_searched_plainly_where_lines_meet() {
    let game = layered(&mut Random(5), 30, 8, true);
    let limits = Limits::default();
    let found =
        solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options(Techniques::ALL));
    assert_eq!(found.unwrap().statistics.plain, 0);
}

#[test]
fn a_limit_of_work_counts_positions_of_plain_subtrees_less() {
    let statistics = Statistics { positions: 1_000, plain: 800, ..Statistics::default() };
    assert_eq!(statistics.work(), 300);
    let game = layered(&mut Random(11), 8, 2_000, false);
    let limits = Limits { work: Some(64), ..Limits::default() };
    let stop = solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options(Techniques::ALL));
    assert!(matches!(stop, Err(Stop::Limit { which: LimitKind::Positions, .. })), "{stop:?}");
}
