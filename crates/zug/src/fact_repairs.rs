//! Looks for the slip behind facts that do not hold: the edits of one token with which all facts of
//! a definition hold, as far as a short search tells.
//!
//! An edit puts one word or sign in the place of another that is often meant for it: `some` for
//! `every`, `opponent` for `me`, `<=` for `<`, a number by one greater. Each is tried in a copy of
//! the text. A fact with two possible values holds by chance in half of all games, so that edits
//! are named only where few remain (program repair by generating and testing: W. Weimer, T. Nguyen,
//! C. Le Goues and S. Forrest, "Automatically finding patches using genetic programming", 2009).

use crate::definition::{Definition, compile_copy};
use crate::short_look::{self, FactVerdict};
use zug_lang::source::{FileId, Span};
use zug_lang::syntax::tokens::{Token, TokenClass, tokens};
use zug_solve::clock::Instant;

/// An edit with which the facts hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRepair {
    /// The token that is replaced.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

/// The most copies that are tried.
const COPIES: usize = 150;
/// The most edits that are named: where more remain, the facts tell nothing of the slip.
const NAMED: usize = 3;
/// The longest text, in bytes, of which copies are made.
const LONGEST: usize = 1 << 14;
/// Seconds after which no more copies are tried, on a machine that is very slow.
const SECONDS: u64 = 3;

/// Words and signs that are written for one another.
const EXCHANGED: [(&str, &[&str]); 18] = [
    ("some", &["every", "no"]),
    ("every", &["some", "no"]),
    ("no", &["some", "every"]),
    ("and", &["or"]),
    ("or", &["and"]),
    ("me", &["opponent"]),
    ("opponent", &["me"]),
    ("wins", &["loses"]),
    ("loses", &["wins"]),
    ("min", &["max"]),
    ("max", &["min"]),
    ("<", &["<=", ">"]),
    ("<=", &["<", ">="]),
    (">", &[">=", "<"]),
    (">=", &[">", "<="]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("!=", &["="]),
];

/// The edits of one token with which all these facts of a definition hold; none where more than a
/// few remain.
pub fn repairs(text: &str, definition: &Definition, facts: &[FactVerdict]) -> Vec<FactRepair> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let deadline = Instant::now().checked_add(std::time::Duration::from_secs(SECONDS));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut found = Vec::new();
    for repair in edits(text, definition).into_iter().take(COPIES) {
        if is_late() {
            return Vec::new();
        }
        let (start, end) = (repair.span.start as usize, repair.span.end as usize);
        let copy = format!("{}{}{}", &text[..start], repair.text, &text[end..]);
        if compile_copy(&copy, &[]).is_some_and(|copy| short_look::hold(&copy, facts)) {
            found.push(repair);
        }
        if found.len() > NAMED {
            return Vec::new();
        }
    }
    found
}

/// All edits of one token of the rules, those of words first.
fn edits(text: &str, definition: &Definition) -> Vec<FactRepair> {
    let all: Vec<Token> =
        tokens(text).into_iter().filter(|token| token.class != TokenClass::Comment).collect();
    let players = definition.program.players();
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    let mut is_rule = false;
    for (at, token) in all.iter().enumerate() {
        if token.class == TokenClass::ItemKeyword && token.first {
            is_rule = !matches!(token.text(text), "game" | "players" | "expect" | "show" | "allow" | "start");
        }
        if !is_rule {
            continue;
        }
        let before = at.checked_sub(1).map_or("", |before| all[before].text(text));
        let edit =
            |text: String| FactRepair { span: Span::new(FileId::DEFINITION, token.start, token.end), text };
        let word = token.text(text);
        words.extend(replacements(word, before, &players).map(edit));
        if let Some(number) = word.parse::<i64>().ok().filter(|_| token.class == TokenClass::Number) {
            let near = [number.checked_sub(1), number.checked_add(1)].into_iter().flatten();
            numbers.extend(near.filter(|near| *near >= 0).map(|near| edit(near.to_string())));
        }
    }
    words.extend(numbers);
    words
}

/// What may be meant by a word or sign.
fn replacements<'w>(word: &'w str, before: &str, players: &[&'w str]) -> impl Iterator<Item = String> {
    // Where `me wins` is wrong, `opponent wins` says what `me loses` does.
    let is_named = matches!(before, "me" | "opponent") || players.contains(&before);
    let is_outcome = matches!(word, "wins" | "loses") && is_named;
    let exchanged =
        EXCHANGED.iter().find(|(written, _)| *written == word).map_or(&[][..], |(_, meant)| meant);
    let exchanged = if is_outcome { &[][..] } else { exchanged };
    let mut meant: Vec<String> = exchanged.iter().map(|each| (*each).to_owned()).collect();
    match players {
        [first, second] if word == *first => meant.push((*second).to_owned()),
        [first, second] if word == *second => meant.push((*first).to_owned()),
        _ => {}
    }
    if word == "in" && before != "not" {
        meant.push("not in".to_owned());
    }
    // `not c in S` and `c not in S` lose their word.
    if word == "not" {
        meant.push(String::new());
    }
    meant.into_iter()
}

#[cfg(test)]
mod tests {
    use super::repairs;
    use crate::Definition;
    use crate::short_look::judged_facts;

    /// The edits of a game of sticks, each with what it replaces.
    fn edits(rules: &str, facts: &str) -> Vec<(String, String)> {
        let text = format!("game \"G\"\nplayers A, B\nstate {{ n: 0..5 = 5 }}\n{rules}\n{facts}\n");
        let definition = Definition::of(&text).expect("it is in order");
        let found = repairs(&text, &definition, &judged_facts(&definition));
        let replaced = |at: zug_lang::source::Span| text[at.start as usize..at.end as usize].to_owned();
        found.into_iter().map(|each| (replaced(each.span), each.text)).collect()
    }

    #[test]
    fn the_edit_with_which_all_facts_hold_is_found() {
        let take =
            |sign: &str, rest: &str| format!("move take(k in 1..2) when k {sign} n {{ n -= k }}\n{rest}");
        let edit = |was: &str, is: &str| [(was.to_owned(), is.to_owned())];
        let facts = "expect value = A wins, perft = [2, 4, 7]\nexpect with n = 3: B wins";
        assert_eq!(edits(&take("<", "stuck => me loses"), facts), edit("<", "<="));
        let wrong = take("<=", "stuck => me wins");
        assert_eq!(edits(&wrong, &format!("{facts}\nexpect with n = 1: A wins")), edit("me", "opponent"));
        let three = "move take(k in 1..3) when k <= n { n -= k }\nstuck => me loses";
        assert_eq!(edits(three, "expect perft = [2, 4, 7]"), edit("3", "2"));
        // The facts themselves are not edited, and many edits say nothing.
        assert!(edits(&take("<=", "stuck => me loses"), "expect value = B wins").len() != 1);
    }
}
