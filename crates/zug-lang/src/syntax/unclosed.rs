//! Reports brackets that are never closed: where they probably end, and what the line is then.

use super::brackets::{Brackets, closer_of};
use super::codes;
use super::items::ends_operand;
use super::parse_error::TokenView;
use super::scan::Kind;
use super::unfinished;
use crate::built_ins::{BuiltIn, built_in};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// `(c in S, d in near(c - T)`: the neighbours are those of one cell, so the bracket behind `near`
/// ends before the operator, and its closer is that of `open`. The index of the inner bracket, and
/// of its closer.
fn call_of_element(view: &TokenView, brackets: &Brackets, open: usize) -> Option<(usize, usize)> {
    if view.word(open) != "(" {
        return None;
    }
    let line = (open + 1..view.tokens.len()).take_while(|at| !view.tokens[*at].first);
    let bound = |name: &str, before: usize| {
        (open + 1..before).any(|at| view.word(at) == name && view.word(at + 1) == "in")
    };
    let mut calls = line.filter(|at| view.word(*at) == "near" && view.word(at + 1) == "(");
    let inner =
        calls.find(|at| bound(view.word(at + 2), *at) && matches!(view.word(at + 3), "-" | "+" | "&"))? + 1;
    Some((inner, brackets.partner[inner]?))
}

/// The report about the bracket `inner` of `near(c - S)`, which `close` closes.
fn call_closed_late(view: &TokenView, inner: usize, close: usize) -> Diagnostic {
    let tokens = |from: usize, to: usize| &view.text[view.tokens[from].start..view.tokens[to].end];
    let help = format!("write `{}) {}`", tokens(inner - 1, inner + 1), tokens(inner + 2, close));
    Diagnostic::error(codes::UNCLOSED, "`(` is never closed", view.span(inner), "opened here")
        .because(view.span(close), "this `)` closes the one before it")
        .help(help)
        .likely(view.span(inner + 1).after(), ")")
}

/// The report about an opener without a partner. Where the indentation suggests it, it points to an
/// inner opener.
pub(super) fn unclosed(view: &TokenView, brackets: &Brackets, open: usize, proof: usize) -> Diagnostic {
    let suspect = brackets.suspects.iter().find(|(meant, _)| *meant == open);
    if let Some((inner, close)) = suspect.and_then(|(_, inner)| Some((*inner, brackets.partner[*inner]?))) {
        let (at, text, help) = unfinished::block_end(view, inner);
        let report =
            Diagnostic::error(codes::UNCLOSED, "`{` is never closed", view.span(inner), "opened here");
        return report
            .because(view.span(close), "going by its place, this `}` closes another one")
            .because(view.span(open), "this one")
            .help(help)
            .likely(at, text);
    }
    if let Some((inner, close)) = call_of_element(view, brackets, open) {
        return call_closed_late(view, inner, close);
    }
    let (opener, closer) = (view.word(open), closer_of(view.word(open)));
    let (at, help) = match brackets.unclosed.len() > MANY {
        true => (None, format!("add `{closer}` where it ends")),
        false => closing_place(view, open, proof),
    };
    let report = Diagnostic::error(
        codes::UNCLOSED,
        format!("`{opener}` is never closed"),
        view.span(open),
        "opened here",
    )
    .help(help);
    let report = match at {
        Some((at, ref text)) => report.likely(at, text.clone()),
        None => report,
    };
    let report = match next_line(view, at.map(|(at, _)| at), opener, open) {
        Some(line) => report.because(line, "`}` probably belongs here"),
        None => report,
    };
    match view.word(proof) {
        "" => report,
        word => report.because(view.span(proof), format!("still open when `{word}` comes")),
    }
}

/// The line behind the place where a block is probably closed, if the block has several lines.
fn next_line(view: &TokenView, at: Option<Span>, opener: &str, open: usize) -> Option<Span> {
    let at = at.filter(|_| opener == "{")?;
    let from = view.span(open).end as usize - view.base;
    let end = at.start as usize - view.base;
    let several = view.text.get(from..end)?.contains('\n');
    let line = end + view.text.get(end..)?.find('\n')? + 1;
    several.then(|| Span::new(view.file, view.base + line, view.base + line))
}

/// So many openers without a partner that no place is looked for.
pub(super) const MANY: usize = 20;

