//! The numbers of components: those that are told alike get one.

use super::nodes::NodeSet;
use rustc_hash::FxHashMap;

/// The number of a component.
pub(super) type ComponentId = u32;

/// A component that came up.
pub(super) struct Numbered {
    pub id: ComponentId,
    /// Whether none alike came up before.
    pub is_new: bool,
    /// Bytes that are kept of it now and were not before.
    pub bytes: usize,
}

/// The numbers of components.
#[derive(Default)]
pub(super) struct ComponentNumbers<const N: usize> {
    /// By their nodes as they stand.
    standing: FxHashMap<NodeSet<N>, ComponentId>,
    /// By what tells those that are alike.
    alike: FxHashMap<Box<[u8]>, ComponentId>,
}

impl<const N: usize> ComponentNumbers<N> {
    /// A component that came up with these nodes.
    #[inline]
    pub fn standing(&self, component: &NodeSet<N>) -> Option<Numbered> {
        self.standing.get(component).map(|id| Numbered { id: *id, is_new: false, bytes: 0 })
    }

    /// A component that did not, with what tells it from all that are not alike.
    pub fn add(&mut self, component: &NodeSet<N>, key: Box<[u8]>) -> Numbered {
        let next = self.alike.len() as ComponentId;
        // A table that grows is there twice for a while.
        let standing = 2 * (size_of::<(NodeSet<N>, ComponentId)>() + 1);
        let more = key.len() + 16 + 2 * (size_of::<(Box<[u8]>, ComponentId)>() + 1);
        let id = *self.alike.entry(key).or_insert(next);
        self.standing.insert(*component, id);
        let is_new = id == next;
        Numbered { id, is_new, bytes: standing + if is_new { more } else { 0 } }
    }

    /// One that came up and is told so.
    pub fn alike(&self, key: &[u8]) -> Option<ComponentId> {
        self.alike.get(key).copied()
    }
}
