//! Maps places of a mended text, and of the reports about it, to places of the text before.

use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::{FileId, Span};

/// The edits that made one text from another, in text order.
#[derive(Clone, Debug, Default)]
pub(super) struct Shifts {
    edits: Vec<Edit>,
}

/// One edit.
#[derive(Clone, Debug)]
struct Edit {
    /// The start of the new text, in the text after.
    start: u32,
    /// The start and the end of the replaced text, in the text before.
    old: (u32, u32),
    /// The new text, and the replaced one.
    new_text: String,
    old_text: String,
}

impl Edit {
    fn end(&self) -> u32 {
        self.start + self.new_text.len() as u32
    }

    /// The place of a part of the new text in the replaced one, if it stands there too, and once.
    fn kept(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let (from, to) = ((start - self.start) as usize, (end - self.start) as usize);
        let part = self.new_text.get(from..to)?;
        let goes_on = |c: char| c.is_alphanumeric() || c == '_';
        let whole = |at: &usize| {
            let (before, behind) = (&self.old_text[..*at], &self.old_text[at + part.len()..]);
            let word = part.starts_with(goes_on) || part.ends_with(goes_on);
            !word || !before.ends_with(goes_on) && !behind.starts_with(goes_on)
        };
        // Of several, the first with the most of the same text around it.
        let around = |at: &usize| {
            let before = self.old_text[..*at].chars().rev().zip(self.new_text[..from].chars().rev());
            let behind = self.old_text[at + part.len()..].chars().zip(self.new_text[to..].chars());
            let same = before.take_while(|(a, b)| a == b).count();
            (same + behind.take_while(|(a, b)| a == b).count(), std::cmp::Reverse(*at))
        };
        let places = self.old_text.match_indices(part).map(|(at, _)| at).filter(whole);
        let at = places.max_by_key(around)? as u32;
        (!part.trim().is_empty()).then(|| (self.old.0 + at, self.old.0 + at + part.len() as u32))
    }
}

impl Shifts {
    /// The shifts of the edits that were applied to a text, sorted by place.
    pub fn new(text: &str, applied: &[Fix]) -> Shifts {
        let mut moved = 0i64;
        let edits = applied.iter().map(|fix| {
            let start = (i64::from(fix.span.start) + moved) as u32;
            moved += fix.text.len() as i64 - i64::from(fix.span.end - fix.span.start);
            let old_text = text.get(fix.span.start as usize..fix.span.end as usize).unwrap_or("");
            Edit {
                start,
                old: (fix.span.start, fix.span.end),
                new_text: fix.text.clone(),
                old_text: old_text.to_string(),
            }
        });
        Shifts { edits: edits.collect() }
    }

    /// The place in the text before. A place inside new text becomes an end of what it replaced.
    fn offset(&self, at: u32, is_end: bool) -> u32 {
        let behind = self.edits.partition_point(|edit| edit.start < at || (edit.start == at && !is_end));
        let Some(edit) = self.edits[..behind].last() else { return at };
        match at.saturating_sub(edit.start) {
            _ if at < edit.end() && is_end => edit.old.1,
            _ if at < edit.end() => edit.old.0,
            inside => edit.old.1 + (inside - edit.new_text.len() as u32),
        }
    }

    /// Whether a span lies in no new text, or is a part of one that only moved.
    pub fn is_kept(&self, span: Span) -> bool {
        let mut touched = self.edits.iter().filter(|edit| span.start < edit.end() && edit.start < span.end);
        touched.all(|edit| {
            edit.start <= span.start && span.end <= edit.end() && edit.kept(span.start, span.end).is_some()
        })
    }

    /// The span in the text before. What an edit only moved is found where it stood.
    pub fn span(&self, span: Span) -> Span {
        let begun = self.edits.partition_point(|edit| edit.start <= span.start);
        let around = |edit: &&Edit| span.end <= edit.end() && !span.is_empty();
        let edit = self.edits[..begun].last().filter(around);
        let kept = edit.and_then(|edit| edit.kept(span.start, span.end));
        if let Some((start, end)) = kept {
            return Span { start, end, ..span };
        }
        let start = self.offset(span.start, false);
        let end = if span.is_empty() { start } else { self.offset(span.end, true) };
        Span { start, end: end.max(start), ..span }
    }

