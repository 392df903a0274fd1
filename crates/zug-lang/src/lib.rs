//! The language of `.game` files: a text becomes a checked [`program::Program`], or diagnostics.
//!
//! Data walks one way: [`syntax`] reads a text, [`check`] gives it meaning, [`semantics`] plays it slowly and obviously.
//! What is said of positions and values in the words of a definition stands in [`wording`], [`text`] and [`replay`].

pub mod boards;
pub mod built_ins;
pub mod check;
pub mod diagnostic;
pub mod explain;
pub mod fix;
pub mod program;
pub mod replay;
pub mod semantics;
pub mod source;
pub mod syntax;
pub mod text;
pub mod wording;
