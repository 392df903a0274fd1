//! Endings that are said by `return`, or stored: `end when C => return X`, and on lines of their
//! own `return X`, `winner = X`, `if (C) winner = X`.

use super::Mistake;
use super::choices::{as_value, bare, trimmed};
use super::outcome_forms::outcome;
use super::place::Place;
use crate::syntax::codes;
use std::ops::Range;

/// Words before an outcome that say no more than the arrow.
fn returns(word: &str) -> bool {
    matches!(
        word,
        "return" | "returns" | "yield" | "result" | "declare" | "announce" | "print" | "let" | "so"
    )
}

/// `=> return X`: the token `at`, with which an outcome begins.
pub(super) fn behind_arrow(place: &Place, at: usize) -> Option<Mistake> {
    let line = at + 1..place.line_end(at);
    let said = returns(place.word(at)) && place.before(at) == "=>" && !line.is_empty();
    let text = said.then(|| meant(place, line.clone())).flatten()?;
    let message = format!("an outcome stands directly behind `=>`, without `{}`", place.word(at));
    Some(place.likely(at..line.end, message, text).at(place.span(at)).label("no word stands here"))
}

/// The outcome that these tokens mean, as it is written here.
fn meant(place: &Place, range: Range<usize>) -> Option<String> {
    let range = trimmed(place, range);
    let block = place.word(range.start) == "{" && place.partner(range.start) == Some(range.end - 1);
    let range = if block { trimmed(place, range.start + 1..range.end - 1) } else { range };
    let range = if returns(place.word(range.start)) { range.start + 1..range.end } else { range };
    if range.is_empty() {
        return None;
    }
    if let Some(text) = as_value(place, range.clone()) {
        return Some(text);
    }
    if place.word(range.start) == "if" {
        return place.find(range.clone(), &["else"]).map(|_| place.text(range).to_string());
    }
    if let Some(found) = outcome(place, range.start, range.end) {
        let whole = found.covers == range && found.report.fixes.len() == 1;
        return whole.then(|| found.report.fixes[0].text.trim().to_string());
    }
    let last = place.word(range.end - 1);
    let verb = matches!(last, "wins" | "loses") && place.operand_end(range.start) == range.end - 1;
    let points = place.find(range.clone(), &["to"]).is_some_and(|to| to + 2 == range.end);
    let draw = range.len() == 1 && matches!(last, "draw" | "pass");
    (verb || points || draw).then(|| place.text(range).to_string())
}

/// `return X`, `if (C) winner = X` on a line of its own, where an item is expected.
pub(super) fn as_item(place: &Place, at: usize) -> Option<Mistake> {
    match place.word(at) {
        "if" | "when" => by_if(place, at),
        "return" | "result" | "outcome" | "winner" | "loser" => at_last(place, at),
        _ => None,
    }
}

/// `if (C) winner = X`, `if C: return X`, `if C { X wins }`
fn by_if(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.line_end(at);
    let behind = |from: usize| {
        let mark = usize::from(matches!(place.word(from), ":" | "then"));
        meant(place, from + mark..end)
    };
    let bracketed = place.partner(at + 1).filter(|_| place.word(at + 1) == "(").map(|close| close + 1);
    let names = ["winner", "loser", "return", "result", "outcome", "draw", "{", "then", ":"];
    let first = bracketed.filter(|from| behind(*from).is_some());
    let from = first.or_else(|| place.find_outside(at + 2..end, &names)).filter(|from| *from < end)?;
    if place.find(at..end, &["=>", "->"]).is_some() {
        return None;
    }
    let condition = place.text(bare(place, at + 1..from));
    let text = format!("end when {condition} => {}", behind(from)?);
    let message = "an ending is a rule of its own: its condition, and the outcome behind `=>`";
    let found = place.likely(at..end, message, &text).code(codes::UNKNOWN_ITEM).at(place.span(at));
    Some(found.label("write an `end` rule"))
}

/// `return X`, `winner = X`: what the game is worth at its end.
fn at_last(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.line_end(at);
    let tokens = &place.view.tokens;
    let has_stuck = (0..tokens.len()).any(|each| place.view.word(each) == "stuck" && tokens[each].first);
    let joined = matches!(place.word(at + 1), "=" | ":" | ":=");
    let from = if matches!(place.word(at), "winner" | "loser") || !joined { at } else { at + 2 };
    let outcome = meant(place, from..end).filter(|_| !has_stuck)?;
    let text = format!("stuck => {outcome}");
    let message = "what the game is worth when the player to move has no move is said by `stuck`";
    let found = place.likely(at..end, message, &text).code(codes::UNKNOWN_ITEM).at(place.span(at));
    Some(found.label("write `stuck =>`"))
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
    fn an_outcome_needs_no_return() {
        let cases = [
            ("return opponent", "opponent wins` or `opponent loses"),
            ("return Red wins", "Red wins"),
            ("return draw", "draw"),
            ("return winner = Red", "Red wins"),
        ];
        for (said, meant) in cases {
            let meant = meant.split('`').next().unwrap_or("");
            assert_eq!(helps(&format!("end when n = 3 => {said}")), [format!("write `{meant}`")], "{said}");
        }
    }

    #[test]
    fn an_ending_is_a_rule() {
        let rule = ["write `end when n = 3 => opponent wins`"];
        for line in [
            "if (n = 3) winner = opponent",
            "if n = 3: winner = opponent",
            "if (n == 3) { return opponent wins; }",
            "if n = 3 then opponent wins",
        ] {
            assert_eq!(helps(line), rule, "{line}");
        }
        let last = ["write `stuck => if n > 3 then Red wins else Blue wins`"];
        for line in
            ["return if n > 3 then Red wins else Blue wins", "result = if n > 3 then Red wins else Blue wins"]
        {
            assert_eq!(helps(line), last, "{line}");
        }
        assert_eq!(helps("winner = opponent"), ["write `stuck => opponent wins`"]);
    }
}
