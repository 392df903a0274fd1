//! Tells what became of a fact: as JSON, and in lines for people.

use crate::index::CheckedFact;
use zug_lang::diagnostic::Diagnostic;
use zug_view::json::{FactOutcome, JudgedFact};

/// A fact, what became of it, and how that is told.
pub struct FactView {
    /// As written, on one line.
    pub text: String,
    /// Where it begins in the file.
    pub line: usize,
    /// What the file claims, where that is not so.
    pub expected: Option<String>,
    /// What is so, or why it is not known.
    pub found: Option<String>,
    /// The promise that the definition broke while the fact was looked into.
    pub broken: Option<Box<Diagnostic>>,
    /// Whether a database answered, or served the search.
    pub database: bool,
    /// What became of it.
    pub checked: CheckedFact,
}

impl FactView {
    /// For programs.
    pub fn json(&self) -> JudgedFact {
        JudgedFact {
            line: self.line,
            fact: self.text.clone(),
            result: self.checked.outcome,
            expected: self.expected.clone(),
            found: self.found.clone(),
            code: self.broken.as_ref().map(|why| why.code),
            database: self.database,
            notes: self.broken.as_ref().map(|why| why.notes.clone()),
        }
    }
}

/// For people.
pub fn rendered(fact: &FactView) -> String {
    let seconds = fact.checked.seconds;
    let time = if seconds >= 1.0 { format!("  ({seconds:.1} s)") } else { String::new() };
    let head = match fact.checked.outcome {
        FactOutcome::Holds => "  ok    ",
        FactOutcome::Skipped | FactOutcome::Claimed => "  slow  ",
        FactOutcome::Limit => "  limit ",
        FactOutcome::Fails => "  FAILS ",
    };
    let database = if fact.database { "  (from the database)" } else { "" };
    let mut out =
        format!("{head}{}{database}{time}\n", fact.text.strip_prefix("expect ").unwrap_or(&fact.text));
    if let Some(expected) = &fact.expected {
        out += &format!("        line {} expects {expected}\n", fact.line);
    }
    if let Some(found) = &fact.found {
        let is = if fact.checked.outcome == FactOutcome::Limit { "not known:" } else { "found" };
        out += &format!("        {is} {}\n", found.replace('\n', "\n        "));
    }
    out
}
