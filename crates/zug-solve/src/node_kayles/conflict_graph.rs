//! Which moves take away which.

/// A conflict graph. A node is a move; moves of both players that need and take away the same are
/// one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictGraph {
    /// For each node, which players may make the move.
    movers: Vec<[bool; 2]>,
    /// For each node the nodes that it takes away, itself among them.
    takes: Vec<Vec<usize>>,
    /// Permutations of the nodes that keep movers and conflicts.
    symmetries: Vec<Vec<usize>>,
}

impl ConflictGraph {
    /// A graph of nodes: who may make the move, and which nodes it takes away; a node takes itself
    /// away, said or not.
    pub fn new(nodes: &[([bool; 2], Vec<usize>)]) -> ConflictGraph {
        let row = |(at, (_, taken)): (usize, &(_, Vec<usize>))| {
            let mut row: Vec<usize> =
                taken.iter().copied().filter(|node| *node < nodes.len()).chain([at]).collect();
            row.sort_unstable();
            row.dedup();
            row
        };
        let takes = nodes.iter().enumerate().map(row).collect();
        ConflictGraph {
            movers: nodes.iter().map(|(movers, _)| *movers).collect(),
            takes,
            symmetries: Vec::new(),
        }
    }

    /// The graph with symmetries: positions that they map to each other are looked at once. Each is
    /// a permutation of the nodes; one that does not keep movers and conflicts is left out.
    #[must_use]
    pub fn with_symmetries(mut self, symmetries: &[Vec<usize>]) -> ConflictGraph {
        self.symmetries = symmetries.iter().filter(|image| self.is_kept_by(image)).cloned().collect();
        self
    }

    fn is_kept_by(&self, image: &[usize]) -> bool {
        let mut hit: Vec<usize> = image.to_vec();
        hit.sort_unstable();
        if !hit.into_iter().eq(0..self.len()) {
            return false;
        }
        (0..self.len()).all(|node| {
            let mut row: Vec<usize> = self.takes[node].iter().map(|taken| image[*taken]).collect();
            row.sort_unstable();
            self.movers[node] == self.movers[image[node]] && row == self.takes[image[node]]
        })
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.movers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.movers.is_empty()
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.movers.iter().all(|movers| *movers == [true; 2])
    }

    /// Which players may make the move.
    pub fn movers(&self, node: usize) -> [bool; 2] {
        self.movers[node]
    }

    /// The nodes that a move takes away, itself among them, ascending.
    pub fn takes(&self, node: usize) -> &[usize] {
        &self.takes[node]
    }

    pub(super) fn symmetries(&self) -> &[Vec<usize>] {
        &self.symmetries
    }
}
