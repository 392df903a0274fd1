//! Alpha-beta search from a given position: the value, then the moves that keep it, the distance and a line.
//!
//! For games in which play must end; where positions can repeat, what a memo holds would depend on how a position
//! was reached, so whoever calls this must know that they cannot. With [`TableSize::Off`] the main search is the plain
//! textbook: an open window, moves in the stated order, nothing remembered; [`Solution::statistics`] then counts
//! what anybody's plain search counts. The questions after it (best moves, distance, line) always use a memo
//! and are counted in [`Solution::afterwards`].

use crate::answer::{LineEnd, MoveValue, Question, Solution, Statistics};
use crate::limits::{Halt, Limits, Stop};
use crate::memo::{TableSpec, TranspositionTable};
use crate::search::{Parallel, Search, Threads};
use crate::tableless::TablelessSearch;
use crate::techniques::Techniques;
use crate::tracer::{NoTrace, Tracer, Window};
use crate::utility::{Payoffs, Plies, Utility, WON};
use zug_game::{Expansion, Game, Player, Value};

/// How large the transposition table of a search may grow: what the user asks for by `--memo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableSize {
    /// Nothing.
    Off,
    /// As much as the game is worth: it grows as it fills, to half of [`Limits::memory`] at most.
    #[default]
    Auto,
    /// At most so many bytes.
    Bytes(u64),
}

/// How to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBetaOptions {
    /// How much to remember.
    pub memo: TableSize,
    /// Bounds of all outcomes in the words of the rules, both included, if known. Used only with a memo.
    pub range: Option<(Value, Value)>,
    /// What a search with a memo does beyond the textbook.
    pub techniques: Techniques,
    /// How many threads a search with a memo uses where it takes long.
    pub threads: Threads,
}

/// Solves a position of a game in which play must end.
pub fn solve_alphabeta<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    options: AlphaBetaOptions,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    trace_alphabeta(game, position, question, limits, options, &mut NoTrace)
}

/// The same, watched while it finds the value.
pub fn trace_alphabeta<G: Parallel, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    options: AlphaBetaOptions,
    tracer: &mut T,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    solve_with(game, position, question, limits, options, (tracer, &mut AlphaBetaState::default()))
}

/// The resumable state of alpha-beta, what one search leaves to the next one of the same game: what was proved of positions holds wherever play goes on.
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
    /// The table of payoffs, a new one where there is none that suits.
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

    /// Keeps it.
    pub(super) fn put_table(&mut self, table: Option<TranspositionTable<K>>) {
        self.payoffs = table;
    }
}

/// The same as [`solve_alphabeta`], with what was kept; a search that reaches a limit leaves what it proved too.
pub fn resume_alphabeta<G: Parallel>(
    game: &G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    options: AlphaBetaOptions,
    kept: &mut AlphaBetaState<G::Key>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    solve_with(game, position, question, limits, options, (&mut NoTrace, kept))
}

fn solve_with<G: Parallel, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    question: Question,
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
        let mut main = Search::<G, Payoffs, T>::new(game, memo, limits, tracer)
            .using(options.techniques)
            .with_threads(options.threads);
        match exactly(&mut main, position, range) {
            Ok(value) => (value, main.statistics_now()),
            Err(halt) => {
                let stop = stopped(&mut main, halt, offset, range);
                kept.payoffs = table;
                return Err(stop);
            }
        }
    };
    let total = value.checked_add(offset).ok_or(Stop::Overflow { what: "the value" })?;
    let (mut nobody, limits) = (NoTrace, &limits.afterwards());
    let mut table = main_table(game, position, wanted(TableSize::Auto), table);
    let memo = table.as_mut().map(TranspositionTable::open);
    let search =
        Search::new(game, memo, limits, &mut nobody).using(options.techniques).with_threads(options.threads);
    let plies = Statistics::default();
    let mut rest = Afterwards { game, limits, question, offset, range, value, search, plies, kept };
    let answer = rest.answer(position);
    let afterwards = rest.search.statistics_now().plus(rest.plies);
    kept.payoffs = table;
    let into_stop =
        |(halt, line): (Halt, Vec<G::Move>)| halt.into_stop(line, (Some(total), Some(total)), statistics);
    Ok(Solution { value: total, statistics, afterwards, ..answer.map_err(into_stop)? })
}

