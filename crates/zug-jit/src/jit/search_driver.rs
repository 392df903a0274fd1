//! Calls a compiled search ([`super::search`]).

use super::native::{CompiledCode, Start};
use super::running::Running;
use zug_game::{NativeOutcome, NativeSearch};

/// A compiled search over positions of `N` words.
#[derive(Debug)]
pub(super) struct SearchDriver<const N: usize> {
    pub start: Start<N>,
    pub _code: CompiledCode,
}

impl<const N: usize> SearchDriver<N> {
    /// Searches; `plain.prunes` must be as it was compiled.
    pub fn run(&self, position: &[u64; N], plain: NativeSearch<'_>) -> NativeOutcome {
        if plain.plies == 0 {
            return NativeOutcome::Unable;
        }
        let mut running = Running::new(plain);
        let value = self.start.call(position, &mut running);
        running.outcome(value)
    }
}
