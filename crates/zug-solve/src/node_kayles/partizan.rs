//! Who wins a sum of components, where the players have different moves.
//!
//! - A component in which one player has all moves, and in which it is certain how many he can
//!   make, is that many moves in hand.
//! - A component and its negative, the same with the players exchanged, are worth nothing together.
//! - Moves that the other player takes away none of are safe: whoever has as many safe moves as the
//!   other can have at all wins without more ado, and needs one more if he moves first (as in
//!   Bullock, "Domineering: Solving Large Combinatorial Search Spaces", 2002).
//! - Sums are remembered by the numbers of their parts.

use super::NodeKaylesProgress;
use super::component_numbers::{ComponentId, Numbered};
use super::decomposition::{Decomposition, MoveBounds};
use super::nodes::{NodeSet, size};
use crate::limits::Halt;
use rustc_hash::FxHashMap;
use zug_game::Player;

/// Sums that were solved, and what is known of components by their numbers.
pub(super) struct Sums<D, const N: usize> {
    game: D,
    known: Vec<ComponentFacts<N>>,
    solved: FxHashMap<Box<[u32]>, bool>,
}

/// What is known of a component.
struct ComponentFacts<const N: usize> {
    nodes: NodeSet<N>,
    /// How many moves each player can make at least, and at most.
    moves: [MoveBounds; 2],
    /// The same with the players exchanged.
    negative: Option<ComponentId>,
}

/// A sum.
#[derive(Clone, Default)]
struct Sum {
    /// In order.
    parts: Vec<ComponentId>,
    /// Moves in hand: the first player's less the second's.
    hand: i32,
    /// How many moves each player can make at least, and at most, those in hand included.
    moves: [MoveBounds; 2],
}

impl Sum {
    /// Whether the mover wins, if that is plain to see.
    fn is_decided(&self, mover: Player) -> Option<bool> {
        let (own, other) = (self.moves[mover.index()], self.moves[mover.other().index()]);
        if own.least > other.most {
            return Some(true);
        }
        (other.least >= own.most).then_some(false)
    }

    /// What it is remembered by.
    fn key(&self, mover: Player) -> Box<[u32]> {
        let mut parts = Vec::with_capacity(self.parts.len() + 2);
        parts.push(mover.index() as u32);
        parts.push(self.hand as u32);
        parts.extend_from_slice(&self.parts);
        parts.into_boxed_slice()
    }
}

impl<D: Decomposition<N>, const N: usize> Sums<D, N> {
    pub fn new(game: D) -> Sums<D, N> {
        Sums { game, known: Vec::new(), solved: FxHashMap::default() }
    }

    /// Whether who moves wins.
    pub fn mover_wins(
        &mut self,
        work: &mut NodeKaylesProgress,
        nodes: &NodeSet<N>,
        mover: Player,
    ) -> Result<bool, Halt> {
        let mut sum = Sum::default();
        self.add(work, &mut sum, *nodes);
        self.wins(work, &sum, mover)
    }

    fn wins(&mut self, work: &mut NodeKaylesProgress, sum: &Sum, mover: Player) -> Result<bool, Halt> {
        if let Some(wins) = sum.is_decided(mover) {
            return Ok(wins);
        }
        let key = sum.key(mover);
        if let Some(wins) = self.solved.get(&key) {
            work.statistics.memo_hits += 1;
            return Ok(*wins);
        }
        work.enter()?;
        let wins = self.has_winning_move(work, sum, mover)?;
        // A table that grows is there twice for a while.
        work.keep(key.len() * 4 + 16 + 2 * (size_of::<Box<[u32]>>() + 2));
        self.solved.insert(key, wins);
        Ok(wins)
    }

