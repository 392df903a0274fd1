//! Reads a slice with one rule, and says in human words why it could not be read.

use super::codes;
use super::grammar::{GameParser, Rule};
use super::lower::{Pair, too_deep};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads as much of a slice as a rule matches. The slice begins at byte `base` of its text.
pub(super) fn parse(rule: Rule, slice: &str, file: FileId, base: usize) -> Result<Pair<'_>, Diagnostic> {
    limit_steps(slice.len());
    match GameParser::parse(rule, slice) {
        Ok(mut pairs) => pairs.next().ok_or_else(|| nothing(Span::new(file, base, base + slice.len()))),
        Err(error) => Err(told(&error, slice, file, base)),
    }
}

/// The parser matched nothing: it never does.
fn nothing(at: Span) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, "nothing can be read here", at, "here")
}

/// Allows a number of steps that grows with the length of the text. The limit is the process's: it only ever grows.
fn limit_steps(length: usize) {
    static LIMIT: AtomicUsize = AtomicUsize::new(0);
    let wanted = 100_000 + length.saturating_mul(2_000);
    if LIMIT.fetch_max(wanted, Ordering::SeqCst) < wanted {
        pest::set_call_limit(NonZeroUsize::new(wanted));
    }
}

/// The parser's error in human words.
fn told(error: &Error<Rule>, slice: &str, file: FileId, base: usize) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let span = Span::new(file, base + at, base + at);
    match &error.variant {
        ErrorVariant::CustomError { message } if message.contains("stack") => too_deep(span),
        ErrorVariant::CustomError { .. } => {
            Diagnostic::error(codes::TOO_LONG_TO_READ, "this takes too many steps to read", span, "here")
                .help("give parts of it names of their own, with `def` or `let`")
        }
        ErrorVariant::ParsingError { positives, .. } => Diagnostic::error(
            codes::UNEXPECTED,
            format!("unexpected; {positives:?} {}", &slice[at..].chars().take(20).collect::<String>()),
            span,
            "here",
        ),
    }
}
