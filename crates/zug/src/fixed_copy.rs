//! Warnings beside errors: those of a copy in which every error is mended by its surest fix.
//!
//! Where the fixes bring a copy in order, the lints read the copy. Its warnings are kept that are
//! about lines in which nothing was mended, but for those for which the whole definition counts: a
//! fix that is only likely may have put in the wrong name.

use crate::definition::{Definition, compile_copy};
use crate::tried::{best, drops_words};
use zug_analysis::lints::{self, Lint};
use zug_lang::diagnostic::{Diagnostic, Fix, Label, Severity};
use zug_lang::fix::{FixedText, apply_all};
use zug_lang::source::{FileId, Span};

/// The longest text, in bytes, of which a copy is made.
const LONGEST: usize = 1 << 15;

/// The lints that any part of a definition decides: by what it uses, stores and leads to.
const OF_THE_WHOLE: [Lint; 5] =
    [lints::UNUSED, lints::PASS_LOOP, lints::CYCLES, lints::EARLY_FAULT, lints::OVER_AT_START];

/// The copy of a text in which every one of these mistakes is mended, if it is in order then.
pub fn fixed_copy(text: &str, settings: &[String], mistakes: &[Diagnostic]) -> Option<FixedCopy> {
    let errors = mistakes.iter().filter(|found| found.severity == Severity::Error);
    let fixes: Vec<Vec<Fix>> = errors.map(best).collect();
    if text.len() > LONGEST || fixes.iter().any(Vec::is_empty) {
        return None;
    }
    let fixes = fixes.concat();
    if fixes.iter().any(|fix| drops_words(text, fix)) {
        return None;
    }
    let fixed = apply_all(FileId::DEFINITION, text, fixes);
    let definition = compile_copy(&fixed.text, settings)?;
    Some(FixedCopy { fixed, definition })
}

/// The warnings about a text of which this is the mended copy, in the order of the text.
pub fn warnings_beside(copy: &FixedCopy) -> Vec<Diagnostic> {
    let definition = &copy.definition;
    let stays = |found: &Diagnostic| {
        OF_THE_WHOLE.iter().all(|lint| lint.code != found.code)
            && found.labels.iter().all(|label| copy.is_untouched(label.span))
    };
    let found = lints::lints(&definition.ast, &definition.program).into_iter().filter(stays);
    found.filter_map(|found| copy.report_before(found)).collect()
}

/// A mended copy of a text.
pub struct FixedCopy {
    fixed: FixedText,
    /// What it defines.
    pub definition: Definition,
}

impl FixedCopy {
    /// The text of the copy.
    pub fn text(&self) -> &str {
        &self.fixed.text
    }

    /// Whether nothing was mended in the lines of a place of the copy.
    pub fn is_untouched(&self, place: Span) -> bool {
        !self.is_fixed_in(self.lines_around(place))
    }

    /// Whether something was mended in a part of the copy, or at its ends.
    fn is_fixed_in(&self, part: Span) -> bool {
        let mut moved = 0;
        self.fixed.applied.iter().any(|fix| {
            let start = i64::from(fix.span.start) + moved;
            let end = start + fix.text.len() as i64;
            moved += fix.text.len() as i64 - i64::from(fix.span.end - fix.span.start);
            end >= i64::from(part.start) && start <= i64::from(part.end)
        })
    }

    /// The place in the text of what stands at a place of the copy; `None` if something was mended
    /// there.
    fn before(&self, span: Span) -> Option<Span> {
        let mut moved = 0;
        for fix in &self.fixed.applied {
            let start = i64::from(fix.span.start) + moved;
            let end = start + fix.text.len() as i64;
            if end > i64::from(span.start) && start < i64::from(span.end) {
                return None;
            }
            if start >= i64::from(span.end) {
                break;
            }
            moved += fix.text.len() as i64 - i64::from(fix.span.end - fix.span.start);
        }
        let back = |at: u32| usize::try_from(i64::from(at) - moved).ok();
        Some(Span::new(span.file, back(span.start)?, back(span.end)?))
    }

    /// The whole lines in which a place of the copy lies.
    fn lines_around(&self, span: Span) -> Span {
        let text = &self.fixed.text;
        let (start, end) = (span.start as usize, span.end as usize);
        let first = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let last = text.get(end..).and_then(|behind| behind.find('\n')).map_or(text.len(), |at| end + at);
        Span::new(span.file, first, last)
    }

    /// The report about the copy as a report about the text; without its fixes if one has no place
    /// there.
    pub fn report_before(&self, found: Diagnostic) -> Option<Diagnostic> {
        let labels = found.labels.into_iter().map(|label| {
            let span = self.before(label.span)?;
            Some(Label { span, ..label })
        });
        let labels = labels.collect::<Option<Vec<Label>>>()?;
        let fixes = found.fixes.into_iter().map(|fix| Some(Fix { span: self.before(fix.span)?, ..fix }));
        let fixes = fixes.collect::<Option<Vec<Fix>>>().unwrap_or_default();
        Some(Diagnostic { labels, fixes, ..found })
    }
}

#[cfg(test)]
mod tests {
    use super::{fixed_copy, warnings_beside};
    use zug_lang::source::FileId;

    /// The code and the text at the place of each warning beside the errors of a text.
    fn warned(rules: &str) -> Vec<(String, String)> {
        let text = format!(
            "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men: set of Cell, left: 0..9 = 9 }}\n{rules}\n"
        );
        let (game, mut mistakes) = zug_lang::syntax::parse(FileId::DEFINITION, &text);
        mistakes.extend(zug_lang::check::check(&game, &[]).diagnostics);
        assert!(!mistakes.is_empty(), "{rules}");
        let place =
            |found: &zug_lang::diagnostic::Diagnostic| found.span().start as usize..found.span().end as usize;
        let found = fixed_copy(&text, &[], &mistakes).map(|copy| warnings_beside(&copy));
        let found = found.unwrap_or_default().into_iter();
        found.map(|found| (found.code.to_owned(), text[place(&found)].to_owned())).collect()
    }

    const MIXED: &str = "left > 3 and c in men or left = 1";

    fn rules(first: &str, second: &str) -> String {
        format!(
            "move put(c in Cell - men)\n  when {first} {{\n  men += c left -= 1\n}}\n\
             move take(c in men)\n  when {second}\n{{\n  men -= c left -= 1\n}}\nstuck => me loses"
        )
    }

    #[test]
    fn a_warning_about_another_line_stands_beside_an_error() {
        let found = warned(&rules("lft > 2", MIXED));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "Z0913");
        assert!(MIXED.contains(&found[0].1), "{found:?}");
        // The place is that in the text, also behind a fix that makes the copy longer.
        assert_eq!(warned(&rules("lefft > 2", MIXED)), found);
    }

    #[test]
    fn each_condition_of_a_warning_beside_errors_is_needed() {
        // Something was mended on its line, or at its end.
        assert!(warned(&rules("left > 2", &format!("{MIXED};"))).is_empty());
        assert!(warned(&rules("left > 2", &MIXED.replace("c in men", "c in mn"))).is_empty());
        // An error has no fix, so no copy is in order.
        assert!(warned(&rules("heaps[left] > 2 and lft = 3", MIXED)).is_empty());
        // The whole definition decides whether a field is used.
        let unused = rules("lft > 2", "left > 3").replace("stuck", "def spare = 3\nstuck");
        assert!(warned(&unused).is_empty());
    }
}
