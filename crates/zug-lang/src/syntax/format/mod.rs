//! The formatter: writes the text of a definition in its canonical form, comments included.
//!
//! The tokens and comments stay the same and in the same order, except that commas between fields
//! may come and go; only blanks and line ends change. Line ends are those of the author unless a
//! rule says otherwise. A text with syntax errors is refused.
//!
//! The text is cut into a `Row` of tokens and comments. The syntax tree says which of
//! them begin items, fields, statements and blocks (`marks`). Then the formatter settles the line
//! ends (`breaks`), the indentation (`indent`), the blanks within a line (`blanks`), and the
//! columns that line up (`columns`).

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

/// The widest line, in columns, that may hold a whole body; in a wider one the body gets lines of
/// its own.
const WIDTH: usize = 120;

/// The reason why a text was not formatted.
#[derive(Debug)]
pub enum Unformatted {
    /// The text has syntax errors.
    Mistakes(Vec<Diagnostic>),
    /// The formatted text would not mean the same: a bug of the formatter.
    Changed,
}

/// Formats a definition.
///
/// # Errors
/// [`Unformatted::Mistakes`] for a text with syntax errors. The result is parsed again; if its tree
/// or its comments differ, it is discarded and the error is [`Unformatted::Changed`].
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
        // The set only grows, so this ends.
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
