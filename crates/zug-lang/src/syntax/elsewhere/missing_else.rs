//! A choice between outcomes that breaks off before its `else`: `=> if C then A wins`.

use super::Mistake;
use super::choices::{self, one_line};
use super::outcome_words::joined_loosely;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// The longest line that is shown whole.
const LONGEST: usize = 160;

/// Searches the token `at`: the first `if` of an outcome.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let (condition, yes) = last_branch(place, at)?;
    let end = yes.end;
    let whole = one_line(place.text(place.range.start..end));
    let chain = condition.start > at + 1;
    let likely = other_outcome(place, chain, condition.clone(), yes.clone());
    let shown = if whole.len() > LONGEST { one_line(place.text(at..end)) } else { whole };
    let mut help = format!("write `{shown} else {likely}`");
    help += match likely.as_str() {
        "pass" => " if the turn then passes, `else draw` if nobody wins then",
        "draw" => " if nobody wins then",
        _ if place.word(end - 1) == "draw" => ", or say who else wins then",
        _ => " if the other player wins then, `else draw` if nobody does",
    };
    if let Some(rule) = narrower(place, at, &condition, &yes) {
        help += &format!("; where play goes on instead, write `{rule}`");
    }
    let message = "an `if` in an outcome needs its `else`";
    let report = Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "no `else`").help(help);
    let report = report.likely(place.span(end - 1).after(), format!(" else {likely}"));
    Some(Mistake { report, covers: at..end })
}

/// `=> A wins else B wins`: a choice without its condition. The first outcome begins at `at`.
pub(super) fn no_condition(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.line_end(at);
    let sign = place.find(at..end, &["else", "otherwise"])?;
    let (yes, no) = (place.text(at..sign), place.text(sign + 1..end));
    let decided = matches!(place.word(sign - 1), "wins" | "loses" | "draw") && sign <= at + 2;
    (decided && place.before(at) == "=>" && !no.is_empty()).then(|| {
        let help = format!("write `if C then {yes} else {no}` with the condition as C");
        let message = "a choice between outcomes begins with its condition";
        place.reported(at..end, sign..sign + 1, message, help, yes)
    })
}

/// The condition and the outcome of the last choice of `if C then A else if D then B`; none if an
/// `else` ends it.
fn last_branch(place: &Place, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let mut at = at;
    loop {
        let then = place.find(at..place.range.end, &["then"])?;
        let end = branch_end(place, then + 1);
        if end <= then + 1 {
            return None;
        }
        match (place.word(end), place.word(end + 1)) {
            ("else", "if") => at = end + 1,
            ("else", _) => return None,
            _ => return Some((at + 1..then, then + 1..end)),
        }
    }
}

/// The index behind the outcome that begins at `from`: choices in it have each their `else`.
fn branch_end(place: &Place, from: usize) -> usize {
    let (mut at, mut choices) = (from, 0);
    while at < place.range.end {
        match place.word(at) {
            "if" => choices += 1,
            "else" if choices > 0 => choices -= 1,
            "else" | ")" | "]" | "}" | "," | "=>" => break,
            _ => {}
        }
        at = place.past(at);
    }
    at
}

/// What stands behind an `else` that is missing; behind a chain of choices each player has won in
/// one.
fn other_outcome(place: &Place, chain: bool, condition: Range<usize>, yes: Range<usize>) -> String {
    let rest = choices::rest(place, place.text(condition));
    let last = yes.end - 1;
    let other = |players: Range<usize>| other_player(place, place.text(players));
    let won = match place.word(last) {
        said if chain && said != "draw" => None,
        "wins" => other(yes.start..last).map(|player| format!("{player} wins")),
        "loses" => other(yes.start..last).map(|_| format!("{} wins", place.text(yes.start..last))),
        "draw" if yes.len() == 1 => Some("me loses".to_owned()),
        _ => place
            .find(yes.clone(), &["to"])
            .filter(|to| *to == yes.start + 1 && place.is_number(yes.start))
            .and_then(|to| {
                other(to + 1..yes.end).map(|player| format!("{} to {player}", place.text(yes.start..to)))
            }),
    };
    won.filter(|_| rest == "draw").unwrap_or_else(|| rest.to_owned())
}

/// The other one of the two players, if the word says which.
fn other_player<'t>(place: &Place<'_, 't>, player: &str) -> Option<&'t str> {
    let (first, second) = place.players();
    match player {
        "me" => Some("opponent"),
        "opponent" => Some("me"),
        _ if player == first => Some(second),
        _ if player == second => Some(first),
        _ => None,
    }
}

/// `end when E => if C then A` as the rule `end when E and C => A`.
fn narrower(place: &Place, at: usize, condition: &Range<usize>, yes: &Range<usize>) -> Option<String> {
    let start = place.range.start;
    let arrow = at.checked_sub(1).filter(|arrow| place.word(*arrow) == "=>")?;
    let when = place.find(start..arrow, &["when"]).filter(|_| place.rule == Some(Rule::end_item))?;
    let both = |range: Range<usize>| match joined_loosely(place, &range) {
        true => format!("({})", one_line(place.text(range))),
        false => one_line(place.text(range)),
    };
    let alone = condition.start == at + 1;
    let (first, second) = (both(when + 1..arrow), both(condition.clone()));
    let (head, outcome) = (one_line(place.text(start..when)), one_line(place.text(yes.clone())));
    let text = format!("{head} when {first} and {second} => {outcome}");
    (alone && text.len() <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn helps(rule: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{rule}"))
    }

    #[test]
    fn the_whole_line_is_written_with_what_the_else_says() {
        let other = "if the other player wins then, `else draw` if nobody does";
        let cases = [
            ("endless => if n = 1 then Ann wins", format!("write `endless => if n = 1 then Ann wins else Bob wins` {other}")),
            ("endless => if n = 1 then Bob loses", format!("write `endless => if n = 1 then Bob loses else Bob wins` {other}")),
            ("endless => if n = 1 then 2 to Bob", format!("write `endless => if n = 1 then 2 to Bob else 2 to Ann` {other}")),
            (
                "endless => if n = 1 then n to Ann",
                "write `endless => if n = 1 then n to Ann else draw` if nobody wins then".to_owned(),
            ),
            (
                "endless => if n = 1 then Ann wins else if n = 2 then draw",
                "write `endless => if n = 1 then Ann wins else if n = 2 then draw else me loses`, or say who else wins then".to_owned(),
            ),
            (
                "end when n > 4 => if at = a1 or at = a2 then\n  me wins",
                format!("write `end when n > 4 => if at = a1 or at = a2 then me wins else opponent wins` {other}; where play goes on instead, write `end when n > 4 and (at = a1 or at = a2) => me wins`"),
            ),
            (
                "end for p in Player when n > 4 => if at = a1 then p wins",
                "write `end for p in Player when n > 4 => if at = a1 then p wins else draw` if nobody wins then; where play goes on instead, write `end for p in Player when n > 4 and at = a1 => p wins`".to_owned(),
            ),
        ];
        for (rule, help) in cases {
            assert_eq!(helps(rule), [help], "{rule}");
        }
        assert_eq!(
            helps("end when n > 4 => if at = a1 then (if n = 5 then draw else me wins) else draw"),
            [""; 0]
        );
    }
}
