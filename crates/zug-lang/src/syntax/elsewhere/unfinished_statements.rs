//! Statements that break off: `if { .. }`, `repeat { .. }`, `again with`, `} else` without braces,
//! `stones[me] +`.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::unfinished;
use std::ops::Range;

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if !place.in_body(at) {
        return None;
    }
    no_condition(place, at)
        .or_else(|| no_number(place, at))
        .or_else(|| no_braces(place, at))
        .or_else(|| no_move(place, at))
        .or_else(|| nothing_stored(place, at))
}

/// The braces at `at` with what stands in them, if that is short.
fn braces<'t>(place: &Place<'_, 't>, at: usize) -> &'t str {
    let inside = place.text(at..place.past(at));
    if inside.len() <= 60 && !inside.contains(['\n', '\r']) { inside } else { "{" }
}

/// `if { kings += to }`
fn no_condition(place: &Place, at: usize) -> Option<Mistake> {
    let open = at + 1;
    let bare = place.word(at) == "if" && place.word(open) == "{" && place.holds_statements(open);
    bare.then(|| {
        let gap = place.span(at).after();
        let report = Diagnostic::error(codes::ELSEWHERE, "this `if` has no condition", gap, "when?");
        let report = report.help(format!("write the condition: `if .. {}`", braces(place, open)));
        Mistake { report: report.recovery(gap, " true"), covers: at..at + 1 }
    })
}

/// `repeat { .. }`
fn no_number(place: &Place, at: usize) -> Option<Mistake> {
    let open = at + 1;
    let bare = place.word(at) == "repeat" && place.word(open) == "{" && place.holds_statements(open);
    bare.then(|| {
        let count = unused_let(place, at).unwrap_or("3");
        let gap = place.span(at).after();
        let report = Diagnostic::error(codes::ELSEWHERE, "`repeat` says how often", gap, "how often?");
        let report = report.help(format!("write `repeat {count} {}`", braces(place, open)));
        Mistake { report: report.likely(gap, format!(" {count}")), covers: at..at + 1 }
    })
}

/// The name that a `let` before `at` gives and that the move does not use.
fn unused_let<'t>(place: &Place<'_, 't>, at: usize) -> Option<&'t str> {
    let once = |name: &str| place.range.clone().filter(|each| place.word(*each) == name).count() == 1;
    let (open, _) = place.body?;
    (open..at)
        .rev()
        .filter(|each| place.word(*each) == "let" && place.is_name(each + 1))
        .map(|each| place.word(each + 1))
        .find(|name| once(name))
}

/// `} else` with a statement on the next line
fn no_braces(place: &Place, at: usize) -> Option<Mistake> {
    let next = place.word(at + 1);
    let bare = place.word(at) == "else"
        && place.before(at) == "}"
        && place.first(at + 1)
        && !matches!(next, "{" | "if");
    bare.then(|| {
        let gap = place.span(at).after();
        let message = "nothing stands behind `else`";
        let report = Diagnostic::error(codes::ELSEWHERE, message, gap, "write `{ .. }` here");
        let report = report.help("write `else { .. }` with what is done then, or delete `else`");
        Mistake { report: report.recovery(gap, " { }"), covers: at..at + 1 }
    })
}

/// `again with` without a move
fn no_move(place: &Place, at: usize) -> Option<Mistake> {
    let ends = place.word(at + 1) == "}" || place.first(at + 1);
    if place.word(at) == "or" && ends {
        return no_other_move(place, at);
    }
    let bare = place.word(at) == "with" && place.before(at) == "again" && ends;
    bare.then(|| {
        let moves = unfinished::moves(place.view);
        let shown: Vec<String> = moves.iter().map(|name| format!("`{name}`")).collect();
        let form = unfinished::again_with(place.view, at - 1);
        let message = "behind `again with` stands the move that is made next";
        let gap = place.span(at).after();
        let report = Diagnostic::error(codes::UNEXPECTED, message, gap, "which move?");
        let report = report.help(format!("write `again with {form}`; the moves are {}", shown.join(", ")));
        Mistake { report: report.recovery(place.span(at), ""), covers: at - 1..at + 1 }
    })
}

/// `again with jump(to) or` without another move
fn no_other_move(place: &Place, at: usize) -> Option<Mistake> {
    let start = (place.range.start..at).rev().find(|each| place.first(*each) || place.word(*each) == "again");
    let start = start.filter(|start| place.word(*start) == "again" && place.word(start + 1) == "with")?;
    let said = place.text(start..at);
    let view = place.view;
    let followup = |each: &usize| view.tokens[*each].first && view.word(*each) == "followup";
    let form = (0..view.tokens.len()).find(followup).map_or("..", |each| view.word(each + 1));
    let gap = place.span(at).after();
    let message = "nothing stands behind `or`";
    let report = Diagnostic::error(codes::UNEXPECTED, message, gap, "which other move?")
        .help(format!("write `{said} or {form}`, or delete `or`"));
    Some(Mistake { report: report.recovery(place.span(at), ""), covers: at..at + 1 })
}

