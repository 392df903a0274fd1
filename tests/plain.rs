//! The plain search that a machine does by itself, compiled, gives the value and the counts of one
//! that goes move by move: at every window, from every position, and where it halts.

mod common;
mod random;

use std::cell::Cell;
use zug::answer::{Engine, EngineKind, Prepared, Task, can_compile, with_engine};
use zug_game::{Expansion, Fault, Game, NativeOutcome, NativeSearch, PAUSE, Player, SearchCounts, Value};
use zug_solve::{
    AlphaBetaOptions, Limits, SolveQuestion, Statistics, Stop, TableSize, solve_alphabeta, solve_every_line,
};

/// Why the search move by move ends without a value.
#[derive(Debug, PartialEq)]
enum Halt {
    Fault(Fault),
    Overflow,
    /// More positions than a test has time for.
    Long,
}

/// The search as textbooks have it, written without a thought for speed.
struct Slow<'a, G> {
    game: &'a G,
    prunes: bool,
    tally: SearchCounts,
    most: u64,
}

impl<G: Game> Slow<'_, G> {
    fn value(&mut self, at: &G::Position, alpha: Value, beta: Value, ply: u64) -> Result<Value, Halt> {
        self.tally.positions += 1;
        self.tally.deepest = self.tally.deepest.max(ply);
        if self.tally.positions > self.most {
            return Err(Halt::Long);
        }
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) = self.game.expand(at, &mut moves).map_err(Halt::Fault)? {
            self.tally.terminal += 1;
            return Ok(payoff);
        }
        let maximizes = self.game.mover(at) == Player::First;
        let (mut alpha, mut beta, mut best) = (alpha, beta, None);
        for (number, play) in moves.iter().enumerate() {
            let step = self.game.play(at, play).map_err(Halt::Fault)?;
            let down = |bound: Value| match bound {
                Value::MIN | Value::MAX => bound,
                bound => bound.saturating_sub(step.reward),
            };
            let value = self.value(&step.position, down(alpha), down(beta), ply + 1)?;
            let value = value.checked_add(step.reward).ok_or(Halt::Overflow)?;
            let so_far = *best.get_or_insert(value);
            if maximizes {
                best = Some(so_far.max(value));
                alpha = alpha.max(value);
            } else {
                best = Some(so_far.min(value));
                beta = beta.min(value);
            }
            if self.prunes && alpha >= beta {
                self.tally.cutoffs += u64::from(number + 1 < moves.len());
                break;
            }
        }
        Ok(best.expect("a position that is not over has a move"))
    }
}

/// The search that the engine does by itself; `stop` ends it at that look, counted from 1.
fn by_itself<E: Engine>(
    engine: &E,
    at: &E::Position,
    (alpha, beta, prunes): (Value, Value, bool),
    (before, stop): (u64, Option<u64>),
) -> (NativeOutcome, u64) {
    let looks = Cell::new(0);
    let mut look = |tally: &SearchCounts| {
        looks.set(looks.get() + 1);
        assert!((before + tally.positions).is_multiple_of(PAUSE), "{tally:?} after {before}");
        stop != Some(looks.get())
    };
    let plain = NativeSearch { alpha, beta, prunes, before, look: &mut look, floor: 0, plies: 1 << 20 };
    (engine.native_search(at, plain), looks.get())
}

/// Windows of every kind around these values.
fn windows(value: Value) -> Vec<(Value, Value)> {
    let ends = [Value::MIN, -30, -2, -1, 0, 1, 2, 30, Value::MAX, value - 1, value, value + 1];
    let pairs = ends.iter().flat_map(|low| ends.iter().map(|high| (*low, *high)));
    pairs.filter(|(low, high)| low < high).collect()
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    positions: u64,
    searches: u64,
    unable: u64,
}

/// Compares the two below positions of random play.
struct Compare {
    seed: u64,
    most: u64,
}

impl Task for Compare {
    type Output = Compared;

    fn run<E: Engine>(self, engine: &E) -> Compared {
        let mut compared = Compared::default();
        if !engine.has_native_search() {
            return compared;
        }
        let mut random = common::Random(self.seed);
        for _ in 0..4 {
            let mut line = vec![engine.start()];
            loop {
                let mut moves = Vec::new();
                let Ok(Expansion::Moves) = engine.expand(&line[line.len() - 1], &mut moves) else { break };
                let play = &moves[random.below(moves.len())];
                let Ok(step) = engine.play(&line[line.len() - 1], play) else { break };
                line.push(step.position);
                if line.len() > 200 {
                    break;
                }
            }
            for at in line.iter().rev() {
                if !below(engine, at, self.most, &mut compared) {
                    break;
                }
            }
        }
        compared
    }
}

