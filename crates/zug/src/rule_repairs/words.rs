//! Words, signs and numbers that are written for one another.

use super::RuleEdit;
use super::rules::RuleTokens;
use zug_lang::syntax::tokens::TokenClass;

/// Words and signs, each with those that are often meant.
const EXCHANGED: [(&str, &[&str]); 22] = [
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
    ("<=", &["<", ">=", "in"]),
    (">", &[">=", "<"]),
    (">=", &[">", "<="]),
    ("+=", &["-=", "="]),
    ("-=", &["+=", "="]),
    ("+", &["-", "&"]),
    ("-", &["+"]),
    ("&", &["+", "-"]),
    ("!=", &["="]),
    ("=", &["!=", "in", "+=", "-="]),
];

/// The edits that put another word or sign in the place of one.
pub(super) fn of_words(rules: &RuleTokens) -> Vec<RuleEdit> {
    let players = rules.definition.program.players();
    let edits_at = |at: usize| {
        let meant = if says_the_same(rules, at, &players) { Vec::new() } else { meant(rules, at, &players) };
        meant.into_iter().map(move |text| rules.replaced(at, text))
    };
    rules.places().flat_map(edits_at).collect()
}

/// Whether an edit here is one with an edit beside it: where `me wins` is wrong, `opponent wins`
/// says what `me loses` does, and the first is usual but in `stuck => me loses`.
fn says_the_same(rules: &RuleTokens, at: usize, players: &[&str]) -> bool {
    let is_outcome = |at: usize| matches!(rules.word(at), "wins" | "loses");
    let is_named =
        |at: usize| matches!(rules.word(at), "me" | "opponent") || players.contains(&rules.word(at));
    let is_stuck = rules.item(at) == "stuck";
    let is_before = is_named(at) && at + 1 < rules.tokens.len() && is_outcome(at + 1);
    let is_behind = is_outcome(at) && at > 0 && is_named(at - 1);
    if is_stuck { is_before } else { is_behind }
}

/// The edits that make a number by one less or greater.
pub(super) fn of_numbers(rules: &RuleTokens) -> Vec<RuleEdit> {
    let near = |at: usize| {
        let is_number = rules.tokens[at].class == TokenClass::Number;
        let number = rules.word(at).parse::<i64>().ok().filter(|_| is_number);
        let near = number.map(|number| [number.checked_sub(1), number.checked_add(1)]);
        let near = near.into_iter().flatten().flatten().filter(|near| *near >= 0);
        near.map(move |near| rules.replaced(at, near.to_string()))
    };
    rules.places().flat_map(near).collect()
}

/// The edits that leave out an added number, or add one to the end of a range: `n + 1`, `1..n`.
pub(super) fn of_terms(rules: &RuleTokens) -> Vec<RuleEdit> {
    let is_number = |at: usize| rules.tokens[at].class == TokenClass::Number;
    let is_operand = |at: usize| {
        let is_closer = matches!(rules.word(at), ")" | "]");
        is_closer || is_number(at) || rules.tokens[at].class == TokenClass::Word
    };
    let last = rules.tokens.len().saturating_sub(1);
    let edits_at = |at: usize| {
        let is_term = matches!(rules.word(at), "+" | "-") && at < last && is_number(at + 1);
        let left_out = (is_term && at > 0 && is_operand(at - 1)).then(|| rules.left_out(at, at + 1));
        let is_end = at > 0 && rules.word(at - 1) == ".." && rules.tokens[at].class == TokenClass::Word;
        let is_whole =
            at < last && !matches!(rules.word(at + 1), "[" | "(" | "." | "*" | "/" | "%" | "+" | "-");
        let ends = ["- 1", "+ 1"].map(|term| rules.replaced(at, format!("{} {term}", rules.word(at))));
        left_out.into_iter().chain(ends.into_iter().filter(move |_| is_end && is_whole))
    };
    rules.places().flat_map(edits_at).collect()
}

/// What may be meant by a word or sign.
fn meant(rules: &RuleTokens, at: usize, players: &[&str]) -> Vec<String> {
    let word = rules.word(at);
    let before = at.checked_sub(1).map_or("", |before| rules.word(before));
    let exchanged =
        EXCHANGED.iter().find(|(written, _)| *written == word).map_or(&[][..], |(_, meant)| meant);
    let mut meant: Vec<String> = exchanged.iter().map(|each| (*each).to_owned()).collect();
    match players {
        [first, second] if word == *first => meant.push((*second).to_owned()),
        [first, second] if word == *second => meant.push((*first).to_owned()),
        _ => {}
    }
    if word == "in" && before != "not" {
        meant.extend(["not in".to_owned(), "<=".to_owned()]);
    }
    if let ("x" | "y", ".") = (word, before) {
        meant.push(if word == "x" { "y" } else { "x" }.to_owned());
    }
    // `not c in S` and `c not in S` lose their word.
    if word == "not" {
        meant.push(String::new());
    }
    meant
}
