//! Deep play, limits and faults end a search with the right error.

use crate::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Step, Value};

/// A token on a row of numbers moves up by one or two; whoever moves it to `end` has won. The
/// number `hole` is a fault.
struct Row {
    end: u64,
    hole: u64,
}

const NO_HOLE: u64 = u64::MAX;

impl Game for Row {
    type Position = (u64, Player);
    type Move = u64;
    type Key = [u64; 1];

    fn start(&self) -> Self::Position {
        (0, Player::First)
    }
    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn expand(&self, position: &Self::Position, moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        if position.0 == self.hole {
            return Err(Fault(7));
        }
        if position.0 == self.end {
            return Ok(Expansion::Terminal(if position.1 == Player::First { -1 } else { 1 }));
        }
        moves.extend((1..=2).filter(|by| position.0 + by <= self.end));
        Ok(Expansion::Moves)
    }
    fn play(&self, position: &Self::Position, play: &u64) -> Result<Step<Self::Position>, Fault> {
        Ok(Step { position: (position.0 + play, position.1.other()), reward: 0 })
    }
    fn key(&self, position: &Self::Position) -> [u64; 1] {
        [position.0 * 2 + position.1.index() as u64]
    }
    fn full_key(&self, position: &Self::Position) -> [u64; 1] {
        self.key(position)
    }
}

type Answer = Result<Solution<u64>, Stop<u64>>;

fn each_solver(game: &Row, question: Question, limits: &Limits) -> [Answer; 4] {
    let start = game.start();
    let range = Some((-1, 1));
    [
        solve_minimax(game, &start, question, limits, Termination::Ends),
        solve_alphabeta(
            game,
            &start,
            question,
            limits,
            AlphaBetaOptions { memo: TableSize::Auto, range, ..AlphaBetaOptions::default() },
        ),
        solve_alphabeta(game, &start, question, limits, AlphaBetaOptions::default()),
        solve_retrograde(game, &start, question, limits),
    ]
}

#[test]
fn play_of_ten_thousand_plies_is_solved() {
    let game = Row { end: 20_000, hole: NO_HOLE };
    let question = Question { distance: false, ..Question::ALL };
    let answers = on_deep_stack(|| each_solver(&game, question, &Limits::default()));
    for answer in answers {
        let found = answer.unwrap();
        assert_eq!((found.value, found.best.as_slice()), (1, &[2][..]));
        assert!(found.line.len() >= 10_000);
    }
}

#[test]
fn the_distance_of_long_play_is_found() {
    let game = Row { end: 2_000, hole: NO_HOLE };
    let answers = on_deep_stack(|| each_solver(&game, Question::ALL, &Limits::default()));
    let distances = answers.map(|answer| answer.unwrap().distance);
    assert!(distances[0].is_some_and(|plies| plies > 1_000));
    assert!(distances.iter().all(|distance| *distance == distances[0]), "{distances:?}");
}

#[test]
fn play_longer_than_the_stack_is_refused() {
    let game = Row { end: 100_000_000, hole: NO_HOLE };
    let start = game.start();
    let plain = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
    let limits = Limits::default();
    let deep = |answer: Answer| assert!(matches!(answer, Err(Stop::TooDeep { plies: 100.. })), "{answer:?}");
    deep(solve_alphabeta(&game, &start, Question::VALUE, &limits, plain));
    deep(solve_alphabeta(&game, &start, Question::VALUE, &limits, AlphaBetaOptions::default()));
    deep(solve_minimax(&game, &start, Question::VALUE, &limits, Termination::Ends));
}

#[test]
fn a_deadline_ends_every_search() {
    let game = Row { end: 1_000_000, hole: NO_HOLE };
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let answers = on_deep_stack(|| each_solver(&game, Question::ALL, &limits));
    for answer in answers {
        assert!(matches!(answer, Err(Stop::Limit { which: LimitKind::Time, .. })), "{answer:?}");
    }
}

#[test]
fn an_interruption_ends_every_search() {
    let game = Row { end: 1_000_000, hole: NO_HOLE };
    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let answers = on_deep_stack(|| each_solver(&game, Question::ALL, &limits));
    for answer in answers {
        assert!(matches!(answer, Err(Stop::Limit { which: LimitKind::Interrupted, .. })), "{answer:?}");
    }
    let counted = reachable(&game, &game.start(), &limits);
    assert!(matches!(counted, Err(Stop::Limit { which: LimitKind::Interrupted, .. })));
}

#[test]
fn the_limit_of_memory_is_kept() {
    let game = Row { end: 100_000, hole: NO_HOLE };
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let [_, remembered, _, listed] = on_deep_stack(|| each_solver(&game, Question::VALUE, &limits));
    let bytes = remembered.unwrap().statistics.bytes;
    assert!(bytes <= 1 << 20);
    let Err(Stop::Limit { which: LimitKind::Memory, statistics, .. }) = listed else { panic!("{listed:?}") };
    assert!(statistics.bytes <= 1 << 20);
    let swept = solve_minimax(&game, &game.start(), Question::VALUE, &limits, Termination::MayRepeat);
    assert!(matches!(swept, Err(Stop::Limit { which: LimitKind::Memory, .. })));
    let counted = reachable(&game, &game.start(), &limits);
    assert!(matches!(counted, Err(Stop::Limit { which: LimitKind::Memory, .. })));
}

