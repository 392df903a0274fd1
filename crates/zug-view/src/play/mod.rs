//! A game that is being played: the moves so far, taking back, saving and loading, and what a move was worth in words.

mod commentary;
mod record;

pub use commentary::{after_move, standing};
pub use record::{LoadError, Record};
