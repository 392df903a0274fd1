//! Runs a checked definition by name, slowly and obviously: it says what a definition means.
//!
//! Reads a [`Program`](crate::program::Program). Everything that plays a definition faster is measured against
//! this, by the same moves in the same order, the same positions and the same values. So nothing here is clever.

mod arith;
pub mod eval;
pub mod fault;
mod legal;
mod quantify;
mod sets;

pub use eval::{World, constant};
pub use fault::{Fault, RuntimeError};