    /// The places in the text before that were replaced.
    pub fn replaced(&self, file: FileId) -> impl Iterator<Item = Span> + '_ {
        self.edits.iter().map(move |edit| Span { file, start: edit.old.0, end: edit.old.1 })
    }

    /// The places of the new texts in the text after.
    pub fn fixed(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.edits.iter().map(|edit| (edit.start, edit.end()))
    }

    /// Moves a diagnostic to the text before. Where an insertion into new text belongs in the text
    /// before is not known: nothing of such a mend is certain.
    pub fn diagnostic(&self, report: &mut Diagnostic) {
        let inside = |at: u32| self.edits.iter().any(|edit| edit.start < at && at < edit.end());
        if report.fixes.iter().any(|fix| fix.span.is_empty() && inside(fix.span.start)) {
            let certain = |fix: &&mut Fix| fix.applicability == Applicability::Certain;
            report.fixes.iter_mut().filter(certain).for_each(|fix| fix.applicability = Applicability::Likely);
        }
        // Nor where what such a mend replaces begins or ends in the middle of new text.
        let cut = |span: Span| (inside(span.start) || inside(span.end)) && !self.is_kept(span);
        if report.fixes.iter().any(|fix| !fix.span.is_empty() && cut(fix.span)) {
            report.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Recovery);
        }
        for label in &mut report.labels {
            label.span = self.span(label.span);
        }
        for fix in &mut report.fixes {
            fix.span = self.span(fix.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shifts;
    use crate::diagnostic::{Applicability, Diagnostic, Fix};
    use crate::source::{FileId, Span};

    fn at(start: usize, end: usize) -> Span {
        Span::new(FileId::DEFINITION, start, end)
    }

    fn fix(start: usize, end: usize, text: &str) -> Fix {
        Fix { span: at(start, end), text: text.into(), applicability: Applicability::Certain }
    }

    #[test]
    fn places_before_between_inside_and_behind_the_edits_are_moved_back() {
        // `a elif b c` becomes `a else if b - c`.
        let shifts = Shifts::new("a elif b c", &[fix(2, 6, "else if"), fix(9, 9, "- ")]);
        assert_eq!(shifts.span(at(0, 1)), at(0, 1));
        assert_eq!(shifts.span(at(2, 9)), at(2, 6));
        assert_eq!(shifts.span(at(7, 9)), at(2, 6));
        assert_eq!(shifts.span(at(10, 11)), at(7, 8));
        assert_eq!(shifts.span(at(12, 13)), at(9, 9));
        assert_eq!(shifts.span(at(14, 15)), at(9, 10));
    }

    #[test]
    fn a_mend_that_begins_in_new_text_is_not_offered() {
        // `to c in C if P` becomes `(c in C if P)`, of which `if P)` is replaced.
        let text = "to c in C if P";
        let shifts = Shifts::new(text, &[fix(0, text.len(), "(c in C if P)")]);
        let moved = |start: usize, end: usize| {
            let mut report =
                Diagnostic::error("Z0036", "no", at(start, end), "here").fix(at(start, end), "x");
            shifts.diagnostic(&mut report);
            report.fixes[0].applicability
        };
        assert_eq!(moved(8, 13), Applicability::Recovery);
        assert_eq!(moved(1, 7), Applicability::Certain);
        assert_eq!(moved(0, 13), Applicability::Certain);
    }

    #[test]
    fn of_several_signs_the_one_with_the_same_text_around_it_is_kept() {
        // Of the commas of `f(x, y) :- a, b` the second is kept.
        let shifts = Shifts::new("f(x, y) :- a, b", &[fix(0, 15, "end when a, b")]);
        assert_eq!(shifts.span(at(10, 11)), at(12, 13));
    }
}
