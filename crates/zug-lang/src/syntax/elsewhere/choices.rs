//! Choices as other languages write them: `if C { X wins } else { draw }`,
//! `if C: X wins else: draw`, `C ? X wins : draw`, and the same between values and between
//! statements.

mod parts;
#[cfg(test)]
mod tests;

pub(super) use parts::{bare, quantifies, trimmed};

use super::Mistake;
use super::outcome_words::joined_loosely;
use super::place::Place;
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_operator;
use parts::{Parts, block_mark, chain_end, other_side, parts, unwrapped};
use std::ops::Range;

/// What a choice is between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Outcomes,
    Values,
}

/// Searches the token `at`, with which an outcome begins.
pub(super) fn of_outcomes(place: &Place, at: usize) -> Option<Mistake> {
    let covers = at..outcome_end(place, at);
    let range = unwrapped(place, covers.clone());
    let parts = parts(place, &range).filter(|_| is_foreign(place, &range))?;
    if parts.no.is_empty() {
        return without_else(place, covers, &parts);
    }
    let text = rewritten(place, &range, Between::Outcomes)?;
    let message = "a choice between outcomes is written `if .. then .. else ..`";
    let sure = if chooses_players(place, &range) { Place::likely } else { Place::certain };
    Some(sure(place, covers, message, one_line(&text)).at(mark(place, &parts)).label("not written so here"))
}

/// Searches the token `at`: `x = if C { a } else { b }`.
pub(super) fn of_values(place: &Place, at: usize) -> Option<Mistake> {
    let value = matches!(place.before(at), "=" | "+=" | "-=" | "(" | "return");
    if place.word(at) != "if" || !value || place.first(at) && place.before(at) == "(" {
        return None;
    }
    let limit = place.body.filter(|(open, _)| *open < at).map_or(place.range.end, |(_, close)| close);
    let line = place.line_end(at).min(limit);
    let behind = parts::block_mark(place, at + 1..line);
    let colons = behind.is_some_and(|mark| place.word(mark) == ":" && place.word(mark + 1) != ":")
        && place.find(at..line, &["then"]).is_none();
    let end = if colons { line } else { chain_end(place, at)? };
    let range = at..end;
    let sign = if colons { ":" } else { "{" };
    let parts = parts(place, &range).filter(|parts| place.before(parts.yes.start) == sign)?;
    if colons && parts.no.is_empty() {
        return None;
    }
    if [&parts.yes, &parts.no].into_iter().any(|side| stores(place, side)) {
        return None;
    }
    let text = one_line(&rewritten(place, &range, Between::Values)?);
    // What stands behind the choice does not belong to its `else`, where this is in braces.
    let goes_on = is_operator(place.word(end));
    if goes_on && place.word(end - 1) != "}" {
        return None;
    }
    let text = if goes_on { format!("({text})") } else { text };
    let message = "a choice between values is written `if .. then .. else ..`";
    Some(place.certain(range, message, text).at(mark(place, &parts)).label("no braces here"))
}

/// Searches the token `at`, with which a statement begins: `C ? x = 1 : x = 2`.
pub(super) fn of_statements(place: &Place, at: usize) -> Option<Mistake> {
    let limit = place.body.map_or(place.range.end, |(_, close)| close);
    let line = at..place.line_end(at).min(limit);
    let sign = place.find(line.clone(), &["?"])?;
    let text = statement(place, line.clone())?;
    let message = "a choice between statements is written `if .. { .. } else { .. }`";
    // A further statement on the line may stand behind the choice, and not in it.
    let last = place.find(line.clone(), &[":"]).unwrap_or(sign) + 1;
    let further = (last + 1..line.end).any(|each| place.begins_statement(each) && place.before(each) != ":");
    let mistake = match further {
        true => place.likely(line, message, text),
        false => place.certain(line, message, text),
    };
    Some(mistake.at(place.span(sign)).label("not written so here"))
}

