//! An adjacency block (a chunk in compressed sparse rows): where the moves of some positions lead,
//! as numbers: what is needed to solve them without playing again.

use super::sharded_set::{NUMBER, SHARDS, hash, shard};
use crate::limits::Halt;
use crate::strong::table::{EncodedValue, PositionIndexing, ValueDomain};
use crate::watch::{Alarm, Countdown};
use std::ops::Range;
use zug_game::{Expansion, Game, Player, Value};

/// Positions of a chunk at most.
pub(super) const SIZE: usize = 1 << 12;
/// The moves of a position are counted in all bits but the highest, which tells the mover.
pub(super) const MOVES: usize = 0x7f;

/// Positions of one part of a tier, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct CsrChunk {
    pub(super) shard: usize,
    pub(super) places: Range<usize>,
    /// For each position its moves, and 128 where the second player moves.
    heads: Vec<u8>,
    /// For each position that is over, in order, what it is worth.
    ends: Vec<EncodedValue>,
    /// For each move the number of the position it leads to, in its tier.
    numbers: Vec<u8>,
    /// For each move which of the tiers that the chunk leads to; empty where there is one at most.
    which: Vec<u8>,
    /// The tiers that the chunk leads to.
    pub(super) tiers: Vec<u64>,
    /// What each move gains; empty where none gains anything.
    rewards: Vec<i8>,
}

/// A chunk with codes in the place of numbers.
pub(super) struct CsrDraft<C> {
    pub(super) chunk: CsrChunk,
    /// Where the moves lead, those to the same part one after the other.
    codes: Vec<C>,
    /// Beside the codes, which of the tiers of the chunk; empty where there is one at most.
    which: Vec<u8>,
    /// Where in `codes` each part begins, and the last one ends.
    begins: [usize; SHARDS + 1],
    /// For each move the part to which it leads.
    pub(super) shards: Vec<u8>,
}

/// Why positions cannot be written down so, which has no consequence but that another way is taken.
pub(super) struct ChunkUnfit;

impl From<zug_game::Fault> for ChunkUnfit {
    fn from(_: zug_game::Fault) -> ChunkUnfit {
        ChunkUnfit
    }
}

impl<C: crate::strong::compressed_keys::PositionCode> CsrDraft<C> {
    /// Bytes for a move until it is a number: its code where it is found, in a list that doubles,
    /// and beside those of its part; its number in two lists; its part, its tier and its gain.
    pub(super) const EDGE: u64 = 3 * size_of::<C>() as u64 + 4 + NUMBER as u64 + 9;
    /// Bytes for a position, apart from its moves.
    pub(super) const NODE: u64 = 32;

    /// Plays all moves of some positions of a tier: at most so many moves of each, on the average.
    pub(super) fn of<G: Game, S: PositionIndexing<G, Code = C>>(
        (game, indexing, domain): (&G, &S, ValueDomain),
        (most, alarm): (usize, &Alarm),
        tier: u64,
        (part, places): (usize, Range<usize>),
        positions: &[C],
    ) -> Result<CsrDraft<C>, ChunkUnfit> {
        let mut chunk = CsrChunk {
            shard: part,
            places,
            heads: Vec::with_capacity(positions.len()),
            ..CsrChunk::default()
        };
        let mut codes = Vec::with_capacity(positions.len() * 4);
        let (mut moves, mut countdown) = (Vec::new(), Countdown::new());
        let mut latest = (u64::MAX, 0);
        for &code in positions {
            let position = indexing.unrank(code);
            moves.clear();
            let expand = game.expand(&position, &mut moves)?;
            alarm.after(moves.len(), &mut countdown)?;
            let too_many = moves.len() > MOVES || codes.len() + moves.len() > most * positions.len().max(2);
            if too_many || (expand == Expansion::Moves && moves.is_empty()) {
                return Err(ChunkUnfit);
            }
            let mover = u8::from(game.mover(&position) == Player::Second);
            let count = if expand == Expansion::Moves { moves.len() as u8 } else { 0 };
            chunk.heads.push(count | mover << 7);
            if let Expansion::Terminal(payoff) = expand {
                chunk.ends.push(domain.terminal(payoff));
                continue;
            }
            for play in &moves {
                let step = game.play(&position, play)?;
                let next = indexing.tier(&step.position);
                if next != latest.0 {
                    latest = (next, chunk.tier(tier, next)?);
                }
                chunk.add(codes.len(), latest.1, step.reward)?;
                codes.push(indexing.rank(&step.position));
            }
        }
        Ok(CsrDraft::grouped(chunk, &codes))
    }

