//! Writes the key of a position as one whole number: the bits of its fields without those that keys leave out.

use super::engine::Engine;
use super::gauge::Gauge;
use crate::machine::Machine;
use crate::solve::{Code, Scheme};
use std::marker::PhantomData;

/// Most words of a position.
const WORDS: usize = crate::machine::layout::MAX_WORDS;

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

    #[inline(always)]
    fn pack<C: Code>(&self, words: &[u64]) -> C {
        let put = |number: u128, s: &Segment| number | u128::from(words[s.word] >> s.shift & s.mask) << s.to;
        C::cut(self.segments.iter().fold(0, put))
    }

    #[inline(always)]
    fn unpack<C: Code>(&self, code: C) -> [u64; WORDS] {
        let (number, mut words) = (code.number(), self.rest);
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
        self.packing.pack(E::words(position))
    }

    #[inline(always)]
    fn position(&self, code: C) -> E::Position {
        let mut position = self.blank.clone();
        E::set_words(&mut position, &self.packing.unpack(code));
        position
    }

    #[inline(always)]
    fn tier(&self, position: &E::Position) -> u64 {
        self.gauge.tier(E::words(position))
    }
}
