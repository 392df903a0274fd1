//! A hash table from keys to entries: open addressing with linear probing, so a look-up reads one
//! or two lines of the cache, which can be asked for early.

use crate::mixed_hash::mixed_hash;
use crate::pages::NumberArray;
use prefetch_index::prefetch_index;
use std::hash::Hash;
use zerocopy::{FromBytes, Immutable, IntoBytes};
use zug_game::breakage::threshold;

/// Places of a new table: few in tests, so that tables of small games grow.
fn small() -> usize {
    threshold(if cfg!(test) { 1 << 2 } else { 1 << 10 }, 1 << 2) as usize
}

/// The table.
pub(super) struct KeyTable<P> {
    places: P,
    /// How many places there are: a power of two, or none.
    count: usize,
    used: usize,
}

/// The places of a table, each free or with a key and its entry, which is not 0.
pub(super) trait Places {
    type Key: Clone + Eq + Hash;
    /// Bytes of a place.
    const BYTES: usize;

    /// So many, all free.
    fn free(count: usize) -> Self;
    /// Asks the processor for a place.
    fn prefetch(&self, at: usize);
    /// The entry; 0 where the place is free.
    fn entry(&self, at: usize) -> u32;
    fn key(&self, at: usize) -> &Self::Key;
    fn set(&mut self, at: usize, key: Self::Key, entry: u32);
}

/// Keys of any kind, each beside its entry.
pub(super) struct PairPlaces<K>(Vec<(K, u32)>);

impl<K: Clone + Eq + Hash + Default> Places for PairPlaces<K> {
    type Key = K;
    const BYTES: usize = size_of::<(K, u32)>();

    fn free(count: usize) -> Self {
        PairPlaces(vec![Default::default(); count])
    }
    #[inline(always)]
    fn prefetch(&self, at: usize) {
        prefetch_index(&self.0, at);
    }
    #[inline(always)]
    fn entry(&self, at: usize) -> u32 {
        self.0[at].1
    }
    #[inline(always)]
    fn key(&self, at: usize) -> &K {
        &self.0[at].0
    }
    #[inline(always)]
    fn set(&mut self, at: usize, key: K, entry: u32) {
        self.0[at] = (key, entry);
    }
}

/// Keys that are numbers, and entries, each in huge pages: with small ones the processor spends a
/// third of the time of an analysis on looking up where pages lie.
pub(super) struct NumberPlaces<T> {
    keys: NumberArray<T>,
    entries: NumberArray<u32>,
}

impl<T: Clone + Eq + Hash + Default + Copy + FromBytes + IntoBytes + Immutable> Places for NumberPlaces<T> {
    type Key = T;
    const BYTES: usize = size_of::<T>() + size_of::<u32>();

    fn free(count: usize) -> Self {
        NumberPlaces { keys: NumberArray::new(count), entries: NumberArray::new(count) }
    }
    #[inline(always)]
    fn prefetch(&self, at: usize) {
        prefetch_index(self.entries.all(), at);
        prefetch_index(self.keys.all(), at);
    }
    #[inline(always)]
    fn entry(&self, at: usize) -> u32 {
        self.entries.all()[at]
    }
    #[inline(always)]
    fn key(&self, at: usize) -> &T {
        &self.keys.all()[at]
    }
    #[inline(always)]
    fn set(&mut self, at: usize, key: T, entry: u32) {
        self.keys.all_mut()[at] = key;
        self.entries.all_mut()[at] = entry;
    }
}

/// Where a key is looked up first.
#[derive(Clone, Copy)]
pub(super) struct HomeBucket(u64);

impl<P: Places> KeyTable<P> {
    /// An empty table.
    pub fn new() -> KeyTable<P> {
        KeyTable::of(small())
    }

    /// One without memory, in which nothing is looked up.
    pub fn nothing() -> KeyTable<P> {
        KeyTable::of(0)
    }

    fn of(count: usize) -> KeyTable<P> {
        KeyTable { places: P::free(count), count, used: 0 }
    }

