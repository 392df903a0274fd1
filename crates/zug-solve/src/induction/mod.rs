//! Backward induction from one position, depth first: every position that can be reached is
//! searched once, with an open window, and its exact value is kept (memoized recursion, top-down
//! dynamic programming).
//!
//! Alpha-beta looks at fewer positions, but what it keeps are bounds for the windows that it asked
//! with. Where moves are worth points the same position is asked about with another window after
//! every line that leads to it, and is searched again: a row of 150 stones, taken from the ends,
//! has 11,325 positions and costs it 40 million. Here no position is searched twice, so the
//! positions that can be reached bound the work, whatever the values are.
//!
//! Play must end. Values are to go: the points made before are no part of them. They are kept from
//! one call to the next.
//!
//! A sum that a player has made, and that nothing but the outcome reads, belongs to no key,
//! provided that no play takes it out of its bounds. Where no rule proves that,
//! [`solve_induction_bounded`] does: for each position it also finds how far each such sum can rise
//! and fall from there on, over all lines of play. That is exact, since the change by a move does
//! not depend on the sum.
//!
//! Source: R. Bellman, "Dynamic Programming" (1957); the recursion with a table is D. Michie's,
//! "Memo functions and machine learning" (1968).

use crate::answer::{Solution, SolveQuestion, Statistics};
use crate::exact_values::ExactValues;
use crate::limits::{Halt, Limits, Stop, audit, within_range};
use crate::watch::Watch;
use exact_table::{ExactSlot, ExactTable};
use natively::NativeTurns;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Expansion, Game, INDUCTION_PAUSE, Player, Value};

mod exact_table;
mod natively;

/// The exact values that one call leaves to the next one of the same position.
pub struct InductionState<K> {
    table: Option<ExactTable<K, 0>>,
}

impl<K> Default for InductionState<K> {
    fn default() -> InductionState<K> {
        InductionState { table: None }
    }
}

/// Solves a position of a game in which play must end. [`SolveQuestion::distance`] is not answered.
///
/// `outcomes` bounds the payoffs of a game whose moves bring no points, both ends included: a
/// position with a move to the best outcome of its mover is worth that, and its other moves are
/// left alone.
///
/// # Errors
/// A limit; a fault, with the moves that lead to it; an overflow; a contradiction, which is a bug
/// of ours.
pub fn solve_induction<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    outcomes: Option<(Value, Value)>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    resume_induction(game, position, question, limits, outcomes, &mut InductionState::default())
}

/// [`solve_induction`] with the values that were found earlier. A call that reaches a limit leaves
/// what it found as well.
///
/// # Errors
/// Those of [`solve_induction`].
pub fn resume_induction<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    outcomes: Option<(Value, Value)>,
    kept: &mut InductionState<G::Key>,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let table = kept.table.take().unwrap_or_else(|| ExactTable::new(game, limits.memory / 2));
    let mut induction = Induction::new(game, table, outcomes, &|_| [], limits);
    let solution = induction.solution(position, question);
    let stopped = solution.map_err(|(halt, value)| induction.stop(halt, value));
    kept.table = Some(induction.table);
    stopped
}

/// Integers of positions that no value to go depends on.
pub struct BoundedIntegers<'a, P, const N: usize> {
    /// Reads them.
    pub read: &'a dyn Fn(&P) -> [Value; N],
    /// The least and the greatest number that each may be.
    pub ranges: [(Value, Value); N],
}

/// [`solve_induction`] for a game whose keys leave integers out although it is not known that no
/// play takes them out of their ranges: none where some line of play from this position does, so
/// that one of several positions with one key would be a fault.
///
/// # Errors
/// Those of [`solve_induction`].
pub fn solve_induction_bounded<G: Game, const N: usize>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
    integers: &BoundedIntegers<'_, G::Position, N>,
) -> Result<Option<Solution<G::Move>>, Stop<G::Move>> {
    let table = ExactTable::new(game, limits.memory / 2);
    let mut induction = Induction::new(game, table, None, integers.read, limits);
    let solution = induction.solution(position, question);
    let all_stay = induction.all_stay(position, &integers.ranges) || is_broken(Shortcut::Reach);
    // A value that was found before a halt is believed as one of a solution is.
    let solution = solution.map_err(|(halt, value)| induction.stop(halt, value.filter(|_| all_stay)))?;
    Ok(all_stay.then_some(solution))
}

/// How far an integer falls (at most 0) and rises (at least 0) on the lines of play from a position
/// on.
type SumReach = [Value; 2];

/// What is found of a position.
#[derive(Clone, Copy)]
struct InducedValue<const N: usize> {
    /// The value to go.
    value: Value,
    /// Of each integer.
    reach: [SumReach; N],
}

