//! Attractor computation: the value of every position, one strongly connected component after the
//! other.
//!
//! A position on no cycle has the value of its best move. In a component with cycles, going on for
//! ever is worth `endless`. So the first player's attractors to exits worth more are computed, the
//! best exit first, then the second player's to exits worth less. The player who attracts needs one
//! move into the attractor where he moves; where the other moves, all moves must lead there, which
//! counters find out.

use crate::limits::Halt;
use crate::retrograde::best_of;
use crate::retrograde::graph::PositionGraph;
use crate::retrograde::predecessors::PredecessorGraph;
use crate::retrograde::scc::Components;
use crate::watch::Watch;
use std::cmp::Reverse;
use std::collections::VecDeque;
use zug_game::{Game, Player, Value};

/// The rank of a position where both players are content to go on for ever. A smaller rank is the
/// number of plies to the end; a greater one, less this, is the number of plies to such a position.
pub(super) const ENDLESS: u32 = 1 << 31;
/// The rank of an unsolved position.
const UNKNOWN: u32 = u32::MAX;

/// The value and rank of every position.
pub(super) struct SolvedValues {
    pub(super) values: Vec<Value>,
    pub(super) ranks: Vec<u32>,
}

/// Whether a player prefers the first pair of value and rank: the better value; of equal wins the
/// lower rank, of equal losses the higher one.
pub(super) fn better(this: (Value, u32), than: (Value, u32), mover: Player) -> bool {
    let ((value, rank), (other, other_rank)) = (this, than);
    let winning = if mover == Player::First { value > 0 } else { value < 0 };
    if value != other {
        (value > other) == (mover == Player::First)
    } else if value == 0 {
        false
    } else if winning {
        rank < other_rank
    } else {
        rank > other_rank
    }
}

impl SolvedValues {
    pub(super) fn of<G: Game>(
        graph: &mut PositionGraph<'_, G>,
        components: &Components,
        watch: &mut Watch,
    ) -> Result<SolvedValues, Halt> {
        let tables = graph.len() as u64 * 46 + graph.edge_count() as u64 * 4;
        graph.statistics.bytes = graph.bytes().saturating_add(tables);
        watch.memory(graph.statistics.bytes)?;
        let solved = SolvedValues { values: vec![0; graph.len()], ranks: vec![UNKNOWN; graph.len()] };
        let inner =
            |n: usize| graph.turned(n).filter(move |(next, _)| components.together(n, *next as usize));
        let before = PredecessorGraph::of(graph.len(), inner)?;
        let mut attract =
            Attractor { components, before, solved, left: vec![0; graph.len()], queue: VecDeque::new() };
        let mut done = 0_usize;
        for part in components.each() {
            if done / 4096 != (done + part.len()) / 4096 {
                watch.look(&graph.statistics)?;
            }
            done += part.len();
            attract.part(graph, part)?;
        }
        Ok(attract.solved)
    }
}

/// A move out of a component: its value, the rank of the position after it, and the position it is
/// made from.
type Exit = (Value, u32, u32);

struct Attractor<'a> {
    components: &'a Components,
    /// The moves inside components.
    before: PredecessorGraph,
    solved: SolvedValues,
    /// For each position of the component, the number of moves not yet known to lead into the
    /// attractor.
    left: Vec<u32>,
    /// Solved positions whose predecessors are not processed yet, by rank.
    queue: VecDeque<u32>,
}

