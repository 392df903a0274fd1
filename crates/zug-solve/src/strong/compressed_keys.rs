//! A frame-of-reference compressed key set: a sorted list of whole numbers in little memory, each
//! found again by its number and by its value.
//!
//! ```text
//!   numbers   1000 1003 1004 .. | 2100 ..      blocks of 64
//!   heads     1000              | 2100         the first number of each block
//!   the rest  0 3 4 ..          | 0 ..         distances from it, all of a block in as few bits as the last one takes
//! ```
//!
//! Method: frame of reference (Goldstein, Ramakrishnan, Shaft, "Compressing Relations and Indexes",
//! 1998). Positions that are near each other in the list share their high bits, so a number takes
//! far fewer bits than a position has.

use std::fmt::Debug;
use std::hash::Hash;

/// A position as a whole number.
pub trait PositionCode: Copy + Ord + Hash + Default + Send + Sync + Debug {
    /// From the low bits of a number.
    fn cut(number: u128) -> Self;
    /// As a number.
    fn number(self) -> u128;
}

impl PositionCode for u64 {
    #[inline(always)]
    fn cut(number: u128) -> u64 {
        number as u64
    }

    #[inline(always)]
    fn number(self) -> u128 {
        u128::from(self)
    }
}

impl PositionCode for u128 {
    #[inline(always)]
    fn cut(number: u128) -> u128 {
        number
    }

    #[inline(always)]
    fn number(self) -> u128 {
        self
    }
}

/// Numbers in a block.
const BLOCK: usize = 64;

/// Different numbers in increasing order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompressedKeys<C> {
    len: usize,
    heads: Vec<C>,
    /// Where in `words` each block begins, and how many bits a distance takes there.
    places: Vec<(u32, u8)>,
    words: Vec<u64>,
    /// For each value of the high bits of a distance from the first head, how many heads have less
    /// there.
    index: Vec<u32>,
    /// How many bits of such a distance are not high.
    shift: u32,
}

impl<C: PositionCode> CompressedKeys<C> {
    /// Of a list that is sorted and has nothing twice. None where it has more words than 32 bits
    /// can number.
    pub fn of(sorted: &[C]) -> Option<CompressedKeys<C>> {
        CompressedKeys::collect(sorted.iter().copied())
    }

    /// Of numbers that come in increasing order, without a list of them. None where they take more
    /// words than 32 bits can number.
    pub fn collect(sorted: impl Iterator<Item = C>) -> Option<CompressedKeys<C>> {
        let mut keys = CompressedKeys::default();
        let mut block = Vec::with_capacity(BLOCK);
        for code in sorted {
            block.push(code);
            if block.len() == BLOCK {
                keys.add(&block)?;
                block.clear();
            }
        }
        keys.add(&block)?;
        keys.heads.shrink_to_fit();
        keys.places.shrink_to_fit();
        keys.words.shrink_to_fit();
        keys.index()?;
        Some(keys)
    }

    /// Adds a block; only the last one may be short.
    fn add(&mut self, block: &[C]) -> Option<()> {
        let (Some(first), Some(last)) = (block.first(), block.last()) else { return Some(()) };
        let head = first.number();
        let width = 128 - (last.number() - head).leading_zeros();
        let place = u32::try_from(self.words.len()).ok()?;
        self.len += block.len();
        self.heads.push(*first);
        self.places.push((place, width as u8));
        let bits = block.len() * width as usize;
        self.words.resize(self.words.len() + bits.div_ceil(64), 0);
        for (at, code) in block.iter().enumerate() {
            write(&mut self.words[place as usize..], at * width as usize, width, code.number() - head);
        }
        Some(())
    }

    /// Makes the index: about two places for every head.
    fn index(&mut self) -> Option<()> {
        let (Some(first), Some(last)) = (self.heads.first(), self.heads.last()) else { return Some(()) };
        let first = first.number();
        let span = 128 - (last.number() - first).leading_zeros();
        self.shift = span.saturating_sub(self.heads.len().ilog2() + 1);
        let high = |code: C| ((code.number() - first) >> self.shift) as usize;
        let mut index = vec![0; high(*last) + 2];
        for head in &self.heads {
            index[high(*head) + 1] += 1;
        }
        u32::try_from(self.heads.len()).ok()?;
        for at in 1..index.len() {
            index[at] += index[at - 1];
        }
        self.index = index;
        Some(())
    }

