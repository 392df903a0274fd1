//! Numbers that are listed up to dots: `{1, ..., n - 1}`, and those that are not one behind the
//! other, `{0, 2, ..., 12}`.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_operator;
use std::ops::Range;

/// `{1, ..., 9}`, `{1, ..., n - 1}`
pub(super) fn counted_set(place: &Place, at: usize) -> Option<Mistake> {
    let body = place.body.is_some_and(|(open, _)| open == at);
    let close = place.partner(at).filter(|close| place.word(at) == "{" && *close > at && !body)?;
    let (listed, last) = around_dots(place, at, close)?;
    let text = format!("{}..{last}", listed.first()?);
    if let Some(listed) = jumps(listed.iter().copied()) {
        let message = "two dots stand for every integer between: which are meant is a condition";
        let help = help(&text, &listed, place.unused(&["x", "y", "z", "q", "each"]));
        return Some(place.reported(at..close + 1, at..close + 1, message, help, &format!("({text})")));
    }
    let start = place.range.start;
    let name = place.word(start + 1);
    if place.rule == Some(Rule::let_item) && at == start + 3 && is_domain(place, name) {
        let text = format!("range {name} = {text}");
        let message = "numbers as a domain are a `range`, written with two dots";
        return Some(place.likely(start..close + 1, message, text).at(place.span_of(&(at..close + 1))));
    }
    // `..` binds more loosely than `-`.
    let joined = is_operator(place.word(close + 1))
        && !matches!(place.word(close + 1), "and" | "or" | "in" | "not")
        || matches!(place.before(at), "-" | "+" | "&");
    let text = if joined { format!("({text})") } else { text };
    let message = "the integers from one to another are written with two dots";
    Some(place.certain(at..close + 1, message, text))
}

/// What braces list before the dots between two commas, and the last value behind them.
fn around_dots<'t>(place: &Place<'_, 't>, open: usize, close: usize) -> Option<(Vec<&'t str>, &'t str)> {
    let is_dots = |each: usize| matches!(place.word(each), ".." | "." | "…");
    let parted = |word: &str| matches!(word, "for" | "where" | "|" | ":" | "in");
    if place.find_word(open + 1..close, parted).is_some() {
        return None;
    }
    let (mut parts, mut from) = (Vec::new(), open + 1);
    while from < close {
        let comma = place.find(from..close, &[","]).unwrap_or(close);
        parts.push(from..comma);
        from = comma + 1;
    }
    let all_dots = |part: &Range<usize>| !part.is_empty() && part.clone().all(is_dots);
    let dots = parts.iter().position(all_dots)?;
    let values = |parts: &[Range<usize>]| -> Vec<&'t str> {
        parts.iter().map(|part| place.text(part.clone())).collect()
    };
    let (listed, rest) = (values(&parts[..dots]), values(&parts[dots + 1..]));
    let [last] = rest[..] else { return None };
    let is_range = |each: usize| matches!(place.word(each), ".." | "…");
    let whole = parts.iter().enumerate().all(|(at, part)| at == dots || !part.clone().any(is_range));
    (whole && !listed.is_empty() && !last.is_empty()).then_some((listed, last))
}

/// Whether a name is used as that of a domain: `set of N`, `n: N`.
fn is_domain(place: &Place, name: &str) -> bool {
    let word = |at: usize| place.view.word(at);
    (1..place.view.tokens.len()).any(|at| word(at) == name && matches!(word(at - 1), "of" | ":" | "["))
}

/// The numbers that are listed before the dots, if the next of some is not one more.
pub(super) fn jumps<'w>(listed: impl Iterator<Item = &'w str>) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = listed.map(|word| word.trim().parse().ok()).collect();
    numbers.filter(|all| all.windows(2).any(|pair| pair[0].checked_add(1) != Some(pair[1])))
}

/// What to write for such a set, of which `range` are the bounds and `x` is a name for a member.
pub(super) fn help(range: &str, listed: &[i64], x: &str) -> String {
    let steps: Vec<i64> = listed.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    match steps.as_slice() {
        [step, rest @ ..] if *step > 1 && rest.iter().all(|other| other == step) => {
            let first = listed[0];
            let counted =
                if first.checked_rem(*step) == Some(0) { x.to_string() } else { format!("({x} - {first})") };
            format!("write `{{ {x} in {range} where {counted} % {step} = 0 }}`")
        }
        _ => "write the set with all its members in braces, `{1, 2, 6}` for one".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn numbers_that_jump_are_no_range() {
        let advice_on = |set: &str| helps(&format!("move m when n in {set} {{ n += 1 }}"));
        assert_eq!(advice_on("{0, 1, ..., 8}"), ["write `0..8`"]);
        assert_eq!(advice_on("{0, 2, ..., 8}"), ["write `{ x in 0..8 where x % 2 = 0 }`"]);
        assert_eq!(advice_on("{1, 3, ..., 9}"), ["write `{ x in 1..9 where (x - 1) % 2 = 0 }`"]);
        assert_eq!(
            helps("move m(x in C) when n in {0, 2, ..., 8} { s += x }"),
            ["write `{ y in 0..8 where y % 2 = 0 }`"]
        );
        assert_eq!(
            advice_on("{0, 1, 3, ..., 9}"),
            ["write the set with all its members in braces, `{1, 2, 6}` for one"]
        );
    }

    #[test]
    fn an_end_may_be_a_sum() {
        let chosen = |set: &str| helps(&format!("move m(k in {set}) when n > k {{ n -= k }}"));
        assert_eq!(chosen("{1, ..., n - 1}"), ["write `1..n - 1`"]);
        assert_eq!(chosen("{1, 2, …, count(s)}"), ["write `1..count(s)`"]);
        assert_eq!(chosen("{n / 2, ..., n}"), ["write `n / 2..n`"]);
        assert_eq!(chosen("{1, n - 1}"), [""; 0]);
    }

    #[test]
    fn numbers_at_the_end_of_their_type_are_read() {
        let cards = "enum Card { 9223372036854775807, 1 }\nmove m { n += 1 }";
        assert!(!helps(cards).is_empty());
    }
}
