//! Truths over a few nodes, as tables.

use super::nodes::{NodeSet, contains, insert};

/// The most nodes that a truth may ask for.
pub const MOST_READS: usize = 12;

/// A truth that depends on which of some nodes are left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TruthTable {
    /// The nodes.
    reads: Vec<usize>,
    /// For each assignment whether the truth holds; bit `i` of an assignment says whether
    /// `reads[i]` is left.
    holds: Vec<bool>,
}

impl TruthTable {
    /// The truth that holds where `holds` says so of an assignment, whose bit `i` tells whether
    /// `reads[i]` is left; none where there are more than [`MOST_READS`] nodes, or one twice.
    pub fn new(reads: Vec<usize>, holds: impl Fn(usize) -> bool) -> Option<TruthTable> {
        let twice = (1..reads.len()).any(|at| reads[..at].contains(&reads[at]));
        if reads.len() > MOST_READS || twice {
            return None;
        }
        let holds = (0..1 << reads.len()).map(holds).collect();
        Some(TruthTable { reads, holds })
    }

    /// The truth that always holds, or never does.
    pub fn constant(holds: bool) -> TruthTable {
        TruthTable { reads: Vec::new(), holds: vec![holds] }
    }

    /// The nodes on whose being left it depends.
    pub fn reads(&self) -> &[usize] {
        &self.reads
    }

    /// Whether it holds where these nodes are left.
    pub fn holds_where(&self, left: impl Fn(usize) -> bool) -> bool {
        let bit = |(at, node): (usize, &usize)| usize::from(left(*node)) << at;
        self.holds[self.reads.iter().enumerate().map(bit).sum::<usize>()]
    }

    /// The truth with other names for the nodes.
    #[must_use]
    pub fn renamed(&self, image: &[usize]) -> TruthTable {
        let reads = self.reads.iter().map(|node| image[*node]).collect();
        TruthTable { reads, holds: self.holds.clone() }.sorted()
    }

    /// The same truth, its nodes ascending.
    fn sorted(self) -> TruthTable {
        let mut reads = self.reads.clone();
        reads.sort_unstable();
        let left = |assignment: usize, node: usize| {
            reads.iter().position(|read| *read == node).is_some_and(|at| assignment >> at & 1 == 1)
        };
        let holds =
            (0..1 << reads.len()).map(|assignment| self.holds_where(|node| left(assignment, node))).collect();
        TruthTable { reads, holds }
    }
}

/// A truth with the nodes that it depends on, at each assignment and at all below it: those in
/// which more of its nodes are gone.
pub(super) struct LocalTruth {
    reads: Vec<u16>,
    holds: Vec<bool>,
    asks: Vec<u16>,
}

impl LocalTruth {
    pub fn new(table: &TruthTable) -> LocalTruth {
        let mut asks: Vec<u16> = vec![0; table.holds.len()];
        for assignment in 0..table.holds.len() {
            for at in (0..table.reads.len()).filter(|at| assignment >> at & 1 == 1) {
                let less = assignment & !(1 << at);
                let differs = table.holds[assignment] != table.holds[less];
                asks[assignment] |= asks[less] | u16::from(differs) << at;
            }
        }
        let reads = table.reads.iter().map(|node| *node as u16).collect();
        LocalTruth { reads, holds: table.holds.clone(), asks }
    }

    #[inline]
    fn assignment<const N: usize>(&self, left: &NodeSet<N>) -> usize {
        let bit = |(at, node): (usize, &u16)| usize::from(contains(left, usize::from(*node))) << at;
        self.reads.iter().enumerate().map(bit).sum()
    }

    /// Whether it holds where these nodes are left.
    #[inline]
    pub fn holds<const N: usize>(&self, left: &NodeSet<N>) -> bool {
        self.holds[self.assignment(left)]
    }

    /// Whether it holds here, or may hold when more nodes are gone.
    #[inline]
    pub fn may_hold<const N: usize>(&self, left: &NodeSet<N>) -> bool {
        let assignment = self.assignment(left);
        self.holds[assignment] || self.asks[assignment] != 0
    }

    /// The nodes on which it depends where these are left, or fewer; all of them are left.
    #[inline]
    pub fn asked<const N: usize>(&self, left: &NodeSet<N>) -> NodeSet<N> {
        let asks = self.asks[self.assignment(left)];
        let mut asked = [0; N];
        for (at, node) in self.reads.iter().enumerate() {
            if asks >> at & 1 == 1 {
                insert(&mut asked, usize::from(*node));
            }
        }
        asked
    }
}
