//! Fixes of diagnostics, made as `zug check --fix` makes them.

use pyo3::prelude::*;
use zug_lang::diagnostic::{Applicability, Fix};
use zug_lang::fix::apply_all;
use zug_lang::source::{FileId, Span};

/// A text with these replacements, each from a byte to a byte: those of overlapping ones that come
/// first.
#[pyfunction]
pub fn apply(text: &str, replacements: Vec<(u32, u32, String)>) -> String {
    let fix = |(start, end, text)| Fix {
        span: Span { file: FileId::DEFINITION, start, end },
        text,
        applicability: Applicability::Certain,
    };
    apply_all(FileId::DEFINITION, text, replacements.into_iter().map(fix).collect()).text
}
