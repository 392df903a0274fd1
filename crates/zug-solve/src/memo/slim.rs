//! A memo whose entries are single words, for positions whose keys are numbers of few bits.
//!
//! The number of a key is mixed by a map that can be undone. Its lowest bits say in which group of eight words the entry lies, the rest
//! stands in the entry, so nothing of the key is lost and what is found was proved for this very position.
//!
//! ```text
//!   rest of the mixed number | lower bound | upper bound | best move | logarithm of the work, plus one
//!   up to 50 bits            | from 2 bits | the same    | 5 bits    | 5 bits, 0 where there is no entry
//! ```
//!
//! An entry is read and written in one piece, so threads share the table without locks. A group is a line of the processor's cache. The table
//! begins small and doubles in place.
//!
//! Source: J. G. Cleary, "Compact Hash Tables Using Bidirectional Linear Probing" (1984), for keys of which the place in the table
//! tells a part.

use super::known::Known;
use crate::pages::Pages;
use prefetch_index::prefetch_index;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use zug_game::Value;

/// Words that share a line of the processor's cache.
const GROUP: usize = 8;
/// Bits of the work.
const WORK: u32 = 5;
/// Bits of the best move.
const BEST: u32 = 5;
/// The number of a move that is not kept.
const NO_MOVE: u64 = (1 << BEST) - 1;
/// The table begins with so many groups, as a logarithm; with up to so many where the rest of a key would not fit otherwise.
const FIRST: (u32, u32) = (8, 12);
/// A mixed number has at least so many bits.
const LEAST_BITS: u32 = 16;

/// How entries are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Bits of a mixed number.
    bits: u32,
    /// Of which so many always say where the entry lies.
    first: u32,
    /// Bits of a bound.
    bound: u32,
    /// The least value that can be told.
    least: Value,
}

impl Plan {
    /// For numbers of so many bits and values from `range`, both ends included; nothing where an entry does not fit into a word.
    pub(super) fn new(bits: u32, (low, high): (Value, Value)) -> Option<Plan> {
        let bits = bits.max(LEAST_BITS);
        let values = u64::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
        // One code says that the bound is not known.
        let bound = u64::BITS - values.leading_zeros();
        let room = u64::BITS.checked_sub(2 * bound + BEST + WORK)?;
        let first = bits.saturating_sub(room).max(FIRST.0);
        (bits <= u64::BITS && bound <= 23 && first <= FIRST.1).then_some(Plan {
            bits,
            first,
            bound,
            least: low,
        })
    }

    fn most(&self) -> Value {
        self.least + (1 << self.bound) - 2
    }

    /// Where the rest of the number begins in an entry: it has four bits at least.
    #[inline(always)]
    fn shift(&self) -> u32 {
        2 * self.bound + BEST + WORK
    }

    /// Mixes a number; no two become one.
    #[inline(always)]
    pub(super) fn mixed(&self, number: u64) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.bits);
        let half = self.bits.div_ceil(2);
        let mut x = number;
        x ^= x >> half;
        x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        x ^= x >> half;
        x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask;
        x ^ x >> half
    }

    /// An entry; bounds that cannot be told become weaker ones that hold too.
    #[inline(always)]
    fn pack(&self, rest: u64, known: Known, work: u64) -> u64 {
        let (low, high) = (known.low(), known.high());
        let code = |value: Value| (value - self.least + 1) as u64;
        let low = if low < self.least { 0 } else { code(low.min(self.most())) };
        let high = if high > self.most() { 0 } else { code(high.max(self.least)) };
        let best = known.best().map_or(NO_MOVE, |best| (best as u64).min(NO_MOVE));
        let bounds = low << self.bound | high;
        rest << self.shift() | bounds << (BEST + WORK) | best << WORK | work
    }

    #[inline(always)]
    fn unpack(&self, entry: u64) -> Known {
        let mask = (1 << self.bound) - 1;
        let (low, high) = (entry >> (self.bound + BEST + WORK) & mask, entry >> (BEST + WORK) & mask);
        let value = |code: u64| self.least + code as Value - 1;
        let best = entry >> WORK & NO_MOVE;
        Known::between(
            (low != 0).then(|| value(low)),
            (high != 0).then(|| value(high)),
            (best != NO_MOVE).then_some(best as usize),
        )
    }
}

#[inline(always)]
fn work(entry: u64) -> u64 {
    entry & ((1 << WORK) - 1)
}

/// The memory of the table.
#[derive(Debug)]
pub(crate) struct Slim {
    pages: Pages,
    plan: Plan,
    /// Of groups in use; never fewer than `1 << plan.first`.
    groups: AtomicUsize,
    used: AtomicUsize,
    most: usize,
}

