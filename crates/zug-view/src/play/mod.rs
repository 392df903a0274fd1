//! A game that is being played: the moves so far, taking back, saving and loading, and what a move was worth in words.

mod record;
mod tell;

pub use record::{LoadError, Record};
pub use tell::{after_move, standing};
