//! A transposition table of one word an entry, for positions whose keys are numbers of few bits.
//!
//! The number of a key is mixed by a bijection. The low bits of the result choose a bucket of eight
//! words; the entry holds the other bits (quotienting). So no bit of the key is lost, and an entry
//! belongs to exactly one position.
//!
//! ```text
//!   rest of the mixed number | lower bound | upper bound | best move | 1 + log2 of the work
//!   up to 50 bits            | from 2 bits | as lower    | 5 bits    | 5 bits, 0: no entry
//! ```
//!
//! An entry is read and written by one atomic operation, so threads share the table without locks.
//! A bucket is one cache line. The table starts small and doubles in place.
//!
//! Source: J. G. Cleary, "Compact Hash Tables Using Bidirectional Linear Probing" (1984), for the
//! quotienting.

use super::bounds::Bounds;
use crate::pages::Pages;
use prefetch_index::prefetch_index;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use zug_game::Value;

/// Words of a bucket: one cache line.
const BUCKET: usize = 8;
/// Bits of the logarithm of the work.
const WORK: u32 = 5;
/// Bits of the best move.
const BEST: u32 = 5;
/// Stands for "no move"; moves with a number this high are not stored.
const NO_MOVE: u64 = (1 << BEST) - 1;
/// Logarithms of the number of buckets of a new table: the usual one, and the greatest, for keys
/// whose rest would not fit into a word otherwise.
const FIRST: (u32, u32) = (8, 12);
/// The fewest bits of a mixed number. With at most 2^12 buckets to start with, the rest has at
/// least four bits.
const LEAST_BITS: u32 = 16;

/// The layout of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryLayout {
    /// Bits of a mixed number.
    bits: u32,
    /// The low bits of it that no entry holds, because the bucket implies them: the logarithm of
    /// the smallest number of buckets. Later bits are in the entry even where a larger table
    /// implies them too.
    first: u32,
    /// Bits of a bound.
    bound: u32,
    /// The least value that a bound represents.
    least: Value,
}

impl EntryLayout {
    /// The layout for numbers of this many bits and values from `range`, both ends included; none
    /// where an entry does not fit into a word.
    pub(super) fn new(bits: u32, (lower, upper): (Value, Value)) -> Option<EntryLayout> {
        let bits = bits.max(LEAST_BITS);
        let values = u64::try_from(upper.checked_sub(lower)?).ok()?.checked_add(1)?;
        // One code more than values: 0 means that the bound is unknown.
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

    /// The greatest value that a bound represents: the codes 1 to 2^bound - 1 stand for the values
    /// from `least` on.
    fn most(&self) -> Value {
        self.least + (1 << self.bound) - 2
    }

    /// The lowest bit of the rest of the number in an entry. At most 56, because a bound has 23
    /// bits at most.
    #[inline(always)]
    fn shift(&self) -> u32 {
        2 * self.bound + BEST + WORK
    }

    /// Mixes a number below `2^bits`, bijectively: a shift-xor by at least half of the bits is its
    /// own inverse, and multiplication by an odd number is invertible modulo `2^bits`.
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

    /// Packs an entry. A bound that the layout cannot represent becomes a weaker one, which holds
    /// too.
    #[inline(always)]
    fn pack(&self, rest: u64, bounds: Bounds, work: u64) -> u64 {
        let (lower, upper) = (bounds.lower(), bounds.upper());
        let code = |value: Value| (value - self.least + 1) as u64;
        // A lower bound above the range is lowered to its end; one below it becomes "unknown".
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
    /// Buckets in use, a power of two; never fewer than `1 << plan.first`.
    buckets: AtomicUsize,
    /// Entries in use; approximate with several threads.
    used: AtomicUsize,
    /// The greatest number of buckets.
    most: usize,
}

impl PackedTable {
    /// An empty table of at most this many bytes; none where they do not hold the smallest table,
    /// or the system gives no memory.
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

    /// Opens the table for searches.
    pub(super) fn open(&mut self) -> OpenPackedTable<'_> {
        let PackedTable { pages, plan, buckets, used, most } = self;
        OpenPackedTable { words: pages.words(), plan: *plan, buckets, used, most: *most }
    }

    pub(super) fn plan(&self) -> EntryLayout {
        self.plan
    }
}

/// The table while searches use it; every thread has a copy of this handle.
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

    /// Whether an entry belongs to the number with this rest. An entry in use is never 0, because
    /// its work is at least 1; a rest may be 0.
    #[inline(always)]
    fn is(&self, entry: u64, rest: u64) -> bool {
        entry >> self.plan.shift() == rest && entry != 0
    }

    /// Prefetches the bucket into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, mixed: u64) {
        prefetch_index(self.words, (mixed as usize & (self.buckets.load(Relaxed) - 1)) * BUCKET);
    }

    /// The bounds of the position with this mixed number.
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

    /// Intersects the entry with these bounds; `positions` is the work they took. False if the old
    /// and the new bounds exclude each other. A full bucket gives up the entry that took the least
    /// work.
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
            // Not an atomic addition: threads may lose counts, and the table then grows a little
            // later.
            self.used.store(self.used.load(Relaxed) + 1, Relaxed);
        }
        bucket[least.1].store(self.plan.pack(rest, bounds, log), Relaxed);
        true
    }

    /// The entries in use while the table may double.
    pub(super) fn held_with_room(&self) -> Option<u64> {
        (self.buckets.load(Relaxed) < self.most).then(|| self.used.load(Relaxed) as u64)
    }

    /// Whether the table is five eighths full and may double.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        let buckets = self.buckets.load(Relaxed);
        buckets < self.most && self.used.load(Relaxed) * 8 >= buckets * BUCKET * 5
    }

    /// Doubles the table in place. No other thread may use it meanwhile.
    pub(super) fn double(&self) {
        let half = self.buckets.load(Relaxed);
        // The next bit of the mixed number chooses the half. The rest starts at bit `first` of that
        // number.
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
