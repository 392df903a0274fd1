//! The language of `.game` files: a text becomes a checked [`program::Program`], or diagnostics.
//!
//! Data flows one way: [`syntax`] parses a text, [`check`] resolves and types it, [`semantics`] is
//! the reference interpreter. [`wording`], [`text`] and [`replay`] render values, positions and
//! faults in the words of a definition.

pub mod boards;
pub mod built_ins;
pub mod check;
pub mod diagnostic;
pub mod explain;
pub mod fix;
pub mod keywords;
pub mod program;
pub mod replay;
pub mod same_slips;
pub mod semantics;
pub mod source;
pub mod syntax;
pub mod text;
pub mod whole_line;
pub mod why;
pub mod wording;
