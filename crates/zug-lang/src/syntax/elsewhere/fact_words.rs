//! Facts in words and as tests of other languages: `expect Red to win in 3 moves`,
//! `assert value == "Red"`.

use super::Mistake;
use super::place::Place;
use crate::syntax::codes;
use std::ops::Range;

/// `assert value == "Red"`, `test(best == 'a1')` where an item is expected.
pub(super) fn item(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(
        place.word(at),
        "assert"
            | "assertion"
            | "test"
            | "check"
            | "assume"
            | "verify"
            | "should"
            | "ensure"
            | "fact"
            | "expects"
            | "expected"
            | "claim"
    );
    let line = at + 1..place.line_end(at);
    let fact = known.then(|| in_words(place, line.clone())).flatten()?;
    let message =
        format!("`{}` does not begin an item: what holds of a game is claimed by `expect`", place.word(at));
    let found = place.likely(at..line.end, message, format!("expect {}", fact.text)).at(place.span(at));
    Some(fact.explained(found.code(codes::UNKNOWN_ITEM).label("write `expect`")))
}

/// The token `at` behind `expect`: a fact that says in words who wins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let range = at..place.range.end;
    let first = at == place.range.start + 1 && !matches!(place.word(at), "slow" | "with" | "after");
    let said = |each: usize| {
        let quoted = place.word(each).starts_with(['\'', '"', '‘', '“']) && place.word(at) != "best";
        quoted
            || matches!(
                place.word(each),
                "will" | "should" | "can" | "that" | "a" | "for" | "=>" | "the" | "must"
            )
            || place.word(each) == "to" && matches!(place.word(each + 1), "win" | "lose" | "be" | "draw")
    };
    let fact = (first && range.clone().any(said)).then(|| in_words(place, range.clone())).flatten()?;
    let message = "a fact says what the game is worth by `value = ..`";
    Some(fact.explained(place.likely(range, message, &fact.text)))
}

/// A fact as it is written here.
struct Fact {
    text: String,
    /// Whether its number of points is a guess.
    guess: bool,
}

impl Fact {
    fn explained(&self, found: Mistake) -> Mistake {
        let with =
            if self.guess { ", with the points by which the player is ahead as the number" } else { "" };
        let help = format!("write `expect {}`{with}", self.text);
        found.help(help)
    }
}

/// The fact that these tokens mean, if it is one fact.
fn in_words(place: &Place, range: Range<usize>) -> Option<Fact> {
    let strip = |at: usize| place.word(at).trim_matches(['"', '\'', '‘', '’', '“', '”', '`']);
    let mut words: Vec<&str> = range.flat_map(|at| strip(at).split_whitespace()).collect();
    words.retain(|word| !matches!(*word, "(" | ")" | ";" | "=>" | "that" | "the" | "always" | "eventually"));
    if words.contains(&",") {
        return None;
    }
    let signs = ["=", "==", "===", ":", ":=", "is", "equals", "be"];
    let kind = words.first().copied()?;
    let sign = words.get(1).is_some_and(|word| signs.contains(word));
    if matches!(kind, "best" | "positions" | "nimber") && sign && words.len() == 3 {
        let value = if kind == "best" { format!("\"{}\"", words[2]) } else { words[2].to_string() };
        return Some(Fact { text: format!("{kind} = {value}"), guess: false });
    }
    if matches!(kind, "value" | "result" | "outcome" | "winner" | "score" | "game") {
        words.remove(0);
        if words.first().is_some_and(|word| signs.contains(word)) {
            words.remove(0);
        }
    }
    if matches!(words.last(), Some(&("moves" | "move" | "plies" | "ply" | "turns" | "steps"))) {
        words.pop();
    }
    let plies = match words.as_slice() {
        [.., "in" | "within" | "after", number] if number.parse::<u32>().is_ok() => Some(*number),
        _ => None,
    };
    words.truncate(words.len() - if plies.is_some() { 2 } else { 0 });
    let (first, second) = place.players();
    let player = |word: &str| [first, second].into_iter().find(|name| *name == word);
    let verbs = |rest: &[&str]| match rest {
        [] | ["wins" | "win" | "won"] | [_, "win" | "winning" | "won" | "winner"] => Some("wins"),
        ["loses" | "lose" | "lost"] | [_, "lose" | "losing" | "lost" | "loser"] => Some("loses"),
        _ => None,
    };
    let outcome = match words.as_slice() {
        ["draw" | "tie" | "drawn"] | ["a", "draw" | "tie"] | ["is" | "be", "a", "draw" | "tie"] => {
            "draw".to_string()
        }
        ["a", "win" | "victory", "for", name] | ["win" | "victory", "for", name] => {
            format!("{} wins", player(name)?)
        }
        ["a", "loss", "for", name] | ["loss", "for", name] => format!("{} loses", player(name)?),
        [name, rest @ ..] => format!("{} {}", player(name)?, verbs(rest)?),
        [] => return None,
    };
    let points = (1..place.view.tokens.len()).any(|at| {
        let whose = place.view.word(at);
        place.view.word(at - 1) == "to"
            && (whose == first || whose == second || matches!(whose, "me" | "opponent"))
            && !place.range.contains(&at)
    });
    let text = match (points && outcome != "draw", plies) {
        (true, _) => {
            let ahead = if outcome.ends_with("wins") { "1" } else { "-1" };
            format!("value = {ahead} to {}", outcome.split(' ').next().unwrap_or(first))
        }
        (_, Some(number)) => format!("value = {outcome} in {number}"),
        _ => format!("value = {outcome}"),
    };
    Some(Fact { guess: text.contains(" to "), text })
}

