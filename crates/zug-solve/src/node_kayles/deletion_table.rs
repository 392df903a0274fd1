//! The components of a deletion game.
//!
//! A move is live where it is legal or may become so when more nodes are gone; a node is asked for
//! where a live move depends on it, or where a move that deletes an asked node does. Nodes that are
//! not asked for change nothing any more. Two asked nodes are in one component if one live move
//! depends on or deletes both: then every live move lies in one component, and leaves what others
//! depend on.

use super::component_numbers::ComponentNumbers;
use super::decomposition::{Decomposition, MoveBounds, SMALL, key_of_large};
use super::deletion_game::{Deletion, DeletionGame};
use super::nodes::{NodeSet, both, contains, insert, is_empty, members, size, union, without};
use super::truth_table::LocalTruth;

/// A move.
struct LocalMove<const N: usize> {
    movers: [bool; 2],
    legal: LocalTruth,
    /// What it deletes wherever it is legal.
    always: NodeSet<N>,
    /// What it deletes where something holds.
    sometimes: Vec<(usize, LocalTruth)>,
}

impl<const N: usize> LocalMove<N> {
    fn new(each: &Deletion) -> LocalMove<N> {
        let (mut always, mut sometimes) = ([0; N], Vec::new());
        for (node, when) in &each.deletes {
            match when.reads() {
                [] if when.holds_where(|_| false) => insert(&mut always, *node),
                [] => {}
                _ => sometimes.push((*node, LocalTruth::new(when))),
            }
        }
        LocalMove { movers: each.movers, legal: LocalTruth::new(&each.legal), always, sometimes }
    }

    /// The asked nodes that it may delete where these are left, and those on which that depends.
    fn deletes(&self, left: &NodeSet<N>, asked: &NodeSet<N>) -> NodeSet<N> {
        let mut nodes = both(&self.always, asked);
        for (node, when) in &self.sometimes {
            if contains(asked, *node) && when.may_hold(left) {
                insert(&mut nodes, *node);
                nodes = union(&nodes, &when.asked(left));
            }
        }
        nodes
    }
}

/// The components that came up.
pub(super) struct DeletionTable<const N: usize> {
    moves: Vec<LocalMove<N>>,
    /// For each node the moves of which it is the witness: it is left wherever they are legal.
    of: Vec<Vec<u32>>,
    symmetries: Vec<Vec<u16>>,
    numbers: ComponentNumbers<N>,
}

impl<const N: usize> DeletionTable<N> {
    pub fn new(game: &DeletionGame) -> DeletionTable<N> {
        let mut of = vec![Vec::new(); game.nodes()];
        for (number, each) in game.moves().iter().enumerate() {
            if let Some(witness) = each.witness() {
                of[witness].push(number as u32);
            }
        }
        let narrow = |image: &Vec<usize>| image.iter().map(|node| *node as u16).collect();
        DeletionTable {
            moves: game.moves().iter().map(LocalMove::new).collect(),
            of,
            symmetries: game.symmetries().iter().map(narrow).collect(),
            numbers: ComponentNumbers::default(),
        }
    }

    /// The moves whose witness is among some nodes.
    fn around(&self, nodes: &NodeSet<N>) -> impl Iterator<Item = u32> {
        members(*nodes).flat_map(|node| self.of[node].iter().copied())
    }

    fn at(&self, play: u32) -> &LocalMove<N> {
        &self.moves[play as usize]
    }

    /// How many moves a player has.
    fn count(&self, component: &NodeSet<N>, player: usize) -> i32 {
        let legal = |play: &u32| self.at(*play).movers[player] && self.at(*play).legal.holds(component);
        self.around(component).filter(legal).count() as i32
    }

    /// The live moves of a component, its nodes named by their places in a list.
    fn described(&self, component: &NodeSet<N>, list: &[usize], negated: bool) -> Vec<u8> {
        let live = |play: &u32| self.at(*play).legal.may_hold(component);
        let describe = |play: u32| self.described_move(component, list, self.at(play), negated);
        let mut moves: Vec<Vec<u8>> = self.around(component).filter(live).map(describe).collect();
        moves.sort_unstable();
        moves.dedup();
        let mut bytes = vec![list.len() as u8];
        moves.into_iter().for_each(|each| bytes.extend(each));
        bytes
    }

    fn described_move(
        &self,
        component: &NodeSet<N>,
        list: &[usize],
        each: &LocalMove<N>,
        negated: bool,
    ) -> Vec<u8> {
        let movers = [each.movers[usize::from(negated)], each.movers[usize::from(!negated)]];
        let mut bytes = vec![u8::from(movers[0]) | u8::from(movers[1]) << 1];
        describe_truth(&mut bytes, component, list, &each.legal);
        for (place, node) in list.iter().enumerate() {
            if contains(&each.always, *node) {
                bytes.extend([place as u8, u8::MAX]);
            }
            for (_, when) in each.sometimes.iter().filter(|(other, _)| other == node) {
                bytes.push(place as u8);
                describe_truth(&mut bytes, component, list, when);
            }
        }
        bytes.push(u8::MAX);
        bytes
    }
}

