//! A transposition table whose entries hold the whole key, of any type.
//!
//! The table starts small and doubles as it fills. At its full size a new entry replaces the entry
//! of its bucket that took the least work.

use super::bounds::Bounds;
use crate::mixed_hash::mixed_hash;
use prefetch_index::prefetch_index;
use std::hash::Hash;
use zug_game::ProcessMemory;

/// Entries of a bucket. With keys of one word (8 bytes beside the 8 of the packed part) a bucket is
/// one cache line.
const BUCKET: usize = 4;
/// Buckets of a new table.
const SMALL: usize = 1 << 8;
/// Bytes from which on a table asks whether the process has room for it.
const MEASURED: u64 = 1 << 16;
/// Stands for "no move"; moves with a number this high are not stored.
const NO_MOVE: u64 = (1 << 10) - 1;

/// A key, and the bounds, the best move and the work in one word:
///
/// ```text
///   lower bound + 2^23 | upper bound + 2^23     | best move        | 1 + log2 of the work
///   24 bits            | 24 bits                | 10 bits          | 6 bits
///   0: unknown         | all ones: unknown      | all ones: none   | 0: no entry
/// ```
#[derive(Clone, Debug, Default)]
struct FullKeyEntry<K> {
    key: K,
    packed: u64,
}

/// The offset that makes bounds non-negative. Bounds are at most 2^23 - 2 in magnitude
/// ([`Bounds::proved`]), so the sum lies between 2 and 2^24 - 2 and never equals a mark for
/// "unknown".
const MIDDLE: i32 = 1 << 23;
/// The mark of an unknown upper bound.
const OPEN: u64 = (1 << 24) - 1;

impl<K> FullKeyEntry<K> {
    #[inline(always)]
    fn new(key: K, bounds: Bounds, work: u64) -> FullKeyEntry<K> {
        let lower = if bounds.lower == i32::MIN { 0 } else { (bounds.lower + MIDDLE) as u64 };
        let upper = if bounds.upper == i32::MAX { OPEN } else { (bounds.upper + MIDDLE) as u64 };
        let best = bounds.best().map_or(NO_MOVE, |best| (best as u64).min(NO_MOVE));
        FullKeyEntry { key, packed: lower << 40 | upper << 16 | best << 6 | work }
    }

    #[inline(always)]
    fn bounds(&self) -> Bounds {
        let (lower, upper) = (self.packed >> 40, self.packed >> 16 & OPEN);
        let best = self.packed >> 6 & NO_MOVE;
        Bounds::between(
            (lower != 0).then(|| lower as i64 - i64::from(MIDDLE)),
            (upper != OPEN).then(|| upper as i64 - i64::from(MIDDLE)),
            (best != NO_MOVE).then_some(best as usize),
        )
    }

    #[inline(always)]
    fn work(&self) -> u64 {
        self.packed & 63
    }
}

#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct FullKeyBucket<K>([FullKeyEntry<K>; BUCKET]);

/// The table.
#[derive(Debug)]
pub(crate) struct FullKeyTable<K> {
    buckets: Vec<FullKeyBucket<K>>,
    /// Entries of each bucket in use: all, unless `bytes` is less than one bucket. (One whole
    /// bucket is allocated then.)
    ways: usize,
    /// Entries in use.
    used: usize,
    /// The greatest number of buckets: a power of two, or 0.
    most: usize,
    /// The memory that the table shares with the whole process.
    process: Option<ProcessMemory>,
}

