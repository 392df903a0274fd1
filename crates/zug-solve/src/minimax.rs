//! Minimax: the definition of the right answer, which every other solver is compared with.
//!
//! Where play must end ([`Termination::Ends`]) plain recursion with a table of exact values finds
//! the value of a position: the payoff, or the best of its moves. Elsewhere
//! ([`Termination::MayRepeat`]) the values come from [`crate::value_iteration`]. This module asks
//! either of them for the given position and its children, and prunes nothing.

use crate::answer::{LineEnd, MoveValue, Solution, SolveQuestion, Statistics};
use crate::limits::{Halt, Limits, Stop, audit, within_range};
use crate::position_value::PositionValue;
use crate::tableless::TablelessSearch;
use crate::tracer::{NoTrace, Tracer, Window};
use crate::value_iteration::ValueIteration;
use crate::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Expansion, Game, Value};

/// Whether play must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// No line of play repeats a position.
    Ends,
    /// Positions may repeat.
    MayRepeat,
}

/// Solves a position by minimax.
///
/// # Errors
/// A limit, a fault with the moves that lead to it, an overflow; with [`Termination::Ends`] also a
/// position that repeats.
pub fn solve_minimax<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    play: Termination,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    if play == Termination::Ends {
        return resume_minimax(game, position, question, limits, &mut MinimaxState::default());
    }
    let mut nobody = NoTrace;
    let mut value_iteration = ValueIteration::list(game, position, limits);
    let solved = value_iteration.solve();
    let statistics = value_iteration.statistics;
    solved.map_err(|halt| halt.into_stop(value_iteration.line_to_fault(), (None, None), statistics))?;
    let recursion = Recursion::new(game, limits, &mut nobody);
    Judge { game, recursion, value_iteration: Some(value_iteration) }.answer(position, question)
}

/// Exact values of positions of a game in which play must end, which minimax has stored.
#[derive(Debug)]
pub struct MinimaxState<K> {
    values: FxHashMap<K, PositionValue>,
}

impl<K> Default for MinimaxState<K> {
    fn default() -> MinimaxState<K> {
        MinimaxState { values: FxHashMap::default() }
    }
}

impl<K: Eq + std::hash::Hash> MinimaxState<K> {
    /// The number of positions whose values are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether the value of the position with this [`Game::full_key`], and with it that of every
    /// position after it, is stored.
    pub fn has_value(&self, key: &K) -> bool {
        self.values.contains_key(key)
    }
}

/// Solves a position of a game in which play must end by minimax, with the values that earlier
/// calls for the same game have stored; the statistics count what is searched now.
///
/// # Errors
/// As [`solve_minimax`]; the values found by then stay.
pub fn resume_minimax<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    state: &mut MinimaxState<G::Key>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let mut nobody = NoTrace;
    let known = std::mem::take(&mut state.values);
    let recursion = Recursion { known, ..Recursion::new(game, limits, &mut nobody) };
    let mut judge = Judge { game, recursion, value_iteration: None };
    let solution = judge.answer(position, question);
    state.values = judge.recursion.known;
    solution
}

/// Solves a position of a game in which play must end by searching every line of play: a position
/// that is reached twice is searched twice. The other questions are answered by [`solve_minimax`]
/// and counted in [`Solution::afterwards`].
pub fn solve_every_line<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let mut search = TablelessSearch::<G, false>::new(game, limits);
    let value = search
        .value(position)
        .and_then(|value| value.checked_add(game.offset(position)).ok_or(Halt::Overflow));
    let statistics = search.statistics;
    let value = value.map_err(|halt| halt.into_stop(search.line(), (None, None), statistics))?;
    if question == SolveQuestion::VALUE {
        let (best, line, moves, afterwards) = Default::default();
        let line_end = LineEnd::NotAsked;
        return Ok(Solution { value, distance: None, best, line, line_end, moves, statistics, afterwards });
    }
    let rest = solve_minimax(game, position, question, limits, Termination::Ends);
    let rest = rest.map_err(|stop| stop.after_value(value, statistics))?;
    Ok(Solution { value, statistics, afterwards: rest.statistics, ..rest })
}

/// The value of a position of a game in which play must end, traced. With `remember` each position
/// is searched once, otherwise as often as play reaches it.
pub fn trace_minimax<G: Game, T: Tracer<G>>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    remember: bool,
    tracer: &mut T,
) -> Result<(Value, Statistics), Stop<G::Move>> {
    let mut recursion = Recursion { remember, ..Recursion::new(game, limits, tracer) };
    match recursion.worth(position, 0) {
        Ok(worth) => Ok((worth.value, recursion.statistics)),
        Err(halt) => {
            let line = recursion.path.iter().rev().cloned().collect();
            Err(halt.into_stop(line, (None, None), recursion.statistics))
        }
    }
}

