//! What a word for an outcome means here.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// The forms of an outcome.
pub(super) const FORMS: &str =
    "an outcome is `PLAYER wins`, `PLAYER loses`, `draw`, or points: `3 to PLAYER`";

/// What a word for an outcome means, with the player to whom it happens.
pub(super) fn word_outcome(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    Some(match lower.as_str() {
        "tie" | "draws" | "drawn" | "draw" | "stalemate" | "remis" | "tied" | "even" | "deadlock"
        | "patt" | "stale" | "nobody" | "neither" | "drawgame" | "is_draw" | "half" | "unentschieden"
        | "equal" | "none" => "draw",
        "win" | "wins" | "won" | "victory" | "winner" | "victorious" | "winning" | "success" => "me wins",
        "lose" | "loses" | "loss" | "lost" | "defeat" | "loser" | "losing" | "defeated" | "fail"
        | "failure" => "me loses",
        "end" | "over" | "finish" | "stop" | "gameover" | "game_over" | "terminal" | "true" => "?",
        _ => return None,
    })
}

/// An outcome of this kind for a player.
pub(super) fn spelled(kind: &str, player: &str) -> String {
    match kind {
        "me wins" => format!("{player} wins"),
        "me loses" => format!("{player} loses"),
        "?" => format!("{player} wins"),
        other => other.to_string(),
    }
}

/// `q wins 2`, `me loses 3 points`: what a player gains, in points.
pub(super) fn scored(place: &Place, player: Range<usize>, kind: &str, end: usize) -> Option<String> {
    let mut from = player.end + 1;
    if matches!(place.word(from), "by" | "with") {
        from += 1;
    }
    let to = end - usize::from(matches!(place.word(end - 1), "points" | "point"));
    let known = |at: usize| {
        place.is_number(at) || place.is_field(place.word(at)) || place.declared_def(place.word(at))
    };
    let who = place.text(player.clone());
    if from >= to || !known(from) || !matches!(place.word(player.end), "wins" | "loses" | "win" | "lose") {
        return None;
    }
    let (first, second) = place.players();
    let whose = match (kind, who) {
        ("me wins", _) => who.to_owned(),
        (_, "me") => "opponent".to_owned(),
        (_, "opponent") => "me".to_owned(),
        _ if who == first => second.to_owned(),
        _ if who == second => first.to_owned(),
        _ => format!("other({who})"),
    };
    Some(format!("{} to {whose}", place.text(from..to)))
}

/// `=> tie`, `=> win`: a word alone.
pub(super) fn alone(place: &Place, whole: Range<usize>, word: &str, kind: &str) -> Mistake {
    let (first, _) = place.players();
    match kind {
        "draw" => place.certain(whole, format!("`{word}` is written `draw`"), "draw"),
        "?" => {
            let help = format!(
                "write what it is worth: `draw`, `{first} wins`, `me wins`, `me loses`, or points, `3 to me`"
            );
            place.reported(whole.clone(), whole, format!("`{word}` does not say who wins"), help, "draw")
        }
        _ => {
            let other = if kind == "me wins" { "opponent wins" } else { "opponent loses" };
            let help = format!(
                "write `{kind}` for the player who is to move then, `{other}` for the one who moved last"
            );
            let text =
                if place.rule == Some(Rule::end_item) && kind == "me wins" { "opponent wins" } else { kind };
            place.likely(whole, format!("`{word}` does not say who"), text).help(help).label("who?")
        }
    }
}

/// Whether a condition needs brackets beside `and`.
pub(super) fn joined_loosely(place: &Place, range: &Range<usize>) -> bool {
    place.find(range.clone(), &["or", "||", "implies", "if", "some", "every", "no", "let"]).is_some()
}

/// `(result p Win)`
pub(super) fn in_brackets(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at)?;
    let words: Vec<&str> = (at + 1..close)
        .map(|each| place.word(each))
        .filter(|word| !matches!(*word, "result" | "(" | ")" | "is" | "outcome" | "score"))
        .collect();
    let sound = place.find(at + 1..close, &["wins", "loses", "draw", "pass", "to"]).is_some();
    let (player, kind) = match words.as_slice() {
        _ if sound => return None,
        [player, verb] => (*player, word_outcome(verb)?),
        [verb] => ("me", word_outcome(verb)?),
        _ => return None,
    };
    let player = match player {
        // A rule of ending is looked at when the other player is to move.
        "Mover" | "mover" if place.rule == Some(Rule::end_item) => "opponent",
        "Next" | "next" if place.rule == Some(Rule::end_item) => "me",
        "Mover" | "mover" | "P1" if place.players().0 != player => "me",
        "Next" | "next" => "opponent",
        other => other,
    };
    (place.text(at..close + 1).len() > 2 && kind != "?").then(|| {
        place.certain(
            at..close + 1,
            "an outcome is written without brackets, the player first",
            spelled(kind, player),
        )
    })
}

/// The index behind the outcome that begins at `at`.
pub(super) fn outcome_end(place: &Place, at: usize, end: usize) -> usize {
    let mut to = at;
    while to < end {
        if to > at
            && place.first(to)
            && !matches!(place.word(to - 1), "then" | "else" | "=>" | "to")
            && place.word(to) != "else"
        {
            break;
        }
        let ends = matches!(place.word(to), "else" | "in" | ":" | ";" | "then");
        if to > at && ends || place.word(to) == ")" {
            break;
        }
        to = place.past(to);
    }
    to
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn what_a_player_gains_is_told_in_points() {
        let helps = |outcome: &str| {
            helps_beside_fields(&format!("move m(c in C) {{ s += c }}\nendless => {outcome}"))
        };
        assert_eq!(helps("Ann wins 2"), ["write `2 to Ann`"]);
        assert_eq!(helps("Ann wins n points"), ["write `n to Ann`"]);
        assert_eq!(helps("Ann loses 3"), ["write `3 to Bob`"]);
    }

    #[test]
    fn the_set_of_both_players_has_a_name() {
        let rule = "move m(c in C) { s += c }\nend for p in players when men[p] = C => p wins";
        assert_eq!(helps_beside_fields(rule), ["write `p in Player`"]);
    }
}