    /// Puts the codes of each part together.
    fn grouped(chunk: CsrChunk, codes: &[C]) -> CsrDraft<C> {
        let shards: Vec<u8> = codes.iter().map(|code| shard(hash(*code)) as u8).collect();
        let mut begins = [0; SHARDS + 1];
        shards.iter().for_each(|shard| begins[usize::from(*shard) + 1] += 1);
        for shard in 0..SHARDS {
            begins[shard + 1] += begins[shard];
        }
        let mut grouped = vec![C::default(); codes.len()];
        let mut which = vec![0; if chunk.which.is_empty() { 0 } else { codes.len() }];
        let mut next = begins;
        for (edge, (&code, shard)) in codes.iter().zip(&shards).enumerate() {
            let place = &mut next[usize::from(*shard)];
            grouped[*place] = code;
            if let Some(which) = which.get_mut(*place) {
                *which = chunk.which(edge) as u8;
            }
            *place += 1;
        }
        CsrDraft { chunk, codes: grouped, which, begins, shards }
    }

    /// The codes of a part in the order of the moves, and which of the tiers they belong to if
    /// there are several.
    pub(super) fn of_shard(&self, shard: usize) -> (&[C], &[u8]) {
        let range = self.begins[shard]..self.begins[shard + 1];
        (&self.codes[range.clone()], self.which.get(range).unwrap_or(&[]))
    }
}

impl CsrChunk {
    /// Which of its tiers the next move leads to.
    fn tier(&mut self, own: u64, next: u64) -> Result<u8, ChunkUnfit> {
        let at = self.tiers.iter().position(|tier| *tier == next).unwrap_or(self.tiers.len());
        if at == self.tiers.len() {
            self.tiers.push(next);
        }
        u8::try_from(at).ok().filter(|_| next >= own).ok_or(ChunkUnfit)
    }

    /// Notes the next move, after so many.
    #[inline]
    fn add(&mut self, moves: usize, tier: u8, reward: Value) -> Result<(), ChunkUnfit> {
        if tier > 0 || !self.which.is_empty() {
            self.which.resize(moves, 0);
            self.which.push(tier);
        }
        if reward != 0 || !self.rewards.is_empty() {
            self.rewards.resize(moves, 0);
            self.rewards.push(i8::try_from(reward).map_err(|_| ChunkUnfit)?);
        }
        Ok(())
    }

    /// Which of its tiers a move leads to.
    #[inline]
    pub(super) fn which(&self, edge: usize) -> usize {
        self.which.get(edge).map_or(0, |which| usize::from(*which))
    }

    /// Puts the numbers in.
    pub(super) fn number(&mut self, numbers: impl Iterator<Item = u32>) {
        self.numbers.reserve_exact(numbers.size_hint().0 * NUMBER);
        for number in numbers {
            self.numbers.extend_from_slice(&number.to_le_bytes()[..NUMBER]);
        }
    }

    /// The number of the position to which a move leads.
    #[inline]
    fn target(&self, edge: usize) -> u32 {
        let mut number = [0; 4];
        number[..NUMBER].copy_from_slice(&self.numbers[edge * NUMBER..][..NUMBER]);
        u32::from_le_bytes(number)
    }

    /// For each move the bytes of the number it leads to.
    pub(super) fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The numbers to which the moves of one of its positions lead.
    #[inline]
    pub(super) fn numbers_of(&self, entry: &ChunkNode) -> impl Iterator<Item = u32> + '_ {
        let bytes = &self.numbers[entry.edges.start * NUMBER..entry.edges.end * NUMBER];
        let (all, _) = bytes.as_chunks::<NUMBER>();
        all.iter().map(|[low, middle, high]| u32::from_le_bytes([*low, *middle, *high, 0]))
    }

    /// Whether no move of it gains anything.
    pub(super) fn no_rewards(&self) -> bool {
        self.rewards.is_empty()
    }

    /// Its positions in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = ChunkNode> + '_ {
        let mut ends = self.ends.iter();
        let mut first = 0;
        self.heads.iter().map(move |head| {
            let edges = first..first + (usize::from(*head) & MOVES);
            first = edges.end;
            let mover = if *head > MOVES as u8 { Player::Second } else { Player::First };
            let end = if edges.is_empty() { ends.next().copied() } else { None };
            ChunkNode { mover, end, edges }
        })
    }

    /// Where a move leads, by tier and number, and what it gains.
    #[inline]
    pub(super) fn edge(&self, edge: usize) -> (usize, u32, Value) {
        (self.which(edge), self.target(edge), self.rewards.get(edge).map_or(0, |reward| Value::from(*reward)))
    }

    /// Moves of all its positions.
    pub(super) fn moves(&self) -> usize {
        self.numbers.len() / NUMBER
    }

    pub(super) fn terminal(&self) -> u64 {
        self.ends.len() as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes =
            self.heads.capacity() + self.numbers.capacity() + self.which.capacity() + self.rewards.capacity();
        (bytes + self.ends.capacity() * size_of::<EncodedValue>() + size_of::<CsrChunk>()) as u64
    }
}

/// A position of a chunk.
pub(super) struct ChunkNode {
    pub(super) mover: Player,
    /// What it is worth, if play is over.
    pub(super) end: Option<EncodedValue>,
    /// Its moves, by number in the chunk.
    pub(super) edges: Range<usize>,
}

/// What a limit or a broken promise is to who cannot tell the moves to it.
impl From<Halt> for ChunkUnfit {
    fn from(_: Halt) -> ChunkUnfit {
        ChunkUnfit
    }
}
