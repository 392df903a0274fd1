//! Strategies for games in which positions can repeat, from the solved table, with a rank for every
//! position.
//!
//! A rank never rises along the strategy, and falls with every move from a position where endless
//! play does not meet the goal. So on a line that never ends the rank is constant from some
//! position on, and only positions where endless play meets the goal recur. The positions of a
//! component where it does have one rank; elsewhere a rank is the length of the longest line.
//!
//! These are progress measures as in M. Jurdzinski, "Small Progress Measures for Solving Parity
//! Games" (2000), with one number for each position.

use super::{Emit, GoalClass, StrategyGoal};
use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::retrograde::SolvedTable;
use crate::watch::Watch;
use std::collections::VecDeque;
use zug_game::{Game, Value};

/// No level, no move or no rank.
const NONE: u32 = u32::MAX;
/// Positions from one check of the clock to the next.
const PAUSE: u64 = 1 << 10;

/// Writes strategies for goals that can be reached, from positions of a table with full keys.
///
/// For every new position the list has its rank and, where the player moves, the number of his
/// move.
///
/// # Errors
/// A limit, a fault, or a goal that cannot be reached.
pub fn ranked_strategies<G: Game>(
    table: &SolvedTable<'_, G>,
    goals: &[StrategyGoal<G::Position>],
    limits: &Limits,
    emit: &mut Emit<'_>,
) -> Result<Statistics, Stop<G::Move>> {
    let mut watch = Watch::new(limits);
    let mut statistics = Statistics::default();
    let done = all(table, goals, &mut watch, &mut statistics, emit);
    done.map_err(|halt| halt.into_stop(Vec::new(), (None, None), statistics)).map(|()| statistics)
}

fn all<G: Game>(
    table: &SolvedTable<'_, G>,
    goals: &[StrategyGoal<G::Position>],
    watch: &mut Watch,
    statistics: &mut Statistics,
    emit: &mut Emit<'_>,
) -> Result<(), Halt> {
    debug_assert!(table.is_whole());
    let before = Predecessors::of(table);
    let mut found: Vec<(GoalClass, RankedStrategy<'_, '_, G>)> = Vec::new();
    for goal in goals {
        if found.iter().any(|each| each.0 == goal.class()) {
            continue;
        }
        // For each position: two levels, a move, a rank, two flags, and the counters of the
        // attractors.
        watch.memory(
            table.statistics().bytes.saturating_add(table.len() as u64 * 24 * (found.len() as u64 + 1)),
        )?;
        let mut strategy = RankedStrategy::new(table, goal, &before)?;
        for same in goals.iter().filter(|each| each.class() == goal.class()) {
            strategy.choose_from(start(table, same)?, watch, statistics)?;
        }
        strategy.rank()?;
        found.push((goal.class(), strategy));
    }
    for goal in goals {
        let strategy = found.iter_mut().find(|each| each.0 == goal.class());
        let Some((_, strategy)) = strategy else { continue };
        let n = start(table, goal)?;
        strategy.emit_from(n, watch, statistics, emit)?;
        if table.payoff(n).is_none() && goal.within.is_some_and(|most| u64::from(strategy.ranks[n]) > most) {
            return Err(Halt::NotReached);
        }
    }
    Ok(())
}

fn start<G: Game>(table: &SolvedTable<'_, G>, goal: &StrategyGoal<G::Position>) -> Result<usize, Halt> {
    table.number(&goal.position).ok_or(Halt::NotReached)
}

/// The predecessor graph in compressed sparse rows.
struct Predecessors {
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn of<G: Game>(table: &SolvedTable<'_, G>) -> Predecessors {
        let mut first = vec![0_u32; table.len() + 1];
        let edges = || (0..table.len()).flat_map(|n| table.targets(n).iter().map(move |m| (n, *m as usize)));
        edges().for_each(|(_, m)| first[m + 1] += 1);
        for m in 0..table.len() {
            first[m + 1] += first[m];
        }
        let mut next = first.clone();
        let mut sources = vec![0; first[table.len()] as usize];
        for (n, m) in edges() {
            sources[next[m] as usize] = n as u32;
            next[m] += 1;
        }
        Predecessors { first, sources }
    }

    fn to(&self, m: usize) -> &[u32] {
        &self.sources[self.first[m] as usize..self.first[m + 1] as usize]
    }
}

/// The strategy for all goals of one class.
struct RankedStrategy<'t, 'g, G: Game> {
    table: &'t SolvedTable<'g, G>,
    goal: StrategyGoal<G::Position>,
    /// Plies within which a terminal position that meets the goal can be forced.
    to_end: Vec<u32>,
    /// Where it cannot: the level in the order in which play leaves a component where endless play
    /// does not meet the goal.
    to_exit: Vec<u32>,
    /// Whether endless play meets the goal, for all positions of a component.
    safe: Vec<bool>,
    /// The number of the chosen move, or 0 where the opponent moves; [`NONE`] where the strategy
    /// does not lead.
    choices: Vec<u32>,
    ranks: Vec<u32>,
    emitted: Vec<bool>,
}

