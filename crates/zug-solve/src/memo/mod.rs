//! The transposition table: what a search proved about positions, an interval that holds the value, and the move to try first.
//! Whoever uses Zug calls it the memo (`--memo`), hence the name of this module; the types are called tables.
//!
//! Tables of whole keys, never of bare hashes: what they tell of a position was proved for that position. There is no way
//! to put in a bound as a value: [`OpenTable::store`] is told the window too, and what is kept is an interval. What is lost is found again, so the
//! size of a table changes how long a search takes, never its answer.
//!
//! | table | for |
//! |---|---|
//! | [`packed`] | keys that are numbers of few bits: one word for each |
//! | [`full_key`] | all others |
//! | several [`full_key`] ones, each behind a lock | all others, searched by several threads |

mod bounds;
mod full_key;
mod packed;
#[cfg(test)]
mod tests;

pub(super) use bounds::Bounds;

use crate::tracer::{Window, colour_swapped};
use full_key::FullKeyTable;
use packed::{EntryLayout, OpenPackedTable, PackedTable};
use std::sync::{Mutex, MutexGuard, PoisonError};
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{CanonicalForm, Game, Value};

/// So many tables with a lock each, as a logarithm.
const LOCKS: u32 = 8;

/// The memory of a transposition table; it outlives searches.
#[derive(Debug)]
pub(crate) enum TranspositionTable<K> {
    Packed(PackedTable),
    FullKey(FullKeyTable<K>),
    Shared(Vec<Mutex<FullKeyTable<K>>>),
}

/// What a table is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableSpec {
    /// Bytes at most.
    pub(super) bytes: u64,
    /// The values that matter most, both ends included.
    pub(super) range: Option<(Value, Value)>,
    /// Whether several threads use it.
    pub(super) shared: bool,
}

/// How the positions that play reaches from this one are written into a packed table, if they are.
fn plan<G: Game>(game: &G, from: &G::Position, wanted: TableSpec) -> Option<EntryLayout> {
    EntryLayout::new(game.number_bits(from)?, wanted.range?)
}

impl<K: Clone + Eq + std::hash::Hash + Default> TranspositionTable<K> {
    /// An empty one for searches from this position.
    pub(super) fn new<G: Game<Key = K>>(
        game: &G,
        from: &G::Position,
        wanted: TableSpec,
    ) -> TranspositionTable<K> {
        if let Some(packed) = plan(game, from, wanted).and_then(|plan| PackedTable::new(plan, wanted.bytes)) {
            return TranspositionTable::Packed(packed);
        }
        match wanted.shared {
            false => TranspositionTable::FullKey(FullKeyTable::new(wanted.bytes)),
            true => {
                let each = || Mutex::new(FullKeyTable::new(wanted.bytes >> LOCKS));
                TranspositionTable::Shared((0..1 << LOCKS).map(|_| each()).collect())
            }
        }
    }

    /// Whether it can be used for searches from this position.
    pub(super) fn suits<G: Game<Key = K>>(&self, game: &G, from: &G::Position, wanted: TableSpec) -> bool {
        match self {
            TranspositionTable::Packed(packed) => plan(game, from, wanted) == Some(packed.plan()),
            TranspositionTable::FullKey(_) => !wanted.shared,
            TranspositionTable::Shared(_) => wanted.shared,
        }
    }

    /// The memo, for one search after the other, or for several at once where the table is shared.
    pub(super) fn open(&mut self) -> OpenTable<'_, K> {
        match self {
            TranspositionTable::Packed(packed) => OpenTable::Packed(packed.open()),
            TranspositionTable::FullKey(full_key) => OpenTable::FullKey(full_key),
            TranspositionTable::Shared(tables) => OpenTable::Shared(tables),
        }
    }
}