/// Answers the questions from the values of positions.
struct Judge<'a, G: Game> {
    game: &'a G,
    recursion: Recursion<'a, G, NoTrace>,
    value_iteration: Option<ValueIteration<'a, G>>,
}

impl<G: Game> Judge<'_, G> {
    fn answer(
        &mut self,
        position: &G::Position,
        question: SolveQuestion,
    ) -> Result<Solution<G::Move>, Stop<G::Move>> {
        self.solution(position, question).map_err(|halt| {
            let line = self.recursion.path.iter().rev().cloned().collect();
            halt.into_stop(line, (None, None), self.statistics())
        })
    }

    fn statistics(&self) -> Statistics {
        self.value_iteration
            .as_ref()
            .map_or(self.recursion.statistics, |value_iteration| value_iteration.statistics)
    }

    fn worth(&mut self, position: &G::Position) -> Result<PositionValue, Halt> {
        match &self.value_iteration {
            Some(value_iteration) => value_iteration.worth(position),
            None => self.recursion.worth(position, 0),
        }
    }

    /// The legal moves with the positions after them and their values.
    #[allow(clippy::type_complexity)]
    fn moves(&mut self, position: &G::Position) -> Result<Vec<(G::Move, G::Position, PositionValue)>, Halt> {
        let mut moves = Vec::new();
        if let Expansion::Terminal(_) = self.game.expand(position, &mut moves)? {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        for play in moves {
            let next = self.game.play(position, &play)?.position;
            let worth = self.worth(&next)?;
            all.push((play, next, worth));
        }
        Ok(all)
    }

    fn solution(
        &mut self,
        position: &G::Position,
        question: SolveQuestion,
    ) -> Result<Solution<G::Move>, Halt> {
        let worth = self.worth(position)?;
        let statistics = self.statistics();
        let asked = |worth: &PositionValue| worth.plies.filter(|_| question.distance && worth.value != 0);
        let moves = self.moves(position)?;
        let keep = moves.iter().filter(|(_, _, child)| question.best && child.value == worth.value);
        let best = keep.map(|(mv, _, _)| mv.clone()).collect();
        let each = moves.iter().filter(|_| question.all_moves).map(|(mv, _, child)| MoveValue {
            mv: mv.clone(),
            value: child.value,
            distance: asked(child).map(|plies| plies + 1),
        });
        let moves = each.collect();
        let (line, line_end) = if question.line {
            self.line(position, question.distance)?
        } else {
            (Vec::new(), LineEnd::NotAsked)
        };
        let distance = asked(&worth);
        let afterwards = Statistics::default();
        Ok(Solution { value: worth.value, distance, best, line, line_end, moves, statistics, afterwards })
    }

    /// A line of best play: at each position the first move that keeps the value and, with
    /// `quickly`, the distance; otherwise one that falls in rank; otherwise any that keeps the
    /// value.
    fn line(&mut self, position: &G::Position, quickly: bool) -> Result<(Vec<G::Move>, LineEnd), Halt> {
        let mut line = Vec::new();
        let mut seen = FxHashMap::default();
        let mut position = position.clone();
        loop {
            if let Some(first) = seen.insert(self.game.full_key(&position), line.len()) {
                return Ok((line, LineEnd::Repeats(first)));
            }
            let here = self.worth(&position)?;
            let side = self.game.mover(&position).index();
            let mut moves = self.moves(&position)?;
            let nearer = |child: &PositionValue| child.rank[side] < here.rank[side];
            let kept = |child: &PositionValue| child.value == here.value;
            let hurried = quickly && here.value != 0 && here.plies.is_some();
            let quick =
                |child: &PositionValue| hurried && kept(child) && child.plies.map(|d| d + 1) == here.plies;
            let found = moves.iter().position(|(_, _, child)| quick(child));
            let found = found.or_else(|| moves.iter().position(|(_, _, child)| kept(child) && nearer(child)));
            let found = found.or_else(|| moves.iter().position(|(_, _, child)| kept(child)));
            let Some(found) = found else { return Ok((line, LineEnd::Terminal)) };
            let (play, next, _) = moves.swap_remove(found);
            line.push(play);
            position = next;
        }
    }
}

