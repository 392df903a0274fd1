//! What is saved of retrograde analysis: the states of all positions and the changes that were
//! seen.

use super::{AnalysisProgress, AnalysisState, CodeChange, TierAnalysis};
use crate::build::BuildRun;
use crate::checkpoint::{CheckpointReader, Way};
use crate::column::Column;
use crate::context::TierContext;
use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use std::sync::atomic::{AtomicU16, Ordering};
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// States that are written or read at once.
const PIECE: usize = 1 << 15;
/// Words in which a change is kept: its bits and what they are before it, the lower half first.
const WORDS: u64 = 4;

impl<'a, G: Game + Sync, I: PositionIndexing<G>> TierAnalysis<'a, G, I> {
    /// Saves what is known, nobody changing it.
    pub(super) fn save<'c>(
        &self,
        run: &mut BuildRun<'_, G, I>,
        changes: impl Iterator<Item = &'c CodeChange<I::Code>>,
        (distance, at): AnalysisProgress,
    ) -> Result<()>
    where
        I::Code: 'c,
    {
        let mut column = Column::default();
        for number in changes.flat_map(|change| [change.bits.number(), change.before.number()]) {
            column.push(number as u64);
            column.push((number >> 64) as u64);
        }
        let mut writer = run.save_tier(self.context, Way::Retrograde, (at, distance), &[&column])?;
        for piece in self.states.chunks(PIECE) {
            let bytes: Vec<u8> =
                piece.iter().flat_map(|state| state.load(Ordering::Relaxed).to_le_bytes()).collect();
            writer.put(&bytes)?;
        }
        run.end_save(writer)
    }

    /// What [`TierAnalysis::save`] wrote.
    pub(super) fn read(
        context: TierContext<'a, G, I>,
        reader: &mut CheckpointReader,
    ) -> Result<AnalysisState<'a, G, I>> {
        let columns = reader.columns()?;
        let wrong = || DatabaseError::damaged(reader.path())(Damage::Content("it has no list of changes"));
        let column = columns.first().filter(|column| column.len().is_multiple_of(WORDS)).ok_or_else(wrong)?;
        let number = |at: u64| u128::from(column.get(at)) | u128::from(column.get(at + 1)) << 64;
        let change = |at: u64| CodeChange {
            bits: I::Code::cut(number(WORDS * at)),
            before: I::Code::cut(number(WORDS * at + 2)),
        };
        let changes = (0..column.len() / WORDS).map(change).collect();
        let mut states = Vec::with_capacity(context.positions() as usize);
        while (states.len() as u64) < context.positions() {
            let piece = (context.positions() - states.len() as u64).min(PIECE as u64);
            let bytes = reader.take(2 * piece)?;
            states.extend(
                bytes.chunks_exact(2).map(|state| AtomicU16::new(u16::from_le_bytes([state[0], state[1]]))),
            );
        }
        let place = (reader.header.distance, reader.header.at);
        Ok((TierAnalysis::of(context, states), changes, place))
    }
}
