//! The choice among the moves that keep a goal: the one whose strategy adds the fewest positions to
//! those walked through already.
//!
//! Strategies share positions, so the smallest one cannot be found quickly. Instead, each move is
//! tried: the positions that a plain strategy adds behind it are counted, up to a budget, which
//! grows until one move stays within it. A plain strategy plays to a position that counts already,
//! by the move chosen or tried there before, to the end, or by the move that is best in trials of
//! its own, with smaller budgets. The plain strategy of those has no trials: it plays the first
//! move that is known to keep the goal, the hash move before the others.
//!
//! Nested trials are the idea of T. Cazenave, "Nested Monte-Carlo Search" (2009), without chance.

use super::{HaltedAt, StrategyGoal};
use crate::alphabeta::{keeps, with_line_to_halt};
use crate::limits::{Halt, Limits};
use crate::search::{AlphaBetaSearch, Parallel};
use crate::tracer::NoTrace;
use crate::utility::Payoffs;
use crate::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Expansion, Game};

/// The budgets of a trial, in positions, one after the other: of a move of the strategy, of a move
/// of the plain strategy of its trials, and of one in theirs, which has none.
const BUDGETS: [&[u64]; 3] = [&[4, 32, 256, 2_048, 16_384], &[4, 32], &[]];
/// The positions that a search may take to decide whether a move keeps the goal, where that need
/// not be decided.
const SHORT: u64 = 4_096;
/// Trials and short searches take at most this many positions for each position walked through.
const SHARE: u64 = 1_000;
/// The positions walked through for which [`SHARE`] is granted in advance.
const ADVANCE: u64 = 1_000;

/// The choice of moves, with the search that decides which ones keep a goal.
pub(super) struct MoveChoice<'a, G: Game> {
    game: &'a G,
    pub(super) search: AlphaBetaSearch<'a, G, Payoffs, NoTrace>,
    /// The moves chosen and those of the plain strategy, by their numbers.
    pub(super) plain: FxHashMap<G::Key, u32>,
    /// The positions that trials and short searches took.
    spent: u64,
    watch: Watch,
}

/// The positions that a trial need not count.
struct Counted<'w, K> {
    /// Those walked through.
    walked: &'w FxHashSet<K>,
    /// Those that the trial counted.
    tried: FxHashSet<K>,
}

impl<K: Eq + std::hash::Hash> Counted<'_, K> {
    fn contains(&self, key: &K) -> bool {
        self.walked.contains(key) || self.tried.contains(key)
    }
}

impl<'a, G: Parallel> MoveChoice<'a, G> {
    /// A choice that uses this search.
    pub(super) fn new(
        game: &'a G,
        search: AlphaBetaSearch<'a, G, Payoffs, NoTrace>,
        limits: &Limits,
    ) -> Self {
        MoveChoice { game, search, plain: FxHashMap::default(), spent: 0, watch: Watch::new(limits) }
    }

    /// Begins a pass: its trials have a share of their own.
    pub(super) fn begin(&mut self) {
        self.spent = 0;
    }

