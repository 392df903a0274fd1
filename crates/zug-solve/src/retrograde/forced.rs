//! Solves all positions at once, where never-ending play is a draw everywhere and no move has a
//! reward.
//!
//! Then components need not be distinguished: a player who can force a terminal position that is
//! better for him than a draw does so, the best one, and the nearest of equal ones. For each number
//! of points that somebody wins, the highest first, a breadth-first search goes from the terminal
//! positions of both players backwards over the predecessor graph: a move to a position that its
//! mover has won is enough, and counters find the positions where all moves lead to positions that
//! the mover has lost. What nobody can force is a draw.
//!
//! Where one position stands for its image with the players swapped, a move that leads to the image
//! leads to the negated value.

use super::attractor::{ENDLESS, SolvedValues};
use super::graph::{MOST_MOVES, PositionGraph};
use super::predecessors::PredecessorGraph;
use crate::limits::Halt;
use crate::watch::Watch;
use std::cmp::Reverse;
use zug_game::{Game, Player, Value};

/// Positions processed from one check of the clock to the next.
const PAUSE: usize = 1 << 16;

/// The moves of an unsolved position not yet known to lead to a position that the mover has lost,
/// and in the lowest bit the mover, so that one look at memory tells both.
#[derive(Clone, Copy)]
struct MovesLeft(u16);

impl MovesLeft {
    /// That of a solved position.
    const NONE: MovesLeft = MovesLeft(0);

    fn of(moves: usize, mover: Player) -> MovesLeft {
        MovesLeft((moves.min(MOST_MOVES) as u16) << 1 | u16::from(mover == Player::Second))
    }

    fn is_none(self) -> bool {
        self.0 < 2
    }

    /// After one more move was found to lead to this value, which is not 0: none if that decides.
    fn after(self, value: Value) -> MovesLeft {
        let wins = (self.0 & 1 == 0) == (value > 0);
        if wins { MovesLeft::NONE } else { MovesLeft(self.0 - 2) }
    }
}

impl SolvedValues {
    /// Solves all positions of the graph.
    pub(super) fn forced<G: Game>(
        graph: &mut PositionGraph<'_, G>,
        watch: &mut Watch,
    ) -> Result<SolvedValues, Halt> {
        let tables = graph.len() as u64 * 22 + graph.edge_count() as u64 * 4;
        graph.statistics.bytes = graph.bytes().saturating_add(tables);
        watch.memory(graph.statistics.bytes)?;
        let mut forcing = Forcing::of(graph)?;
        let mut ends: Vec<(Value, u32)> = graph.ends().filter(|end| end.0 != 0).collect();
        ends.sort_unstable_by_key(|&(value, n)| (Reverse(value.unsigned_abs()), n));
        for ends in ends.chunk_by(|one, other| one.0.unsigned_abs() == other.0.unsigned_abs()) {
            forcing.force(graph, ends, watch)?;
        }
        Ok(forcing.solved)
    }
}

struct Forcing {
    before: PredecessorGraph,
    left: Vec<MovesLeft>,
    solved: SolvedValues,
}

impl Forcing {
    fn of<G: Game>(graph: &PositionGraph<'_, G>) -> Result<Forcing, Halt> {
        let size = graph.len();
        let mut solved = SolvedValues { values: vec![0; size], ranks: vec![ENDLESS; size] };
        for (value, n) in graph.ends() {
            solved.values[n as usize] = value;
            solved.ranks[n as usize] = 0;
        }
        let left = (0..size).map(|n| MovesLeft::of(graph.targets(n).len(), graph.mover(n))).collect();
        let before = match graph.swaps() {
            true => PredecessorGraph::of(size, |n| graph.turned(n))?,
            false => PredecessorGraph::of(size, |n| graph.targets(n).iter().map(|to| (*to, false)))?,
        };
        Ok(Forcing { before, left, solved })
    }

    /// Goes back from these terminal positions, at which somebody wins the same number of points.
    fn force<G: Game>(
        &mut self,
        graph: &PositionGraph<'_, G>,
        ends: &[(Value, u32)],
        watch: &mut Watch,
    ) -> Result<(), Halt> {
        let mut queue: Vec<u32> = ends.iter().map(|end| end.1).collect();
        let mut next = 0;
        while let Some(&n) = queue.get(next) {
            if next.is_multiple_of(PAUSE) {
                watch.look(&graph.statistics)?;
            }
            next += 1;
            let (value, rank) = (self.solved.values[n as usize], self.solved.ranks[n as usize] + 1);
            for (source, opposite) in self.before.of_position(n as usize) {
                let left = &mut self.left[source];
                if left.is_none() {
                    continue;
                }
                let value = if opposite { -value } else { value };
                *left = left.after(value);
                if left.is_none() {
                    self.solved.values[source] = value;
                    self.solved.ranks[source] = rank;
                    queue.push(source as u32);
                }
            }
        }
        Ok(())
    }
}
