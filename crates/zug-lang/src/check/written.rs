//! Expressions as they were written, for helps that repeat them.

use super::input::CheckInput;
use crate::program::Kind;
use crate::source::Span;

/// The longest text that a help repeats, in bytes.
const LINE: usize = 100;

/// What a help shows for an expression that it does not repeat.
pub(super) const DOTS: &str = "..";

/// An expression as it was written, with its kind.
pub(super) struct Written {
    pub text: String,
    pub at: Span,
    pub kind: Kind,
}

impl CheckInput<'_> {
    /// The expression of a kind that stands at a place.
    pub(super) fn written_value(&self, at: Span, kind: Kind) -> Written {
        Written { text: self.short_text(at), at, kind }
    }

    /// Whether what stands at a place stands behind `in`, where a set belongs.
    pub(super) fn stands_behind_in(&self, at: Span) -> bool {
        let before = self.game.text.get(..at.start as usize).unwrap_or("").trim_end();
        before.strip_suffix("in").is_some_and(|rest| rest.ends_with(char::is_whitespace))
    }

    /// An expression of the definition on one line, without comments.
    pub(super) fn on_one_line(&self, at: Span) -> String {
        let lines = self.written(at).lines().map(|line| line.split("//").next().unwrap_or(""));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        words.join(" ")
    }

    /// The same, or dots if it is longer than a line.
    pub(super) fn short_text(&self, at: Span) -> String {
        let text = self.on_one_line(at);
        if text.is_empty() || text.len() > LINE { DOTS.to_owned() } else { text }
    }
}