/// The `if` that says what `C ? S : T` says.
fn statement(place: &Place, line: Range<usize>) -> Option<String> {
    let sign = place.find(line.clone(), &["?"]).filter(|sign| *sign > line.start)?;
    let colon = other_side(place, sign + 1..line.end);
    let yes = sign + 1..colon.unwrap_or(line.end);
    let no = colon.map_or(line.end, |colon| colon + 1)..line.end;
    let condition = bare(place, line.start..sign);
    if !stores(place, &yes) || stores(place, &condition) {
        return None;
    }
    let head = format!("if {} {{ {} }}", place.text(condition), place.text(trimmed(place, yes)));
    Some(match statement(place, no.clone()) {
        Some(further) => format!("{head} else {further}"),
        None if no.is_empty() => head,
        None => format!("{head} else {{ {} }}", place.text(trimmed(place, no))),
    })
}

/// A choice between values in the form of the language, if these tokens are one that is not.
pub(super) fn as_value(place: &Place, range: Range<usize>) -> Option<String> {
    let range = trimmed(place, range);
    let foreign = is_foreign(place, &range);
    foreign.then(|| rewritten(place, &range, Between::Values)).flatten()
}

/// Searches the token `at` of an `end` rule: `end when C { X wins }`,
/// `end when C: if D: X wins else: draw`, `end if C { X wins } else if D { draw }`.
pub(super) fn of_rules(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let whole = at..place.range.end;
    if place.rule != Some(Rule::end_item) || place.find(start..whole.end, &["=>", "->", "⇒", "→"]).is_some()
    {
        return None;
    }
    if at == start + 1 && place.word(at) == "if" {
        return nested(place, &whole, whole.clone()).or_else(|| several(place, whole));
    }
    let begins = matches!(place.word(start + 1), "when" | "for");
    let when = place.find(start..at, &["when"]).filter(|_| begins)?;
    let block =
        place.word(at) == "{" && place.ends_operand(at - 1) && place.partner(at) == Some(whole.end - 1);
    let colon = place.word(at) == ":" && block_mark(place, when + 1..whole.end) == Some(at);
    let inside = match (block, colon) {
        (true, _) => at + 1..whole.end - 1,
        (_, true) => at + 1..whole.end,
        _ => return None,
    };
    let inside = unwrapped(place, inside);
    let choice = parts(place, &inside);
    if place.word(start + 1) == "when" && choice.as_ref().is_some_and(|parts| parts.no.is_empty()) {
        return joined(place, &whole, when + 1..at, choice?, start + 1..whole.end);
    }
    if choice.as_ref().is_some_and(|parts| parts.no.is_empty()) || choice.is_none() && colon {
        return None;
    }
    let text = one_line(&rewritten(place, &inside, Between::Outcomes)?);
    let message = "an `end` rule is written `end when CONDITION => OUTCOME`";
    let help = format!("write `{} => {text}`", place.text(start..at));
    Some(
        place
            .certain(whole, message, format!(" => {text}"))
            .at(place.span(at))
            .label("write `=>`")
            .help(help),
    )
}

/// `end if C: if D: X wins else: draw`, `end if C { if D { X wins } }`: a choice in the only branch
/// of another.
fn nested(place: &Place, range: &Range<usize>, covers: Range<usize>) -> Option<Mistake> {
    let outer = parts(place, range).filter(|outer| outer.foreign && outer.no.is_empty())?;
    let inside = unwrapped(place, outer.yes.clone());
    let inner = parts(place, &inside)?;
    if inner.no.is_empty() {
        return joined(place, range, outer.condition, inner, covers);
    }
    let text = one_line(&rewritten(place, &inside, Between::Outcomes)?);
    let text = format!("when {} => {text}", place.text(outer.condition));
    let message = "an `end` rule is written `end when CONDITION => OUTCOME`";
    let mistake = place.certain(covers, message, &text).at(place.span(range.start));
    Some(mistake.label("write `when`").help(format!("write `end {text}`")))
}

