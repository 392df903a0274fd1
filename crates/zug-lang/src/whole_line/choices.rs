//! What a report would have written, as edits of the text.

use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::FileId;
use crate::syntax::tokens::{Token, TokenClass, tokens};
use std::ops::Range;

/// Words in a help that make the code in it an example.
const EXAMPLE: [&str; 7] =
    ["for one", "for example", " say;", "` say", "you choose", "another type", "` or `"];

/// The edits of one report, and how sure they are.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Edits that do not overlap.
    pub fixes: Vec<Fix>,
    /// Whether all of them are certain.
    pub is_certain: bool,
}

/// What a report would have written in a part of a text: its certain fixes, else its likely ones,
/// else the text that its help says.
pub(super) fn choice(text: &str, report: &Diagnostic, part: &Range<usize>) -> Option<Choice> {
    let inside = |fix: &&Fix| {
        fix.span.file == FileId::DEFINITION
            && part.start <= fix.span.start as usize
            && fix.span.end as usize <= part.end
            && text.get(fix.span.start as usize..fix.span.end as usize) != Some(fix.text.as_str())
    };
    let fixes: Vec<Fix> = report.fixes.iter().filter(inside).cloned().collect();
    let certain = of_kind(&fixes, Applicability::Certain);
    if !certain.is_empty() {
        return Some(Choice { fixes: certain, is_certain: true });
    }
    if is_example(report) {
        return None;
    }
    let likely = of_kind(&fixes, Applicability::Likely);
    if !likely.is_empty() {
        return Some(Choice { fixes: likely, is_certain: false });
    }
    let fixes = written(text, report, part)?;
    Some(Choice { fixes, is_certain: false })
}

/// Whether the code in the help of a report is an example, or one of several.
fn is_example(report: &Diagnostic) -> bool {
    let help = report.help.as_deref().unwrap_or("");
    EXAMPLE.iter().any(|word| help.contains(word))
}

/// The fixes of one kind that do not overlap, the first ones first.
fn of_kind(fixes: &[Fix], kind: Applicability) -> Vec<Fix> {
    let mut kept: Vec<Fix> = Vec::new();
    for fix in fixes.iter().filter(|fix| fix.applicability == kind) {
        if !kept.iter().any(|other| overlap(other, fix)) {
            kept.push(fix.clone());
        }
    }
    kept
}

/// Whether two fixes touch the same text, or insert at the same place.
pub(super) fn overlap(a: &Fix, b: &Fix) -> bool {
    a.span.start < b.span.end && b.span.start < a.span.end || a.span.start == b.span.start
}

/// The code that a help says is to be written, in the place of what it stands for.
fn written(text: &str, report: &Diagnostic, part: &Range<usize>) -> Option<Vec<Fix>> {
    let help = report.help.as_deref()?;
    let edit = |at: Range<usize>, code: &str| Fix {
        span: crate::source::Span::new(FileId::DEFINITION, at.start, at.end),
        text: code.to_owned(),
        applicability: Applicability::Likely,
    };
    if let Some(name) = report.name_meant() {
        let spans = report.labels.iter().filter(|label| label.primary || label.text == "and here");
        let fixes: Vec<Fix> =
            spans.map(|label| edit(label.span.start as usize..label.span.end as usize, name)).collect();
        return fixes.iter().all(|fix| within(fix, part)).then_some(fixes);
    }
    let code = help.strip_prefix("write `")?.split('`').next()?;
    let at = report.span();
    let at = at.start as usize..at.end as usize;
    if at.is_empty() || at.end > part.end || at.start < part.start {
        return None;
    }
    let place = stands_for(text, &at, code)?;
    (place.start >= part.start && place.end <= part.end).then(|| vec![edit(place, code)])
}

fn within(fix: &Fix, part: &Range<usize>) -> bool {
    part.start <= fix.span.start as usize && fix.span.end as usize <= part.end
}

/// The part of a line that a code is to replace: around the place of a report, from the first word
/// of the code to its last; else the place itself, where every name in it stands in the code too.
fn stands_for(text: &str, at: &Range<usize>, code: &str) -> Option<Range<usize>> {
    let line = line_of(text, at)?;
    let tokens_of = |text: &str, from: usize| -> Vec<(Range<usize>, TokenClass)> {
        let plain = |token: Token| (from + token.start..from + token.end, token.class);
        tokens(text).into_iter().filter(|token| token.class != TokenClass::Comment).map(plain).collect()
    };
    let here = tokens_of(&text[line.clone()], line.start);
    let there = tokens_of(code, 0);
    let (first, last) = (there.first()?, there.last()?);
    let word = |token: &(Range<usize>, TokenClass)| &text[token.0.clone()];
    let begin = here.iter().rposition(|it| it.0.start <= at.start && *word(it) == code[first.0.clone()]);
    let end = here.iter().position(|it| it.0.end >= at.end && *word(it) == code[last.0.clone()]);
    let names_kept = |range: &Range<usize>| {
        let inside = here.iter().filter(|it| range.start <= it.0.start && it.0.end <= range.end);
        let mut names = inside.filter(|it| matches!(it.1, TokenClass::Word | TokenClass::Number));
        names.all(|name| there.iter().any(|it| code[it.0.clone()] == *word(name)))
    };
    let window = begin.zip(end).filter(|(begin, end)| begin <= end);
    let window = window.map(|(begin, end)| here[begin].0.start..here[end].0.end);
    window.filter(names_kept).or_else(|| Some(at.clone()).filter(names_kept))
}

/// The line around a place; `None` where the place has more than one line.
fn line_of(text: &str, at: &Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(at.clone())?;
    let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |end| at.end + end);
    (!inside.contains('\n')).then_some(start..end)
}
