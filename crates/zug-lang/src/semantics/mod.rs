//! The reference semantics: runs a checked definition slowly and obviously, and thereby defines its
//! meaning.
//!
//! Every faster way to play a [`Program`](crate::program::Program) is compared with this one: same
//! moves in the same order, same positions, same values. So nothing here is clever.

mod arith;
pub(crate) mod body;
mod convert;
pub mod eval;
pub mod fault;
mod fault_words;
pub mod game;
mod legal;
pub mod notation;
pub mod position;
pub(crate) mod quantify;
pub mod reading;
mod rules;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
mod setops;
mod sets;
#[cfg(test)]
mod tests;

pub use eval::{World, constant};
pub use fault::{Fault, RuntimeError};
pub use fault_words::{NO_MOVES, WITHOUT_PROGRESS};
pub use game::{Expansion, Semantics};
pub use position::{Asked, Position};
pub use reading::{Line, MoveError, MoveErrorKind};
pub use rules::increasing;
pub use setops::MAX_RANGE;
