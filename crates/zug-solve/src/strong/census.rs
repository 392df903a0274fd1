//! Counts positions by who moves, what they are worth and how far the end is, and remembers the
//! longest wins.

use crate::answer::{LineEnd, Statistics};
use crate::limits::Halt;
use crate::strong::compressed_keys::PositionCode;
use crate::strong::table::{EncodedValue, PositionIndexing, TierTable, ValueDomain};
use crate::strong::{Broken, StrongSearch};
use rustc_hash::FxHashMap;
use zug_game::{Game, Player, Value};

/// What is known of every reachable position, summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census<M> {
    /// How many positions can be reached, the one asked about included.
    pub positions: u64,
    /// Those where play is over.
    pub terminal: u64,
    /// Whether positions that differ in points only are two; otherwise they are one, and values are
    /// what is still to go.
    pub whole: bool,
    /// Of every kind of position how many there are; sorted, no count is 0.
    pub counts: Vec<Count>,
    /// Of the position asked about, points so far included.
    pub value: Value,
    /// Its plies to the end, where the game is won or lost.
    pub plies: Option<u64>,
    /// Best play from there.
    pub line: Vec<M>,
    /// How it ends.
    pub line_end: LineEnd,
    /// The longest win of each player, by number; none where outcomes are points.
    pub longest: [Option<SlowestWin<M>>; 2],
    /// In how many tiers the positions lay; none where they were solved by retrograde analysis.
    pub tiers: Option<u64>,
    /// Bytes of the table that holds all positions and what they are worth.
    pub table: u64,
    /// A checksum of all positions and what they are worth: the same for any number of threads.
    pub digest: u64,
    /// What it took; its bytes are the most at any time.
    pub statistics: Statistics,
}

/// Positions of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// From the side of the first player.
    pub value: Value,
    /// To the end, where the game is won or lost; none for endless play.
    pub plies: Option<u64>,
    /// Whose turn it is.
    pub mover: Player,
    /// How many.
    pub positions: u64,
}

/// A win that takes longest of all when the winner hurries and the loser delays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowestWin<M> {
    /// How long.
    pub plies: u64,
    /// Moves that lead to it from the position asked about.
    pub after: Vec<M>,
    /// Best play from there to the end.
    pub line: Vec<M>,
}

/// Counts while positions are solved.
#[derive(Debug)]
pub(super) struct CensusCounts<C> {
    domain: ValueDomain,
    counts: FxHashMap<(EncodedValue, Player), u64>,
    /// For each player the longest win: how long, and where it begins.
    longest: [Option<(u64, C)>; 2],
    /// The tier where `longest` was found last.
    tiers: [u64; 2],
}

impl<C: Copy> CensusCounts<C> {
    pub(super) fn new(domain: ValueDomain) -> CensusCounts<C> {
        CensusCounts { domain, counts: FxHashMap::default(), longest: [None, None], tiers: [0, 0] }
    }

    /// Counts a position. Those of higher tiers come first; of equally long wins the one of the
    /// lowest tier is kept, and there the first.
    pub(super) fn count(&mut self, mover: Player, encoded: EncodedValue, at: impl FnOnce() -> (u64, C)) {
        *self.counts.entry((encoded, mover)).or_insert(0) += 1;
        let (value, plies) = self.domain.decoded(encoded);
        let Some(plies) = plies else { return };
        let winner = usize::from(value < 0);
        let most = self.longest[winner].as_ref().map(|(plies, _)| *plies);
        if most.is_none_or(|most| plies >= most) {
            let (tier, code) = at();
            if most != Some(plies) || tier != self.tiers[winner] {
                self.longest[winner] = Some((plies, code));
                self.tiers[winner] = tier;
            }
        }
    }

    /// The counts, sorted.
    fn sorted(&self) -> Vec<Count> {
        let one = |(&(encoded, mover), &positions): (&(EncodedValue, Player), &u64)| {
            let (value, plies) = self.domain.decoded(encoded);
            Count { value, plies, mover, positions }
        };
        let mut counts: Vec<Count> = self.counts.iter().map(one).collect();
        counts.sort_unstable();
        counts
    }
}

impl<G: Game, S: PositionIndexing<G>> StrongSearch<'_, G, S> {
    /// Everything that is told.
    pub(super) fn census(
        &mut self,
        start: &G::Position,
        tally: CensusCounts<S::Code>,
    ) -> Result<Census<G::Move>, Broken<S::Code>> {
        let code = self.indexing.rank(start);
        let encoded = self.look_up(start).ok_or(Halt::Repeats)?;
        let (value, plies) = self.table.domain.decoded(encoded);
        let value = value.checked_add(self.game.offset(start)).ok_or(Halt::Overflow)?;
        let mut longest = [None, None];
        for (into_stop, found) in longest.iter_mut().zip(tally.longest) {
            let Some((plies, code)) = found else { continue };
            let (after, line) = (self.path(start, code)?, self.line_from(code)?);
            *into_stop = Some(SlowestWin { plies, after, line });
        }
        Ok(Census {
            positions: self.table.positions(),
            terminal: self.statistics.terminal,
            whole: false,
            counts: tally.sorted(),
            value,
            plies,
            line: self.line_from(code)?,
            line_end: LineEnd::Terminal,
            longest,
            tiers: Some(self.table.tiers.len() as u64),
            table: self.table.bytes(),
            digest: self.digest(),
            statistics: self.statistics,
        })
    }

    fn digest(&self) -> u64 {
        let of = |tier: &TierTable<S::Code>| {
            let one =
                |n: usize| mixed(tier.keys.get(n), self.table.domain.unkept(tier.encoded_values.get(n)));
            (0..tier.keys.len()).map(one).fold(0, u64::wrapping_add)
        };
        self.table.tiers.iter().map(of).fold(0, u64::wrapping_add)
    }
}

/// What a position adds to the checksum of all: sums do not depend on the order.
#[inline]
pub(super) fn mixed<C: PositionCode>(code: C, encoded: EncodedValue) -> u64 {
    let number = code.number();
    let folded = number as u64 ^ ((number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (folded ^ (encoded as u64).rotate_left(40)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 31).wrapping_mul(0x94d0_49bb_1331_11eb)
}