/// The value to go by the textbook, nothing remembered.
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

/// What was kept, if it suits; a new table otherwise; none where nothing is wanted.
fn main_table<G: Game>(
    game: &G,
    position: &G::Position,
    wanted: Option<TableSpec>,
    kept: Option<TranspositionTable<G::Key>>,
) -> Option<TranspositionTable<G::Key>> {
    let wanted = wanted?;
    let kept = kept.filter(|table| table.suits(game, position, wanted));
    Some(kept.unwrap_or_else(|| TranspositionTable::new(game, position, wanted)))
}

/// The value alone, watched, in the way that textbooks show: an open window, every move in the order of the definition,
/// and nothing but the memo between that and plain alpha-beta.
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
    let mut search = Search::<G, Payoffs, T>::new(game, memo, limits, tracer).in_stated_order();
    let value = search
        .value(position, Window::OPEN, 0)
        .map_err(|halt| stopped(&mut search, halt, offset, Window::OPEN))?;
    let total = value.checked_add(offset).ok_or(Stop::Overflow { what: "the value" })?;
    Ok((total, search.statistics_now()))
}

/// The table for a search; none where nothing is to be remembered.
pub(super) fn wanted(
    memo: TableSize,
    limits: &Limits,
    range: Option<(Value, Value)>,
    threads: Threads,
) -> Option<TableSpec> {
    let bytes = match memo {
        TableSize::Off => return None,
        TableSize::Auto => limits.memory / 2,
        TableSize::Bytes(bytes) => bytes.min(limits.memory),
    };
    Some(TableSpec { bytes, range: range.and_then(to_go), shared: threads.count > 1 })
}

/// The values to go that matter most where all outcomes lie in a range. What was gained before may have been the most or the least.
fn to_go((low, high): (Value, Value)) -> Option<(Value, Value)> {
    let spread = high.checked_sub(low)?;
    Some(if low >= -1 && high <= 1 { (-1, 1) } else { (-spread, spread) })
}

/// The exact value of a position. A window that is the range of outcomes answers exactly on its edges too.
fn exactly<G: Parallel, S: Utility, T: Tracer<G>>(
    search: &mut Search<'_, G, S, T>,
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
    search.value_in_parallel(position, Window::OPEN)
}

/// What is told when the main search halts: what it proved, and the range of outcomes where that says more.
fn stopped<G: Game, T: Tracer<G>>(
    search: &mut Search<'_, G, Payoffs, T>,
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

/// The questions that remain when the value is known.
struct Afterwards<'a, G: Game> {
    game: &'a G,
    limits: &'a Limits,
    question: Question,
    offset: Value,
    range: Window,
    value: Value,
    search: Search<'a, G, Payoffs, NoTrace>,
    plies: Statistics,
    kept: &'a mut AlphaBetaState<G::Key>,
}

