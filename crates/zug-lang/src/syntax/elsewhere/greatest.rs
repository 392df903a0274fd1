//! Who wins by a comparison: `most stones wins`.

use super::Mistake;
use super::place::Place;

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
            "the" | "player" | "side" | "one" | "who" | "with" | "has" | "having" | "that"
        )
    };
    let said = (at..end).find(|each| !filler(each)).unwrap_or(at);
    let compares = matches!(
        place.word(said),
        "most" | "more" | "highest" | "largest" | "biggest" | "greatest" | "majority" | "greater"
    );
    let of_what = end >= at + 3 && !place.declared_def(place.word(said));
    let said = compares && of_what && matches!(place.word(end - 1), "wins" | "win");
    if !said {
        return None;
    }
    let (first, second) = place.players();
    let Some((field, _)) = place.set_field().filter(|(_, by_player)| *by_player) else {
        let help = format!("write {}", compared(place));
        return Some(place.reported(at..end, at..end, COMPARES, help, "draw"));
    };
    let count = |player: &str| format!("count({field}[{player}])");
    let (a, b) = (count(first), count(second));
    let text = format!("if {a} > {b} then {first} wins else if {a} < {b} then {second} wins else draw");
    Some(place.likely(at..end, COMPARES, text))
}

pub(super) const COMPARES: &str = "who wins is decided by a comparison";

/// The form of an outcome for whoever has more.
pub(super) fn compared(place: &Place) -> String {
    let (first, second) = place.players();
    format!(
        "`if E > F then {first} wins else if E < F then {second} wins else draw`, where E is what {first} has and F what {second} has"
    )
}
