//! What the searches for one definition leave to the next, where it is asked about many positions.

use super::engine::Engine;
use super::{Options, Prepared};
use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use zug_solve::AlphaBetaState;

/// The tables of alpha-beta between two answers, and the number of answers.
#[derive(Default)]
pub(super) struct SharedSearch {
    answers: AtomicU64,
    search: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Prepared<'_> {
    /// The same, to be asked about many positions: what alpha-beta has stored stays for the next one, and the answers share the checks of
    /// one answer, of which the first gets all and each later one fewer ([`super::Checks::shared_by`]).
    #[must_use]
    pub fn for_many(mut self) -> Self {
        self.shared = Some(SharedSearch::default());
        self
    }

    /// The options of the next answer.
    pub(super) fn options_now(&self, options: &Options) -> Options {
        let answers = self.shared.as_ref().map_or(1, |shared| shared.answers.fetch_add(1, Relaxed) + 1);
        Options { checks: options.checks.shared_by(answers), ..options.clone() }
    }

    /// The state that an earlier search left, or a new one. Another search that begins before it is put back begins with a new one.
    pub(super) fn take_search<E: Engine>(&self) -> AlphaBetaState<E::Key> {
        let kept = self.shared.as_ref().and_then(|shared| shared.search().take());
        kept.and_then(|state| state.downcast().ok()).map_or_else(AlphaBetaState::default, |state| *state)
    }

    /// Keeps the state of a search for the next one.
    pub(super) fn put_search<E: Engine>(&self, state: AlphaBetaState<E::Key>) {
        if let Some(shared) = &self.shared {
            *shared.search() = Some(Box::new(state));
        }
    }
}

impl SharedSearch {
    fn search(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
