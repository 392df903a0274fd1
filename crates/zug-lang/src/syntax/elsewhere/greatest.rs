//! Who wins by a comparison: `most stones wins`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// The index behind the words on the line of `at`, up to an `else` or a bracket that was open
/// before.
pub(super) fn words_end(place: &Place, at: usize) -> usize {
    let mut end = at;
    while end < place.range.end {
        if end > at && place.first(end) || matches!(place.word(end), "else" | ")" | "]" | "}") {
            break;
        }
        end = place.past(end);
    }
    end
}

/// `most stones wins`: a comparison of what the players have.
pub(super) fn most(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let filler = |each: &usize| {
        matches!(
            place.word(*each),
            "the" | "player" | "side" | "one" | "who" | "with" | "has" | "having" | "that" | "("
        )
    };
    let said = (at..end).find(|each| !filler(each)).unwrap_or(at);
    let compares = matches!(
        place.word(said),
        "most"
            | "more"
            | "highest"
            | "largest"
            | "biggest"
            | "greatest"
            | "majority"
            | "greater"
            | "max"
            | "maximum"
            | "argmax"
    );
    let named = (said + 1..end).map(|each| place.word(each)).find(|name| {
        place.field_index(name) == Some("Player") && (place.is_set(name) || place.is_count(name))
    });
    let wins = matches!(place.word(end - 1), "wins" | "win") && end >= at + 3;
    if !compares || place.declared_def(place.word(said)) || !wins && named.is_none() {
        return None;
    }
    let (first, second) = place.players();
    if let Some(name) = named.filter(|name| place.is_count(name)) {
        let (a, b) = (format!("{name}[{first}]"), format!("{name}[{second}]"));
        return Some(match place.gives_points() {
            true => place.likely(at..end, COMPARES, format!("{a} - {b} to {first}")),
            false => place.likely(at..end, COMPARES, comparison(place, &a, &b)),
        });
    }
    let Some((field, _)) = place.set_field().filter(|(_, by_player)| *by_player) else {
        let help = format!("write {}", compared(place));
        return Some(place.reported(at..end, at..end, COMPARES, help, "draw"));
    };
    let field = named.unwrap_or(field);
    let count = |player: &str| format!("count({field}[{player}])");
    Some(place.likely(at..end, COMPARES, comparison(place, &count(first), &count(second))))
}

/// `points[A] > points[B]`: the comparison alone.
pub(super) fn entries(place: &Place, at: usize) -> Option<Mistake> {
    let sign = place.operand_end(at);
    let end = place.operand_end(sign + 1);
    let is_last = end == place.range.end || place.first(end);
    if !matches!(place.word(sign), ">" | "<" | ">=" | "<=") || !is_last {
        return None;
    }
    let (left, right) = (entry(place, at..sign)?, entry(place, sign + 1..end)?);
    if left.0 != right.0 || left.1 == right.1 {
        return None;
    }
    let (one, other) = if place.word(sign).starts_with('>') { (left, right) } else { (right, left) };
    let of = |player: &str| format!("{}[{player}]", one.0);
    let (a, b) = (of(one.1), of(other.1));
    let text = format!("if {a} > {b} then {} wins else if {a} < {b} then {} wins else draw", one.1, other.1);
    Some(place.likely(at..end, COMPARES, text))
}

/// The field and the player of `points[A]`.
fn entry<'t>(place: &Place<'_, 't>, range: Range<usize>) -> Option<(&'t str, &'t str)> {
    let is_entry = range.len() == 4 && place.word(range.start + 1) == "[";
    let name = place.word(range.start);
    let counted = place.field_index(name) == Some("Player") && place.is_count(name);
    (is_entry && counted).then(|| (name, place.word(range.start + 2)))
}

/// The outcome for whoever has more, where these are what the players have.
fn comparison(place: &Place, a: &str, b: &str) -> String {
    let (first, second) = place.players();
    format!("if {a} > {b} then {first} wins else if {a} < {b} then {second} wins else draw")
}

pub(super) const COMPARES: &str = "who wins is decided by a comparison";

/// The form of an outcome for whoever has more.
pub(super) fn compared(place: &Place) -> String {
    let (first, second) = place.players();
    let form = comparison(place, "E", "F");
    format!("`{form}`, where E is what {first} has and F what {second} has")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn who_has_most_is_decided_by_a_comparison() {
        let helps = |outcome: &str, stuck: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9, won[Player]: 0..9, lost[Player]: 0..9 }}\nmove m {{ n += 1 }}\nend when n = 3 => {outcome}\nstuck => {stuck}\n"
            ))
        };
        let both = "write `if won[Ann] > won[Bob] then Ann wins else if won[Ann] < won[Bob] then Bob wins else draw`";
        for said in [
            "most won",
            "who has most won",
            "the player with most won wins",
            "max won wins",
            "(max p in Player: won[p]) wins",
        ] {
            assert_eq!(helps(said, "draw"), [both], "{said}");
            assert_eq!(helps(said, "1 to Ann"), ["write `won[Ann] - won[Bob] to Ann`"], "{said}");
        }
        for said in ["won[Ann] > won[Bob]", "won[Ann] >= won[Bob]", "won[Bob] < won[Ann]"] {
            assert_eq!(helps(said, "draw"), [both], "{said}");
        }
        assert_eq!(helps("won[Ann] - won[Bob]", "draw"), ["write `won[Ann] - won[Bob] to Ann`"]);
        assert_eq!(helps("won[Bob] - won[Ann]", "draw"), ["write `won[Bob] - won[Ann] to Bob`"]);
        assert_eq!(helps("won[me] - won[opponent]", "draw"), ["write `won[me] - won[opponent] to me`"]);
        assert_eq!(helps("lost[opponent]", "draw"), ["write `lost[opponent] to opponent`"]);
    }
}
