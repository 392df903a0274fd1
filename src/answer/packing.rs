//! Positions of a machine by their packed keys and by tiers, as the strong solver wants them.

use super::engine::Engine;
use super::gauge::Gauge;
pub(super) use crate::machine::packing::Packing;
use crate::solve::{Code, Scheme};
use std::marker::PhantomData;

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
