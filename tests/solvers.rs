//! The solvers on games written by hand, against answers that are known from elsewhere.

mod by_hand;

use by_hand::{ConnectFour, Dots, Kalah, Pursuit, Reversi, TriangleWar};
use zug_game::{Expansion, Game, Player, Value};
use zug_solve::*;

const PLAIN: AlphaBetaOptions = AlphaBetaOptions {
    memo: TableSize::Off,
    range: None,
    techniques: Techniques::ALL,
    threads: Threads::ONE,
    revisits: None,
};

fn alphabeta<G: Parallel>(game: &G, position: &G::Position, options: AlphaBetaOptions) -> Solution<G::Move> {
    solve_alphabeta(game, position, SolveQuestion::VALUE, &Limits::default(), options).unwrap()
}

fn remembering(low: Value, high: Value) -> AlphaBetaOptions {
    AlphaBetaOptions { memo: TableSize::Auto, range: Some((low, high)), ..AlphaBetaOptions::default() }
}

/// The starts of the yardstick: six pseudo-random edges each.
fn six_edges(random: &mut u64, game: &TriangleWar) -> [u64; 1] {
    let mut moves: Vec<u8> = Vec::new();
    while moves.len() < 6 {
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let edge = ((*random >> 33) % 18) as u8;
        if !moves.contains(&edge) {
            moves.push(edge);
        }
    }
    game.after(&moves)
}

/// 95,420 is what the usual hand-written solver in C++ counts (plain recursion, window open on both
/// sides, edges in lexicographic order of their dots, stop at five triangles).
#[test]
fn plain_search_visits_the_nodes_of_the_usual_solver_of_triangle_war() {
    let game = TriangleWar::new();
    let found = alphabeta(&game, &game.after(&[0, 1, 2, 3, 4, 5]), PLAIN);
    assert_eq!((found.value, found.statistics.positions), (1, 95_420));
}

/// The same solver counts these nodes over a hundred starts of six edges each.
#[test]
fn plain_search_visits_the_same_nodes_from_many_starts() {
    let game = TriangleWar::new();
    let mut random = 12345;
    let mut nodes = 0;
    let mut wins = 0;
    for _ in 0..100 {
        let found = alphabeta(&game, &six_edges(&mut random, &game), PLAIN);
        nodes += found.statistics.positions;
        wins += u32::from(found.value > 0);
    }
    assert_eq!((wins, nodes), (62, 23_029_701));
}

#[test]
fn the_second_player_wins_triangle_war() {
    let game = TriangleWar::new();
    let found = alphabeta(&game, &game.start(), remembering(-1, 1));
    assert_eq!(found.value, -1);
    assert!(found.statistics.positions < 3_000_000, "{:?}", found.statistics);
}

#[test]
fn the_sample_of_triangle_war_comes_out() {
    let game = TriangleWar::new();
    let samples: [(&[(u8, u8)], Value); 4] = [
        (&[(2, 4), (4, 5), (5, 9), (3, 6), (2, 5), (3, 5)], -1),
        (&[(2, 4), (4, 5), (5, 9), (3, 6), (2, 5), (3, 5), (7, 8)], 1),
        (&[(1, 2), (2, 3), (1, 3), (2, 4), (2, 5), (4, 5)], 1),
        (&[(1, 2), (2, 5), (3, 6), (5, 8), (4, 7), (6, 10), (2, 4), (4, 5), (4, 8), (7, 8)], -1),
    ];
    for (moves, value) in samples {
        let moves: Vec<u8> = moves.iter().map(|&(a, b)| TriangleWar::edge(a, b)).collect();
        let start = game.after(&moves);
        assert_eq!(alphabeta(&game, &start, PLAIN).value, value);
        assert_eq!(alphabeta(&game, &start, remembering(-1, 1)).value, value);
    }
}

#[test]
fn known_values_come_out() {
    let draw = alphabeta(&ConnectFour::<4, 4>, &[0], remembering(-1, 1));
    assert_eq!(draw.value, 0);
    assert_eq!(alphabeta(&Reversi, &Reversi.start(), remembering(-16, 16)).value, -8);
    assert_eq!(alphabeta(&Reversi, &Reversi.start(), PLAIN).value, -8);
    assert_eq!(alphabeta(&Kalah::<3, 2>, &Kalah::<3, 2>.start(), remembering(-12, 12)).value, 4);
    assert_eq!(alphabeta(&Kalah::<4, 2>, &Kalah::<4, 2>.start(), remembering(-16, 16)).value, 6);
}

#[test]
fn move_sequences_and_positions_are_as_many_as_known() {
    let limits = Limits::default();
    assert_eq!(
        perft(&Reversi, &Reversi.start(), 8, &limits).unwrap(),
        [4, 12, 44, 128, 424, 1256, 3624, 9112]
    );
    assert_eq!(perft(&ConnectFour::<4, 4>, &[0], 7, &limits).unwrap(), [4, 16, 64, 256, 1020, 4020, 15540]);
    assert_eq!(perft(&Kalah::<3, 3>, &Kalah::<3, 3>.start(), 6, &limits).unwrap(), [3, 8, 19, 48, 120, 280]);
    assert_eq!(reachable(&ConnectFour::<4, 4>, &[0], &limits).unwrap(), 161_029);
}