/// A transposition table while it is searched with.
#[derive(Debug)]
pub(super) enum OpenTable<'t, K> {
    Packed(OpenPackedTable<'t>),
    FullKey(&'t mut FullKeyTable<K>),
    Shared(&'t [Mutex<FullKeyTable<K>>]),
}

/// Where a position belongs in a table: its canonical form and the hash of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<K> {
    canonical: CanonicalForm<K>,
    /// The key, mixed.
    mixed: u64,
}

impl<K> Slot<K> {
    /// What tells positions apart, as a rule.
    pub(super) fn mixed(&self) -> u64 {
        self.mixed
    }
}

fn locked<K>(tables: &[Mutex<FullKeyTable<K>>], mixed: u64) -> Option<MutexGuard<'_, FullKeyTable<K>>> {
    let table = tables.get((mixed >> (u64::BITS - LOCKS)) as usize)?;
    Some(table.lock().unwrap_or_else(PoisonError::into_inner))
}

impl<'t, K: Clone + Eq + std::hash::Hash + Default> OpenTable<'t, K> {
    /// The same for another thread; nothing where the table is for one.
    pub(super) fn another(&self) -> Option<OpenTable<'t, K>> {
        match self {
            OpenTable::Packed(open) => Some(OpenTable::Packed(*open)),
            OpenTable::FullKey(_) => None,
            OpenTable::Shared(tables) => Some(OpenTable::Shared(tables)),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            OpenTable::Packed(open) => open.bytes(),
            OpenTable::FullKey(full_key) => full_key.bytes(),
            OpenTable::Shared(tables) => (0..tables.len() as u64)
                .filter_map(|at| locked(tables, at << (u64::BITS - LOCKS)))
                .map(|full_key| full_key.bytes())
                .sum(),
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn slot<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Slot<K> {
        let canonical = game.canonical(position);
        let mixed = match self {
            OpenTable::Packed(open) => open.mixed(game.number(&canonical.key)),
            _ => full_key::mixed(&canonical.key),
        };
        Slot { canonical, mixed }
    }

    /// Prefetches what is known of a position: most of the table lies in no cache, and while one waits others can be asked for.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: &Slot<K>) {
        match self {
            OpenTable::Packed(open) => open.prefetch(slot.mixed),
            OpenTable::FullKey(full_key) => full_key.prefetch(slot.mixed),
            OpenTable::Shared(_) => {}
        }
    }

    /// What is known of a position: bounds of its value.
    #[inline(always)]
    pub(super) fn probe(&self, slot: &Slot<K>) -> Bounds {
        let bounds = match self {
            OpenTable::Packed(open) => open.probe(slot.mixed),
            OpenTable::FullKey(full_key) => full_key.probe(&slot.canonical.key, slot.mixed),
            OpenTable::Shared(tables) => locked(tables, slot.mixed)
                .map_or(Bounds::NOTHING, |full_key| full_key.probe(&slot.canonical.key, slot.mixed)),
        };
        if slot.canonical.colour_swapped { bounds.colour_swapped() } else { bounds }
    }

    /// Stores what a search with this window proved of a position. `positions` is what it took. Says no where two results of the position
    /// cannot both hold.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        slot: &Slot<K>,
        value: Value,
        window: Window,
        best: Option<usize>,
        positions: u64,
    ) -> bool {
        let value = if is_broken(Shortcut::TranspositionTable) { value.saturating_neg() } else { value };
        let bounds = match slot.canonical.colour_swapped {
            false => Bounds::proved(value, window, best),
            true => Bounds::proved(colour_swapped(value), window.colour_swapped(), best),
        };
        match self {
            OpenTable::Packed(open) => open.store(slot.mixed, bounds, positions),
            OpenTable::FullKey(full_key) => {
                full_key.store(&slot.canonical.key, slot.mixed, bounds, positions)
            }
            OpenTable::Shared(tables) => locked(tables, slot.mixed).is_none_or(|mut full_key| {
                full_key.store(&slot.canonical.key, slot.mixed, bounds, positions)
            }),
        }
    }

    /// Whether there should be more room, and it has to be made by [`OpenTable::grow`]; other tables grow by themselves.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        matches!(self, OpenTable::Packed(open) if open.is_crowded())
    }

    /// Makes more room. Nobody else may use it meanwhile.
    pub(super) fn grow(&self) {
        if let OpenTable::Packed(open) = self {
            open.double();
        }
    }
}
