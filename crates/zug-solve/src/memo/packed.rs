//! A transposition table whose entries are single words, for positions whose keys are numbers of few bits.
//!
//! The number of a key is mixed by a map that can be undone. Its lowest bits say in which bucket of eight words the entry lies, the rest
//! stands in the entry, so nothing of the key is lost and what is found was proved for this very position.
//!
//! ```text
//!   rest of the mixed number | lower bound | upper bound | best move | logarithm of the work, plus one
//!   up to 50 bits            | from 2 bits | the same    | 5 bits    | 5 bits, 0 where there is no entry
//! ```
//!
//! An entry is read and written in one piece, so threads share the table without locks. A bucket is a line of the processor's cache. The table
//! begins small and doubles in place.
//!
//! Source: J. G. Cleary, "Compact Hash Tables Using Bidirectional Linear Probing" (1984), for keys of which the place in the table
//! tells a part.

use super::bounds::Bounds;
use crate::pages::Pages;
use prefetch_index::prefetch_index;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use zug_game::Value;

/// Words that share a line of the processor's cache.
const BUCKET: usize = 8;
/// Bits of the work.
const WORK: u32 = 5;
/// Bits of the best move.
const BEST: u32 = 5;
/// The number of a move that is not kept.
const NO_MOVE: u64 = (1 << BEST) - 1;
/// The table begins with so many buckets, as a logarithm; with up to so many where the rest of a key would not fit otherwise.
const FIRST: (u32, u32) = (8, 12);
/// A mixed number has at least so many bits.
const LEAST_BITS: u32 = 16;

/// How entries are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryLayout {
    /// Bits of a mixed number.
    bits: u32,
    /// Of which so many always say where the entry lies.
    first: u32,
    /// Bits of a bound.
    bound: u32,
    /// The least value that can be told.
    least: Value,
}

