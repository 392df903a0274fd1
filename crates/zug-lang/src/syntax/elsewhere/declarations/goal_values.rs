//! What the description of a game in GDL gives for a player: `goal(red) = 100`.

use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::goals::goal_value;
use crate::syntax::elsewhere::place::Place;
use std::ops::Range;

/// Searches the token `at`, with which an item begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    // `goal(red, 100) :- ..` is a clause.
    let stated = |at: usize| goal_value(place, at).filter(|(_, end)| place.word(end - 1) != ")");
    let (outcome, end) = stated(at)?;
    let mut stop = end;
    while let Some((_, behind)) = (stop < place.range.end).then(|| stated(stop)).flatten() {
        stop = behind;
    }
    // `goal(?p)`: each player may be meant.
    let head = match place.word(at + 2) {
        "?" => format!("end for {} in Player when", place.word(at + 3)),
        _ => "end when".to_owned(),
    };
    let word = place.word(at);
    let message = format!("`{word}` does not begin an item: the game is over by an `end` rule");
    let found = match condition(place, end) {
        Some((condition, _)) if place.find(condition.clone(), &["else"]).is_some() => {
            let line = at..place.line_end(at);
            let asked = place.find(condition.clone(), &["else"]).unwrap_or(condition.end);
            let text = format!("{head} {} => {outcome}", place.text(condition.start..asked));
            let help = format!("write `{text}`; what holds otherwise is a rule of its own");
            place.reported(line.clone(), line, message, help, &text)
        }
        Some((condition, behind)) => {
            let text = format!("{head} {} => {outcome}", place.text(condition));
            place.likely(at..behind, message, text)
        }
        None => without_condition(place, at..stop, message, &outcome, &head),
    };
    Some(found.code(codes::UNKNOWN_ITEM).at(place.span_of(&(at..end))).label("write an `end` rule"))
}

/// The report about goals that do not say when they are reached.
fn without_condition(
    place: &Place,
    covers: Range<usize>,
    message: String,
    outcome: &str,
    head: &str,
) -> Mistake {
    let word = |each: usize| place.view.word(each);
    let has_stuck = (0..place.view.tokens.len()).any(|each| word(each) == "stuck" && word(each + 1) == "=>");
    let each_player = head != "end when";
    let instead = if has_stuck || each_player { String::new() } else { format!("stuck => {outcome}") };
    let stuck = match each_player {
        true => String::new(),
        false => format!(", or `stuck => {outcome}` for a player who cannot move"),
    };
    let help = format!("write `{head} CONDITION => {outcome}`{stuck}: 100 is a win, 0 a loss, 50 a draw");
    place.reported(covers.clone(), covers, message, help, &instead)
}

/// The condition behind a goal, on its line, and the index behind it and its full stop.
fn condition(place: &Place, sign: usize) -> Option<(Range<usize>, usize)> {
    let from = match (place.word(sign), place.word(sign + 1)) {
        ("when" | "if", _) => sign + 1,
        (":", "-") => sign + 2,
        _ => return None,
    };
    let line = place.line_end(sign);
    let end = if place.word(line - 1) == "." { line - 1 } else { line };
    (from < end && !place.first(sign)).then_some((from..end, line))
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
    fn a_goal_of_whoever_is_that_of_each_player() {
        let rule = "end for p in Player when n = 9 => p wins";
        assert_eq!(helps("goal(?p) = 100 :- n = 9.\nstuck => draw"), [format!("write `{rule}`")]);
        assert_eq!(
            helps("goal(Head) = 100 if n = 9 else 0\nstuck => draw"),
            ["write `end when n = 9 => Head wins`; what holds otherwise is a rule of its own"]
        );
    }

    #[test]
    fn a_condition_behind_a_goal_is_that_of_the_ending() {
        for sign in ["when", "if", ":-"] {
            let help = ["write `end when n = 9 => Head wins`"];
            assert_eq!(helps(&format!("goal(Head) = 100 {sign} n = 9\nstuck => draw")), help, "{sign}");
        }
    }
}
