//! Alpha-beta search of one position: its value, then its best moves, the distance and a line of
//! play.
//!
//! Play must end. Where positions can repeat, a stored result would depend on the path to the
//! position; the caller must know that they cannot. With [`TableSize::Off`] the main search is the
//! textbook's: an open window, moves in the order of the definition, no table;
//! [`Solution::statistics`] then counts what any plain alpha-beta counts. The questions after it
//! (best moves, distance, line) always use a table, and [`Solution::afterwards`] counts them.

use crate::answer::{LineEnd, MoveValue, Solution, SolveQuestion, Statistics};
use crate::limits::{Halt, Limits, Stop};
use crate::memo::TranspositionTable;
use crate::search::{AlphaBetaSearch, Parallel, Threads};
use crate::table_size::{TableSize, main_table, wanted};
use crate::tableless::TablelessSearch;
use crate::techniques::Techniques;
use crate::tracer::{NoTrace, Tracer, Window};
use crate::utility::{Payoffs, Plies, Utility, WON};
use zug_game::{Expansion, Game, Player, Value};

/// How alpha-beta searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBetaOptions {
    /// The size of the transposition table.
    pub memo: TableSize,
    /// Bounds of all outcomes, points included, both ends included, where they are known. Only a
    /// search with a table uses them.
    pub range: Option<(Value, Value)>,
    /// The techniques that a search with a table uses beyond plain alpha-beta.
    pub techniques: Techniques,
    /// How many threads a long search with a table may use.
    pub threads: Threads,
    /// How often each position may be stored, on average: a search of one thread that comes back to
    /// the same positions more often stops with [`LimitKind::Positions`], while its table has room.
    ///
    /// [`LimitKind::Positions`]: crate::LimitKind::Positions
    pub revisits: Option<u64>,
}

/// Solves a position of a game in which play must end.
///
/// # Errors
/// A limit, with the bounds proved by then; a fault, with the moves that lead to it; an overflow; a
/// contradiction, which is a bug of ours.
pub fn solve_alphabeta<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: AlphaBetaOptions,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    trace_alphabeta(game, position, question, limits, options, &mut NoTrace)
}

/// [`solve_alphabeta`] with a tracer, which is called while the value is searched, not for the
/// questions after it.
pub fn trace_alphabeta<G: Parallel, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: AlphaBetaOptions,
    tracer: &mut T,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    solve_with(game, position, question, limits, options, (tracer, &mut AlphaBetaState::default()))
}

/// The resumable state of alpha-beta: the tables that one search leaves to the next one of the same
/// game. A stored bound holds for its position wherever play began.
pub struct AlphaBetaState<K> {
    payoffs: Option<TranspositionTable<K>>,
    plies: Option<TranspositionTable<K>>,
}

impl<K> Default for AlphaBetaState<K> {
    fn default() -> AlphaBetaState<K> {
        AlphaBetaState { payoffs: None, plies: None }
    }
}

impl<K: Clone + Eq + std::hash::Hash + Default> AlphaBetaState<K> {
    /// Takes the table of payoffs out, or makes a new one if the stored one does not suit.
    pub(super) fn take_table<G: Game<Key = K>>(
        &mut self,
        game: &G,
        position: &G::Position,
        options: AlphaBetaOptions,
        limits: &Limits,
    ) -> Option<TranspositionTable<K>> {
        let wanted = wanted(TableSize::Auto, limits, options.range, options.threads);
        main_table(game, position, wanted, self.payoffs.take())
    }

    /// Puts the table of payoffs back.
    pub(super) fn put_table(&mut self, table: Option<TranspositionTable<K>>) {
        self.payoffs = table;
    }
}

/// [`solve_alphabeta`] with the state of an earlier search. A search that reaches a limit leaves
/// what it proved in the state as well.
pub fn resume_alphabeta<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: AlphaBetaOptions,
    kept: &mut AlphaBetaState<G::Key>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    solve_with(game, position, question, limits, options, (&mut NoTrace, kept))
}

