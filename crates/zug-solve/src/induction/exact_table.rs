//! Exact values of positions: an array by the number of the key where that has few bits, otherwise
//! a hash table by canonical form.

use super::{InducedValue, SumReach};
use crate::tracer::colour_swapped;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use zug_game::{CanonicalForm, Game, Value};

/// The most bits of a number that addresses an array: 128 MiB of values, of which the system gives
/// what is written to.
const ARRAY_BITS: u32 = 24;

/// The table.
pub(super) enum ExactTable<K, const N: usize> {
    /// By the number of the key.
    Array {
        /// The values with their sign bits flipped: 0, which the system's empty pages hold, stands
        /// for none, and would be the least of all numbers, which is no value.
        flipped: Vec<Value>,
        /// The reach of the integers.
        reach: Vec<[SumReach; N]>,
    },
    /// By the canonical form, or by the key where there are integers, which forms may exchange.
    Hashed(FxHashMap<K, InducedValue<N>>),
}

/// Where a position belongs.
pub(super) enum ExactSlot<K> {
    At(usize),
    Under(CanonicalForm<K>),
}

impl<K: Clone + Eq + Hash, const N: usize> ExactTable<K, N> {
    /// An empty table for positions that can be reached from this one; an array has at most so many
    /// bytes.
    pub(super) fn new<G: Game<Key = K>>(game: &G, from: &G::Position, bytes: u64) -> ExactTable<K, N> {
        let bits = game.number_bits(from).filter(|bits| *bits <= ARRAY_BITS);
        let entry = size_of::<InducedValue<N>>() as u64;
        match bits.filter(|bits| entry << bits <= bytes) {
            Some(bits) => {
                ExactTable::Array { flipped: vec![0; 1 << bits], reach: vec![[[0; 2]; N]; 1 << bits] }
            }
            None => ExactTable::Hashed(FxHashMap::default()),
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn slot<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> ExactSlot<K> {
        match self {
            ExactTable::Array { .. } => ExactSlot::At(game.number(&game.key(position)) as usize),
            ExactTable::Hashed(_) if N > 0 => {
                ExactSlot::Under(CanonicalForm { key: game.key(position), colour_swapped: false })
            }
            ExactTable::Hashed(_) => ExactSlot::Under(game.canonical(position)),
        }
    }

    /// The entry of the position that belongs there.
    #[inline(always)]
    pub(super) fn get(&self, slot: &ExactSlot<K>) -> Option<InducedValue<N>> {
        match (self, slot) {
            (ExactTable::Array { flipped, reach }, ExactSlot::At(at)) => {
                let value = flipped.get(*at).filter(|value| **value != 0)? ^ Value::MIN;
                Some(InducedValue { value, reach: *reach.get(*at)? })
            }
            (ExactTable::Hashed(entries), ExactSlot::Under(form)) => {
                entries.get(&form.key).map(|worth| across(*worth, form))
            }
            _ => None,
        }
    }

    /// Keeps the entry of the position that belongs there.
    #[inline(always)]
    pub(super) fn insert(&mut self, slot: ExactSlot<K>, worth: InducedValue<N>) {
        match (self, slot) {
            (ExactTable::Array { flipped, reach }, ExactSlot::At(at)) => {
                if let (Some(value), Some(reach)) = (flipped.get_mut(at), reach.get_mut(at)) {
                    (*value, *reach) = (worth.value ^ Value::MIN, worth.reach);
                }
            }
            (ExactTable::Hashed(entries), ExactSlot::Under(form)) => {
                let worth = across(worth, &form);
                entries.insert(form.key, worth);
            }
            _ => {}
        }
    }

    /// Whether the next entry makes the table grow.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        matches!(self, ExactTable::Hashed(entries) if entries.len() == entries.capacity())
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            ExactTable::Array { flipped, .. } => flipped.len() as u64 * size_of::<InducedValue<N>>() as u64,
            // An eighth of a hash table is free, and each place has a byte beside it.
            ExactTable::Hashed(entries) => {
                (entries.capacity() as u64).saturating_mul(size_of::<(K, InducedValue<N>)>() as u64 + 1) / 7
                    * 8
            }
        }
    }
}

/// The entry of a position under its form, or back: with the players swapped its value is the
/// negative.
fn across<const N: usize>(worth: InducedValue<N>, form: &CanonicalForm<impl Sized>) -> InducedValue<N> {
    if form.colour_swapped { InducedValue { value: colour_swapped(worth.value), ..worth } } else { worth }
}
