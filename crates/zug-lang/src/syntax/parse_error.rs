//! Parses a slice of the tokens with one rule, and words the error of the parser for people.
//!
//! The diagnostic points at the token where the parser stopped. It says what was expected and what
//! was found; for a known mistake it also says what to write instead.

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
use std::sync::{Mutex, PoisonError};

/// A text with its tokens, and the position of the text in its file.
#[derive(Clone, Copy)]
pub(super) struct TokenView<'t> {
    /// The file in which spans count.
    pub file: FileId,
    /// The offset of the text in the file.
    pub base: usize,
    /// The text.
    pub text: &'t str,
    /// The tokens; their offsets count from the beginning of the text.
    pub tokens: &'t [Token],
}

impl<'t> TokenView<'t> {
    /// The characters of a token; the empty string for an index behind the last token.
    pub fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// The span of a token; for an index behind the last token, the end of the text's tokens.
    pub fn span(&self, at: usize) -> Span {
        match self.tokens.get(at) {
            Some(token) => Span::new(self.file, self.base + token.start, self.base + token.end),
            None => self.end_of(at).after(),
        }
    }

    /// The span of some tokens; of an empty range, the place behind the token before it.
    pub fn span_of(&self, range: &Range<usize>) -> Span {
        if range.is_empty() {
            self.end_of(range.start).after()
        } else {
            self.span(range.start).to(self.span(range.end - 1))
        }
    }

    /// The span of the last token before `at`.
    fn end_of(&self, at: usize) -> Span {
        match self.tokens[..at.min(self.tokens.len())].last() {
            Some(token) => Span::new(self.file, self.base + token.start, self.base + token.end),
            None => Span::new(self.file, self.base, self.base),
        }
    }

    /// The byte range of some tokens.
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

    /// Parses some tokens with a rule. Returns the match and the offset of its slice in the file.
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

    /// Words an error of pest for people. `start` is the offset of the slice in the text.
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

    /// The report "expected this, found that".
    fn plain(&self, found: usize, range: &Range<usize>, phrases: &[&str]) -> Diagnostic {
        let expected = expected::listed(phrases);
        if found >= range.end {
            let next = match self.word(found) {
                "" if self.base > 0 => "`}` follows".to_string(), // The expression of a notation: its brace follows.
                "" => "the text ends".to_string(),
                word => format!("`{word}` follows"),
            };
            let message = format!("expected {expected}, but {next}");
            return unexpected(self.end_of(found).after(), message);
        }
        unexpected(self.span(found), format!("expected {expected}, found {}", self.found(found)))
    }

    /// The wording of a token in a report.
    pub fn found(&self, at: usize) -> String {
        match self.tokens.get(at).map(|token| token.kind) {
            Some(Kind::Text) => format!("the text {}", self.word(at)),
            Some(Kind::Number) => format!("the number `{}`", self.word(at)),
            _ => format!("`{}`", self.word(at)),
        }
    }
}

/// A report with the code "unexpected".
fn unexpected(at: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, message, at, "here")
}

/// Raises the step limit of pest to one that suits a text of this many bytes. The limit is global
/// to the process; a shorter text leaves it as it is.
fn limit_steps(length: usize) {
    static LIMIT: Mutex<usize> = Mutex::new(0);
    let wanted = 100_000 + length.saturating_mul(2_000);
    // Held while the limit is set, or a smaller one of another thread could come last and stay.
    let mut limit = LIMIT.lock().unwrap_or_else(PoisonError::into_inner);
    if *limit < wanted {
        *limit = wanted;
        pest::set_call_limit(NonZeroUsize::new(wanted));
    }
}
