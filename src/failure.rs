//! Says why a command did not answer, and with which exit code it ends.

use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::{FileId, Sources};

/// The definition has errors, or an expectation failed.
pub const MISTAKE: u8 = 1;
/// Arguments, settings, moves, or an unreadable file.
pub const USAGE: u8 = 2;
/// A limit was reached, or the run was interrupted or refused as too large.
pub const LIMIT: u8 = 3;

/// Why a command did not answer.
#[derive(Debug)]
pub enum Failure {
    /// Mistakes with their places.
    Diagnostics {
        /// The texts they speak of.
        sources: Box<Sources>,
        /// The mistakes.
        diagnostics: Vec<Diagnostic>,
        /// The exit code.
        code: u8,
    },
    /// A plain message: what happened, and what to do.
    Message {
        /// The exit code.
        code: u8,
        /// One or more lines.
        text: String,
    },
    /// Everything was said already.
    Said(u8),
}

impl Failure {
    /// A plain message with the code for wrong usage.
    pub fn usage(text: impl Into<String>) -> Failure {
        Failure::Message { code: USAGE, text: text.into() }
    }

    /// Mistakes: those in settings and moves are usage, those of size are limits, the rest is the definition's.
    pub fn mistakes(sources: &Sources, diagnostics: Vec<Diagnostic>) -> Failure {
        let code = code_of(&diagnostics);
        Failure::Diagnostics { sources: Box::new(sources.clone()), diagnostics, code }
    }
}

/// The exit code that fits these mistakes.
pub fn code_of(diagnostics: &[Diagnostic]) -> u8 {
    let errors = || diagnostics.iter().filter(|each| each.severity == zug_lang::diagnostic::Severity::Error);
    if errors().any(|each| each.span().file != FileId::DEFINITION) {
        USAGE
    } else if errors().all(|each| each.code.starts_with("Z07")) {
        LIMIT
    } else {
        MISTAKE
    }
}
