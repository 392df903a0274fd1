//! Says what promise of a definition was broken while it was played.
//!
//! Made where something is stored, where an outcome is given, where nobody can move. Holds facts; the words come
//! from [`RuntimeError::diagnostic`], which needs the program for its names.

use crate::program::{FieldId, MoveId, Value};
use crate::source::Span;

/// Where something was to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// An entry of a field, with its indexes.
    Field(FieldId, Vec<Value>),
    /// A `var`, by its name.
    Local(String),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An integer left the bounds it was declared with.
    OutOfBounds {
        /// Where it was to be stored.
        place: Stored,
        /// The integer; wider than the language's, so that it can always be told.
        value: i128,
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
    /// `none` was to be stored where a value must be.
    StoredNone(Stored),
    /// `none` was to be put into a set, or taken out of it.
    ChangedByNone(Stored),
    /// An index of the entry to be stored to is `none`: the field, and which index, from 0.
    NoIndex(FieldId, usize),
    /// The player to move has no legal move, and there is no `stuck` rule.
    NoMove,
    /// A player had to pass right after a pass.
    TwoPasses,
    /// Two bindings of one `end` rule hold and give these two outcomes.
    Disagree(i64, i64),
    /// The player of an outcome came out `none`.
    NoPlayer,
    /// The points of an outcome came out `none`.
    NoPoints,
    /// A move (a pass, where there is none) did not take the `progress` rule's integers where it must.
    NoProgress {
        /// What was played.
        played: Option<MoveId>,
        /// The integers before it.
        before: Vec<Value>,
        /// The integers after it.
        after: Vec<Value>,
        /// Whether they had to increase, not only to stay.
        strictly: bool,
    },
    /// Two legal moves are written alike.
    SameText(String),
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
