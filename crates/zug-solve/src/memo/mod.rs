//! Remembers what a search proved about positions: an interval that holds the value, and the move to try first.
//!
//! Tables of whole keys, never of bare hashes: what they tell of a position was proved for that position. There is no way
//! to put in a bound as a value: [`Memo::keep`] is told the window too, and what is kept is an interval. What is lost is found again, so the
//! size of a table changes how long a search takes, never its answer.
//!
//! | table | for |
//! |---|---|
//! | [`slim`] | keys that are numbers of few bits: one word for each |
//! | [`whole`] | all others |
//! | several [`whole`] ones, each behind a lock | all others, searched by several threads |

mod known;
mod slim;
#[cfg(test)]
mod tests;
mod whole;

pub(super) use known::Known;

use crate::tracer::{Window, exchanged};
use slim::{Open, Plan, Slim};
use std::sync::{Mutex, MutexGuard, PoisonError};
use whole::Whole;
use zug_game::{Class, Game, Value};

/// So many tables with a lock each, as a logarithm.
const LOCKS: u32 = 8;

/// The memory of a memo; it outlives searches.
#[derive(Debug)]
pub(crate) enum Table<K> {
    Slim(Slim),
    Whole(Whole<K>),
    Shared(Vec<Mutex<Whole<K>>>),
}

/// What a table is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Bytes at most.
    pub(super) bytes: u64,
    /// The values that matter most, both ends included.
    pub(super) range: Option<(Value, Value)>,
    /// Whether several threads use it.
    pub(super) shared: bool,
}

/// How the positions that play reaches from this one are written into a slim table, if they are.
fn plan<G: Game>(game: &G, from: &G::Position, wanted: Wanted) -> Option<Plan> {
    Plan::new(game.number_bits(from)?, wanted.range?)
}

impl<K: Clone + Eq + std::hash::Hash + Default> Table<K> {
    /// An empty one for searches from this position.
    pub(super) fn new<G: Game<Key = K>>(game: &G, from: &G::Position, wanted: Wanted) -> Table<K> {
        if let Some(slim) = plan(game, from, wanted).and_then(|plan| Slim::new(plan, wanted.bytes)) {
            return Table::Slim(slim);
        }
        match wanted.shared {
            false => Table::Whole(Whole::new(wanted.bytes)),
            true => {
                let each = || Mutex::new(Whole::new(wanted.bytes >> LOCKS));
                Table::Shared((0..1 << LOCKS).map(|_| each()).collect())
            }
        }
    }

    /// Whether it can be used for searches from this position.
    pub(super) fn suits<G: Game<Key = K>>(&self, game: &G, from: &G::Position, wanted: Wanted) -> bool {
        match self {
            Table::Slim(slim) => plan(game, from, wanted) == Some(slim.plan()),
            Table::Whole(_) => !wanted.shared,
            Table::Shared(_) => wanted.shared,
        }
    }

    /// The memo, for one search after the other, or for several at once where the table is shared.
    pub(super) fn open(&mut self) -> Memo<'_, K> {
        match self {
            Table::Slim(slim) => Memo::Slim(slim.open()),
            Table::Whole(whole) => Memo::Whole(whole),
            Table::Shared(tables) => Memo::Shared(tables),
        }
    }
}

/// A memo while it is searched with.
#[derive(Debug)]
pub(super) enum Memo<'t, K> {
    Slim(Open<'t>),
    Whole(&'t mut Whole<K>),
    Shared(&'t [Mutex<Whole<K>>]),
}

/// Where a position belongs in a memo.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filed<K> {
    class: Class<K>,
    /// The key, mixed.
    mixed: u64,
}

impl<K> Filed<K> {
    /// What tells positions apart, as a rule.
    pub(super) fn mixed(&self) -> u64 {
        self.mixed
    }
}

fn locked<K>(tables: &[Mutex<Whole<K>>], mixed: u64) -> Option<MutexGuard<'_, Whole<K>>> {
    let table = tables.get((mixed >> (u64::BITS - LOCKS)) as usize)?;
    Some(table.lock().unwrap_or_else(PoisonError::into_inner))
}

impl<'t, K: Clone + Eq + std::hash::Hash + Default> Memo<'t, K> {
    /// The same for another thread; nothing where the table is for one.
    pub(super) fn another(&self) -> Option<Memo<'t, K>> {
        match self {
            Memo::Slim(open) => Some(Memo::Slim(*open)),
            Memo::Whole(_) => None,
            Memo::Shared(tables) => Some(Memo::Shared(tables)),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Memo::Slim(open) => open.bytes(),
            Memo::Whole(whole) => whole.bytes(),
            Memo::Shared(tables) => (0..tables.len() as u64)
                .filter_map(|at| locked(tables, at << (u64::BITS - LOCKS)))
                .map(|whole| whole.bytes())
                .sum(),
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn file<G: Game<Key = K>>(&self, game: &G, position: &G::Position) -> Filed<K> {
        let class = game.class(position);
        let mixed = match self {
            Memo::Slim(open) => open.mixed(game.number(&class.key)),
            _ => whole::mixed(&class.key),
        };
        Filed { class, mixed }
    }

    /// Has what is known of a position brought near: most of the table lies in no cache, and while one waits others can be asked for.
    #[inline(always)]
    pub(super) fn fetch(&self, filed: &Filed<K>) {
        match self {
            Memo::Slim(open) => open.fetch(filed.mixed),
            Memo::Whole(whole) => whole.fetch(filed.mixed),
            Memo::Shared(_) => {}
        }
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn known(&self, filed: &Filed<K>) -> Known {
        let known = match self {
            Memo::Slim(open) => open.probe(filed.mixed),
            Memo::Whole(whole) => whole.probe(&filed.class.key, filed.mixed),
            Memo::Shared(tables) => locked(tables, filed.mixed)
                .map_or(Known::NOTHING, |whole| whole.probe(&filed.class.key, filed.mixed)),
        };
        if filed.class.exchanged { known.exchanged() } else { known }
    }

    /// Keeps what a search with this window proved of a position. `positions` is what it took.
    #[inline(always)]
    pub(super) fn keep(
        &mut self,
        filed: &Filed<K>,
        value: Value,
        window: Window,
        best: Option<usize>,
        positions: u64,
    ) {
        let known = match filed.class.exchanged {
            false => Known::proved(value, window, best),
            true => Known::proved(exchanged(value), window.exchanged(), best),
        };
        match self {
            Memo::Slim(open) => open.add(filed.mixed, known, positions),
            Memo::Whole(whole) => whole.add(&filed.class.key, filed.mixed, known, positions),
            Memo::Shared(tables) => {
                if let Some(mut whole) = locked(tables, filed.mixed) {
                    whole.add(&filed.class.key, filed.mixed, known, positions);
                }
            }
        }
    }

    /// Whether there should be more room, and it has to be made by [`Memo::grow`]; other tables grow by themselves.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        matches!(self, Memo::Slim(open) if open.is_crowded())
    }

    /// Makes more room. Nobody else may use it meanwhile.
    pub(super) fn grow(&self) {
        if let Memo::Slim(open) = self {
            open.double();
        }
    }
}
