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
use crate::search::{Parallel, Search};
use crate::tracer::NoTrace;
use crate::watch::Watch;
use choice::Choice;
use rustc_hash::FxHashSet;
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

    /// The part of a goal on which the moves depend: goals of equal sort share the positions walked
    /// through.
    fn sort(&self) -> Sort {
        (self.player, self.threshold, self.within.is_some())
    }
}

type Sort = (Player, Value, bool);

/// Receives the numbers of a strategy, one by one.
pub type Emit<'e> = dyn FnMut(u64) + 'e;

/// Positions from one check of the clock to the next.
const PAUSE: u64 = 1 << 10;

/// Writes strategies for goals that can be reached, in a game in which play must end. `within` must
/// be none. The search uses the table in `state` and leaves it there.
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
    let search = Search::new(game, memo, limits, &mut nobody).using(options.techniques);
    let statistics = Statistics::default();
    let choice = Choice::new(game, search, limits);
    let mut walk = StrategyWalk { game, choice, watch: Watch::new(limits), statistics, emit };
    let mut walked: Vec<(Sort, FxHashSet<G::Key>)> = Vec::new();
    let mut done = Ok(());
    for goal in goals {
        let place = walked.iter().position(|each| each.0 == goal.sort()).unwrap_or_else(|| {
            walked.push((goal.sort(), FxHashSet::default()));
            walked.len() - 1
        });
        walk.choice.forget();
        done = walk.goal(goal, &mut walked[place].1);
        if done.is_err() {
            break;
        }
    }
    let statistics = walk.statistics;
    state.put_table(table);
    done.map_err(|(halt, line)| halt.into_stop(line, (None, None), statistics)).map(|()| statistics)
}

struct StrategyWalk<'a, 'e, G: Game> {
    game: &'a G,
    choice: Choice<'a, G>,
    watch: Watch,
    statistics: Statistics,
    emit: &'a mut Emit<'e>,
}

/// A position on the path of the walk.
struct Frame<G: Game> {
    position: G::Position,
    moves: std::vec::IntoIter<G::Move>,
    /// The move that the walk follows now.
    current: Option<G::Move>,
}

impl<G: Parallel> StrategyWalk<'_, '_, G> {
    fn goal(
        &mut self,
        goal: &StrategyGoal<G::Position>,
        walked: &mut FxHashSet<G::Key>,
    ) -> Result<(), HaltedAt<G::Move>> {
        let mut stack: Vec<Frame<G>> = Vec::new();
        let line = |stack: &[Frame<G>]| stack.iter().filter_map(|frame| frame.current.clone()).collect();
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
    ) -> Result<Option<Frame<G>>, HaltedAt<G::Move>> {
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
            self.statistics.terminal += 1;
            return if goal.is_met(payoff) { Ok(None) } else { Err(here(Halt::NotReached)) };
        }
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(depth);
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.look(walked).map_err(here)?;
        }
        if self.game.mover(&position) == goal.player {
            let chosen = self.choice.choose(goal, walked, &position, &moves)?;
            (self.emit)(chosen as u64);
            moves = vec![moves.swap_remove(chosen)];
        }
        walked.insert(key);
        Ok(Some(Frame { position, moves: moves.into_iter(), current: None }))
    }

    fn look(&mut self, walked: &FxHashSet<G::Key>) -> Result<(), Halt> {
        let table = self.choice.search.statistics_now().bytes.saturating_add(self.choice.bytes());
        self.statistics.bytes =
            table.saturating_add(walked.capacity() as u64 * (size_of::<G::Key>() as u64 + 1));
        self.watch.memory(self.statistics.bytes)?;
        self.watch.look(&self.statistics)
    }
}
