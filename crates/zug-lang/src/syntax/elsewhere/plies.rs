//! Numbers of plies behind an outcome, as people write them.

use super::Mistake;
use super::place::Place;

/// `X wins in 5 moves`, `X wins by 3`, `X wins in 5 within 9`
pub(super) fn search(place: &Place, from: usize, end: usize) -> Option<Mistake> {
    let is_sign = |at: &usize| matches!(place.word(*at), "in" | "by" | "after" | "within");
    let sign = (from..end).find(is_sign).filter(|sign| ends_outcome(place, from, *sign))?;
    let outcome = place.text(from..sign);
    let word = place.word(sign);
    if let Some(second) = (sign + 1..end).find(is_sign) {
        let (one, other) = (place.text(sign..second), place.text(second..end));
        let message = "behind an outcome stands one number of moves";
        let help = format!(
            "write `{outcome} {one}` or `{outcome} {other}`: `in` says how many moves, `within` how many at most"
        );
        return Some(place.reported(second..end, second..end, message, help, ""));
    }
    if matches!(word, "in" | "within") {
        let unit = place.find(sign + 1..end, &["moves", "plies", "move", "ply", "steps", "turns", "half"])?;
        let help = format!(
            "write `{outcome} {word} {}`: the number of moves of both players together",
            place.text(sign + 1..unit)
        );
        return Some(
            place
                .certain(unit..end, format!("behind `{word}` stands a number alone"), "")
                .help(help)
                .label("delete this"),
        );
    }
    let number = place.text(sign + 1..end);
    let counts_points = (0..place.view.tokens.len()).any(|each| {
        place.view.word(each) == "to"
            && (place.view.word(each + 1) == "me" || place.view.word(each + 1) == place.players().0)
    });
    if counts_points && place.word(sign - 1) == "wins" {
        let text = format!("{number} to {}", place.text(from..sign - 1));
        return Some(place.certain(
            from..end,
            "in a game of points a value is so many points to a player",
            text,
        ));
    }
    let help = format!(
        "write `{outcome} in {number}` for the number of moves, or in a game of points `{number} to {}`",
        place.text(from..from + 1)
    );
    Some(
        place
            .likely(sign..sign + 1, format!("`{}` does not stand behind an outcome", place.word(sign)), "in")
            .help(help),
    )
}

/// Whether an outcome stands before a token.
fn ends_outcome(place: &Place, from: usize, at: usize) -> bool {
    at > from
        && (matches!(place.word(at - 1), "wins" | "loses" | "draw" | "win" | "lose" | "tie")
            || at > from + 1 && place.word(at - 2) == "to")
}
