//! A tier at work: what every way to solve it reads.

use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::NumberedGame;
use crate::tier_file::Tier;
use zug_game::{Game, Value};
use zug_solve::{PositionCode, PositionIndexing};

/// The solved tiers that one tier leads to.
pub(crate) struct Behind<'a, C> {
    pub(crate) tiers: Vec<(u64, &'a Tier<C>)>,
}

impl<C: PositionCode> Behind<'_, C> {
    /// Whether distances are stored behind the tier.
    pub(crate) fn has_distances(&self) -> bool {
        self.tiers.iter().all(|(_, tier)| tier.distances.is_some())
    }

    /// What is stored of a position.
    #[inline]
    pub(crate) fn find(&self, tier: u64, code: C) -> Result<Entry> {
        let at = self.tiers.iter().find(|(number, _)| *number == tier);
        let found = at.and_then(|(_, tier)| tier.find(code));
        found.ok_or(DatabaseError::Unfit("a move leads to a position that was not listed"))
    }
}

/// A tier whose keys are known, and the solved tiers that it leads to.
pub(crate) struct TierContext<'a, G: Game, I: PositionIndexing<G>> {
    pub(crate) rules: NumberedGame<'a, G, I>,
    pub(crate) number: u64,
    pub(crate) tier: &'a Tier<I::Code>,
    pub(crate) behind: &'a Behind<'a, I::Code>,
    /// Whether outcomes are points.
    pub(crate) points: bool,
    /// Whether distances are found.
    pub(crate) distances: bool,
    /// Bytes that are in use.
    pub(crate) used: u64,
}

impl<G: Game, I: PositionIndexing<G>> Clone for TierContext<'_, G, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, I: PositionIndexing<G>> Copy for TierContext<'_, G, I> {}

/// Where a move leads.
pub(crate) enum After<C> {
    /// To the position of the tier with this rank and this code.
    Inside(u64, C),
    /// To a position behind the tier.
    Behind(Entry),
}

impl<G: Game, I: PositionIndexing<G>> TierContext<'_, G, I> {
    /// How many positions the tier has.
    pub(crate) fn positions(&self) -> u64 {
        self.tier.header.positions
    }

    /// Where a move of a position leads, and its reward.
    #[inline]
    pub(crate) fn after(
        &self,
        code: I::Code,
        position: &G::Position,
        moves: &[G::Move],
        at: usize,
    ) -> Result<(After<I::Code>, Value)> {
        let next = self.rules.next(code, position, moves, at)?;
        let after = if next.tier == self.number {
            let rank = self.tier.keys.rank(next.code);
            let rank = rank.ok_or(DatabaseError::Unfit("a move leads to a position that was not listed"))?;
            After::Inside(rank, next.code)
        } else {
            After::Behind(self.behind.find(next.tier, next.code)?)
        };
        Ok((after, next.reward))
    }
}
