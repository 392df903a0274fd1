//! What nimbers and sums ask of a game whose positions are sets that fall apart.

use super::component_numbers::{ComponentId, ComponentNumbers, Numbered};
use super::nodes::{NodeSet, renamed, size};

/// Components of at most so many nodes are told by how they are made, wherever they stand.
pub(super) const SMALL: usize = 24;

/// A game whose positions are sets of nodes: a move takes nodes away, and never gives one back. A
/// move has a number; it is made in one component and leaves the others what they are.
pub(super) trait Decomposition<const N: usize> {
    /// The components of a set, without the nodes that no move asks for any more.
    fn components(&self, nodes: &NodeSet<N>) -> Vec<NodeSet<N>>;

    /// The numbers of all components that came up.
    fn numbers(&mut self) -> &mut ComponentNumbers<N>;

    /// What tells a component from all that are not alike; with `negated` what would if the players
    /// were exchanged.
    fn key(&self, component: &NodeSet<N>, negated: bool) -> Box<[u8]>;

    /// The number of a component: one for all that are alike.
    #[inline]
    fn number(&mut self, component: &NodeSet<N>) -> Numbered {
        if let Some(known) = self.numbers().standing(component) {
            return known;
        }
        let key = self.key(component, false);
        self.numbers().add(component, key)
    }

    /// The number of the same component with the players exchanged, if it came up and is small.
    fn negative(&mut self, component: &NodeSet<N>) -> Option<ComponentId> {
        if size(component) > SMALL {
            return None;
        }
        let key = self.key(component, true);
        self.numbers().alike(&key)
    }

    /// The moves that a player has in a component.
    fn moves(&self, component: &NodeSet<N>, player: usize) -> Vec<u32>;

    /// What is left of a component after a move.
    fn after(&self, component: &NodeSet<N>, play: u32) -> NodeSet<N>;

    /// How many moves a move takes away from the opponent less how many from the player himself.
    fn advantage(&self, component: &NodeSet<N>, player: usize, play: u32) -> i32;

    /// How many moves a player can make in a component, whatever the other does.
    fn bounds(&self, component: &NodeSet<N>, player: usize) -> MoveBounds;
}

/// How many moves a player can make in a component or a sum.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveBounds {
    pub least: i32,
    pub most: i32,
}

/// What tells a large component: its least image under the symmetries.
pub(super) fn key_of_large<const N: usize>(component: &NodeSet<N>, symmetries: &[Vec<u16>]) -> Box<[u8]> {
    let image = |symmetry: &Vec<u16>| renamed(component, symmetry);
    let least = symmetries.iter().map(image).fold(*component, NodeSet::min);
    std::iter::once(0).chain(least.iter().flat_map(|word| word.to_le_bytes())).collect()
}
