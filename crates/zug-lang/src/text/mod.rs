//! Draws positions with characters.

pub mod board;
pub mod position;
