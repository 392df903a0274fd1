//! Stands where games cannot be compiled: without the feature `jit`, or on a processor for which it is not tried.

use std::convert::Infallible;
use std::fmt;
use zug_game::{Expansion, NativeOutcome, NativeSearch, Step};
use zug_machine::Machine;
use zug_machine::moves::Move;

/// Why a machine cannot be compiled here.
#[derive(Debug)]
pub enum Refusal {
    /// This program was built without the compiler, or for a processor it is not tried on.
    Missing,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this program was built without the feature `jit`, or for a processor other than x86-64")
    }
}

/// There is none.
#[derive(Debug)]
pub struct Jit<const N: usize>(Infallible);

/// What playing a move came to.
#[derive(Debug)]
pub enum Played<P> {
    /// It was played.
    Step(Step<P>),
    /// It is the pass.
    Pass,
    /// A promise was broken.
    Broken,
}

/// Whether games can be compiled here.
///
/// # Errors
/// Always.
pub fn available() -> Result<(), Refusal> {
    Err(Refusal::Missing)
}

impl<const N: usize> Jit<N> {
    /// Compiles no machine.
    ///
    /// # Errors
    /// Always.
    pub fn new(_: &Machine) -> Result<Jit<N>, Refusal> {
        Err(Refusal::Missing)
    }

    /// Never asked.
    pub fn expand(&self, _: &[u64; N], _: &mut Vec<Move>) -> Option<Expansion> {
        match self.0 {}
    }

    /// Never asked.
    pub fn play(&self, _: &[u64; N], _: Move) -> Played<[u64; N]> {
        match self.0 {}
    }

    /// Never asked.
    pub fn pass(&self, _: &[u64; N]) -> Option<Step<[u64; N]>> {
        match self.0 {}
    }

    /// Never asked.
    pub fn has_native_search(&self) -> bool {
        match self.0 {}
    }

    /// Never asked.
    pub fn native_search(&self, _: &Machine, _: &[u64; N], _: NativeSearch<'_>) -> NativeOutcome {
        match self.0 {}
    }

    /// Never asked.
    pub fn endless(&self, _: &[u64; N]) -> Option<i64> {
        match self.0 {}
    }
}

/// Nothing is compiled, so nothing is guessed.
pub fn weight(_: &Machine) -> usize {
    0
}