impl<K: Clone + Eq + Hash + Default> FullKeyTable<K> {
    /// An empty table of at most this many bytes, rounded down to a power of two of buckets, and of
    /// no more than the process has room for when the table grows.
    pub(super) fn new(bytes: u64, process: Option<ProcessMemory>) -> FullKeyTable<K> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let buckets = bytes / size_of::<FullKeyBucket<K>>();
        let ways = if buckets == 0 { (bytes / size_of::<FullKeyEntry<K>>()).min(BUCKET) } else { BUCKET };
        let most = if buckets == 0 { usize::from(ways > 0) } else { 1 << buckets.ilog2() };
        let mut memo = FullKeyTable { buckets: Vec::new(), ways, used: 0, most, process };
        memo.enlarge(most.min(SMALL));
        memo
    }

    /// Grows to this many buckets, or stops growing for good if the process has no room for them
    /// beside the old ones or the allocation fails.
    fn enlarge(&mut self, length: usize) {
        let bytes = (length * size_of::<FullKeyBucket<K>>()) as u64;
        let measured = self.process.filter(|_| bytes >= MEASURED);
        if measured.is_some_and(|process| !process.has_room(bytes))
            || self.buckets.try_reserve_exact(length - self.buckets.len()).is_err()
        {
            self.most = self.buckets.len();
            return;
        }
        self.buckets.resize(length, FullKeyBucket::default());
    }

    pub(super) fn bytes(&self) -> u64 {
        let bucket = if self.ways < BUCKET {
            self.ways * size_of::<FullKeyEntry<K>>()
        } else {
            size_of::<FullKeyBucket<K>>()
        };
        (self.buckets.len() * bucket) as u64
    }

    /// The entries in use while the table may double.
    pub(super) fn held_with_room(&self) -> Option<u64> {
        (self.buckets.len() < self.most).then_some(self.used as u64)
    }

    /// The bucket of a key with this hash: the low bits, because the number of buckets is a power
    /// of two.
    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.buckets.len().saturating_sub(1)
    }

    /// Prefetches the bucket into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch_index(&self.buckets, self.place(hash));
    }

    /// The bounds of the position with this key; `hash` must be [`mixed_hash`] of it.
    #[inline(always)]
    pub(super) fn probe(&self, key: &K, hash: u64) -> Bounds {
        let Some(bucket) = self.buckets.get(self.place(hash)) else { return Bounds::NOTHING };
        for entry in &bucket.0 {
            if entry.key == *key && entry.packed != 0 {
                return entry.bounds();
            }
        }
        Bounds::NOTHING
    }

    /// Intersects the entry with these bounds; `positions` is the work they took. False if the old
    /// and the new bounds exclude each other.
    #[inline(always)]
    pub(super) fn store(&mut self, key: &K, hash: u64, bounds: Bounds, positions: u64) -> bool {
        let work = u64::from(positions.max(1).ilog2() + 1).min(63);
        let place = self.place(hash);
        let Some(bucket) = self.buckets.get_mut(place) else { return true };
        if let Some(entry) = bucket.0.iter_mut().find(|entry| entry.key == *key && entry.packed != 0) {
            let both = entry.bounds().and(bounds);
            if both.lower > both.upper {
                return false;
            }
            *entry = FullKeyEntry::new(key.clone(), both, work.max(entry.work()));
        } else {
            self.insert(FullKeyEntry::new(key.clone(), bounds, work), hash);
        }
        true
    }

    fn insert(&mut self, entry: FullKeyEntry<K>, hash: u64) {
        if self.buckets.len() < self.most && self.is_crowded(hash) {
            self.double();
        }
        let place = self.place(hash);
        if let Some(slot) = self.buckets[place].0[..self.ways].iter_mut().min_by_key(|slot| slot.work()) {
            self.used += usize::from(slot.packed == 0);
            *slot = entry;
        }
    }

    /// Whether to grow: five eighths full, or three eighths and this key's bucket is full.
    fn is_crowded(&self, hash: u64) -> bool {
        let full = || self.buckets[self.place(hash)].0.iter().all(|entry| entry.packed != 0);
        let length = self.buckets.len() * BUCKET;
        self.used * 8 >= length * 5 || (self.used * 8 >= length * 3 && full())
    }

    /// Doubles the table in place: one more bit of the hash chooses the bucket, so an entry stays
    /// or moves to the same slot of the same bucket in the new half.
    fn double(&mut self) {
        let half = self.buckets.len();
        self.enlarge(half * 2);
        if self.buckets.len() == half {
            return;
        }
        let (old, new) = self.buckets.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            for (entry, place) in from.0.iter_mut().zip(&mut to.0) {
                if entry.packed != 0 && mixed_hash(&entry.key, 0) as usize & half != 0 {
                    std::mem::swap(entry, place);
                }
            }
        }
    }
}