fn solve_with<G: Parallel, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    options: AlphaBetaOptions,
    (tracer, kept): (&mut T, &mut AlphaBetaState<G::Key>),
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let offset = game.offset(position);
    let wanted = |memo: TableSize| wanted(memo, limits, options.range, options.threads);
    let mut table = main_table(game, position, wanted(options.memo), kept.payoffs.take());
    let range = table.as_ref().and(options.range).map_or(Window::OPEN, |(low, high)| Window {
        alpha: Payoffs::pass_down(offset, low.max(Value::MIN + 1)),
        beta: Payoffs::pass_down(offset, high.min(Value::MAX - 1)),
    });
    let (value, statistics) = if table.is_none() && !T::WATCHES {
        tableless_value(game, position, limits, offset)?
    } else {
        let memo = table.as_mut().map(TranspositionTable::open);
        let mut main = AlphaBetaSearch::<G, Payoffs, T>::new(game, memo, limits, tracer)
            .using(options.techniques)
            .with_threads(options.threads)
            .with_revisits(options.revisits);
        match exactly(&mut main, position, range) {
            Ok(value) => (value, main.statistics_now()),
            Err(halt) => {
                limits.keep(|| main.unfinished());
                let stop = stopped(&mut main, halt, offset, range);
                kept.payoffs = table;
                return Err(stop);
            }
        }
    };
    let total = value.checked_add(offset).ok_or(Stop::overflow("the value"))?;
    let (mut nobody, limits) = (NoTrace, &limits.afterwards());
    let mut table = main_table(game, position, wanted(TableSize::Auto), table);
    let memo = table.as_mut().map(TranspositionTable::open);
    let search = AlphaBetaSearch::new(game, memo, limits, &mut nobody)
        .using(options.techniques)
        .with_threads(options.threads)
        .with_revisits(options.revisits);
    let plies = Statistics::default();
    let mut rest = Afterwards { game, limits, question, offset, range, value, search, plies, kept };
    let answer = rest.answer(position);
    let afterwards = rest.search.statistics_now().plus(rest.plies);
    kept.payoffs = table;
    let into_stop = |(halt, line): (Halt, Vec<G::Move>)| {
        halt.into_stop(line, (Some(total), Some(total)), statistics.plus(afterwards))
    };
    Ok(Solution { value: total, statistics, afterwards, ..answer.map_err(into_stop)? })
}

/// The value to go, by plain alpha-beta without a table.
fn tableless_value<G: Game>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    offset: Value,
) -> Result<(Value, Statistics), Stop<G::Move>> {
    let mut search = TablelessSearch::<G, true>::new(game, limits);
    match search.value(position) {
        Ok(value) => Ok((value, search.statistics)),
        Err(halt) => {
            let total = |bound: Option<Value>| bound.and_then(|bound| bound.checked_add(offset));
            let (low, high) = search.proved;
            Err(halt.into_stop(search.line(), (total(low), total(high)), search.statistics))
        }
    }
}

/// The value alone, traced, as textbooks show the search: an open window, every move in the order
/// of the definition, and at most a table added to plain alpha-beta.
pub fn walk_alphabeta<G: Game, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    memo: TableSize,
    tracer: &mut T,
) -> Result<(Value, Statistics), Stop<G::Move>> {
    let offset = game.offset(position);
    let mut table = main_table(game, position, wanted(memo, limits, None, Threads::ONE), None);
    let memo = table.as_mut().map(TranspositionTable::open);
    let mut search = AlphaBetaSearch::<G, Payoffs, T>::new(game, memo, limits, tracer).in_stated_order();
    let value = search
        .value(position, Window::OPEN, 0)
        .map_err(|halt| stopped(&mut search, halt, offset, Window::OPEN))?;
    let total = value.checked_add(offset).ok_or(Stop::overflow("the value"))?;
    Ok((total, search.statistics_now()))
}

/// The exact value of a position. `range` bounds all outcomes: a result on its edge is exact too,
/// because no value lies beyond.
fn exactly<G: Parallel, S: Utility, T: Tracer<G>>(
    search: &mut AlphaBetaSearch<'_, G, S, T>,
    position: &G::Position,
    range: Window,
) -> Result<Value, Halt> {
    if range.is_empty() {
        return search.value_in_parallel(position, Window::OPEN);
    }
    let value = search.value_in_parallel(position, range)?;
    if range.alpha <= value && value <= range.beta {
        return Ok(value);
    }
    // The range did not hold for this position: search with an open window.
    search.value_in_parallel(position, Window::OPEN)
}

/// The [`Stop`] for a halted main search: the bounds it proved, or the range of outcomes where it
/// proved none.
fn stopped<G: Game, T: Tracer<G>>(
    search: &mut AlphaBetaSearch<'_, G, Payoffs, T>,
    halt: Halt,
    offset: Value,
    range: Window,
) -> Stop<G::Move> {
    let (low, high) = search.proved;
    let low = low.or((range.alpha != Value::MIN).then_some(range.alpha));
    let high = high.or((range.beta != Value::MAX).then_some(range.beta));
    let total = |bound: Option<Value>| bound.and_then(|bound| bound.checked_add(offset));
    let line = std::mem::take(&mut search.path).into_iter().rev().collect();
    halt.into_stop(line, (total(low), total(high)), search.statistics_now())
}