/// The rule in which two conditions, one in the other, are one.
fn joined(
    place: &Place,
    range: &Range<usize>,
    condition: Range<usize>,
    inner: Parts,
    covers: Range<usize>,
) -> Option<Mistake> {
    let both = |range: Range<usize>| match joined_loosely(place, &range) {
        true => format!("({})", place.text(range)),
        false => place.text(range).to_string(),
    };
    let outcome = one_line(place.text(unwrapped(place, inner.yes)));
    let text = format!("when {} and {} => {outcome}", both(condition), both(inner.condition));
    let message = "an `end` rule is written `end when CONDITION => OUTCOME`";
    let mistake = place.likely(covers, message, &text).at(place.span(range.start));
    Some(mistake.label("two conditions").help(format!("write `end {text}`")))
}

/// `end if C { X wins } else if D { draw }`: a rule for each.
fn several(place: &Place, whole: Range<usize>) -> Option<Mistake> {
    let mut rules = Vec::new();
    let mut rest = whole.clone();
    while !rest.is_empty() {
        let parts =
            parts(place, &rest).filter(|parts| parts.foreign && place.before(parts.yes.start) == "{")?;
        let outcome = place.text(unwrapped(place, parts.yes));
        rules.push(format!("end when {} => {outcome}", place.text(parts.condition)));
        rest = parts.no;
    }
    let (first, further) = rules.split_first()?;
    let text = [first.strip_prefix("end ")?].into_iter().chain(further.iter().map(String::as_str));
    let text: Vec<&str> = text.collect();
    let shown: Vec<String> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    let message = "an `end` rule is written `end when CONDITION => OUTCOME`";
    let mistake = place.certain(whole.clone(), message, text.join("\n")).at(place.span(whole.start));
    Some(mistake.label("write `when`").help(format!("write {}", shown.join(" and "))))
}

/// The report about a choice between outcomes that says only one of them.
fn without_else(place: &Place, covers: Range<usize>, parts: &Parts) -> Option<Mistake> {
    let (condition, yes) = (place.text(parts.condition.clone()), place.text(parts.yes.clone()));
    let start = place.range.start;
    let message = "an `if` in an outcome needs its `else`";
    let Some(when) =
        place.find(start..covers.start, &["when"]).filter(|_| place.rule == Some(Rule::end_item))
    else {
        let text = format!("if {condition} then {yes} else {}", rest(place, condition));
        return Some(
            place.likely(covers.clone(), message, text).at(place.span(covers.start)).label("no `else`"),
        );
    };
    let both = |range: Range<usize>| match joined_loosely(place, &range) {
        true => format!("({})", place.text(range)),
        false => place.text(range).to_string(),
    };
    let first = both(when + 1..covers.start - 1);
    let text = format!("when {first} and {} => {yes}", both(parts.condition.clone()));
    let head = place.text(start..when);
    Some(
        place
            .likely(when..covers.end, message, &text)
            .at(place.span(covers.start))
            .label("no `else`")
            .help(format!("write `{head} {text}`")),
    )
}

/// What stands behind an `else` that is missing. Who asks in `stuck` whether the opponent is stuck
/// too lets him go on where he is not.
pub(super) fn rest(place: &Place, condition: &str) -> &'static str {
    let asks = condition.trim_start_matches(['(', ' ']).starts_with("stuck(");
    if asks && place.rule == Some(Rule::stuck_item) { "pass" } else { "draw" }
}

/// The place of the sign that is not of this language.
fn mark(place: &Place, parts: &Parts) -> crate::source::Span {
    let sign = parts.yes.start.saturating_sub(1);
    place.span(if matches!(place.word(sign), "{" | ":" | "?") { sign } else { parts.condition.start })
}

/// A choice in the form of the language, with all choices in it.
fn rewritten(place: &Place, range: &Range<usize>, between: Between) -> Option<String> {
    let range = match between {
        Between::Outcomes => unwrapped(place, range.clone()),
        Between::Values => range.clone(),
    };
    let Some(parts) = parts(place, &range) else {
        return Some(place.text(range).to_string()).filter(|text| !text.is_empty());
    };
    if parts.no.is_empty() {
        return None;
    }
    let (yes, no) = match between {
        Between::Values if keeps_braces(place, &parts) => {
            (braced(place, &parts.yes), braced(place, &parts.no))
        }
        _ => (rewritten(place, &parts.yes, between)?, rewritten(place, &parts.no, between)?),
    };
    let (yes, no) = match shared_verb(place, &parts).filter(|_| between == Between::Outcomes) {
        Some((verb, true)) => (format!("{yes} {verb}"), no),
        Some((verb, false)) => (yes, format!("{no} {verb}")),
        None => (yes, no),
    };
    let (yes, no) = match between == Between::Outcomes && are_players(place, &parts) {
        true => (format!("{yes} wins"), format!("{no} wins")),
        false => (yes, no),
    };
    Some(format!("if {} then {yes} else {no}", place.text(parts.condition)))
}