impl EntryLayout {
    /// For numbers of so many bits and values from `range`, both ends included; nothing where an entry does not fit into a word.
    pub(super) fn new(bits: u32, (lower, upper): (Value, Value)) -> Option<EntryLayout> {
        let bits = bits.max(LEAST_BITS);
        let values = u64::try_from(upper.checked_sub(lower)?).ok()?.checked_add(1)?;
        // One code says that the bound is not known.
        let bound = u64::BITS - values.leading_zeros();
        let room = u64::BITS.checked_sub(2 * bound + BEST + WORK)?;
        let first = bits.saturating_sub(room).max(FIRST.0);
        (bits <= u64::BITS && bound <= 23 && first <= FIRST.1).then_some(EntryLayout {
            bits,
            first,
            bound,
            least: lower,
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
    fn pack(&self, rest: u64, bounds: Bounds, work: u64) -> u64 {
        let (lower, upper) = (bounds.lower(), bounds.upper());
        let code = |value: Value| (value - self.least + 1) as u64;
        let lower = if lower < self.least { 0 } else { code(lower.min(self.most())) };
        let upper = if upper > self.most() { 0 } else { code(upper.max(self.least)) };
        let best = bounds.best().map_or(NO_MOVE, |best| (best as u64).min(NO_MOVE));
        let both = lower << self.bound | upper;
        rest << self.shift() | both << (BEST + WORK) | best << WORK | work
    }

    #[inline(always)]
    fn unpack(&self, entry: u64) -> Bounds {
        let mask = (1 << self.bound) - 1;
        let (lower, upper) = (entry >> (self.bound + BEST + WORK) & mask, entry >> (BEST + WORK) & mask);
        let value = |code: u64| self.least + code as Value - 1;
        let best = entry >> WORK & NO_MOVE;
        Bounds::between(
            (lower != 0).then(|| value(lower)),
            (upper != 0).then(|| value(upper)),
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
pub(crate) struct PackedTable {
    pages: Pages,
    plan: EntryLayout,
    /// Of buckets in use; never fewer than `1 << plan.first`.
    buckets: AtomicUsize,
    used: AtomicUsize,
    most: usize,
}

impl PackedTable {
    /// An empty one that takes at most so many bytes; nothing where that is less than it begins with.
    pub(super) fn new(plan: EntryLayout, bytes: u64) -> Option<PackedTable> {
        let buckets = usize::try_from(bytes / (BUCKET * size_of::<u64>()) as u64).unwrap_or(usize::MAX);
        let mut most = buckets.checked_ilog2()?.min(plan.bits);
        while most >= plan.first {
            if let Some(pages) = Pages::new(BUCKET << most) {
                let buckets = AtomicUsize::new(1 << plan.first);
                return Some(PackedTable {
                    pages,
                    plan,
                    buckets,
                    used: AtomicUsize::new(0),
                    most: 1 << most,
                });
            }
            most -= 1;
        }
        None
    }

    /// The table, for searches.
    pub(super) fn open(&mut self) -> OpenPackedTable<'_> {
        let PackedTable { pages, plan, buckets, used, most } = self;
        OpenPackedTable { words: pages.words(), plan: *plan, buckets, used, most: *most }
    }

    pub(super) fn plan(&self) -> EntryLayout {
        self.plan
    }
}

/// The table while it is searched with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenPackedTable<'t> {
    words: &'t [AtomicU64],
    plan: EntryLayout,
    buckets: &'t AtomicUsize,
    used: &'t AtomicUsize,
    most: usize,
}

impl<'t> OpenPackedTable<'t> {
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.load(Relaxed) * BUCKET * size_of::<u64>()) as u64
    }

    #[inline(always)]
    pub(super) fn mixed(&self, number: u64) -> u64 {
        self.plan.mixed(number)
    }

    /// The bucket of a mixed number.
    #[inline(always)]
    fn bucket(&self, mixed: u64) -> Option<&'t [AtomicU64; BUCKET]> {
        let at = (mixed as usize & (self.buckets.load(Relaxed) - 1)) * BUCKET;
        self.words.get(at..at + BUCKET)?.try_into().ok()
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

    /// Has the bucket brought near, and does not wait for it.
    #[inline(always)]
    pub(super) fn prefetch(&self, mixed: u64) {
        prefetch_index(self.words, (mixed as usize & (self.buckets.load(Relaxed) - 1)) * BUCKET);
    }

    /// What is known of the position with this mixed number.
    #[inline(always)]
    pub(super) fn probe(&self, mixed: u64) -> Bounds {
        let rest = self.rest(mixed);
        for word in self.bucket(mixed).into_iter().flatten() {
            let entry = word.load(Relaxed);
            if self.is(entry, rest) {
                return self.plan.unpack(entry);
            }
        }
        Bounds::NOTHING
    }

    /// Adds what is known of a position; `positions` is what it took. Says no where that and what was known before cannot both hold.
    #[inline]
    pub(super) fn store(&self, mixed: u64, bounds: Bounds, positions: u64) -> bool {
        let (Some(bucket), rest) = (self.bucket(mixed), self.rest(mixed)) else { return true };
        let log = u64::from(positions.max(1).ilog2() + 1).min((1 << WORK) - 1);
        let mut least = (u64::MAX, 0);
        for (place, word) in bucket.iter().enumerate() {
            let entry = word.load(Relaxed);
            if self.is(entry, rest) {
                let both = self.plan.unpack(entry).and(bounds);
                if both.lower > both.upper {
                    return false;
                }
                word.store(self.plan.pack(rest, both, log.max(work(entry))), Relaxed);
                return true;
            }
            if work(entry) < least.0 {
                least = (work(entry), place);
            }
        }
        if least.0 == 0 {
            // Threads may lose each other's counts: then it grows a little later.
            self.used.store(self.used.load(Relaxed) + 1, Relaxed);
        }
        bucket[least.1].store(self.plan.pack(rest, bounds, log), Relaxed);
        true
    }

    /// Whether there should be twice as many buckets, and can be.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        let buckets = self.buckets.load(Relaxed);
        buckets < self.most && self.used.load(Relaxed) * 8 >= buckets * BUCKET * 5
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half. Nobody else may use it meanwhile.
    pub(super) fn double(&self) {
        let half = self.buckets.load(Relaxed);
        let bit = half.ilog2() - self.plan.first;
        let (old, new) = self.words.split_at(half * BUCKET);
        for (from, to) in old.iter().zip(new) {
            let entry = from.load(Relaxed);
            if entry >> (self.plan.shift() + bit) & 1 == 1 {
                to.store(entry, Relaxed);
                from.store(0, Relaxed);
            }
        }
        self.buckets.store(half * 2, Relaxed);
    }
}
