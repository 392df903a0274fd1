//! The position index: a number for every position.
//!
//! ```text
//!   Direct   an array with an entry for every number of a key    4 bytes a number of a key
//!   Packed   a hash table of the numbers of keys                 12 bytes a place
//!   Wide     a hash table of keys of at most 128 bits,           20 bytes a place
//!            also of one word without a number
//!   Hashed   a hash table of whole keys, where they are wider
//! ```
//!
//! An entry also tells whether the players are swapped in the form of the position, from which that
//! of another position with the same key may differ.
//!
//! ```text
//!   entry    s nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn    swapped, and the number of the position plus 1
//! ```
//!
//! An array begins with zeros, which the system hands out page by page as they are touched. It is
//! made at once where keys are narrow, and in place of a hash table that would take as much.

use super::key_table::{HomeBucket, KeyTable, NumberPlaces, PairPlaces};
use crate::pages::NumberArray;
use prefetch_index::prefetch_index;
use std::hash::Hash;
use zug_game::breakage::threshold;
use zug_game::{CanonicalForm, Game};

/// The greatest width of a number, in bits, for which the index begins as an array; in tests even
/// small games have a table at first.
fn small() -> u32 {
    threshold(if cfg!(test) { 4 } else { 22 }, 4) as u32
}

/// The greatest width for which it may become one.
const WIDE: u32 = 32;
/// The bit of an entry that tells whether the players are swapped.
const SWAPPED: u32 = 1 << 31;

/// Which positions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Those with equal [`Game::key`]: the value to go depends on no more.
    Key,
    /// Those with equal [`Game::canonical`]: one position stands for all that are symmetric to it.
    /// Where only one has the players swapped, its value is that of the other negated. Only while
    /// the graph is plain ([`super::graph::PositionGraph::is_plain`]).
    Form,
    /// Those with equal [`Game::full_key`]. Values are totals then, and no move has a reward.
    FullKey,
}

/// The numbers of positions, from 0 on.
pub(super) struct PositionIndex<K> {
    identity: Identity,
    /// The width of the number of a key.
    bits: u32,
    slots: Slots<K>,
}

enum Slots<K> {
    /// For every number of a key the entry; 0 where there is none.
    Direct(NumberArray<u32>),
    Packed(KeyTable<NumberPlaces<u64>>),
    Wide(KeyTable<NumberPlaces<u128>>),
    Hashed(KeyTable<PairPlaces<K>>),
}

/// What the index knows of a position: its number, and whether the players are swapped, compared
/// with the position that has this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexEntry(u32);

/// A position as the index looks it up. All moves of a position are made into these before the
/// first is looked up: the processor is asked early for the places of an array or a hash table,
/// so that it waits for several at once.
pub(super) struct Sought<K> {
    key: SoughtKey<K>,
    /// [`SWAPPED`] or 0.
    swapped: u32,
}

enum SoughtKey<K> {
    /// The place in an array.
    Place(u64),
    Number(HomeBucket, u64),
    Wide(HomeBucket, u128),
    Key(HomeBucket, K),
}

impl IndexEntry {
    /// That of a position with a new number.
    pub(super) fn new(number: u32) -> IndexEntry {
        IndexEntry(number)
    }

    pub(super) fn number(self) -> u32 {
        self.0 & !SWAPPED
    }

    pub(super) fn is_opposite(self) -> bool {
        self.0 & SWAPPED != 0
    }
}

impl<K: Clone + Eq + Hash + Default> PositionIndex<K> {
    /// An empty index for the positions reachable from `start`, with `room` bytes at most before
    /// the first position.
    pub(super) fn of<G: Game<Key = K>>(
        game: &G,
        identity: Identity,
        start: &G::Position,
        room: u64,
    ) -> PositionIndex<K> {
        let bits = game.number_bits(start).filter(|_| identity != Identity::FullKey);
        let slots = match bits {
            Some(bits) if bits <= small() && array_bytes(bits) <= room => {
                Slots::Direct(NumberArray::new(1 << bits))
            }
            Some(_) => Slots::Packed(KeyTable::new()),
            None if game.wide_number(&game.key(start)).is_some() => Slots::Wide(KeyTable::new()),
            None => Slots::Hashed(KeyTable::new()),
        };
        PositionIndex { identity, bits: bits.unwrap_or(0), slots }
    }

    /// An index without memory, in which nothing is looked up.
    pub(super) fn nothing(identity: Identity) -> PositionIndex<K> {
        PositionIndex { identity, bits: 0, slots: Slots::Hashed(KeyTable::nothing()) }
    }

    /// A position as it is looked up.
    #[inline]
    pub(super) fn sought<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Sought<K> {
        let CanonicalForm { key, colour_swapped } = form(game, self.identity, position);
        let key = match &self.slots {
            Slots::Direct(list) => {
                let number = game.number(&key);
                prefetch_index(list.all(), number as usize);
                SoughtKey::Place(number)
            }
            Slots::Packed(table) => {
                let number = game.number(&key);
                SoughtKey::Number(table.prefetch(&number), number)
            }
            Slots::Wide(table) => {
                let number = game.wide_number(&key).unwrap_or(0);
                SoughtKey::Wide(table.prefetch(&number), number)
            }
            Slots::Hashed(table) => SoughtKey::Key(table.prefetch(&key), key),
        };
        Sought { key, swapped: if colour_swapped { SWAPPED } else { 0 } }
    }

