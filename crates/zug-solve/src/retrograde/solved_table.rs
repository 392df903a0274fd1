//! The solved table: the result of a retrograde analysis, for many questions.
//!
//! Positions are numbered from 0, the first one, in the order of a breadth-first search.
//! [`super::solve_retrograde`] answers a single question.

use super::attractor::ENDLESS;
use super::position_index::Identity;
use super::position_index::form;
use super::scc::Components;
use super::{RetrogradeAnalysis, Stop};
use crate::answer::{MoveValue, Statistics};
use crate::limits::{Halt, Limits};
use rustc_hash::FxHashMap;
use zug_game::{Game, Player, Value};

/// The values of all positions reachable from one.
pub struct SolvedTable<'a, G: Game> {
    game: &'a G,
    analysis: RetrogradeAnalysis<'a, G>,
    identity: Identity,
    index: FxHashMap<G::Key, u32>,
}

/// The value and distance of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedEntry {
    /// The value from the first player's side. Whether it includes the points so far depends on the
    /// method that returns it.
    pub value: Value,
    /// Plies to the end under best play; none in draws and where play does not end.
    pub distance: Option<u64>,
}

impl<'a, G: Game> SolvedTable<'a, G> {
    /// Solves all positions reachable from `start`. With `whole`, positions that differ in points
    /// alone are distinct; otherwise they are one wherever that is sound.
    ///
    /// # Errors
    /// Those of [`super::solve_retrograde`].
    pub fn of(game: &'a G, start: &G::Position, limits: &Limits, whole: bool) -> Result<Self, Stop<G::Move>> {
        let mut identity = if whole { Identity::FullKey } else { Identity::Key };
        let mut analysis = RetrogradeAnalysis::of(game, start, limits, identity)?;
        if analysis.is_none() {
            identity = Identity::FullKey;
            analysis = RetrogradeAnalysis::of(game, start, limits, identity)?;
        }
        let none = Statistics::default();
        let analysis =
            analysis.ok_or_else(|| Halt::RewardInCycle.into_stop(Vec::new(), (None, None), none))?;
        // Computed now, so that later questions meet no limit.
        analysis.components().map_err(|halt| halt.into_stop(Vec::new(), (None, None), none))?;
        let keys = analysis.graph.positions().iter().enumerate();
        let index = keys.map(|(n, position)| (key(game, identity, position), n as u32)).collect();
        Ok(SolvedTable { game, analysis, identity, index })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.analysis.graph.len()
    }

    /// Always false: the table has at least the first position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The counters of the analysis.
    pub fn statistics(&self) -> Statistics {
        self.analysis.graph.statistics
    }

    /// The number of a position, if it is reachable.
    pub fn number(&self, position: &G::Position) -> Option<usize> {
        self.index.get(&key(self.game, self.identity, position)).map(|n| *n as usize)
    }

    /// The position with this number.
    pub fn position(&self, n: usize) -> &G::Position {
        &self.analysis.graph.positions()[n]
    }

    /// The entry of the position with this number. Its value is a value to go, or a total where
    /// points tell positions apart.
    pub fn at(&self, n: usize) -> SolvedEntry {
        solved_entry(self.analysis.solved.values[n], self.analysis.solved.ranks[n], 0)
    }

    /// The entry of a position, points so far included; none if it is not reachable or the sum
    /// overflows.
    pub fn look_up(&self, position: &G::Position) -> Option<SolvedEntry> {
        let known = self.at(self.number(position)?);
        Some(SolvedEntry { value: known.value.checked_add(self.offset(position))?, ..known })
    }

    /// The legal moves of a position with their values, points so far included, in the order of the
    /// definition; empty where play is over.
    pub fn moves(&self, position: &G::Position) -> Option<Vec<MoveValue<G::Move>>> {
        let n = self.number(position)?;
        let legal = self.analysis.graph.legal(n).ok()?;
        let offset = self.offset(position);
        let worth = |(mv, (value, rank, _)): (G::Move, (Value, u32, usize))| {
            let known = solved_entry(value, rank, 1);
            Some(MoveValue { mv, value: value.checked_add(offset)?, distance: known.distance })
        };
        legal.into_iter().zip(self.analysis.moves(n)).map(worth).collect()
    }

