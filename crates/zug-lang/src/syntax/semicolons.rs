//! Semicolons: a habit of other languages, which is told once.
//!
//! A `;` between the members of a list stands for a comma. One that ends a statement with another
//! mistake is told with it; all that are left are one report, which shows each of them.

use super::codes;
use crate::diagnostic::{Applicability, Diagnostic, Fix, Label, Severity};
use crate::source::Span;

/// The semicolons that get a label of their own.
const SHOWN: usize = 6;

/// Makes as few reports of those about semicolons as there are mistakes.
pub(super) fn gather(text: &str, reports: &mut Vec<Diagnostic>) {
    let is_semicolon = |report: &Diagnostic| report.code == codes::SEMICOLON;
    let (semicolons, mut others): (Vec<_>, Vec<_>) = reports.drain(..).partition(is_semicolon);
    let mut alone: Vec<Diagnostic> = Vec::new();
    for semicolon in semicolons {
        let at = semicolon.span();
        if let Some(report) = others.iter_mut().find(|report| is_list(text, report, at)) {
            *report = comma(at);
        } else if let Some(report) = others.iter_mut().find(|report| beside(text, report, at)) {
            add_to(report, at);
        } else {
            alone.push(semicolon);
        }
    }
    *reports = others;
    reports.extend(together(alone));
    reports.sort_by_key(Diagnostic::span);
}

/// Whether a comma is missing just where the semicolon stands.
fn is_list(text: &str, report: &Diagnostic, at: Span) -> bool {
    let gap =
        |from: u32, to: u32| text.get(from as usize..to as usize).is_some_and(|gap| gap.trim().is_empty());
    let (start, end) = (report.span().start, report.span().end);
    let wants = report.message.starts_with("expected `,`");
    report.code == codes::MISSING_COMMA && gap(end, at.start) || wants && gap(at.end, start)
}

/// The report about a semicolon in the place of a comma.
fn comma(at: Span) -> Diagnostic {
    let message = "things in a list are separated by commas, not by `;`";
    Diagnostic::error(codes::SEMICOLON, message, at, "write `,`").help("write `,` for `;`").fix(at, ",")
}

/// Whether a semicolon ends the statement, or the line, in which another mistake is.
fn beside(text: &str, report: &Diagnostic, at: Span) -> bool {
    let from = report.span().start.min(at.start) as usize;
    let between = text.get(from..at.start as usize).unwrap_or("");
    let same = from < at.start as usize && !between.contains(['\n', '\r', '{', '}', ';']);
    report.severity == Severity::Error && report.span().file == at.file && same
}

/// Tells a semicolon with another mistake.
fn add_to(report: &mut Diagnostic, at: Span) {
    let known = report.help.as_deref().is_some_and(|help| help.contains("no `;`"));
    if !known {
        let help = report.help.take().map_or(String::new(), |help| format!("{help}; "));
        report.help = Some(format!("{help}delete `;`: no `;` is needed"));
    }
    report.fixes.push(Fix { span: at, text: String::new(), applicability: Applicability::Certain });
}

/// One report about several semicolons.
fn together(alone: Vec<Diagnostic>) -> Option<Diagnostic> {
    let mut rest = alone.into_iter();
    let mut report = rest.next()?;
    for (number, other) in rest.enumerate() {
        if number < SHOWN {
            report.labels.push(Label { span: other.span(), text: "and this".into(), primary: false });
        }
        report.fixes.extend(other.fixes);
    }
    Some(report.help("delete it: a statement ends where the next one begins, an item with its line"))
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::parse;

    fn reports(text: &str) -> Vec<(String, String)> {
        let (_, reports) = parse(FileId::DEFINITION, text);
        reports.into_iter().map(|report| (report.message, report.help.unwrap_or_default())).collect()
    }

    #[test]
    fn semicolons_are_one_mistake() {
        let text = "game \"G\";\nplayers A, B;\nstate { n: 0..3 = 3; m: 0..3; }\nmove m { n -= 1; }\nstuck => draw;\n";
        let found = reports(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.starts_with("delete it"));
    }

    #[test]
    fn a_semicolon_in_a_list_is_a_comma() {
        let found = reports(
            "game \"G\"\nplayers A, B\ngraph V { a-b; b-c }\nstate { at: V = a }\nmove m { at = b }\n",
        );
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].1, "write `,` for `;`");
    }

    #[test]
    fn a_semicolon_behind_a_mistake_is_told_with_it() {
        let text =
            "game \"G\"\nplayers A, B\nstate { n: 0..3 = 3 }\nmove m when n > 0 { n--; }\nstuck => draw\n";
        let found = reports(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.starts_with("write `n -= 1`"), "{found:?}");
        assert!(found[0].1.ends_with("delete `;`: no `;` is needed"), "{found:?}");
    }
}
