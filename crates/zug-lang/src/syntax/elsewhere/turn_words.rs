//! Who wins, said in words: `the opponent wins`, `my enemy has lost`, `the player to move wins`.

use super::Mistake;
use super::greatest::words_end;
use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at`, with which an outcome begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    method(place, at)
        .or_else(|| winner_is(place, at))
        .or_else(|| by_name(place, at))
        .or_else(|| by_turn(place, at))
}

/// `Red.wins()`, `opponent.lose()`
fn method(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let verb = match place.word(at + 2) {
        "wins" | "win" | "won" => "wins",
        "loses" | "lose" | "lost" => "loses",
        _ => return None,
    };
    let called = end == at + 3 || place.word(at + 3) == "(" && place.word(at + 4) == ")" && end == at + 5;
    let player = named(place, at).filter(|_| called && place.word(at + 1) == ".")?;
    Some(place.certain(at..end, "an outcome is written without a dot", format!("{player} {verb}")))
}

/// `the winner is X`, `the loser: X`
fn winner_is(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let noun = at + usize::from(place.word(at) == "the");
    let verb = match place.word(noun) {
        "winner" => "wins",
        "loser" => "loses",
        _ => return None,
    };
    let says = matches!(place.word(noun + 1), "is" | ":" | "=" | "will" | "shall");
    let from = (noun + 2..end).find(|each| !matches!(place.word(*each), "the" | "be" | "player"))?;
    let player = named(place, from).filter(|_| says && from + 1 == end)?;
    Some(place.certain(at..end, "an outcome names the player first", format!("{player} {verb}")))
}

/// How it is said what happens to a player.
const VERBS: [(&[&str], &str); 20] = [
    (&["is", "the", "winner"], "wins"),
    (&["is", "the", "loser"], "loses"),
    (&["is", "winner"], "wins"),
    (&["is", "winning"], "wins"),
    (&["is", "victorious"], "wins"),
    (&["is", "loser"], "loses"),
    (&["is", "losing"], "loses"),
    (&["is", "defeated"], "loses"),
    (&["has", "won"], "wins"),
    (&["has", "lost"], "loses"),
    (&["will", "win"], "wins"),
    (&["will", "lose"], "loses"),
    (&["should", "win"], "wins"),
    (&["should", "lose"], "loses"),
    (&["wins"], "wins"),
    (&["win"], "wins"),
    (&["won"], "wins"),
    (&["loses"], "loses"),
    (&["lose"], "loses"),
    (&["lost"], "loses"),
];

/// The tokens before the verb that ends the words of `range`, and the verb as it is written here.
fn parted(place: &Place, range: Range<usize>) -> Option<(Range<usize>, &'static str)> {
    VERBS.iter().find_map(|(words, verb)| {
        let from = range.end.checked_sub(words.len()).filter(|from| *from > range.start)?;
        let said = (from..range.end).map(|each| place.word(each));
        said.eq(words.iter().copied()).then_some((range.start..from, *verb))
    })
}

/// The player whom one word names.
fn named<'t>(place: &Place<'_, 't>, at: usize) -> Option<&'t str> {
    let (first, second) = place.players();
    let word = place.word(at);
    let lower = word.to_lowercase();
    Some(match lower.as_str() {
        _ if word == first || word == second => word,
        "first" | "1" | "one" | "1st" => first,
        "second" | "2" | "two" | "2nd" => second,
        "opponent" | "enemy" | "adversary" | "rival" | "foe" | "opp" => "opponent",
        "me" | "mover" => "me",
        _ => return None,
    })
}

/// `the opponent wins`, `player Red has lost`, `the first player wins`: one word says who.
fn by_name(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let (who, verb) = parted(place, at..end)?;
    let plain = |each: &usize| {
        matches!(
            place.word(*each),
            "the" | "a" | "my" | "your" | "our" | "player" | "Player" | "side" | "party"
        )
    };
    let mut meant = who.clone().filter(|each| !plain(each));
    let (word, more) = (meant.next()?, meant.next());
    let player = named(place, word).filter(|_| more.is_none())?;
    let by_turn = matches!(player, "me" | "opponent");
    let text = format!("{player} {verb}");
    if text == place.text(at..end) || by_turn && place.rule == Some(Rule::endless_item) {
        return None;
    }
    let message = match by_turn && place.text(who.clone()) != player {
        true => format!("`{}` is called `{player}`", place.text(who)),
        false => "an outcome names the player, and what happens to him".to_string(),
    };
    Some(place.certain(at..end, message, text))
}

/// `last player to move wins`, `previous player loses`, `the player to move wins`: who it is by the
/// turn.
fn by_turn(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let verb = match place.word(end - 1) {
        "wins" | "win" | "won" => "wins",
        "loses" | "lose" | "lost" => "loses",
        _ => return None,
    };
    let known = |each: usize| {
        matches!(
            place.word(each),
            "the"
                | "a"
                | "player"
                | "side"
                | "one"
                | "who"
                | "that"
                | "whoever"
                | "to"
                | "move"
                | "moved"
                | "mover"
                | "moving"
                | "moves"
                | "made"
                | "just"
                | "last"
                | "previous"
                | "prior"
                | "next"
                | "current"
                | "has"
                | "other"
                | "cannot"
                | "whose"
                | "turn"
                | "it"
                | "is"
                | "play"
                | "played"
                | "active"
        )
    };
    let said = |words: &[&str]| (at..end).any(|each| words.contains(&place.word(each)));
    let turn =
        said(&["move", "moved", "mover", "moving", "moves", "turn", "previous", "prior", "played", "play"])
            || said(&["last", "next", "current", "active", "other"]) && said(&["player", "side", "one"]);
    let endless = place.rule == Some(Rule::endless_item);
    if end < at + 3 || endless || !turn || !(at..end - 1).all(known) {
        return None;
    }
    let last = said(&["last", "previous", "prior", "just", "moved", "played", "made", "other"]);
    let text = format!("{} {verb}", if last { "opponent" } else { "me" });
    let help = format!("write `{text}`: `me` is the player to move, `opponent` the one who moved last");
    let message = "the players are `me` and `opponent`";
    // Whoever asks before the turn passes means the other one by these, and behind `again` it has
    // not passed.
    let again = (0..place.view.tokens.len()).any(|each| place.view.word(each) == "again");
    let unsure = again || said(&["current", "active", "next", "other"]);
    Some(match unsure {
        true => place.likely(at..end, message, &text).help(help),
        false => place.certain(at..end, message, &text).help(help),
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition that ends with this line.
    fn helps(line: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Red, Blue\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\n{line}\n"
        );
        helps_about(&text)
    }

    #[test]
    fn the_word_for_the_player_decides_who_wins() {
        let cases = [
            ("the opponent wins", "opponent wins"),
            ("my opponent has won", "opponent wins"),
            ("the enemy is the loser", "opponent loses"),
            ("the opponent player loses", "opponent loses"),
            ("the mover wins", "me wins"),
            ("the Red player wins", "Red wins"),
            ("player Blue has lost", "Blue loses"),
            ("the first player wins", "Red wins"),
            ("the second player loses", "Blue loses"),
            ("player two wins", "Blue wins"),
            ("the winner is the opponent", "opponent wins"),
            ("winner is Red", "Red wins"),
            ("Red.wins()", "Red wins"),
            ("opponent won", "opponent wins"),
        ];
        for (said, meant) in cases {
            assert_eq!(helps(&format!("stuck => {said}")), [format!("write `{meant}`")], "{said}");
        }
        let turn = "write `me loses`: `me` is the player to move, `opponent` the one who moved last";
        assert_eq!(helps("stuck => the player to move loses"), [turn]);
    }

    #[test]
    fn an_outcome_of_the_language_is_left_alone() {
        for said in ["opponent wins", "me loses", "Red wins", "if n = 3 then Red wins else opponent loses"] {
            assert_eq!(helps(&format!("stuck => {said}")), [""; 0], "{said}");
        }
    }
}
