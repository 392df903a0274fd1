//! Strategies that show why a value is true: one move of the player for every position that play
//! can reach.
//!
//! A strategy is written as a list of numbers, in the order of a depth-first walk. At a new
//! position of the player it has the number of his move, counted from 0, then the positions after
//! that move; at a new position of the opponent it has the positions after every move. A reader of
//! the numbers makes the same walk. Where positions can repeat, a rank precedes each position: see
//! [`ranks`].

mod choice;
mod ranks;

pub use ranks::ranked_strategies;

use crate::alphabeta::{AlphaBetaOptions, AlphaBetaState, HaltedAt};
use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::search::{AlphaBetaSearch, Parallel};
use crate::tracer::NoTrace;
use crate::watch::Watch;
use choice::MoveChoice;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Expansion, Game, Player, Value};

/// The goal of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyGoal<P> {
    /// The position from which it must reach the goal.
    pub position: P,
    /// The player whose strategy it is.
    pub player: Player,
    /// The payoff, points included: at least this for the first player, at most this for the
    /// second.
    pub threshold: Value,
    /// The greatest number of plies until play is over; none: any number.
    pub within: Option<u64>,
}

impl<P> StrategyGoal<P> {
    fn is_met(&self, payoff: Value) -> bool {
        match self.player {
            Player::First => payoff >= self.threshold,
            Player::Second => payoff <= self.threshold,
        }
    }

    /// The part of a goal on which the moves depend: goals of one class share the positions walked
    /// through.
    fn class(&self) -> GoalClass {
        (self.player, self.threshold, self.within.is_some())
    }
}

type GoalClass = (Player, Value, bool);

/// Receives the numbers of a strategy, one by one.
pub type Emit<'e> = dyn FnMut(u64) + 'e;

/// Positions from one check of the clock to the next.
const PAUSE: u64 = 1 << 10;

/// A strategy is looked for at most so often.
const PASSES: usize = 6;

/// Writes strategies for goals that can be reached, in a game in which play must end. `within` must
/// be none. The search uses the table in `state` and leaves it there.
///
/// They are looked for in passes. Each tries moves with the strategies of the pass before as the
/// plain ones (see [`choice`]), until a pass does not find fewer positions; those of the smallest
/// pass are written.
///
/// # Errors
/// A limit, a fault, or a goal that cannot be reached.
pub fn walk_strategies<G: Parallel>(
    game: &G,
    goals: &[StrategyGoal<G::Position>],
    limits: &Limits,
    options: AlphaBetaOptions,
    state: &mut AlphaBetaState<G::Key>,
    emit: &mut Emit<'_>,
) -> Result<Statistics, Stop<G::Move>> {
    let Some(first) = goals.first() else { return Ok(Statistics::default()) };
    let mut table = state.take_table(game, &first.position, options, limits);
    let memo = table.as_mut().map(crate::memo::TranspositionTable::open);
    let mut nobody = NoTrace;
    let search = AlphaBetaSearch::new(game, memo, limits, &mut nobody).using(options.techniques);
    let choice = MoveChoice::new(game, search, limits);
    let (pass, kept) = (Pass::default(), 0);
    let mut walk = StrategyWalk { game, choice, watch: Watch::new(limits), pass, kept };
    let smallest = walk.smallest(goals);
    let statistics = walk.pass.statistics;
    state.put_table(table);
    let smallest = smallest.map_err(|(halt, line)| halt.into_stop(line, (None, None), statistics))?;
    smallest.numbers.into_iter().for_each(|number| emit(u64::from(number)));
    Ok(smallest.statistics)
}

/// Strategies for all goals.
#[derive(Default)]
struct Pass {
    statistics: Statistics,
    /// The moves of the players whose strategies they are, in the order of the walks.
    numbers: Vec<u32>,
}

impl Pass {
    fn bytes(&self) -> u64 {
        self.numbers.capacity() as u64 * size_of::<u32>() as u64
    }
}

/// The positions and moves that goals of one class share.
struct SharedPositions<K> {
    class: GoalClass,
    /// The positions that this pass walked through.
    walked: FxHashSet<K>,
    /// The moves chosen at last, and those of the plain strategy.
    plain: FxHashMap<K, u32>,
}

impl<K> SharedPositions<K> {
    fn bytes(&self) -> u64 {
        walked_bytes(&self.walked).saturating_add(plain_bytes(&self.plain))
    }
}

/// The memory of a set of positions.
fn walked_bytes<K>(walked: &FxHashSet<K>) -> u64 {
    walked.capacity() as u64 * (size_of::<K>() as u64 + 1)
}

/// The memory of the moves of a plain strategy.
fn plain_bytes<K>(plain: &FxHashMap<K, u32>) -> u64 {
    plain.capacity() as u64 * (size_of::<(K, u32)>() as u64 + 1)
}

struct StrategyWalk<'a, G: Game> {
    game: &'a G,
    choice: MoveChoice<'a, G>,
    watch: Watch,
    /// The pass that goes on.
    pass: Pass,
    /// The memory of the smallest pass so far, and of the positions and moves of other sorts of
    /// goals.
    kept: u64,
}