    /// The block in which a number stands if it stands anywhere.
    #[inline]
    fn block(&self, code: C) -> Option<usize> {
        let distance = code.number().checked_sub(self.heads.first()?.number())?;
        let high = usize::try_from(distance >> self.shift).unwrap_or(usize::MAX).min(self.index.len() - 2);
        let (from, to) = (self.index[high] as usize, self.index[high + 1] as usize);
        (from + self.heads[from..to].partition_point(|head| *head <= code)).checked_sub(1)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number at a place of the list.
    ///
    /// # Panics
    /// There is no such place.
    pub fn get(&self, at: usize) -> C {
        self.in_block(at / BLOCK, at % BLOCK)
    }

    #[inline]
    fn in_block(&self, block: usize, at: usize) -> C {
        let (first, width) = self.places[block];
        let distance = read(&self.words[first as usize..], at * usize::from(width), u32::from(width));
        C::cut(self.heads[block].number() + distance)
    }

    /// Where a number stands.
    pub fn find(&self, code: C) -> Option<usize> {
        let block = self.block(code)?;
        let (first, width) = self.places[block];
        let distance = code.number() - self.heads[block].number();
        let words = &self.words[first as usize..];
        let (mut low, mut high) = (0, BLOCK.min(self.len - block * BLOCK));
        while high - low > 1 {
            let middle = low.midpoint(high);
            let there = read(words, middle * usize::from(width), u32::from(width));
            if there <= distance { low = middle } else { high = middle }
        }
        let there = read(words, low * usize::from(width), u32::from(width));
        (there == distance).then_some(block * BLOCK + low)
    }

    /// Appends the numbers of a range.
    pub(super) fn copy(&self, range: std::ops::Range<usize>, into: &mut Vec<C>) {
        into.extend(range.map(|at| self.get(at)));
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (self.heads.len() * size_of::<C>()
            + self.places.len() * 8
            + self.words.len() * 8
            + self.index.len() * 4) as u64
    }
}

/// Writes `width` bits from bit `at` on, where zeros stand.
fn write(words: &mut [u64], at: usize, width: u32, value: u128) {
    let mut left = width;
    let (mut at, mut value) = (at, value);
    while left > 0 {
        let shift = (at % 64) as u32;
        let now = left.min(64 - shift);
        words[at / 64] |= (value as u64 & ones(now)) << shift;
        value = value.checked_shr(now).unwrap_or(0);
        at += now as usize;
        left -= now;
    }
}

/// Reads `width` bits from bit `at` on.
#[inline]
fn read(words: &[u64], at: usize, width: u32) -> u128 {
    if width > 64 {
        return u128::from(read_word(words, at, 64))
            | u128::from(read_word(words, at + 64, width - 64)) << 64;
    }
    u128::from(read_word(words, at, width))
}

/// Reads `width` bits, at most 64, from bit `at` on.
#[inline]
fn read_word(words: &[u64], at: usize, width: u32) -> u64 {
    if width == 0 {
        return 0;
    }
    let shift = (at % 64) as u32;
    let low = words[at / 64] >> shift;
    let rest = if shift + width > 64 { words[at / 64 + 1] << (64 - shift) } else { 0 };
    (low | rest) & ones(width)
}

#[inline]
fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold<C: PositionCode>(numbers: impl Iterator<Item = u128>) {
        let mut sorted: Vec<C> = numbers.map(C::cut).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let keys = CompressedKeys::of(&sorted).unwrap();
        for (at, &code) in sorted.iter().enumerate() {
            assert_eq!(keys.get(at), code);
            assert_eq!(keys.find(code), Some(at));
            let next = C::cut(code.number().wrapping_add(1));
            assert_eq!(keys.find(next), sorted.binary_search(&next).ok());
        }
        assert_eq!(keys.find(C::cut(3)), sorted.binary_search(&C::cut(3)).ok());
    }

    #[test]
    fn every_number_is_found_and_no_other() {
        let mut x = 1_u128;
        let mut next = || {
            x = x.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x1234_5678_9abc_def1);
            x ^ x >> 71
        };
        for bits in [1, 5, 11, 20, 33, 63] {
            let some: Vec<u128> = (0..1000).map(|_| next() & ((1 << bits) - 1)).collect();
            hold::<u64>(some.iter().copied());
            hold::<u128>(some.iter().map(|n| n * 0x1_0000_0000_0000_0001));
        }
        hold::<u64>((0..300).map(|n| u128::from(u64::MAX) - n));
        hold::<u128>([0, u128::MAX].into_iter());
        hold::<u64>(std::iter::empty());
    }

    #[test]
    fn numbers_side_by_side_take_little_more_than_a_byte() {
        let keys = CompressedKeys::of(&(1 << 40..(1 << 40) + 64_000).collect::<Vec<u64>>()).unwrap();
        assert!(keys.bytes() < 80_000, "{} bytes", keys.bytes());
    }
}
