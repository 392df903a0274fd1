//! All positions with their values, one by one, for a census.

use super::attractor::ENDLESS;
use super::position_index::Identity;
use super::{RetrogradeAnalysis, first_that_fits};
use crate::answer::{LineEnd, Statistics};
use crate::limits::{Limits, Stop};
use zug_game::{Game, Player, Value};

/// A line of moves, and how it ends.
type SolvedLine<M> = (Vec<M>, LineEnd);

/// All reachable positions, numbered in the order in which they were found; the position asked
/// about has number 0.
pub(crate) struct SolvedPositions<'a, G: Game> {
    analysis: RetrogradeAnalysis<'a, G>,
}

/// Analyses a position and all positions reachable from it.
pub(crate) fn analyse<'a, G: Game>(
    game: &'a G,
    position: &G::Position,
    limits: &Limits,
) -> Result<SolvedPositions<'a, G>, Stop<G::Move>> {
    first_that_fits(game, position, limits, &[Identity::Key, Identity::FullKey])
        .map(|analysis| SolvedPositions { analysis })
}

impl<G: Game> SolvedPositions<'_, G> {
    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.analysis.graph.len()
    }

    /// Whether positions that differ in points alone are distinct.
    pub(crate) fn is_whole(&self) -> bool {
        self.analysis.graph.identity() == Identity::FullKey
    }

    /// The value to go of position `n`; with full keys the total.
    pub(crate) fn value(&self, n: usize) -> Value {
        self.analysis.solved.values[n]
    }

    /// Plies to the end; none if play does not end.
    pub(crate) fn distance(&self, n: usize) -> Option<u64> {
        let rank = self.analysis.solved.ranks[n];
        (rank < ENDLESS).then_some(u64::from(rank))
    }

    pub(crate) fn mover(&self, n: usize) -> Player {
        self.analysis.graph.mover(n)
    }

    /// The value of the position asked about, points so far included.
    pub(crate) fn total(&self, position: &G::Position) -> Result<Value, Stop<G::Move>> {
        let offset = self.analysis.graph.offset_of_start(position);
        self.value(0).checked_add(offset).ok_or(Stop::overflow("a value"))
    }

    /// The moves by which a position was first reached.
    pub(crate) fn path(&self, n: usize) -> Vec<G::Move> {
        self.analysis.graph.line_to(n, None)
    }

    /// A line of best play from a position.
    pub(crate) fn line(&self, n: usize, quickly: bool) -> Result<SolvedLine<G::Move>, Stop<G::Move>> {
        let into_stop = |halt: crate::limits::Halt| {
            halt.into_stop(Vec::new(), (None, None), self.analysis.graph.statistics)
        };
        self.analysis.line_from(n, quickly).map_err(into_stop)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.analysis.graph.statistics
    }
}
