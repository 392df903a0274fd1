//! A game that is being played: the moves so far, taking back, saving and loading, what a move was
//! worth in words, and a page to play on.

mod commentary;
mod page;
mod record;

pub(crate) use commentary::nothing_known;
pub use commentary::{after_move, standing, standing_after};
pub use page::{PageRequest, html};
pub use record::{LoadError, Record};
