//! Finds all positions, tier by tier, the lowest first, and notes where every move leads.
//!
//! Some chunks at a time: threads play the moves of some positions each; then each looks up the
//! codes of some parts of the tiers, part by part and in the order of the chunks, so that a part
//! stays in the cache; then the numbers are put in the order of the moves.

use super::batch::{Batch, Round};
use super::csr_chunk::{ChunkUnfit, CsrChunk, CsrDraft};
use super::sharded_set::{PackedCodes, SHARDS, Shard, Shards, hash, number, shard};
use super::{GraphTier, MoveGraph};
use crate::strong::budget::MemoryBudget;
use crate::strong::compressed_keys::PositionCode;
use crate::strong::table::PositionIndexing;
use crate::strong::threads::each_in_threads;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use zug_game::Game;

/// The tiers that are not complete.
type OpenTiers<C> = BTreeMap<u64, Shards<C>>;

fn shards<C: PositionCode>() -> Shards<C> {
    (0..SHARDS).map(|_| Shard::default()).collect()
}

impl<G: Game + Sync, S: PositionIndexing<G>> MoveGraph<'_, G, S> {
    /// Fills the tiers.
    pub(super) fn enumerate(&mut self, start: &G::Position) -> Result<(), ChunkUnfit> {
        let code = self.indexing.rank(start);
        let mut first = shards();
        first[shard(hash(code))].place(code, hash(code), &self.budget);
        let mut open = OpenTiers::from([(self.indexing.tier(start), first)]);
        while let Some((&tier, _)) = open.first_key_value() {
            let chunks = self.expand(tier, &mut open)?;
            let Some(found) = open.remove(&tier) else { break };
            let codes = found.into_iter().map(|shard| self.kept(shard)).collect::<Result<Vec<_>, _>>()?;
            self.tiers.push(GraphTier { number: tier, codes, chunks, encoded_values: Vec::new() });
        }
        Ok(())
    }

    /// The codes of a part of which all are found.
    fn kept(&self, shard: Shard<S::Code>) -> Result<PackedCodes, ChunkUnfit> {
        let most = PackedCodes::most_bytes::<S::Code>(shard.codes().len());
        self.budget.take(most)?;
        let codes = PackedCodes::of(shard.codes());
        self.budget.give(most.saturating_sub(codes.bytes()) + shard.bytes());
        Ok(codes)
    }

    /// Plays the moves of all positions of a tier, those too that are only found on the way.
    fn expand(&mut self, tier: u64, open: &mut OpenTiers<S::Code>) -> Result<Vec<CsrChunk>, ChunkUnfit> {
        let mut done = [0; SHARDS];
        let mut chunks = Vec::new();
        loop {
            let Some(found) = open.get(&tier) else { return Ok(chunks) };
            let mut round = Round::of(found, &mut done);
            if round.is_over() {
                return Ok(chunks);
            }
            while !round.is_over() {
                let batch = Batch::of::<S::Code>(self.budget.left(), self.widest, self.threads)?;
                let pieces = round.pieces(batch);
                let made = self.some(tier, &pieces, batch, open)?;
                self.note(&made);
                chunks.extend(made);
                self.look()?;
            }
        }
    }

    /// Counts what was found in some chunks.
    fn note(&mut self, made: &[CsrChunk]) {
        let wide = |chunk: &CsrChunk| chunk.moves().div_ceil(chunk.places.len().max(1));
        self.widest = made.iter().map(wide).max().unwrap_or(self.widest);
        self.statistics.positions += made.iter().map(|chunk| chunk.places.len() as u64).sum::<u64>();
        self.statistics.terminal += made.iter().map(CsrChunk::terminal).sum::<u64>();
    }

    /// Some chunks.
    fn some(
        &self,
        tier: u64,
        pieces: &[(usize, Range<usize>)],
        batch: Batch,
        open: &mut OpenTiers<S::Code>,
    ) -> Result<Vec<CsrChunk>, ChunkUnfit> {
        let bytes = batch.bytes::<S::Code>(pieces);
        self.budget.take(bytes)?;
        let found = open.get(&tier).ok_or(ChunkUnfit)?;
        let (how, most) = ((self.game, self.indexing, self.domain), (batch.moves, self.watch.alarm()));
        let draft = |(shard, places): &(usize, Range<usize>)| {
            CsrDraft::of(how, most, tier, (*shard, places.clone()), &found[*shard].codes()[places.clone()])
        };
        let drafts: Vec<CsrDraft<S::Code>> =
            each_in_threads(self.threads, pieces, draft).into_iter().collect::<Result<_, ChunkUnfit>>()?;
        let numbers = numbers(self.threads, &drafts, open, &self.budget)?;
        let numbered = |(at, draft): &(usize, CsrDraft<S::Code>)| draft.numbered(&numbers, *at);
        let drafts: Vec<(usize, CsrDraft<S::Code>)> = drafts.into_iter().enumerate().collect();
        let made = each_in_threads(self.threads, &drafts, numbered);
        self.budget.give(bytes);
        self.budget.take(made.iter().map(CsrChunk::bytes).sum())?;
        Ok(made)
    }
}

