//! Proves things about a checked program, each with a witness that can be told in words.
//!
//! Reads a [`Program`](zug_lang::program::Program). What is claimed holds; what is not claimed may hold all the same.

pub mod additive;
mod assume;
mod change;
pub mod closing;
pub mod ends;
mod invariants;
mod linear;
pub mod lints;
mod logic;
mod loops;
mod parameters;
mod paths;
pub mod placing;
pub mod range;
mod ranks;
mod room;
mod set_terms;
mod storing;
mod symbols;
mod terms;
#[cfg(test)]
mod tests;
mod value_terms;
mod walk;

pub use additive::{Additive, additive};
pub use change::Component;
pub use closing::{Closing, closing};
pub use ends::{Ends, Measure, ends};
pub use placing::{Placing, placing};
pub use range::{can_be_drawn, range};
