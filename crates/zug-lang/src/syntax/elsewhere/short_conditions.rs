//! Conditions that English says shorter: `no jump`, `S not empty`, `none s in S: C`.

use super::Mistake;
use super::context::side_start;
use super::place::Place;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    none_of(place, at).or_else(|| no_move(place, at)).or_else(|| empty(place, at))
}

/// `none s in Square: C`
fn none_of(place: &Place, at: usize) -> Option<Mistake> {
    let binds = place.word(at) == "none" && place.is_name(at + 1) && place.word(at + 2) == "in";
    let ended = at > 0 && place.ends_operand(at - 1);
    let colon = place.find(at + 3..place.range.end, &[":"]).filter(|_| binds && !ended)?;
    let text = place.text(at + 1..colon);
    let clause = place.text(colon + 1..place.clause_end(colon + 1));
    let help = format!("write `no {text}: {clause}`");
    Some(place.certain(at..at + 1, "`none` is no quantifier: it is written `no`", "no").help(help))
}

/// `when no jump and C`: whether a move can be made is asked by `can`.
fn no_move(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.word(at + 1);
    let asked = place.word(at) == "no" && place.is_name(at + 1);
    let ends = matches!(place.word(at + 2), "and" | "or" | "=>" | "{" | ")" | "as" | "implies" | "");
    (asked && ends && place.declared_move(name)).then(|| {
        let text = format!("not can({name})");
        place.likely(at..at + 2, format!("whether `{name}` can be made is asked by `can`"), text)
    })
}

/// `goals[p] not empty`
fn empty(place: &Place, at: usize) -> Option<Mistake> {
    let words = match (place.word(at), place.word(at + 1)) {
        ("not", "empty") => 2,
        ("nonempty" | "non_empty", _) => 1,
        _ => return None,
    };
    let end = at + words;
    let known = place.declared_def("empty") || place.is_field("empty");
    let operand = at > place.range.start + 1 && place.ends_operand(at - 1) && place.before(at) != "is";
    let ends = place.first(end) || !place.is_name(end) && !matches!(place.word(end), "[" | "(" | ".");
    if known || !operand || !ends {
        return None;
    }
    let start = side_start(place, at - 1);
    // A single name may be a cell.
    let cell = start + 1 == at && !place.is_set(place.word(start));
    let left = place.text(start..at);
    if place.is_count(place.word(start)) {
        let help = format!("write `{left} > 0`");
        return Some(place.certain(at..end, "a number is compared: nothing is 0", "> 0").help(help));
    }
    let help = format!("write `{left} != {{}}`");
    (!cell).then(|| place.certain(at..end, "the empty set is written `{}`", "!= {}").help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn short_conditions_are_written_out() {
        let guard = |text: &str| helps(&format!("move m(c in C) when {text} {{ s += c }}"));
        assert_eq!(guard("none e in C: e in s"), ["write `no e in C: e in s`"]);
        assert_eq!(guard("no m and n = 0"), ["write `not can(m)`"]);
        assert_eq!(guard("s & men[me] not empty"), ["write `s & men[me] != {}`"]);
        assert_eq!(guard("no e in C: e in s"), [""; 0]);
    }
}
