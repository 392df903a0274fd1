//! A hash table from keys to entries: open addressing with linear probing, so a look-up reads one
//! line of the cache, which can be asked for early.

use crate::mixed_hash::mixed_hash;
use prefetch_index::prefetch_index;
use std::hash::Hash;

/// Places of a new table.
const SMALL: usize = 1 << 10;

/// The table; the number of places is a power of two.
pub(super) struct KeyTable<K> {
    /// A key and its entry; an entry of 0 marks a free place.
    places: Vec<(K, u32)>,
    used: usize,
}

/// Where a key is looked up first.
#[derive(Clone, Copy)]
pub(super) struct Home(u64);

impl<K: Clone + Eq + Hash + Default> KeyTable<K> {
    /// An empty table.
    pub fn new() -> KeyTable<K> {
        KeyTable::of(SMALL)
    }

    /// One without memory, in which nothing is looked up.
    pub fn nothing() -> KeyTable<K> {
        KeyTable::of(0)
    }

    fn of(places: usize) -> KeyTable<K> {
        KeyTable { places: vec![Default::default(); places], used: 0 }
    }

    fn index(&self, home: Home) -> usize {
        home.0 as usize & (self.places.len() - 1)
    }

    /// Where a key is looked up, which the processor is asked for.
    #[inline(always)]
    pub fn prefetch(&self, key: &K) -> Home {
        let home = Home(mixed_hash(key, 0));
        prefetch_index(&self.places, self.index(home));
        home
    }

    /// The entry of a key, which is `entry` if there was none. The table must not be full.
    #[inline(always)]
    pub fn find_or_add(&mut self, home: Home, key: K, entry: u32) -> u32 {
        let mask = self.places.len() - 1;
        let mut at = self.index(home);
        loop {
            let place = &mut self.places[at & mask];
            if place.1 == 0 {
                *place = (key, entry);
                self.used += 1;
                return entry;
            }
            if place.0 == key {
                return place.1;
            }
            at += 1;
        }
    }

    /// Whether three quarters of the places are taken.
    pub fn is_full(&self) -> bool {
        self.used * 4 >= self.places.len() * 3
    }

    /// Doubles the table.
    pub fn grow(&mut self) {
        let mut larger = KeyTable::of((2 * self.places.len()).max(SMALL));
        for (key, entry) in self.all() {
            larger.find_or_add(Home(mixed_hash(key, 0)), key.clone(), entry);
        }
        *self = larger;
    }

    /// All keys with their entries.
    pub fn all(&self) -> impl Iterator<Item = (&K, u32)> {
        self.places.iter().filter(|place| place.1 != 0).map(|(key, entry)| (key, *entry))
    }

    pub fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<(K, u32)>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(table: &mut KeyTable<[u64; 2]>, key: [u64; 2], new: u32) -> u32 {
        let home = table.prefetch(&key);
        table.find_or_add(home, key, new)
    }

    #[test]
    fn every_key_keeps_its_entry_while_the_table_grows() {
        let mut table = KeyTable::new();
        let begin = table.bytes();
        let keys = |at: u64| [[at, 0], [0, at], [at << 40, at]];
        let mut entries = rustc_hash::FxHashMap::default();
        for key in (0..5_000).flat_map(keys) {
            if table.is_full() {
                table.grow();
            }
            let new = entries.len() as u32 + 1;
            let known = *entries.entry(key).or_insert(new);
            assert_eq!(entry(&mut table, key, new), known);
        }
        assert!(begin == 24 << 10 && table.bytes() == 24 << 15, "three quarters: {}", table.bytes());
        assert!(entries.iter().all(|(key, known)| entry(&mut table, *key, u32::MAX) == *known));
        assert!(table.all().all(|(key, known)| entries.get(key) == Some(&known)));
        assert_eq!(table.all().count(), entries.len());
    }

    #[test]
    fn keys_that_meet_at_one_place_are_told_apart() {
        let mut table = KeyTable::new();
        // At the last place, so that looking on begins again at the first.
        let last = |key: &[u64; 2]| mixed_hash(key, 0) as usize % SMALL == SMALL - 1;
        let alike: Vec<[u64; 2]> = (0..).map(|at| [at, 7]).filter(last).take(20).collect();
        for (new, key) in (1..).zip(&alike) {
            assert_eq!(entry(&mut table, *key, new), new);
        }
        for (new, key) in (1..).zip(&alike) {
            assert_eq!(entry(&mut table, *key, 99), new);
        }
    }
}
