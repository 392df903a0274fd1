//! What nimbers and sums ask of a game whose positions are sets that fall apart.

use super::component_numbers::{ComponentId, Numbered};
use super::nodes::NodeSet;

/// A game whose positions are sets of nodes: a move takes nodes away, and never gives one back. A
/// move has a number; it is made in one component and leaves the others what they are.
pub(super) trait Decomposition<const N: usize> {
    /// The components of a set, without the nodes that no move asks for any more.
    fn components(&self, nodes: &NodeSet<N>) -> Vec<NodeSet<N>>;

    /// The number of a component: one for all that are alike.
    fn number(&mut self, component: &NodeSet<N>) -> Numbered;

    /// The number of the same component with the players exchanged, if it came up and is small.
    fn negative(&self, component: &NodeSet<N>) -> Option<ComponentId>;

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
