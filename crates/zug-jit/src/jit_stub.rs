//! The stub backend, for builds without the feature `jit` or for other processors than x86-64.

use std::convert::Infallible;
use std::fmt;
use zug_game::{
    Expansion, InductionCounts, InductionOutcome, NativeInduction, NativeOutcome, NativeSearch, Step, Value,
};
use zug_machine::Machine;
use zug_machine::moves::PackedMove;

/// Why a machine cannot be compiled.
#[derive(Debug)]
pub enum CompileRefusal {
    /// There is no compiler in this build.
    Missing,
}

impl fmt::Display for CompileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this program was built without the feature `jit`, or for a processor other than x86-64")
    }
}

/// A compiled machine, of which there is none.
#[derive(Debug)]
pub struct Jit<const N: usize>(Infallible);

/// The result of playing a move.
#[derive(Debug)]
pub enum PlayResult<P> {
    /// The move was played.
    Step(Step<P>),
    /// The move is the pass.
    Pass,
    /// A fault.
    Broken,
}

/// Checks whether machines can be compiled.
///
/// # Errors
/// Always.
pub fn available() -> Result<(), CompileRefusal> {
    Err(CompileRefusal::Missing)
}

impl<const N: usize> Jit<N> {
    /// Compiles no machine.
    ///
    /// # Errors
    /// Always.
    pub fn new(_: &Machine) -> Result<Jit<N>, CompileRefusal> {
        Err(CompileRefusal::Missing)
    }

    /// Unreachable: there is no [`Jit`].
    pub fn expand(&self, _: &[u64; N], _: &mut Vec<PackedMove>) -> Option<Expansion> {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn play(&self, _: &[u64; N], _: PackedMove) -> PlayResult<[u64; N]> {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn pass(&self, _: &[u64; N]) -> Option<Step<[u64; N]>> {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn has_native_search(&self) -> bool {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn native_search(
        &self,
        _: &Machine,
        _: &[u64; N],
        _: NativeSearch<'_>,
        _: impl FnOnce() -> bool,
    ) -> NativeOutcome {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn has_native_induction(&self) -> bool {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn native_induction(
        &self,
        _: &Machine,
        _: &[u64; N],
        _: NativeInduction<'_>,
        _: (Value, Value),
        _: impl FnOnce() -> bool,
    ) -> (InductionOutcome, InductionCounts) {
        match self.0 {}
    }

    /// Unreachable: there is no [`Jit`].
    pub fn endless(&self, _: &[u64; N]) -> Option<i64> {
        match self.0 {}
    }
}

/// Nothing is compiled.
pub fn can_search_natively(_: &Machine) -> bool {
    false
}

/// 0: nothing is compiled.
pub fn weight(_: &Machine) -> usize {
    0
}
