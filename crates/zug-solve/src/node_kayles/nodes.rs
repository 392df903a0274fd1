//! Sets of nodes as words of bits, and the conflicts as such sets.

use super::conflict_graph::ConflictGraph;

/// A set of nodes.
pub(super) type NodeSet<const N: usize> = [u64; N];

/// A list of nodes as a set.
pub(super) fn nodes<const N: usize>(list: &[usize]) -> NodeSet<N> {
    let mut nodes = [0; N];
    list.iter().for_each(|node| insert(&mut nodes, *node));
    nodes
}

/// The members of a set, ascending.
#[inline]
pub(super) fn members<const N: usize>(nodes: NodeSet<N>) -> impl Iterator<Item = usize> {
    (0..N).flat_map(move |at| {
        let mut left = nodes[at];
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (bit < 64).then_some(at * 64 + bit)
        })
    })
}

#[inline]
pub(super) fn contains<const N: usize>(nodes: &NodeSet<N>, node: usize) -> bool {
    nodes[node / 64] >> (node % 64) & 1 == 1
}

#[inline]
pub(super) fn insert<const N: usize>(nodes: &mut NodeSet<N>, node: usize) {
    nodes[node / 64] |= 1 << (node % 64);
}

#[inline]
pub(super) fn size<const N: usize>(nodes: &NodeSet<N>) -> usize {
    nodes.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline]
pub(super) fn both<const N: usize>(a: &NodeSet<N>, b: &NodeSet<N>) -> NodeSet<N> {
    std::array::from_fn(|at| a[at] & b[at])
}

#[inline]
pub(super) fn without<const N: usize>(a: &NodeSet<N>, b: &NodeSet<N>) -> NodeSet<N> {
    std::array::from_fn(|at| a[at] & !b[at])
}

#[inline]
pub(super) fn union<const N: usize>(a: &NodeSet<N>, b: &NodeSet<N>) -> NodeSet<N> {
    std::array::from_fn(|at| a[at] | b[at])
}

#[inline]
pub(super) fn is_empty<const N: usize>(nodes: &NodeSet<N>) -> bool {
    nodes.iter().all(|word| *word == 0)
}

/// The image of a set under a symmetry.
pub(super) fn renamed<const N: usize>(nodes: &NodeSet<N>, symmetry: &[u16]) -> NodeSet<N> {
    let mut image = [0; N];
    members(*nodes).for_each(|node| insert(&mut image, usize::from(symmetry[node])));
    image
}

/// The conflicts as sets.
pub(super) struct ConflictRows<const N: usize> {
    /// For each node, the nodes that it takes away.
    pub takes: Vec<NodeSet<N>>,
    /// For each node, those, and the nodes that take it away.
    pub touches: Vec<NodeSet<N>>,
    /// The nodes that each player may make.
    pub movers: [NodeSet<N>; 2],
    pub symmetries: Vec<Vec<u16>>,
    pub impartial: bool,
    /// Whether of two moves each takes the other away, or neither does.
    pub symmetric: bool,
}

impl<const N: usize> ConflictRows<N> {
    pub fn new(graph: &ConflictGraph) -> ConflictRows<N> {
        let mut takes = vec![[0; N]; graph.len()];
        let mut touches = takes.clone();
        let mut movers = [[0; N]; 2];
        for node in 0..graph.len() {
            for taken in graph.takes(node) {
                insert(&mut takes[node], *taken);
                insert(&mut touches[node], *taken);
                insert(&mut touches[*taken], node);
            }
            for player in [0, 1].into_iter().filter(|player| graph.movers(node)[*player]) {
                insert(&mut movers[player], node);
            }
        }
        let narrow = |image: &Vec<usize>| image.iter().map(|node| *node as u16).collect();
        let symmetries = graph.symmetries().iter().map(narrow).collect();
        let symmetric = takes == touches;
        ConflictRows { takes, touches, movers, symmetries, impartial: graph.is_impartial(), symmetric }
    }

    /// The component of the first node of a set.
    #[inline]
    pub fn component(&self, nodes: &NodeSet<N>) -> Option<NodeSet<N>> {
        let first = members(*nodes).next()?;
        let mut part = both(&self.touches[first], nodes);
        let mut open = part;
        open[first / 64] &= !(1 << (first % 64));
        while let Some(node) = members(open).next() {
            open[node / 64] &= !(1 << (node % 64));
            for at in 0..N {
                let new = self.touches[node][at] & nodes[at] & !part[at];
                part[at] |= new;
                open[at] |= new;
            }
        }
        Some(part)
    }
}
