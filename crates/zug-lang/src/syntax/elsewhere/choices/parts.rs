//! The parts of a choice, in whatever form it is written: its condition and its two sides.

use crate::syntax::elsewhere::place::Place;
use std::ops::Range;

/// The parts of a choice as it was written.
pub(super) struct Parts {
    pub(super) condition: Range<usize>,
    pub(super) yes: Range<usize>,
    /// Empty if there is no `else`.
    pub(super) no: Range<usize>,
    /// Whether it is written as elsewhere.
    pub(super) foreign: bool,
}

/// The parts of the choice that these tokens are; nothing if they are none.
pub(super) fn parts(place: &Place, range: &Range<usize>) -> Option<Parts> {
    match place.word(range.start) {
        "if" | "elif" | "elseif" | "elsif" => by_words(place, range),
        _ => by_signs(place, range),
    }
}

/// `if C { a } else { b }`, `if C: a else: b`, `if C then a else b`
fn by_words(place: &Place, range: &Range<usize>) -> Option<Parts> {
    let from = range.start + 1;
    let mark = block_mark(place, from..range.end)?;
    let condition = bare(place, from..mark);
    let open = if place.word(mark) == "{" { mark } else { mark + 1 };
    let (yes, behind) = side(place, open..range.end);
    let foreign = place.word(mark) != "then" || yes.start > open;
    let whole = |no: Range<usize>, foreign: bool| Parts {
        condition: condition.clone(),
        yes: yes.clone(),
        no,
        foreign,
    };
    Some(match place.word(behind) {
        "else" if behind < range.end => {
            let mut from = behind + 1;
            let colon = place.word(from) == ":";
            from += usize::from(colon);
            let (no, end) = side(place, from..range.end);
            if place.word(from) == "{" && end < range.end {
                return None;
            }
            let no = if end < range.end { from..range.end } else { no };
            let braces = no.start > from;
            whole(no, foreign || colon || braces)
        }
        "elif" | "elseif" | "elsif" if behind < range.end => whole(behind..range.end, true),
        _ if behind >= range.end => whole(range.end..range.end, foreign),
        _ => return None,
    })
}

/// `C ? a : b`
fn by_signs(place: &Place, range: &Range<usize>) -> Option<Parts> {
    let sign = place.find(range.clone(), &["?"]).filter(|sign| *sign > range.start)?;
    let colon = other_side(place, sign + 1..range.end)?;
    let condition = bare(place, range.start..sign);
    Some(Parts { condition, yes: sign + 1..colon, no: colon + 1..range.end, foreign: true })
}

/// Whether a token is a quantifier, in whatever language: its colon comes later.
pub(in crate::syntax::elsewhere) fn quantifies(place: &Place, at: usize) -> bool {
    let binds = place.is_name(at + 1) && matches!(place.word(at + 2), "in" | "∈");
    match place.word(at) {
        "some" | "every" | "no" => true,
        "exists" | "forall" | "any" | "all" | "each" | "∃" | "∀" | "exist" | "is" => binds,
        _ => false,
    }
}

/// The colon that belongs to a `?` before these tokens.
pub(super) fn other_side(place: &Place, range: Range<usize>) -> Option<usize> {
    let (mut at, mut open) = (range.start, 0);
    while at < range.end {
        match place.word(at) {
            "?" => open += 1,
            _ if quantifies(place, at) => open += 1,
            ":" if open == 0 => return Some(at),
            ":" => open -= 1,
            _ => {}
        }
        at = place.past(at);
    }
    None
}

/// The sign behind a condition: `then`, a colon that is no quantifier's, or the brace of a block.
pub(super) fn block_mark(place: &Place, range: Range<usize>) -> Option<usize> {
    let (mut at, mut open) = (range.start, 0);
    while at < range.end {
        match place.word(at) {
            _ if quantifies(place, at) => open += 1,
            ":" if open > 0 => open -= 1,
            "then" | ":" => return Some(at),
            "{" if at > range.start && place.ends_operand(at - 1) => return Some(at),
            _ => {}
        }
        at = place.past(at);
    }
    None
}

/// One side of a choice without the braces round it, and the index behind it.
fn side(place: &Place, range: Range<usize>) -> (Range<usize>, usize) {
    if place.word(range.start) == "{"
        && let Some(close) = place.partner(range.start).filter(|close| *close < range.end)
    {
        return (range.start + 1..close, close + 1);
    }
    let (mut at, mut open) = (range.start, 0);
    while at < range.end {
        match place.word(at) {
            "if" => open += 1,
            "else" if open > 0 => open -= 1,
            "else" | "elif" | "elseif" | "elsif" => break,
            _ => {}
        }
        at = place.past(at);
    }
    (range.start..at, at)
}

/// The tokens without the brackets or braces that stand round all of them, and without what ends a
/// statement elsewhere.
pub(super) fn unwrapped(place: &Place, range: Range<usize>) -> Range<usize> {
    let range = trimmed(place, range);
    let wraps = matches!(place.word(range.start), "{" | "(")
        && place.partner(range.start) == Some(range.end.wrapping_sub(1));
    match wraps {
        true => unwrapped(place, range.start + 1..range.end - 1),
        false => range,
    }
}

/// The tokens without a last `;` or `,`.
pub(in crate::syntax::elsewhere) fn trimmed(place: &Place, range: Range<usize>) -> Range<usize> {
    let marked = range.end > range.start && matches!(place.word(range.end - 1), ";" | ",");
    range.start..range.end - usize::from(marked)
}

/// A condition without brackets round all of it.
pub(in crate::syntax::elsewhere) fn bare(place: &Place, range: Range<usize>) -> Range<usize> {
    let wraps =
        place.word(range.start) == "(" && place.partner(range.start) == Some(range.end.wrapping_sub(1));
    if wraps { range.start + 1..range.end - 1 } else { range }
}

/// The index behind `if C { a } else if D { b } else { c }`.
pub(super) fn chain_end(place: &Place, at: usize) -> Option<usize> {
    let limit = place.body.filter(|(open, _)| *open < at).map_or(place.range.end, |(_, close)| close);
    let open = block_mark(place, at + 1..limit).filter(|mark| place.word(*mark) == "{")?;
    let otherwise = place.past(open);
    match (place.word(otherwise), place.word(otherwise + 1)) {
        ("else", "if") => chain_end(place, otherwise + 1),
        ("elif" | "elseif" | "elsif", _) => chain_end(place, otherwise),
        ("else", "{") => Some(place.past(otherwise + 1)),
        ("else", _) => Some(place.operand_end(otherwise + 1)),
        _ => None,
    }
}
