//! Zug: the rules of a two-player game as text, the exact value of every position as the answer.
//!
//! [`definition`] checks a text. [`answer`] chooses the engine and the solver by proved facts and
//! answers questions. [`certificate`] writes a proof of a value for others to check. [`deep`]
//! searches all positions for mistakes of the definition. [`expectation`] judges the facts of
//! `expect` items. [`tried`] tells the effect of likely fixes. [`database`] keeps every position on disk.

pub mod answer;
pub mod certificate;
pub mod deep;
pub mod definition;
pub mod expectation;
pub mod tried;

#[cfg(feature = "database")]
pub use answer::database;
