//! Says what promise of a definition was broken while it was played.

use crate::source::Span;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A set `low..high` with too many members to be made.
    WideRange {
        /// First member.
        low: i64,
        /// Last member.
        high: i64,
    },
}

/// What went wrong, and where in the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    /// What went wrong.
    pub fault: Fault,
    /// The place.
    pub span: Span,
}

impl RuntimeError {
    /// This fault at this place.
    pub fn new(fault: Fault, span: Span) -> RuntimeError {
        RuntimeError { fault, span }
    }
}
