//! Zug: the rules of a two-player game as text, the exact value of every position as the answer.
//!
//! [`definition`] makes a checked definition of a text; [`answer`] chooses the engine and the solver by what is proved of it and
//! answers questions; [`certificate`] writes down why a value is true, for others to check; [`deep`] looks for what is wrong in every position; [`expectation`] judges the facts of a definition.

pub mod answer;
pub mod certificate;
pub mod deep;
pub mod definition;
pub mod expectation;