/// A position on the path of the walk.
struct StrategyFrame<G: Game> {
    position: G::Position,
    moves: std::vec::IntoIter<G::Move>,
    /// The move that the walk follows now.
    current: Option<G::Move>,
}

impl<G: Parallel> StrategyWalk<'_, G> {
    /// The pass with the fewest positions.
    fn smallest(&mut self, goals: &[StrategyGoal<G::Position>]) -> Result<Pass, HaltedAt<G::Move>> {
        let mut shared = Vec::new();
        self.follow(goals, &mut shared, 0)?;
        let mut best = std::mem::take(&mut self.pass);
        for _ in 1..PASSES {
            self.follow(goals, &mut shared, best.bytes())?;
            let next = std::mem::take(&mut self.pass);
            if next.statistics.positions >= best.statistics.positions {
                break;
            }
            best = next;
        }
        Ok(best)
    }

    /// One pass, while `kept` bytes are taken elsewhere.
    fn follow(
        &mut self,
        goals: &[StrategyGoal<G::Position>],
        shared: &mut Vec<SharedPositions<G::Key>>,
        kept: u64,
    ) -> Result<(), HaltedAt<G::Move>> {
        self.choice.begin();
        shared.iter_mut().for_each(|each| each.walked.clear());
        for goal in goals {
            let place = shared.iter().position(|each| each.class == goal.class()).unwrap_or_else(|| {
                let (walked, plain) = Default::default();
                shared.push(SharedPositions { class: goal.class(), walked, plain });
                shared.len() - 1
            });
            self.choice.plain = std::mem::take(&mut shared[place].plain);
            let mut walked = std::mem::take(&mut shared[place].walked);
            self.kept = shared.iter().map(SharedPositions::bytes).fold(kept, u64::saturating_add);
            let done = self.goal(goal, &mut walked);
            shared[place].walked = walked;
            shared[place].plain = std::mem::take(&mut self.choice.plain);
            done?;
        }
        Ok(())
    }

    fn goal(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &mut FxHashSet<G::Key>,
    ) -> Result<(), HaltedAt<G::Move>> {
        let mut stack: Vec<StrategyFrame<G>> = Vec::new();
        let line =
            |stack: &[StrategyFrame<G>]| stack.iter().filter_map(|frame| frame.current.clone()).collect();
        let entered = self.enter(goal, walked, goal.position.clone(), 0)?;
        stack.extend(entered);
        while let Some(top) = stack.last_mut() {
            top.current = top.moves.next();
            let Some(play) = &top.current else {
                stack.pop();
                continue;
            };
            let step = self.game.play(&top.position, play).map_err(|fault| (fault.into(), line(&stack)))?;
            let depth = stack.len() as u64;
            let entered = self.enter(goal, walked, step.position, depth);
            let entered = entered.map_err(|(halt, below)| (halt, [line(&stack), below].concat()))?;
            stack.extend(entered);
        }
        Ok(())
    }

    /// Enters a position; returns a frame where it is new and play goes on.
    fn enter(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &mut FxHashSet<G::Key>,
        position: G::Position,
        depth: u64,
    ) -> Result<Option<StrategyFrame<G>>, HaltedAt<G::Move>> {
        let key = self.game.full_key(&position);
        if walked.contains(&key) {
            return Ok(None);
        }
        let here = |halt: Halt| (halt, Vec::new());
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) =
            self.game.expand(&position, &mut moves).map_err(|fault| here(fault.into()))?
        {
            let payoff =
                payoff.checked_add(self.game.offset(&position)).ok_or_else(|| here(Halt::Overflow))?;
            self.pass.statistics.terminal += 1;
            return if goal.is_met(payoff) { Ok(None) } else { Err(here(Halt::NotReached)) };
        }
        self.pass.statistics.positions += 1;
        self.pass.statistics.max_depth = self.pass.statistics.max_depth.max(depth);
        if self.pass.statistics.positions.is_multiple_of(PAUSE) {
            self.look(walked).map_err(here)?;
        }
        if self.game.mover(&position) == goal.player {
            let chosen = self.choice.choose(goal, walked, &position, &moves)?;
            self.pass.numbers.push(chosen as u32);
            self.choice.plain.insert(key.clone(), chosen as u32);
            moves = vec![moves.swap_remove(chosen)];
        }
        walked.insert(key);
        Ok(Some(StrategyFrame { position, moves: moves.into_iter(), current: None }))
    }

    fn look(&mut self, walked: &FxHashSet<G::Key>) -> Result<(), Halt> {
        let table = self.choice.search.statistics_now().bytes;
        let here = [walked_bytes(walked), plain_bytes(&self.choice.plain), self.pass.bytes(), self.kept];
        self.pass.statistics.bytes = here.into_iter().fold(table, u64::saturating_add);
        self.watch.memory(self.pass.statistics.bytes)?;
        self.watch.look(&self.pass.statistics)
    }
}
