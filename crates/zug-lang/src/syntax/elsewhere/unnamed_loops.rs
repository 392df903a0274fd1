//! Loops and quantifiers whose name is left open, as in Python: `for _ in range(n) { }`.

use super::Mistake;
use super::bounds::less_one;
use super::place::Place;
use std::ops::Range;

/// Letters for the name that is missing.
const LETTERS: [&str; 6] = ["x", "y", "z", "k", "each", "one"];

/// Whether a token stands in the place of a name: `_`, `__`.
fn is_open(place: &Place, at: usize) -> bool {
    let word = place.word(at);
    !word.is_empty() && word.chars().all(|c| c == '_')
}

/// Searches the token `at`, with which a statement begins: `for _ in S {`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "for" || !is_open(place, at + 1) {
        return None;
    }
    let mut open = at + 3;
    while place.word(open) != "{" || !place.ends_operand(open - 1) {
        open = place.past(open);
        if open >= place.range.end || place.word(open) == "}" {
            return None;
        }
    }
    let block = open..place.past(open);
    let text = head(place, at, open, block.clone())?;
    let message = match text.starts_with("repeat") {
        true => "a loop that only counts is `repeat`",
        false => "a `for` names what runs through the set",
    };
    let help = format!("write `{text} {{ .. }}`");
    let mut found = place.likely(at..open, message, format!("{text} ")).help(help);
    if let Some(name) = text.strip_prefix("for ").and_then(|rest| rest.split(' ').next()) {
        let uses = uses(place, block);
        found.report =
            uses.into_iter().fold(found.report, |report, each| report.likely(place.span(each), name));
    }
    Some(found.at(place.span_of(&(at..open))).label(format!("write `{text}`")))
}

/// The head of such a loop, up to the token `end`, as it is written here; its block decides whether
/// a name is needed.
pub(super) fn head(place: &Place, at: usize, end: usize, block: Range<usize>) -> Option<String> {
    let set = at + 3..end;
    if !is_open(place, at + 1) || place.word(at + 2) != "in" || set.is_empty() {
        return None;
    }
    let times = times(place, &set).filter(|_| uses(place, block).is_empty());
    Some(match times {
        Some(times) => format!("repeat {times}"),
        None => format!("for {} in {}", place.unused(&LETTERS), members(place, &set)),
    })
}

/// The places where `_` is read as a name.
fn uses(place: &Place, block: Range<usize>) -> Vec<usize> {
    block.filter(|each| is_open(place, *each) && place.word(each + 1) != "in").collect()
}

/// The arguments of `range(..)`, if a set is nothing else.
fn of_range(place: &Place, set: &Range<usize>) -> Option<(Option<Range<usize>>, Range<usize>)> {
    let open = set.start + 1;
    let called = place.word(set.start) == "range" && place.word(open) == "(";
    let close = place.partner(open).filter(|close| called && close + 1 == set.end)?;
    Some(match place.find(open + 1..close, &[","]) {
        Some(comma) => (Some(open + 1..comma), comma + 1..close),
        None => (None, open + 1..close),
    })
}

/// How often a loop runs whose members are integers.
fn times(place: &Place, set: &Range<usize>) -> Option<String> {
    let difference = |from: Range<usize>, end: Range<usize>, more: i64| {
        let (low, high) = (place.text(from.clone()), place.text(end));
        let known = low.parse::<i64>().ok();
        match (known, high.parse::<i64>().ok()) {
            (Some(low), Some(high)) => {
                high.checked_sub(low)?.checked_add(more).map(|count| count.to_string())
            }
            (Some(low), None) if low == more => Some(high.to_owned()),
            (Some(low), None) if low < more => Some(format!("{high} + {}", more - low)),
            (Some(low), None) if low >= 0 => Some(format!("{high} - {}", low - more)),
            _ => {
                let more = if more > 0 { format!(" + {more}") } else { String::new() };
                Some(format!("{high} - {}{more}", place.operand_text(from)))
            }
        }
    };
    if let Some((from, end)) = of_range(place, set) {
        return match from {
            Some(from) => difference(from, end, 0),
            None => Some(place.text(end).to_owned()),
        };
    }
    if let Some(dots) = place.find(set.clone(), &[".."]) {
        return difference(set.start..dots, dots + 1..set.end, 1);
    }
    let whole = place.operand_end(set.start) == set.end;
    let number = place.is_number(set.start) || place.is_count(place.word(set.start));
    (whole && number).then(|| place.text(set.clone()).to_owned())
}

/// The members of a set, with the integers of `range(..)` between two dots.
fn members(place: &Place, set: &Range<usize>) -> String {
    match of_range(place, set) {
        Some((from, end)) => {
            let low = from.map_or("0", |from| place.text(from));
            format!("{low}..{}", less_one(place.text(end)))
        }
        None => place.text(set.clone()).to_owned(),
    }
}

/// `some _ in S: ..`, `count(_ in S)`: what runs through a set has a name.
pub(super) fn in_binder(place: &Place, at: usize) -> Option<Mistake> {
    let binds = is_open(place, at) && place.word(at + 1) == "in";
    binds.then(|| {
        let name = place.unused(&LETTERS);
        let shown = place.text(at + 1..place.operand_end(at + 2));
        let message = "what runs through a set has a name, which begins with a letter";
        place.likely(at..at + 1, message, name).help(format!("write `{name} {shown}`"))
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn body(statements: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{\n  var hand = 3\n  {statements}\n}}"))
    }

    #[test]
    fn a_loop_without_a_name_counts() {
        let cases = [
            ("range(hand)", "hand"),
            ("range(n + 1)", "n + 1"),
            ("range(2, 5)", "3"),
            ("range(1, n)", "n - 1"),
            ("range(n, hand)", "hand - n"),
            ("1..3", "3"),
            ("1..hand", "hand"),
            ("0..hand", "hand + 1"),
            ("2..hand", "hand - 1"),
            ("n..hand", "hand - n + 1"),
            ("n", "n"),
        ];
        for (set, times) in cases {
            let written = [format!("write `repeat {times} {{ .. }}`")];
            assert_eq!(
                body(&format!("for _ in {set} {{\n    hand -= 1\n  }}\n  n = hand")),
                written,
                "{set}"
            );
        }
        assert_eq!(body("for _ in range(hand): n -= 1"), ["write `repeat hand { n -= 1 }`"]);
    }

    #[test]
    fn a_loop_through_a_set_names_its_member() {
        assert_eq!(body("for _ in s { n += hand }"), ["write `for x in s { .. }`"]);
        assert_eq!(body("for _ in men[me] { n += hand }"), ["write `for x in men[me] { .. }`"]);
        assert_eq!(body("for _ in {a1, b2} { n += hand }"), ["write `for x in {a1, b2} { .. }`"]);
        assert_eq!(body("for _ in range(hand) { n += _ }"), ["write `for x in 0..hand - 1 { .. }`"]);
        assert_eq!(body("for x in s { n += hand }\n  repeat hand { n -= 1 }"), [""; 0]);
    }

    #[test]
    fn a_quantifier_names_its_member() {
        assert_eq!(body("n = count(_ in s) + hand"), ["write `x in s`"]);
        assert_eq!(body("if some _ in men[me]: n > 1 { n = hand }"), ["write `x in men[me]`"]);
    }
}