/// Answers the questions that remain once the value is known.
struct Afterwards<'a, G: Game> {
    game: &'a G,
    limits: &'a Limits,
    question: SolveQuestion,
    offset: Value,
    range: Window,
    value: Value,
    search: AlphaBetaSearch<'a, G, Payoffs, NoTrace>,
    plies: Statistics,
    kept: &'a mut AlphaBetaState<G::Key>,
}

/// Why a search halted, and the moves from the given position to that place.
pub(super) type HaltedAt<M> = (Halt, Vec<M>);

impl<G: Parallel> Afterwards<'_, G> {
    fn answer(&mut self, position: &G::Position) -> Result<Solution<G::Move>, HaltedAt<G::Move>> {
        let asked = self.question.distance && (-1..=1).contains(&self.value);
        let mut table = self.kept.plies.take();
        if asked {
            table = main_table(
                self.game,
                position,
                wanted(TableSize::Auto, self.limits, None, self.search.threads()),
                table,
            );
        }
        let memo = table.as_mut().filter(|_| asked).map(TranspositionTable::open);
        let mut nobody = NoTrace;
        let mut plies = AlphaBetaSearch::<G, Plies, NoTrace>::new(self.game, memo, self.limits, &mut nobody)
            .using(self.search.techniques)
            .with_threads(self.search.threads());
        let answer = self.all_questions(position, asked, &mut plies);
        self.plies = plies.statistics_now();
        self.kept.plies = table;
        answer
    }

    fn all_questions(
        &mut self,
        position: &G::Position,
        asked: bool,
        plies: &mut AlphaBetaSearch<'_, G, Plies, NoTrace>,
    ) -> Result<Solution<G::Move>, HaltedAt<G::Move>> {
        let question = self.question;
        let far =
            if asked { with_line_to_halt(plies, |plies| score(plies, position, self.value))? } else { 0 };
        let moves = if question.all_moves { self.all(position, asked, plies)? } else { Vec::new() };
        let search = &mut self.search;
        let best = match question.best {
            true => keeping(search, position, (self.value, self.range), true)?,
            false => Vec::new(),
        };
        let best = best.into_iter().map(|(mv, ..)| mv).collect();
        let line = match (question.line, far) {
            (false, _) => Vec::new(),
            (true, 0) => follow(search, position, (self.value, self.range))?,
            (true, far) => follow(plies, position, (far, Window::OPEN))?,
        };
        let line_end = if question.line { LineEnd::Terminal } else { LineEnd::NotAsked };
        let distance = distance_of(far);
        let none = Statistics::default();
        Ok(Solution { value: 0, distance, best, line, line_end, moves, statistics: none, afterwards: none })
    }

    /// The value and the distance of every move.
    fn all(
        &mut self,
        position: &G::Position,
        asked: bool,
        plies: &mut AlphaBetaSearch<'_, G, Plies, NoTrace>,
    ) -> Result<Vec<MoveValue<G::Move>>, HaltedAt<G::Move>> {
        let mut all = Vec::new();
        for mv in legal(self.game, position).map_err(|halt| (halt, Vec::new()))? {
            let step = self.game.play(position, &mv).map_err(|fault| (fault.into(), vec![mv.clone()]))?;
            let below = |(halt, line)| (halt, [vec![mv.clone()], line].concat());
            let ends = [self.range.alpha, self.range.beta].map(|end| Payoffs::pass_down(step.reward, end));
            let range = Window { alpha: ends[0], beta: ends[1] };
            let value =
                with_line_to_halt(&mut self.search, |s| exactly(s, &step.position, range)).map_err(below)?;
            let far = if asked {
                with_line_to_halt(plies, |s| score(s, &step.position, value)).map_err(below)?
            } else {
                0
            };
            let value = value.checked_add(step.reward).and_then(|value| value.checked_add(self.offset));
            let value = value.ok_or((Halt::Overflow, Vec::new()))?;
            all.push(MoveValue { mv, value, distance: distance_of(far).map(|plies| plies + 1) });
        }
        Ok(all)
    }
}

/// Runs a search; a halt carries the moves that lead to it.
pub(super) fn with_line_to_halt<'a, G: Game, S: Utility, T: Tracer<G>, R>(
    search: &mut AlphaBetaSearch<'a, G, S, T>,
    run: impl FnOnce(&mut AlphaBetaSearch<'a, G, S, T>) -> Result<R, Halt>,
) -> Result<R, HaltedAt<G::Move>> {
    run(search).map_err(|halt| (halt, std::mem::take(&mut search.path).into_iter().rev().collect()))
}

/// The distance in plies from a value on the utility of plies; none for a draw.
pub(super) fn distance_of(score: Value) -> Option<u64> {
    (score != 0).then(|| (WON - score.abs()).unsigned_abs())
}

