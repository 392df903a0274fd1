//! What a move chooses, in the forms of other languages: `take(h in Heap) (n in 1..3)`,
//! `take(1 <= n <= 3)`, `go(s, d, t in run(s, d))`, and the condition behind the brace.

use super::Mistake;
use super::place::Place;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Searches the token `at` of a move.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule != Some(Rule::move_item) {
        return None;
    }
    condition_in_body(place, at)
        .or_else(|| second_brackets(place, at))
        .or_else(|| between(place, at))
        .or_else(|| unbound(place, at))
        .or_else(|| quoted_parts(place, at))
}

/// `move take(h in Heap) (n in 1..3)`
fn second_brackets(place: &Place, at: usize) -> Option<Mistake> {
    let first = place.range.start + 2;
    let apart = at > first && place.word(at) == "(" && place.partner(first) == Some(at - 1);
    let close = place.partner(at).filter(|_| apart && place.word(first) == "(")?;
    place.find(at + 1..close, &["in"])?;
    let (one, two) = (place.text(first + 1..at - 1), place.text(at + 1..close));
    let text = format!("({one}, {two})");
    let name = place.word(first - 1);
    let message = "all that a move chooses stands in one pair of brackets";
    let help = format!("write `{name}({one}, {two})`");
    Some(
        place
            .certain(first..close + 1, message, text)
            .at(place.span(at))
            .label("write `,` instead")
            .help(help),
    )
}

/// `move take(1 <= n <= 3)`
fn between(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close = place.partner(open).filter(|close| place.word(open) == "(" && at < *close)?;
    if !matches!(place.before(at), "(" | ",") || at <= open {
        return None;
    }
    let name = place.operand_end(at) + 1;
    let end = place.find(at..close, &[","]).unwrap_or(close);
    let signs = [place.word(name - 1), place.word(name + 1)];
    let less = signs.iter().all(|sign| matches!(*sign, "<" | "<=" | "≤"));
    if !less || !place.is_name(name) || name + 2 >= end {
        return None;
    }
    let (low, high) = (place.text(at..name - 1), place.text(name + 2..end));
    let number = |bound: &str, by: i64| bound.parse::<i64>().ok()?.checked_add(by);
    let shifted = |bound: &str, sign: &str, by: i64| match (sign, number(bound, by)) {
        ("<", Some(number)) => number.to_string(),
        ("<", None) => format!("{bound} {} 1", if by < 0 { "-" } else { "+" }),
        _ => bound.to_string(),
    };
    let text =
        format!("{} in {}..{}", place.word(name), shifted(low, signs[0], 1), shifted(high, signs[1], -1));
    let message = format!("what a move chooses, it chooses from a set: `{} in ..`", place.word(name));
    Some(place.certain(at..end, message, text))
}

/// `move go(s, d, t in run(s, d, free))`: the set speaks of the names before it, so it is not
/// theirs.
fn unbound(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close = place.partner(open).filter(|_| place.word(open) == "(" && at == open + 1)?;
    let mut last = at;
    while place.is_name(last) && place.word(last + 1) == "," {
        last += 2;
    }
    let end = place.find(last..close, &[","]).unwrap_or(close);
    let names: Vec<&str> = (at..last).step_by(2).map(|each| place.word(each)).collect();
    let set = last + 2..end;
    let spoken = names.iter().any(|name| set.clone().any(|each| place.word(each) == *name));
    if names.is_empty() || !place.is_name(last) || place.word(last + 1) != "in" || !spoken {
        return None;
    }
    let bound = |name: &&str| format!("{name} in {}", set_of(place, name, &set));
    let text = names.iter().map(bound).collect::<Vec<_>>().join(", ");
    let message = match names.as_slice() {
        [name] => format!("what a move chooses, it chooses from a set: `{name} in ..`"),
        _ => "what a move chooses, it chooses from a set, each name from its own".to_string(),
    };
    Some(place.likely(at..last - 1, message, text).label("from which set?"))
}

