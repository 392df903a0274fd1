//! Faults: promises of a definition that were broken during play.
//!
//! A fault holds data only; [`RuntimeError::diagnostic`] words it with the names of the program.

use crate::program::{FieldId, MoveId, Value};
use crate::source::Span;

/// The target of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// An entry of a field, with its indexes.
    Field(FieldId, Vec<Value>),
    /// A local, by its name.
    Local(String),
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An integer would leave the declared bounds of its place.
    OutOfBounds {
        /// The place.
        place: Stored,
        /// The integer.
        value: i128,
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
    /// `none` would be stored where the type forbids it.
    StoredNone(Stored),
    /// `none` would be inserted into a set or removed from it.
    ChangedByNone(Stored),
    /// An index of the target entry is `none`: the field, and the number of the index, from 0.
    NoIndex(FieldId, usize),
    /// The player to move has no legal move, and there is no `stuck` rule.
    NoMove,
    /// A player had to pass right after a pass.
    TwoPasses,
    /// One `end` rule holds for two bindings with these different payoffs.
    Disagree(i64, i64),
    /// The player of an outcome is `none`.
    NoPlayer,
    /// The points of an outcome are `none`.
    NoPoints,
    /// A move, or a pass, did not change the measure of `progress` as it must.
    NoProgress {
        /// The move; `None` for a pass.
        played: Option<MoveId>,
        /// The measure before it.
        before: Vec<Value>,
        /// The measure after it.
        after: Vec<Value>,
        /// Whether the measure had to increase; else it might not decrease.
        strictly: bool,
    },
    /// Two legal moves have the same text.
    SameText(String),
}

/// A fault with its place in the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    /// The fault.
    pub fault: Fault,
    /// Its place.
    pub span: Span,
}

impl RuntimeError {
    /// The fault at this place.
    pub fn new(fault: Fault, span: Span) -> RuntimeError {
        RuntimeError { fault, span }
    }
}