/// Why a question stays open, and the moves that lead there.
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
        let mut plies = Search::<G, Plies, NoTrace>::new(self.game, memo, self.limits, &mut nobody)
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
        plies: &mut Search<'_, G, Plies, NoTrace>,
    ) -> Result<Solution<G::Move>, HaltedAt<G::Move>> {
        let question = self.question;
        let far =
            if asked { with_line_to_halt(plies, |plies| score(plies, position, self.value))? } else { 0 };
        let moves = if question.all_moves { self.all(position, asked, plies)? } else { Vec::new() };
        let search = &mut self.search;
        let best = if question.best { keeping(search, position, self.value)? } else { Vec::new() };
        let line = match (question.line, far) {
            (false, _) => Vec::new(),
            (true, 0) => follow(search, position, self.value)?,
            (true, far) => follow(plies, position, far)?,
        };
        let line_end = if question.line { LineEnd::Terminal } else { LineEnd::NotAsked };
        let distance = distance_of(far);
        let none = Statistics::default();
        Ok(Solution { value: 0, distance, best, line, line_end, moves, statistics: none, afterwards: none })
    }

    /// The value of every move, and its distance.
    fn all(
        &mut self,
        position: &G::Position,
        asked: bool,
        plies: &mut Search<'_, G, Plies, NoTrace>,
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

/// Runs a search; if it halts, tells the moves that led there too.
pub(super) fn with_line_to_halt<'a, G: Game, S: Utility, T: Tracer<G>, R>(
    search: &mut Search<'a, G, S, T>,
    run: impl FnOnce(&mut Search<'a, G, S, T>) -> Result<R, Halt>,
) -> Result<R, HaltedAt<G::Move>> {
    run(search).map_err(|halt| (halt, std::mem::take(&mut search.path).into_iter().rev().collect()))
}

/// From what a position is worth on the utility of plies to a distance.
pub(super) fn distance_of(score: Value) -> Option<u64> {
    (score != 0).then(|| (WON - score.abs()).unsigned_abs())
}

/// What a position that is won, drawn or lost is worth on the utility of plies.
///
/// Asks with narrow windows whether the winner can win within so many plies: first a few, then more and more, and when he can, halves
/// what is left between "can" and "cannot". So no search goes much deeper than the answer.
pub(super) fn score<G: Parallel, T: Tracer<G>>(
    search: &mut Search<'_, G, Plies, T>,
    position: &G::Position,
    outcome: Value,
) -> Result<Value, Halt> {
    let sign = outcome.signum();
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

/// Whether a move of this player to this position keeps the value that is best for him. On both scales `value` is the exact one.
pub(super) fn keeps<G: Parallel, S: Utility>(
    search: &mut Search<'_, G, S, NoTrace>,
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

/// Exactly the moves that keep the value.
fn keeping<G: Parallel, S: Utility>(
    search: &mut Search<'_, G, S, NoTrace>,
    position: &G::Position,
    value: Value,
) -> Result<Vec<G::Move>, HaltedAt<G::Move>> {
    let mover = search.game.mover(position);
    let mut best = Vec::new();
    for mv in legal(search.game, position).map_err(|halt| (halt, Vec::new()))? {
        let step = search.game.play(position, &mv).map_err(|fault| (fault.into(), vec![mv.clone()]))?;
        let goal = S::pass_down(step.reward, value);
        let kept = with_line_to_halt(search, |search| keeps(search, &step.position, mover, goal));
        if kept.map_err(|(halt, line)| (halt, [vec![mv.clone()], line].concat()))? {
            best.push(mv);
        }
    }
    Ok(best)
}

/// A line of best play: at each position the first move that keeps the value.
pub(super) fn follow<G: Parallel, S: Utility>(
    search: &mut Search<'_, G, S, NoTrace>,
    position: &G::Position,
    mut value: Value,
) -> Result<Vec<G::Move>, HaltedAt<G::Move>> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while let Some((mv, next, goal)) = first_kept(search, &position, value)
        .map_err(|(halt, below)| (halt, [line.clone(), below].concat()))?
    {
        line.push(mv);
        position = next;
        value = goal;
    }
    Ok(line)
}

/// The first move that keeps the value, where it leads, and the value there.
#[allow(clippy::type_complexity)]
fn first_kept<G: Parallel, S: Utility>(
    search: &mut Search<'_, G, S, NoTrace>,
    position: &G::Position,
    value: Value,
) -> Result<Option<(G::Move, G::Position, Value)>, HaltedAt<G::Move>> {
    let mover = search.game.mover(position);
    for mv in legal(search.game, position).map_err(|halt| (halt, Vec::new()))? {
        let step = search.game.play(position, &mv).map_err(|fault| (fault.into(), vec![mv.clone()]))?;
        let goal = S::pass_down(step.reward, value);
        let kept = with_line_to_halt(search, |search| keeps(search, &step.position, mover, goal));
        if kept.map_err(|(halt, line)| (halt, [vec![mv.clone()], line].concat()))? {
            return Ok(Some((mv, step.position, goal)));
        }
    }
    Ok(None)
}
