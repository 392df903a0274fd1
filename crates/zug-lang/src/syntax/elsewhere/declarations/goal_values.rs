//! What the description of a game in GDL gives for a player: `goal(red) = 100`.

use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use std::ops::Range;

/// Searches the token `at`, with which an item begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let (outcome, end) = goal(place, at)?;
    let mut stop = end;
    while let Some((_, behind)) = (stop < place.range.end).then(|| goal(place, stop)).flatten() {
        stop = behind;
    }
    let condition = condition(place, end);
    let message = "`goal` does not begin an item: the game is over by an `end` rule";
    let found = match condition {
        Some(condition) => {
            let text = format!("end when {} => {outcome}", place.text(condition.clone()));
            place.likely(at..condition.end, message, text)
        }
        None => {
            let word = |each: usize| place.view.word(each);
            let has_stuck =
                (0..place.view.tokens.len()).any(|each| word(each) == "stuck" && word(each + 1) == "=>");
            let instead = if has_stuck { String::new() } else { format!("stuck => {outcome}") };
            let help = format!(
                "write `end when CONDITION => {outcome}`, or `stuck => {outcome}` for a player who cannot move: 100 is a win, 0 a loss, 50 a draw"
            );
            place.reported(at..stop, at..end, message, help, &instead)
        }
    };
    Some(found.code(codes::UNKNOWN_ITEM).at(place.span_of(&(at..end))).label("write an `end` rule"))
}

/// The outcome of `goal(red) = 100` at `at`, and the index behind it.
fn goal(place: &Place, at: usize) -> Option<(String, usize)> {
    let variable = place.word(at + 2) == "?";
    let who = if variable { at + 3 } else { at + 2 };
    let word = matches!(place.word(at), "goal" | "goals" | "payoff" | "utility" | "reward");
    let called = word && place.word(at + 1) == "(" && place.word(who + 1) == ")";
    let sign = who + 2;
    let stated = matches!(place.word(sign), "=" | "==" | ":=" | ":" | "is" | "=>" | "->");
    let points = sign + 1;
    let player = place.is_player(place.word(who)) || variable;
    if !called || !player || !stated || !place.is_number(points) {
        return None;
    }
    let outcome = match place.word(points) {
        "0" => format!("{} loses", place.word(who)),
        "50" => "draw".to_owned(),
        "100" => format!("{} wins", place.word(who)),
        other => format!("{other} to {}", place.word(who)),
    };
    Some((outcome, points + 1))
}

/// The condition behind a goal, on its line.
fn condition(place: &Place, sign: usize) -> Option<Range<usize>> {
    let from = match (place.word(sign), place.word(sign + 1)) {
        ("when" | "if", _) => sign + 1,
        (":", "-") => sign + 2,
        _ => return None,
    };
    let end = place.line_end(sign);
    let end = if place.word(end - 1) == "." { end - 1 } else { end };
    (from < end && !place.first(sign)).then_some(from..end)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Head, Tail\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\n{lines}\n"
        ))
    }

    #[test]
    fn a_goal_is_an_ending() {
        let values = "100 is a win, 0 a loss, 50 a draw";
        let cases = [
            ("goal(opponent) = 100", "opponent wins"),
            ("goal(me) = 0", "me loses"),
            ("goal(Head) = 50", "draw"),
            ("goal(Tail) := 100", "Tail wins"),
            ("goal(Tail) = 30", "30 to Tail"),
        ];
        for (line, outcome) in cases {
            let help = format!(
                "write `end when CONDITION => {outcome}`, or `stuck => {outcome}` for a player who cannot move: {values}"
            );
            assert_eq!(helps(line), [help.as_str()], "{line}");
            assert_eq!(helps(&format!("end when n = 9 => draw\n{line}")), [help], "{line}");
        }
    }

    #[test]
    fn a_condition_behind_a_goal_is_that_of_the_ending() {
        for sign in ["when", "if", ":-"] {
            let help = ["write `end when n = 9 => Head wins`"];
            assert_eq!(helps(&format!("goal(Head) = 100 {sign} n = 9\nstuck => draw")), help, "{sign}");
        }
    }
}