/// Compares at one position; false where that takes too long.
fn below<E: Engine>(engine: &E, at: &E::Position, most: u64, compared: &mut Compared) -> bool {
    let mut slow = Slow { game: engine, prunes: true, tally: SearchCounts::default(), most };
    let value = match slow.value(at, Value::MIN, Value::MAX, 0) {
        Err(Halt::Long) => return false,
        Err(_) => {
            let found = by_itself(engine, at, (Value::MIN, Value::MAX, true), (0, None)).0;
            assert_eq!(found, NativeOutcome::Unable, "at {at:?}");
            unsolved(engine, at);
            compared.unable += 1;
            return true;
        }
        Ok(value) => value,
    };
    compared.positions += 1;
    solved(engine, at, value, slow.tally);
    let all = windows(value).into_iter().map(|(alpha, beta)| (alpha, beta, true));
    for (alpha, beta, prunes) in all.chain([(Value::MIN, Value::MAX, false)]) {
        let mut slow = Slow { game: engine, prunes, tally: SearchCounts::default(), most: 4 * most };
        let expected = match slow.value(at, alpha, beta, 0) {
            Ok(value) => NativeOutcome::Value(value, slow.tally),
            Err(Halt::Long) => continue,
            Err(_) => NativeOutcome::Unable,
        };
        let before = slow.tally.positions % 7 * 1000;
        let (found, looks) = by_itself(engine, at, (alpha, beta, prunes), (before, None));
        assert_eq!(found, expected, "with {alpha}..{beta} at {at:?}");
        if expected != NativeOutcome::Unable {
            assert_eq!(looks, (before + slow.tally.positions) / PAUSE - before / PAUSE);
        }
        compared.searches += 1;
    }
    true
}

/// The solvers that ask for such searches find the same.
fn solved<E: Engine>(engine: &E, at: &E::Position, value: Value, tally: SearchCounts) {
    let plain = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
    let found =
        solve_alphabeta(engine, at, SolveQuestion::VALUE, &Limits::default(), plain).expect("a value");
    assert_eq!(found.value, value + engine.offset(at), "at {at:?}");
    let Statistics { positions, terminal, cutoffs, max_depth, .. } = found.statistics;
    assert_eq!(SearchCounts { positions, terminal, cutoffs, deepest: max_depth }, tally, "at {at:?}");
}

/// A broken promise is told with the moves that lead to it, though the search that the game does by
/// itself cannot tell of it.
fn unsolved<E: Engine>(engine: &E, at: &E::Position) {
    let plain = AlphaBetaOptions { memo: TableSize::Off, ..AlphaBetaOptions::default() };
    let stop =
        solve_alphabeta(engine, at, SolveQuestion::VALUE, &Limits::default(), plain).expect_err("no value");
    let Stop::Fault { fault, line } = stop else { return };
    let mut position = at.clone();
    for (number, play) in line.iter().enumerate() {
        match engine.play(&position, play) {
            Ok(step) => position = step.position,
            Err(broken) => {
                assert_eq!((broken, number + 1), (fault, line.len()), "the last move cannot be played");
                return;
            }
        }
    }
    assert_eq!(
        engine.expand(&position, &mut Vec::new()),
        Err(fault),
        "the last position cannot be looked at"
    );
}

fn compare(definition: &zug::definition::Definition, seed: u64, most: u64) -> Compared {
    let prepared = Prepared::new(&definition.program, EngineKind::Jit).expect("it fits the machine");
    with_engine(&prepared, Compare { seed, most })
}

#[test]
fn games_of_the_library_are_searched_as_move_by_move() {
    if can_compile().is_err() {
        return;
    }
    let (mut searched, mut names) = (0, Vec::new());
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        if matches!(prepared.ends, zug_analysis::Ends::Unproven { .. }) {
            continue;
        }
        let compared = compare(&definition, 5, 3000);
        if compared.searches > 0 {
            names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
            searched += compared.searches;
        }
    }
    let wanted = ["poj1085", "reversi", "tic_tac_toe", "connect_four", "triangle_dots"];
    assert!(wanted.iter().all(|name| names.iter().any(|found| found == name)), "{names:?}");
    assert!(searched > 3000, "{searched} in {names:?}");
}

