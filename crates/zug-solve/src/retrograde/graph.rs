//! The graph of all reachable positions, each once, and their moves.
//!
//! Positions are numbered in the order of a breadth-first search. The moves of position `n` lead to
//! `targets[first[n]..first[n + 1]]`, in the order of the definition (compressed sparse rows).

use crate::answer::Statistics;
use crate::limits::{Halt, audit, within_range};
use crate::retrograde::position_index::PositionIndex;
use crate::retrograde::scc::Components;
use crate::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Expansion, Game, Player, Value};

/// The most positions that [`PositionGraph::comes_back`] follows.
const AROUND: usize = 1 << 12;

/// Which positions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Those with equal [`Game::key`]: the value to go depends on no more.
    Key,
    /// Those with equal [`Game::full_key`]. Values are totals then, and no move has a reward.
    FullKey,
}

/// The positions and their moves.
pub(super) struct PositionGraph<'a, G: Game> {
    game: &'a G,
    identity: Identity,
    index: PositionIndex<G::Key>,
    positions: Vec<G::Position>,
    /// For each position the one that it was first reached from.
    parents: Vec<u32>,
    movers: Vec<Player>,
    payoffs: FxHashMap<u32, Value>,
    first: Vec<u32>,
    targets: Vec<u32>,
    /// The rewards of the moves, parallel to `targets`; empty until the first reward that is not 0.
    rewards: Vec<Value>,
    /// After a halt: the position where it happened, and the move if one was being played.
    broken: Option<(usize, Option<G::Move>)>,
    pub(super) statistics: Statistics,
}

