//! What a check has spent, each kind of work up to a limit.

use crate::source::Span;
use std::cell::Cell;

/// The work of a check so far.
#[derive(Default)]
pub(super) struct CheckBudget {
    /// The number of expressions that were copied.
    pub(super) copied: Cell<usize>,
    /// Where they got too many.
    pub(super) copied_beyond: Cell<Option<Span>>,
    /// An upper estimate of the steps in which constants were worked out.
    pub(super) steps: u64,
    /// The current depth of recursion.
    pub(super) depth: usize,
}