/// A position on the current path.
struct PathNode<G: Game, const N: usize> {
    position: G::Position,
    slot: ExactSlot<G::Key>,
    mover: Player,
    /// Its moves on the stack of moves: the first, the one after the last that was played, and the
    /// one after all.
    first: usize,
    next: usize,
    end: usize,
    /// Whether the last one that was played is at work.
    playing: bool,
    /// Its reward, and its changes of the integers.
    reward: Value,
    changes: [Value; N],
    best: Option<InducedValue<N>>,
}

/// The table, and the positions on the path to the one that is at work, which is as deep as play
/// is long: no recursion, so that memory alone bounds it.
struct Induction<'a, G: Game, const N: usize> {
    game: &'a G,
    table: ExactTable<G::Key, N>,
    outcomes: Option<(Value, Value)>,
    read: &'a dyn Fn(&G::Position) -> [Value; N],
    nodes: Vec<PathNode<G, N>>,
    /// A stack: the moves of all positions on the current path.
    moves: Vec<G::Move>,
    /// After a halt: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
    statistics: Statistics,
    watch: Watch,
    native: NativeTurns,
}

impl<'a, G: Game, const N: usize> Induction<'a, G, N> {
    fn new(
        game: &'a G,
        table: ExactTable<G::Key, N>,
        outcomes: Option<(Value, Value)>,
        read: &'a dyn Fn(&G::Position) -> [Value; N],
        limits: &Limits,
    ) -> Self {
        let (nodes, moves, path, watch) = (Vec::new(), Vec::new(), Vec::new(), Watch::new(limits));
        Induction {
            game,
            table,
            outcomes,
            read,
            nodes,
            moves,
            path,
            statistics: Statistics::default(),
            watch,
            native: NativeTurns::default(),
        }
    }

    /// The error for a halt after this value was found, if it was.
    fn stop(&mut self, halt: Halt, value: Option<Value>) -> Stop<G::Move> {
        let line = std::mem::take(&mut self.path).into_iter().rev().collect();
        halt.into_stop(line, (value, value), self.statistics)
    }

    /// Whether it is found that the integers stay in these ranges on every line of play from a
    /// position on.
    fn all_stay(&self, position: &G::Position, ranges: &[(Value, Value); N]) -> bool {
        let Some(worth) = self.table.get(&self.table.slot(self.game, position)) else { return false };
        let now = (self.read)(position);
        let stays = |((low, high), now, [falls, rises]): (&(Value, Value), Value, SumReach)| {
            *low <= now.saturating_add(falls) && now.saturating_add(rises) <= *high
        };
        let each = ranges.iter().zip(now).zip(worth.reach);
        each.map(|((range, now), reach)| (range, now, reach)).all(stays)
    }

    /// The value to go of a position, and the reach of its integers.
    fn worth(&mut self, position: &G::Position) -> Result<InducedValue<N>, Halt> {
        let found = self.walked(position);
        if found.is_err() {
            let played = self.nodes.iter().rev().filter(|node| node.playing);
            self.path.extend(played.filter_map(|node| self.moves.get(node.next - 1).cloned()));
            self.nodes.clear();
            self.moves.clear();
        }
        found
    }

    /// Walks through all positions that can be reached and have no value yet.
    fn walked(&mut self, position: &G::Position) -> Result<InducedValue<N>, Halt> {
        if let Some(worth) = self.looked_up(position)? {
            return Ok(worth);
        }
        loop {
            let Some(node) = self.nodes.last_mut() else { return Err(Halt::NoMoves) };
            if node.next < node.end {
                let play = &self.moves[node.next];
                (node.next, node.playing) = (node.next + 1, true);
                let step = self.game.play(&node.position, play)?;
                node.reward = step.reward;
                if N > 0 {
                    let (before, after) = ((self.read)(&node.position), (self.read)(&step.position));
                    node.changes = std::array::from_fn(|at| after[at].saturating_sub(before[at]));
                }
                if let Some(worth) = self.looked_up(&step.position)? {
                    self.take(worth)?;
                }
            } else {
                let worth = self.close()?;
                if self.nodes.is_empty() {
                    return Ok(worth);
                }
                self.take(worth)?;
            }
        }
    }

