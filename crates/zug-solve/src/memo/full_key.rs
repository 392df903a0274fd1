//! A transposition table whose entries hold whole keys, of whatever kind they are.
//!
//! It begins small and doubles as it fills; at its full size the entry of a bucket of four that took the least work is given up.

use super::bounds::Bounds;
use prefetch_index::prefetch_index;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Entries that share a place: with keys of one word, a line of the processor's cache.
const BUCKET: usize = 4;
/// Buckets at the beginning.
const SMALL: usize = 1 << 8;
/// The number of a move that is not kept.
const NO_MOVE: u64 = (1 << 10) - 1;

/// A key and what is known of it, in one word:
///
/// ```text
///   low + 2^23, 0 if unknown | high + 2^23, all ones if unknown | best move | logarithm of the work, plus one
///   24 bits                  | 24 bits                          | 10 bits   | 6 bits, 0 where there is no entry
/// ```
#[derive(Clone, Debug, Default)]
struct Entry<K> {
    key: K,
    packed: u64,
}

/// What is added to bounds, so that they are not negative.
const MIDDLE: i32 = 1 << 23;
/// An upper bound that is not known.
const OPEN: u64 = (1 << 24) - 1;

impl<K> Entry<K> {
    #[inline(always)]
    fn new(key: K, bounds: Bounds, work: u64) -> Entry<K> {
        let lower = if bounds.lower == i32::MIN { 0 } else { (bounds.lower + MIDDLE) as u64 };
        let upper = if bounds.upper == i32::MAX { OPEN } else { (bounds.upper + MIDDLE) as u64 };
        let best = bounds.best().map_or(NO_MOVE, |best| (best as u64).min(NO_MOVE));
        Entry { key, packed: lower << 40 | upper << 16 | best << 6 | work }
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
struct Bucket<K>([Entry<K>; BUCKET]);

/// The table.
#[derive(Debug)]
pub(crate) struct FullKeyTable<K> {
    buckets: Vec<Bucket<K>>,
    /// How many entries of each bucket are used: all, unless there is room for less than one bucket.
    ways: usize,
    used: usize,
    most: usize,
}

impl<K: Clone + Eq + Hash + Default> FullKeyTable<K> {
    /// An empty one that takes at most so many bytes.
    pub(super) fn new(bytes: u64) -> FullKeyTable<K> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let buckets = bytes / size_of::<Bucket<K>>();
        let ways = if buckets == 0 { (bytes / size_of::<Entry<K>>()).min(BUCKET) } else { BUCKET };
        let most = if buckets == 0 { usize::from(ways > 0) } else { 1 << buckets.ilog2() };
        let mut memo = FullKeyTable { buckets: Vec::new(), ways, used: 0, most };
        memo.enlarge(most.min(SMALL));
        memo
    }

    /// Makes room, or gives up growing where there is none.
    fn enlarge(&mut self, length: usize) {
        if self.buckets.try_reserve_exact(length - self.buckets.len()).is_err() {
            self.most = self.buckets.len();
            return;
        }
        self.buckets.resize(length, Bucket::default());
    }

    pub(super) fn bytes(&self) -> u64 {
        let bucket =
            if self.ways < BUCKET { self.ways * size_of::<Entry<K>>() } else { size_of::<Bucket<K>>() };
        (self.buckets.len() * bucket) as u64
    }

    /// Which bucket a key with this hash belongs to.
    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.buckets.len().saturating_sub(1)
    }

    /// Has the bucket brought near, and does not wait for it.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch_index(&self.buckets, self.place(hash));
    }

    /// What is known of the position with this key; `hash` is what [`mixed`] makes of it.
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

    /// Adds what is known of a position; `positions` is what it took. Says no where that and what was known before cannot both hold.
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
            *entry = Entry::new(key.clone(), both, work.max(entry.work()));
        } else {
            self.insert(Entry::new(key.clone(), bounds, work), hash);
        }
        true
    }

    fn insert(&mut self, entry: Entry<K>, hash: u64) {
        if self.buckets.len() < self.most && self.is_crowded(hash) {
            self.double();
        }
        let place = self.place(hash);
        if let Some(slot) = self.buckets[place].0[..self.ways].iter_mut().min_by_key(|slot| slot.work()) {
            self.used += usize::from(slot.packed == 0);
            *slot = entry;
        }
    }

    /// Five eighths full, or three eighths where this key has no free place.
    fn is_crowded(&self, hash: u64) -> bool {
        let full = || self.buckets[self.place(hash)].0.iter().all(|entry| entry.packed != 0);
        let length = self.buckets.len() * BUCKET;
        self.used * 8 >= length * 5 || (self.used * 8 >= length * 3 && full())
    }

    /// Doubles the table in place: an entry stays, or goes to the same place in the new half.
    fn double(&mut self) {
        let half = self.buckets.len();
        self.enlarge(half * 2);
        if self.buckets.len() == half {
            return;
        }
        let (old, new) = self.buckets.split_at_mut(half);
        for (from, to) in old.iter_mut().zip(new) {
            for (entry, place) in from.0.iter_mut().zip(&mut to.0) {
                if entry.packed != 0 && mixed(&entry.key) as usize & half != 0 {
                    std::mem::swap(entry, place);
                }
            }
        }
    }
}

/// A hash all of whose bits depend on all bits of the key.
#[inline(always)]
pub(super) fn mixed<K: Hash>(key: &K) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let hash = hasher.finish();
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}
