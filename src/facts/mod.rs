//! Proves things about a checked program, each with a witness that can be told in words.
//!
//! Reads a [`Program`](crate::program::Program). What is claimed holds; what is not claimed may hold all the same.

mod assume;
mod change;
pub mod ends;
mod logic;
mod paths;
mod symbols;
mod terms;
mod walk;

pub use ends::{Ends, Measure, ends};
