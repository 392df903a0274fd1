//! From text to shape.

pub mod ast;