/// Where the closer of an opener probably belongs, with what is put in there, and the help that
/// says so.
fn closing_place(view: &TokenView, open: usize, proof: usize) -> (Option<(Span, String)>, String) {
    let (opener, closer) = (view.word(open), closer_of(view.word(open)));
    let last_of_line = |from: usize| {
        (from + 1..proof.min(view.tokens.len()))
            .find(|at| view.tokens[*at].first)
            .unwrap_or(proof.min(view.tokens.len()))
    };
    let before = if opener == "{" {
        proof.min(view.tokens.len())
    } else {
        stop_behind(view, open, last_of_line(open))
    };
    let Some(last) = before.checked_sub(1).filter(|last| *last > open || opener == "{") else {
        let form = unfinished::inside(view, open).map_or(String::new(), |form| format!(": write `{form}`"));
        return (None, format!("add `{closer}` where it ends{form}"));
    };
    let at = view.span(last).after();
    // The line, or what there is of it, with the closer; where that is long, what is in brackets.
    let start = (0..=open).rev().find(|at| view.tokens[*at].first).unwrap_or(open);
    let one_line = |from: usize| !(from + 1..=last).any(|at| view.tokens[at].first);
    let blank = if opener == "{" { " " } else { "" };
    let shown = |from: usize| {
        let text = view.text.get(view.tokens[from].start..view.tokens[last].end);
        text.filter(|text| one_line(from) && text.len() <= 80)
    };
    // What stands behind an outcome or an operator belongs to what is written.
    let goes_on =
        matches!(view.word(before), "to" | "wins" | "loses" | "+" | "-" | "<" | ">" | "<=" | ">=" | "!=")
            || opener == "(" && matches!(view.word(before), "=" | "and" | "or");

    let stops = |at: &usize| {
        view.tokens[*at].first || *at > before && view.word(*at) == "{" && ends_operand(view, at - 1)
    };
    let line_end = (before..proof.min(view.tokens.len())).find(stops);
    let line_end = line_end.unwrap_or(proof.min(view.tokens.len()));
    let rest = match view.tokens.get(line_end.wrapping_sub(1)) {
        Some(end) if goes_on && line_end > before => {
            view.text.get(view.tokens[last].end..end.end).unwrap_or("")
        }
        _ => "",
    };
    let missing = unfinished::before_closer(view, start, open, last);
    let outcome = unfinished::outcome(view, start, line_end);
    let help = match shown(start).or_else(|| shown(open)) {
        Some(text) => {
            let shown = missing.as_deref().unwrap_or(if view.word(last) == "," { " .." } else { "" });
            format!("add `{closer}` where it ends: write `{text}{shown}{blank}{closer}{rest}{outcome}`")
        }
        _ => format!("add `{closer}` where it ends, behind `{}` for one", view.word(last)),
    };
    let behind = if before == line_end { outcome.as_str() } else { "" };
    (Some((at, format!("{}{blank}{closer}{behind}", missing.unwrap_or_default()))), help)
}

/// The token before which an opener is probably closed: a word or sign that stands in no bracket of
/// its kind, or `end`. Brackets in it are passed over.
fn stop_behind(view: &TokenView, open: usize, end: usize) -> usize {
    let condition = (0..open).rev().find_map(|at| match view.word(at) {
        "when" | "if" | "where" | "provided" | "and" | "or" | "not" => Some(true),
        "{" | "=" | "+=" | "-=" | "=>" | "," => Some(false),
        _ => None,
    });
    let call = open.checked_sub(1).map_or("", |before| view.word(before));
    let extreme = matches!(call, "min" | "max");
    let is_given = view.word(open) == "(";
    let gives_integer = is_given && built_in(call).is_some_and(BuiltIn::gives_integer);
    let counts = gives_integer && !extreme;
    // What such a function is given compares nothing, unless it binds a name: `count(S <= 3` lacks
    // its `)` before the sign.
    let bound = (open + 1..end).any(|at| matches!(view.word(at), "in" | "where"));
    let measures = gives_integer || is_given && matches!(call, "near" | "sum" | "union");
    let measures = measures && !bound;
    let (mut depth, mut binds) = (0, false);
    for at in open + 1..end {
        let again = counts && view.word(at + 1) == call && view.word(at + 2) == "(";
        let set = depth > 0 || condition == Some(true) && !ends_operand(view, at - 1);
        match view.word(at) {
            "(" | "[" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            "{" if set => depth += 1,
            _ if depth > 0 => {}
            "+" | "-" | "<" | ">" | "<=" | ">=" | "=" | "!=" if again => return at,
            "=" | "+=" | "-=" if condition == Some(false) => return before_store(view, open, at),
            "<" | ">" | "<=" | ">=" | "=" | "!=" | "and" | "or" if measures => return at,
            "to" | "wins" | "loses" if ends_operand(view, at - 1) => return at,
            "in" => binds = true,
            "=" if condition == Some(true) => {}
            ":" if binds => binds = false,
            "when" | "{" | "}" | "=>" | "then" | "as" | "=" | "+=" | "-=" | ":" => return at,
            _ => {}
        }
    }
    end
}

/// The token with which the target of a store begins that follows an operand: `max(n, 1 at = c`;
/// the sign of the store where nothing stands between.
fn before_store(view: &TokenView, open: usize, sign: usize) -> usize {
    let mut at = sign - 1;
    if view.word(at) == "]" {
        at = (open..at).rev().find(|at| view.word(*at) == "[").map_or(at, |index| index - 1);
    }
    let is_target = view.tokens[at].kind == Kind::Word && at > open + 1 && ends_operand(view, at - 1);
    if is_target { at } else { sign }
}
