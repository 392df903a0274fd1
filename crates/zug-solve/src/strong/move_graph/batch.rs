//! How many positions are played from at once: as many as there is room for until all of their
//! moves are numbers.

use super::csr_chunk::{ChunkUnfit, CsrDraft, MOVES, SIZE};
use super::sharded_set::{SHARDS, Shards};
use crate::strong::compressed_keys::PositionCode;
use std::collections::VecDeque;
use std::ops::Range;

/// Chunks that are done between two looks at the clock, for each thread.
const CHUNKS: usize = 32;
/// Of the room that is left, moves on their way take one part in so many at most: the others are
/// for the positions they lead to.
const PART: u64 = 3;
/// Fewer positions at once are not worth the trouble.
const FEW: u64 = 16;

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    /// Positions of a chunk at most.
    size: usize,
    /// Chunks at most.
    chunks: usize,
    /// Moves of a position at most, on the average over a chunk.
    pub(super) moves: usize,
}

impl Batch {
    /// With so many bytes left, after positions that had so many moves.
    pub(super) fn of<C: PositionCode>(left: u64, widest: usize, threads: usize) -> Result<Batch, ChunkUnfit> {
        let fit = |moves: usize| left / PART / (moves as u64 * CsrDraft::<C>::EDGE + CsrDraft::<C>::NODE);
        let all = (CHUNKS * threads * SIZE) as u64;
        let narrow = if widest == 0 { MOVES } else { (2 * widest + 1).min(MOVES) };
        let moves = if fit(MOVES) >= all { MOVES } else { narrow };
        let positions = fit(moves).min(all);
        if positions < FEW {
            return Err(ChunkUnfit);
        }
        let size = (positions as usize / threads).clamp(1, SIZE);
        Ok(Batch { size, chunks: positions as usize / size, moves })
    }

    /// What these pieces take until all of their moves are numbers.
    pub(super) fn bytes<C: PositionCode>(self, pieces: &[PositionRange]) -> u64 {
        // One position alone may have twice as many moves.
        let positions = pieces.iter().map(|(_, places)| places.len().max(2) as u64).sum::<u64>();
        positions * (self.moves as u64 * CsrDraft::<C>::EDGE + CsrDraft::<C>::NODE)
    }
}

/// Some positions of a part.
pub(super) type PositionRange = (usize, Range<usize>);

/// What is not done of each part of a tier.
pub(super) struct Round(VecDeque<PositionRange>);

impl Round {
    /// All that was found since `done`.
    pub(super) fn of<C: PositionCode>(found: &Shards<C>, done: &mut [usize; SHARDS]) -> Round {
        let mut left = VecDeque::new();
        for ((shard, found), done) in found.iter().enumerate().zip(done) {
            let size = found.codes().len();
            left.extend((*done < size).then_some((shard, *done..size)));
            *done = size;
        }
        Round(left)
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// The next pieces, in order.
    pub(super) fn pieces(&mut self, batch: Batch) -> Vec<PositionRange> {
        let mut pieces = Vec::new();
        while pieces.len() < batch.chunks
            && let Some((shard, places)) = self.0.pop_front()
        {
            let end = places.end.min(places.start + batch.size);
            if end < places.end {
                self.0.push_front((shard, end..places.end));
            }
            pieces.push((shard, places.start..end));
        }
        pieces
    }
}