impl Attractor<'_> {
    fn part<G: Game>(&mut self, graph: &mut PositionGraph<'_, G>, part: &[u32]) -> Result<(), Halt> {
        let Some(&one) = part.first() else { return Ok(()) };
        if !self.components.is_cyclic(one as usize) {
            return self.alone(graph, one as usize);
        }
        let endless = graph.endless(one as usize)?;
        for &n in part {
            if graph.endless(n as usize)? != endless {
                return Err(Halt::EndlessVaries);
            }
        }
        for side in [Player::First, Player::Second] {
            self.attract_for(graph, part, side, endless)?;
        }
        for &n in part {
            if self.solved.ranks[n as usize] == UNKNOWN {
                self.solve(n as usize, endless, ENDLESS);
            }
        }
        Ok(())
    }

    fn solve(&mut self, n: usize, value: Value, rank: u32) {
        self.solved.values[n] = value;
        self.solved.ranks[n] = rank;
    }

    /// The value of an edge, its reward included, and the rank of the position after it.
    fn behind(&self, (next, reward): (usize, Value)) -> Result<(Value, u32), Halt> {
        let value = self.solved.values[next].checked_add(reward).ok_or(Halt::Overflow)?;
        Ok((value, self.solved.ranks[next]))
    }

    /// Solves a position on no cycle.
    fn alone<G: Game>(&mut self, graph: &PositionGraph<'_, G>, n: usize) -> Result<(), Halt> {
        if let Some(payoff) = graph.payoff(n) {
            self.solve(n, payoff, 0);
            return Ok(());
        }
        let mut broken = None;
        let moves =
            graph.edges(n).map_while(|edge| self.behind(edge).map_err(|halt| broken = Some(halt)).ok());
        let best = best_of(moves, graph.mover(n));
        if let Some(halt) = broken {
            return Err(halt);
        }
        let (value, rank) = best.ok_or(Halt::NoMoves)?;
        self.solve(n, value, rank + 1);
        Ok(())
    }

    /// Computes the attractors of a player to the exits that he prefers to `endless`: the best
    /// value first, and for each value the nearest first. Where `endless` is a win for him, a
    /// forced win in finitely many plies is better still.
    fn attract_for<G: Game>(
        &mut self,
        graph: &PositionGraph<'_, G>,
        part: &[u32],
        side: Player,
        endless: Value,
    ) -> Result<(), Halt> {
        let exits = self.exits(graph, part, side, endless)?;
        for &n in part {
            self.left[n as usize] = graph.targets(n as usize).len() as u32;
        }
        let mut exits = exits.into_iter().peekable();
        while let Some(&(value, ..)) = exits.peek() {
            // The exits and the queue are both sorted by rank; merging them keeps the search
            // breadth first.
            let mut next = exits.next_if(|exit| exit.0 == value);
            loop {
                let near = self.queue.front().map(|&n| self.solved.ranks[n as usize]);
                match (next, near) {
                    (Some((_, rank, n)), near) if near.is_none_or(|near| rank <= near) => {
                        self.reached(graph, n as usize, side, value, rank);
                        next = exits.next_if(|exit| exit.0 == value);
                    }
                    (_, Some(rank)) => self.propagate(graph, side, value, rank),
                    (_, None) => break,
                }
            }
        }
        Ok(())
    }

    /// The exits that a player prefers to `endless`, the best value first, then the lowest rank.
    fn exits<G: Game>(
        &self,
        graph: &PositionGraph<'_, G>,
        part: &[u32],
        side: Player,
        endless: Value,
    ) -> Result<Vec<Exit>, Halt> {
        let mut exits = Vec::new();
        for &n in part {
            for edge in graph.edges(n as usize).filter(|edge| !self.components.together(n as usize, edge.0)) {
                let (value, rank) = self.behind(edge)?;
                let (more, won) = match side {
                    Player::First => (value > endless, value > 0),
                    Player::Second => (value < endless, value < 0),
                };
                if more || (value == endless && won && rank < ENDLESS) {
                    exits.push((value, rank, n));
                }
            }
        }
        match side {
            Player::First => exits.sort_unstable_by_key(|&(value, rank, n)| (Reverse(value), rank, n)),
            Player::Second => exits.sort_unstable(),
        }
        Ok(exits)
    }

    /// Passes the value of the first queued position to its predecessors.
    fn propagate<G: Game>(&mut self, graph: &PositionGraph<'_, G>, side: Player, value: Value, rank: u32) {
        let Some(n) = self.queue.pop_front() else { return };
        for at in 0..self.before.count(n as usize) {
            let (source, _) = self.before.get(n as usize, at);
            self.reached(graph, source, side, value, rank);
        }
    }

    /// Notes that a move of position `n` leads into the attractor, to a position of this rank.
    fn reached<G: Game>(
        &mut self,
        graph: &PositionGraph<'_, G>,
        n: usize,
        side: Player,
        value: Value,
        rank: u32,
    ) {
        if self.solved.ranks[n] != UNKNOWN {
            return;
        }
        self.left[n] -= 1;
        if graph.mover(n) == side || self.left[n] == 0 {
            self.solve(n, value, rank + 1);
            self.queue.push_back(n as u32);
        }
    }
}
