//! Mistakes with their fixes, made of the tokens of an item.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Span;
use crate::syntax::codes;
use std::ops::Range;

impl Place<'_, '_> {
    /// Whether the mends of a mistake change anything.
    pub fn changes(&self, mistake: &Mistake) -> bool {
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        mistake.report.fixes.iter().all(|fix| {
            let (start, end) =
                (fix.span.start as usize - self.view.base, fix.span.end as usize - self.view.base);
            !same(self.view.text.get(start..end).unwrap_or(""), &fix.text)
                || fix.text.is_empty() && start < end
        })
    }

    /// A mistake with a certain mend: the tokens `covers` are replaced by `text`. It is only likely
    /// where that would drop a comment.
    pub fn certain(
        &self,
        covers: Range<usize>,
        message: impl Into<String>,
        text: impl Into<String>,
    ) -> Mistake {
        let text = text.into();
        let drops = self.text(covers.clone()).contains("//") && !text.contains("//");
        let sure = if drops { Applicability::Likely } else { Applicability::Certain };
        self.replaced(covers, message.into(), text, sure)
    }

    /// A mistake with a likely mend.
    pub fn likely(
        &self,
        covers: Range<usize>,
        message: impl Into<String>,
        text: impl Into<String>,
    ) -> Mistake {
        self.replaced(covers, message.into(), text.into(), Applicability::Likely)
    }

    fn replaced(&self, covers: Range<usize>, message: String, text: String, sure: Applicability) -> Mistake {
        let at = self.span_of(&covers);
        let one_line = covers.len() > 1 && !(covers.start + 1..covers.end).any(|at| self.first(at));
        let text = if one_line { with_our_signs(text) } else { text };
        let (label, help) = match text.trim() {
            "" => ("delete this".to_string(), format!("delete `{}`", self.text(covers.clone()))),
            short => (format!("write `{short}`"), format!("write `{short}`")),
        };
        let report = Diagnostic::error(codes::ELSEWHERE, message, at, label).help(help);
        let text = self.set_apart(at, text);
        let report = match sure {
            Applicability::Certain => report.fix(at, text),
            _ => report.likely(at, text),
        };
        Mistake { report, covers }
    }

    /// A new text with blanks where it would run into the words beside it.
    fn set_apart(&self, at: Span, text: String) -> String {
        let goes_on = |c: char| c.is_alphanumeric() || c == '_';
        let (start, end) = (at.start as usize - self.view.base, at.end as usize - self.view.base);
        let (before, behind) = (&self.view.text[..start], &self.view.text[end..]);
        let first = if before.ends_with(goes_on) && text.starts_with(goes_on) { " " } else { "" };
        let last = if text.ends_with(goes_on) && behind.starts_with(goes_on) { " " } else { "" };
        format!("{first}{text}{last}")
    }

    /// A mistake that has no one mend: `help` says what to write. For reading on, `covers` is
    /// replaced by `instead`.
    pub fn reported(
        &self,
        covers: Range<usize>,
        at: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
        instead: &str,
    ) -> Mistake {
        let report = Diagnostic::error(codes::ELSEWHERE, message, self.span_of(&at), "not written so here");
        Mistake { report: report.help(help).recovery(self.span_of(&covers), instead), covers }
    }
}

/// A text with the signs of other languages as they are written here: what is replaced as a whole
/// is told once.
pub(super) fn with_our_signs(text: String) -> String {
    let signs = [
        ("===", "="),
        ("==", "="),
        ("&&", "and"),
        ("||", "or"),
        ("∈", "in"),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
        ("!(", "not ("),
    ];
    signs.iter().fold(text, |text, (theirs, ours)| text.replace(theirs, ours))
}

impl Mistake {
    /// Replaces the help.
    pub fn help(mut self, text: impl Into<String>) -> Mistake {
        self.report.help = Some(text.into());
        self
    }

    /// Replaces the label.
    pub fn label(mut self, text: impl Into<String>) -> Mistake {
        self.report.labels[0].text = text.into();
        self
    }

    /// Moves the label.
    pub fn at(mut self, span: Span) -> Mistake {
        self.report.labels[0].span = span;
        self
    }

    /// Replaces the code.
    pub fn code(mut self, code: &'static str) -> Mistake {
        self.report.code = code;
        self
    }
}
