//! Turns of a game that does the induction below a position by itself.

use super::Induction;
use crate::answer::Statistics;
use crate::limits::{Halt, LimitKind, audit};
use zug_game::breakage::threshold;
use zug_game::{AUDITED_THEN, Game, InductionCounts, InductionOutcome, NativeInduction, Value};

/// Positions before the first turn: fewer do not pay for compiling.
const FIRST: u64 = 1 << 13;

/// The fewest positions between two turns of which the first came to nothing.
const SHORTEST: u64 = 64;

/// When the next turn is.
#[derive(Debug, Default)]
pub(super) struct NativeTurns {
    /// The number of positions entered before it. A turn that came to nothing is followed by as
    /// many position by position as it entered in vain; so play that is too deep for a turn, or a
    /// fault, costs no more than twice.
    next: u64,
    /// The number of positions before the next audit.
    audit: u64,
}

impl NativeTurns {
    /// Whether a turn is due after so many positions.
    #[inline(always)]
    pub(super) fn is_due(&self, positions: u64) -> bool {
        positions >= self.next.max(threshold(FIRST, 0))
    }
}

impl<G: Game, const N: usize> Induction<'_, G, N> {
    /// The value of a position that has none, by the game itself; none if it is unable, and the
    /// induction goes on here.
    #[cold]
    #[inline(never)]
    pub(super) fn natively(&mut self, position: &G::Position) -> Result<Option<Value>, Halt> {
        let Some(values) = self.table.short_values(self.game) else {
            self.native.next = self.statistics.positions.saturating_add(FIRST);
            return Ok(None);
        };
        if self.statistics.positions >= self.native.audit {
            audit(self.game, position, 0)?;
            self.native.audit = self.statistics.positions + AUDITED_THEN;
        }
        let (before, ply, watch) = (self.statistics, self.nodes.len() as u64, &mut self.watch);
        let (mut halt, floor) = (None, watch.floor());
        let mut look = |counts: &InductionCounts| {
            halt = watch.look(&with(before, counts, ply)).err();
            halt.is_none()
        };
        let outcomes = self.outcomes.unwrap_or((Value::MIN, Value::MAX));
        let request = NativeInduction { values, outcomes, before: before.positions, look: &mut look, floor };
        let (outcome, counts) = self.game.native_induction(position, request);
        match outcome {
            InductionOutcome::Value(value) => {
                self.statistics = with(before, &counts, ply);
                Ok(Some(value))
            }
            InductionOutcome::Stopped => {
                self.statistics = with(before, &counts, ply);
                Err(halt.unwrap_or(Halt::Limit(LimitKind::Interrupted)))
            }
            InductionOutcome::Unable => {
                // Those that have no value are entered again, and their moves count again.
                let positions = counts.positions.saturating_sub(counts.unfinished);
                let finished = InductionCounts { positions, unfinished: 0, ..counts };
                self.statistics = with(before, &finished, ply);
                self.native.next = self.statistics.positions.saturating_add(counts.unfinished.max(SHORTEST));
                Ok(None)
            }
        }
    }
}

/// The counters before plus those of a turn below a position at this ply.
fn with(before: Statistics, counts: &InductionCounts, ply: u64) -> Statistics {
    Statistics {
        positions: before.positions.saturating_add(counts.positions),
        terminal: before.terminal.saturating_add(counts.terminal),
        cutoffs: before.cutoffs.saturating_add(counts.cutoffs),
        memo_hits: before.memo_hits.saturating_add(counts.hits),
        stored: before.stored.saturating_add(counts.positions.saturating_sub(counts.unfinished)),
        max_depth: before.max_depth.max((ply + counts.deepest).saturating_sub(1)),
        ..before
    }
}