/// Whether both sides of a choice are players, of whom nothing is said.
fn are_players(place: &Place, parts: &Parts) -> bool {
    let player = |side: &Range<usize>| side.len() == 1 && place.is_player(place.word(side.start));
    player(&parts.yes) && player(&parts.no)
}

/// Whether a choice, or one in it, is between players of whom nothing is said.
fn chooses_players(place: &Place, range: &Range<usize>) -> bool {
    let range = unwrapped(place, range.clone());
    parts(place, &range).is_some_and(|parts| {
        are_players(place, &parts) || chooses_players(place, &parts.yes) || chooses_players(place, &parts.no)
    })
}

/// Whether a choice, or one in it, is written as elsewhere.
fn is_foreign(place: &Place, range: &Range<usize>) -> bool {
    let range = unwrapped(place, range.clone());
    parts(place, &range).is_some_and(|parts| {
        parts.foreign
            || shared_verb(place, &parts).is_some()
            || is_foreign(place, &parts.yes)
            || is_foreign(place, &parts.no)
    })
}

/// The `wins` or `loses` that `C ? A : B wins` says once for both sides, and whether the first side
/// lacks it.
fn shared_verb<'t>(place: &Place<'_, 't>, parts: &Parts) -> Option<(&'t str, bool)> {
    let verb = |side: &Range<usize>| {
        let word = if side.is_empty() { "" } else { place.word(side.end - 1) };
        Some(word).filter(|word| matches!(*word, "wins" | "loses"))
    };
    let player = |side: &Range<usize>| {
        let word = place.word(side.start);
        side.len() == 1
            && (place.is_name(side.start) || matches!(word, "me" | "opponent"))
            && super::outcome_words::word_outcome(word).is_none()
            && !matches!(word, "pass")
    };
    match (verb(&parts.yes), verb(&parts.no)) {
        (None, Some(verb)) if player(&parts.yes) => Some((verb, true)),
        (Some(verb), None) if player(&parts.no) => Some((verb, false)),
        _ => None,
    }
}

/// Whether the braces of a choice between values hold sets.
fn keeps_braces(place: &Place, parts: &Parts) -> bool {
    let is_set = |side: &Range<usize>| {
        let braces = place.before(side.start) == "{" && place.partner(side.start - 1) == Some(side.end);
        braces && (side.is_empty() || place.find(side.clone(), &[",", "in", "for"]).is_some())
    };
    is_set(&parts.yes) || is_set(&parts.no)
}

/// A side with the braces round it.
fn braced(place: &Place, side: &Range<usize>) -> String {
    match place.before(side.start) {
        "{" => place.text(side.start - 1..side.end + 1).to_string(),
        _ => place.text(side.clone()).to_string(),
    }
}

/// The index behind the outcome that begins at `at`: the end of the item, or of the line before the
/// one on which the next arrow stands.
fn outcome_end(place: &Place, at: usize) -> usize {
    let end = place.range.end;
    let Some(arrow) = place.find(at..end, &["=>", "⇒", "→"]) else { return end };
    (at + 1..=arrow).rev().find(|each| place.first(*each)).unwrap_or(arrow)
}

/// Whether something is stored to in these tokens.
fn stores(place: &Place, range: &Range<usize>) -> bool {
    let begins = place.is_name(range.start) || matches!(place.word(range.start), "++" | "--" | "again");
    let sign = place.operand_end(range.start);
    begins
        && (sign < range.end && matches!(place.word(sign), "=" | "+=" | "-=" | ":=" | "++" | "--")
            || !place.is_name(range.start))
}

/// A text on one line, without its comments.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
