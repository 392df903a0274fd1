//! Applies the certain fixes of diagnostics to a text.
//!
//! A fix that overlaps an applied one is left for the next run, because all fixes refer to the text
//! before.

use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::FileId;

/// A text with the fixes that were applied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedText {
    /// The text after the fixes.
    pub text: String,
    /// The applied fixes, sorted by span; the spans refer to the text before.
    pub applied: Vec<Fix>,
}

/// Applies every certain fix for one file that does not overlap an earlier one; of several fixes at
/// one place the first is taken. Fixes that change nothing are ignored.
pub fn apply_fixes(file: FileId, text: &str, diagnostics: &[Diagnostic]) -> FixedText {
    let fixes = diagnostics.iter().flat_map(|report| report.fixes.clone());
    apply_all(file, text, fixes.filter(|fix| fix.applicability == Applicability::Certain).collect())
}

/// Applies all of these fixes, as [`apply_fixes`] does.
pub fn apply_all(file: FileId, text: &str, mut fixes: Vec<Fix>) -> FixedText {
    fixes.retain(|fix| fix.span.file == file && text.get(range(fix)).is_some_and(|now| now != fix.text));
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    fixes.dedup();
    let mut fixed = FixedText { text: String::new(), applied: Vec::new() };
    let mut done = 0;
    for fix in fixes {
        let range = range(&fix);
        // Two insertions at one place do not overlap, but only one can be right.
        let touches_last = fixed.applied.last().is_some_and(|last| last.span.start == fix.span.start);
        if range.start < done || touches_last {
            continue;
        }
        fixed.text.push_str(&text[done..range.start]);
        fixed.text.push_str(&fix.text);
        done = range.end;
        fixed.applied.push(fix);
    }
    fixed.text.push_str(&text[done..]);
    fixed
}

fn range(fix: &Fix) -> std::ops::Range<usize> {
    fix.span.start as usize..fix.span.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn report(fixes: &[(usize, usize, &str)]) -> Diagnostic {
        let at = |start, end| Span::new(FileId::DEFINITION, start, end);
        let report = Diagnostic::error("Z0001", "m", at(0, 1), "");
        fixes.iter().fold(report, |report, (start, end, text)| report.fix(at(*start, *end), *text))
    }

    #[test]
    fn mends_are_applied_in_order_and_those_that_overlap_wait() {
        let fixed = apply_fixes(
            FileId::DEFINITION,
            "a==b&&c",
            &[report(&[(4, 6, " and ")]), report(&[(1, 3, "="), (2, 4, "x")])],
        );
        assert_eq!(fixed.text, "a=b and c");
        assert_eq!(fixed.applied.len(), 2);
    }

    #[test]
    fn a_mend_of_another_text_changes_nothing() {
        let mut other = report(&[(0, 1, "b")]);
        other.fixes[0].span.file = FileId(1);
        let fixed = apply_fixes(FileId::DEFINITION, "a", &[other]);
        assert_eq!((fixed.text.as_str(), fixed.applied.len()), ("a", 0));
    }
}
