//! Draws positions as text.

pub mod board;
pub mod position;
