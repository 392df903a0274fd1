//! The failures of commands, with their exit codes.

use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::{FileId, Sources};

/// Exit code: the definition has errors, or an expectation failed.
pub const MISTAKE: u8 = 1;
/// Exit code: wrong arguments, settings or moves, or an unreadable file.
pub const USAGE: u8 = 2;
/// Exit code: a limit was reached, or the run was interrupted or refused as too large.
pub const LIMIT: u8 = 3;

/// The reason why a command has no answer.
#[derive(Debug)]
pub enum Failure {
    /// Diagnostics.
    Diagnostics {
        /// The texts to which their spans refer.
        sources: Box<Sources>,
        /// The diagnostics.
        diagnostics: Vec<Diagnostic>,
        /// The exit code.
        code: u8,
    },
    /// A message: what happened, and what to do.
    Message {
        /// The exit code.
        code: u8,
        /// One or more lines.
        text: String,
    },
    /// Everything is printed already; only the exit code is left.
    Said(u8),
}

impl Failure {
    /// A message with the exit code for wrong usage.
    pub fn usage(text: impl Into<String>) -> Failure {
        Failure::Message { code: USAGE, text: text.into() }
    }

    /// Diagnostics with the exit code of [`code_of`].
    pub fn mistakes(sources: &Sources, diagnostics: Vec<Diagnostic>) -> Failure {
        let code = code_of(&diagnostics);
        Failure::Diagnostics { sources: Box::new(sources.clone()), diagnostics, code }
    }
}

/// The exit code of a bug in Zug.
pub const BUG: u8 = 101;

/// The codes of diagnostics that speak of a bug in Zug: no program and no mistake; a fault that
/// only the machine meets.
const BUGS: [&str; 2] = [zug_lang::check::OUR_FAULT, zug_lang::replay::UNKNOWN_FAULT];

/// The exit code for diagnostics: a bug in Zug if one speaks of it; usage if an error is in a
/// setting or a move, a limit if all errors are about size, else a mistake in the definition.
pub fn code_of(diagnostics: &[Diagnostic]) -> u8 {
    let errors = || diagnostics.iter().filter(|each| each.severity == zug_lang::diagnostic::Severity::Error);
    if errors().any(|each| each.span().file != FileId::DEFINITION) {
        USAGE
    } else if errors().any(|each| BUGS.contains(&each.code)) {
        BUG
    } else if errors().all(|each| each.code.starts_with("Z07")) {
        LIMIT
    } else {
        MISTAKE
    }
}
