//! Loops and quantifiers whose name is left open, as in Python: `for _ in range(n) { }`.

use super::bounds::less_one;
use super::context::side_end;
use super::place::Place;
use super::{Mistake, branch_kinds};
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
    let Some(open) = block(place, at) else { return without_braces(place, at) };
    let block = open..place.past(open);
    let text = head(place, at, open, block.clone())?;
    let message = message(&text);
    let help = format!("write `{text} {{ .. }}`");
    let mut found = place.likely(at..open, message, text.as_str()).help(help);
    if let Some(name) = text.strip_prefix("for ").and_then(|rest| rest.split(' ').next()) {
        let value = match table(place, &(at + 3..open)) {
            Some(_) => format!("{}[{name}]", place.text(at + 3..open)),
            None => name.to_owned(),
        };
        let uses = uses(place, block);
        found.report =
            uses.into_iter().fold(found.report, |report, each| report.likely(place.span(each), &value));
    }
    Some(found.at(place.span_of(&(at..open))).label(format!("write `{text}`")))
}

/// What is wrong with a loop that is written so.
fn message(head: &str) -> &'static str {
    match head.starts_with("repeat") {
        true => "a loop that only counts is `repeat`",
        false => "a `for` names what runs through the set",
    }
}

/// The brace that opens the block of the loop at `at`.
fn block(place: &Place, at: usize) -> Option<usize> {
    let mut open = at + 3;
    while place.word(open) != "{" || !place.ends_operand(open - 1) {
        if open >= place.range.end || place.word(open) == "}" || open > at + 3 && place.begins_statement(open)
        {
            return None;
        }
        open = place.past(open);
    }
    Some(open)
}

/// `for _ in range(n) S`: the braces are missing too.
fn without_braces(place: &Place, at: usize) -> Option<Mistake> {
    let from = side_end(place, at + 3);
    let stop = place.statement_end(from);
    if place.first(from) || !place.begins_statement(from) || from >= stop {
        return None;
    }
    let head = head(place, at, from, from..stop).filter(|_| uses(place, from..stop).is_empty())?;
    let text = format!("{head} {{ {} }}", place.text(from..stop));
    Some(place.likely(at..stop, message(&head), text).at(place.span_of(&(at..from))))
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
        None => format!("for {} in {}", place.unused(&LETTERS), members(place, &set)?),
    })
}

/// The places where `_` is read as a name.
fn uses(place: &Place, block: Range<usize>) -> Vec<usize> {
    block.filter(|each| is_open(place, *each) && place.word(each + 1) != "in").collect()
}

/// The arguments of `range(..)`, if a set is nothing else and its members follow each other.
fn of_range(place: &Place, set: &Range<usize>) -> Option<(Option<Range<usize>>, Range<usize>)> {
    let (open, close) = range_call(place, set)?;
    Some(match place.find(open + 1..close, &[","]) {
        Some(comma) if place.find(comma + 1..close, &[","]).is_some() => return None,
        Some(comma) => (Some(open + 1..comma), comma + 1..close),
        None => (None, open + 1..close),
    })
}

/// The brackets of `range(..)`, if a set is nothing else.
fn range_call(place: &Place, set: &Range<usize>) -> Option<(usize, usize)> {
    let open = set.start + 1;
    let called = place.word(set.start) == "range" && place.word(open) == "(";
    place.partner(open).filter(|close| called && close + 1 == set.end).map(|close| (open, close))
}

/// How often `range(0, 10, 2)` runs, where its numbers are known.
fn with_step(place: &Place, set: &Range<usize>) -> Option<String> {
    let (open, close) = range_call(place, set)?;
    let numbers: Option<Vec<i64>> =
        place.text(open + 1..close).split(',').map(|each| each.trim().parse().ok()).collect();
    let [low, high, step] = numbers?[..] else { return None };
    (step > 0).then(|| (high.saturating_sub(low).max(0) as u64).div_ceil(step as u64).to_string())
}