    /// The move of best play at a position: it keeps the value and, where going round would lose it
    /// or `quickly` asks for that, comes nearer to the end. `None` where play is over, or for a
    /// position that is not in the table.
    pub fn best_move(&self, position: &G::Position, quickly: bool) -> Option<G::Move> {
        let n = self.number(position)?;
        let (number, _) = self.analysis.next_on_line(n, quickly).ok()??;
        self.analysis.graph.legal(n).ok()?.into_iter().nth(number)
    }

    /// For each position, whether play can still come to an end there.
    pub fn can_end(&self) -> Vec<bool> {
        let mut can_end = vec![false; self.len()];
        for component in self.components() {
            let ends = |n: &u32| {
                let n = *n as usize;
                self.payoff(n).is_some() || self.targets(n).iter().any(|to| can_end[*to as usize])
            };
            if component.iter().any(ends) {
                component.iter().for_each(|n| can_end[*n as usize] = true);
            }
        }
        can_end
    }

    /// The numbers of the positions after the moves.
    pub fn targets(&self, n: usize) -> &[u32] {
        self.analysis.graph.targets(n)
    }

    /// The payoff, if play is over there.
    pub fn payoff(&self, n: usize) -> Option<Value> {
        self.analysis.graph.payoff(n)
    }

    /// Whose turn it is there.
    pub fn mover(&self, n: usize) -> Player {
        self.analysis.graph.mover(n)
    }

    /// For each position the length of the shortest line from the first position, in plies.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.len()];
        for n in 1..self.len() {
            depths[n] = depths[self.analysis.graph.parent(n)] + 1;
        }
        depths
    }

    /// The positions in an order in which each comes after all that it leads to, except for
    /// positions in a cycle with it.
    pub fn ends_first(&self) -> Vec<u32> {
        self.analysis.components.get().into_iter().flat_map(Components::each).flatten().copied().collect()
    }

    /// The strongly connected components, each after those that it leads to.
    pub(crate) fn components(&self) -> impl Iterator<Item = &[u32]> {
        self.analysis.components.get().into_iter().flat_map(Components::each)
    }

    /// Whether two positions are in one component.
    pub(crate) fn together(&self, n: usize, m: usize) -> bool {
        self.analysis.components.get().is_some_and(|components| components.together(n, m))
    }

    /// The value of never-ending play from a position, points so far included.
    pub(crate) fn endless(&self, n: usize) -> Result<Value, Halt> {
        let position = self.position(n);
        self.game.endless(position)?.checked_add(self.game.offset(position)).ok_or(Halt::Overflow)
    }

    /// The number of moves of all positions together.
    pub(crate) fn edge_count(&self) -> u64 {
        self.analysis.graph.edge_count() as u64
    }

    /// Whether positions that differ in points alone are distinct.
    pub(crate) fn is_whole(&self) -> bool {
        self.identity == Identity::FullKey
    }

    /// Whether play can return to a position.
    pub fn is_cyclic(&self, n: usize) -> bool {
        self.analysis.components.get().is_some_and(|components| components.is_cyclic(n))
    }

    fn offset(&self, position: &G::Position) -> Value {
        if self.identity == Identity::FullKey { 0 } else { self.game.offset(position) }
    }
}

fn key<G: Game>(game: &G, identity: Identity, position: &G::Position) -> G::Key {
    form(game, identity, position).key
}

fn solved_entry(value: Value, rank: u32, plies: u64) -> SolvedEntry {
    let distance = (value != 0 && rank < ENDLESS).then_some(u64::from(rank) + plies);
    SolvedEntry { value, distance }
}