impl<'t, 'g, G: Game> RankedStrategy<'t, 'g, G> {
    fn new(
        table: &'t SolvedTable<'g, G>,
        goal: &StrategyGoal<G::Position>,
        before: &Predecessors,
    ) -> Result<Self, Halt> {
        let size = table.len();
        let mut strategy = RankedStrategy {
            table,
            goal: goal.clone(),
            to_end: vec![NONE; size],
            to_exit: vec![NONE; size],
            safe: vec![false; size],
            choices: vec![NONE; size],
            ranks: vec![NONE; size],
            emitted: vec![false; size],
        };
        strategy.force_ends(before);
        if goal.within.is_none() {
            for part in table.components() {
                strategy.look_at(part, before)?;
            }
        }
        Ok(strategy)
    }

    /// Whether the value of a position meets the goal.
    fn is_good(&self, n: usize) -> bool {
        let value: Value = self.table.at(n).value;
        self.goal.is_met(value)
    }

    /// Whether endless play at a position meets the goal. Where play cannot come back nobody asks
    /// for it, and it may be a fault.
    fn endless_is_good(&self, n: usize) -> Result<bool, Halt> {
        match self.table.endless(n) {
            Ok(worth) => Ok(self.goal.is_met(worth)),
            Err(Halt::Fault(_)) => Ok(false),
            Err(halt) => Err(halt),
        }
    }

    fn is_ours(&self, n: usize) -> bool {
        self.table.mover(n) == self.goal.player
    }

    /// Computes `to_end`: the attractor to the terminal positions that meet the goal.
    fn force_ends(&mut self, before: &Predecessors) {
        let mut left: Vec<u32> = (0..self.table.len()).map(|n| self.table.targets(n).len() as u32).collect();
        let mut queue = VecDeque::new();
        for n in 0..self.table.len() {
            if self.table.payoff(n).is_some_and(|payoff| self.goal.is_met(payoff)) {
                self.to_end[n] = 0;
                queue.push_back(n);
            }
        }
        while let Some(m) = queue.pop_front() {
            for &n in before.to(m) {
                let n = n as usize;
                left[n] -= 1;
                if self.to_end[n] == NONE && (self.is_ours(n) || left[n] == 0) {
                    self.to_end[n] = self.to_end[m] + 1;
                    queue.push_back(n);
                }
            }
        }
    }

    /// Looks at one component: if endless play meets the goal there, marks it as safe; otherwise
    /// computes `to_exit`.
    fn look_at(&mut self, part: &[u32], before: &Predecessors) -> Result<(), Halt> {
        let table = self.table;
        let on = |n: &&u32| table.payoff(**n as usize).is_none();
        let mut safe = true;
        for &n in part.iter().filter(on) {
            safe = safe && self.endless_is_good(n as usize)?;
        }
        if safe {
            part.iter().for_each(|n| self.safe[*n as usize] = true);
            return Ok(());
        }
        let good: Vec<usize> =
            part.iter().filter(on).map(|n| *n as usize).filter(|n| self.is_good(*n)).collect();
        let inside = |n: usize, m: usize| table.together(n, m);
        let mut queue = VecDeque::new();
        let mut left: rustc_hash::FxHashMap<usize, usize> = rustc_hash::FxHashMap::default();
        for &n in &good {
            let targets = || table.targets(n).iter().map(|m| *m as usize);
            let stays = targets().filter(|m| inside(n, *m)).count();
            left.insert(n, stays);
            let leaves = || targets().any(|m| !inside(n, m) && self.is_good(m));
            if self.to_end[n] != NONE || stays == 0 || (self.is_ours(n) && leaves()) {
                self.to_exit[n] = u32::from(self.to_end[n] == NONE);
                queue.push_back(n);
            }
        }
        while let Some(m) = queue.pop_front() {
            for &n in before.to(m) {
                let n = n as usize;
                let Some(left) = left.get_mut(&n) else { continue };
                *left -= 1;
                if self.to_exit[n] == NONE && (self.is_ours(n) || *left == 0) {
                    self.to_exit[n] = self.to_exit[m] + 1;
                    queue.push_back(n);
                }
            }
        }
        Ok(())
    }

