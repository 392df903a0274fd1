//! All positions with their values, one by one, for those who count.

use super::attractor::ENDLESS;
use super::graph::Identity;
use super::{RetrogradeAnalysis, both};
use crate::answer::{LineEnd, Statistics};
use crate::limits::{Limits, Stop};
use zug_game::{Game, Player, Value};

/// Moves, and how they end.
type Line<M> = (Vec<M>, LineEnd);

/// All positions that can be reached, numbered as they were found; the one asked about is 0.
pub(crate) struct SolvedPositions<'a, G: Game> {
    analysis: RetrogradeAnalysis<'a, G>,
}

/// Analyses a position and everything that can be reached from it.
pub(crate) fn analyse<'a, G: Game>(
    game: &'a G,
    position: &G::Position,
    limits: &Limits,
) -> Result<SolvedPositions<'a, G>, Stop<G::Move>> {
    both(game, position, limits).map(|analysis| SolvedPositions { analysis })
}

impl<G: Game> SolvedPositions<'_, G> {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.analysis.graph.len()
    }

    /// Whether positions that differ in points only are two.
    pub(crate) fn is_whole(&self) -> bool {
        self.analysis.graph.identity() == Identity::FullKey
    }

    /// To go; where positions are whole, with the points so far.
    pub(crate) fn value(&self, n: usize) -> Value {
        self.analysis.solved.values[n]
    }

    /// Plies to the end, if play comes to one.
    pub(crate) fn distance(&self, n: usize) -> Option<u64> {
        let rank = self.analysis.solved.ranks[n];
        (rank < ENDLESS).then_some(u64::from(rank))
    }

    pub(crate) fn mover(&self, n: usize) -> Player {
        self.analysis.graph.mover(n)
    }

    /// What the position asked about is worth, points so far included.
    pub(crate) fn total(&self, position: &G::Position) -> Result<Value, Stop<G::Move>> {
        let offset = self.analysis.graph.offset_of_start(position);
        self.value(0).checked_add(offset).ok_or(Stop::Overflow { what: "a value" })
    }

    /// The moves by which a position was found.
    pub(crate) fn path(&self, n: usize) -> Vec<G::Move> {
        self.analysis.graph.line_to(n, None)
    }

    /// Best play from a position.
    pub(crate) fn line(&self, n: usize, quickly: bool) -> Result<Line<G::Move>, Stop<G::Move>> {
        let into_stop = |halt: crate::limits::Halt| {
            halt.into_stop(Vec::new(), (None, None), self.analysis.graph.statistics)
        };
        self.analysis.line_from(n, quickly).map_err(into_stop)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.analysis.graph.statistics
    }
}