    /// Where a key is looked up, which the processor is asked for.
    #[inline(always)]
    pub fn prefetch(&self, key: &P::Key) -> HomeBucket {
        let home = HomeBucket(mixed_hash(key, 0));
        self.places.prefetch(home.0 as usize & (self.count - 1));
        home
    }

    /// The entry of a key, which is `entry` if there was none. The table must not be full.
    #[inline(always)]
    pub fn find_or_add(&mut self, home: HomeBucket, key: P::Key, entry: u32) -> u32 {
        let mask = self.count - 1;
        let mut at = home.0 as usize & mask;
        loop {
            let known = self.places.entry(at);
            if known == 0 {
                self.places.set(at, key, entry);
                self.used += 1;
                return entry;
            }
            if *self.places.key(at) == key {
                return known;
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether three quarters of the places are taken.
    pub fn is_full(&self) -> bool {
        self.used * 4 >= self.count * 3
    }

    /// Doubles the table.
    pub fn grow(&mut self) {
        let mut larger = KeyTable::of((2 * self.count).max(small()));
        for (key, entry) in self.all() {
            larger.find_or_add(HomeBucket(mixed_hash(key, 0)), key.clone(), entry);
        }
        *self = larger;
    }

    /// All keys with their entries.
    pub fn all(&self) -> impl Iterator<Item = (&P::Key, u32)> {
        let entries = (0..self.count).map(|at| (at, self.places.entry(at)));
        entries.filter(|(_, entry)| *entry != 0).map(|(at, entry)| (self.places.key(at), entry))
    }

    pub fn bytes(&self) -> u64 {
        (self.count * P::BYTES) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<P: Places>(table: &mut KeyTable<P>, key: &P::Key, new: u32) -> u32 {
        let home = table.prefetch(key);
        table.find_or_add(home, key.clone(), new)
    }

    /// Every key keeps its entry while a table grows to so many places; the numbers differ in their
    /// low half, in their high half and in both.
    fn keeps<P: Places>(count: u64, places: usize, key: impl Fn(u128) -> P::Key) {
        let mut table = KeyTable::<P>::new();
        assert_eq!(table.bytes(), (small() * P::BYTES) as u64);
        let mut entries = rustc_hash::FxHashMap::default();
        for number in (0..u128::from(count)).flat_map(|at| [at, at << 32, at << 40 | at]) {
            if table.is_full() {
                table.grow();
            }
            let new = entries.len() as u32 + 1;
            let known = *entries.entry(key(number)).or_insert(new);
            assert_eq!(entry(&mut table, &key(number), new), known);
        }
        assert_eq!(table.bytes(), (places * P::BYTES) as u64, "three quarters are taken at most");
        assert!(entries.iter().all(|(key, known)| entry(&mut table, key, u32::MAX) == *known));
        assert!(table.all().all(|(key, known)| entries.get(key) == Some(&known)));
        assert_eq!(table.all().count(), entries.len());
    }

    #[test]
    fn every_key_keeps_its_entry_while_the_table_grows() {
        keeps::<PairPlaces<[u64; 2]>>(5_000, 1 << 15, |number| [number as u64, 7]);
        keeps::<NumberPlaces<u64>>(5_000, 1 << 15, |number| number as u64);
        keeps::<NumberPlaces<u128>>(5_000, 1 << 15, |number| number << 60);
        // Large enough for huge pages.
        keeps::<NumberPlaces<u64>>(200_000, 1 << 20, |number| number as u64);
    }

    #[test]
    fn keys_that_meet_at_one_place_are_told_apart() {
        let mut table = KeyTable::<NumberPlaces<u64>>::of(64);
        // At the last place, so that looking on begins again at the first.
        let last = |key: &u64| mixed_hash(key, 0) % 64 == 63;
        let alike: Vec<u64> = (0..).filter(last).take(20).collect();
        for (new, key) in (1..).zip(&alike) {
            assert_eq!(entry(&mut table, key, new), new);
        }
        for (new, key) in (1..).zip(&alike) {
            assert_eq!(entry(&mut table, key, 99), new);
        }
    }
}