/// One part of several tiers.
struct ShardOfTiers<C> {
    shard: usize,
    /// By the place of a tier in the list of them all.
    tiers: Vec<Shard<C>>,
    /// For each draft the numbers of the codes that belong here, in order.
    numbers: Vec<Vec<u32>>,
}

/// For each part and each draft the numbers of the codes that belong to the part.
type NodeNumbers = Vec<Vec<Vec<u32>>>;

/// Looks up the codes of some drafts, and adds those that are new to the tiers.
fn numbers<C: PositionCode>(
    threads: usize,
    drafts: &[CsrDraft<C>],
    open: &mut OpenTiers<C>,
    budget: &MemoryBudget,
) -> Result<NodeNumbers, ChunkUnfit> {
    let mut tiers: Vec<u64> = drafts.iter().flat_map(|draft| &draft.chunk.tiers).copied().collect();
    tiers.sort_unstable();
    tiers.dedup();
    let part = |shard| {
        let tiers = tiers.iter().map(|_| Shard::default()).collect();
        Mutex::new(ShardOfTiers { shard, tiers, numbers: Vec::with_capacity(drafts.len()) })
    };
    let mut parts: Vec<Mutex<ShardOfTiers<C>>> = (0..SHARDS).map(part).collect();
    exchange(&tiers, &mut parts, open);
    let done = each_in_threads(threads, &parts, |part| {
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.iter().try_for_each(|draft| part.look_up(&tiers, draft, budget))
    });
    exchange(&tiers, &mut parts, open);
    done.into_iter().collect::<Option<()>>().ok_or(ChunkUnfit)?;
    let numbers =
        |part: Mutex<ShardOfTiers<C>>| part.into_inner().unwrap_or_else(PoisonError::into_inner).numbers;
    Ok(parts.into_iter().map(numbers).collect())
}

/// Takes the parts out of the tiers, or puts them back.
fn exchange<C: PositionCode>(tiers: &[u64], parts: &mut [Mutex<ShardOfTiers<C>>], open: &mut OpenTiers<C>) {
    for (at, tier) in tiers.iter().enumerate() {
        let found = open.entry(*tier).or_insert_with(shards);
        for (part, found) in parts.iter_mut().zip(found) {
            let part = part.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(found, &mut part.tiers[at]);
        }
    }
}

impl<C: PositionCode> ShardOfTiers<C> {
    /// Looks up those codes of a draft that belong here. None where the part is full.
    fn look_up(&mut self, tiers: &[u64], draft: &CsrDraft<C>, budget: &MemoryBudget) -> Option<()> {
        let place = |tier: &u64| tiers.binary_search(tier).unwrap_or(0);
        let leads: Vec<usize> = draft.chunk.tiers.iter().map(place).collect();
        let (codes, which) = draft.of_shard(self.shard);
        let mut numbers = Vec::with_capacity(codes.len());
        for (at, &code) in codes.iter().enumerate() {
            let tier = leads[which.get(at).map_or(0, |which| usize::from(*which))];
            numbers.push(number(self.shard, self.tiers[tier].place(code, hash(code), budget)?));
        }
        self.numbers.push(numbers);
        Some(())
    }
}

impl<C: PositionCode> CsrDraft<C> {
    /// The chunk, with the numbers that were found for the draft with this place.
    fn numbered(&self, numbers: &NodeNumbers, at: usize) -> CsrChunk {
        let mut chunk = self.chunk.clone();
        let mut lists: [&[u32]; SHARDS] = std::array::from_fn(|shard| numbers[shard][at].as_slice());
        chunk.number(self.shards.iter().map(|shard| {
            let list = &mut lists[usize::from(*shard) % SHARDS];
            let (first, rest) = list.split_first().unwrap_or((&0, &[]));
            *list = rest;
            *first
        }));
        chunk
    }
}
