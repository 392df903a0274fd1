//! The components of positions, each numbered: components that are alike get one number.
//!
//! A small component is told by its conflicts alone, its moves renamed in their order, forwards or
//! backwards: wherever on a board it stands. A large one is told by its moves, the least of its
//! images under the symmetries.

use super::component_numbers::ComponentNumbers;
use super::conflict_graph::ConflictGraph;
use super::decomposition::{Decomposition, MoveBounds, SMALL, key_of_large};
use super::nodes::{ConflictRows, NodeSet, both, contains, members, nodes, size, without};

/// All components that came up.
pub(super) struct ComponentTable<const N: usize> {
    pub rows: ConflictRows<N>,
    numbers: ComponentNumbers<N>,
}

impl<const N: usize> ComponentTable<N> {
    pub fn new(graph: &ConflictGraph) -> ComponentTable<N> {
        ComponentTable { rows: ConflictRows::new(graph), numbers: ComponentNumbers::default() }
    }

    /// The movers and the conflicts of nodes, named by their places in a list.
    fn conflicts(&self, list: &[usize], negated: bool) -> Vec<u8> {
        let mut bits = Bits { bytes: vec![list.len() as u8], filled: 8 };
        for (at, node) in list.iter().enumerate() {
            if !self.rows.impartial {
                bits.push(contains(&self.rows.movers[usize::from(negated)], *node));
                bits.push(contains(&self.rows.movers[usize::from(!negated)], *node));
            }
            let takes = &self.rows.takes[*node];
            let others = if self.rows.symmetric { &list[at + 1..] } else { list };
            others.iter().for_each(|other| bits.push(contains(takes, *other)));
        }
        bits.bytes
    }
}

impl<const N: usize> Decomposition<N> for ComponentTable<N> {
    #[inline]
    fn components(&self, nodes: &NodeSet<N>) -> Vec<NodeSet<N>> {
        let (mut left, mut components) = (*nodes, Vec::new());
        while let Some(component) = self.rows.component(&left) {
            left = without(&left, &component);
            components.push(component);
        }
        components
    }

    fn numbers(&mut self) -> &mut ComponentNumbers<N> {
        &mut self.numbers
    }

    fn key(&self, component: &NodeSet<N>, negated: bool) -> Box<[u8]> {
        if size(component) > SMALL {
            return key_of_large(component, &self.rows.symmetries);
        }
        let mut list: Vec<usize> = members(*component).collect();
        let mut least = self.conflicts(&list, negated);
        for symmetry in &self.rows.symmetries {
            let mut image: Vec<usize> = list.iter().map(|node| usize::from(symmetry[*node])).collect();
            image.sort_unstable();
            least = least.min(self.conflicts(&image, negated));
        }
        list.reverse();
        least.min(self.conflicts(&list, negated)).into_boxed_slice()
    }

    #[inline]
    fn moves(&self, component: &NodeSet<N>, player: usize) -> Vec<u32> {
        members(both(component, &self.rows.movers[player])).map(|node| node as u32).collect()
    }

    #[inline]
    fn after(&self, component: &NodeSet<N>, play: u32) -> NodeSet<N> {
        without(component, &self.rows.takes[play as usize])
    }

    #[inline]
    fn advantage(&self, component: &NodeSet<N>, player: usize, play: u32) -> i32 {
        let taken = both(&self.rows.takes[play as usize], component);
        let of = |player: usize| size(&both(&taken, &self.rows.movers[player])) as i32;
        of(1 - player) - of(player)
    }

    fn bounds(&self, component: &NodeSet<N>, player: usize) -> MoveBounds {
        bounds(&self.rows, component, player)
    }
}

/// How many moves a player can make in a component. At least: moves that the other takes away none
/// of, one after the other. At most: the moves in groups of which each move takes away all others.
fn bounds<const N: usize>(rows: &ConflictRows<N>, part: &NodeSet<N>, player: usize) -> MoveBounds {
    let own = both(part, &rows.movers[player]);
    let mut safe = own;
    for other in members(both(part, &rows.movers[1 - player])) {
        safe = without(&safe, &rows.takes[other]);
    }
    let mut least = 0;
    while let Some(node) = members(safe).next() {
        least += 1;
        safe = without(&safe, &rows.takes[node]);
    }
    let (mut most, mut left) = (0, own);
    while let Some(first) = members(left).next() {
        most += 1;
        let (mut group, mut candidates) = (vec![first], both(&left, &rows.takes[first]));
        left = without(&left, &nodes(&group));
        candidates = both(&candidates, &left);
        while let Some(node) = members(candidates).next() {
            candidates[node / 64] &= !(1 << (node % 64));
            let alike =
                |other: &usize| contains(&rows.takes[node], *other) && contains(&rows.takes[*other], node);
            if group.iter().all(alike) {
                group.push(node);
                left[node / 64] &= !(1 << (node % 64));
            }
        }
    }
    MoveBounds { least, most }
}

/// Bits in bytes.
struct Bits {
    bytes: Vec<u8>,
    /// Bits of the last byte that are used.
    filled: u32,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.filled == 8 {
            self.bytes.push(0);
            self.filled = 0;
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << self.filled;
        }
        self.filled += 1;
    }
}
