//! Forms as they are said aloud: two conditions side by side, `for p in A, B`, `end when stuck`,
//! `A wins by 3`, `A wins in at most 5`.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;

/// Searches the token `at` of an item.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    match place.word(at) {
        ")" => two_conditions(place, at),
        "for" => both_players(place, at),
        "when" | "end" => when_stuck(place, at),
        "(" => stuck_of(place, at),
        "=>" => by_points(place, at),
        "in" | "within" => at_most(place, at),
        _ => None,
    }
}

/// `(a) (b)`: two conditions in brackets without a word between.
fn two_conditions(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = (place.partner(at)?, place.partner(at + 1)?);
    let begins = |at: usize| matches!(place.before(at), "when" | "and" | "or" | "not" | "while" | "(" | ")");
    if place.word(at + 1) != "(" || place.first(at + 1) || !begins(open) || close < at {
        return None;
    }
    // A condition, and no list in brackets.
    let guard = (place.range.start..open).any(|at| matches!(place.word(at), "when" | "while" | "where"));
    let lists = place.find(open + 1..at, &[","]).or_else(|| place.find(at + 2..close, &[","]));
    if !guard || lists.is_some() {
        return None;
    }
    let message = "two conditions stand side by side";
    let help = format!("write `{} and {}`", place.text(open..at + 1), place.text(at + 1..close + 1));
    Some(place.likely(at..at + 2, message, ") and (".to_owned()).help(help))
}

/// `for p in A, B`, with the two players.
fn both_players(place: &Place, at: usize) -> Option<Mistake> {
    let (name, first, last) = (at + 1, at + 3, at + 5);
    let listed = place.word(at + 2) == "in" && matches!(place.word(at + 4), "," | "and");
    let (one, other) = place.players();
    let both = [(one, other), (other, one)].contains(&(place.word(first), place.word(last)));
    if !place.is_name(name) || !listed || !both {
        return None;
    }
    let help = format!("write `for {} in Player`: `Player` are the two", place.word(name));
    Some(place.likely(first..last + 1, "a set of elements stands in braces", "Player").help(help))
}

/// `end when stuck => O`, `end stuck => O`: the rule `stuck => O` is an item of its own.
fn when_stuck(place: &Place, at: usize) -> Option<Mistake> {
    let view = place.view;
    let start = place.range.start;
    let begins = place.rule == Some(Rule::end_item) && at == start + usize::from(place.word(at) == "when");
    let next = view.tokens.get(at + 1).is_some_and(|token| !token.first);
    if !begins || !next || !matches!(view.word(at + 1), "stuck" | "endless") || view.word(at + 2) != "=>" {
        return None;
    }
    let word = view.word(at + 1);
    let message = format!("`{word}` is a rule of its own, and no condition");
    let next = |each: &usize| *each > at + 1 && view.tokens[*each].first;
    let end = (at..view.tokens.len()).find(next).unwrap_or(view.tokens.len());
    let rest = view.text.get(view.tokens[at + 1].start..view.tokens[end - 1].end).unwrap_or(word);
    let help = format!("write `{rest}`, without `{}`", place.text(start..at + 1));
    Some(place.likely(start..at + 1, message, String::new()).help(help))
}

/// `stuck(me) => O`: the rule is about the player to move, and asks for nothing.
fn stuck_of(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let arrow = at + 3;
    let closed = place.partner(at) == Some(at + 2) && place.word(arrow) == "=>";
    if place.rule != Some(Rule::stuck_item) || at != start + 1 || !closed {
        return None;
    }
    let outcome = place.text(arrow..place.range.end);
    let message = "the rule `stuck` is about the player to move, and has no brackets";
    if matches!(place.word(at + 1), "me" | "player" | "Player") {
        let help = format!("write `stuck {outcome}`");
        return Some(place.certain(at..arrow, message, " ").help(help).label("delete this"));
    }
    let asked = place.text(start..arrow);
    let text = format!("end when {asked} {outcome}");
    place.is_player(place.word(at + 1)).then(|| {
        place
            .likely(start..start + 1, message, "end when stuck")
            .help(format!("write `{text}`"))
            .label("who?")
    })
}

