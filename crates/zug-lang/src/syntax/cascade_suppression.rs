//! Suppresses cascades: one mistake gets one report.
//!
//! An item keyword out of its place makes two items unreadable, the one before it and the one it
//! begins; one report replaces both. Within an item, a parse error at most three tokens after
//! another one is dropped: like the parsers of yacc, this one trusts its state again only after
//! three tokens.

use super::codes;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// The largest distance, in tokens, at which a second parse error counts as a consequence of the
/// first.
const STEPS: usize = 3;

/// Drops the reports about one item that probably follow from the report before them.
///
/// A report is kept if it is more than [`STEPS`] tokens after the one before, or on another line,
/// or points at a text literal, or has a code other than "unexpected" and "trailing comma".
pub(super) fn suppress_cascades(view: &TokenView, mut reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
    reports.sort_by_key(Diagnostic::span);
    let mut last: Option<usize> = None;
    reports.retain(|report| {
        let at = token_at(view, report);
        let stumbles = last.is_some_and(|last| at - last <= STEPS && same_line(view, last, at));
        let in_text = view.tokens.get(at).is_some_and(|token| token.kind == Kind::Text);
        let kept = !stumbles || in_text || !matches!(report.code, codes::UNEXPECTED | codes::TRAILING_COMMA);
        // A dropped report counts too: the parser has still not read three tokens without an error.
        last = Some(at);
        kept
    });
    reports
}

/// The index of the token at which a report begins; of the token before it, if it points between
/// two tokens.
fn token_at(view: &TokenView, report: &Diagnostic) -> usize {
    let start = (report.span().start as usize).saturating_sub(view.base);
    view.tokens.partition_point(|token| token.start <= start).saturating_sub(1)
}

/// Whether none of the tokens after `from`, up to and including `to`, begins a line.
fn same_line(view: &TokenView, from: usize, to: usize) -> bool {
    view.tokens.get(from + 1..=to).is_none_or(|between| between.iter().all(|token| !token.first))
}

/// One report in place of two, for an item keyword in the middle of a line: the item before it ends
/// with a mistake at the keyword, and the item that it begins cannot be parsed either.
pub(super) fn stray_keyword(
    view: &TokenView,
    keyword: usize,
    before: &[Diagnostic],
    behind: &[Diagnostic],
) -> Option<Diagnostic> {
    let last = before.last()?;
    let at_it = (keyword.saturating_sub(1)..=keyword).contains(&token_at(view, last));
    let form = |report: &Diagnostic| report.code.starts_with("Z00");
    if view.tokens[keyword].first || !at_it || behind.is_empty() || !behind.iter().chain([last]).all(form) {
        return None;
    }
    let word = view.word(keyword);
    let message = format!("`{word}` stands in the middle of a line, and what it begins cannot be read");
    let report = Diagnostic::error(codes::STRAY_KEYWORD, message, view.span(keyword), "out of its place");
    Some(report.help(help(view, keyword)))
}

/// Says where the keyword belongs: before the word that begins its line, or at the beginning of the
/// next line.
fn help(view: &TokenView, keyword: usize) -> String {
    let (word, before) = (view.word(keyword), view.word(keyword.saturating_sub(1)));
    if word == "stuck" && before == "if" {
        return "what happens when the player to move has no move: `stuck => OUTCOME`".into();
    }
    if keyword > 0 && view.tokens[keyword - 1].first && !matches!(before, "if" | "when" | "for") {
        return format!("an item begins with its keyword: write `{word} {before} ..`");
    }
    match view.tokens.get(keyword + 1) {
        Some(next) if next.first => format!(
            "an item begins with its keyword: is `{word}` meant to stand before `{}`?",
            view.word(keyword + 1)
        ),
        _ => format!("an item begins with its keyword: put `{word}` where its line begins, or take it away"),
    }
}

/// Drops the report about a bracket that is open where its line breaks off: the line is half typed,
/// and what is missing at its end is told with the bracket.
pub(super) fn closed_with_the_rest(text: &str, reports: &mut Vec<Diagnostic>) {
    let ends_line = |at: u32| {
        text.get(at as usize..).is_some_and(|rest| {
            let rest = rest.trim_start_matches([' ', '\t']);
            rest.is_empty() || rest.starts_with(['\n', '\r'])
        })
    };
    let on_line = |from: u32, to: u32| {
        text.get(from as usize..to as usize).is_some_and(|between| !between.contains(['\n', '\r']))
    };
    let breaks_off = |report: &Diagnostic| {
        let missing = report.message.contains("breaks off") || report.message.starts_with("nothing stands");
        missing && report.code != codes::UNCLOSED && report.help.is_some() && ends_line(report.span().end)
    };
    let ends = reports.iter().enumerate().filter(|(_, report)| breaks_off(report));
    let ends: BTreeMap<u32, usize> = ends.rev().map(|(at, report)| (report.span().start, at)).collect();
    let end_of = |open: &Diagnostic| {
        let from = open.span().start;
        let next = ends.range(from..).next().filter(|_| open.code == codes::UNCLOSED);
        next.filter(|(at, _)| on_line(from, **at)).map(|(_, end)| *end)
    };
    let ends_of: Vec<Option<usize>> = reports.iter().map(end_of).collect();
    let mut closed: Vec<(usize, usize)> =
        ends_of.iter().enumerate().filter_map(|(open, end)| Some((open, (*end)?))).collect();
    // The innermost bracket closes first.
    closed.sort_by_key(|(open, _)| std::cmp::Reverse(reports[*open].span().start));
    for (open, end) in closed {
        let opener = reports[open].span();
        let opener = text.get(opener.start as usize..opener.end as usize).unwrap_or("{");
        let closer = super::brackets::closer_of(opener);
        if let Some(help) = &mut reports[end].help {
            *help += &format!(", and `{closer}` behind it");
        }
    }
    let mut kept = ends_of.iter().map(Option::is_none);
    reports.retain(|_| kept.next() == Some(true));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    #[test]
    fn what_a_half_typed_line_leaves_open_is_closed_from_the_innermost_on() {
        let text = "f(a[b +\ng(\n";
        let report = |code, message: &str, from, to| {
            let span = Span::new(FileId::DEFINITION, from, to);
            Diagnostic::error(code, message, span, "here").help("write `c`")
        };
        let mut reports = vec![
            report(codes::UNCLOSED, "never closed", 1, 2),
            report(codes::UNCLOSED, "never closed", 3, 4),
            report(codes::UNEXPECTED, "the line breaks off", 6, 7),
            report(codes::UNCLOSED, "never closed", 9, 10),
        ];
        closed_with_the_rest(text, &mut reports);
        let helps: Vec<&str> = reports.iter().filter_map(|report| report.help.as_deref()).collect();
        assert_eq!(helps, ["write `c`, and `]` behind it, and `)` behind it", "write `c`"]);
    }

    #[test]
    fn a_bracket_that_is_told_nowhere_else_is_kept() {
        let open =
            Diagnostic::error(codes::UNCLOSED, "never closed", Span::new(FileId::DEFINITION, 1, 2), "");
        let end =
            Diagnostic::error(codes::UNEXPECTED, "it breaks off", Span::new(FileId::DEFINITION, 2, 3), "");
        let mut reports = vec![open, end];
        closed_with_the_rest("f(a\n", &mut reports);
        assert_eq!(reports.len(), 2);
    }
}