/// Every solver that meets the hole reports the moves that lead there.
#[test]
fn a_fault_is_told_with_the_moves_that_lead_to_it() {
    let game = Row { end: 30, hole: 11 };
    let mut answers = each_solver(&game, Question::ALL, &Limits::default()).to_vec();
    let plain = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
    answers.push(solve_alphabeta(&game, &game.start(), Question::ALL, &Limits::default(), plain));
    answers.push(solve_minimax(
        &game,
        &game.start(),
        Question::ALL,
        &Limits::default(),
        Termination::MayRepeat,
    ));
    for answer in answers {
        let Err(Stop::Fault { fault: Fault(7), line }) = answer else { panic!("{answer:?}") };
        assert_eq!(line.iter().sum::<u64>(), 11, "{line:?}");
    }
    let Err(Stop::Fault { line, .. }) = perft(&game, &game.start(), 12, &Limits::default()) else { panic!() };
    assert_eq!(line.iter().sum::<u64>(), 11);
}

#[test]
fn what_was_proved_before_a_limit_is_told() {
    let game = Row { end: 1_000_000, hole: NO_HOLE };
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let options =
        AlphaBetaOptions { memo: TableSize::Auto, range: Some((-1, 1)), ..AlphaBetaOptions::default() };
    let found = on_deep_stack(|| solve_alphabeta(&game, &game.start(), Question::VALUE, &limits, options));
    let Err(Stop::Limit { lower, upper, .. }) = found else { panic!("{found:?}") };
    assert_eq!((lower, upper), (Some(-1), Some(1)));
}

/// The first move wins at once; the second leads to a tree of positions that all differ, and
/// whoever goes deep into it is interrupted.
struct Doors(Arc<AtomicBool>);

/// Where play is over, one way or the other.
const WON: u64 = u64::MAX;
/// Plies behind the second door.
const FAR: u32 = 40;
/// Plies behind it that are searched before the interruption.
const DEEP: u32 = 20;

impl Game for Doors {
    type Position = (u64, Player);
    type Move = u64;
    type Key = [u64; 1];

    fn start(&self) -> Self::Position {
        (0, Player::First)
    }
    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn expand(&self, position: &Self::Position, moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        match position.0 {
            0 => moves.extend([WON, 1]),
            WON => return Ok(Expansion::Terminal(1)),
            number if number.ilog2() == FAR => {
                let chance = SplitMix64(number).below(3);
                return Ok(Expansion::Terminal([1, 0, -1][chance]));
            }
            number => moves.extend([2 * number, 2 * number + 1]),
        }
        Ok(Expansion::Moves)
    }
    fn play(&self, position: &Self::Position, play: &u64) -> Result<Step<Self::Position>, Fault> {
        if (1 << DEEP..WON).contains(&position.0) {
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(Step { position: (*play, position.1.other()), reward: 0 })
    }
    fn key(&self, position: &Self::Position) -> [u64; 1] {
        [position.0]
    }
    fn full_key(&self, position: &Self::Position) -> [u64; 1] {
        self.key(position)
    }
}

/// A search that is interrupted when it has found the value tells it, and all positions that it
/// looked at.
#[test]
fn a_value_that_is_found_before_a_limit_is_told_by_every_solver() {
    let interrupted = |solve: &dyn Fn(&Doors, &Limits) -> Answer| {
        let game = Doors(Arc::new(AtomicBool::new(false)));
        let limits = Limits { stop: Some(Arc::clone(&game.0)), ..Limits::default() };
        let found = solve(&game, &limits);
        let Err(Stop::Limit { which: LimitKind::Interrupted, lower, upper, statistics }) = found else {
            panic!("{found:?}")
        };
        assert_eq!((lower, upper), (Some(1), Some(1)));
        assert!(statistics.positions > u64::from(DEEP), "{statistics:?}");
    };
    let (start, range) = ((0, Player::First), Some((-1, 1)));
    let question = Question { best: true, all_moves: true, ..Question::VALUE };
    let options = AlphaBetaOptions { range, ..AlphaBetaOptions::default() };
    interrupted(&|game, limits| solve_alphabeta(game, &start, question, limits, options));
    let options = DfpnOptions { memo: TableSize::Auto, draws: true, techniques: Techniques::ALL };
    interrupted(&|game, limits| solve_dfpn(game, &start, question, limits, options));
    interrupted(&|game, limits| solve_induction(game, &start, question, limits, range));
}

#[test]
fn values_that_do_not_fit_are_refused() {
    struct Huge;
    impl Game for Huge {
        type Position = bool;
        type Move = ();
        type Key = [u64; 1];
        fn start(&self) -> bool {
            false
        }
        fn mover(&self, _: &bool) -> Player {
            Player::First
        }
        fn offset(&self, over: &bool) -> Value {
            if *over { Value::MAX - 1 } else { 0 }
        }
        fn expand(&self, over: &bool, moves: &mut Vec<()>) -> Result<Expansion, Fault> {
            if *over {
                return Ok(Expansion::Terminal(Value::MAX - 1));
            }
            moves.push(());
            Ok(Expansion::Moves)
        }
        fn play(&self, _: &bool, _: &()) -> Result<Step<bool>, Fault> {
            Ok(Step { position: true, reward: Value::MAX - 1 })
        }
        fn key(&self, over: &bool) -> [u64; 1] {
            [u64::from(*over)]
        }
        fn full_key(&self, over: &bool) -> [u64; 1] {
            [u64::from(*over)]
        }
    }
    let limits = Limits::default();
    for memo in [TableSize::Off, TableSize::Auto] {
        let found = solve_alphabeta(
            &Huge,
            &false,
            Question::VALUE,
            &limits,
            AlphaBetaOptions { memo, range: None, ..AlphaBetaOptions::default() },
        );
        assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    }
    let found = solve_minimax(&Huge, &false, Question::VALUE, &limits, Termination::Ends);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    let found = solve_minimax(&Huge, &false, Question::VALUE, &limits, Termination::MayRepeat);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    let found = solve_retrograde(&Huge, &false, Question::VALUE, &limits);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
}
