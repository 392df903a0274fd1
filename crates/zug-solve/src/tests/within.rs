//! The search forward: bounds that hold within few plies, the value within many.

use super::toys::{Kind, Random, Toy, ToyNode, random_game};
use crate::*;
use zug_game::{Game, Player, Value};

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

/// Farther than any sum of points: what is not over at the horizon, to its disadvantage.
const FAR: Value = 1 << 40;

/// For each node what is forced within so many plies, points to come alone, if what is not over by
/// then is worth `horizon`; who moves may be another than the game says.
fn forced(game: &Toy, plies: u32, horizon: Value, mover: impl Fn(&ToyNode) -> Player) -> Vec<Value> {
    let at_once = |node: &ToyNode| if node.edges.is_empty() { node.payoff } else { horizon };
    let mut values: Vec<Value> = game.nodes.iter().map(at_once).collect();
    for _ in 0..plies {
        let best = |node: &ToyNode| {
            let behind = node.edges.iter().map(|(to, reward)| values[*to] + reward);
            let best = if mover(node) == Player::First { behind.max() } else { behind.min() };
            best.unwrap_or(node.payoff)
        };
        values = game.nodes.iter().map(best).collect();
    }
    values
}

/// Bounds of every outcome: of the sums of points where play ends, of the payoffs elsewhere.
fn outcomes(game: &Toy, kind: Kind) -> (Value, Value) {
    if kind.points {
        let most = |player| forced(game, 32, 0, |_| player)[0];
        return (most(Player::Second), most(Player::First));
    }
    let ends = game.nodes.iter().filter(|node| node.edges.is_empty()).map(|node| node.payoff);
    let all = ends.chain(game.nodes.iter().map(|node| node.endless));
    (all.clone().min().unwrap(), all.max().unwrap())
}

/// The bounds that hold within so many plies.
fn bounds(game: &Toy, plies: u32, (low, high): (Value, Value)) -> (Value, Value) {
    let [lower, upper] = [-FAR, FAR].map(|horizon| forced(game, plies, horizon, |node| node.mover)[0]);
    (lower.max(low), upper.min(high))
}

/// Within how many plies a player forces the outcome that is best for him, and who does.
fn win(game: &Toy, most: u32, range: (Value, Value)) -> Option<(u32, Player)> {
    let winner = |plies| {
        let (lower, upper) = bounds(game, plies, range);
        let first = (lower == range.1).then_some((plies, Player::First));
        first.or((upper == range.0).then_some((plies, Player::Second)))
    };
    (0..=most).find_map(winner)
}

/// Compares the answer with what is forced; tells the bounds that are right.
fn assert_forced(game: &Toy, plies: u32, range: (Value, Value)) -> (Value, Value) {
    let found = solve_within(game, &game.start(), plies, range, &Limits::default()).unwrap();
    let what = format!("{plies} plies, {range:?}: {game:?}");
    let (right, win) = (bounds(game, plies, range), win(game, plies, range));
    assert_eq!((found.lower, found.upper), right, "{what}");
    let known = (right.0 == right.1).then_some(plies);
    assert_eq!(found.plies, win.map_or(known, |(plies, _)| Some(plies)), "{what}");
    assert_eq!(found.by, win.map(|(_, player)| player), "{what}");
    assert_eq!(found.best.is_empty(), found.plies.is_none(), "{what}");
    right
}

#[test]
fn what_is_forced_within_any_number_of_plies_is_told_exactly() {
    let mut random = Random(23);
    // Bounds that do not meet and that the first player moved, or the second; values between the
    // outcomes; wins of each player.
    let mut counts = [0; 5];
    for round in 0..2000 {
        let points = round % 3 != 0;
        let kind = Kind { points, cycles: !points, swings: false };
        let game = random_game(&mut random, kind);
        let range = outcomes(&game, kind);
        if range.0 == range.1 {
            continue;
        }
        for plies in [0, 1, 2, 3, 4, 5, 6, 32] {
            let (lower, upper) = assert_forced(&game, plies, range);
            let (open, won) = (lower < upper, win(&game, plies, range).map(|(_, player)| player));
            counts[0] += u32::from(open && range.0 < lower);
            counts[1] += u32::from(open && upper < range.1);
            counts[2] += u32::from(!open && won.is_none());
            counts[3] += u32::from(won == Some(Player::First));
            counts[4] += u32::from(won == Some(Player::Second));
        }
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

/// The player can go round for ever or end play, with the outcome that the rules have alone.
fn sole_outcome(player: Player, payoff: Value) -> Toy {
    let end = ToyNode { mover: Player::First, edges: Vec::new(), payoff, endless: payoff };
    let round = ToyNode { mover: player, edges: vec![(0, 0), (1, 0)], ..end.clone() };
    Toy { nodes: vec![round, end] }
}

#[test]
fn a_sole_outcome_is_a_win_of_who_can_end_play_unless_it_is_good_for_the_other_alone() {
    let (first, second) = (Player::First, Player::Second);
    for (player, payoff, wins) in [
        (first, 1, true),
        (first, 0, true),
        (first, -1, false),
        (second, 1, false),
        (second, 0, true),
        (second, -1, true),
        (second, 2, false),
        (first, -2, false),
    ] {
        let game = sole_outcome(player, payoff);
        let found = solve_within(&game, &game.start(), 3, (payoff, payoff), &Limits::default()).unwrap();
        let what = format!("{player:?}, {payoff}");
        assert_eq!((found.lower, found.upper), (payoff, payoff), "{what}");
        assert_eq!((found.plies, found.by), (wins.then_some(1), wins.then_some(player)), "{what}");
        assert_eq!((found.best, found.line), if wins { (vec![1], vec![1]) } else { Default::default() });
    }
}

#[test]
fn a_position_that_is_over_takes_no_plies() {
    for (payoff, by) in
        [(-2, Some(Player::Second)), (-1, None), (0, None), (1, None), (2, Some(Player::First))]
    {
        let end = ToyNode { mover: Player::First, edges: Vec::new(), payoff, endless: 0 };
        let game = Toy { nodes: vec![end] };
        let found = solve_within(&game, &game.start(), 7, (-2, 2), &Limits::default()).unwrap();
        assert_eq!((found.lower, found.upper, found.plies, found.by), (payoff, payoff, Some(0), by));
        assert!(found.best.is_empty() && found.line.is_empty());
    }
}