    /// The number of the player's move. In this order: a move to a position already walked through,
    /// a move to a terminal position that meets the goal, the best move of the trials, the hash
    /// move if it keeps the value, the first other move that keeps it.
    pub(super) fn choose(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &FxHashSet<G::Key>,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<usize, HaltedAt<G::Move>> {
        let mut children = Vec::with_capacity(moves.len());
        for play in moves {
            let at = |halt: Halt| (halt, vec![play.clone()]);
            let child = self.game.play(position, play).map_err(|fault| at(fault.into()))?.position;
            if walked.contains(&self.game.full_key(&child)) {
                return Ok(children.len());
            }
            children.push(child);
        }
        for (number, child) in children.iter().enumerate() {
            if self.is_met_at(goal, child).map_err(|halt| (halt, vec![moves[number].clone()]))? {
                return Ok(number);
            }
        }
        if self.spent <= SHARE * (walked.len() as u64 + ADVANCE) {
            let best = self.smallest(goal, walked, position, &children, 0);
            if let Some(number) = best.map_err(|halt| (halt, Vec::new()))? {
                return Ok(number);
            }
        }
        for number in self.order(position, moves.len()) {
            let child = &children[number];
            let at = |halt: Halt| (halt, vec![moves[number].clone()]);
            let wanted =
                goal.threshold.checked_sub(self.game.offset(child)).ok_or_else(|| at(Halt::Overflow))?;
            let kept =
                with_line_to_halt(&mut self.search, |search| keeps(search, child, goal.player, wanted));
            if kept.map_err(|(halt, line)| (halt, [vec![moves[number].clone()], line].concat()))? {
                return Ok(number);
            }
        }
        Err((Halt::NotReached, Vec::new()))
    }

    /// The numbers of the moves, that of the hash move first.
    fn order(&self, position: &G::Position, moves: usize) -> Vec<usize> {
        let hint = self.search.hash_move(position).filter(|number| *number < moves);
        hint.into_iter().chain((0..moves).filter(|number| Some(*number) != hint)).collect()
    }

    /// Whether play is over at a position, with a payoff that meets the goal.
    fn is_met_at(&self, goal: &StrategyGoal<G::Position>, position: &G::Position) -> Result<bool, Halt> {
        Ok(match self.game.expand(position, &mut Vec::new())? {
            Expansion::Terminal(payoff) => {
                payoff.checked_add(self.game.offset(position)).is_some_and(|payoff| goal.is_met(payoff))
            }
            Expansion::Moves => false,
        })
    }

    /// Whether a short search shows that the player's move to `child` keeps the goal.
    fn is_known_to_keep(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        child: &G::Position,
    ) -> Result<bool, Halt> {
        let wanted = goal.threshold.checked_sub(self.game.offset(child)).ok_or(Halt::Overflow)?;
        let before = self.search.statistics.positions;
        let kept = self.search.within_budget(SHORT, |search| keeps(search, child, goal.player, wanted))?;
        self.spent += self.search.statistics.positions - before;
        Ok(kept == Some(true))
    }

    /// The move with the fewest new positions behind it, among those known to keep the goal; none
    /// if none is known to. If no trial stays within its budget, or if there are none at this
    /// level, the first of them.
    fn smallest(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &FxHashSet<G::Key>,
        position: &G::Position,
        children: &[G::Position],
        level: usize,
    ) -> Result<Option<usize>, Halt> {
        let mut known = Vec::new();
        for number in self.order(position, children.len()) {
            if self.is_known_to_keep(goal, &children[number])? {
                known.push(number);
                if BUDGETS[level].is_empty() {
                    break;
                }
            }
        }
        if known.len() <= 1 {
            return Ok(known.first().copied());
        }
        for &budget in BUDGETS[level] {
            let mut best = None;
            let mut most = budget;
            for &number in &known {
                let Some(count) = self.trial(goal, walked, &children[number], most, level)? else { continue };
                best = Some(number);
                // The next one has to be smaller; a position that goes on counts 1 at least.
                most = count - 1;
                if most == 0 {
                    break;
                }
            }
            if best.is_some() {
                return Ok(best);
            }
        }
        Ok(known.first().copied())
    }

    /// The number of new positions behind a move by the plain strategy; none if there are more than
    /// `most`, or if no move is known to keep the goal somewhere. `child` is new and not terminal.
    fn trial(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &FxHashSet<G::Key>,
        child: &G::Position,
        most: u64,
        level: usize,
    ) -> Result<Option<u64>, Halt> {
        let mut counted = Counted { walked, tried: FxHashSet::default() };
        let mut stack = vec![child.clone()];
        let mut moves = Vec::new();
        let mut count = 0;
        while let Some(position) = stack.pop() {
            let key = self.game.full_key(&position);
            moves.clear();
            if counted.contains(&key)
                || matches!(self.game.expand(&position, &mut moves)?, Expansion::Terminal(_))
            {
                continue;
            }
            count += 1;
            self.spent += 1;
            self.watch.after(1)?;
            if count > most {
                return Ok(None);
            }
            if self.game.mover(&position) == goal.player {
                match self.plain_step(goal, &counted, &position, &key, &moves, level + 1)? {
                    Plain::Unknown => return Ok(None),
                    Plain::Nothing => {}
                    Plain::To(next) => stack.push(next),
                }
            } else {
                for play in &moves {
                    stack.push(self.game.play(&position, play)?.position);
                }
            }
            counted.tried.insert(key);
        }
        Ok(Some(count))
    }

    /// The step of the plain strategy.
    fn plain_step(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        counted: &Counted<'_, G::Key>,
        position: &G::Position,
        key: &G::Key,
        moves: &[G::Move],
        level: usize,
    ) -> Result<Plain<G::Position>, Halt> {
        let mut children = Vec::with_capacity(moves.len());
        for play in moves {
            let child = self.game.play(position, play)?.position;
            if counted.contains(&self.game.full_key(&child)) {
                return Ok(Plain::Nothing);
            }
            children.push(child);
        }
        if let Some(number) = self.plain.get(key) {
            return Ok(Plain::To(children.swap_remove(*number as usize)));
        }
        for (number, child) in children.iter().enumerate() {
            if self.is_met_at(goal, child)? {
                self.plain.insert(key.clone(), number as u32);
                return Ok(Plain::Nothing);
            }
        }
        let best = self.smallest(goal, counted.walked, position, &children, level)?;
        let Some(number) = best else { return Ok(Plain::Unknown) };
        self.plain.insert(key.clone(), number as u32);
        Ok(Plain::To(children.swap_remove(number)))
    }
}

/// The step of the plain strategy at a position.
enum Plain<P> {
    /// To a position that need not be counted.
    Nothing,
    /// To this position.
    To(P),
    /// No move is known to keep the goal.
    Unknown,
}
