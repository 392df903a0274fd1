//! Plain subtrees change the work of a search, never what it tells.

use super::toys::{Random, Toy, ToyNode, assert_same};
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
        let question = Question { distance: !points, ..Question::ALL };
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

#[test]
fn plain_searches_cost_little_where_they_are_given_up() {
    // The next layers are wide, so lines hardly ever meet: large subtrees are tried too.
    let game = layered(&mut Random(3), 11, 20_000, true);
    let limits = Limits::default();
    let solved =
        |techniques| solve_alphabeta(&game, &game.start(), Question::VALUE, &limits, options(techniques));
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
    let found = solve_alphabeta(&game, &game.start(), Question::VALUE, &limits, options(Techniques::ALL));
    assert_eq!(found.unwrap().statistics.plain, 0);
}

#[test]
fn a_limit_of_work_counts_positions_of_plain_subtrees_less() {
    let statistics = Statistics { positions: 1_000, plain: 800, ..Statistics::default() };
    assert_eq!(statistics.work(), 300);
    let game = layered(&mut Random(11), 8, 2_000, false);
    let limits = Limits { work: Some(64), ..Limits::default() };
    let stop = solve_alphabeta(&game, &game.start(), Question::VALUE, &limits, options(Techniques::ALL));
    assert!(matches!(stop, Err(Stop::Limit { which: LimitKind::Positions, .. })), "{stop:?}");
}