/// The value on the utility of plies of a position whose outcome (1, 0 or -1) is known.
///
/// Null windows ask whether the winner can win within some number of plies. The number grows by an
/// eighth each time until the answer is yes; then bisection closes the interval. So no search goes
/// much deeper than the answer.
pub(super) fn score<G: Parallel, T: Tracer<G>>(
    search: &mut AlphaBetaSearch<'_, G, Plies, T>,
    position: &G::Position,
    outcome: Value,
) -> Result<Value, Halt> {
    let sign = outcome.signum();
    // `sure` and `hope` bound the winner's score; a win `d` plies away scores `WON - d`.
    let (mut sure, mut hope) = (1, WON);
    while sign != 0 && sure < hope {
        let goal = if sure == 1 { hope - (WON - hope) / 8 } else { sure + (hope - sure + 1) / 2 };
        let window = match sign > 0 {
            true => Window { alpha: goal - 1, beta: goal },
            false => Window { alpha: -goal, beta: 1 - goal },
        };
        let value = search.value_in_parallel(position, window)? * sign;
        if value >= goal {
            sure = value;
        } else {
            hope = value;
        }
    }
    Ok(if sure == hope { sure * sign } else { 0 })
}

pub(super) fn legal<G: Game>(game: &G, position: &G::Position) -> Result<Vec<G::Move>, Halt> {
    let mut moves = Vec::new();
    match game.expand(position, &mut moves)? {
        Expansion::Terminal(_) => Ok(Vec::new()),
        Expansion::Moves => Ok(moves),
    }
}

/// Whether this player's move to `child` keeps the value. `goal` is the exact value of the position
/// before the move, passed down to the child, on the utility `S`.
pub(super) fn keeps<G: Parallel, S: Utility>(
    search: &mut AlphaBetaSearch<'_, G, S, NoTrace>,
    child: &G::Position,
    mover: Player,
    goal: Value,
) -> Result<bool, Halt> {
    let (window, sure) = match mover {
        Player::First => (Window { alpha: goal.saturating_sub(1), beta: goal }, goal == Value::MIN),
        Player::Second => (Window { alpha: goal, beta: goal.saturating_add(1) }, goal == Value::MAX),
    };
    if sure {
        return Ok(true);
    }
    let value = search.value_in_parallel(child, window)?;
    Ok(if mover == Player::First { value >= goal } else { value <= goal })
}

/// The value of a position on a utility, and bounds of all values there.
pub(super) type BoundedValue = (Value, Window);

/// A move that keeps the value, where it leads, and the value there.
type BestStep<G> = (<G as Game>::Move, <G as Game>::Position, BoundedValue);

/// The moves that keep the value, in the order of the definition: all, or the first one alone.
/// Where no value is worse for the player every move does, and nothing is searched.
fn keeping<G: Parallel, S: Utility>(
    search: &mut AlphaBetaSearch<'_, G, S, NoTrace>,
    position: &G::Position,
    (value, range): BoundedValue,
    all: bool,
) -> Result<Vec<BestStep<G>>, HaltedAt<G::Move>> {
    let mover = search.game.mover(position);
    let is_worst = match mover {
        Player::First => value == range.alpha,
        Player::Second => value == range.beta,
    };
    let mut best = Vec::new();
    for mv in legal(search.game, position).map_err(|halt| (halt, Vec::new()))? {
        let step = search.game.play(position, &mv).map_err(|fault| (fault.into(), vec![mv.clone()]))?;
        let [goal, alpha, beta] =
            [value, range.alpha, range.beta].map(|each| S::pass_down(step.reward, each));
        let kept = match is_worst {
            true => Ok(true),
            false => with_line_to_halt(search, |search| keeps(search, &step.position, mover, goal)),
        };
        if kept.map_err(|(halt, line)| (halt, [vec![mv.clone()], line].concat()))? {
            best.push((mv, step.position, (goal, Window { alpha, beta })));
            if !all {
                break;
            }
        }
    }
    Ok(best)
}

/// A line of best play: at each position the first move that keeps the value.
pub(super) fn follow<G: Parallel, S: Utility>(
    search: &mut AlphaBetaSearch<'_, G, S, NoTrace>,
    position: &G::Position,
    mut value: BoundedValue,
) -> Result<Vec<G::Move>, HaltedAt<G::Move>> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while let Some((mv, next, kept)) = keeping(search, &position, value, false)
        .map_err(|(halt, below)| (halt, [line.clone(), below].concat()))?
        .pop()
    {
        line.push(mv);
        position = next;
        value = kept;
    }
    Ok(line)
}
