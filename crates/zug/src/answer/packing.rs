//! Writes the key of a position as one whole number: the bits of its fields without those that keys leave out.

use super::engine::Engine;
use super::gauge::Gauge;
use std::marker::PhantomData;
use zug_machine::Machine;
use zug_solve::{Code, Scheme};

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
pub(super) struct Packing {
    segments: Vec<Segment>,
    /// What stands in the bits that keys leave out.
    rest: [u64; WORDS],
    bits: u32,
}

impl Packing {
    /// Of the keys of a machine.
    pub(super) fn of(machine: &Machine) -> Packing {
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
pub(super) struct Packed<'a, E: Engine, C> {
    packing: &'a Packing,
    gauge: &'a Gauge,
    blank: E::Position,
    code: PhantomData<fn() -> C>,
}

impl<'a, E: Engine, C: Code> Packed<'a, E, C> {
    /// For numbers that have room for the bits of a key.
    pub(super) fn new(packing: &'a Packing, gauge: &'a Gauge, engine: &E) -> Packed<'a, E, C> {
        Packed { packing, gauge, blank: engine.start(), code: PhantomData }
    }
}

impl<E: Engine, C: Code> Scheme<E> for Packed<'_, E, C> {
    type Code = C;

    #[inline(always)]
    fn code(&self, position: &E::Position) -> C {
        if size_of::<C>() <= size_of::<u64>() {
            return C::cut(u128::from(self.packing.pack_small(E::words(position))));
        }
        C::cut(self.packing.pack(E::words(position)))
    }

    #[inline(always)]
    fn position(&self, code: C) -> E::Position {
        let mut position = self.blank.clone();
        if size_of::<C>() <= size_of::<u64>() {
            E::set_words(&mut position, &self.packing.unpack_small(code.number() as u64));
        } else {
            E::set_words(&mut position, &self.packing.unpack(code.number()));
        }
        position
    }

    #[inline(always)]
    fn tier(&self, position: &E::Position) -> u64 {
        self.gauge.tier(E::words(position))
    }
}