/// `=> A wins by 3`
fn by_points(place: &Place, at: usize) -> Option<Mistake> {
    let (player, value) = (at + 1, at + 4);
    let is_player = place.is_name(player) || matches!(place.word(player), "me" | "opponent");
    let end = place.clause_end(value);
    if !is_player || place.word(at + 2) != "wins" || place.word(at + 3) != "by" || end <= value {
        return None;
    }
    let unit = (value + 1..end).find(|each| matches!(place.word(*each), "points" | "point"));
    let text = format!("{} to {}", place.text(value..unit.unwrap_or(end)), place.word(player));
    let message = "an outcome in points says to whom they go";
    let help = format!("write `{text}`");
    Some(place.likely(player..end, message, text).help(help))
}

/// `A wins in at most 5`, `A wins within at most 5`, of a fact.
fn at_most(place: &Place, at: usize) -> Option<Mistake> {
    let said = place.word(at + 1) == "at" && place.word(at + 2) == "most" && place.is_number(at + 3);
    if place.rule != Some(Rule::expect_item) || !said || !matches!(place.before(at), "wins" | "loses") {
        return None;
    }
    let text = format!("within {}", place.word(at + 3));
    let help = format!("write `{text}`: at most so many moves of both players together");
    Some(place.likely(at..at + 4, "`within` says how many moves at most", text).help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head =
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s[Player]: set of C, n: 0..9 }\n";
        helps_about(&format!("{head}{lines}\n"))
    }

    fn guarded(guard: &str) -> Vec<String> {
        helps(&format!("move m(c in C) when {guard} {{ n += 1 }}"))
    }

    #[test]
    fn two_conditions_are_joined() {
        assert_eq!(guarded("(n > 1) (n < 5)"), ["write `(n > 1) and (n < 5)`"]);
        assert_eq!(guarded("n = 3 and (n > 1) (n < 5)"), ["write `(n > 1) and (n < 5)`"]);
        assert!(guarded("C(1, 2) in s[me]").is_empty());
    }

    #[test]
    fn both_players_are_a_set() {
        let end = |players: &str| helps(&format!("end for p in {players} when s[p] = {{}} => p loses"));
        assert_eq!(end("Ann, Bob"), ["write `for p in Player`: `Player` are the two"]);
        assert_eq!(end("Bob, Ann"), ["write `for p in Player`: `Player` are the two"]);
        assert!(end("Player").is_empty());
    }

    #[test]
    fn stuck_is_a_rule() {
        assert_eq!(helps("end when stuck => draw"), ["write `stuck => draw`, without `end when`"]);
        assert_eq!(helps("end when endless => draw"), ["write `endless => draw`, without `end when`"]);
        assert_eq!(helps("end stuck => me loses"), ["write `stuck => me loses`, without `end`"]);
        let moves = "move m(c in C) { n += 1 }\n";
        let rule = |line: &str| helps(&format!("{moves}{line}"));
        assert_eq!(rule("stuck(me) => opponent wins"), ["write `stuck => opponent wins`"]);
        assert_eq!(rule("stuck(Bob) => Ann wins"), ["write `end when stuck(Bob) => Ann wins`"]);
        assert!(rule("end when n = 1 or\n  stuck(me) => draw").is_empty());
        assert!(helps("end when stuck(me) => me loses").is_empty());
    }

    #[test]
    fn points_go_to_a_player() {
        assert_eq!(helps("end when n = 3 => Ann wins by 3"), ["write `3 to Ann`"]);
        assert_eq!(helps("stuck => me wins by count(s[me]) - 1 points"), ["write `count(s[me]) - 1 to me`"]);
    }

    #[test]
    fn at_most_is_within() {
        let why = "at most so many moves of both players together";
        for said in ["in", "within"] {
            assert_eq!(
                helps(&format!("expect Ann wins {said} at most 5")),
                [format!("write `within 5`: {why}")]
            );
        }
    }
}
