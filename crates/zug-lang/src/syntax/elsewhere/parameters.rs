//! What a move chooses, as other languages write it: `(int n)`, `(n from 1 to 3)`,
//! `(n in 1, 2, 5)`, `take 1 or 2`.

use super::bounds::less_one;
use super::place::Place;
use super::{Mistake, typed};
use std::ops::Range;

/// Searches the token `at` of a move's head.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    numbers(place, at)
        .or_else(|| bare(place, at))
        .or_else(|| parameter(place, at))
        .or_else(|| as_name(place, at))
}

/// `move take 1 or 2 when n <= left`, `move take 1..3`: numbers in the place of a parameter.
fn numbers(place: &Place, at: usize) -> Option<Mistake> {
    let up = matches!((place.word(at), place.word(at + 1)), ("up", "to") | ("at", "most"));
    if at != place.range.start + 2 || !(up || place.is_number(at) || place.word(at) == "{") {
        return None;
    }
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let end = place.find(at + 1..limit, &["when", "as", "if", "where"]).unwrap_or(limit);
    let range = place.word(at + 1) == ".." && place.operand_end(at + 2) == end;
    let set = match set_in_words(place, at..end) {
        Some(set) => set,
        None if range => place.text(at..end).to_string(),
        None if end == at + 1 && place.is_number(at) => format!("{{{}}}", place.word(at)),
        None => return None,
    };
    let text = format!("({} in {set})", unknown_name(place, end));
    let message = "what a move chooses has a name, in round brackets";
    let help = format!("write `{} {}{text}`", place.word(at - 2), place.word(at - 1));
    Some(place.likely(at..end, message, text).help(help))
}

/// The first name behind `from` that nothing is called: what is chosen; `n` if there is none.
fn unknown_name<'t>(place: &Place<'_, 't>, from: usize) -> &'t str {
    let view = place.view;
    let elsewhere =
        |name: &str| (0..view.tokens.len()).any(|at| !place.range.contains(&at) && view.word(at) == name);
    let known = |name: &str| {
        elsewhere(name)
            || crate::built_ins::built_in(name).is_some()
            || matches!(name, "me" | "opponent" | "as")
    };
    let free = |at: &usize| place.is_name(*at) && !known(place.word(*at)) && place.word(at + 1) != "(";
    (from..place.range.end).find(free).map_or("n", |at| place.word(at))
}

/// The index behind the parameter that begins at `at`: numbers behind commas belong to its set.
fn part_end(place: &Place, at: usize, close: usize) -> usize {
    let mut end = place.find(at..close, &[","]).unwrap_or(close);
    let signs = ["in", "=", ":", "from", "of", "∈"];
    let is_list = end > at + 2 && place.is_number(end - 1) && signs.contains(&place.word(end - 2));
    while is_list && end < close {
        let next = place.find(end + 1..close, &[",", "or", "and"]).unwrap_or(close);
        if !place.is_number(end + 1) || next != end + 2 {
            break;
        }
        end = next;
    }
    end
}

/// Integers as they are said: `1 to 3`, `between 1 and 3`, `1, 2, 5`, `1 or 2`, `at most 3`.
fn set_in_words(place: &Place, range: Range<usize>) -> Option<String> {
    let words: Vec<&str> = range.clone().map(|at| place.word(at)).collect();
    if let ["at" | "up", "most" | "to", most] = words.as_slice() {
        return Some(format!("1..{most}"));
    }
    let (from, between) = match words.first() {
        Some(&"between") => (range.start + 1, true),
        _ => (range.start, false),
    };
    let sign = place.operand_end(from);
    let ends = match place.word(sign) {
        "and" => between,
        "to" | "through" | "until" | "upto" | "thru" | "bis" => true,
        "-" | "–" => place.is_number(from) && place.is_number(sign + 1) && sign + 2 == range.end,
        _ => false,
    };
    if ends && sign + 1 < range.end && place.operand_end(sign + 1) == range.end {
        let high = place.text(sign + 1..range.end);
        let high = if place.word(sign) == "until" { less_one(high) } else { high.to_string() };
        return Some(format!("{}..{high}", place.text(from..sign)));
    }
    by_or(place, range)
}

