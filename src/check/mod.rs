//! Gives a definition its meaning.
