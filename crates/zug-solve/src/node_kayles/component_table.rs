//! The components of positions, each numbered: components that are alike get one number.
//!
//! A small component is told by its conflicts alone, its moves renamed in their order, forwards or
//! backwards: wherever on a board it stands. A large one is told by its moves, the least of its
//! images under the symmetries.

use super::conflict_graph::ConflictGraph;
use super::nodes::{ConflictRows, NodeSet, contains, insert, members, size};
use rustc_hash::FxHashMap;

/// The number of a component.
pub(super) type ComponentId = u32;

/// ComponentTable of at most so many nodes are told by their conflicts.
const SMALL: usize = 24;

/// All components that came up.
pub(super) struct ComponentTable<const N: usize> {
    pub rows: ConflictRows<N>,
    /// By their moves as they stand.
    standing: FxHashMap<NodeSet<N>, ComponentId>,
    /// By what tells those that are alike.
    alike: FxHashMap<Box<[u8]>, ComponentId>,
}

/// A component that came up.
pub(super) struct Numbered {
    pub id: ComponentId,
    /// Whether none alike came up before.
    pub is_new: bool,
    /// Bytes that are kept of it now and were not before.
    pub bytes: usize,
}

impl<const N: usize> ComponentTable<N> {
    pub fn new(graph: &ConflictGraph) -> ComponentTable<N> {
        ComponentTable {
            rows: ConflictRows::new(graph),
            standing: FxHashMap::default(),
            alike: FxHashMap::default(),
        }
    }

    /// A list of nodes as a set.
    pub fn nodes(list: &[usize]) -> NodeSet<N> {
        let mut nodes = [0; N];
        list.iter().for_each(|node| insert(&mut nodes, *node));
        nodes
    }

    /// The number of a component.
    #[inline]
    pub fn number(&mut self, component: &NodeSet<N>) -> Numbered {
        if let Some(id) = self.standing.get(component) {
            return Numbered { id: *id, is_new: false, bytes: 0 };
        }
        let key = self.key(component, false);
        let next = self.alike.len() as ComponentId;
        // A table that grows is there twice for a while.
        let standing = 2 * (size_of::<(NodeSet<N>, ComponentId)>() + 1);
        let more = key.len() + 16 + 2 * (size_of::<(Box<[u8]>, ComponentId)>() + 1);
        let id = *self.alike.entry(key).or_insert(next);
        self.standing.insert(*component, id);
        let is_new = id == next;
        Numbered { id, is_new, bytes: standing + if is_new { more } else { 0 } }
    }

    /// The number of the same component with the players exchanged, if it came up and is small.
    pub fn negative(&self, component: &NodeSet<N>) -> Option<ComponentId> {
        if size(component) > SMALL {
            return None;
        }
        self.alike.get(&self.key(component, true)).copied()
    }

    /// What tells a component from all that are not alike; with `negated` what would if the players
    /// were exchanged.
    fn key(&self, component: &NodeSet<N>, negated: bool) -> Box<[u8]> {
        if size(component) > SMALL {
            let least = self.least_image(component);
            return std::iter::once(0).chain(least.iter().flat_map(|word| word.to_le_bytes())).collect();
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

    /// The least image of a component under the symmetries.
    fn least_image(&self, component: &NodeSet<N>) -> NodeSet<N> {
        let image = |symmetry: &Vec<u16>| {
            let mut image = [0; N];
            members(*component).for_each(|node| insert(&mut image, usize::from(symmetry[node])));
            image
        };
        self.rows.symmetries.iter().map(image).fold(*component, NodeSet::min)
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