    /// The worth of a position, if it is known or play is over there; otherwise the path goes on
    /// with it.
    #[inline(always)]
    fn looked_up(&mut self, position: &G::Position) -> Result<Option<InducedValue<N>>, Halt> {
        let slot = self.table.slot(self.game, position);
        if let Some(worth) = self.table.get(&slot) {
            self.statistics.memo_hits += 1;
            return Ok(Some(worth));
        }
        if self.native.is_due(self.statistics.positions)
            && self.game.has_native_induction()
            && let Some(value) = self.natively(position)?
        {
            return Ok(Some(InducedValue { value, reach: [[0; 2]; N] }));
        }
        self.enter(position)?;
        let first = self.moves.len();
        match self.game.expand(position, &mut self.moves)? {
            Expansion::Terminal(payoff) => {
                let worth = InducedValue { value: self.terminal(payoff)?, reach: [[0; 2]; N] };
                self.keep(slot, worth)?;
                Ok(Some(worth))
            }
            Expansion::Moves => {
                self.nodes.push(PathNode {
                    position: position.clone(),
                    slot,
                    mover: self.game.mover(position),
                    first,
                    next: first,
                    end: self.moves.len(),
                    playing: false,
                    reward: 0,
                    changes: [0; N],
                    best: None,
                });
                Ok(None)
            }
        }
    }

    /// The worth of the last position of the path, whose moves are all looked at.
    fn close(&mut self) -> Result<InducedValue<N>, Halt> {
        let Some(node) = self.nodes.pop() else { return Err(Halt::NoMoves) };
        self.moves.truncate(node.first);
        let worth = node.best.ok_or(Halt::NoMoves)?;
        self.keep(node.slot, worth)?;
        Ok(worth)
    }

    fn keep(&mut self, slot: ExactSlot<G::Key>, worth: InducedValue<N>) -> Result<(), Halt> {
        if self.table.is_crowded() {
            // The old table stands beside one twice as large.
            self.watch.growth(self.table.bytes(), self.table.bytes().saturating_mul(2))?;
        }
        self.table.insert(self.game, slot, worth);
        self.statistics.stored += 1;
        Ok(())
    }

    fn enter(&mut self, position: &G::Position) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(self.nodes.len() as u64);
        audit(self.game, position, self.statistics.positions)?;
        if self.statistics.positions.is_multiple_of(INDUCTION_PAUSE) {
            self.statistics.bytes = self.bytes();
            self.watch.memory(self.statistics.bytes)?;
            self.watch.look(&self.statistics)?;
        }
        self.watch.entered(self.statistics.positions)
    }

    /// The bytes of the table and of the path.
    fn bytes(&self) -> u64 {
        let path = self.nodes.capacity() * size_of::<PathNode<G, N>>();
        let moves = self.moves.capacity() * size_of::<G::Move>();
        self.table.bytes() + (path + moves) as u64
    }

    fn terminal(&mut self, payoff: Value) -> Result<Value, Halt> {
        within_range(payoff, self.game.payoff_range())?;
        self.statistics.terminal += 1;
        Ok(payoff)
    }

    /// Takes what the last move of the last position of the path leads to: the worth of the move is
    /// its reward and the value to go after it, its changes of the integers and their reach after
    /// it.
    #[inline(always)]
    fn take(&mut self, after: InducedValue<N>) -> Result<(), Halt> {
        let Some(node) = self.nodes.last_mut() else { return Err(Halt::NoMoves) };
        let value = after.value.checked_add(node.reward).ok_or(Halt::Overflow)?;
        let mut reach = after.reach;
        for (reach, change) in reach.iter_mut().zip(node.changes) {
            *reach = [reach[0].saturating_add(change).min(0), reach[1].saturating_add(change).max(0)];
        }
        let worth = InducedValue { value, reach };
        node.best = Some(node.best.map_or(worth, |best| joined(node.mover, best, worth)));
        node.playing = false;
        let is_best = self.outcomes.is_some_and(|(low, high)| match node.mover {
            Player::First => value >= high,
            Player::Second => value <= low,
        });
        if is_best {
            self.statistics.cutoffs += u64::from(node.next < node.end);
            node.next = node.end;
        }
        Ok(())
    }
}

impl<G: Game, const N: usize> ExactValues<G> for Induction<'_, G, N> {
    fn to_go(&mut self, position: &G::Position) -> Result<Value, Halt> {
        Ok(self.worth(position)?.value)
    }

    fn game(&self) -> &G {
        self.game
    }

    fn path(&mut self) -> &mut Vec<G::Move> {
        &mut self.path
    }

    fn statistics(&self) -> Statistics {
        Statistics { bytes: self.bytes(), ..self.statistics }
    }

    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }
}

/// The value that the mover prefers, and the reach of both.
fn joined<const N: usize>(mover: Player, one: InducedValue<N>, other: InducedValue<N>) -> InducedValue<N> {
    let value = match mover {
        Player::First => one.value.max(other.value),
        Player::Second => one.value.min(other.value),
    };
    let mut reach = one.reach;
    for (reach, other) in reach.iter_mut().zip(other.reach) {
        *reach = [reach[0].min(other[0]), reach[1].max(other[1])];
    }
    InducedValue { value, reach }
}
