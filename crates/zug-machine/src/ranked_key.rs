//! The rank of a key: a number in mixed radix, of which there are no more than combinations of the
//! values of fields. Where the numbers of values are no powers of two it takes fewer numbers than
//! the bits of [`super::compact_key`].

use super::Machine;
use super::eval::{ones, shl, shr};
use super::layout::{BitField, ValueEncoding};

/// The ranks of a machine's keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedKey {
    digits: Vec<RankDigit>,
    /// How many ranks there are.
    size: u64,
}

/// A digit: some bits of a key, and what they count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankDigit {
    /// The word of the key.
    pub word: usize,
    /// The lowest bit, below 64.
    pub shift: u32,
    /// All ones, as many as the digit has bits.
    pub mask: u64,
    /// What one counts for.
    pub weight: u64,
}

impl RankedKey {
    /// The ranks of a machine whose key is set; none where there are more than 2^62.
    pub fn of(machine: &Machine) -> Option<RankedKey> {
        let mut ranks = RankedKey { digits: Vec::new(), size: 1 };
        let mut left = machine.key.clone();
        for field in &machine.layout.fields {
            for (part, bit_fields) in field.parts.iter().enumerate() {
                for slot in bit_fields {
                    ranks.add(*slot, values(field.code, part, *slot), &mut left)?;
                }
            }
        }
        ranks.add(machine.layout.turn, 2, &mut left)?;
        for word in 0..left.len() {
            while left[word] != 0 {
                let shift = left[word].trailing_zeros();
                let width = shr(left[word], shift.into()).trailing_ones();
                let slot = BitField { word: word as u8, shift: shift as u8, width: width as u8 };
                ranks.add(slot, combinations(width), &mut left)?;
            }
        }
        Some(ranks)
    }

    /// Adds a digit with so many values, where the bits belong to the key; what is left of the key
    /// lacks them then.
    fn add(&mut self, slot: BitField, values: u64, left: &mut [u64]) -> Option<()> {
        let Some(word) = left.get_mut(usize::from(slot.word)) else { return Some(()) };
        if slot.width == 0 || *word & slot.placed() != slot.placed() {
            return Some(());
        }
        *word &= !slot.placed();
        let mask = ones(slot.width.into());
        let digit = RankDigit { word: slot.word.into(), shift: slot.shift.into(), mask, weight: self.size };
        self.digits.push(digit);
        self.size = self.size.checked_mul(values).filter(|size| *size <= 1 << 62)?;
        Some(())
    }

    /// How many ranks there are: each is below.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The digits; their bits belong to the key.
    pub fn digits(&self) -> &[RankDigit] {
        &self.digits
    }

    /// The rank of a key, or of a position with that key. Different keys of positions have
    /// different ranks.
    #[inline(always)]
    pub fn rank(&self, key: &[u64]) -> u64 {
        self.digits.iter().fold(0, |rank, digit| {
            let value = key.get(digit.word).map_or(0, |word| word >> digit.shift & digit.mask);
            rank + value * digit.weight
        })
    }
}

/// How many values a part of an entry has.
fn values(code: ValueEncoding, part: usize, slot: BitField) -> u64 {
    let with = |count: u64, or_none: bool| count.saturating_add(u64::from(or_none));
    match code {
        ValueEncoding::Int { low, high, or_none } => with(high.abs_diff(low).saturating_add(1), or_none),
        ValueEncoding::Element { count, or_none } => with(count as u64, or_none),
        ValueEncoding::Bool | ValueEncoding::Set { .. } => {
            debug_assert!(part == 0 || !matches!(code, ValueEncoding::Bool));
            combinations(slot.width.into())
        }
    }
}

/// How many numbers so many bits hold.
fn combinations(width: u32) -> u64 {
    shl(1, width.into()).max(u64::from(width == 64) * u64::MAX)
}
