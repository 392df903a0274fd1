//! Finds what positions are worth, the highest tier first, over the numbers that were noted.

use super::csr_chunk::{ChunkNode, ChunkUnfit, CsrChunk, SIZE};
use super::sharded_set::SHARDS;
use super::{GraphTier, MoveGraph};
use crate::strong::table::{EncodedValue, PositionIndexing, ValueDomain, better};
use crate::strong::threads::each_in_threads;
use crate::strong::variable_width::VariableWidth;
use zug_game::{Game, Player};

/// Chunks that are solved between two looks at the clock, for each thread.
const GROUP: usize = 32;

/// A position that waits for another of its tier.
const WAITS: EncodedValue = EncodedValue::MIN;

impl<G: Game + Sync, S: PositionIndexing<G>> MoveGraph<'_, G, S> {
    /// Solves all tiers.
    pub(super) fn solve(&mut self) -> Result<(), ChunkUnfit> {
        for at in (0..self.tiers.len()).rev() {
            let positions = self.tiers[at].codes.iter().map(|codes| codes.len() as u64).sum::<u64>();
            // What they are worth, as it is found and, in the worst case, as it is kept; and what
            // threads have found of a group.
            let most = positions * 2 * size_of::<EncodedValue>() as u64;
            let group =
                positions.min((GROUP * self.threads * SIZE) as u64) * size_of::<EncodedValue>() as u64;
            self.budget.take(most + group)?;
            let encoded_values = self.encoded_values(at)?;
            let kept = |encoded_values: &Vec<EncodedValue>| {
                VariableWidth::of(encoded_values.iter().map(|&encoded| self.domain.kept(encoded)))
            };
            let kept: Vec<VariableWidth> = each_in_threads(self.threads, &encoded_values, kept);
            drop(encoded_values);
            let bytes = kept.iter().map(VariableWidth::bytes).sum::<u64>();
            self.budget.give(most + group - bytes.min(most));
            self.tiers[at].encoded_values = kept;
            self.look()?;
        }
        Ok(())
    }

    /// What the positions of a tier are worth, part by part.
    fn encoded_values(&self, at: usize) -> Result<Vec<Vec<EncodedValue>>, ChunkUnfit> {
        let tier = &self.tiers[at];
        let sizes: Vec<usize> = tier.codes.iter().map(super::PackedCodes::len).collect();
        let mut encoded_values: Vec<Vec<EncodedValue>> =
            sizes.iter().map(|size| vec![WAITS; *size]).collect();
        let mut waiting: Vec<&CsrChunk> = tier.chunks.iter().collect();
        let mut left = sizes.iter().sum::<usize>();
        while !waiting.is_empty() {
            for group in waiting.chunks(GROUP * self.threads) {
                self.watch.alarm().look()?;
                let solved =
                    each_in_threads(self.threads, group, |chunk| self.chunk(at, chunk, &encoded_values));
                for (chunk, solved) in group.iter().zip(solved) {
                    encoded_values[chunk.shard][chunk.places.clone()].copy_from_slice(&solved?);
                }
            }
            waiting.retain(|chunk| encoded_values[chunk.shard][chunk.places.clone()].contains(&WAITS));
            let waits = |chunk: &&CsrChunk| {
                encoded_values[chunk.shard][chunk.places.clone()]
                    .iter()
                    .filter(|encoded| **encoded == WAITS)
                    .count()
            };
            let before = std::mem::replace(&mut left, waiting.iter().map(waits).sum());
            if left == before && left > 0 {
                return Err(ChunkUnfit); // play goes round
            }
        }
        Ok(encoded_values)
    }

    /// What the positions of a chunk are worth; `own` is what is known of their tier.
    fn chunk(
        &self,
        at: usize,
        chunk: &CsrChunk,
        own: &[Vec<EncodedValue>],
    ) -> Result<Vec<EncodedValue>, ChunkUnfit> {
        let tier = |number: &u64| self.tier(*number).ok_or(ChunkUnfit);
        let leads = chunk.tiers.iter().map(tier).collect::<Result<Vec<usize>, ChunkUnfit>>()?;
        let known = SolvedTiers { tiers: &self.tiers, leads: &leads, at, own, domain: self.domain };
        if let [tier] = leads.as_slice()
            && *tier != at
            && let Some(bytes) = self.tiers[*tier].bytes()
            && chunk.no_rewards()
        {
            return Ok(chunk.entries().map(|entry| known.of_bytes(chunk, &entry, &bytes)).collect());
        }
        chunk.entries().map(|entry| known.encoded(chunk, &entry)).collect()
    }
}

/// What is known while the positions of a chunk are solved.
struct SolvedTiers<'a> {
    tiers: &'a [GraphTier],
    /// The places of the tiers that the chunk leads to.
    leads: &'a [usize],
    /// The place of its own.
    at: usize,
    own: &'a [Vec<EncodedValue>],
    domain: ValueDomain,
}

impl SolvedTiers<'_> {
    fn encoded(&self, chunk: &CsrChunk, entry: &ChunkNode) -> Result<EncodedValue, ChunkUnfit> {
        if let Some(end) = entry.end {
            return if end == WAITS { Err(ChunkUnfit) } else { Ok(end) };
        }
        let mut best = None;
        for edge in entry.edges.clone() {
            let (which, number, reward) = chunk.edge(edge);
            let encoded = self.behind(self.leads[which], number);
            if encoded == WAITS {
                return Ok(WAITS);
            }
            let encoded = self.domain.before(reward, encoded)?;
            if better(encoded, best, entry.mover) {
                best = Some(encoded);
            }
        }
        best.ok_or(ChunkUnfit)
    }

    /// What a position is worth that leads to one tier, where all is kept in bytes, and gains
    /// nothing.
    #[inline]
    fn of_bytes(&self, chunk: &CsrChunk, entry: &ChunkNode, bytes: &[&[i8]; SHARDS]) -> EncodedValue {
        if let Some(end) = entry.end {
            return end;
        }
        let (numbers, own) = (chunk.numbers_of(entry), entry.mover == Player::First);
        // From the mover's side; a little of an encoded value, but enough to compare.
        let side = |kept: i8| {
            let near = self.domain.near(kept);
            if own { near } else { -near }
        };
        let domain = |number: u32| {
            let (shard, place) = super::places(number);
            side(bytes[shard][place])
        };
        let best = numbers.map(domain).max().unwrap_or(0);
        self.domain.before_near(if own { best } else { -best })
    }

    /// What the position with this number is worth.
    #[inline]
    fn behind(&self, tier: usize, number: u32) -> EncodedValue {
        if tier == self.at {
            let (shard, place) = super::places(number);
            return self.own[shard][place];
        }
        self.domain.unkept(self.tiers[tier].kept(number))
    }
}
