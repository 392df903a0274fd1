//! One slip that was made several times in one item: one report with many marks.

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{FileId, Sources, Span, is_line_end};
use crate::whole_line::WHOLE_LINE;
use std::collections::HashMap;

/// The most marks of one report; a note counts the others.
const MARKS: usize = 8;

/// As many reports with one message in one item are one, wherever its lines are.
const MANY: usize = 3;

/// Puts one report with many marks in the place of reports with one code, one message and one help
/// but for what is to be written, about places on one line, or, where there are three or more, in
/// one item. Their order is that of the places.
pub fn gathered(sources: &Sources, reports: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut sorted: Vec<Diagnostic> = reports.to_vec();
    sorted.sort_by_key(Diagnostic::span);
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<Signature, usize> = HashMap::new();
    let (mut item, mut last) = ((FileId(0), 0), Span::default());
    for report in sorted {
        item = item_of(sources, report.span(), (last, item));
        last = report.span();
        let is_error = report.severity == Severity::Error;
        let slip = (item, report.code, is_error, report.message.clone(), advice(&report));
        let group = known.entry(slip).or_insert(groups.len());
        match groups.get_mut(*group) {
            Some(group) => group.reports.push(report),
            None => groups.push(Group { reports: vec![report] }),
        }
    }
    let mut found: Vec<Diagnostic> = groups.into_iter().flat_map(|group| group.merged(sources)).collect();
    found.sort_by_key(Diagnostic::span);
    found
}

/// Reports with one message in one item.
struct Group {
    reports: Vec<Diagnostic>,
}

impl Group {
    /// One report for all, or one for those of each line.
    fn merged(self, sources: &Sources) -> Vec<Diagnostic> {
        if self.reports.len() >= MANY {
            return vec![as_one(self.reports)];
        }
        let text = |report: &Diagnostic| &sources.file(report.span().file).text;
        let on_one_line = |a: &Diagnostic, b: &Diagnostic| {
            let (from, to) = (a.span().start as usize, b.span().start as usize);
            !(from..to).any(|at| is_line_end(text(a), at))
        };
        match self.reports.as_slice() {
            [one, two] if on_one_line(one, two) || of_one_declaration(one, two) => vec![as_one(self.reports)],
            _ => self.reports,
        }
    }
}

/// Whether two reports tell alike, with the same advice, how a declared thing is used.
fn of_one_declaration(one: &Diagnostic, other: &Diagnostic) -> bool {
    let further = |report: &Diagnostic| -> Vec<(Span, String)> {
        let labels = report.labels.iter().filter(|label| !label.primary);
        labels.map(|label| (label.span, label.text.clone())).collect()
    };
    one.help == other.help && !further(one).is_empty() && further(one) == further(other)
}

/// An item: its file, and where its first line begins.
type Item = (FileId, usize);

/// The item that holds a place: the last line before it that no blank begins. `known` is a place
/// before it with its item, so that no line is looked at twice.
fn item_of(sources: &Sources, at: Span, known: (Span, Item)) -> Item {
    let text = &sources.file(at.file).text;
    let same = known.0.file == at.file && known.1.0 == at.file;
    let from = if same { known.0.start as usize } else { 0 };
    let passed = text.get(from..at.start as usize).unwrap_or("");
    let begins =
        |line: &usize| text.get(*line..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()));
    let line = passed.rmatch_indices('\n').map(|(end, _)| from + end + 1).find(begins);
    (at.file, line.unwrap_or(if same { known.1.1 } else { 0 }))
}

