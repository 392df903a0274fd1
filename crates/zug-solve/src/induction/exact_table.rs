//! Exact values of positions: an array by the rank of the key where there are few ranks, otherwise
//! a hash table by canonical form, which becomes an array once that is about as small.

use super::{InducedValue, SumReach};
use crate::pages::NumberArray;
use crate::tracer::colour_swapped;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use zug_game::{CanonicalForm, Game, Value};

/// The most bytes of an array that is there from the beginning; the system gives what is written
/// to.
const SMALL: u64 = 256 << 20;
/// The most ranks for which a hash table becomes an array.
const MOST_RANKS: u64 = 1 << 30;
/// Forms that cost at most so many look-ups are asked for where values lie in an array.
const FORM_COST: u64 = 64;
/// A hash table becomes an array once it has an entry for so many ranks: its entries are ten times
/// as large as those of an array, a fifth of them is empty, and a table that grows is there twice.
const RANKS_FOR_ENTRY: u64 = 16;

/// The table.
pub(super) enum ExactTable<K, const N: usize> {
    /// By the rank of the canonical form where that is cheap, otherwise of the key.
    Array(RankArray<N>),
    /// By the canonical form, or by the key where there are integers, which forms may exchange.
    Hashed {
        entries: FxHashMap<K, InducedValue<N>>,
        /// How many ranks there are, if they fit into an array.
        ranks: Option<usize>,
    },
}

/// Values by ranks.
pub(super) struct RankArray<const N: usize> {
    values: RankValues,
    /// Whether positions belong under their canonical forms.
    forms: bool,
    /// The reach of the integers.
    reach: Vec<[SumReach; N]>,
}

/// Values with their sign bits flipped: 0, which the system's empty pages hold, stands for none,
/// and would be the least of all numbers, which is no value.
enum RankValues {
    Short(NumberArray<u32>),
    Long(NumberArray<u64>),
}

impl RankValues {
    fn len(&self) -> usize {
        match self {
            RankValues::Short(list) => list.all().len(),
            RankValues::Long(list) => list.all().len(),
        }
    }

    #[inline(always)]
    fn get(&self, rank: usize) -> Option<Value> {
        match self {
            RankValues::Short(list) => {
                let flipped = list.all().get(rank).filter(|value| **value != 0)?;
                Some(Value::from((flipped ^ 1 << 31) as i32))
            }
            RankValues::Long(list) => {
                let flipped = list.all().get(rank).filter(|value| **value != 0)?;
                Some((flipped ^ 1 << 63) as i64)
            }
        }
    }

    #[inline(always)]
    fn set(&mut self, rank: usize, value: Value) {
        if let RankValues::Short(list) = self {
            if let Some(value) = i32::try_from(value).ok().filter(|value| *value != i32::MIN) {
                if let Some(place) = list.all_mut().get_mut(rank) {
                    *place = value as u32 ^ 1 << 31;
                }
                return;
            }
            self.widen();
        }
        if let RankValues::Long(list) = self
            && let Some(place) = list.all_mut().get_mut(rank)
        {
            *place = value as u64 ^ 1 << 63;
        }
    }

    /// Makes room for values that need more than 32 bits.
    #[cold]
    fn widen(&mut self) {
        let mut wide = NumberArray::new(self.len());
        for (rank, place) in wide.all_mut().iter_mut().enumerate() {
            *place = self.get(rank).map_or(0, |value| value as u64 ^ 1 << 63);
        }
        *self = RankValues::Long(wide);
    }
}

impl<const N: usize> RankArray<N> {
    fn new<G: Game>(ranks: usize, game: &G) -> RankArray<N> {
        let reach = if N > 0 { vec![[[0; 2]; N]; ranks] } else { Vec::new() };
        let forms = N == 0 && (1..=FORM_COST).contains(&game.canonical_cost());
        RankArray { values: RankValues::Short(NumberArray::new(ranks)), forms, reach }
    }

    /// The bytes of an array for so many ranks.
    fn bytes_of(ranks: u64) -> u64 {
        ranks.saturating_mul((size_of::<u32>() + size_of::<[SumReach; N]>()) as u64)
    }

    #[inline(always)]
    fn get(&self, rank: usize) -> Option<InducedValue<N>> {
        let value = self.values.get(rank)?;
        let reach = if N > 0 { *self.reach.get(rank)? } else { [[0; 2]; N] };
        Some(InducedValue { value, reach })
    }

    #[inline(always)]
    fn set(&mut self, rank: usize, worth: InducedValue<N>) {
        self.values.set(rank, worth.value);
        if N > 0
            && let Some(reach) = self.reach.get_mut(rank)
        {
            *reach = worth.reach;
        }
    }

    fn bytes(&self) -> u64 {
        let is_short = matches!(self.values, RankValues::Short(_));
        let value = if is_short { size_of::<u32>() } else { size_of::<u64>() };
        (self.values.len() * value + self.reach.len() * size_of::<[SumReach; N]>()) as u64
    }
}

