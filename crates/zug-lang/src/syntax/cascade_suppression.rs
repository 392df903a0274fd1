//! Suppresses cascades of errors, tells as one what two reports would tell: a mistake, and the first steps of the parser behind it.
//!
//! Reads the reports about items that stand side by side. Makes one of two where an item keyword strayed from its place,
//! so that the end of one item and the beginning of the next cannot be read; and passes over what the parser stumbles
//! at within three tokens of a mistake, before it has regained its step (the rule of the parsers that yacc makes).

use super::codes;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;

/// How many tokens must be read behind a mistake before another counts.
const STEPS: usize = 3;

/// Out of the reports about one item, in any order, those that stand far enough behind the one before, on another line,
/// or are about something else than what was expected.
pub(super) fn suppress_cascades(view: &TokenView, mut reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
    reports.sort_by_key(Diagnostic::span);
    let mut last: Option<usize> = None;
    reports.retain(|report| {
        let at = token_at(view, report);
        let stumbles = last.is_some_and(|last| at - last <= STEPS && same_line(view, last, at));
        let in_text = view.tokens.get(at).is_some_and(|token| token.kind == Kind::Text);
        let kept = !stumbles || in_text || !matches!(report.code, codes::UNEXPECTED | codes::TRAILING_COMMA);
        last = Some(at);
        kept
    });
    reports
}

/// The token that a report begins at; for a place between two tokens, the one before.
fn token_at(view: &TokenView, report: &Diagnostic) -> usize {
    let start = (report.span().start as usize).saturating_sub(view.base);
    view.tokens.partition_point(|token| token.start <= start).saturating_sub(1)
}

/// Whether no token from the one behind `from` up to `to` begins a line.
fn same_line(view: &TokenView, from: usize, to: usize) -> bool {
    view.tokens.get(from + 1..=to).is_none_or(|between| between.iter().all(|token| !token.first))
}

/// The one report for an item keyword in the middle of a line, where the item before ends with a mistake at it and the
/// item that it begins cannot be read either.
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

/// Where the keyword belongs: before the word that begins its line, or at the beginning of the next.
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
