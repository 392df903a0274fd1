//! Deep play, limits and faults end a search with the right error.

use crate::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
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

fn each_solver(game: &Row, question: SolveQuestion, limits: &Limits) -> [Answer; 4] {
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
    let question = SolveQuestion { distance: false, ..SolveQuestion::ALL };
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
    let answers = on_deep_stack(|| each_solver(&game, SolveQuestion::ALL, &Limits::default()));
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
    let deep =
        |answer: Answer| assert!(matches!(answer, Err(Stop::TooDeep { plies: 100.., .. })), "{answer:?}");
    deep(solve_alphabeta(&game, &start, SolveQuestion::VALUE, &limits, plain));
    deep(solve_alphabeta(&game, &start, SolveQuestion::VALUE, &limits, AlphaBetaOptions::default()));
    deep(solve_minimax(&game, &start, SolveQuestion::VALUE, &limits, Termination::Ends));
}

#[test]
fn a_deadline_ends_every_search() {
    let game = Row { end: 1_000_000, hole: NO_HOLE };
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let answers = on_deep_stack(|| each_solver(&game, SolveQuestion::ALL, &limits));
    for answer in answers {
        assert!(matches!(answer, Err(Stop::Limit { which: LimitKind::Time, .. })), "{answer:?}");
    }
}

#[test]
fn an_interruption_ends_every_search() {
    let game = Row { end: 1_000_000, hole: NO_HOLE };
    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let answers = on_deep_stack(|| each_solver(&game, SolveQuestion::ALL, &limits));
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
    let [_, remembered, _, listed] = on_deep_stack(|| each_solver(&game, SolveQuestion::VALUE, &limits));
    let bytes = remembered.unwrap().statistics.bytes;
    assert!(bytes <= 1 << 20);
    let Err(Stop::Limit { which: LimitKind::Memory, statistics, .. }) = listed else { panic!("{listed:?}") };
    assert!(statistics.bytes <= 1 << 20);
    let swept = solve_minimax(&game, &game.start(), SolveQuestion::VALUE, &limits, Termination::MayRepeat);
    assert!(matches!(swept, Err(Stop::Limit { which: LimitKind::Memory, .. })));
    let counted = reachable(&game, &game.start(), &limits);
    assert!(matches!(counted, Err(Stop::Limit { which: LimitKind::Memory, .. })));
}

/// The count keeps no moves, so it looks for them; where a limit ends that, the limit is told.
#[test]
fn a_fault_in_a_count_is_told_with_its_moves_or_the_limit() {
    let game = Row { end: 30_000, hole: 20_011 };
    let (mut faults, mut limited) = (0, 0);
    for step in 1..=64 {
        let limits = Limits { memory: step << 16, ..Limits::default() };
        match reachable(&game, &game.start(), &limits) {
            Err(Stop::Fault { line, .. }) => {
                assert_eq!(line.iter().sum::<u64>(), 20_011, "{step}");
                faults += 1;
            }
            Err(Stop::Limit { which: LimitKind::Memory, .. }) => limited += 1,
            other => panic!("{step}: {other:?}"),
        }
    }
    assert!(faults > 0 && limited > 0, "{faults} {limited}");
}

