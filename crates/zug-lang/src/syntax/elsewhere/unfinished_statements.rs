//! Statements that break off: `if { .. }`, `repeat { .. }`, `again with`, `} else` without braces,
//! `stones[me] +`, or whose value is stored nowhere: `forward(q)`.

use super::Mistake;
use super::place::Place;
use crate::built_ins::{Kind, built_in};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_reserved;
use crate::syntax::own_names::OwnNames;
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
        .or_else(|| turned_round(place, at))
        .or_else(|| stored_to_player(place, at))
}

/// `me += 2`: a player holds no number, a field has one for each.
fn stored_to_player(place: &Place, at: usize) -> Option<Mistake> {
    let stores = matches!(place.word(at), "me" | "opponent") && matches!(place.word(at + 1), "+=" | "-=");
    if !stores || !place.begins_statement(at) {
        return None;
    }
    let field = OwnNames::of(place.view).number_of_each()?;
    let text = format!("{field}[{}]", place.word(at));
    let help = format!("write `{text} {}`: a player holds no value of their own", place.word(at + 1));
    let found = place.likely(at..at + 1, format!("`{}` is a player, and no field", place.word(at)), text);
    Some(found.help(help))
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
    let value = if place.is_count(name) { "1" } else { chosen(place).unwrap_or("..") };
    let target = place.text(target);
    match () {
        _ if place.is_truth(name) => format!("{target}{index} = true"),
        _ if place.is_count(name) || place.is_set(name) => format!("{target}{index} {sign}= {value}"),
        _ => format!("{target}{index} = {value}"),
    }
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
    let next = (stored.is_some() || sign.is_none() && place.first(at))
        && place.first(behind)
        && place.column(behind) <= place.column(at);
    if place.word(behind) != "}" && !next {
        return None;
    }
    let sign = sign.or(stored.map(|stored| &stored[..1]));
    let text = completed(place, at..end, sign.unwrap_or("+"));
    let message = format!("nothing is stored to `{}`", place.text(at..end));
    Some(place.likely(at..behind, message, text).label("breaks off"))
}

/// `not moved`, `toggle moved`, of a field that is true or false.
fn turned_round(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "not" | "toggle" | "flip" | "invert" | "negate");
    let (field, end) = (at + 1, place.operand_end(at + 1));
    let alone = known && place.begins_statement(at) && (place.word(end) == "}" || place.first(end));
    (alone && !place.first(field) && place.is_truth(place.word(field))).then(|| {
        let target = place.text(field..end);
        let message = format!("nothing is stored to `{target}`");
        place.likely(at..end, message, format!("{target} = not {target}"))
    })
}

/// `owns(me, c)`, `marks[me] + c`: an expression that stands alone.
pub(super) fn lone_expression(place: &Place, at: usize) -> Option<Mistake> {
    if !place.is_name(at) {
        return None;
    }
    let operand = place.operand_end(at);
    let end = place.statement_end(at);
    if place.word(operand) == "+" && !place.beside(operand)
        || place.word(operand) == "-" && place.is_field(place.word(at))
    {
        let sign = place.word(operand);
        let value = place.text(operand + 1..end);
        let stored = (operand..end).any(|each| matches!(place.word(each), "=" | "+=" | "-="));
        if !stored && operand + 1 < end {
            let text = format!("{sign}=");
            let help = format!("write `{} {sign}= {value}`", place.text(at..operand));
            return Some(
                place.likely(operand..operand + 1, "the result of this is not stored", text).help(help),
            );
        }
    }
    let called = place.word(operand - 1) == ")" && place.word(at + 1) == "(";
    let alone = operand == end || place.begins_statement(operand) || place.first(operand);
    if let Some(text) = stepped(place, at, operand).filter(|_| called && alone) {
        let message = format!("`{}(..)` has a value and stores nothing", place.word(at));
        return Some(place.likely(at..operand, message, text));
    }
    (called && alone && !is_reserved(place.word(at)) && !stores_itself(place, place.word(at))).then(|| {
        let name = place.word(at);
        if let Some(text) = asked(place, at, operand) {
            let message = format!("`{name}` is a move, and no statement: a further one is asked for by `again with`");
            return place.likely(at..operand, message, text);
        }
        let message = format!("`{name}(..)` has a value and stores nothing");
        let help = format!("a statement stores: write `x = {}`, or ask it, `if {} {{ .. }}`; what several moves do alike is written in each", place.text(at..operand), place.text(at..operand));
        place.reported(at..operand, at..operand, message, help, "")
    })
}

