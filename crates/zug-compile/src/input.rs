//! What is compiled, and how: read by every routine, written by none.

use super::Additive;
use zug_lang::program::*;
use zug_lang::semantics::World;
use zug_machine::layout::PositionLayout;
use zug_machine::moves::MoveKind;
use zug_machine::optimization::{Optimization, Optimizations};

/// What is compiled, and how.
#[derive(Clone, Copy)]
pub(super) struct CompileInput<'p> {
    /// The program.
    pub program: &'p Program,
    /// The layout of positions.
    pub layout: &'p PositionLayout,
    /// The fields that are left out of the key.
    pub additive: &'p Additive,
    /// The packing of moves.
    pub kinds: &'p [MoveKind],
    /// The optimizations in use.
    pub optimizations: Optimizations,
}

impl<'p> CompileInput<'p> {
    /// Whether an optimization is in use.
    pub fn does(&self, optimization: Optimization) -> bool {
        self.optimizations.has(optimization)
    }

    /// The declarations, for the evaluation of constants.
    pub fn world(&self) -> World<'p> {
        World::of(self.program)
    }

    /// The number of elements of a domain.
    pub fn size(&self, domain: DomainId) -> usize {
        self.program.domain(domain).len()
    }
}