#[test]
fn random_definitions_are_searched_as_move_by_move() {
    if can_compile().is_err() {
        return;
    }
    let mut random = common::Random(17);
    let mut all = Compared::default();
    for _ in 0..250 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let Ok(definition) = common::compile(&random::definition(&numbers), &[]) else { continue };
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        if matches!(prepared.ends, zug_analysis::Ends::Unproven { .. }) {
            continue;
        }
        let compared = compare(&definition, u64::from(numbers[0]), 800);
        all.positions += compared.positions;
        all.searches += compared.searches;
        all.unable += compared.unable;
    }
    assert!(all.positions >= 5 && all.searches >= 300 && all.unable > 0, "{all:?}");
}

/// Halts the search below a position in every way.
struct Halts;

impl Task for Halts {
    type Output = ();

    fn run<E: Engine>(self, engine: &E) {
        let start = engine.start();
        let window = (Value::MIN, Value::MAX, true);
        for stop in 1..4 {
            let most = stop * PAUSE - 1;
            let mut slow = Slow { game: engine, prunes: true, tally: SearchCounts::default(), most };
            assert_eq!(slow.value(&start, Value::MIN, Value::MAX, 0), Err(Halt::Long));
            assert_eq!(slow.tally.positions, stop * PAUSE);
            let (found, looks) = by_itself(engine, &start, window, (0, Some(stop)));
            assert_eq!((found, looks), (NativeOutcome::Stopped(slow.tally), stop));
        }
        let mut go_on = |_: &SearchCounts| true;
        let mut search = |floor: usize, plies: u64| {
            let (alpha, beta, prunes) = window;
            let look = &mut go_on;
            engine.native_search(&start, NativeSearch { alpha, beta, prunes, before: 0, look, floor, plies })
        };
        let NativeOutcome::Value(value, tally) = search(0, 1 << 20) else { panic!("nothing halts it") };
        assert!(tally.positions > 3 * PAUSE);
        assert_eq!(search(0, tally.deepest + 1), NativeOutcome::Value(value, tally));
        assert_eq!(search(0, tally.deepest), NativeOutcome::Unable);
        assert_eq!(search(0, 0), NativeOutcome::Unable);
        assert_eq!(search(usize::MAX, 1 << 20), NativeOutcome::Unable);
        let panics = || {
            let mut look = |_: &SearchCounts| panic!("who is told may panic");
            let (alpha, beta, prunes) = window;
            let plain =
                NativeSearch { alpha, beta, prunes, before: 0, look: &mut look, floor: 0, plies: 1 << 20 };
            engine.native_search(&start, plain)
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
        assert_eq!(search(0, 1 << 20), NativeOutcome::Value(value, tally), "and nothing is left of that");
        let all =
            solve_every_line(engine, &start, SolveQuestion::VALUE, &Limits::default()).expect("a value");
        assert_eq!((all.value, all.statistics.positions, all.statistics.terminal), (0, 549_946, 255_168));
    }
}

/// 549,946 positions and 255,168 whole games are what anybody counts who plays tic-tac-toe through.
#[test]
fn a_search_halts_where_it_should() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/tic_tac_toe.game");
    let definition = common::load(&path, &[]);
    if can_compile().is_ok() {
        let prepared = Prepared::new(&definition.program, EngineKind::Jit).expect("it fits");
        with_engine(&prepared, Halts);
    }
}

/// Every line of play by an engine that does not search by itself.
struct EveryLine;

impl Task for EveryLine {
    type Output = Statistics;

    fn run<E: Engine>(self, engine: &E) -> Statistics {
        let found = solve_every_line(engine, &engine.start(), SolveQuestion::ALL, &Limits::default())
            .expect("a value");
        assert_eq!((found.value, found.best.len(), found.line.len()), (0, 9, 9));
        assert!(found.afterwards.positions < found.statistics.positions);
        found.statistics
    }
}

#[test]
fn every_line_of_play_is_the_same_for_all_who_go_through_them() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/tic_tac_toe.game");
    let definition = common::load(&path, &[]);
    let counts = common::machines().into_iter().map(|engine| {
        let prepared = Prepared::new(&definition.program, engine).expect("it fits");
        with_engine(&prepared, EveryLine)
    });
    for found in counts {
        assert_eq!((found.positions, found.terminal, found.max_depth), (549_946, 255_168, 9));
    }
}
