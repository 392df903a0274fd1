//! Shows a search as what it is, a tree: as text, as pictures, as data, and as a page on which it
//! can be stepped through.
//!
//! [`record`] runs the solvers that give the answers with a listener beside them and makes a
//! [`SearchTree`] in the words of the definition; each form reads that. Nothing is searched a
//! second time, and no form computes a value.
//!
//! ```text
//! Prepared -> ahead (bounds) -> record (nodes, steps) -> told (words) -> fold -> layout -> text, svg, dot, ...
//! ```

mod count;
mod depth_limit;
mod fold;
mod layout;
mod pictures;
mod record;
mod sentences;
#[cfg(test)]
mod tests;
mod view;
mod walk;
mod watched;

pub mod dot;
pub mod html;
pub mod json;
pub mod mermaid;
pub mod svg;
pub mod text;

pub use depth_limit::DepthLimited;
pub use fold::{Folded, FoldedNode, fold};
pub use pictures::{inner, view_box};
pub use record::{CutReason, Fate, RecordedNode, Recorder, Setter, TraceEvent, WindowSide};
pub use view::{NodeView, SearchTree, TreeMethod, ValueBound, bound, interval};
pub use walk::{RecordRequest, record, record_to};
