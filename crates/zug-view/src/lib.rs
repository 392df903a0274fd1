//! Shows games and what is known of them: answers as text and JSON, boards and trees as SVG, pages,
//! lessons.
//!
//! Everything here makes text from data; nothing is computed that somebody else could rely on, and
//! the text is the same on every run.

pub mod analyze;
pub mod draw;
pub mod exercise;
pub mod json;
pub mod lesson;
pub mod markup;
pub mod play;
pub mod report;
pub mod tree;
pub mod why;
pub mod wording;

#[cfg(test)]
mod test_definitions;
