//! Parse errors: reads a slice with one rule, and says in human words why it could not be read.
//!
//! Reads a range of tokens of a text. Makes what the rule matched, or one diagnostic at the token where the parser got
//! no further: what was expected, what was found, and, where the slip is a known one, what to write instead.

use super::codes;
use super::expected;
use super::expected_forms;
use super::grammar::{GameParser, Rule};
use super::lower::{Pair, too_deep};
use super::mistake_patterns::known_mistake;
use super::scan::{Kind, Token};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A text in tokens, and where it lies in its file.
#[derive(Clone, Copy)]
pub(super) struct TokenView<'t> {
    /// The file that places count in.
    pub file: FileId,
    /// Where the text begins in the file.
    pub base: usize,
    /// The text.
    pub text: &'t str,
    /// Its tokens; their places count in the text.
    pub tokens: &'t [Token],
}

impl<'t> TokenView<'t> {
    /// The characters of a token; nothing behind the last.
    pub fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// The place of a token; behind the last token, the end.
    pub fn span(&self, at: usize) -> Span {
        match self.tokens.get(at) {
            Some(token) => Span::new(self.file, self.base + token.start, self.base + token.end),
            None => self.end_of(at).after(),
        }
    }

    /// The place of some tokens.
    pub fn span_of(&self, range: &Range<usize>) -> Span {
        if range.is_empty() {
            self.end_of(range.start).after()
        } else {
            self.span(range.start).to(self.span(range.end - 1))
        }
    }

    /// The place of the last token before `at`.
    fn end_of(&self, at: usize) -> Span {
        match self.tokens[..at.min(self.tokens.len())].last() {
            Some(token) => Span::new(self.file, self.base + token.start, self.base + token.end),
            None => Span::new(self.file, self.base, self.base),
        }
    }

    /// The bytes that some tokens take up.
    fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        match self.tokens.get(range.clone()) {
            Some([first, .., last]) => first.start..last.end,
            Some([only]) => only.start..only.end,
            _ => {
                let end =
                    self.tokens[..range.start.min(self.tokens.len())].last().map_or(0, |token| token.end);
                end..end
            }
        }
    }

    /// Reads some tokens with a rule. With the pair comes where its slice begins in the file.
    pub fn read(&self, rule: Rule, range: &Range<usize>) -> Result<(Pair<'t>, usize), Box<Diagnostic>> {
        let bytes = self.bytes(range);
        let slice = &self.text[bytes.clone()];
        limit_steps(slice.len());
        match GameParser::parse(rule, slice) {
            Ok(mut pairs) => {
                let nothing =
                    || Box::new(unexpected(self.span(range.start), "this cannot be read".to_string()));
                Ok((pairs.next().ok_or_else(nothing)?, self.base + bytes.start))
            }
            Err(error) => Err(Box::new(self.render(&error, rule, bytes.start, range))),
        }
    }

    /// The parser's error in human words.
    fn render(&self, error: &Error<Rule>, rule: Rule, start: usize, range: &Range<usize>) -> Diagnostic {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => start + at,
        };
        let found = self.tokens.partition_point(|token| token.end <= at).clamp(range.start, range.end);
        match &error.variant {
            ErrorVariant::CustomError { message } if message.contains("stack") => too_deep(self.span(found)),
            ErrorVariant::CustomError { .. } => Diagnostic::error(
                codes::TOO_LONG_TO_READ,
                "this takes too many steps to read",
                self.span(found),
                "here",
            )
            .help("give parts of it names of their own, with `def` or `let`"),
            ErrorVariant::ParsingError { positives, .. } => {
                let phrases = expected::phrases(positives);
                known_mistake(self, found, range, &phrases, expected::behind_operand(positives))
                    .unwrap_or_else(|| {
                        let report = self.plain(found, range, &phrases);
                        match expected_forms::help(self, rule, found, range, &phrases) {
                            Some(help) => report.help(help),
                            None => report,
                        }
                    })
            }
        }
    }

    /// "expected this, found that".
    fn plain(&self, found: usize, range: &Range<usize>, phrases: &[&str]) -> Diagnostic {
        let expected = expected::listed(phrases);
        if found >= range.end {
            let next = match self.word(found) {
                "" if self.base > 0 => "`}` follows".to_string(), // A notation's expression.
                "" => "the text ends".to_string(),
                word => format!("`{word}` follows"),
            };
            let message = format!("expected {expected}, but {next}");
            return unexpected(self.end_of(found).after(), message);
        }
        unexpected(self.span(found), format!("expected {expected}, found {}", self.found(found)))
    }

    /// A token as it is told of.
    pub fn found(&self, at: usize) -> String {
        match self.tokens.get(at).map(|token| token.kind) {
            Some(Kind::Text) => format!("the text {}", self.word(at)),
            Some(Kind::Number) => format!("the number `{}`", self.word(at)),
            _ => format!("`{}`", self.word(at)),
        }
    }
}

/// The plainest report.
fn unexpected(at: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, message, at, "here")
}

/// Allows a number of steps that grows with the length of the text. The limit is the process's: it only ever grows.
fn limit_steps(length: usize) {
    static LIMIT: AtomicUsize = AtomicUsize::new(0);
    let wanted = 100_000 + length.saturating_mul(2_000);
    if LIMIT.fetch_max(wanted, Ordering::SeqCst) < wanted {
        pest::set_call_limit(NonZeroUsize::new(wanted));
    }
}