impl<'a, G: Game> PositionGraph<'a, G> {
    pub(super) fn new(game: &'a G, identity: Identity) -> Self {
        PositionGraph {
            game,
            identity,
            index: PositionIndex::Hashed(FxHashMap::default()),
            positions: Vec::new(),
            parents: Vec::new(),
            movers: Vec::new(),
            payoffs: FxHashMap::default(),
            first: vec![0],
            targets: Vec::new(),
            rewards: Vec::new(),
            broken: None,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    /// All positions, by number.
    pub(super) fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The position that a position was first reached from.
    pub(super) fn parent(&self, n: usize) -> usize {
        self.parents[n] as usize
    }

    pub(super) fn edge_count(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn mover(&self, n: usize) -> Player {
        self.movers[n]
    }

    /// The payoff, if play is over.
    pub(super) fn payoff(&self, n: usize) -> Option<Value> {
        self.payoffs.get(&(n as u32)).copied()
    }

    /// The terminal positions with their payoffs.
    pub(super) fn ends(&self) -> impl Iterator<Item = (Value, u32)> + '_ {
        let open = |n: &u32| self.targets(*n as usize).is_empty();
        (0..self.len() as u32).filter(open).filter_map(|n| Some((self.payoff(n as usize)?, n)))
    }

    /// The positions after the moves.
    pub(super) fn targets(&self, n: usize) -> &[u32] {
        &self.targets[self.first[n] as usize..self.first[n + 1] as usize]
    }

    /// The positions after the moves, with the rewards.
    pub(super) fn edges(&self, n: usize) -> impl Iterator<Item = (usize, Value)> + '_ {
        let range = self.first[n] as usize..self.first[n + 1] as usize;
        range.map(|edge| (self.targets[edge] as usize, self.rewards.get(edge).copied().unwrap_or(0)))
    }

    /// The value of never-ending play from a position.
    pub(super) fn endless(&mut self, n: usize) -> Result<Value, Halt> {
        let position = self.positions[n].clone();
        let endless = self.game.endless(&position).inspect_err(|_| self.broken = Some((n, None)))?;
        self.total(endless, &position)
    }

    /// Turns a value to go into a value of this graph: with full keys the points so far are added.
    fn total(&self, value: Value, position: &G::Position) -> Result<Value, Halt> {
        match self.identity {
            Identity::Key => Ok(value),
            Identity::FullKey => value.checked_add(self.game.offset(position)).ok_or(Halt::Overflow),
        }
    }

    /// Whether never-ending play is a draw everywhere, no move has a reward, and no position has
    /// more moves than a 16-bit count holds.
    pub(super) fn is_plain(&self) -> bool {
        let draws = |position| self.game.endless(position).is_ok_and(|endless| endless == 0);
        let few = self.first.windows(2).all(|pair| pair[1] - pair[0] <= u32::from(u16::MAX));
        let simple = self.identity == Identity::Key && self.rewards.is_empty() && few;
        simple && self.positions.iter().all(draws)
    }

    /// Whether play can return to a position; none if a breadth-first search of [`AROUND`]
    /// positions does not decide it.
    pub(super) fn comes_back(&self, n: usize) -> Option<bool> {
        let mut seen = FxHashSet::default();
        let mut open = vec![n as u32];
        let mut at = 0;
        while let Some(&next) = open.get(at) {
            if at > AROUND {
                return None;
            }
            at += 1;
            for &target in self.targets(next as usize) {
                if target as usize == n {
                    return Some(true);
                }
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        Some(false)
    }

    /// The points to add to this graph's values to get totals from the start.
    pub(super) fn offset_of_start(&self, start: &G::Position) -> Value {
        if self.identity == Identity::Key { self.game.offset(start) } else { 0 }
    }

    pub(super) fn legal(&self, n: usize) -> Result<Vec<G::Move>, Halt> {
        let mut moves = Vec::new();
        match self.game.expand(&self.positions[n], &mut moves)? {
            Expansion::Terminal(_) => Ok(Vec::new()),
            Expansion::Moves => Ok(moves),
        }
    }

    /// Lists all positions reachable from `start`.
    pub(super) fn list(&mut self, start: &G::Position, watch: &mut Watch) -> Result<(), Halt> {
        self.index = PositionIndex::of(self.game, self.identity, start);
        self.number(start.clone(), 0, watch)?;
        let mut moves = Vec::new();
        let (mut n, mut end_of_level) = (0, 1);
        while n < self.len() {
            if n == end_of_level {
                self.statistics.max_depth += 1;
                end_of_level = self.len();
            }
            if n.is_multiple_of(1 << 10) {
                watch.look(&self.statistics)?;
            }
            moves.clear();
            self.expand(n, &mut moves, watch)?;
            watch.after(moves.len())?;
            n += 1;
        }
        // The index is not needed any more.
        self.index = PositionIndex::Hashed(FxHashMap::default());
        self.positions.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.movers.shrink_to_fit();
        self.first.shrink_to_fit();
        self.targets.shrink_to_fit();
        Ok(())
    }

    fn expand(&mut self, n: usize, moves: &mut Vec<G::Move>, watch: &mut Watch) -> Result<(), Halt> {
        let position = self.positions[n].clone();
        audit(self.game, &position, n as u64 + 1).inspect_err(|_| self.broken = Some((n, None)))?;
        watch.entered(n as u64 + 1)?;
        let expand = self.game.expand(&position, moves).inspect_err(|_| self.broken = Some((n, None)))?;
        if let Expansion::Terminal(payoff) = expand {
            within_range(payoff, self.game.payoff_range()).inspect_err(|_| self.broken = Some((n, None)))?;
            let payoff = self.total(payoff, &position)?;
            self.payoffs.insert(n as u32, payoff);
            self.statistics.terminal += 1;
        } else if moves.is_empty() {
            return Err(Halt::NoMoves);
        } else {
            for play in moves.iter() {
                let broken = Some((n, Some(play)));
                let step = self.game.play(&position, play);
                let step = step.inspect_err(|_| self.broken = broken.map(|(n, play)| (n, play.cloned())))?;
                self.add_edge(n, step.position, step.reward, watch)?;
            }
        }
        let edges = u32::try_from(self.targets.len()).map_err(|_| Halt::TooMany)?;
        self.first.push(edges);
        Ok(())
    }

    fn add_edge(&mut self, n: usize, next: G::Position, reward: Value, watch: &Watch) -> Result<(), Halt> {
        let next = self.number(next, n, watch)?;
        if self.identity == Identity::Key && (reward != 0 || !self.rewards.is_empty()) {
            self.rewards.resize(self.targets.len(), 0);
            self.rewards.push(reward);
        }
        if self.targets.len() == self.targets.capacity() {
            watch.growth(self.bytes(), self.targets.capacity() as u64 * 8)?;
        }
        self.targets.push(next);
        Ok(())
    }

    /// The number of a position; a new position gets the next one.
    fn number(&mut self, position: G::Position, parent: usize, watch: &Watch) -> Result<u32, Halt> {
        // Numbers stay below 2^31, so that every distance in plies is below `ENDLESS`.
        let new = u32::try_from(self.len()).ok().filter(|&n| n < u32::MAX / 2).ok_or(Halt::TooMany)?;
        let known = self.index.find_or_add(self.game, self.identity, &position, new);
        if let Some(number) = known {
            return Ok(number);
        }
        if self.index.is_full() || self.len() == self.positions.capacity() {
            self.statistics.bytes = self.bytes();
            watch.growth(self.bytes(), self.bytes_for_positions().saturating_mul(2))?;
        }
        self.movers.push(self.game.mover(&position));
        self.positions.push(position);
        self.parents.push(parent as u32);
        self.statistics.positions += 1;
        Ok(new)
    }

    fn bytes_for_positions(&self) -> u64 {
        let table = self.index.bytes();
        let list = self.positions.capacity() * (size_of::<G::Position>() + 9);
        (table + list + self.payoffs.capacity() * 24) as u64
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_for_positions() + (self.targets.capacity() * 4 + self.rewards.capacity() * 8) as u64
    }

    /// Whether a move between two positions of one component has a reward.
    pub(super) fn rewards_inside(&self, components: &Components) -> bool {
        !self.rewards.is_empty()
            && (0..self.len())
                .any(|n| self.edges(n).any(|(next, reward)| reward != 0 && components.together(n, next)))
    }

    /// The moves that lead to the place of a halt.
    pub(super) fn line_to_fault(&self) -> Vec<G::Move> {
        let Some((n, last)) = self.broken.clone() else { return Vec::new() };
        self.line_to(n, last)
    }

    /// The moves by which a position was first reached, and `last` after them.
    pub(super) fn line_to(&self, mut n: usize, last: Option<G::Move>) -> Vec<G::Move> {
        let mut line: Vec<G::Move> = last.into_iter().collect();
        while n != 0 {
            let parent = self.parents[n] as usize;
            let number = self.targets(parent).iter().position(|&next| next as usize == n);
            let play = number.and_then(|number| self.legal(parent).ok()?.into_iter().nth(number));
            line.extend(play);
            n = parent;
        }
        line.reverse();
        line
    }
}
