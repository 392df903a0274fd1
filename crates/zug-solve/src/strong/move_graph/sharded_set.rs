//! A sharded hash set of positions, those of a tier while they are found: each once, with a number
//! that it keeps.
//!
//! A position belongs to one of [`SHARDS`] parts by its code, so that threads can look for those of
//! different parts at once. Its number tells the part and the place in it, in the order in which
//! positions were found, which no number of threads changes.
//!
//! ```text
//!   slot     tttttttttttt pppppppppppppppppppp     12 bits of the hash, and the place in the part, from 1 on; 0 is free
//!   number   pppppppppppppppppppp ssss             the place in the part, from 0 on, and the part
//! ```

use crate::strong::budget::MemoryBudget;
use crate::strong::compressed_keys::PositionCode;

/// Parts of a tier.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 4;
const PLACE_BITS: u32 = 20;
/// Positions of a part, one place less for what is free.
const MOST: usize = (1 << PLACE_BITS) - 1;
/// Bytes of a number.
pub(super) const NUMBER: usize = ((PLACE_BITS + SHARD_BITS) / 8) as usize;

/// The part and the place.
#[inline]
pub(super) fn places(number: u32) -> (usize, usize) {
    (number as usize % SHARDS, number as usize >> SHARD_BITS)
}

/// The number of a place in a part.
#[inline]
pub(super) fn number(shard: usize, place: usize) -> u32 {
    (place as u32) << SHARD_BITS | shard as u32
}

/// What tells the part of a code, and where to look for it there.
#[inline]
pub(super) fn hash<C: PositionCode>(code: C) -> u64 {
    let number = code.number();
    let folded = number as u64 ^ ((number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

/// The part to which a hash belongs.
#[inline]
pub(super) fn shard(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// A part of a tier.
#[derive(Clone, Debug, Default)]
pub(super) struct Shard<C> {
    codes: Vec<C>,
    slots: Vec<u32>,
}

/// The positions of a tier, part by part.
pub(super) type Shards<C> = Vec<Shard<C>>;

impl<C: PositionCode> Shard<C> {
    /// The place of a code with this hash, new or known; none where there is no room for more.
    #[inline]
    pub(super) fn place(&mut self, code: C, hash: u64, budget: &MemoryBudget) -> Option<usize> {
        if self.codes.len() * 2 >= self.slots.len() {
            self.grow(budget)?;
        }
        let (mask, tag) = (self.slots.len() - 1, tag(hash));
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot >> PLACE_BITS == tag {
                let place = (slot as usize & MOST) - 1;
                if self.codes[place] == code {
                    return Some(place);
                }
            }
            at = (at + 1) & mask;
        }
        let place = self.codes.len();
        self.slots[at] = tag << PLACE_BITS | (place as u32 + 1);
        self.codes.push(code);
        (place < MOST).then_some(place)
    }

    /// Doubles the room, if the budget has it.
    #[cold]
    fn grow(&mut self, budget: &MemoryBudget) -> Option<()> {
        let before = self.bytes();
        let size = (self.slots.len() * 2).max(16);
        budget.take_items(size, size_of::<u32>() + size_of::<C>() / 2).ok()?;
        self.slots = vec![0; size];
        self.codes.reserve_exact(size / 2 - self.codes.len());
        budget.give(before);
        for (place, &code) in self.codes.iter().enumerate() {
            let hash = hash(code);
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = tag(hash) << PLACE_BITS | (place as u32 + 1);
        }
        Some(())
    }

    /// The codes in the order in which they were found.
    pub(super) fn codes(&self) -> &[C] {
        &self.codes
    }

    /// What it took of the budget.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * (size_of::<u32>() + size_of::<C>() / 2)) as u64
    }
}

/// Bits that neither tell the part nor, in tables of the usual size, the slot.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 40) as u32 & (u32::MAX >> PLACE_BITS)
}

/// Codes in as many bytes as the largest of them needs.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedCodes {
    width: usize,
    len: usize,
    /// The codes, and as many bytes more as are read beyond the last one.
    bytes: Vec<u8>,
}

/// Bytes read at once for a narrow code.
const WORD: usize = 8;

impl PackedCodes {
    pub(super) fn of<C: PositionCode>(codes: &[C]) -> PackedCodes {
        let bits = 128 - codes.iter().fold(0, |all, code| all | code.number()).leading_zeros();
        let width = bits.div_ceil(8).max(1) as usize;
        let mut bytes = Vec::with_capacity(codes.len() * width + WORD);
        for code in codes {
            bytes.extend_from_slice(&code.number().to_le_bytes()[..width]);
        }
        bytes.extend_from_slice(&[0; WORD]);
        PackedCodes { width, len: codes.len(), bytes }
    }

    #[inline]
    pub(super) fn get<C: PositionCode>(&self, place: usize) -> C {
        let from = &self.bytes[place * self.width..];
        if let (true, Some(word)) = (self.width <= WORD, from.first_chunk::<WORD>()) {
            return C::cut(u128::from(u64::from_le_bytes(*word) & (u64::MAX >> (64 - 8 * self.width))));
        }
        let mut number = [0; 16];
        number[..self.width].copy_from_slice(&from[..self.width]);
        C::cut(u128::from_le_bytes(number))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.len * self.width) as u64
    }

    /// Bytes that so many codes take at most.
    pub(super) fn most_bytes<C>(codes: usize) -> u64 {
        (codes * size_of::<C>() + WORD) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_place_and_keeps_it() {
        let mut shard = Shard::<u64>::default();
        let budget = MemoryBudget::new(1 << 20);
        let code = |n: u64| n * n % 10_007;
        let mut places = std::collections::BTreeMap::new();
        for n in 0..20_000 {
            let place = shard.place(code(n), hash(code(n)), &budget).unwrap();
            assert_eq!(*places.entry(code(n)).or_insert(place), place);
        }
        assert_eq!(places.len(), shard.codes().len());
        assert_eq!(budget.left(), (1 << 20) - shard.bytes());
        assert!(places.iter().all(|(code, place)| shard.codes()[*place] == *code));
    }

    #[test]
    fn a_part_grows_no_further_than_the_budget() {
        let (mut shard, budget) = (Shard::<u64>::default(), MemoryBudget::new(1000));
        let full = (0..1000).find(|&n: &u64| shard.place(n, hash(n), &budget).is_none());
        assert_eq!(full, Some(32), "64 slots and 32 codes take 512 bytes, twice as many 1,024");
        assert_eq!(budget.left(), 1000 - shard.bytes());
    }

    #[test]
    fn codes_come_back_from_as_few_bytes_as_they_fit() {
        for (most, width) in [(0, 1), (255, 1), (256, 2), (1 << 40, 6), (u128::MAX, 16)] {
            let list = [0, most / 2, most];
            let codes = PackedCodes::of::<u128>(&list);
            assert_eq!([0, 1, 2].map(|place| codes.get::<u128>(place)), list);
            assert_eq!((codes.len(), codes.bytes()), (3, 3 * width));
        }
    }

    #[test]
    fn numbers_tell_part_and_place() {
        for (shard, place) in [(0, 0), (SHARDS - 1, 0), (3, MOST - 1)] {
            assert_eq!(places(number(shard, place)), (shard, place));
            assert!(number(shard, place) < 1 << (8 * NUMBER));
        }
    }
}