    /// Chooses moves at all positions of the player that the strategy leads to from `start`.
    fn choose_from(
        &mut self,
        start: usize,
        watch: &mut Watch,
        statistics: &mut Statistics,
    ) -> Result<(), Halt> {
        let table = self.table;
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(n) = next.take()
                && self.choices[n] == NONE
            {
                if let Some(payoff) = table.payoff(n) {
                    if !self.goal.is_met(payoff) {
                        return Err(Halt::NotReached);
                    }
                } else {
                    statistics.positions += 1;
                    if statistics.positions.is_multiple_of(PAUSE) {
                        watch.look(statistics)?;
                    }
                    self.choices[n] = if self.is_ours(n) { self.choice(n)? as u32 } else { 0 };
                    stack.push((n, 0));
                }
            }
            let Some((n, at)) = stack.last_mut() else { return Ok(()) };
            next = self.follow(*n).get(*at).map(|m| *m as usize);
            *at += 1;
            if next.is_none() {
                stack.pop();
            }
        }
    }

    /// The positions after a position under the strategy.
    fn follow(&self, n: usize) -> &'t [u32] {
        let targets = self.table.targets(n);
        let choice = self.choices[n] as usize;
        if self.is_ours(n) { &targets[choice..=choice] } else { targets }
    }

    /// The number of the player's move: among those that come nearer to the goal, one to a position
    /// that the strategy leads to already, then the one with the quickest end.
    fn choice(&self, n: usize) -> Result<usize, Halt> {
        let fits = |m: usize| -> bool {
            if self.goal.within.is_some() {
                return self.to_end[m] < self.to_end[n];
            }
            if self.safe[n] {
                return self.is_good(m);
            }
            match self.to_end[n] {
                NONE if !self.table.together(n, m) => self.is_good(m),
                NONE => self.to_exit[m] < self.to_exit[n],
                far => self.to_end[m] < far,
            }
        };
        let targets = || self.table.targets(n).iter().map(|m| *m as usize).enumerate();
        let order = |m: usize| (self.choices[m] == NONE, self.to_end[m], self.to_exit[m]);
        let best = targets().filter(|(_, m)| fits(*m)).min_by_key(|(_, m)| order(*m));
        best.map(|(number, _)| number).ok_or(Halt::NotReached)
    }

    /// Computes the rank of every position that the strategy leads to.
    fn rank(&mut self) -> Result<(), Halt> {
        let table = self.table;
        for part in table.components() {
            let part = part.iter().map(|n| *n as usize).filter(|n| self.choices[*n] != NONE);
            let part: Vec<usize> = part.collect();
            match part.first() {
                Some(n) if self.safe[*n] => {
                    let outside = part.iter().flat_map(|n| {
                        self.follow(*n).iter().map(|m| *m as usize).filter(|m| !table.together(*n, *m))
                    });
                    let rank = outside.map(|m| self.rank_of(m)).max().unwrap_or(0);
                    part.iter().for_each(|n| self.ranks[*n] = rank);
                }
                _ => part.iter().try_for_each(|n| self.rank_below(*n))?,
            }
        }
        Ok(())
    }

    fn rank_of(&self, m: usize) -> u32 {
        if self.table.payoff(m).is_some() { 0 } else { self.ranks[m] }
    }

    /// The rank of a position that is not safe: one more than the highest rank after it. A
    /// depth-first search without recursion.
    fn rank_below(&mut self, start: usize) -> Result<(), Halt> {
        let mut stack = vec![start];
        // More steps than this mean that the strategy returns to a position, which it must not.
        let mut steps = 0_u64;
        let most = 2 * self.table.len() as u64 + self.table.edge_count() + 2;
        while let Some(&n) = stack.last() {
            let open = self
                .follow(n)
                .iter()
                .find(|m| self.table.payoff(**m as usize).is_none() && self.ranks[**m as usize] == NONE);
            match open {
                _ if self.ranks[n] != NONE => {
                    stack.pop();
                }
                Some(&m) => stack.push(m as usize),
                None => {
                    let below = self.follow(n).iter().map(|m| self.rank_of(*m as usize)).max();
                    self.ranks[n] = below.unwrap_or(0).saturating_add(1);
                    stack.pop();
                }
            }
            steps += 1;
            if steps > most {
                return Err(Halt::NotReached);
            }
        }
        Ok(())
    }

    /// Writes the numbers of the strategy from `start`, depth first.
    fn emit_from(
        &mut self,
        start: usize,
        watch: &mut Watch,
        statistics: &mut Statistics,
        emit: &mut Emit<'_>,
    ) -> Result<(), Halt> {
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(start);
        let mut count = 0_u64;
        loop {
            if let Some(n) = next.take()
                && !self.emitted[n]
                && self.table.payoff(n).is_none()
            {
                count += 1;
                if count.is_multiple_of(PAUSE) {
                    watch.look(statistics)?;
                }
                self.emitted[n] = true;
                emit(u64::from(self.ranks[n]));
                if self.is_ours(n) {
                    emit(u64::from(self.choices[n]));
                }
                stack.push((n, 0));
            }
            let Some((n, at)) = stack.last_mut() else { return Ok(()) };
            next = self.follow(*n).get(*at).map(|m| *m as usize);
            *at += 1;
            if next.is_none() {
                stack.pop();
            }
        }
    }
}
