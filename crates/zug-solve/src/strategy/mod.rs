//! Strategies that show why a value is true: for a player and a payoff, one move for every position that his strategy leads to.
//!
//! What comes out is a row of numbers, in the order of a walk depth first: at a new position of the player the number of his move, counted from
//! 0, then every position behind it; at one of his opponent every position behind every move. Whoever reads the numbers plays the same walk. Where
//! positions can repeat a rank comes before: [`ranks`].

mod ranks;

pub use ranks::ranked_strategies;

use crate::alphabeta::{AlphaBetaOptions, AlphaBetaState, HaltedAt, keeps, with_line_to_halt};
use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::search::{Parallel, Search};
use crate::tracer::NoTrace;
use crate::utility::Payoffs;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use zug_game::{Expansion, Game, Player, Value};

/// What a strategy is to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyGoal<P> {
    /// From here on.
    pub position: P,
    /// Whose strategy it is.
    pub player: Player,
    /// The payoff in the words of the rules: at least this for the first player, at most this for the second.
    pub threshold: Value,
    /// Play has to be over after at most so many plies.
    pub within: Option<u64>,
}

impl<P> StrategyGoal<P> {
    fn is_met(&self, payoff: Value) -> bool {
        match self.player {
            Player::First => payoff >= self.threshold,
            Player::Second => payoff <= self.threshold,
        }
    }

    /// Goals that agree in these share the positions walked through.
    fn sort(&self) -> Sort {
        (self.player, self.threshold, self.within.is_some())
    }
}

type Sort = (Player, Value, bool);

/// Takes the numbers.
pub type Emit<'e> = dyn FnMut(u64) + 'e;

/// Positions between two looks at the clock.
const PAUSE: u64 = 1 << 10;

/// Walks through strategies for goals that are known to be reached, in a game in which play must end. They may have no bound on
/// plies. What a search left in `state` is used and left there.
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
    let mut walk = StrategyWalk { game, search, watch: Watch::new(limits), statistics, emit };
    let mut walked: Vec<(Sort, FxHashSet<G::Key>)> = Vec::new();
    let mut done = Ok(());
    for goal in goals {
        let place = walked.iter().position(|each| each.0 == goal.sort()).unwrap_or_else(|| {
            walked.push((goal.sort(), FxHashSet::default()));
            walked.len() - 1
        });
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
    search: Search<'a, G, Payoffs, NoTrace>,
    watch: Watch,
    statistics: Statistics,
    emit: &'a mut Emit<'e>,
}

/// A position that the walk is in.
struct Frame<G: Game> {
    position: G::Position,
    moves: std::vec::IntoIter<G::Move>,
    /// The move that is being looked at.
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

    /// Enters a position; gives what follows where it is new and play goes on.
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
            let chosen = self.choose(goal, walked, &position, &moves)?;
            (self.emit)(chosen as u64);
            moves = vec![moves.swap_remove(chosen)];
        }
        walked.insert(key);
        Ok(Some(Frame { position, moves: moves.into_iter(), current: None }))
    }

    fn look(&mut self, walked: &FxHashSet<G::Key>) -> Result<(), Halt> {
        let table = self.search.statistics_now().bytes;
        self.statistics.bytes =
            table.saturating_add(walked.capacity() as u64 * (size_of::<G::Key>() as u64 + 1));
        self.watch.memory(self.statistics.bytes)?;
        self.watch.look(&self.statistics)
    }

    /// The move of the player: to a position walked through before, or to a good end, or the one that was best in the search, or any other that
    /// keeps what he wants.
    fn choose(
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
        let mut below = Vec::new();
        for (number, child) in children.iter().enumerate() {
            below.clear();
            let expanded = self.game.expand(child, &mut below);
            let at = |halt: Halt| (halt, vec![moves[number].clone()]);
            if let Expansion::Terminal(payoff) = expanded.map_err(|fault| at(fault.into()))?
                && payoff.checked_add(self.game.offset(child)).is_some_and(|payoff| goal.is_met(payoff))
            {
                return Ok(number);
            }
        }
        let hint = self.search.hash_move(position).filter(|number| *number < moves.len());
        let others = (0..moves.len()).filter(|number| Some(*number) != hint);
        for number in hint.into_iter().chain(others) {
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
}