/// Where a position belongs.
pub(super) enum ExactSlot<K> {
    /// The rank, and whether the players are exchanged there.
    At(usize, bool),
    Under(CanonicalForm<K>),
}

impl<K: Clone + Eq + Hash, const N: usize> ExactTable<K, N> {
    /// An empty table; an array has at most so many bytes.
    pub(super) fn new<G: Game<Key = K>>(game: &G, bytes: u64) -> ExactTable<K, N> {
        let fits = |ranks: &u64| *ranks <= MOST_RANKS && RankArray::<N>::bytes_of(*ranks) <= bytes;
        let ranks = game.key_ranks().filter(fits);
        match ranks.filter(|ranks| RankArray::<N>::bytes_of(*ranks) <= SMALL) {
            Some(ranks) => ExactTable::Array(RankArray::new(ranks as usize, game)),
            None => ExactTable::Hashed {
                entries: FxHashMap::default(),
                ranks: ranks.and_then(|ranks| usize::try_from(ranks).ok()),
            },
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn slot<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> ExactSlot<K> {
        match self {
            ExactTable::Array(RankArray { forms: true, .. }) => {
                let form = game.canonical(position);
                ExactSlot::At(game.key_rank(&form.key) as usize, form.colour_swapped)
            }
            ExactTable::Array(_) => ExactSlot::At(game.key_rank(&game.key(position)) as usize, false),
            ExactTable::Hashed { .. } if N > 0 => {
                ExactSlot::Under(CanonicalForm { key: game.key(position), colour_swapped: false })
            }
            ExactTable::Hashed { .. } => ExactSlot::Under(game.canonical(position)),
        }
    }

    /// The entry of the position that belongs there.
    #[inline(always)]
    pub(super) fn get(&self, slot: &ExactSlot<K>) -> Option<InducedValue<N>> {
        match (self, slot) {
            (ExactTable::Array(array), ExactSlot::At(rank, swapped)) => {
                array.get(*rank).map(|worth| across(worth, *swapped))
            }
            (ExactTable::Hashed { entries, .. }, ExactSlot::Under(form)) => {
                entries.get(&form.key).map(|worth| across(*worth, form.colour_swapped))
            }
            _ => None,
        }
    }

    /// Keeps the entry of the position that belongs there.
    #[inline(always)]
    pub(super) fn insert<G: Game<Key = K>>(&mut self, game: &G, slot: ExactSlot<K>, worth: InducedValue<N>) {
        match (&mut *self, slot) {
            (ExactTable::Array(array), ExactSlot::At(rank, swapped)) => {
                array.set(rank, across(worth, swapped));
            }
            // The slot was made before the table became an array.
            (ExactTable::Array(array), ExactSlot::Under(form)) => {
                array.set(game.key_rank(&form.key) as usize, across(worth, form.colour_swapped));
            }
            (ExactTable::Hashed { entries, ranks }, ExactSlot::Under(form)) => {
                let worth = across(worth, form.colour_swapped);
                entries.insert(form.key, worth);
                let grows = entries.len() == entries.capacity();
                let dense = |ranks: &usize| entries.len() as u64 * RANKS_FOR_ENTRY >= *ranks as u64;
                if let Some(ranks) = ranks.filter(dense).filter(|_| grows) {
                    let mut array = RankArray::new(ranks, game);
                    entries.iter().for_each(|(key, worth)| array.set(game.key_rank(key) as usize, *worth));
                    *self = ExactTable::Array(array);
                }
            }
            (ExactTable::Hashed { .. }, ExactSlot::At(..)) => {}
        }
    }

    /// The array for a game that writes to it by itself ([`Game::native_induction`]); none where
    /// values lie otherwise.
    pub(super) fn short_values<G: Game>(&mut self, game: &G) -> Option<&mut [u32]> {
        match self {
            ExactTable::Array(RankArray { values: RankValues::Short(list), forms, .. })
                if N == 0 && *forms == game.has_forms_by_turn() =>
            {
                Some(list.all_mut())
            }
            _ => None,
        }
    }

    /// Whether the next entry makes the table grow.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        matches!(self, ExactTable::Hashed { entries, .. } if entries.len() == entries.capacity())
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            ExactTable::Array(array) => array.bytes(),
            // An eighth of a hash table is free, and each place has a byte beside it.
            ExactTable::Hashed { entries, .. } => {
                (entries.capacity() as u64).saturating_mul(size_of::<(K, InducedValue<N>)>() as u64 + 1) / 7
                    * 8
            }
        }
    }
}

/// The entry of a position under its form, or back: with the players swapped its value is the
/// negative.
#[inline(always)]
fn across<const N: usize>(worth: InducedValue<N>, swapped: bool) -> InducedValue<N> {
    if swapped { InducedValue { value: colour_swapped(worth.value), ..worth } } else { worth }
}