/// What the index of a table or a list runs through, if a set is the name of one.
fn table(place: &Place, set: &Range<usize>) -> Option<String> {
    let name = place.word(set.start);
    if set.len() != 1 {
        return None;
    }
    if place.declares_list(name) {
        return Some(format!("1..len({name})"));
    }
    let index = place.field_index(name).filter(|index| !index.is_empty() && !index.contains(','))?;
    Some(index.rsplit(':').next().unwrap_or(index).trim().to_owned())
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
    if table(place, set).is_some() {
        return None;
    }
    if let Some(times) = with_step(place, set) {
        return Some(times);
    }
    if let Some((from, end)) = of_range(place, set) {
        return match from {
            Some(from) => difference(from, end, 0),
            None => Some(place.text(end).to_owned()),
        };
    }
    if let Some(dots) = place.find(set.clone(), &[".."]) {
        // `0..<n` has no `n`.
        let below = usize::from(place.word(dots + 1) == "<");
        return difference(set.start..dots, dots + 1 + below..set.end, 1 - below as i64);
    }
    let whole = side_end(place, set.start) == set.end && place.word(set.start) != "range";
    let number = branch_kinds::nothing(place, set.clone()) == Some("0");
    (whole && number).then(|| place.text(set.clone()).to_owned())
}

/// The members of a set, with the integers of `range(..)` between two dots; none where they do not
/// follow each other.
fn members(place: &Place, set: &Range<usize>) -> Option<String> {
    if let Some(indexes) = table(place, set) {
        return Some(indexes);
    }
    if of_range(place, set).is_none() && range_call(place, set).is_some() {
        return None;
    }
    if let Some(dots) = place.find(set.clone(), &[".."]).filter(|dots| place.word(dots + 1) == "<") {
        return Some(format!("{}..{}", place.text(set.start..dots), less_one(place.text(dots + 2..set.end))));
    }
    Some(match of_range(place, set) {
        Some((from, end)) => {
            let low = from.map_or("0", |from| place.text(from));
            format!("{low}..{}", less_one(place.text(end)))
        }
        None => place.text(set.clone()).to_owned(),
    })
}

/// `some _ in S: ..`, `count(_ in S)`: what runs through a set has a name.
pub(super) fn in_binder(place: &Place, at: usize) -> Option<Mistake> {
    binds_open(place, at).then(|| {
        let name = place.unused(&LETTERS);
        let shown = place.text(at + 1..side_end(place, at + 2));
        let message = "what runs through a set has a name, which begins with a letter";
        // Another binder without a name begins a scope of its own.
        let next = (at + 1..place.range.end).find(|each| binds_open(place, *each));
        let uses = uses(place, at + 1..next.unwrap_or(place.range.end));
        let last = uses.last().copied().unwrap_or(at);
        let mut found = place.likely(at..at + 1, message, name).help(format!("write `{name} {shown}`"));
        found.report =
            uses.into_iter().fold(found.report, |report, each| report.likely(place.span(each), name));
        Mistake { covers: at..last + 1, ..found }
    })
}

/// Whether a binder without a name stands here.
fn binds_open(place: &Place, at: usize) -> bool {
    is_open(place, at) && place.word(at + 1) == "in"
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
            ("count(s)", "count(s)"),
            ("0..<n", "n"),
            ("range(0, 10, 2)", "5"),
            ("range(0, 9, 2)", "5"),
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
        assert_eq!(body("for _ in men { n += hand }"), ["write `for x in Player { .. }`"]);
        assert_eq!(body("for _ in range(2) n += 1"), ["write `repeat 2 { n += 1 }`"]);
        assert_eq!(body("for _ in men[me] { n += hand }"), ["write `for x in men[me] { .. }`"]);
        assert_eq!(body("for _ in {a1, b2} { n += hand }"), ["write `for x in {a1, b2} { .. }`"]);
        assert_eq!(body("for _ in range(hand) { n += _ }"), ["write `for x in 0..hand - 1 { .. }`"]);
        assert_eq!(body("for x in s { n += hand }\n  repeat hand { n -= 1 }"), [""; 0]);
    }

    #[test]
    fn a_quantifier_names_its_member() {
        assert_eq!(body("if some _ in 1..3: n > 1 { n = hand }"), ["write `x in 1..3`"]);
        assert_eq!(body("if every _ in s: _ != at { n = hand }"), ["write `x in s`"]);
        assert_eq!(helps_beside_fields("move m(_ in C) { s += _ }"), ["write `x in C`"]);
        assert_eq!(body("n = count(_ in s) + hand"), ["write `x in s`"]);
        assert_eq!(body("if some _ in men[me]: n > 1 { n = hand }"), ["write `x in men[me]`"]);
    }
}
