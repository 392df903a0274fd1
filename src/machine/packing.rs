//! Writes the key of a position as one whole number: the bits of its fields without those that keys leave out.

use super::Machine;

/// Most words of a position.
const WORDS: usize = super::layout::MAX_WORDS;

/// Some bits of a word, and where in the number they go.
#[derive(Clone, Copy, Debug)]
struct Segment {
    word: usize,
    shift: u32,
    mask: u64,
    to: u32,
}

/// Where the bits of a key go.
#[derive(Clone, Debug)]
pub struct Packing {
    segments: Vec<Segment>,
    /// What stands in the bits that keys leave out.
    rest: [u64; WORDS],
    bits: u32,
}

impl Packing {
    /// Of the keys of a machine.
    pub fn of(machine: &Machine) -> Packing {
        let mut packing = Packing { segments: Vec::new(), rest: [0; WORDS], bits: 0 };
        for (word, &mask) in machine.key.iter().enumerate().take(WORDS) {
            packing.rest[word] = machine.start.get(word).copied().unwrap_or(0) & !mask;
            packing.add(word, mask);
        }
        packing
    }

    /// Adds the runs of ones of a mask.
    fn add(&mut self, word: usize, mut mask: u64) {
        while mask != 0 {
            let shift = mask.trailing_zeros();
            let width = (mask >> shift).trailing_ones();
            let ones = u64::MAX >> (64 - width);
            self.segments.push(Segment { word, shift, mask: ones, to: self.bits });
            self.bits += width;
            mask &= !(ones << shift);
        }
    }

    /// Bits of a number.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Which bit of a number a bit of a word is; none for those that keys leave out.
    pub fn place(&self, word: usize, bit: u32) -> Option<u32> {
        self.segments.iter().filter(|segment| segment.word == word).find_map(|segment| {
            let at = bit.checked_sub(segment.shift)?;
            (segment.mask.checked_shr(at)? & 1 == 1).then_some(segment.to + at)
        })
    }

    /// The number of a position, where numbers have 64 bits at most.
    #[inline(always)]
    pub fn pack_small(&self, words: &[u64]) -> u64 {
        let put =
            |number: u64, s: &Segment| number | (words[s.word] >> (s.shift & 63) & s.mask) << (s.to & 63);
        self.segments.iter().fold(0, put)
    }

    /// The number of a position.
    #[inline(always)]
    pub fn pack(&self, words: &[u64]) -> u128 {
        let put = |number: u128, s: &Segment| number | u128::from(words[s.word] >> s.shift & s.mask) << s.to;
        self.segments.iter().fold(0, put)
    }

    /// A position with this number, where numbers have 64 bits at most.
    #[inline(always)]
    pub fn unpack_small(&self, number: u64) -> [u64; WORDS] {
        let mut words = self.rest;
        for s in &self.segments {
            words[s.word] |= (number >> (s.to & 63) & s.mask) << (s.shift & 63);
        }
        words
    }

    /// A position with this number.
    #[inline(always)]
    pub fn unpack(&self, number: u128) -> [u64; WORDS] {
        let mut words = self.rest;
        for s in &self.segments {
            words[s.word] |= ((number >> s.to) as u64 & s.mask) << s.shift;
        }
        words
    }
}