/// `again with take(c)` for the call `take(c)` of a move.
fn asked(place: &Place, at: usize, end: usize) -> Option<String> {
    let call = if place.word(at + 2) == ")" { place.word(at) } else { place.text(at..end) };
    place.declared_move(place.word(at)).then(|| format!("again with {call}"))
}

/// `q = forward(q)` for the step `forward(q)` of what can be stored to.
fn stepped(place: &Place, at: usize, end: usize) -> Option<String> {
    let steps = place.word(at) == "step"
        || built_in(place.word(at)).is_some_and(|it| matches!(it.kind, Kind::Direction));
    let target = at + 2..place.operand_end(at + 2);
    let (name, word) = (place.word(target.start), |each: usize| place.word(each));
    let stored = (place.range.start..at).any(|each| word(each) == "var" && word(each + 1) == name)
        || place.is_field(name) && !place.is_set(name);
    (steps && stored && target.end < end)
        .then(|| format!("{} = {}", place.text(target.clone()), place.text(at..end)))
}

/// Whether a `def` of this name has braces: then it is told there.
fn stores_itself(place: &Place, name: &str) -> bool {
    let view = place.view;
    let mut defs = (1..view.tokens.len()).filter(|at| view.word(at - 1) == "def" && view.word(*at) == name);
    defs.any(|at| {
        let rest = (at + 1..view.tokens.len()).take_while(|each| !view.tokens[*each].first);
        let mut marks = rest.map(|each| view.word(each)).filter(|word| matches!(*word, "{" | "="));
        marks.next() == Some("{")
    })
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
    fn a_further_move_is_asked_for() {
        let helps = |call: &str| {
            crate::syntax::tests::helps_beside_fields(&format!(
                "move m(c in C) {{\n  n += 1\n  {call}\n}}\nfollowup take(c in C) {{ s -= c }}"
            ))
        };
        assert_eq!(helps("take()"), ["write `again with take`"]);
        assert_eq!(helps("take(c)"), ["write `again with take(c)`"]);
    }

    #[test]
    fn what_is_true_or_false_or_one_element_is_stored() {
        let body = |text: &str| {
            crate::syntax::tests::helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, done: bool, at[Player]: C = a1 }}\nmove m(c in C) {{\n  s += {{at[me]}}\n  {text}\n}}\nstuck => draw\n"
            ))
        };
        assert_eq!(body("done"), ["write `done = true`"]);
        assert_eq!(body("done\n  s += c"), ["write `done = true`"]);
        assert_eq!(body("not done\n  s += c"), ["write `done = not done`"]);
        assert_eq!(body("toggle done"), ["write `done = not done`"]);
        assert_eq!(body("at[me]"), ["write `at[me] = c`"]);
        assert_eq!(body("at[me] -> c"), ["write `at[me] = c`"]);
        assert_eq!(body("at[me]->c\n  done = true"), ["write `at[me] = c`"]);
        assert_eq!(body("c => at[me]"), ["write `at[me] = c`"]);
        assert_eq!(body("at[me] = c"), [""; 0]);
        assert_eq!(body("at[me].x += 1"), ["write `at[me] = east(at[me])`"]);
        assert_eq!(body("at[me].y -= 2\n  s += c"), ["write `at[me] = step(at[me], south, 2)`"]);
        assert_eq!(body("at[me].x = c.y"), ["write `at[me] = C(c.y, at[me].y)`"]);
        assert_eq!(body("north(at[me])\n  s += c"), ["write `at[me] = north(at[me])`"]);
        assert_eq!(body("var q = c\n  repeat 3 { east(q) }"), ["write `q = east(q)`"]);
        assert_eq!(body("var q = c\n  step(q, east, 2)"), ["write `q = step(q, east, 2)`"]);
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