/// The set from which a name is probably chosen: the directions where a function takes it as one.
fn set_of<'t>(place: &Place<'_, 't>, name: &str, range: &Range<usize>) -> &'t str {
    let walks = |at: usize| matches!(place.word(at), "run" | "stop" | "step" | "ray");
    let is_direction = |at: usize| {
        walks(at)
            && place.word(at + 1) == "("
            && place
                .find(at + 2..place.past(at + 1), &[","])
                .is_some_and(|comma| place.word(comma + 1) == name)
    };
    if range.clone().any(is_direction) { "compass" } else { place.board() }
}

/// `move take(h in Heap) { when C`: the condition stands before the brace.
fn condition_in_body(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body?;
    let own = place.find(place.range.start..open, &["when"]).is_some();
    if at != open + 1 || place.word(at) != "when" || own {
        return None;
    }
    let stores = |each: usize| {
        place.is_name(each)
            && place.ends_operand(each - 1)
            && matches!(place.word(place.operand_end(each)), "=" | "+=" | "-=")
    };
    let begins = |each: &usize| {
        let line = place.first(*each) && !matches!(place.word(*each), "and" | "or");
        *each > at + 1 && (line || stores(*each))
    };
    let end = (at + 1..close).find(begins).unwrap_or(close);
    (end > at + 1).then(|| {
        let condition = place.text(at + 1..end);
        let text = format!("when {condition} {{");
        let message = "the condition of a move stands before the `{` of its body";
        place
            .certain(open..end, message, &text)
            .code(codes::CLAUSE_ORDER)
            .at(place.span(at))
            .label("belongs before the `{`")
            .help(format!("write `{} {text}`", place.text(place.range.start..open)))
    })
}

/// `as {"c"}x{"d"}`: one pair of quotes stands around the whole.
fn quoted_parts(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "as" || at + 1 >= place.range.end {
        return None;
    }
    let (mut end, mut text, mut quoted) = (at + 1, String::new(), false);
    while end < place.range.end && (end == at + 1 || place.beside(end - 1)) {
        let part = match place.word(end) {
            "{" if place.partner(end) == Some(end + 2) => {
                quoted |= place.kind(end + 1) == Some(Kind::Text);
                let inside = place.word(end + 1).trim_matches('"');
                end += 3;
                format!("{{{inside}}}")
            }
            "{" | "}" => break,
            word => {
                end += 1;
                word.trim_matches('"').to_string()
            }
        };
        text.push_str(&part);
    }
    quoted.then(|| {
        let message = "how a move is written stands in one pair of quotes";
        let text = format!("\"{text}\"");
        place.certain(at + 1..end, message, &text).help(format!("write `as {text}`"))
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(head: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, n: 0..9 }}\n\
             move m{head}\nstuck => draw\n"
        ))
    }

    #[test]
    fn what_a_move_chooses_stands_in_one_pair_of_brackets() {
        assert_eq!(helps("(c in C) (k in 1..3) { n = k }"), ["write `m(c in C, k in 1..3)`"]);
        assert_eq!(helps("(c in C, 1 <= k <= 3) { n = k }"), ["write `k in 1..3`"]);
        assert_eq!(helps("(0 < k < 4) { n = k }"), ["write `k in 1..3`"]);
        assert_eq!(
            helps("(9223372036854775807 < k < 4) { n = k }"),
            ["write `k in 9223372036854775807 + 1..3`"]
        );
        assert_eq!(helps("(c, d, t in run(c, d, s)) { s += t }"), ["write `c in C, d in compass`"]);
        assert_eq!(helps("(c, t in near(c)) { s += t }"), ["write `c in C`"]);
    }

    #[test]
    fn the_condition_stands_before_the_brace() {
        let written = ["write `move m(c in C) when n < 3 and c not in s {`"];
        assert_eq!(helps("(c in C) { when n < 3 and c not in s\n  s += c\n}"), written);
        assert_eq!(helps("(c in C) { when n < 3 and c not in s s += c }"), written);
    }

    #[test]
    fn one_pair_of_quotes_stands_around_a_notation() {
        assert_eq!(helps("(c in C) as {\"c\"}x{\"n\"} { s += c }"), ["write `as \"{c}x{n}\"`"]);
    }
}
