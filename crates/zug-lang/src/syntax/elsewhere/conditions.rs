//! A condition behind an outcome: `endless => draw when C`, `stuck => me loses if C`,
//! `end when A => draw when B`.

use super::outcome_words::joined_loosely;
use super::place::Place;
use super::{Mistake, choices};
use crate::syntax::grammar::Rule;

/// Searches the line of the token `at`, with which an outcome begins.
pub(super) fn ahead(place: &Place, at: usize) -> Option<Mistake> {
    (at + 1..place.range.end).find_map(|sign| behind_outcome(place, sign))
}

/// Searches the token `at` of an `end`, `stuck` or `endless`.
pub(super) fn behind_outcome(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if !matches!(word, "when" | "if" | "unless" | "where" | "provided") {
        return None;
    }
    let (start, end) = (place.range.start, place.range.end);
    let arrow = place.find(start..at, &["=>", "->", "⇒", "→"])?;
    let decided = matches!(place.before(at), "draw" | "pass" | "wins" | "loses")
        || place.word(at.wrapping_sub(2)) == "to" && place.ends_operand(at - 1);
    let choice = place.find(arrow..end, &["then", "else", "?", "otherwise"]).is_some();
    let further_line = (arrow + 2..at).any(|each| place.first(each));
    if !decided || choice || further_line || at + 1 >= end {
        return None;
    }
    let outcome = place.text(arrow + 1..at);
    let condition = match word {
        "unless" => place.negated(at + 1..end),
        _ => place.text(at + 1..end).to_string(),
    };
    let covers = at..end;
    let here = place.span(at);
    let mistake = match place.rule {
        Some(Rule::endless_item) => {
            let message = "`endless` has no condition: it is what play without end is worth";
            place.likely(covers, message, "").help(format!("write `endless => {outcome}`"))
        }
        Some(Rule::stuck_item) if outcome == choices::rest(place, &condition) => {
            let message = "`stuck` has no condition: it holds whenever the player to move has no move";
            place.likely(covers, message, "").help(format!("write `stuck => {outcome}`"))
        }
        Some(Rule::stuck_item) => {
            let rest = choices::rest(place, &condition);
            let text = format!("if {condition} then {outcome} else {rest}");
            let message = "`stuck` has no condition: it holds whenever the player to move has no move";
            place
                .likely(arrow + 1..end, message, &text)
                .help(format!("write `stuck => {text}`, with what it is worth otherwise behind `else`"))
        }
        _ => {
            let when = place.find(start..arrow, &["when"])?;
            let bracketed = |text: String, loose: bool| if loose { format!("({text})") } else { text };
            let first = when + 1..arrow;
            let first = bracketed(place.text(first.clone()).to_string(), joined_loosely(place, &first));
            let further = bracketed(condition, joined_loosely(place, &(at + 1..end)));
            let text = format!("when {first} and {further} => {outcome}");
            let message = "the whole condition of an `end` rule stands before the outcome";
            let head = place.text(start..when);
            place.likely(when..end, message, &text).help(format!("write `{head} {text}`"))
        }
    };
    Some(mistake.at(here).label("no condition here"))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition that ends with this line.
    fn helps(line: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9 }}\nmove m {{ n += 1 }}\n{line}\n"
        ))
    }

    #[test]
    fn a_condition_behind_an_outcome_is_told() {
        assert_eq!(helps("endless => draw when n = 1"), ["write `endless => draw`"]);
        assert_eq!(helps("endless => Ann wins if n = 1"), ["write `endless => Ann wins`"]);
        assert_eq!(
            helps("end when n = 3 => Ann wins when n > 2 or n < 1"),
            ["write `end when n = 3 and (n > 2 or n < 1) => Ann wins`"]
        );
        assert_eq!(helps("stuck => draw when n = 1"), ["write `stuck => draw`"]);
        let stuck = "with what it is worth otherwise behind `else`";
        assert_eq!(
            helps("stuck => me loses when n > 2"),
            [format!("write `stuck => if n > 2 then me loses else draw`, {stuck}")]
        );
        assert_eq!(
            helps("stuck => 3 to Ann if stuck(opponent)"),
            [format!("write `stuck => if stuck(opponent) then 3 to Ann else pass`, {stuck}")]
        );
    }

    #[test]
    fn conditions_in_their_place_are_left_alone() {
        let further = helps("end when n = 3 => Ann win\ndraw when repeated");
        assert!(!further.iter().any(|help| help.contains("and repeated")), "{further:?}");
        for line in ["endless => draw", "end when n = 3 => if n > 2 then draw else Bob wins", "stuck => draw"]
        {
            assert_eq!(helps(line), [""; 0], "{line}");
        }
    }
}
