//! The value of a game.
