//! Keeps two words apart whose middle is taken out: `from:from` without its sign is `from from`,
//! and no name `fromfrom`.

use super::scan::goes_on;
use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// Whether the words on both sides of a gap would run into one.
pub(super) fn joins_words(text: &str, gap: &Range<usize>) -> bool {
    let word_before = text.get(..gap.start).is_some_and(|before| before.ends_with(goes_on));
    let word_behind = text.get(gap.end..).is_some_and(|behind| behind.starts_with(goes_on));
    word_before && word_behind
}

/// Puts a blank in the place of what the fixes of a report take out between two words.
pub(super) fn keep(text: &str, report: &mut Diagnostic) {
    for fix in &mut report.fixes {
        let gap = fix.span.start as usize..fix.span.end as usize;
        if fix.text.is_empty() && !gap.is_empty() && joins_words(text, &gap) {
            fix.text = " ".to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    #[test]
    fn two_words_are_not_run_into_one() {
        assert!(joins_words("a:b", &(1..2)));
        assert!(!joins_words("a: b", &(1..2)) && !joins_words("(:b", &(1..2)) && !joins_words(":b", &(0..1)));
    }

    #[test]
    fn a_fix_that_takes_out_a_sign_leaves_a_blank() {
        let at = |start, end| Span::new(FileId::DEFINITION, start, end);
        let report = Diagnostic::error("Z0001", "m", at(1, 2), "l").fix(at(1, 2), "").fix(at(4, 4), "");
        let mut report = report.fix(at(3, 5), "");
        keep("a:b+c+d", &mut report);
        let texts: Vec<&str> = report.fixes.iter().map(|fix| fix.text.as_str()).collect();
        assert_eq!(texts, [" ", "", ""]);
    }
}
