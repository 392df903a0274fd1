//! Solves sums of components: games in which every move takes moves away, itself among them, and
//! who has none left loses.
//!
//! ```text
//!   conflict_graph.rs  which moves take away which
//!   nodes.rs           the same as sets of bits
//!   component_table.rs the parts that take away nothing of each other, each part with one number for all that are alike
//!   nimbers.rs         both players have the same moves: nimbers
//!   partizan.rs        they have not: who wins a sum, by its parts
//!   sample.rs           whether positions fall apart at all
//! ```
//!
//! A position is the set of moves that are left. Parts of it that share no conflict are a sum: a
//! move is made in one of them and leaves the others what they are. So each is looked at once,
//! wherever it comes up.
//!
//! Names: Node Kayles and Bigraph Node Kayles (Schaefer, "On the complexity of some two-person
//! perfect-information games", 1978).

mod component_table;
mod conflict_graph;
mod nimbers;
mod nodes;
mod partizan;
mod sample;

pub use conflict_graph::ConflictGraph;
pub use sample::SumSample;

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use component_table::ComponentTable;
use nimbers::Nimbers;
use partizan::Sums;
use sample::Decompositions;
use zug_game::Player;

/// The most nodes of a conflict graph.
pub const MOST_NODES: usize = 64 * 64;

/// Remembers what is known of parts, and answers for any position.
pub struct NodeKaylesSolver {
    solving: Box<dyn SetSolver>,
    work: NodeKaylesProgress,
}

/// What was done, and what may be.
struct NodeKaylesProgress {
    statistics: Statistics,
    watch: Watch,
    /// Moves that were looked at.
    moves: u64,
    /// How many of them end a sample.
    sample: u64,
    decompositions: Decompositions,
}

/// Moves from one look at the clock to the next.
const PAUSE: u64 = 1024;

impl NodeKaylesProgress {
    /// For a position that is entered.
    fn enter(&mut self) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.watch.depth()?;
        Ok(())
    }

    /// For a move that is looked at.
    #[inline]
    fn look(&mut self) -> Result<(), Halt> {
        self.moves += 1;
        if self.moves >= self.sample {
            return Err(Halt::Long);
        }
        if self.moves.is_multiple_of(PAUSE) {
            self.watch.memory(self.statistics.bytes)?;
            self.watch.look(&self.statistics)?;
        }
        Ok(())
    }

    /// A set of so many nodes, the largest component of which has so many.
    fn decomposed(&mut self, whole: usize, largest: usize) {
        self.decompositions.add(whole, largest);
    }

    /// So many bytes more are kept.
    fn keep(&mut self, bytes: usize) {
        self.statistics.bytes += bytes as u64;
        self.statistics.stored += u64::from(bytes > 0);
    }
}

/// A solver for sets of so many words.
trait SetSolver {
    fn mover_wins(
        &mut self,
        work: &mut NodeKaylesProgress,
        left: &[usize],
        mover: Player,
    ) -> Result<bool, Halt>;
    /// None where the players have different moves.
    fn nimber(&mut self, work: &mut NodeKaylesProgress, left: &[usize]) -> Result<Option<u32>, Halt>;
}

/// Both players have the same moves, or they have not.
enum ComponentSolver<const N: usize> {
    Impartial(Nimbers<N>),
    Partizan(Sums<N>),
}

impl<const N: usize> SetSolver for ComponentSolver<N> {
    fn mover_wins(
        &mut self,
        work: &mut NodeKaylesProgress,
        left: &[usize],
        mover: Player,
    ) -> Result<bool, Halt> {
        let nodes = ComponentTable::<N>::nodes(left);
        match self {
            ComponentSolver::Impartial(nimbers) => nimbers.is_sum(work, &nodes, 0).map(|lost| !lost),
            ComponentSolver::Partizan(sums) => sums.mover_wins(work, &nodes, mover),
        }
    }

    fn nimber(&mut self, work: &mut NodeKaylesProgress, left: &[usize]) -> Result<Option<u32>, Halt> {
        match self {
            ComponentSolver::Impartial(nimbers) => {
                nimbers.of_sum(work, &ComponentTable::<N>::nodes(left)).map(Some)
            }
            ComponentSolver::Partizan(_) => Ok(None),
        }
    }
}

fn parts<const N: usize>(graph: &ConflictGraph) -> Box<dyn SetSolver> {
    let components = ComponentTable::<N>::new(graph);
    Box::new(if graph.is_impartial() {
        ComponentSolver::Impartial(Nimbers::new(components))
    } else {
        ComponentSolver::Partizan(Sums::new(components))
    })
}

impl NodeKaylesSolver {
    /// Nothing is known yet; none where there are more than [`MOST_NODES`]. Work on a deep stack:
    /// calls go as deep as play is long.
    pub fn new(graph: &ConflictGraph, limits: &Limits) -> Option<NodeKaylesSolver> {
        let solving = match graph.len() {
            0..=64 => parts::<1>(graph),
            65..=128 => parts::<2>(graph),
            129..=256 => parts::<4>(graph),
            257..=512 => parts::<8>(graph),
            513..=MOST_NODES => parts::<64>(graph),
            _ => return None,
        };
        let work = NodeKaylesProgress {
            statistics: Statistics::default(),
            watch: Watch::new(limits),
            moves: 0,
            sample: u64::MAX,
            decompositions: Decompositions::default(),
        };
        Some(NodeKaylesSolver { solving, work })
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.work.statistics
    }

    /// Who moves in this position wins. A position is the list of nodes that are left.
    ///
    /// # Errors
    /// A limit.
    pub fn mover_wins(&mut self, left: &[usize], mover: Player) -> Result<bool, Stop<usize>> {
        let wins = self.solving.mover_wins(&mut self.work, left, mover);
        wins.map_err(|halt| self.stop(halt))
    }

    /// The nimber of a position, if both players have the same moves.
    ///
    /// # Errors
    /// A limit.
    pub fn nimber(&mut self, left: &[usize]) -> Result<Option<u32>, Stop<usize>> {
        let nimber = self.solving.nimber(&mut self.work, left);
        nimber.map_err(|halt| self.stop(halt))
    }

    fn stop(&self, halt: Halt) -> Stop<usize> {
        halt.into_stop(Vec::new(), (None, None), self.work.statistics)
    }
}
