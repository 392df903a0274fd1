//! Writes the text of a definition in its canonical form, comments included.
//!
//! Reads a text. Makes the same tokens and comments in the same order, with other blanks between them. Refuses what
//! cannot be read. Nothing is lost by construction: line ends are the author's, except where a rule says otherwise.
//!
//! How: the text is cut into a [`Row`](row::Row) of tokens and comments; the tree says which of them begin items, fields,
//! statements and blocks ([`marks`]); then it is settled where lines end ([`breaks`]), how they are indented
//! ([`indent`]), what stands apart in a line ([`blanks`]), and what stands below each other ([`columns`]).

mod blanks;
mod breaks;
mod columns;
mod indent;
mod lines;
mod marks;
mod row;

use super::print;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;
use std::collections::BTreeSet;

/// The most columns that a line takes with a body in it; a longer one gets its body below it.
const WIDTH: usize = 120;

/// Why a text was not formatted.
#[derive(Debug)]
pub enum Unformatted {
    /// It cannot be read.
    Mistakes(Vec<Diagnostic>),
    /// What was made of it would not mean the same: a bug of ours.
    Changed,
}

/// The canonical form of a definition.
///
/// # Errors
/// What cannot be read. The result is read again, and never given out if it does not say the same.
pub fn format(text: &str) -> Result<String, Unformatted> {
    let (game, diagnostics) = super::parse(FileId::DEFINITION, text);
    if diagnostics.iter().any(|each| each.severity == Severity::Error) {
        return Err(Unformatted::Mistakes(diagnostics));
    }
    let row = row::Row::new(text);
    let marks = marks::Marks::new(&game, &row);
    let mut opened = BTreeSet::new();
    let formatted = loop {
        let lines = lines::lines(row.clone(), &marks, &opened);
        let before = opened.len();
        opened.extend(lines.iter().filter(|line| line.width() > WIDTH).filter_map(|line| line.block));
        if opened.len() == before {
            break lines::written(&lines);
        }
    };
    let (again, diagnostics) = super::parse(FileId::DEFINITION, &formatted);
    let sound = diagnostics.iter().all(|each| each.severity != Severity::Error);
    let comments = |game: &super::ast::Game| -> Vec<String> {
        game.comments.iter().map(|comment| comment.text.trim_end().to_string()).collect()
    };
    let same = print::print(&game) == print::print(&again) && comments(&game) == comments(&again);
    if sound && same { Ok(formatted) } else { Err(Unformatted::Changed) }
}