/// `positions < 100`: a fact claims a number, and no bound.
pub(super) fn bounded(place: &Place, at: usize, name: &str) -> Option<Mistake> {
    let sign = matches!(place.word(at + 1), "<" | "<=" | ">" | ">=" | "≤" | "≥");
    let number = sign && place.is_number(at + 2) && at + 3 == place.range.end;
    number.then(|| {
        let message = format!("`{name}` is claimed exactly, and not by a bound");
        let text = format!("{name} = {}", place.word(at + 2));
        let help = format!("write `expect {text}`, with the number that there are");
        place.likely(at..at + 3, message, text).at(place.span(at + 1)).label("write `=`").help(help)
    })
}

/// `White wins = true`, `draw: true`: an outcome is claimed as it stands. The fact ends before the
/// token `end`.
pub(super) fn claimed_true(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let sign = end.checked_sub(2).filter(|sign| *sign > at && place.word(end - 1) == "true")?;
    let outcome = matches!(place.before(sign), "wins" | "loses" | "win" | "lose" | "draw");
    (outcome && matches!(place.word(sign), "=" | "==" | ":" | "is")).then(|| {
        let message = format!("a fact is claimed as it stands, without `{}`", place.text(sign..end));
        let help = format!("write `expect {}`", place.text(at..sign));
        place.certain(sign..end, message, "").help(help)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition that ends with this line.
    fn helps(line: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Red, Blue\nstate {{ n: 0..9 = 9 }}\nmove m when n > 0 {{ n -= 1 }}\nstuck => me loses\n{line}\n"
        ))
    }

    #[test]
    fn facts_in_words_are_told_once() {
        let cases = [
            ("expect Red to win in 3 moves", "expect value = Red wins in 3"),
            ("expect Red to lose in 4 plies", "expect value = Red loses in 4"),
            ("expect that Red will win", "expect value = Red wins"),
            ("expect a win for Blue", "expect value = Blue wins"),
            ("assert value == 'Red'", "expect value = Red wins"),
            ("assert(value == Red)", "expect value = Red wins"),
            ("assert value() == \"Red wins\"", "expect value = Red wins"),
            ("test winner == 'Blue'", "expect value = Blue wins"),
            ("assert best == 'm'", "expect best = \"m\""),
        ];
        for (line, meant) in cases {
            assert_eq!(helps(line), [format!("write `{meant}`")], "{line}");
        }
    }

    #[test]
    fn facts_of_the_language_are_left_alone() {
        for line in ["expect value = Red wins", "expect Red wins in 3", "expect draw", "expect best = \"m\""]
        {
            assert_eq!(helps(line), [""; 0], "{line}");
        }
    }
}
