//! Solves all positions at once, where never-ending play is a draw everywhere and no move has a
//! reward.
//!
//! Then components need not be distinguished: a player who can force a terminal position that is
//! better for him than a draw does so, the best one, and the nearest of equal ones. For each value,
//! the best first, a breadth-first search goes from the terminal positions backwards over the
//! predecessor graph; counters find the positions where all moves of the other player lead there.
//! What nobody can force is a draw.

use super::attractor::{ENDLESS, SolvedValues};
use super::graph::PositionGraph;
use crate::limits::Halt;
use crate::watch::Watch;
use std::cmp::Reverse;
use zug_game::{Game, Player, Value};

/// Positions processed from one check of the clock to the next.
const PAUSE: usize = 1 << 16;

/// The counter of a solved position.
const DONE: u16 = 0;

impl SolvedValues {
    /// Solves all positions of the graph.
    pub(super) fn forced<G: Game>(
        graph: &mut PositionGraph<'_, G>,
        watch: &mut Watch,
    ) -> Result<SolvedValues, Halt> {
        let tables = graph.len() as u64 * 22 + graph.edge_count() as u64 * 4;
        graph.statistics.bytes = graph.bytes().saturating_add(tables);
        watch.memory(graph.statistics.bytes)?;
        let mut forcing = Forcing::of(graph);
        let mut ends: Vec<(Value, u32)> = graph.ends().collect();
        ends.sort_unstable_by_key(|&(value, n)| (Reverse(value.unsigned_abs()), n));
        for side in [Player::First, Player::Second] {
            forcing.begin(graph, side);
            let won = |end: &&(Value, u32)| if side == Player::First { end.0 > 0 } else { end.0 < 0 };
            let won: Vec<(Value, u32)> = ends.iter().filter(won).copied().collect();
            for ends in won.chunk_by(|one, other| one.0 == other.0) {
                forcing.force(graph, ends, watch)?;
            }
        }
        Ok(forcing.solved)
    }
}

struct Forcing {
    before: PredecessorGraph,
    /// For each unsolved position, the number of moves that must still be found to lead into the
    /// attractor.
    left: Vec<u16>,
    solved: SolvedValues,
}

impl Forcing {
    fn of<G: Game>(graph: &PositionGraph<'_, G>) -> Forcing {
        let size = graph.len();
        let mut solved = SolvedValues { values: vec![0; size], ranks: vec![ENDLESS; size] };
        for (value, n) in graph.ends() {
            solved.values[n as usize] = value;
            solved.ranks[n as usize] = 0;
        }
        Forcing { before: PredecessorGraph::of(graph), left: vec![DONE; size], solved }
    }

    /// Sets the counters: where the attracting player moves, one move is enough; where the other
    /// moves, all are needed.
    fn begin<G: Game>(&mut self, graph: &PositionGraph<'_, G>, side: Player) {
        for n in 0..graph.len() {
            let moves = graph.targets(n).len() as u16;
            let needed = if graph.mover(n) == side { moves.min(1) } else { moves };
            self.left[n] = if self.solved.ranks[n] == ENDLESS { needed } else { DONE };
        }
    }

    /// Computes the attractor to these terminal positions, which have the same value.
    fn force<G: Game>(
        &mut self,
        graph: &PositionGraph<'_, G>,
        ends: &[(Value, u32)],
        watch: &mut Watch,
    ) -> Result<(), Halt> {
        let Some(&(value, _)) = ends.first() else { return Ok(()) };
        let mut queue: Vec<u32> = ends.iter().map(|end| end.1).collect();
        let mut next = 0;
        while let Some(&n) = queue.get(next) {
            if next.is_multiple_of(PAUSE) {
                watch.look(&graph.statistics)?;
            }
            next += 1;
            let rank = self.solved.ranks[n as usize] + 1;
            for &source in self.before.of_position(n as usize) {
                let left = &mut self.left[source as usize];
                if *left == DONE {
                    continue;
                }
                *left -= 1;
                if *left == DONE {
                    self.solved.values[source as usize] = value;
                    self.solved.ranks[source as usize] = rank;
                    queue.push(source);
                }
            }
        }
        Ok(())
    }
}

/// The predecessor graph in compressed sparse rows: `sources[first[n]..first[n + 1]]` are the
/// positions with a move to `n`, one for each such move.
struct PredecessorGraph {
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl PredecessorGraph {
    fn of<G: Game>(graph: &PositionGraph<'_, G>) -> PredecessorGraph {
        // Counts are stored two places later. Filling in advances `first[next + 1]` from the
        // beginning of a row to its end, which is the beginning of the next row; so the array ends
        // up in place.
        let mut first = vec![0_u32; graph.len() + 2];
        for n in 0..graph.len() {
            graph.targets(n).iter().for_each(|&next| first[next as usize + 2] += 1);
        }
        for n in 2..first.len() {
            first[n] += first[n - 1];
        }
        let mut sources = vec![0; graph.edge_count()];
        for n in 0..graph.len() {
            for &next in graph.targets(n) {
                let place = &mut first[next as usize + 1];
                sources[*place as usize] = n as u32;
                *place += 1;
            }
        }
        PredecessorGraph { first, sources }
    }

    #[inline]
    fn of_position(&self, n: usize) -> &[u32] {
        &self.sources[self.first[n] as usize..self.first[n + 1] as usize]
    }
}
