//! Tells beside an answer that the definition has warnings: the value is exact, but perhaps not
//! that of the game that was meant.

use crate::output;
use zug::definition::Definition;
use zug_analysis::lints::LINTS;
use zug_lang::source::{FileId, Sources};

/// The most warnings that are named.
const NAMED: usize = 3;

/// One line on standard error, if the definition has warnings: their names and lines, and the
/// command that tells them.
pub fn tell(sources: &Sources, definition: &Definition) {
    let warnings = &definition.warnings;
    if warnings.is_empty() {
        return;
    }
    let file = &sources.file(FileId::DEFINITION).name;
    let named = warnings.iter().take(NAMED).map(|warning| {
        let lint = LINTS.iter().find(|lint| lint.code == warning.code);
        let line = sources.line_column(warning.span()).line;
        format!("{} in line {line}", lint.map_or(warning.code, |lint| lint.name))
    });
    let mut named: Vec<String> = named.collect();
    if let Some(more) = warnings.len().checked_sub(NAMED).filter(|more| *more > 0) {
        named.push(format!("{more} more"));
    }
    let (has, them) = match warnings.len() {
        1 => ("a warning".to_owned(), "it"),
        several => (format!("{several} warnings"), "them"),
    };
    output::warn(&format!("{file} has {has} ({}): `zug check` tells {them}\n", named.join(", ")));
}
