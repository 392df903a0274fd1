//! Key encoding: writes the key of a position as one whole number: the bits of its fields without
//! those that keys leave out.

use super::engine::Engine;
use super::tier_function::TierFunction;
use std::marker::PhantomData;
use zug_machine::Machine;
use zug_solve::{PositionCode, PositionIndexing};

/// Most words of a position.
const WORDS: usize = zug_machine::layout::MAX_WORDS;

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
pub(super) struct KeyEncoding {
    segments: Vec<Segment>,
    /// What stands in the bits that keys leave out.
    rest: [u64; WORDS],
    bits: u32,
}

impl KeyEncoding {
    /// Of the keys of a machine.
    pub(super) fn of(machine: &Machine) -> KeyEncoding {
        let mut encoding = KeyEncoding { segments: Vec::new(), rest: [0; WORDS], bits: 0 };
        for (word, &mask) in machine.key.iter().enumerate().take(WORDS) {
            encoding.rest[word] = machine.start.get(word).copied().unwrap_or(0) & !mask;
            encoding.add(word, mask);
        }
        encoding
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
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Which bit of a number a bit of a word is; none for those that keys leave out.
    pub(super) fn place(&self, word: usize, bit: u32) -> Option<u32> {
        self.segments.iter().filter(|segment| segment.word == word).find_map(|segment| {
            let at = bit.checked_sub(segment.shift)?;
            (segment.mask.checked_shr(at)? & 1 == 1).then_some(segment.to + at)
        })
    }

    /// The number of a position, where numbers have 64 bits at most.
    #[inline(always)]
    fn pack_small(&self, words: &[u64]) -> u64 {
        let put =
            |number: u64, s: &Segment| number | (words[s.word] >> (s.shift & 63) & s.mask) << (s.to & 63);
        self.segments.iter().fold(0, put)
    }

    /// The number of a position.
    #[inline(always)]
    fn pack(&self, words: &[u64]) -> u128 {
        let put = |number: u128, s: &Segment| number | u128::from(words[s.word] >> s.shift & s.mask) << s.to;
        self.segments.iter().fold(0, put)
    }

    /// A position with this number, where numbers have 64 bits at most.
    #[inline(always)]
    fn unpack_small(&self, number: u64) -> [u64; WORDS] {
        let mut words = self.rest;
        for s in &self.segments {
            words[s.word] |= (number >> (s.to & 63) & s.mask) << (s.shift & 63);
        }
        words
    }

    /// A position with this number.
    #[inline(always)]
    fn unpack(&self, number: u128) -> [u64; WORDS] {
        let mut words = self.rest;
        for s in &self.segments {
            words[s.word] |= ((number >> s.to) as u64 & s.mask) << s.shift;
        }
        words
    }
}

/// How positions of a machine are numbered and in which order they are solved.
pub(super) struct IndexedPositions<'a, E: Engine, C> {
    encoding: &'a KeyEncoding,
    tier_function: &'a TierFunction,
    blank: E::Position,
    code: PhantomData<fn() -> C>,
}

impl<'a, E: Engine, C: PositionCode> IndexedPositions<'a, E, C> {
    /// For numbers that have room for the bits of a key.
    pub(super) fn new(
        encoding: &'a KeyEncoding,
        tier_function: &'a TierFunction,
        engine: &E,
    ) -> IndexedPositions<'a, E, C> {
        IndexedPositions { encoding, tier_function, blank: engine.start(), code: PhantomData }
    }
}

impl<E: Engine, C: PositionCode> PositionIndexing<E> for IndexedPositions<'_, E, C> {
    type Code = C;

    #[inline(always)]
    fn rank(&self, position: &E::Position) -> C {
        if size_of::<C>() <= size_of::<u64>() {
            return C::cut(u128::from(self.encoding.pack_small(E::words(position))));
        }
        C::cut(self.encoding.pack(E::words(position)))
    }

    #[inline(always)]
    fn unrank(&self, code: C) -> E::Position {
        let mut position = self.blank.clone();
        if size_of::<C>() <= size_of::<u64>() {
            E::set_words(&mut position, &self.encoding.unpack_small(code.number() as u64));
        } else {
            E::set_words(&mut position, &self.encoding.unpack(code.number()));
        }
        position
    }

    #[inline(always)]
    fn tier(&self, position: &E::Position) -> u64 {
        self.tier_function.tier(E::words(position))
    }
}
