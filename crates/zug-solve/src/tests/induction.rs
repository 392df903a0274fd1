//! Backward induction agrees with minimax, searches each position once, and has its turn where
//! alpha-beta comes back too often.

use super::toys::{At, FaultyToy, Kind, Random, Toy, ToyNode, assert_same, random_game};
use crate::*;
use zug_game::{Fault, Game, Player, Value};

/// Every question that backward induction answers.
const ALL: SolveQuestion = SolveQuestion { distance: false, ..SolveQuestion::ALL };

#[test]
fn induction_agrees_with_minimax() {
    let mut random = Random(11);
    for i in 0..6000 {
        let kind = Kind { points: i % 2 == 0, cycles: false, swings: false };
        let game = random_game(&mut random, kind);
        let limits = Limits::default();
        let right = solve_minimax(&game, &game.start(), ALL, &limits, Termination::Ends).unwrap();
        for outcomes in [None, (!kind.points).then_some((-1, 1))] {
            let found = solve_induction(&game, &game.start(), ALL, &limits, outcomes).unwrap();
            assert_same(&game, &right, &found, &format!("induction, {outcomes:?}"));
            assert_eq!(right.line, found.line, "{game:?}");
        }
    }
}

/// The nodes that can be reached from the first.
fn reached(game: &Toy) -> u64 {
    let mut seen = vec![false; game.nodes.len()];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(game.nodes[node].edges.iter().map(|(to, _)| *to));
        }
    }
    seen.iter().filter(|seen| **seen).count() as u64
}

#[test]
fn every_position_that_can_be_reached_is_searched_once() {
    let mut random = Random(12);
    for _ in 0..500 {
        let game = random_game(&mut random, Kind { points: true, cycles: false, swings: false });
        let found = solve_induction(&game, &game.start(), ALL, &Limits::default(), None).unwrap();
        assert_eq!(found.statistics.positions, reached(&game), "{game:?}");
        assert_eq!((found.statistics.stored, found.afterwards.positions), (reached(&game), 0));
    }
}

/// By turns the players take one, two or three of the numbers that are left in a row, from the
/// left, and make points by them. Hardly any two lines of play make the same points, so alpha-beta
/// meets every place with many windows. The game has two nodes for each place.
fn row(length: usize) -> Toy {
    let mut random = Random(13);
    let numbers: Vec<Value> = (0..length).map(|_| random.below(2001) as Value - 1000).collect();
    let node = |n: usize| {
        let (place, mover) = (n / 2, n % 2);
        let sign = if mover == 0 { 1 } else { -1 };
        let take =
            |k: usize| (2 * (place + k) + 1 - mover, sign * numbers[place..place + k].iter().sum::<Value>());
        let edges = (1..=3.min(length - place)).map(take).collect();
        let mover = if mover == 0 { Player::First } else { Player::Second };
        ToyNode { mover, edges, payoff: 0, endless: 0 }
    };
    Toy { nodes: (0..2 * length + 2).map(node).collect() }
}

fn by_alphabeta(game: &Toy, revisits: Option<u64>) -> Result<Solution<usize>, Stop<usize>> {
    let options = AlphaBetaOptions { memo: TableSize::Auto, revisits, ..AlphaBetaOptions::default() };
    solve_alphabeta(game, &game.start(), ALL, &Limits::default(), options)
}

#[test]
fn a_search_that_comes_back_too_often_stops_and_induction_does_not() {
    let game = row(100);
    let stopped = by_alphabeta(&game, Some(1)).unwrap_err();
    let Stop::Limit { which: LimitKind::Positions, statistics, .. } = stopped else { panic!("{stopped:?}") };
    assert!(statistics.stored > 50, "{statistics:?}");
    let found = solve_induction(&game, &game.start(), ALL, &Limits::default(), None).unwrap();
    assert!(found.statistics.positions <= 202, "{:?}", found.statistics);
    let short = row(16);
    let induced = solve_induction(&short, &short.start(), ALL, &Limits::default(), None).unwrap();
    assert_same(&short, &by_alphabeta(&short, None).unwrap(), &induced, "induction");
    assert_eq!(by_alphabeta(&short, Some(u64::MAX)).unwrap(), by_alphabeta(&short, None).unwrap());
}

