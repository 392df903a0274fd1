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
use exact_table::ExactTable;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Expansion, Game, Player, Value};

mod exact_table;

/// Positions from one look at the clock to the next.
const PAUSE: u64 = 1 << 10;

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
    let table = kept.table.take().unwrap_or_else(|| ExactTable::new(game, position, limits.memory / 2));
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
    let table = ExactTable::new(game, position, limits.memory / 2);
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

/// The recursion with its table and its stacks.
struct Induction<'a, G: Game, const N: usize> {
    game: &'a G,
    table: ExactTable<G::Key, N>,
    outcomes: Option<(Value, Value)>,
    read: &'a dyn Fn(&G::Position) -> [Value; N],
    /// A stack: the moves of all positions on the current path.
    moves: Vec<G::Move>,
    /// After a halt: the moves that lead to it, the last one first.
    path: Vec<G::Move>,
    statistics: Statistics,
    watch: Watch,
}

impl<'a, G: Game, const N: usize> Induction<'a, G, N> {
    fn new(
        game: &'a G,
        table: ExactTable<G::Key, N>,
        outcomes: Option<(Value, Value)>,
        read: &'a dyn Fn(&G::Position) -> [Value; N],
        limits: &Limits,
    ) -> Self {
        let (moves, path, watch) = (Vec::new(), Vec::new(), Watch::new(limits));
        Induction { game, table, outcomes, read, moves, path, statistics: Statistics::default(), watch }
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
    fn worth(&mut self, position: &G::Position, ply: u64) -> Result<InducedValue<N>, Halt> {
        let slot = self.table.slot(self.game, position);
        if let Some(worth) = self.table.get(&slot) {
            self.statistics.memo_hits += 1;
            return Ok(worth);
        }
        self.enter(position, ply)?;
        let first = self.moves.len();
        let worth = match self.game.expand(position, &mut self.moves)? {
            Expansion::Terminal(payoff) => InducedValue { value: self.terminal(payoff)?, reach: [[0; 2]; N] },
            Expansion::Moves => self.best(position, first, ply)?,
        };
        self.moves.truncate(first);
        if self.table.is_crowded() {
            // The old table stands beside one twice as large.
            self.watch.growth(self.table.bytes(), self.table.bytes().saturating_mul(2))?;
        }
        self.table.insert(slot, worth);
        self.statistics.stored += 1;
        Ok(worth)
    }

    fn enter(&mut self, position: &G::Position, ply: u64) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        audit(self.game, position, self.statistics.positions)?;
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.table.bytes();
            self.watch.look(&self.statistics)?;
        }
        self.watch.entered(self.statistics.positions)?;
        self.watch.depth()
    }

    fn terminal(&mut self, payoff: Value) -> Result<Value, Halt> {
        within_range(payoff, self.game.payoff_range())?;
        self.statistics.terminal += 1;
        Ok(payoff)
    }

    /// The best of the moves, which stand on the stack from `first` on.
    fn best(&mut self, position: &G::Position, first: usize, ply: u64) -> Result<InducedValue<N>, Halt> {
        let mover = self.game.mover(position);
        let end = self.moves.len();
        let mut best: Option<InducedValue<N>> = None;
        for at in first..end {
            let play = self.moves[at].clone();
            let worth = self.after(position, &play, ply).inspect_err(|_| self.path.push(play))?;
            best = Some(best.map_or(worth, |best| joined(mover, best, worth)));
            if self.is_the_best_outcome(mover, worth.value) {
                self.statistics.cutoffs += u64::from(at + 1 < end);
                break;
            }
        }
        best.ok_or(Halt::NoMoves)
    }

    /// The worth of a move: its reward and the value to go after it, its change of the integers and
    /// their reach after it.
    fn after(&mut self, position: &G::Position, play: &G::Move, ply: u64) -> Result<InducedValue<N>, Halt> {
        let step = self.game.play(position, play)?;
        let worth = self.worth(&step.position, ply + 1)?;
        let value = worth.value.checked_add(step.reward).ok_or(Halt::Overflow)?;
        let mut reach = worth.reach;
        let (before, after) = ((self.read)(position), (self.read)(&step.position));
        for (reach, (before, after)) in reach.iter_mut().zip(before.into_iter().zip(after)) {
            let change = after.saturating_sub(before);
            *reach = [reach[0].saturating_add(change).min(0), reach[1].saturating_add(change).max(0)];
        }
        Ok(InducedValue { value, reach })
    }

    fn is_the_best_outcome(&self, mover: Player, value: Value) -> bool {
        self.outcomes.is_some_and(|(low, high)| match mover {
            Player::First => value >= high,
            Player::Second => value <= low,
        })
    }
}

impl<G: Game, const N: usize> ExactValues<G> for Induction<'_, G, N> {
    fn to_go(&mut self, position: &G::Position) -> Result<Value, Halt> {
        Ok(self.worth(position, 0)?.value)
    }

    fn game(&self) -> &G {
        self.game
    }

    fn path(&mut self) -> &mut Vec<G::Move> {
        &mut self.path
    }

    fn statistics(&self) -> Statistics {
        Statistics { bytes: self.table.bytes(), ..self.statistics }
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