/// `int n`, `n: int`: integers within the bounds that the guard of the move asks for.
fn of_type(place: &Place, covers: Range<usize>, name: &str) -> Mistake {
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let (mut low, mut high): (Option<&str>, Option<&str>) = (None, None);
    let one = |at: usize| place.text(at..place.operand_end(at));
    for at in covers.end..limit {
        let (before, sign) = (at.wrapping_sub(1), place.word(at));
        let upper = sign == "<=" && place.before(at) == name && place.before(before) != "[";
        let number = upper && place.is_number(at + 1);
        if number || upper && high.is_none() {
            high = Some(one(at + 1));
        }
        if sign == ">=" && place.word(at + 1) == name && place.ends_operand(before) && high.is_none() {
            high = Some(place.text(place.operand_start(before)..at));
        }
        if sign == ">=" && place.before(at) == name && place.is_number(at + 1) {
            low = Some(one(at + 1));
        }
    }
    let text = format!("{name} in {}..{}", low.unwrap_or("1"), high.unwrap_or("3"));
    let message = format!("what a move chooses, it chooses from a set: `{name} in ..`");
    let help = format!("write `{text}`, with the least and the greatest that may be chosen");
    place.likely(covers, message, text).help(help)
}

/// `move place c in empty when ..`
fn bare(place: &Place, at: usize) -> Option<Mistake> {
    let begins = at == place.range.start + 2
        && place.is_name(at)
        && matches!(place.word(at + 1), "in" | ":" | "=" | "from" | "∈" | "of");
    if !begins {
        return None;
    }
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let end = place.find(at..limit, &["when", "as", "if", "where"]).unwrap_or(limit);
    let inside = place.text(at..end).replacen(&format!(" {} ", place.word(at + 1)), " in ", 1);
    let message = "what a move chooses stands in round brackets";
    Some(place.certain(at..end, message, format!("({inside})")).help(format!(
        "write `{} {}({inside})`",
        place.word(at - 2),
        place.word(at - 1)
    )))
}

/// `(c: Cell)`, `(Cell c)`, `(c = S)`, `(c from S)`, `(c)`
fn parameter(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close = place.partner(open).filter(|_| place.word(open) == "(")?;
    let outside = (open + 1..at).all(|each| place.partner(each).is_none_or(|partner| partner < at));
    let starts = at == open + 1 || open < at && at < close && place.before(at) == "," && outside;
    if !starts || at >= close || !place.is_name(at) {
        return None;
    }
    let end = part_end(place, at, close);
    let (name, sign) = (place.word(at), place.word(at + 1));
    let message = format!("what a move chooses, it chooses from a set: `{name} in ..`");
    match sign {
        "in" => {
            let text = set_in_words(place, at + 2..end)?;
            let message = "the integers from which a move chooses are a set";
            Some(place.certain(at + 2..end, message, &text).help(format!("write `{name} in {text}`")))
        }
        "between" | "among" | "from" | "at" => {
            let from = if matches!(sign, "between" | "at") { at + 1 } else { at + 2 };
            let set = set_in_words(place, from..end).unwrap_or_else(|| place.text(at + 2..end).to_string());
            let text = format!("{name} in {set}");
            Some(place.certain(at..end, message, &text).at(place.span(at + 1)).label("write `in`"))
        }
        ":" | "=" | "of" | "∈" | "::" | "within" | "<-" | "as" | "on" => {
            let mut from = at + 2;
            if place.word(from) == "set" && place.word(from + 1) == "of" {
                from += 2;
            }
            let set = place.text(from..end);
            if typed::is_foreign_type(place.word(from)) && from + 1 == end {
                return Some(of_type(place, at..end, name));
            }
            let set = match set_in_words(place, from..end) {
                Some(list) => list,
                None if set.is_empty() => place.board().to_string(),
                None => domain_like(place, set),
            };
            Some(
                place
                    .certain(at + 1..end, message, format!(" in {set}"))
                    .at(place.span(at + 1))
                    .label("write `in`")
                    .help(format!("write `{name} in {set}`")),
            )
        }
        _ if place.is_name(at + 1) && at + 2 == end && typed::is_foreign_type(name) => {
            Some(of_type(place, at..end, place.word(at + 1)))
        }
        _ if place.is_name(at + 1)
            && at + 2 == end
            && (name.starts_with(char::is_uppercase)
                || domain_like(place, name) != name
                || super::type_word(name).is_some()) =>
        {
            let set = domain_like(place, name);
            let text = format!("{} in {set}", place.word(at + 1));
            Some(place.certain(
                at..end,
                format!("what a move chooses, it chooses from a set: `{} in ..`", place.word(at + 1)),
                text,
            ))
        }
        // `c c in S`, `c S in`: a name or an order of words is wrong, and `in` is there.
        _ if place.word(at + 2) == "in" => None,
        _ if place.is_name(at + 1) || place.word(at + 1) == "{" => {
            let set = place.text(at + 1..end);
            let message = format!("`in` is missing between `{name}` and its set");
            Some(
                place
                    .certain(at..at + 1, message, format!("{name} in"))
                    .at(place.span(at + 1))
                    .label("write `in` before it")
                    .help(format!("write `{name} in {set}`")),
            )
        }
        _ if at + 1 == end
            && !name.starts_with(char::is_uppercase)
            && shared_set(place, at, close).is_some() =>
        {
            let set = shared_set(place, at, close)?;
            let text = format!("{name} in {set}");
            Some(place.likely(at..end, message, text).label("from which set?"))
        }
        _ if at + 1 == end && is_counted(place, end, name) => Some(of_type(place, at..end, name)),
        _ if at + 1 == end => {
            // `move pass(me)` and the like.
            let board = place.board();
            let text = format!("{name} in {board}");
            let help = format!(
                "write the set that it is chosen from, `{text}` for one; who is to move is `me`, and needs no name"
            );
            Some(place.likely(at..end, message, text).help(help).label("from which set?"))
        }
        _ => None,
    }
}

