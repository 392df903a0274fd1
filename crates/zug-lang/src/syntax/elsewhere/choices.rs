//! Choices as other languages write them: `if C { X wins } else { draw }`,
//! `if C: X wins else: draw`, `C ? X wins : draw`, and the same between values and between
//! statements.

mod parts;

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

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";

    /// What is told of an outcome of a definition.
    fn ending(outcome: &str) -> Vec<String> {
        helps_about(&format!(
            "{HEAD}move m(c in C) {{ s += c }}\nend when n = 5 => {outcome}\nstuck => draw\n"
        ))
    }

    /// What is told of the body of a move.
    fn body(statements: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}move m(c in C) {{\n  {statements}\n}}\nstuck => draw\n"))
    }

    #[test]
    fn what_stands_behind_an_else_without_braces_belongs_to_it() {
        let choice = |value: &str| body(&format!("s = C - {value}"));
        assert_eq!(choice("(if n = 1 { {a1} } else { s } + c)"), ["write `(if n = 1 then {a1} else s)`"]);
        let found = choice("(if n = 1 {} else s + c)");
        assert!(found.iter().all(|help| !help.contains("else s)")), "{found:?}");
    }

    #[test]
    fn a_choice_between_outcomes_is_one_mistake() {
        let both = ["write `if n > 3 then Ann wins else draw`"];
        let forms = [
            "if n > 3 { Ann wins } else { draw }",
            "if (n > 3) { Ann wins; } else { draw; }",
            "if n > 3: Ann wins else: draw",
            "if n > 3:\n  Ann wins\nelse:\n  draw",
            "if n > 3 then { Ann wins } else { draw }",
            "n > 3 ? Ann wins : draw",
            "(n > 3) ? Ann wins : draw",
            "{ if n > 3 { Ann wins } else { draw } }",
        ];
        for form in forms {
            assert_eq!(ending(form), both, "{form}");
        }
        let three = ["write `if n > 3 then Ann wins else if n = 1 then draw else 2 to Bob`"];
        assert_eq!(ending("if n > 3 { Ann wins } else if n = 1 { draw } else { 2 to Bob }"), three);
        assert_eq!(ending("if n > 3: Ann wins elif n = 1: draw else: 2 to Bob"), three);
        assert_eq!(ending("n > 3 ? Ann wins : n = 1 ? draw : 2 to Bob"), three);
        assert_eq!(ending("if n > 3 { draw }"), ["write `end when n = 5 and n > 3 => draw`"]);
        let quantified = "if every c in s: c != a1 { Ann wins } else { draw }";
        assert_eq!(ending(quantified), ["write `if every c in s: c != a1 then Ann wins else draw`"]);
    }

    #[test]
    fn a_rule_with_a_block_is_one_mistake() {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 }\nmove m { n += 1 }\nstuck => draw\n";
        let rule = |text: &str| helps_about(&format!("{head}{text}\n"));
        let help = ["write `end when n = 5 => if n > 3 then Ann wins else draw`"];
        assert_eq!(rule("end when n = 5: if n > 3: Ann wins else: draw"), help);
        assert_eq!(rule("end when n = 5 {\n  if n > 3 { Ann wins } else { draw }\n}"), help);
        assert_eq!(rule("end when n = 5 { Ann wins }"), ["write `end when n = 5 => Ann wins`"]);
        let both = ["write `end when n = 5 => Ann wins` and `end when n = 6 => draw`"];
        assert_eq!(rule("end if n = 5 { Ann wins } else if n = 6 { draw }"), both);
    }

    #[test]
    fn a_verb_for_both_players_is_said_twice() {
        let help = ["write `if n > 3 then Ann wins else Bob wins`"];
        for form in
            ["n > 3 ? Ann : Bob wins", "if n > 3 then Ann else Bob wins", "if n > 3 then Ann wins else Bob"]
        {
            assert_eq!(ending(form), help, "{form}");
        }
        assert_eq!(ending("if n > 3 then draw else Bob wins"), [""; 0]);
        assert_eq!(ending("n > 3 ? Ann : Bob"), help);
    }

    #[test]
    fn a_choice_in_the_only_branch_of_another_is_one_mistake() {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 }\nmove m { n += 1 }\nstuck => draw\n";
        let rule = |text: &str| helps_about(&format!("{head}{text}\n"));
        let whole = ["write `end when n = 5 => if n > 3 then Ann wins else draw`"];
        assert_eq!(rule("end if n = 5: if n > 3: Ann wins else: draw"), whole);
        let both = ["write `end when n = 5 and n > 3 => Ann wins`"];
        assert_eq!(rule("end if n = 5: if n > 3: Ann wins"), both);
        assert_eq!(rule("end if n = 5 { if n > 3 { Ann wins } }"), both);
    }

    #[test]
    fn a_choice_in_the_form_of_the_language_is_left_alone() {
        let nothing: [String; 0] = [];
        assert_eq!(ending("(if n > 3 then Ann wins else (if n = 1 then draw else 2 to Bob))"), nothing);
        assert_eq!(body("s = if c in s then {a1, b1} else {c}"), nothing);
        assert_eq!(body("if c in s { s -= c } else { s += c }"), nothing);
    }

    /// Whether `--fix` changes the body of a move.
    fn is_fixed(statements: &str) -> bool {
        let text = format!("{HEAD}move m(c in C) {{\n  {statements}\n}}\nstuck => draw\n");
        let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
        let certain =
            |fix: &crate::diagnostic::Fix| fix.applicability == crate::diagnostic::Applicability::Certain;
        reports.iter().flat_map(|report| &report.fixes).any(certain)
    }

    #[test]
    fn a_choice_that_may_be_read_in_two_ways_is_not_mended_by_itself() {
        assert!(is_fixed("n > 2 ? n += 1 : n -= 1") && is_fixed("n = if c in s { 1 } else { 2 }"));
        assert!(!is_fixed("n > 2 ? n = 1 : n = 2 s += c"), "the last statement may stand behind");
        assert!(!is_fixed("if n = 4 then n = 1 else n += 1 s += c"));
        assert!(!is_fixed("n = if c in s { 1 } // one\n  else { 2 }"), "a comment would be lost");
        let help = body("n = if c in s { 1 } else { 2 // two\n  + 3 }");
        assert_eq!(help, ["write `if c in s then 1 else 2 + 3`"]);
    }

    #[test]
    fn values_and_statements_are_chosen_in_their_own_ways() {
        assert_eq!(body("n = if c in s { 1 } else { 2 }"), ["write `if c in s then 1 else 2`"]);
        assert_eq!(body("n = if c in s: 1 else: 2"), ["write `if c in s then 1 else 2`"]);
        assert_eq!(body("s += if c = C::a1 then c else b1"), ["write `C.a1`, or `a1` alone"]);
        assert_eq!(
            body("s = if c in s { s - c } else { s + c }"),
            ["write `if c in s then s - c else s + c`"]
        );
        assert_eq!(
            body("s = if n > 1 { a1, b1 } else { c2 }"),
            ["write `if n > 1 then { a1, b1 } else { c2 }`"]
        );
        assert_eq!(body("n > 2 ? n += 1 : n -= 1"), ["write `if n > 2 { n += 1 } else { n -= 1 }`"]);
        assert_eq!(
            body("s += c\n  (c in s) ? n += 1 : n -= 1"),
            ["write `if c in s { n += 1 } else { n -= 1 }`"]
        );
        let behind = ["write `(if c in s then 1 else 2)`"];
        assert_eq!(body("n = if c in s { 1 } else { 2 } + 3"), behind);
        assert_eq!(body("n = if c in s { 1 } else { 2 }\n    + 3"), behind);
        let three = ["write `if c in s { n = 3 } else if n > 2 { n = 1 } else { n = 2 }`"];
        assert_eq!(body("c in s ? n = 3 : n > 2 ? n = 1 : n = 2"), three);
        assert_eq!(body("let k = c in s ? 1 : 2\n  n = k"), ["write `if c in s then 1 else 2`"]);
        assert_eq!(body("n = c in s ? 1 : 2"), ["write `if c in s then 1 else 2`"]);
    }
}
