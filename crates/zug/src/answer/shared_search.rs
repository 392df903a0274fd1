//! The stored values and the compared positions that the answers about one definition leave to the
//! next.

use super::Prepared;
use super::engine::Engine;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zug_game::Game;
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, Semantics};
use zug_solve::{AlphaBetaState, Limits, MinimaxState, Solution, SolveQuestion, Stop, resume_minimax};

/// Values by name are forgotten where there are more.
const VALUES: u64 = 1 << 17;
/// Or where they take a larger part of the memory than one in so many.
const PART: u64 = 8;
/// What the allocator adds to a block.
const HEAP: usize = 16;
/// So many compared positions are remembered.
const COMPARED: usize = 1 << 16;

/// The tables of alpha-beta between two answers, and what their checks have found, which stays true
/// for the next answer.
#[derive(Debug, Default)]
pub(super) struct SharedSearch {
    /// Whether the tables of alpha-beta stay too.
    keeps_tables: bool,
    search: Mutex<Option<Box<dyn Any + Send>>>,
    /// The values that minimax on the rules by name has found.
    by_name: Mutex<MinimaxState<Position>>,
    /// The positions that were compared with the rules by name without a difference, each with
    /// whether two plies deep.
    compared: Mutex<FxHashMap<Box<[u64]>, bool>>,
}

impl Prepared<'_> {
    /// The same, to be asked about many positions: what alpha-beta has stored stays for the next
    /// one. So do the values that minimax has found by name, and the positions that were compared:
    /// each answer gets all checks, and none is made twice.
    #[must_use]
    pub fn for_many(mut self) -> Self {
        self.shared = Some(SharedSearch { keeps_tables: true, ..SharedSearch::default() });
        self
    }

    /// The same, to be asked about several positions: what the checks have found stays for the next
    /// one. The tables of alpha-beta do not, which may take all memory that is allowed.
    #[must_use]
    pub fn with_shared_checks(mut self) -> Self {
        self.shared = Some(SharedSearch::default());
        self
    }

    /// Minimax on the rules by name, of play that must end.
    pub(super) fn minimax_by_name(
        &self,
        semantics: &Semantics<'_>,
        position: &Position,
        question: SolveQuestion,
        limits: &Limits,
    ) -> Result<Solution<Choice>, Stop<Choice>> {
        let Some(shared) = &self.shared else {
            return resume_minimax(semantics, position, question, limits, &mut MinimaxState::default());
        };
        let mut values = shared.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() as u64 > VALUES.min(limits.memory / PART / bytes(position)) {
            *values = MinimaxState::default();
        }
        resume_minimax(semantics, position, question, limits, &mut values)
    }

    /// Whether minimax on the rules by name has found the value of a position for an earlier
    /// answer.
    pub(super) fn has_value_by_name(&self, semantics: &Semantics<'_>, position: &Position) -> bool {
        self.shared.as_ref().is_some_and(|shared| {
            let values = shared.by_name.lock().unwrap_or_else(PoisonError::into_inner);
            values.has_value(&semantics.full_key(position))
        })
    }

    /// Searches with the state that an earlier search left, or a new one, and keeps it for the
    /// next. Another search that begins before it is put back begins with a new one.
    pub(super) fn with_search<E: Engine, T>(
        &self,
        search: impl FnOnce(&mut AlphaBetaState<E::Key>) -> T,
    ) -> T {
        let tables = self.shared.as_ref().filter(|shared| shared.keeps_tables);
        let kept = tables.and_then(|shared| shared.search().take());
        let mut state =
            kept.and_then(|kept| kept.downcast().ok()).map_or_else(AlphaBetaState::default, |kept| *kept);
        let found = search(&mut state);
        if let Some(shared) = tables {
            *shared.search() = Some(Box::new(state));
        }
        found
    }
}

/// About as many bytes as a table needs for a position by name and its value.
fn bytes(position: &Position) -> u64 {
    let entries = position.fields.iter().map(|entries| size_of_val(entries.as_slice()) + HEAP).sum::<usize>();
    (2 * size_of::<Position>() + position.fields.len() * size_of_val(&position.fields) + entries + HEAP)
        as u64
}

impl SharedSearch {
    /// Whether a position was compared for an earlier answer, and that as deep.
    pub(super) fn was_compared(&self, position: &[u64], deep: bool) -> bool {
        self.compared().get(position).is_some_and(|before| *before || !deep)
    }

    /// Remembers that a position was compared without a difference.
    pub(super) fn remember_compared(&self, position: &[u64], deep: bool) {
        let mut compared = self.compared();
        if compared.len() < COMPARED {
            *compared.entry(position.into()).or_default() |= deep;
        }
    }

    fn compared(&self) -> MutexGuard<'_, FxHashMap<Box<[u64]>, bool>> {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
