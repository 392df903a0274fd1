//! The transposition table: bounds that a search proved of positions, and the move to search first.
//! The user calls it the memo (`--memo`), hence the name of this module; the types are called
//! tables.
//!
//! An entry is found by the whole key, never by a hash alone, so its bounds were proved for that
//! position. A bound cannot be stored as a value: [`OpenTable::store`] takes the window too and
//! stores an interval. A lost entry is computed again, so the size of a table changes the time of a
//! search, never its answer.
//!
//! | table | for |
//! |---|---|
//! | [`packed`] | keys that are numbers of few bits: one word an entry |
//! | [`full_key`] | all other keys |
//! | 256 [`full_key`] tables, each behind a lock | all other keys, searched by several threads |

mod bounds;
mod full_key;
mod packed;
#[cfg(test)]
mod tests;

pub(super) use bounds::Bounds;

use crate::mixed_hash::mixed_hash;
use crate::tracer::{Window, colour_swapped};
use full_key::FullKeyTable;
use packed::{EntryLayout, OpenPackedTable, PackedTable};
use std::sync::{Mutex, MutexGuard, PoisonError};
use zug_game::ProcessMemory;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{CanonicalForm, Game, Value};

/// The logarithm of the number of parts of a shared table, each with its own lock.
const LOCKS: u32 = 8;

/// The memory of a transposition table; it may outlive a search.
#[derive(Debug)]
pub(crate) enum TranspositionTable<K> {
    Packed(PackedTable),
    FullKey(FullKeyTable<K>),
    Shared(Vec<Mutex<FullKeyTable<K>>>),
}

/// The table that a search wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableSpec {
    /// Its greatest size in bytes.
    pub(super) bytes: u64,
    /// The values to represent exactly if possible, both ends included. None: unknown.
    pub(super) range: Option<(Value, Value)>,
    /// Whether several threads use it.
    pub(super) shared: bool,
    /// The memory of the whole process, where it is bounded.
    pub(super) process: Option<ProcessMemory>,
}

impl TableSpec {
    /// Of no more bytes than the process may still take.
    fn within_process(self) -> TableSpec {
        let left = self.process.and_then(ProcessMemory::left);
        TableSpec { bytes: left.map_or(self.bytes, |left| left.min(self.bytes)), ..self }
    }
}

/// The layout of packed entries for the positions reachable from `from`; none if they do not fit.
fn plan<G: Game>(game: &G, from: &G::Position, wanted: TableSpec) -> Option<EntryLayout> {
    EntryLayout::new(game.number_bits(from)?, wanted.range?)
}

impl<K: Clone + Eq + std::hash::Hash + Default> TranspositionTable<K> {
    /// An empty table for searches from this position.
    pub(super) fn new<G: Game<Key = K>>(
        game: &G,
        from: &G::Position,
        wanted: TableSpec,
    ) -> TranspositionTable<K> {
        let wanted = wanted.within_process();
        if let Some(packed) = plan(game, from, wanted).and_then(|plan| PackedTable::new(plan, wanted.bytes)) {
            return TranspositionTable::Packed(packed);
        }
        match wanted.shared {
            false => TranspositionTable::FullKey(FullKeyTable::new(wanted.bytes, wanted.process)),
            true => {
                let each = || Mutex::new(FullKeyTable::new(wanted.bytes >> LOCKS, wanted.process));
                TranspositionTable::Shared((0..1 << LOCKS).map(|_| each()).collect())
            }
        }
    }

    /// Whether this table serves searches from this position.
    pub(super) fn suits<G: Game<Key = K>>(&self, game: &G, from: &G::Position, wanted: TableSpec) -> bool {
        match self {
            TranspositionTable::Packed(packed) => plan(game, from, wanted) == Some(packed.plan()),
            TranspositionTable::FullKey(_) => !wanted.shared,
            TranspositionTable::Shared(_) => wanted.shared,
        }
    }

    /// Opens the table for one search after the other, or for several at once where it is shared.
    pub(super) fn open(&mut self) -> OpenTable<'_, K> {
        match self {
            TranspositionTable::Packed(packed) => OpenTable::Packed(packed.open()),
            TranspositionTable::FullKey(full_key) => OpenTable::FullKey(full_key),
            TranspositionTable::Shared(tables) => OpenTable::Shared(tables),
        }
    }
}

/// A transposition table while searches use it.
#[derive(Debug)]
pub(super) enum OpenTable<'t, K> {
    Packed(OpenPackedTable<'t>),
    FullKey(&'t mut FullKeyTable<K>),
    Shared(&'t [Mutex<FullKeyTable<K>>]),
}

/// Where a position belongs in a table: its canonical form and the mixed hash of the canonical key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<K> {
    canonical: CanonicalForm<K>,
    /// The mixed hash of the key; in a packed table the mixed number of the key.
    mixed: u64,
}

impl<K> Slot<K> {
    /// The mixed hash. Positions with different hashes differ; equal hashes may collide.
    pub(super) fn mixed(&self) -> u64 {
        self.mixed
    }
}

// The high bits choose the part; the low ones choose the bucket inside it.
fn locked<K>(tables: &[Mutex<FullKeyTable<K>>], mixed: u64) -> Option<MutexGuard<'_, FullKeyTable<K>>> {
    let table = tables.get((mixed >> (u64::BITS - LOCKS)) as usize)?;
    Some(table.lock().unwrap_or_else(PoisonError::into_inner))
}

impl<'t, K: Clone + Eq + std::hash::Hash + Default> OpenTable<'t, K> {
    /// A handle for another thread; none where the table serves one thread only.
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

    /// The positions that it holds, where none had to give way to another yet; none where several
    /// threads use it.
    pub(super) fn held_with_room(&self) -> Option<u64> {
        match self {
            OpenTable::Packed(open) => open.held_with_room(),
            OpenTable::FullKey(full_key) => full_key.held_with_room(),
            OpenTable::Shared(_) => None,
        }
    }

    /// The slot of a position.
    #[inline(always)]
    pub(super) fn slot<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Slot<K> {
        self.slot_of(game, game.canonical(position))
    }

    /// The slot of a position under its own key.
    #[inline(always)]
    pub(super) fn plain_slot<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Slot<K> {
        self.slot_of(game, CanonicalForm { key: game.key(position), colour_swapped: false })
    }

    #[inline(always)]
    fn slot_of<G: Game<Key = K>>(&self, game: &G, canonical: CanonicalForm<K>) -> Slot<K> {
        let mixed = match self {
            OpenTable::Packed(open) => open.mixed(game.number(&canonical.key)),
            _ => mixed_hash(&canonical.key, 0),
        };
        Slot { canonical, mixed }
    }

    /// Prefetches the entry's bucket into the cache. Most buckets miss it, and prefetching several
    /// lets the misses overlap.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: &Slot<K>) {
        match self {
            OpenTable::Packed(open) => open.prefetch(slot.mixed),
            OpenTable::FullKey(full_key) => full_key.prefetch(slot.mixed),
            OpenTable::Shared(_) => {}
        }
    }

    /// The stored bounds of the position's value.
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

    /// Stores the result of a search of this position with this window; `positions` is the work it
    /// took. False if it contradicts the stored bounds.
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

    /// Whether the caller should call [`OpenTable::grow`]; full-key tables grow by themselves.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        matches!(self, OpenTable::Packed(open) if open.is_crowded())
    }

    /// Doubles a packed table. No other thread may use the table meanwhile.
    pub(super) fn grow(&self) {
        if let OpenTable::Packed(open) = self {
            open.double();
        }
    }
}
