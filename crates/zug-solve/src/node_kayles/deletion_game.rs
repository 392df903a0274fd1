//! Games in which a move deletes nodes for good, and is legal by which nodes near it are left.

use super::truth_table::TruthTable;

/// A move of a deletion game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deletion {
    /// Which players may make it.
    pub movers: [bool; 2],
    /// Where it is legal.
    pub legal: TruthTable,
    /// The nodes that it deletes, each where this holds before the move.
    pub deletes: Vec<(usize, TruthTable)>,
}

impl Deletion {
    /// A node that is left wherever the move is legal, and that it deletes; none where no truth
    /// that reads the same nodes tells so of one.
    pub(super) fn witness(&self) -> Option<usize> {
        let reads = self.legal.reads();
        let deleted = |(node, when): &&(usize, TruthTable)| {
            let at = |node: usize| reads.iter().position(|read| *read == node);
            let Some(own) = at(*node) else { return false };
            let left = |assignment: usize, node: usize| at(node).is_some_and(|at| assignment >> at & 1 == 1);
            when.reads().iter().all(|node| at(*node).is_some())
                && (0..1 << reads.len()).all(|assignment: usize| {
                    let holds = |truth: &TruthTable| truth.holds_where(|node| left(assignment, node));
                    !holds(&self.legal) || assignment >> own & 1 == 1 && holds(when)
                })
        };
        self.deletes.iter().find(deleted).map(|(node, _)| *node)
    }

    /// The move with other names for the nodes.
    fn renamed(&self, image: &[usize]) -> Deletion {
        let mut deletes: Vec<(usize, TruthTable)> =
            self.deletes.iter().map(|(node, when)| (image[*node], when.renamed(image))).collect();
        deletes.sort_unstable();
        Deletion { movers: self.movers, legal: self.legal.renamed(image), deletes }
    }
}

/// A deletion game: a position is the set of nodes that are left, and who cannot move loses.
///
/// Name: Fraenkel and Scheinerman, "A deletion game on hypergraphs" (1991); Nowakowski and Ottaway,
/// "Vertex deletion games with parity rules" (2005).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletionGame {
    nodes: usize,
    moves: Vec<Deletion>,
    /// Permutations of the nodes that keep the moves.
    symmetries: Vec<Vec<usize>>,
}

impl DeletionGame {
    /// A game of so many nodes; none where a move asks for or deletes another one, or where nothing
    /// tells that it deletes a node wherever it is legal, so that play ends.
    pub fn new(nodes: usize, moves: Vec<Deletion>) -> Option<DeletionGame> {
        let inside = |truth: &TruthTable| truth.reads().iter().all(|node| *node < nodes);
        let fits = |each: &Deletion| {
            let deletes = each.deletes.iter().all(|(node, when)| *node < nodes && inside(when));
            inside(&each.legal) && deletes && each.witness().is_some()
        };
        moves.iter().all(fits).then_some(DeletionGame { nodes, moves, symmetries: Vec::new() })
    }

    /// The game with symmetries: positions that they map to each other are looked at once. Each is
    /// a permutation of the nodes; one that does not keep the moves is left out.
    #[must_use]
    pub fn with_symmetries(mut self, symmetries: &[Vec<usize>]) -> DeletionGame {
        let identity: Vec<usize> = (0..self.nodes).collect();
        let moves = self.renamed(&identity);
        let kept = |image: &&Vec<usize>| {
            let mut hit: Vec<usize> = image.to_vec();
            hit.sort_unstable();
            hit == identity && self.renamed(image) == moves
        };
        self.symmetries = symmetries.iter().filter(kept).cloned().collect();
        self
    }

    /// All moves with other names for the nodes, in order, each once.
    fn renamed(&self, image: &[usize]) -> Vec<Deletion> {
        let mut moves: Vec<Deletion> = self.moves.iter().map(|each| each.renamed(image)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The moves.
    pub fn moves(&self) -> &[Deletion] {
        &self.moves
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.moves.iter().all(|each| each.movers == [true; 2])
    }

    pub(super) fn symmetries(&self) -> &[Vec<usize>] {
        &self.symmetries
    }
}
