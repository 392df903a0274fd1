//! A sharded hash set of positions, those of a tier while they are found: each once, with a number that it keeps.
//!
//! A position belongs to one of [`SHARDS`] parts by its code, so that threads can look for those of different parts at once.
//! Its number tells the part and the place in it, in the order in which positions were found, which no number of threads changes.
//!
//! ```text
//!   slot     tttttttttttt pppppppppppppppppppp     12 bits of the hash, and the place in the part, from 1 on; 0 is free
//!   number   pppppppppppppppppppp ssss             the place in the part, from 0 on, and the part
//! ```

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

impl<C: PositionCode> Shard<C> {
    /// The place of a code with this hash, new or known; none where there is no room for more.
    #[inline]
    pub(super) fn place(&mut self, code: C, hash: u64) -> Option<usize> {
        if self.codes.len() * 2 >= self.slots.len() {
            self.grow();
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

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        self.slots = vec![0; size];
        for (place, &code) in self.codes.iter().enumerate() {
            let hash = hash(code);
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = tag(hash) << PLACE_BITS | (place as u32 + 1);
        }
    }

    /// The codes in the order in which they were found.
    pub(super) fn codes(&self) -> &[C] {
        &self.codes
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.codes.capacity() * size_of::<C>() + self.slots.capacity() * 4) as u64
    }
}

/// Bits that neither tell the part nor, in tables of the usual size, the slot.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 40) as u32 & (u32::MAX >> PLACE_BITS)
}

/// Codes in as many bytes as the largest of them needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    width: usize,
    len: usize,
    /// The codes, and as many bytes more as are read beyond the last one.
    bytes: Vec<u8>,
}

/// Bytes read at once for a narrow code.
const WORD: usize = 8;

impl Codes {
    pub(super) fn of<C: PositionCode>(codes: &[C]) -> Codes {
        let bits = 128 - codes.iter().fold(0, |all, code| all | code.number()).leading_zeros();
        let width = bits.div_ceil(8).max(1) as usize;
        let mut bytes = Vec::with_capacity(codes.len() * width + WORD);
        for code in codes {
            bytes.extend_from_slice(&code.number().to_le_bytes()[..width]);
        }
        bytes.extend_from_slice(&[0; WORD]);
        Codes { width, len: codes.len(), bytes }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_place_and_keeps_it() {
        let mut shard = Shard::<u64>::default();
        let code = |n: u64| n * n % 10_007;
        let mut places = std::collections::BTreeMap::new();
        for n in 0..20_000 {
            let place = shard.place(code(n), hash(code(n))).unwrap();
            assert_eq!(*places.entry(code(n)).or_insert(place), place);
        }
        assert_eq!(places.len(), shard.codes().len());
        assert!(places.iter().all(|(code, place)| shard.codes()[*place] == *code));
    }

    #[test]
    fn codes_come_back_from_as_few_bytes_as_they_fit() {
        for (most, width) in [(0, 1), (255, 1), (256, 2), (1 << 40, 6), (u128::MAX, 16)] {
            let list = [0, most / 2, most];
            let codes = Codes::of::<u128>(&list);
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
