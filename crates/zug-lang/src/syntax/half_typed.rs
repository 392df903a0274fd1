//! Text that ends in the middle of an item, as an editor sends it.
//!
//! One report stands where the text ends, and says what comes next. What follows from the missing
//! rest, open brackets and missing items, is not told.

use super::brackets::Head;
use super::codes;
use super::expected_forms;
use super::grammar::Rule;
use super::items::{is_reserved, items_from};
use super::parse_error::TokenView;
use super::scan::Kind;
use super::unfinished;
use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// The report about the last item of a text, if its last token asks for more.
pub(super) fn report(view: &TokenView, head: Head, range: &Range<usize>) -> Option<Diagnostic> {
    let last = range.end.checked_sub(1).filter(|_| range.end == view.tokens.len() && !range.is_empty())?;
    let word = view.word(last);
    let keyword = range.len() == 1 && !items_from(word).is_empty() && view.tokens[last].kind == Kind::Word;
    if keyword && super::items::rule_of(word).is_none() {
        let meant: Vec<String> = items_from(word).iter().map(|keyword| format!("`{keyword}`")).collect();
        let message = format!("`{word}` is the beginning of a keyword");
        let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, view.span(last), "goes on here");
        return Some(report.help(format!("write {}", meant.join(" or "))));
    }
    let Head::Item(rule) = head else { return None };
    if !keyword && !asks_for_more(view, last) {
        return None;
    }
    if let Some(report) = arrow_behind_fact(view, rule, range) {
        return Some(report);
    }
    let message = format!("the text ends in the middle of {}", what(view, range.start));
    let report = Diagnostic::error(codes::UNEXPECTED, message, view.span(last).after(), missing(word));
    let form = expected_forms::form(rule).map(|form| format!("it is written {form}"));
    if let Some(text) = unfinished::taken_away(view, last) {
        return Some(report.help(format!("write `{text}`")));
    }
    let help = format!("go on behind `{word}` with {}", goes_on(word, rule));
    Some(report.help(form.map_or(help.clone(), |form| format!("{help}; {form}"))))
}

/// `expect A wins =>`: no arrow stands behind a fact.
fn arrow_behind_fact(view: &TokenView, rule: Rule, range: &Range<usize>) -> Option<Diagnostic> {
    let last = range.end - 1;
    let fact = rule == Rule::expect_item && matches!(view.word(last), "=>" | "->") && last > range.start + 1;
    let outcome = matches!(view.word(last.saturating_sub(1)), "wins" | "loses" | "draw");
    let from = range.start + 1;
    let before = last.checked_sub(1).filter(|before| *before >= from)?;
    let said = view.text.get(view.tokens[from].start..view.tokens[before].end)?;
    let value = if view.word(from) == "value" { "" } else { "value = " };
    let arrow = view.span(last);
    (fact && outcome).then(|| {
        let message = format!("no `{}` stands behind a fact", view.word(last));
        let help = format!("write `expect {value}{said}`");
        Diagnostic::error(codes::UNEXPECTED, message, arrow, "delete this").help(help).likely(arrow, "")
    })
}

/// Whether something must follow a token.
fn asks_for_more(view: &TokenView, at: usize) -> bool {
    let word = view.word(at);
    match view.tokens[at].kind {
        Kind::Mark => !matches!(word, ")" | "]" | "}"),
        Kind::Word => {
            is_reserved(word) && !matches!(word, "true" | "false" | "none" | "me" | "opponent" | "again")
                || matches!(word, "of" | "to" | "after" | "value" | "positions" | "perft" | "nimber" | "best")
        }
        _ => false,
    }
}

/// The item in words.
fn what(view: &TokenView, keyword: usize) -> &'static str {
    match view.word(keyword) {
        "move" | "followup" => "a move",
        "state" => "the fields of `state`",
        "end" => "an `end` rule",
        "param" => "a `param`",
        "let" => "a `let`",
        "def" => "a `def`",
        "expect" => "a fact",
        "show" => "a picture",
        "family" => "a family",
        "board" | "graph" => "a board",
        "enum" | "range" => "a domain",
        _ => "an item",
    }
}

/// The label at the end.
fn missing(word: &str) -> String {
    format!("nothing stands behind `{word}` yet")
}

/// What comes behind a token.
fn goes_on(word: &str, rule: Rule) -> &'static str {
    match word {
        "when" | "and" | "or" | "not" | "where" | "provided" | "if" | "implies" => "a condition",
        "=>" | "->" => "an outcome",
        "then" | "else" if matches!(rule, Rule::end_item | Rule::stuck_item | Rule::endless_item) => {
            "an outcome"
        }
        "." => "`x`, `y`, a number or the name of an element",
        ":" if matches!(rule, Rule::state_item | Rule::param_item | Rule::def_item) => "a type",
        "in" => "a set",
        "[" | "(" | "," => "what belongs into the brackets",
        "{" if rule == Rule::move_item => "statements and `}`",
        "{" => "what belongs into the braces",
        "let" | "var" | "for" => "a name",
        "as" | "after" => "a text",
        _ => "what is missing",
    }
}