/// A statement that stores to the field in these tokens.
fn completed(place: &Place, target: Range<usize>, sign: &str) -> String {
    let name = place.word(target.start);
    let mine = target.len() == 1 && place.field_index(name) == Some("Player");
    let index = if mine { "[me]" } else { "" };
    let value = if place.is_set(name) { chosen(place).unwrap_or("..") } else { "1" };
    format!("{}{index} {sign}= {value}", place.text(target))
}

/// The statement that is meant by a field alone, `if C then jump`.
pub(super) fn field_alone(place: &Place, range: Range<usize>) -> Option<String> {
    let alone = place.is_field(place.word(range.start)) && place.operand_end(range.start) == range.end;
    let plain = range.clone().all(|each| !matches!(place.word(each), "." | "("));
    (alone && plain).then(|| completed(place, range, "+"))
}

/// `{ stones[me] }`, `{ stones[me] + }`: what is stored is missing.
fn nothing_stored(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.word(at);
    if !place.begins_statement(at) || !place.is_name(at) || !place.is_field(name) {
        return None;
    }
    let end = place.operand_end(at);
    if (at..end).any(|each| matches!(place.word(each), "." | "(")) {
        return None;
    }
    let sign = Some(place.word(end)).filter(|sign| matches!(*sign, "+" | "-"));
    let stored = Some(place.word(end)).filter(|sign| matches!(*sign, "+=" | "-="));
    let behind = end + usize::from(sign.or(stored).is_some());
    // The value may stand on the next line, further to the right.
    let next = stored.is_some() && place.first(behind) && place.column(behind) <= place.column(at);
    if place.word(behind) != "}" && !next {
        return None;
    }
    let sign = sign.or(stored.map(|stored| &stored[..1]));
    let text = completed(place, at..end, sign.unwrap_or("+"));
    let message = format!("nothing is stored to `{}`", place.text(at..end));
    Some(place.likely(at..behind, message, text).label("breaks off"))
}

/// The first name that the move chooses.
fn chosen<'t>(place: &Place<'_, 't>) -> Option<&'t str> {
    let open = place.range.start + 2;
    let chooses =
        place.rule == Some(Rule::move_item) && place.word(open) == "(" && place.word(open + 2) == "in";
    chooses.then(|| place.word(open + 1))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn body(text: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{\n  {text}\n}}"))
    }

    #[test]
    fn a_field_alone_behind_a_condition_is_stored_to_in_braces() {
        let helps = |statement: &str| {
            crate::syntax::tests::helps_beside_fields(&format!("move m(c in C) {{ n += 1\n{statement} }}"))
        };
        assert_eq!(helps("if c = a1 then n"), ["write `if c = a1 { n += 1 }`"]);
        assert_eq!(helps("if c = a1 then s"), ["write `if c = a1 { s += c }`"]);
        assert_eq!(helps("if c = a1 then men"), ["write `if c = a1 { men[me] += c }`"]);
        assert_eq!(helps("if c = a1 then n += 1"), ["write `if c = a1 { n += 1 }`"]);
        assert_eq!(helps("if c = a1 again"), ["write `if c = a1 { again }`"]);
    }

    #[test]
    fn what_breaks_off_in_a_body_is_asked_for() {
        assert_eq!(body("if { s += c }"), ["write the condition: `if .. { s += c }`"]);
        assert_eq!(body("let k = n\n  repeat { s += c }"), ["write `repeat k { s += c }`"]);
        let unnamed = body("let\n  repeat { s += c }");
        assert!(unnamed.iter().all(|help| !help.contains("repeat repeat")), "{unnamed:?}");
        assert_eq!(body("s += c\n  again with"), ["write `again with m(c)`; the moves are `m`"]);
        assert_eq!(
            body("if n = 1 { s += c } else\n  n = 2"),
            ["write `else { .. }` with what is done then, or delete `else`"]
        );
        assert_eq!(body("men[me]"), ["write `men[me] += c`"]);
        assert_eq!(body("men[me] -"), ["write `men[me] -= c`"]);
        assert_eq!(body("n"), ["write `n += 1`"]);
        assert_eq!(body("men[me] +=\n  n += 2"), ["write `men[me] += c`"]);
        assert_eq!(body("men[me] +=\n    c\n  n += 2"), [""; 0]);
        assert_eq!(body("s += c\n  again with m(c) or"), ["write `again with m(c) or ..`, or delete `or`"]);
        assert_eq!(body("if { e in C where e = c } <= s { s += c }"), [""; 0]);
    }
}