    /// Whether a move wins: those first that take more moves from the opponent than from the mover.
    fn has_winning_move(
        &mut self,
        work: &mut NodeKaylesProgress,
        sum: &Sum,
        mover: Player,
    ) -> Result<bool, Halt> {
        let mut moves = self.moves(sum, mover);
        moves.sort_by_key(|(advantage, ..)| -advantage);
        let mut rest: Option<(usize, Sum)> = None;
        for (_, at, play) in moves {
            work.look()?;
            let rest = match rest.take() {
                Some((of, before)) if of == at => rest.insert((of, before)),
                _ => {
                    let mut without = sum.clone();
                    self.remove(&mut without, at);
                    rest.insert((at, without))
                }
            };
            let mut next = rest.1.clone();
            let nodes = self.known[sum.parts[at] as usize].nodes;
            self.add(work, &mut next, self.game.after(&nodes, play));
            if !self.wins(work, &next, mover.other())? {
                return Ok(true);
            }
        }
        let own = if mover == Player::First { sum.hand } else { -sum.hand };
        if own <= 0 {
            return Ok(false);
        }
        let next = with_hand(sum, if mover == Player::First { -1 } else { 1 });
        Ok(!self.wins(work, &next, mover.other())?)
    }

    /// A player's moves in the components of a sum: what each takes from the opponent less what it
    /// takes from himself, the place of its component, and its number. Of components that are alike
    /// the moves are listed once.
    fn moves(&self, sum: &Sum, mover: Player) -> Vec<(i32, usize, u32)> {
        let mut moves = Vec::new();
        for (at, id) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == *id {
                continue;
            }
            let nodes = &self.known[*id as usize].nodes;
            let scored = |play| (self.game.advantage(nodes, mover.index(), play), at, play);
            moves.extend(self.game.moves(nodes, mover.index()).into_iter().map(scored));
        }
        moves
    }

    /// Adds the components of a set to a sum.
    fn add(&mut self, work: &mut NodeKaylesProgress, sum: &mut Sum, nodes: NodeSet<N>) {
        let mut largest = 0;
        for part in self.game.components(&nodes) {
            largest = largest.max(size(&part));
            let id = self.number(work, &part);
            let ComponentFacts { moves, negative, .. } = self.known[id as usize];
            if let Some(more) = in_hand(moves) {
                *sum = with_hand(sum, more);
            } else if let Some(at) = negative.and_then(|negative| sum.parts.binary_search(&negative).ok()) {
                self.remove(sum, at);
            } else {
                let at = sum.parts.partition_point(|other| *other < id);
                sum.parts.insert(at, id);
                for (all, part) in sum.moves.iter_mut().zip(moves) {
                    all.least += part.least;
                    all.most += part.most;
                }
            }
        }
        work.decomposed(size(&nodes), largest);
    }

    /// Takes a part out of a sum.
    fn remove(&self, sum: &mut Sum, at: usize) {
        let id = sum.parts.remove(at);
        for (all, part) in sum.moves.iter_mut().zip(self.known[id as usize].moves) {
            all.least -= part.least;
            all.most -= part.most;
        }
    }

    /// The number of a component.
    fn number(&mut self, work: &mut NodeKaylesProgress, part: &NodeSet<N>) -> ComponentId {
        let Numbered { id, is_new, bytes } = self.game.number(part);
        work.keep(bytes);
        if is_new {
            work.keep(2 * size_of::<ComponentFacts<N>>());
            let moves = [0, 1].map(|player| self.game.bounds(part, player));
            let negative = self.game.negative(part);
            self.known.push(ComponentFacts { nodes: *part, moves, negative });
            if let Some(negative) = negative {
                self.known[negative as usize].negative = Some(id);
            }
        }
        id
    }
}

/// The moves of a component in which one player has all of them, and it is certain how many he can
/// make; those of the first player are positive.
fn in_hand(moves: [MoveBounds; 2]) -> Option<i32> {
    let certain = |player: usize| {
        let alone = moves[1 - player].most == 0 && moves[player].least == moves[player].most;
        alone.then_some(moves[player].most)
    };
    certain(0).or_else(|| certain(1).map(|more| -more))
}

/// The sum with more moves in hand, those of the first player positive.
fn with_hand(sum: &Sum, more: i32) -> Sum {
    let mut sum = sum.clone();
    let of = |hand: i32| [hand.max(0), (-hand).max(0)];
    let (before, after) = (of(sum.hand), of(sum.hand + more));
    for player in 0..2 {
        sum.moves[player].least += after[player] - before[player];
        sum.moves[player].most += after[player] - before[player];
    }
    sum.hand += more;
    sum
}