    /// A known position. A new position gets the number `new`, and the result is none.
    #[inline]
    pub(super) fn find_or_add(&mut self, sought: Sought<K>, new: u32) -> Option<IndexEntry> {
        let entry = (new + 1) | sought.swapped;
        let stored = match (&mut self.slots, sought.key) {
            // The table may have become an array since the moves of a position were made.
            (Slots::Direct(list), SoughtKey::Place(number) | SoughtKey::Number(_, number)) => {
                let place = &mut list.all_mut()[number as usize];
                if *place == 0 {
                    *place = entry;
                }
                *place
            }
            (Slots::Packed(table), SoughtKey::Number(home, number)) => table.find_or_add(home, number, entry),
            (Slots::Wide(table), SoughtKey::Wide(home, number)) => table.find_or_add(home, number, entry),
            (Slots::Hashed(table), SoughtKey::Key(home, key)) => table.find_or_add(home, key, entry),
            // An index of numbers stays one.
            _ => unreachable!("the index has another kind of keys"),
        };
        // The number of a known position is another, so its entry is.
        (stored != entry).then(|| IndexEntry(((stored & !SWAPPED) - 1) | (stored ^ entry) & SWAPPED))
    }

    /// Whether the next position makes the index grow.
    pub(super) fn is_full(&self) -> bool {
        match &self.slots {
            Slots::Direct(_) => false,
            Slots::Packed(table) => table.is_full(),
            Slots::Wide(table) => table.is_full(),
            Slots::Hashed(table) => table.is_full(),
        }
    }

    /// Bytes that the index takes more when it grows.
    pub(super) fn growth(&self) -> u64 {
        if self.becomes_array() { array_bytes(self.bits) } else { 2 * self.bytes() }
    }

    /// Makes room in a full index. A hash table becomes an array, if that takes no more than the
    /// larger table would.
    pub(super) fn grow(&mut self) {
        let becomes_array = self.becomes_array();
        match &mut self.slots {
            Slots::Packed(table) if becomes_array => {
                let mut list = NumberArray::new(1 << self.bits);
                let entries = list.all_mut();
                table.all().for_each(|(number, entry)| entries[*number as usize] = entry);
                self.slots = Slots::Direct(list);
            }
            Slots::Packed(table) => table.grow(),
            Slots::Wide(table) => table.grow(),
            Slots::Hashed(table) => table.grow(),
            Slots::Direct(_) => {}
        }
    }

    fn becomes_array(&self) -> bool {
        let packed = matches!(self.slots, Slots::Packed(_));
        packed && self.bits <= WIDE && array_bytes(self.bits) <= 2 * self.bytes()
    }

    pub(super) fn bytes(&self) -> u64 {
        match &self.slots {
            Slots::Direct(_) => array_bytes(self.bits),
            Slots::Packed(table) => table.bytes(),
            Slots::Wide(table) => table.bytes(),
            Slots::Hashed(table) => table.bytes(),
        }
    }
}

/// Bytes of an array for numbers of this width.
fn array_bytes(bits: u32) -> u64 {
    (size_of::<u32>() as u64) << bits
}

/// That of a position which tells it from others.
#[inline(always)]
pub(super) fn form<G: Game>(game: &G, identity: Identity, position: &G::Position) -> CanonicalForm<G::Key> {
    match identity {
        Identity::Form => game.canonical(position),
        Identity::Key => CanonicalForm { key: game.key(position), colour_swapped: false },
        Identity::FullKey => CanonicalForm { key: game.full_key(position), colour_swapped: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full hash table of 1,024 places, of numbers of so many bits.
    fn full(bits: u32) -> PositionIndex<[u64; 1]> {
        let mut table = KeyTable::new();
        for at in 0.. {
            match table.is_full() {
                true if table.bytes() == 12 << 10 => break,
                true => table.grow(),
                false => {}
            }
            let number = at * 3 % (1 << bits);
            table.find_or_add(table.prefetch(&number), number, at as u32 + 1);
        }
        PositionIndex { identity: Identity::Key, bits, slots: Slots::Packed(table) }
    }

    #[test]
    fn an_array_takes_the_place_of_a_hash_table_that_would_take_as_much() {
        let mut wide = full(20);
        assert!(wide.is_full() && wide.growth() == 2 * wide.bytes());
        wide.grow();
        assert!(matches!(wide.slots, Slots::Packed(_)) && !wide.is_full(), "the array would be larger");
        let mut narrow = full(12);
        assert!(narrow.growth() == 4 << 12 && narrow.growth() <= 2 * narrow.bytes());
        narrow.grow();
        let Slots::Direct(list) = &narrow.slots else { panic!("the array is no larger") };
        let list = list.all();
        assert_eq!((list.len(), list[0], list[3], list[6]), (1 << 12, 1, 2, 3));
        assert!(!narrow.is_full());
    }

    /// The moves of a position are looked up one after the other, and the first may make the index
    /// grow.
    #[test]
    fn what_was_sought_in_a_table_is_found_in_the_array_and_in_a_larger_table() {
        for bits in [12, 20] {
            let mut index = full(bits);
            let Slots::Packed(table) = &index.slots else { panic!("it is a table") };
            let sought = |number: u64| {
                let home = table.prefetch(&number);
                Sought::<[u64; 1]> { key: SoughtKey::Number(home, number), swapped: 0 }
            };
            let (known, new) = (sought(3), sought(4_000));
            index.grow();
            assert_eq!(matches!(index.slots, Slots::Direct(_)), bits == 12);
            assert_eq!(index.find_or_add(known, 5_000), Some(IndexEntry::new(1)));
            assert_eq!(index.find_or_add(new, 5_000), None);
        }
    }
}