/// Plain recursion, for play that must end.
struct Recursion<'a, G: Game, T> {
    game: &'a G,
    /// Whether the value of a position is stored, so that it is searched once.
    remember: bool,
    known: FxHashMap<G::Key, PositionValue>,
    // The full keys of the positions on the current path: one that occurs again is a repetition.
    open: FxHashSet<G::Key>,
    path: Vec<G::Move>,
    statistics: Statistics,
    watch: Watch,
    tracer: &'a mut T,
}

impl<'a, G: Game, T: Tracer<G>> Recursion<'a, G, T> {
    fn new(game: &'a G, limits: &Limits, tracer: &'a mut T) -> Self {
        Recursion {
            game,
            remember: true,
            known: FxHashMap::default(),
            open: FxHashSet::default(),
            path: Vec::new(),
            statistics: Statistics::default(),
            watch: Watch::new(limits),
            tracer,
        }
    }

    fn worth(&mut self, position: &G::Position, ply: u64) -> Result<PositionValue, Halt> {
        let whole = self.game.full_key(position);
        if let Some(worth) = self.known.get(&whole) {
            let worth = *worth;
            self.tracer.enter(position, Window::OPEN);
            let to_go = self.to_go(position, worth);
            self.tracer.remembered(to_go, to_go);
            self.tracer.leave(to_go);
            return Ok(worth);
        }
        if !self.open.insert(whole.clone()) {
            return Err(Halt::Repeats);
        }
        self.tracer.enter(position, Window::OPEN);
        self.enter(ply)?;
        audit(self.game, position, self.statistics.positions)?;
        self.watch.entered(self.statistics.positions)?;
        let mut moves = Vec::new();
        let worth = match self.game.expand(position, &mut moves)? {
            Expansion::Terminal(payoff) => self.terminal(position, payoff)?,
            Expansion::Moves => self.best(position, &moves, ply)?,
        };
        self.open.remove(&whole);
        if self.remember {
            self.ask()?;
            self.known.insert(whole, worth);
        }
        self.tracer.leave(self.to_go(position, worth));
        Ok(worth)
    }

    /// The value that a tracer sees: without the points so far.
    #[inline(always)]
    fn to_go(&self, position: &G::Position, worth: PositionValue) -> Value {
        worth.value.wrapping_sub(self.game.offset(position))
    }

    fn terminal(&mut self, position: &G::Position, payoff: Value) -> Result<PositionValue, Halt> {
        within_range(payoff, self.game.payoff_range())?;
        self.statistics.terminal += 1;
        self.tracer.terminal(payoff);
        let value = payoff.checked_add(self.game.offset(position)).ok_or(Halt::Overflow)?;
        Ok(PositionValue { value, plies: Some(0), rank: [0; 2] })
    }

    fn best(&mut self, position: &G::Position, moves: &[G::Move], ply: u64) -> Result<PositionValue, Halt> {
        let mover = self.game.mover(position);
        let mut best: Option<PositionValue> = None;
        for play in moves {
            self.watch.after(0)?;
            let worth = self.child(position, play, ply).inspect_err(|_| self.path.push(play.clone()))?;
            if best.is_none_or(|best| worth.better(&best, mover)) {
                best = Some(worth);
            }
        }
        let best = best.ok_or(Halt::NoMoves)?;
        Ok(PositionValue { plies: best.plies.map(|plies| plies + 1), ..best })
    }

    fn child(&mut self, position: &G::Position, play: &G::Move, ply: u64) -> Result<PositionValue, Halt> {
        let step = self.game.play(position, play)?;
        self.tracer.descend(play, step.reward, Window::OPEN);
        let worth = self.worth(&step.position, ply + 1)?;
        self.tracer.ascend(self.to_go(position, worth));
        Ok(worth)
    }

    /// Bytes of what is remembered: an eighth of the table is free, and each place has a byte
    /// beside it.
    fn bytes(&self) -> u64 {
        let entry = size_of::<(G::Key, PositionValue)>() as u64 + 1;
        (self.known.capacity() as u64).saturating_mul(entry) / 7 * 8
    }

    /// Whether there is room to remember one position more. While a table grows, the old one stands
    /// beside one twice as large.
    fn ask(&mut self) -> Result<(), Halt> {
        if self.known.len() == self.known.capacity() {
            self.watch.growth(self.bytes(), self.bytes().saturating_mul(2))?;
        }
        Ok(())
    }

    fn enter(&mut self, ply: u64) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        self.statistics.bytes = self.bytes();
        if self.statistics.positions.is_multiple_of(1 << 10) {
            self.watch.look(&self.statistics)?;
        }
        self.watch.depth()
    }
}
