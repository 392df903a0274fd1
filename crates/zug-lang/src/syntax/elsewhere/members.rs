//! What is in a set or in an entry, in words of other languages: `S contains x`, `p has seeds`,
//! `x not y`.

use super::Mistake;
use super::context::{side_end, side_start};
use super::place::Place;
use std::ops::Range;

/// `S contains x`, `S has x`
pub(super) fn contains(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let (not, sign) = match (word, place.word(at + 1)) {
        ("does", "not") if matches!(place.word(at + 2), "contain" | "include" | "have") => ("not ", at + 2),
        ("not", "contains" | "has" | "includes" | "contain" | "include" | "containing") => ("not ", at + 1),
        ("contains" | "has" | "includes" | "contain" | "holds" | "include" | "ni" | "containing", _) => {
            ("", at)
        }
        _ => return None,
    };
    if place.word(sign + 1) == "no" {
        let of = side_start(place, at - 1)..at;
        return without_moves(place, sign).or_else(|| entry(place, of, sign + 2, false));
    }
    let (from, to) = (side_start(place, at - 1), side_end(place, sign + 1));
    if sign + 1 >= to {
        return None;
    }
    if let Some(found) = entry(place, from..at, sign + 1, not.is_empty()) {
        return Some(found);
    }
    let turned = not.is_empty() && place.before(from) == "not";
    let not = if turned { "not " } else { not };
    let text = format!("{} {not}in {}", place.text(sign + 1..to), place.text(from..at));
    let from = if turned { from - 1 } else { from };
    let said = place.text(at..sign + 1);
    Some(
        place
            .certain(from..to, format!("`{said}` is written `{not}in`, the element first"), text)
            .at(place.span_of(&(at..sign + 1)))
            .label(format!("write `.. {not}in ..`")),
    )
}

/// `p has seeds`, `p has 2 seeds`, where `seeds` is a table: what stands in its entry.
fn entry(place: &Place, of: Range<usize>, at: usize, has: bool) -> Option<Mistake> {
    let number = place.is_number(at).then(|| place.word(at));
    let field = at + usize::from(number.is_some());
    let name = place.word(field);
    let index = place.field_index(name).filter(|index| !index.is_empty() && !index.contains(','));
    let bare = index.is_some()
        && !matches!(place.word(field + 1), "[" | "(" | ".")
        && !place.is_set(place.word(of.start));
    let entry = format!("{name}[{}]", place.text(of.clone()));
    let text = match (number, has) {
        (Some(number), true) if place.is_count(name) => format!("{entry} = {number}"),
        (None, true) if place.is_count(name) => format!("{entry} > 0"),
        (None, false) if place.is_count(name) => format!("{entry} = 0"),
        (None, true) if place.is_set(name) => format!("{entry} != {{}}"),
        (None, false) if place.is_set(name) => format!("{entry} = {{}}"),
        _ => return None,
    };
    let message = format!("`{name}` has an entry for each, which is compared");
    bare.then(|| place.likely(of.start..field + 1, message, text).at(place.span_of(&(of.end..field + 1))))
}

/// `r not last`, where `last` is one element.
pub(super) fn negated(place: &Place, at: usize) -> Option<Mistake> {
    let right = at + 1;
    let (name, end) = (place.word(right), place.operand_end(right));
    let field = place.is_field(name) && !place.is_truth(name);
    let value = field || place.is_player(name) || place.is_number(right) || name == "none";
    if place.word(at) != "not" || !value || place.first(at) && place.in_body(at) {
        return None;
    }
    let sign = if place.is_set(name) { "not in" } else { "!=" };
    let left = place.text(place.operand_start(at - 1)..at);
    let help = format!("write `{left} {sign} {}`", place.text(right..end));
    let message = format!("`not` alone stands between no two operands: write `{sign}`");
    Some(place.likely(at..right, message, sign).help(help))
}

/// `men[p] has no moves`, `White has no legal move`; `no` is said of nothing else.
fn without_moves(place: &Place, at: usize) -> Option<Mistake> {
    let noun = if matches!(place.word(at + 2), "legal" | "more" | "possible") { at + 3 } else { at + 2 };
    if !matches!(place.word(noun), "moves" | "move" | "turns") {
        return None;
    }
    let from = side_start(place, at - 1);
    let of = if place.before(at) == "]" { at.checked_sub(2)? } else { at - 1 };
    let (first, second) = place.players();
    let player = place.word(of);
    let entry = of + 2 == at;
    let known = [first, second, "me", "opponent"].contains(&player);
    let player = if entry || known { player } else { "me" };
    let message = "who has no move is stuck";
    Some(place.likely(from..noun + 1, message, format!("stuck({player})")))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn guard(guard: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nrange Rank = 1..3\nstate {{ seeds[Rank]: 0..9, hand[Player]: set of Rank, last: Rank or none, n: 0..9 }}\nmove m(r in Rank) when {guard} {{ n += 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn what_something_has_is_its_entry() {
        let cases = [
            ("r has seeds", "seeds[r] > 0"),
            ("r has no seeds", "seeds[r] = 0"),
            ("r has 2 seeds and n = 0", "seeds[r] = 2"),
            ("n = 1 and me has hand", "hand[me] != {}"),
            ("hand[me] has r", "r in hand[me]"),
            ("hand[me] not contains r", "r not in hand[me]"),
            ("seeds[r] not empty", "seeds[r] > 0"),
            ("seeds[r] is empty", "seeds[r] = 0"),
            ("hand[me] not empty", "hand[me] != {}"),
        ];
        for (said, meant) in cases {
            assert_eq!(guard(said), [format!("write `{meant}`")], "{said}");
        }
    }

    #[test]
    fn not_alone_between_two_operands_is_a_sign() {
        assert_eq!(guard("r not last"), ["write `r != last`"]);
        assert_eq!(guard("last not none and n = 1"), ["write `last != none`"]);
        assert_eq!(guard("r not hand[me]"), ["write `r not in hand[me]`"]);
        assert_eq!(guard("no last or n = 2"), ["write `last = none`"]);
        assert_eq!(guard("n = 1 and no hand[me]"), ["write `hand[me] = {}`"]);
        assert_eq!(guard("r in my hand"), ["write `hand[me]`"]);
        assert_eq!(guard("r in opponent hand and n = 1"), ["write `hand[opponent]`"]);
    }
}