/// Every solver that meets the hole reports the moves that lead there.
#[test]
fn a_fault_is_told_with_the_moves_that_lead_to_it() {
    let game = Row { end: 30, hole: 11 };
    let mut answers = each_solver(&game, SolveQuestion::ALL, &Limits::default()).to_vec();
    let plain = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
    answers.push(solve_alphabeta(&game, &game.start(), SolveQuestion::ALL, &Limits::default(), plain));
    answers.push(solve_minimax(
        &game,
        &game.start(),
        SolveQuestion::ALL,
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
    let found =
        on_deep_stack(|| solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options));
    let Err(Stop::Limit { lower, upper, .. }) = found else { panic!("{found:?}") };
    assert_eq!((lower, upper), (Some(-1), Some(1)));
}

/// The first move wins at once; the second leads to positions that all differ, and whoever goes
/// deep into them does not come back.
struct Doors {
    behind: Behind,
    interrupted: Arc<AtomicBool>,
}

/// What is behind the second door.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behind {
    /// A tree; deep in it the search is interrupted.
    Tree,
    /// Play without an end.
    Shaft,
}

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
            number if self.behind == Behind::Shaft => moves.push(number + 1),
            number if number.ilog2() == FAR => {
                let chance = SplitMix64(number).below(3);
                return Ok(Expansion::Terminal([1, 0, -1][chance]));
            }
            number => moves.extend([2 * number, 2 * number + 1]),
        }
        Ok(Expansion::Moves)
    }
    fn play(&self, position: &Self::Position, play: &u64) -> Result<Step<Self::Position>, Fault> {
        if self.behind == Behind::Tree && (1 << DEEP..WON).contains(&position.0) {
            self.interrupted.store(true, Relaxed);
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

type Solve<'a> = dyn Fn(&Doors, &Limits) -> Answer + 'a;

/// A search that does not end when it has found the value tells it, and all positions that it
/// looked at.
#[test]
fn a_value_that_is_found_before_a_limit_is_told_by_every_solver() {
    let (start, range) = ((0, Player::First), Some((-1, 1)));
    let question = SolveQuestion { best: true, all_moves: true, ..SolveQuestion::VALUE };
    let options = AlphaBetaOptions { range, ..AlphaBetaOptions::default() };
    let proofs = DfpnOptions { memo: TableSize::Auto, draws: true, techniques: Techniques::ALL };
    let solvers: [&Solve; 3] = [
        &|game, limits| solve_alphabeta(game, &start, question, limits, options),
        &|game, limits| solve_dfpn(game, &start, question, limits, proofs),
        // It needs no stack: memory alone ends it where play goes on.
        &|game, limits| {
            let limits = Limits { memory: 1 << 26, ..limits.clone() };
            solve_induction(game, &start, question, &limits, range)
        },
    ];
    let numbered = solvers.into_iter().enumerate();
    for (number, solve, behind) in
        numbered.flat_map(|(at, solve)| [(at, solve, Behind::Tree), (at, solve, Behind::Shaft)])
    {
        let game = Doors { behind, interrupted: Arc::default() };
        let limits = Limits { stop: Some(Arc::clone(&game.interrupted)), ..Limits::default() };
        let proved = match (behind, solve(&game, &limits)) {
            (Behind::Tree, Err(Stop::Limit { which: LimitKind::Interrupted, lower, upper, statistics }))
            | (Behind::Shaft, Err(Stop::TooDeep { plies: 100.., lower, upper, statistics }))
                if number < 2 || behind == Behind::Tree =>
            {
                assert!(statistics.positions > u64::from(DEEP), "{statistics:?}");
                (lower, upper)
            }
            (Behind::Shaft, Err(Stop::Limit { which: LimitKind::Memory, lower, upper, statistics }))
                if number == 2 =>
            {
                assert!(statistics.positions > u64::from(DEEP), "{statistics:?}");
                (lower, upper)
            }
            found => panic!("{found:?}"),
        };
        assert_eq!(proved, (Some(1), Some(1)), "{behind:?}");
    }
}

/// A row that interrupts whoever expands its first position again.
struct Again {
    row: Row,
    expanded: AtomicBool,
    interrupted: Arc<AtomicBool>,
}

impl Game for Again {
    type Position = (u64, Player);
    type Move = u64;
    type Key = [u64; 1];

    fn start(&self) -> Self::Position {
        self.row.start()
    }
    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }
    fn expand(&self, position: &Self::Position, moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        if position.0 == 0 && self.expanded.swap(true, Relaxed) {
            self.interrupted.store(true, Relaxed);
        }
        self.row.expand(position, moves)
    }
    fn play(&self, position: &Self::Position, play: &u64) -> Result<Step<Self::Position>, Fault> {
        self.row.play(position, play)
    }
    fn key(&self, position: &Self::Position) -> [u64; 1] {
        self.row.key(position)
    }
    fn full_key(&self, position: &Self::Position) -> [u64; 1] {
        self.row.key(position)
    }
}

/// The other questions begin at the first position once more.
#[test]
fn a_value_by_every_line_is_told_if_the_other_questions_are_interrupted() {
    let row = Row { end: 20, hole: NO_HOLE };
    let game = Again { row, expanded: AtomicBool::new(false), interrupted: Arc::default() };
    let limits = Limits { stop: Some(Arc::clone(&game.interrupted)), ..Limits::default() };
    let found = solve_every_line(&game, &game.start(), SolveQuestion::ALL, &limits);
    let Err(Stop::Limit { which: LimitKind::Interrupted, lower, upper, statistics }) = found else {
        panic!("{found:?}")
    };
    assert_eq!((lower, upper), (Some(1), Some(1)));
    assert!(statistics.positions > 10_000, "{statistics:?}");
}

/// What an earlier search proved holds whatever ends the next one.
#[test]
fn a_value_of_an_earlier_search_stands_whatever_limit_ends_the_next_one() {
    let before = Statistics { positions: 5, ..Statistics::default() };
    let (lower, upper, statistics) = (None, Some(3), Statistics { positions: 2, ..Statistics::default() });
    let stops: [Stop<u64>; 3] = [
        Stop::Limit { which: LimitKind::Memory, lower, upper, statistics },
        Stop::TooDeep { plies: 9, lower, upper, statistics },
        Stop::Overflow { what: "a value", lower, upper, statistics },
    ];
    for stop in stops {
        let (Stop::Limit { lower, upper, statistics, .. }
        | Stop::TooDeep { lower, upper, statistics, .. }
        | Stop::Overflow { lower, upper, statistics, .. }) = stop.after_value(2, before)
        else {
            panic!("no other reason")
        };
        assert_eq!((lower, upper, statistics.positions), (Some(2), Some(2), 7));
    }
}

/// The first player has lost as many points as fit into 64 bits but ten; the first move keeps
/// them, the second loses a hundred more.
struct InDebt;

const DEBT: Value = Value::MIN + 10;

impl Game for InDebt {
    type Position = usize;
    type Move = usize;
    type Key = [u64; 1];

    fn start(&self) -> usize {
        0
    }
    fn mover(&self, _: &usize) -> Player {
        Player::First
    }
    fn offset(&self, _: &usize) -> Value {
        DEBT
    }
    fn expand(&self, at: &usize, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        if *at > 0 {
            return Ok(Expansion::Terminal(0));
        }
        moves.extend([1, 2]);
        Ok(Expansion::Moves)
    }
    fn play(&self, _: &usize, play: &usize) -> Result<Step<usize>, Fault> {
        Ok(Step { position: *play, reward: if *play == 2 { -100 } else { 0 } })
    }
    fn key(&self, at: &usize) -> [u64; 1] {
        [*at as u64]
    }
    fn full_key(&self, at: &usize) -> [u64; 1] {
        [*at as u64]
    }
}

#[test]
fn a_value_is_told_though_that_of_another_move_does_not_fit() {
    let question = SolveQuestion { all_moves: true, ..SolveQuestion::VALUE };
    let limits = Limits::default();
    let alphabeta = solve_alphabeta(&InDebt, &0, question, &limits, AlphaBetaOptions::default());
    let induction = solve_induction(&InDebt, &0, question, &limits, None);
    for found in [alphabeta, induction, solve_retrograde(&InDebt, &0, question, &limits)] {
        let Err(Stop::Overflow { lower, upper, .. }) = found else { panic!("{found:?}") };
        assert_eq!((lower, upper), (Some(DEBT), Some(DEBT)));
    }
}

/// Where an integer that keys leave out may leave its range, a value that was found is not
/// believed, whether the search came to its end or not.
#[test]
fn a_value_before_a_limit_is_believed_only_where_the_integers_stay_in_their_ranges() {
    let bounded = |question, range| {
        let read = |at: &usize| [4 * *at as Value];
        let integers = BoundedIntegers { read: &read, ranges: [range] };
        solve_induction_bounded(&InDebt, &0, question, &Limits::default(), &integers)
    };
    let proved = |range| match bounded(SolveQuestion { all_moves: true, ..SolveQuestion::VALUE }, range) {
        Err(Stop::Overflow { lower, upper, .. }) => (lower, upper),
        found => panic!("{found:?}"),
    };
    assert_eq!(proved((0, 8)), (Some(DEBT), Some(DEBT)));
    assert_eq!(proved((0, 7)), (None, None));
    assert!(bounded(SolveQuestion::VALUE, (0, 8)).is_ok_and(|found| found.is_some()));
    assert!(bounded(SolveQuestion::VALUE, (0, 7)).is_ok_and(|found| found.is_none()));
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
            SolveQuestion::VALUE,
            &limits,
            AlphaBetaOptions { memo, range: None, ..AlphaBetaOptions::default() },
        );
        assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    }
    let found = solve_minimax(&Huge, &false, SolveQuestion::VALUE, &limits, Termination::Ends);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    let found = solve_minimax(&Huge, &false, SolveQuestion::VALUE, &limits, Termination::MayRepeat);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
    let found = solve_retrograde(&Huge, &false, SolveQuestion::VALUE, &limits);
    assert!(matches!(found, Err(Stop::Overflow { .. })), "{found:?}");
}
