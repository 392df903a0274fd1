//! Tells results in the words of the definition: answers, boards, stages of the compilation.
//!
//! Everything here makes text from data; nothing is computed that somebody else could rely on, and
//! the text is the same on every run.

pub mod answer;
#[cfg(feature = "database")]
pub mod database;
pub mod deep;
pub mod diagnostics;
pub mod estimate;
#[cfg(feature = "database")]
pub mod export;
pub mod info;
pub mod json;
pub mod program;
pub mod sarif;
pub mod strong;
pub mod view;
pub mod within;