/// A truth over the nodes of a component, which are named by their places in a list.
fn describe_truth<const N: usize>(
    bytes: &mut Vec<u8>,
    component: &NodeSet<N>,
    list: &[usize],
    truth: &LocalTruth,
) {
    let asked = truth.asked(component);
    let places: Vec<usize> = (0..list.len()).filter(|place| contains(&asked, list[*place])).collect();
    bytes.push(places.len() as u8);
    bytes.extend(places.iter().map(|place| *place as u8));
    let (mut byte, all) = (0, 1 << places.len());
    for assignment in 0..all {
        let mut left = [0; N];
        for (bit, place) in places.iter().enumerate() {
            if assignment >> bit & 1 == 1 {
                insert(&mut left, list[*place]);
            }
        }
        byte |= u8::from(truth.holds(&left)) << (assignment % 8);
        if assignment % 8 == 7 || assignment == all - 1 {
            bytes.push(byte);
            byte = 0;
        }
    }
}

/// Adds a set to sets that share no node; those that share one with it become one with it.
fn join<const N: usize>(sets: &mut Vec<NodeSet<N>>, mut set: NodeSet<N>) {
    sets.retain(|other| {
        let apart = is_empty(&both(other, &set));
        if !apart {
            set = union(&set, other);
        }
        apart
    });
    sets.push(set);
}

impl<const N: usize> Decomposition<N> for DeletionTable<N> {
    fn components(&self, nodes: &NodeSet<N>) -> Vec<NodeSet<N>> {
        let mut live: Vec<(u32, NodeSet<N>)> = Vec::new();
        let mut asked = [0; N];
        for play in self.around(nodes) {
            let own = self.at(play).legal.asked(nodes);
            if !is_empty(&own) {
                asked = union(&asked, &own);
                live.push((play, own));
            }
        }
        loop {
            let mut more = asked;
            for (play, own) in &mut live {
                *own = union(own, &both(&self.at(*play).deletes(nodes, &asked), nodes));
                more = union(&more, own);
            }
            if more == asked {
                break;
            }
            asked = more;
        }
        let mut components = Vec::new();
        live.into_iter().for_each(|(_, own)| join(&mut components, own));
        components
    }

    fn numbers(&mut self) -> &mut ComponentNumbers<N> {
        &mut self.numbers
    }

    fn key(&self, component: &NodeSet<N>, negated: bool) -> Box<[u8]> {
        if size(component) > SMALL {
            return key_of_large(component, &self.symmetries);
        }
        let mut list: Vec<usize> = members(*component).collect();
        let forwards = self.described(component, &list, negated);
        list.reverse();
        forwards.min(self.described(component, &list, negated)).into_boxed_slice()
    }

    fn moves(&self, component: &NodeSet<N>, player: usize) -> Vec<u32> {
        let legal = |play: &u32| self.at(*play).movers[player] && self.at(*play).legal.holds(component);
        self.around(component).filter(legal).collect()
    }

    fn after(&self, component: &NodeSet<N>, play: u32) -> NodeSet<N> {
        let each = self.at(play);
        let mut left = without(component, &each.always);
        for (node, when) in &each.sometimes {
            if when.holds(component) {
                left[node / 64] &= !(1 << (node % 64));
            }
        }
        left
    }

    /// Counted after the move: before it all moves of a component have the same.
    fn advantage(&self, component: &NodeSet<N>, player: usize, play: u32) -> i32 {
        let after = self.after(component, play);
        self.count(&after, player) - self.count(&after, 1 - player)
    }

    /// At most: the witnesses of his live moves, for each move takes its own away. At least, where
    /// the other has no live move: as many as are made one after the other.
    fn bounds(&self, component: &NodeSet<N>, player: usize) -> MoveBounds {
        let live = |player: usize| {
            let may = |play: &u32| self.at(*play).movers[player] && self.at(*play).legal.may_hold(component);
            let has_live = |node: &usize| self.of[*node].iter().any(may);
            members(*component).filter(has_live).count() as i32
        };
        let mut bounds = MoveBounds { least: 0, most: live(player) };
        if live(1 - player) == 0 {
            let mut left = *component;
            while let Some(play) = self.moves(&left, player).first() {
                left = self.after(&left, *play);
                bounds.least += 1;
            }
        }
        bounds
    }
}
