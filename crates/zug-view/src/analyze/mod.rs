//! Tells about a position at length: its value, its moves, the lines of best play, where only one
//! move will do, what can be reached, and what play at random comes to.
//!
//! ```text
//!   asks the solver and counts    gather.rs
//!   puts it in words              sections.rs
//!   writes it down                text.rs (text and Markdown), html.rs, json.rs
//!   steps through lines           steps.rs, page.js
//! ```
//!
//! Everything but the time is the same on every run.

mod gather;
mod html;
mod json;
mod sections;
mod steps;
mod text;

pub use gather::{KeyMove, MainLine, PositionAnalysis, Rated, gather};
pub use html::html;
pub use json::json;
pub use text::{markdown, text};
