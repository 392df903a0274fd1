//! The position index: a number for every position.
//!
//! ```text
//!   Direct   an array with an entry for every number of a key    4 bytes a number of a key
//!   Packed   a hash map of the numbers of keys                   17 bytes a place
//!   Hashed   a hash map of whole keys, where numbers are none or save nothing
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
//! made at once where keys are narrow, and in place of a hash map that would take as much.

use prefetch_index::prefetch_index;
use rustc_hash::FxHashMap;
use zug_game::{CanonicalForm, Game};

/// The greatest width of a number, in bits, for which the index begins as an array.
const SMALL: u32 = 22;
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
    Direct(Vec<u32>),
    Packed(FxHashMap<u64, u32>),
    Hashed(FxHashMap<K, u32>),
}

/// What the index knows of a position: its number, and whether the players are swapped, compared
/// with the position that has this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexEntry(u32);

/// A position as the index looks it up. All moves of a position are made into these before the
/// first is looked up: the processor is asked early for the places of an array, and the look-ups in
/// a hash map stand side by side, so that it waits for several at once.
pub(super) struct Sought<K> {
    key: SoughtKey<K>,
    /// [`SWAPPED`] or 0.
    swapped: u32,
}

enum SoughtKey<K> {
    Number(u64),
    Key(K),
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

impl<K: Eq + std::hash::Hash> PositionIndex<K> {
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
            Some(bits) if bits <= SMALL && array_bytes(bits) <= room => Slots::Direct(vec![0; 1 << bits]),
            // The number of a wider key of one word saves nothing.
            Some(bits) if bits <= WIDE || size_of::<K>() > size_of::<u64>() => {
                Slots::Packed(FxHashMap::default())
            }
            _ => return PositionIndex::nothing(identity),
        };
        PositionIndex { identity, bits: bits.unwrap_or(0), slots }
    }

    /// An index without positions that takes no memory.
    pub(super) fn nothing(identity: Identity) -> PositionIndex<K> {
        PositionIndex { identity, bits: 0, slots: Slots::Hashed(FxHashMap::default()) }
    }

    /// A position as it is looked up.
    #[inline]
    pub(super) fn sought<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Sought<K> {
        let CanonicalForm { key, colour_swapped } = form(game, self.identity, position);
        let key = match &self.slots {
            Slots::Direct(list) => {
                let number = game.number(&key);
                prefetch_index(list, number as usize);
                SoughtKey::Number(number)
            }
            Slots::Packed(_) => SoughtKey::Number(game.number(&key)),
            Slots::Hashed(_) => SoughtKey::Key(key),
        };
        Sought { key, swapped: if colour_swapped { SWAPPED } else { 0 } }
    }

    /// A known position. A new position gets the number `new`, and the result is none.
    #[inline]
    pub(super) fn find_or_add(&mut self, sought: Sought<K>, new: u32) -> Option<IndexEntry> {
        let entry = (new + 1) | sought.swapped;
        let stored = match (&mut self.slots, sought.key) {
            (Slots::Direct(list), SoughtKey::Number(number)) => {
                let place = &mut list[number as usize];
                if *place == 0 {
                    *place = entry;
                }
                *place
            }
            (Slots::Packed(map), SoughtKey::Number(number)) => *map.entry(number).or_insert(entry),
            (Slots::Hashed(map), SoughtKey::Key(key)) => *map.entry(key).or_insert(entry),
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
            Slots::Packed(map) => map.len() == map.capacity(),
            Slots::Hashed(map) => map.len() == map.capacity(),
        }
    }

    /// Bytes that the index takes more when it grows.
    pub(super) fn growth(&self) -> u64 {
        if self.becomes_array() { array_bytes(self.bits) } else { 2 * self.bytes() }
    }

    /// Makes an array of a full hash map, if that takes no more than the hash map would.
    pub(super) fn grow(&mut self) {
        if let Slots::Packed(map) = &self.slots
            && self.becomes_array()
        {
            let mut list = vec![0; 1 << self.bits];
            map.iter().for_each(|(number, entry)| list[*number as usize] = *entry);
            self.slots = Slots::Direct(list);
        }
    }

    fn becomes_array(&self) -> bool {
        let packed = matches!(self.slots, Slots::Packed(_));
        packed && self.bits <= WIDE && array_bytes(self.bits) <= 2 * self.bytes()
    }

    pub(super) fn bytes(&self) -> u64 {
        let table = |capacity: usize, entry: usize| (capacity * (entry + 1) * 8 / 7) as u64;
        match &self.slots {
            Slots::Direct(list) => (list.len() * size_of::<u32>()) as u64,
            Slots::Packed(map) => table(map.capacity(), size_of::<(u64, u32)>()),
            Slots::Hashed(map) => table(map.capacity(), size_of::<(K, u32)>()),
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

    /// A full hash map of numbers of so many bits.
    fn full(bits: u32) -> PositionIndex<[u64; 1]> {
        let mut map = FxHashMap::default();
        map.insert(0_u64, 1);
        for number in 1.. {
            if map.len() == map.capacity() {
                break;
            }
            map.insert(number * 3 % (1 << bits), number as u32 + 1);
        }
        PositionIndex { identity: Identity::Key, bits, slots: Slots::Packed(map) }
    }

    #[test]
    fn an_array_takes_the_place_of_a_hash_map_that_would_take_as_much() {
        let mut wide = full(12);
        assert!(wide.is_full() && wide.growth() == 2 * wide.bytes());
        wide.grow();
        assert!(matches!(wide.slots, Slots::Packed(_)), "the array would be larger");
        let mut narrow = full(4);
        assert!(narrow.growth() == 4 << 4 && narrow.growth() <= 2 * narrow.bytes());
        narrow.grow();
        let Slots::Direct(list) = &narrow.slots else { panic!("the array is no larger") };
        assert_eq!((list.len(), list[0], list[3], list[6]), (16, 1, 2, 3));
        assert!(!narrow.is_full());
    }
}
