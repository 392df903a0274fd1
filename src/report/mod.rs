//! Tells people and programs what was found.

pub mod diagnostics;
