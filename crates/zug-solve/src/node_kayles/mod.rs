//! Solves sums of components: games in which every move takes moves away, itself among them, and
//! who has none left loses.
//!
//! ```text
//!   conflict_graph.rs  which moves take away which
//!   nodes.rs           the same as sets of bits
//!   component_table.rs the parts that take away nothing of each other, each part with one number for all that are alike
//!   component_numbers.rs one number for all components that are told alike
//!   deletion_game.rs   moves that delete nodes and are legal by what is left near them
//!   truth_table.rs     where they are
//!   deletion_table.rs  the parts of such a game
//!   decomposition.rs   what the next two ask of either
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

mod component_numbers;
mod component_table;
mod conflict_graph;
mod decomposition;
mod deletion_game;
mod deletion_table;
mod nimbers;
mod nodes;
mod partizan;
mod sample;
mod truth_table;

pub use conflict_graph::ConflictGraph;
pub use deletion_game::{Deletion, DeletionGame};
pub use sample::SumSample;
pub use truth_table::{MOST_READS, TruthTable};

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use component_table::ComponentTable;
use decomposition::Decomposition;
use deletion_table::DeletionTable;
use nimbers::Nimbers;
use nodes::nodes;
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
enum ComponentSolver<D, const N: usize> {
    Impartial(Nimbers<D, N>),
    Partizan(Sums<D, N>),
}

impl<D: Decomposition<N>, const N: usize> ComponentSolver<D, N> {
    fn new(game: D, is_impartial: bool) -> ComponentSolver<D, N> {
        if is_impartial {
            ComponentSolver::Impartial(Nimbers::new(game))
        } else {
            ComponentSolver::Partizan(Sums::new(game))
        }
    }
}

impl<D: Decomposition<N>, const N: usize> SetSolver for ComponentSolver<D, N> {
    fn mover_wins(
        &mut self,
        work: &mut NodeKaylesProgress,
        left: &[usize],
        mover: Player,
    ) -> Result<bool, Halt> {
        let nodes = nodes(left);
        match self {
            ComponentSolver::Impartial(nimbers) => nimbers.is_sum(work, &nodes, 0).map(|lost| !lost),
            ComponentSolver::Partizan(sums) => sums.mover_wins(work, &nodes, mover),
        }
    }

    fn nimber(&mut self, work: &mut NodeKaylesProgress, left: &[usize]) -> Result<Option<u32>, Halt> {
        match self {
            ComponentSolver::Impartial(nimbers) => nimbers.of_sum(work, &nodes(left)).map(Some),
            ComponentSolver::Partizan(_) => Ok(None),
        }
    }
}

/// A game whose positions are sets.
enum SetGame<'a> {
    Conflicts(&'a ConflictGraph),
    Deletions(&'a DeletionGame),
}

impl SetGame<'_> {
    /// Less than one node of so many outside the largest component is too little to take positions
    /// apart for. A position of a deletion game costs some ten times what one costs alpha-beta.
    fn one_of(&self) -> u64 {
        match self {
            SetGame::Conflicts(_) => 20,
            SetGame::Deletions(_) => 4,
        }
    }

    fn solver<const N: usize>(&self) -> Box<dyn SetSolver> {
        match self {
            SetGame::Conflicts(graph) => {
                Box::new(ComponentSolver::new(ComponentTable::<N>::new(graph), graph.is_impartial()))
            }
            SetGame::Deletions(game) => {
                Box::new(ComponentSolver::new(DeletionTable::<N>::new(game), game.is_impartial()))
            }
        }
    }
}

impl NodeKaylesSolver {
    /// Nothing is known yet; none where there are more than [`MOST_NODES`]. Work on a deep stack:
    /// calls go as deep as play is long.
    pub fn new(graph: &ConflictGraph, limits: &Limits) -> Option<NodeKaylesSolver> {
        NodeKaylesSolver::of(&SetGame::Conflicts(graph), graph.len(), limits)
    }

    /// The same for a deletion game; its nodes are no moves, but what moves ask for and delete.
    pub fn of_deletions(game: &DeletionGame, limits: &Limits) -> Option<NodeKaylesSolver> {
        NodeKaylesSolver::of(&SetGame::Deletions(game), game.nodes(), limits)
    }

    fn of(game: &SetGame<'_>, nodes: usize, limits: &Limits) -> Option<NodeKaylesSolver> {
        let solving = match nodes {
            0..=64 => game.solver::<1>(),
            65..=128 => game.solver::<2>(),
            129..=256 => game.solver::<4>(),
            257..=512 => game.solver::<8>(),
            513..=MOST_NODES => game.solver::<64>(),
            _ => return None,
        };
        let work = NodeKaylesProgress {
            statistics: Statistics::default(),
            watch: Watch::new(limits),
            moves: 0,
            sample: u64::MAX,
            decompositions: Decompositions::new(game.one_of()),
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
