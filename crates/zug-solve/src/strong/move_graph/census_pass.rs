//! The census pass: counts the positions and finds the longest wins and their lines, over the
//! numbers that were noted.

use super::csr_chunk::{ChunkNode, ChunkUnfit, CsrChunk};
use super::sharded_set::{NUMBER, SHARDS, hash, number, shard};
use super::{GraphTier, MoveGraph, PackedCodes};
use crate::answer::LineEnd;
use crate::strong::census::{Census, Count, SlowestWin, mixed};
use crate::strong::table::{PositionIndexing, ValueDomain};
use crate::strong::threads::each_in_threads;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Game, Player};

/// A position: the place of its tier, and its number there.
type GraphNode = (usize, u32);

/// Positions by what they are worth, as it is kept, and by mover.
#[derive(Default)]
struct TierCounts {
    counts: FxHashMap<(i64, Player), u64>,
    digest: u64,
}

/// What is counted of all tiers.
struct CensusSummary {
    /// Sorted.
    counts: Vec<Count>,
    digest: u64,
    /// For each player the longest win, as it is kept, and the lowest tier in which there is one.
    longest: [Option<(i64, usize)>; 2],
}

/// The bytes that a kept value has if it is small.
const SMALL: usize = 256;

impl<G: Game + Sync, S: PositionIndexing<G>> MoveGraph<'_, G, S> {
    /// Everything that is told.
    pub(super) fn census(&mut self, position: &G::Position) -> Result<Census<G::Move>, ChunkUnfit> {
        let start = (0, number(shard(hash(self.indexing.rank(position))), 0));
        let (value, plies) = self.domain.decoded(self.domain.unkept(self.tiers[0].kept(start.1)));
        let value = value.checked_add(self.game.offset(position)).ok_or(ChunkUnfit)?;
        let summary = self.summary();
        let mut into_stop = [None, None];
        for (into_stop, found) in into_stop.iter_mut().zip(summary.longest) {
            let Some((kept, tier)) = found else { continue };
            let (_, plies) = self.domain.decoded(self.domain.unkept(kept));
            let (at, plies) = (self.first_of(tier, kept).ok_or(ChunkUnfit)?, plies.ok_or(ChunkUnfit)?);
            *into_stop = Some(SlowestWin { plies, after: self.path(start, at)?, line: self.line(at)? });
        }
        let table = |tier: &GraphTier| {
            let encoded_values = tier.encoded_values.iter().map(super::VariableWidth::bytes);
            tier.codes.iter().map(PackedCodes::bytes).chain(encoded_values).sum::<u64>()
        };
        Ok(Census {
            positions: self.statistics.positions,
            terminal: self.statistics.terminal,
            whole: false,
            counts: summary.counts,
            value,
            plies,
            line: self.line(start)?,
            line_end: LineEnd::Terminal,
            longest: into_stop,
            tiers: Some(self.tiers.len() as u64),
            table: self.tiers.iter().map(table).sum(),
            digest: summary.digest,
            statistics: self.statistics,
        })
    }

    /// All tiers together.
    fn summary(&self) -> CensusSummary {
        let mut all = TierCounts::default();
        let mut longest: [Option<(i64, usize)>; 2] = [None, None];
        for (at, tier) in self.tiers.iter().enumerate() {
            for chunk in each_in_threads(self.threads, &tier.chunks, |chunk| self.count(tier, chunk)) {
                all.digest = all.digest.wrapping_add(chunk.digest);
                for ((kept, mover), positions) in chunk.counts {
                    *all.counts.entry((kept, mover)).or_insert(0) += positions;
                    let best = &mut longest[usize::from(kept < 0)];
                    let longer = best.is_none_or(|(most, _)| kept.unsigned_abs() > most.unsigned_abs());
                    if self.domain == ValueDomain::Plies && kept != 0 && longer {
                        *best = Some((kept, at));
                    }
                }
            }
        }
        let count = |((kept, mover), positions)| {
            let (value, plies) = self.domain.decoded(self.domain.unkept(kept));
            Count { value, plies, mover, positions }
        };
        let mut counts: Vec<Count> = all.counts.into_iter().map(count).collect();
        counts.sort_unstable();
        CensusSummary { counts, digest: all.digest, longest }
    }

    fn count(&self, tier: &GraphTier, chunk: &CsrChunk) -> TierCounts {
        let mut counted = TierCounts::default();
        let mut small = [[0_u64; 2]; SMALL];
        for (place, entry) in chunk.places.clone().zip(chunk.entries()) {
            let kept = tier.encoded_values[chunk.shard].get(place);
            match i8::try_from(kept) {
                Ok(byte) => small[usize::from(byte as u8)][entry.mover.index()] += 1,
                Err(_) => *counted.counts.entry((kept, entry.mover)).or_insert(0) += 1,
            }
            let code: S::Code = tier.codes[chunk.shard].get(place);
            counted.digest = counted.digest.wrapping_add(mixed(code, self.domain.unkept(kept)));
        }
        for (byte, movers) in small.iter().enumerate() {
            for (mover, &positions) in [Player::First, Player::Second].into_iter().zip(movers) {
                if positions > 0 {
                    counted.counts.insert((i64::from(byte as u8 as i8), mover), positions);
                }
            }
        }
        counted
    }

    /// Of the positions of a tier that are worth this, the one with the lowest code.
    fn first_of(&self, tier: usize, kept: i64) -> Option<GraphNode> {
        let GraphTier { codes, encoded_values, .. } = &self.tiers[tier];
        let parts = (0..SHARDS).flat_map(|shard| (0..codes[shard].len()).map(move |place| (shard, place)));
        let domain = parts.filter(|(shard, place)| encoded_values[*shard].get(*place) == kept);
        let first = domain.min_by_key(|(shard, place)| codes[*shard].get::<S::Code>(*place))?;
        Some((tier, number(first.0, first.1)))
    }

    fn code(&self, (tier, number): GraphNode) -> S::Code {
        let (shard, place) = super::places(number);
        self.tiers[tier].codes[shard].get(place)
    }

    /// Where the moves of a position are noted.
    fn entry(&self, (tier, number): GraphNode) -> Option<(&CsrChunk, ChunkNode)> {
        let (shard, place) = super::places(number);
        let of = |chunk: &&CsrChunk| chunk.shard == shard && chunk.places.contains(&place);
        let chunk = self.tiers[tier].chunks.iter().find(of)?;
        Some((chunk, chunk.entries().nth(place - chunk.places.start)?))
    }

    /// The move of a position with this number.
    fn play(&self, at: GraphNode, number: usize) -> Result<G::Move, ChunkUnfit> {
        let mut moves = Vec::new();
        self.game.expand(&self.indexing.unrank(self.code(at)), &mut moves)?;
        moves.into_iter().nth(number).ok_or(ChunkUnfit)
    }

    /// Moves from one position to another, found backwards: of each position the one with the
    /// lowest code before it in the nearest tier.
    fn path(&mut self, start: GraphNode, mut at: GraphNode) -> Result<Vec<G::Move>, ChunkUnfit> {
        let (mut line, mut seen) = (Vec::new(), FxHashSet::default());
        while at != start {
            self.look()?;
            let (before, play) = self.before(at).filter(|_| seen.insert(at)).ok_or(ChunkUnfit)?;
            line.push(self.play(before, play)?);
            at = before;
        }
        line.reverse();
        Ok(line)
    }

    /// A position with the number of a move that leads to this one; those of the same tier are
    /// asked last.
    fn before(&self, (tier, number): GraphNode) -> Option<(GraphNode, usize)> {
        (0..tier).rev().chain([tier]).find_map(|at| {
            let leads = |chunk: &CsrChunk| {
                let found = chunk.leads(self.tiers[tier].number, number);
                found.into_iter().map(|(place, play)| ((chunk.shard, place), play)).collect::<Vec<_>>()
            };
            let found = self.tiers[at].chunks.iter().flat_map(leads);
            let code = |&((shard, place), _): &((usize, usize), usize)| {
                self.tiers[at].codes[shard].get::<S::Code>(place)
            };
            let ((shard, place), play) = found.min_by_key(code)?;
            Some(((at, super::sharded_set::number(shard, place)), play))
        })
    }

    /// Best play from a position to its end: of each position the first move that keeps value and
    /// distance.
    fn line(&mut self, mut at: GraphNode) -> Result<Vec<G::Move>, ChunkUnfit> {
        let mut line = Vec::new();
        loop {
            self.look()?;
            let (chunk, entry) = self.entry(at).ok_or(ChunkUnfit)?;
            if entry.end.is_some() {
                return Ok(line);
            }
            let encoded = self.domain.unkept(self.tiers[at.0].kept(at.1));
            let mut edges = entry.edges.clone().enumerate();
            let next = edges.find_map(|(play, edge)| {
                let (which, number, reward) = chunk.edge(edge);
                let tier = self.tier(chunk.tiers[which])?;
                let behind = self.domain.unkept(self.tiers[tier].kept(number));
                (self.domain.before(reward, behind) == Ok(encoded)).then_some((play, (tier, number)))
            });
            let (play, next) = next.ok_or(ChunkUnfit)?;
            line.push(self.play(at, play)?);
            at = next;
        }
    }
}

impl CsrChunk {
    /// Its positions with a move to this number of this tier, and the first such move of each.
    fn leads(&self, tier: u64, number: u32) -> Vec<(usize, usize)> {
        let Some(which) = self.tiers.iter().position(|other| *other == tier) else { return Vec::new() };
        let bytes = number.to_le_bytes();
        let mut edges = self.numbers().chunks_exact(NUMBER).zip(0..);
        if !edges.any(|(number, edge)| number == &bytes[..NUMBER] && self.which(edge) == which) {
            return Vec::new();
        }
        let leads = |edge: usize| self.edge(edge).1 == number && self.which(edge) == which;
        let first = |(place, entry): (usize, ChunkNode)| Some((place, entry.edges.clone().position(leads)?));
        self.places.clone().zip(self.entries()).filter_map(first).collect()
    }
}
