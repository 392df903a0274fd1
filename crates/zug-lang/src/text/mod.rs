//! Draws positions as text.

pub mod board;
pub mod entries;
pub mod position;