/// Whether a move compares or counts with a name behind `from`.
fn is_counted(place: &Place, from: usize, name: &str) -> bool {
    let sign = |word: &str| matches!(word, "<=" | "<" | ">=" | ">" | "*" | "/" | "%" | "..");
    (from..place.range.end)
        .any(|at| place.word(at) == name && (sign(place.word(at + 1)) || sign(place.before(at))))
}

/// The set of `a, b in S`, where `a` has none of its own.
fn shared_set<'t>(place: &Place<'_, 't>, at: usize, close: usize) -> Option<&'t str> {
    let mut name = at;
    while place.is_name(name) && place.word(name + 1) == "," {
        name += 2;
    }
    let end = place.find(name..close, &[","]).unwrap_or(close);
    (name > at && place.is_name(name) && place.word(name + 1) == "in" && name + 2 < end)
        .then(|| place.text(name + 2..end))
}

/// The set of `1 or 2`, `1, 2, 5`.
fn by_or(place: &Place, range: Range<usize>) -> Option<String> {
    let sign = |at: usize| matches!(place.word(at), "or" | ",");
    let parts: Vec<&str> = range.clone().filter(|each| !sign(*each)).map(|each| place.word(each)).collect();
    let alternating = range.clone().enumerate().all(|(at, each)| (at % 2 == 1) == sign(each));
    let words = range.clone().all(|each| place.is_name(each) || place.is_number(each) || sign(each));
    (parts.len() > 1 && alternating && words && range.len() % 2 == 1)
        .then(|| format!("{{{}}}", parts.join(", ")))
}

/// A type as the domain that it names: `cell` for `Cell`.
fn domain_like(place: &Place, written: &str) -> String {
    let first = place
        .view
        .tokens
        .iter()
        .map(|token| token.text(place.view.text))
        .find(|word| word.eq_ignore_ascii_case(written) && word.starts_with(char::is_uppercase));
    first.unwrap_or(written).to_string()
}

/// `(near(at) as c)`
fn as_name(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close =
        place.partner(open).filter(|close| place.word(open) == "(" && (open..*close).contains(&at))?;
    let named = place.word(at) == "as" && place.is_name(at + 1) && at + 2 == close;
    named.then(|| {
        let text = format!("{} in {}", place.word(at + 1), place.text(open + 1..at));
        place.certain(open + 1..close, "what a move chooses is written `NAME in SET`", text)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a move with this head and the guard `n <= left`.
    fn helps(head: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ left: 0..9 = 9 }}\n\
             move {head} when n <= left {{ left -= n }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn integers_are_a_set() {
        for said in [
            "n from 1 to 3",
            "n in 1 to 3",
            "n = 1 to 3",
            "n: 1 - 3",
            "n between 1 and 3",
            "n in 1 through 3",
        ] {
            let found = helps(&format!("take({said})"));
            assert_eq!(found, ["write `n in 1..3`"], "{said}");
        }
        for said in ["n in 1, 2, 5", "n = 1, 2, 5", "n from 1, 2 or 5"] {
            assert_eq!(helps(&format!("take({said})")), ["write `n in {1, 2, 5}`"], "{said}");
        }
        assert_eq!(helps("take(n in 1..3)"), [""; 0]);
        assert_eq!(helps("take(c in C, n in 1..3)"), [""; 0]);
    }

    #[test]
    fn a_type_is_no_set() {
        let bounds = ["write `n in 1..left`, with the least and the greatest that may be chosen"];
        for said in ["int n", "n: int", "integer n"] {
            assert_eq!(helps(&format!("take({said})")), bounds, "{said}");
        }
        assert_eq!(helps("take(C n)"), ["write `n in C`"]);
    }

    #[test]
    fn numbers_have_a_name() {
        assert_eq!(helps("take 1 or 2"), ["write `move take(n in {1, 2})`"]);
        assert_eq!(helps("take 1 to 3"), ["write `move take(n in 1..3)`"]);
        assert_eq!(helps("take 1..3"), ["write `move take(n in 1..3)`"]);
        assert_eq!(helps("take up to 3"), ["write `move take(n in 1..3)`"]);
    }
}