#[test]
fn dots_and_boxes_has_its_known_values() {
    fn value<const R: usize, const C: usize>() -> Value {
        let (game, most) = (Dots::<R, C>::new(), (R * C) as Value);
        let found = alphabeta(&game, &game.start(), remembering(-most, most));
        let tree = alphabeta(
            &game,
            &game.start(),
            AlphaBetaOptions { memo: TableSize::Bytes(400), range: None, ..AlphaBetaOptions::default() },
        );
        assert_eq!(found.value, tree.value);
        found.value
    }
    let values = [value::<1, 1>(), value::<1, 2>(), value::<1, 3>(), value::<1, 4>(), value::<2, 2>()];
    assert_eq!(values, [-1, 0, -1, 0, 2]);
}

#[test]
fn pursuit_has_its_known_distances() {
    for (n, [r1, c1, r2, c2], value, plies) in [
        (2, [1, 1, 2, 2], -1, 2),
        (3, [1, 2, 3, 3], -1, 8),
        (5, [1, 2, 3, 3], -1, 12),
        (8, [1, 1, 1, 2], 1, 1),
    ] {
        let cell = |r: u64, c: u64| (r - 1) * n + c - 1;
        let game = Pursuit { n, at: [cell(r1, c1), cell(r2, c2)] };
        let limits = Limits::default();
        let found = solve_retrograde(&game, &game.start(), SolveQuestion::ALL, &limits).unwrap();
        assert_eq!((found.value, found.distance), (value, Some(plies)));
        assert_eq!(found.line.len() as u64, plies);
        if n < 6 {
            let right =
                solve_minimax(&game, &game.start(), SolveQuestion::ALL, &limits, Termination::MayRepeat)
                    .unwrap();
            assert_eq!((right.value, right.distance), (value, Some(plies)));
            assert_eq!((right.best, right.moves), (found.best, found.moves));
        }
    }
}

/// Alpha-beta that puts whatever comes back into a memo as the value: the classic mistake.
fn careless<G: Game>(
    game: &G,
    position: &G::Position,
    (alpha, beta): (Value, Value),
    memo: &mut std::collections::BTreeMap<G::Key, Value>,
) -> Value {
    let key = game.key(position);
    if let Some(&value) = memo.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    if let Expansion::Terminal(payoff) = game.expand(position, &mut moves).unwrap() {
        return payoff;
    }
    let first = game.mover(position) == Player::First;
    let (mut alpha, mut beta) = (alpha, beta);
    let mut best = if first { -100 } else { 100 };
    for play in moves {
        let step = game.play(position, &play).unwrap();
        let window = (alpha - step.reward, beta - step.reward);
        let value = step.reward + careless(game, &step.position, window, memo);
        if first {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    memo.insert(key, best);
    best
}

#[test]
fn a_careless_memo_is_wrong_about_dots_and_boxes_and_ours_is_right() {
    fn both<const R: usize, const C: usize>() -> (Value, Value) {
        let game = Dots::<R, C>::new();
        let wrong = careless(&game, &game.start(), (-100, 100), &mut Default::default());
        (wrong, alphabeta(&game, &game.start(), AlphaBetaOptions::default()).value)
    }
    assert_eq!(both::<1, 2>(), (-2, 0));
    assert_eq!(both::<1, 3>(), (-3, -1));
    assert_eq!(both::<1, 4>(), (-4, 0));
    assert_eq!(both::<2, 2>(), (0, 2));
}

/// Counts what a search tells.
#[derive(Default)]
struct Counter {
    entered: u64,
    left: u64,
    tried: u64,
    back: u64,
    over: u64,
    remembered: u64,
}

impl<G: Game> Tracer<G> for Counter {
    fn enter(&mut self, _: &G::Position, window: Window) {
        assert!(window.alpha < window.beta);
        self.entered += 1;
    }
    fn terminal(&mut self, _: Value) {
        self.over += 1;
    }
    fn remembered(&mut self, low: Value, high: Value) {
        assert!(low <= high);
        self.remembered += 1;
    }
    fn descend(&mut self, _: &G::Move, _: Value, _: Window) {
        self.tried += 1;
    }
    fn ascend(&mut self, _: Value) {
        self.back += 1;
    }
    fn leave(&mut self, _: Value) {
        self.left += 1;
    }
}

#[test]
fn who_watches_a_search_sees_all_of_it_and_changes_nothing() {
    let game = Dots::<2, 2>::new();
    for options in [PLAIN, AlphaBetaOptions::default(), remembering(-4, 4)] {
        let alone = alphabeta(&game, &game.start(), options);
        let mut seen = Counter::default();
        let limits = Limits::default();
        let watched =
            trace_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options, &mut seen).unwrap();
        assert_eq!(alone, watched);
        let found = watched.statistics;
        assert_eq!((seen.entered, seen.left), (found.positions, found.positions));
        assert_eq!((seen.tried, seen.back), (found.positions - 1, found.positions - 1));
        assert_eq!((seen.over, seen.remembered), (found.terminal, found.memo_hits));
    }
}