/// What reports of one slip have in common: the item, the code, whether it is an error, the
/// message, and the help without what is to be written.
type Signature = (Item, &'static str, bool, String, Option<String>);

/// The first quoted text of a help, which says what is to be written.
fn written(report: &Diagnostic) -> Option<&str> {
    report.help.as_deref()?.split('`').nth(1)
}

/// The help without its first quoted text, and without the line as a whole: that is a help of one
/// place for all of its line.
fn advice(report: &Diagnostic) -> Option<String> {
    let help = report.help.as_deref()?;
    let help = help.split(&format!("; {WHOLE_LINE}")).next().unwrap_or(help);
    Some(written(report).map_or(help.to_owned(), |text| help.replacen(&format!("`{text}`"), "``", 1)))
}

/// The first report with the places and the fixes of all, and what is to be written at each.
fn as_one(reports: Vec<Diagnostic>) -> Diagnostic {
    let texts: Option<Vec<&str>> = reports.iter().map(written).collect();
    let mut different: Vec<String> = Vec::new();
    for text in texts.iter().flatten().map(|text| format!("`{text}`")) {
        if !different.contains(&text) {
            different.push(text);
        }
    }
    let shown = different.iter().take(MARKS).cloned().collect::<Vec<_>>().join(", ");
    let mut reports = reports.into_iter();
    let Some(mut first) = reports.next() else { unreachable!("a group has a report") };
    if different.len() > 1
        && let Some(text) = written(&first).map(str::to_owned)
    {
        first.help = first.help.map(|help| help.replacen(&format!("`{text}`"), &shown, 1));
    }
    let mendable = !first.fixes.is_empty();
    let further: Vec<Diagnostic> = reports.collect();
    let known: Vec<Span> = first.labels.iter().map(|label| label.span).collect();
    let places = further.iter().map(Diagnostic::span).filter(|place| !known.contains(place));
    let marks =
        places.take(MARKS - 1).map(|span| Label { span, text: "and here".to_string(), primary: false });
    first.labels.extend(marks);
    if further.len() >= MARKS {
        first.notes.push(format!("the same in {} more places", further.len() + 1 - MARKS));
    }
    if mendable {
        first.fixes.extend(further.into_iter().flat_map(|report| report.fixes));
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports_of(text: &str) -> Vec<Diagnostic> {
        let mut sources = Sources::default();
        sources.add("x.game", text);
        let (game, mut found) = crate::syntax::parse(FileId::DEFINITION, text);
        found.extend(crate::check::check(&game, &[]).diagnostics);
        gathered(&sources, &found)
    }

    const HEAD: &str = "game \"G\"\nplayers A, B\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";

    #[test]
    fn one_slip_is_one_report_with_many_marks() {
        let eighteen = "  if a1 && b1 { n = 1 }\n".repeat(18).replace("a1 && b1", "n = 1 && n = 2");
        let found = reports_of(&format!("{HEAD}move m {{\n{eighteen}}}\nstuck => draw\n"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].labels.len(), MARKS);
        assert_eq!(found[0].fixes.len(), 18);
        assert_eq!(found[0].notes, ["the same in 10 more places"]);
    }

    #[test]
    fn what_differs_is_told_apart() {
        let line =
            "let t[c: C] = c.x\nmove m(c in C) when t(c) > 1 and t(a1) > 1 { n += 1 }\nstuck => draw\n";
        let found = reports_of(&format!("{HEAD}{line}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].help.as_deref(), Some("write `t[c]`, `t[a1]`"));
        let two = "move m(c in C) when c in x and c in y { n += 1 }\nstuck => draw\n";
        assert_eq!(reports_of(&format!("{HEAD}{two}")).len(), 2);
        let items =
            "move m when n = 1 && n = 2 { n += 1 }\nmove k when n = 1 && n = 2 { n += 1 }\nstuck => draw\n";
        assert_eq!(reports_of(&format!("{HEAD}{items}")).len(), 2);
    }

    #[test]
    fn one_message_with_two_kinds_of_advice_is_two_slips() {
        let report = |at: usize, help: &str| {
            Diagnostic::error("Z0000", "wrong", Span::new(FileId::DEFINITION, at, at + 1), "here").help(help)
        };
        let mut sources = Sources::default();
        sources.add("x.game", "abcdefgh\n");
        let shown = |reports: &[Diagnostic]| gathered(&sources, reports).len();
        assert_eq!(shown(&[report(0, "write `a` before it"), report(2, "write `b` before it")]), 1);
        assert_eq!(shown(&[report(0, "write `a` before it"), report(2, "write `b` behind it")]), 2);
        assert_eq!(shown(&[report(0, "declare it"), report(2, "delete it")]), 2);
    }

    #[test]
    fn two_calls_that_lack_the_same_are_one_report() {
        let defs = "def near_by(c: C, p: Player) = near(c) & s\n";
        let call = |body: &str| {
            format!("{HEAD}{defs}move m(c in C) when near_by(c) != {{}}\n{{ {body} }}\nstuck => draw\n")
        };
        assert_eq!(reports_of(&call("s += near_by(c) n = 1")).len(), 1);
        assert_eq!(reports_of(&call("s += c n = 1")).len(), 1);
        // Another call, with another advice.
        assert_eq!(reports_of(&call("s += near_by(a1) n = 1")).len(), 2);
    }
}
