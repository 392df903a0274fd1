//! `require C` in a move, as contracts and checks say it: here a condition of a move stands behind
//! `when`, before its body.

use super::Mistake;
use super::outcome_words::joined_loosely;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::items::REQUIRES;
use std::ops::Range;

/// The conditions that the statements between two tokens require, joined by `and`: what stands
/// behind a comma is said to people.
fn conditions(place: &Place, statements: Range<usize>) -> String {
    let mut from = statements.start;
    let mut found = Vec::new();
    while from < statements.end {
        let end = place.find(from + 1..statements.end, &REQUIRES).unwrap_or(statements.end);
        let open = if place.word(from + 1) == ":" { from + 2 } else { from + 1 };
        let whole = match place.partner(open) {
            Some(close) if close + 1 == end => open + 1..close,
            _ => open..end,
        };
        let condition = whole.start..place.find(whole.clone(), &[","]).unwrap_or(whole.end);
        let text = place.text(condition.clone()).split_whitespace().collect::<Vec<_>>().join(" ");
        found.push((text, joined_loosely(place, &condition)));
        from = end;
    }
    let several = found.len() > 1;
    let each =
        |(text, loose): &(String, bool)| if *loose && several { format!("({text})") } else { text.clone() };
    found.iter().map(each).collect::<Vec<_>>().join(" and ")
}

/// `require C` on the lines between the head of a move and its body.
pub(super) fn before_body(place: &Place, at: usize) -> Option<Mistake> {
    let (open, _) = place.body?;
    let end = place.find(at..open, &["as"]).unwrap_or(open);
    let text = format!("when {}", conditions(place, at..end));
    let message = format!("the condition of a move stands behind `when`, not `{}`", place.word(at));
    let found = place.certain(at..end, message, &text).at(place.span(at)).label("write `when`");
    Some(found.help(format!("write `{text}`")))
}

/// `require C` as the first statements of a body: what they require stands before it.
pub(super) fn in_body(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body?;
    let stores = matches!(place.word(at + 1), "=" | "+=" | "-=" | "[");
    if !REQUIRES.contains(&place.word(at)) || stores || at + 1 >= close {
        return None;
    }
    let mut end = place.statement_end(at);
    while REQUIRES.contains(&place.word(end)) && end < close {
        end = place.statement_end(end);
    }
    let word = place.word(at);
    let message = format!("`{word}` is no statement: what a move requires stands before its body");
    let head_end = place.find(place.range.start..open, &["as"]).unwrap_or(open);
    let when = place.find(place.range.start..head_end, &["when"]);
    let required = conditions(place, at..end);
    if at != open + 1 {
        let name = place.text(place.range.start..when.unwrap_or(head_end));
        let help = format!(
            "write `{name} when {required} {{ .. }}`, or `provided {required}` behind the body if it must hold afterwards"
        );
        return Some(place.reported(at..end, at..at + 1, message, help, ""));
    }
    let required = match when {
        Some(_) if required.contains(" or ") && !required.starts_with('(') => format!("({required})"),
        _ => required,
    };
    let (from, text) = match when {
        Some(when) if joined_loosely(place, &(when + 1..head_end)) => {
            (when, format!("when ({}) and {required}", place.text(when + 1..head_end)))
        }
        Some(when) => (when, format!("when {} and {required}", place.text(when + 1..head_end))),
        None => (head_end, format!("when {required}")),
    };
    let covers = place.span_of(&(at..end));
    let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "belongs before the body")
        .help(format!("write `{} {text} {{ .. }}`", place.text(place.range.start..from)));
    let report = match from == head_end {
        true => report.likely(place.span(head_end - 1).after(), format!(" {text}")),
        false => report.likely(place.span_of(&(from..head_end)), text),
    };
    Some(Mistake { report: report.likely(covers, ""), covers: at..end })
}

/// `provided C` as a statement of a body: it stands behind the body.
pub(super) fn provided_inside(place: &Place, at: usize) -> Option<Mistake> {
    let (_, close) = place.body?;
    let stores = matches!(place.word(at + 1), "=" | "+=" | "-=" | "[");
    if place.word(at) != "provided" || stores || at + 1 >= close {
        return None;
    }
    let whole = at..place.statement_end(at);
    let text = place.text(whole.clone());
    let report = Diagnostic::error(
        codes::ELSEWHERE,
        "what must hold afterwards stands behind the body of a move, not in it",
        place.span(at),
        "belongs behind the `}`",
    );
    let report = report.help(format!("write `{{ .. }} {text}`")).likely(place.span_of(&whole), "");
    Some(Mistake { report: report.likely(place.span(close).after(), format!(" {text}")), covers: whole })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9 = 9 }\n";
        helps_about(&format!("{head}{lines}\nstuck => draw\n"))
    }

    #[test]
    fn what_a_body_requires_at_first_is_a_guard() {
        let head = "move take(k in 1..2)";
        let body = |guard: &str, lines: &str| helps(&format!("{head}{guard} {{\n{lines}\n n -= k }}"));
        let two = format!("write `{head} when k <= n and n > 0 {{ .. }}`");
        assert_eq!(body("", "require k <= n\nrequire n > 0, \"none\""), [two.as_str()]);
        assert_eq!(body("", "require(k <= n)\nassert(n > 0)"), [two.as_str()]);
        assert_eq!(
            body(" when n > 1 or k = 1", "assert k <= n"),
            [format!("write `{head} when (n > 1 or k = 1) and k <= n {{ .. }}`")]
        );
    }

    #[test]
    fn what_lines_require_before_a_body_is_a_guard() {
        assert_eq!(
            helps("move take(k in 1..2)\n  require k <= n\n  require n > 0\n{ n -= k }"),
            ["write `when k <= n and n > 0`"]
        );
    }

    #[test]
    fn what_is_required_later_may_be_asked_of_the_next_position() {
        let later = helps("move take(k in 1..2) when k <= n {\n n -= k\n require n > 1\n}");
        assert!(later.len() == 1 && later[0].contains("or `provided n > 1` behind the body"), "{later:?}");
    }

    #[test]
    fn what_must_hold_afterwards_stands_behind_the_body() {
        let found = helps("move take(k in 1..2) {\n  n -= k\n  provided n > 2\n}");
        assert_eq!(found, ["write `{ .. } provided n > 2`"]);
        let found = helps("move take(k in 1..2) {\n  provided n > 2\n  n -= k\n}");
        assert_eq!(found, ["write `{ .. } provided n > 2`"]);
    }
}