#[test]
fn induction_goes_on_where_it_stopped() {
    let game = row(10_000);
    let start = At::default();
    let few = Limits { positions: Some(12_000), ..Limits::default() };
    let mut kept = InductionState::default();
    let mut searched = 0;
    let whole = on_deep_stack(|| {
        loop {
            match resume_induction(&game, &start, SolveQuestion::VALUE, &few, None, &mut kept) {
                Ok(found) => return found,
                Err(Stop::Limit { which: LimitKind::Positions, statistics, .. }) => {
                    searched += statistics.stored;
                    assert!(searched < 20_002, "the values are found again");
                }
                Err(stop) => panic!("{stop:?}"),
            }
        }
    });
    assert_eq!(searched + whole.statistics.stored, reached(&game));
}

#[test]
fn induction_keeps_its_limits_and_tells_where_a_fault_is() {
    let game = row(2000);
    let poor = Limits { memory: 10_000, ..Limits::default() };
    let stop = solve_induction(&game, &game.start(), ALL, &poor, None).unwrap_err();
    assert!(matches!(stop, Stop::Limit { which: LimitKind::Memory, .. }), "{stop:?}");
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let stop = solve_induction(&game, &game.start(), ALL, &late, None).unwrap_err();
    assert!(matches!(stop, Stop::Limit { which: LimitKind::Time, .. }), "{stop:?}");
    let stop = solve_induction(&Holed, &0, ALL, &Limits::default(), None).unwrap_err();
    assert_eq!(stop, Stop::Fault { fault: Fault(7), line: vec![1, 2, 3] });
}

/// With the best outcome known, the value is found beside the fault; the line of best play meets
/// it.
#[test]
fn a_fault_beside_the_line_is_told_from_where_the_line_began() {
    let end = |payoff| ToyNode { mover: Player::First, edges: vec![], payoff, endless: 0 };
    let inner = |edges| ToyNode { mover: Player::First, edges, payoff: 0, endless: 0 };
    let toy = Toy {
        nodes: vec![inner(vec![(1, 0)]), inner(vec![(2, 0), (3, 0)]), end(1), inner(vec![(4, 0)]), end(0)],
    };
    let game = FaultyToy { faults: vec![false, false, false, false, true], toy };
    let value =
        solve_induction(&game, &At::default(), SolveQuestion::VALUE, &Limits::default(), Some((-1, 1)));
    assert_eq!(value.map(|found| found.value), Ok(1));
    let stop = solve_induction(&game, &At::default(), ALL, &Limits::default(), Some((-1, 1))).unwrap_err();
    assert_eq!(stop, Stop::Fault { fault: Fault(7), line: vec![0, 1, 0] });
}

/// One move each time, to the next number; 3 is a fault.
struct Holed;

impl Game for Holed {
    type Position = u64;
    type Move = u64;
    type Key = [u64; 1];

    fn start(&self) -> u64 {
        0
    }
    fn mover(&self, _: &u64) -> Player {
        Player::First
    }
    fn expand(&self, at: &u64, moves: &mut Vec<u64>) -> Result<zug_game::Expansion, Fault> {
        moves.push(at + 1);
        if *at == 3 { Err(Fault(7)) } else { Ok(zug_game::Expansion::Moves) }
    }
    fn play(&self, _: &u64, play: &u64) -> Result<zug_game::Step<u64>, Fault> {
        Ok(zug_game::Step { position: *play, reward: 0 })
    }
    fn key(&self, at: &u64) -> [u64; 1] {
        [*at]
    }
    fn full_key(&self, at: &u64) -> [u64; 1] {
        [*at]
    }
}