impl Slim {
    /// An empty one that takes at most so many bytes; nothing where that is less than it begins with.
    pub(super) fn new(plan: Plan, bytes: u64) -> Option<Slim> {
        let groups = usize::try_from(bytes / (GROUP * size_of::<u64>()) as u64).unwrap_or(usize::MAX);
        let mut most = groups.checked_ilog2()?.min(plan.bits);
        while most >= plan.first {
            if let Some(pages) = Pages::new(GROUP << most) {
                let groups = AtomicUsize::new(1 << plan.first);
                return Some(Slim { pages, plan, groups, used: AtomicUsize::new(0), most: 1 << most });
            }
            most -= 1;
        }
        None
    }

    /// The table, for searches.
    pub(super) fn open(&mut self) -> Open<'_> {
        let Slim { pages, plan, groups, used, most } = self;
        Open { words: pages.words(), plan: *plan, groups, used, most: *most }
    }

    pub(super) fn plan(&self) -> Plan {
        self.plan
    }
}

/// The table while it is searched with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open<'t> {
    words: &'t [AtomicU64],
    plan: Plan,
    groups: &'t AtomicUsize,
    used: &'t AtomicUsize,
    most: usize,
}

impl<'t> Open<'t> {
    pub(super) fn bytes(&self) -> u64 {
        (self.groups.load(Relaxed) * GROUP * size_of::<u64>()) as u64
    }

    #[inline(always)]
    pub(super) fn mixed(&self, number: u64) -> u64 {
        self.plan.mixed(number)
    }

    /// The group of a mixed number.
    #[inline(always)]
    fn group(&self, mixed: u64) -> Option<&'t [AtomicU64; GROUP]> {
        let at = (mixed as usize & (self.groups.load(Relaxed) - 1)) * GROUP;
        self.words.get(at..at + GROUP)?.try_into().ok()
    }

    #[inline(always)]
    fn rest(&self, mixed: u64) -> u64 {
        mixed >> self.plan.first
    }

    /// Whether an entry is that of the number with this rest.
    #[inline(always)]
    fn is(&self, entry: u64, rest: u64) -> bool {
        entry >> self.plan.shift() == rest && entry != 0
    }

    /// Has the group brought near, and does not wait for it.
    #[inline(always)]
    pub(super) fn fetch(&self, mixed: u64) {
        prefetch_index(self.words, (mixed as usize & (self.groups.load(Relaxed) - 1)) * GROUP);
    }

    /// What is known of the position with this mixed number.
    #[inline(always)]
    pub(super) fn probe(&self, mixed: u64) -> Known {
        let rest = self.rest(mixed);
        for word in self.group(mixed).into_iter().flatten() {
            let entry = word.load(Relaxed);
            if self.is(entry, rest) {
                return self.plan.unpack(entry);
            }
        }
        Known::NOTHING
    }

    /// Adds what is known of a position; `positions` is what it took.
    #[inline]
    pub(super) fn add(&self, mixed: u64, known: Known, positions: u64) {
        let (Some(group), rest) = (self.group(mixed), self.rest(mixed)) else { return };
        let log = u64::from(positions.max(1).ilog2() + 1).min((1 << WORK) - 1);
        let mut least = (u64::MAX, 0);
        for (place, word) in group.iter().enumerate() {
            let entry = word.load(Relaxed);
            if self.is(entry, rest) {
                let both = self.plan.unpack(entry).and(known);
                debug_assert!(both.low() <= both.high(), "two results of one position agree");
                word.store(self.plan.pack(rest, both, log.max(work(entry))), Relaxed);
                return;
            }
            if work(entry) < least.0 {
                least = (work(entry), place);
            }
        }
        if least.0 == 0 {
            // Threads may lose each other's counts: then it grows a little later.
            self.used.store(self.used.load(Relaxed) + 1, Relaxed);
        }
        group[least.1].store(self.plan.pack(rest, known, log), Relaxed);
    }

    /// Whether there should be twice as many groups, and can be.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        let groups = self.groups.load(Relaxed);
        groups < self.most && self.used.load(Relaxed) * 8 >= groups * GROUP * 5
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half. Nobody else may use it meanwhile.
    pub(super) fn double(&self) {
        let half = self.groups.load(Relaxed);
        let bit = half.ilog2() - self.plan.first;
        let (old, new) = self.words.split_at(half * GROUP);
        for (from, to) in old.iter().zip(new) {
            let entry = from.load(Relaxed);
            if entry >> (self.plan.shift() + bit) & 1 == 1 {
                to.store(entry, Relaxed);
                from.store(0, Relaxed);
            }
        }
        self.groups.store(half * 2, Relaxed);
    }
}
