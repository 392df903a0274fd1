//! Outcomes and rules in the words of game description languages: `goal p 100`, `Tom: move ..`,
//! `is Line 3`, `sites Empty`.

use super::context::side_end;
use super::place::Place;
use super::{Mistake, is_word_for_empty};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::items::is_reserved;
use std::ops::Range;

/// `goal p 100`, `goal p 0`, `goal 50 50`: the outcome in `range`.
pub(super) fn goal(place: &Place, range: Range<usize>) -> Option<Mistake> {
    let words: Vec<&str> =
        range.clone().map(|at| place.word(at)).filter(|word| !matches!(*word, "(" | ")")).collect();
    let ["goal", rest @ ..] = words.as_slice() else { return points_first(place, range) };
    let (first, second) = place.players();
    let text = match rest {
        [one, two] if one == two && one.parse::<u32>().is_ok() => "draw".to_string(),
        ["100" | "1", "0"] => format!("{first} wins"),
        ["0", "100" | "1"] => format!("{second} wins"),
        [player, "100"] if player.parse::<u32>().is_err() => format!("{player} wins"),
        [player, "0"] if player.parse::<u32>().is_err() => format!("{player} loses"),
        [_, "50"] => "draw".to_string(),
        _ => return None,
    };
    Some(place.certain(range, "an outcome names who wins: there are no goals", text))
}

/// The outcome of `goal(red) = 100` or `goal(red, 100)` at `at`, and the index behind it.
pub(super) fn goal_value(place: &Place, at: usize) -> Option<(String, usize)> {
    let variable = place.word(at + 2) == "?";
    let who = if variable { at + 3 } else { at + 2 };
    let word = matches!(place.word(at), "goal" | "goals" | "payoff" | "utility" | "reward");
    let inside = place.word(who + 1) == "," && place.word(who + 3) == ")";
    let stated = place.word(who + 1) == ")"
        && matches!(place.word(who + 2), "=" | "==" | ":=" | ":" | "is" | "=>" | "->");
    let points = if inside { who + 2 } else { who + 3 };
    let player = place.is_player(place.word(who)) || variable;
    let called = word && place.word(at + 1) == "(" && (inside || stated);
    if !called || !player || !place.is_number(points) {
        return None;
    }
    let outcome = match place.word(points) {
        "0" => format!("{} loses", place.word(who)),
        "50" => "draw".to_owned(),
        "100" => format!("{} wins", place.word(who)),
        other => format!("{other} to {}", place.word(who)),
    };
    Some((outcome, points + 1 + usize::from(inside)))
}

/// `points score[A] - score[B]`, `score 3 to A`: the word before the points means nothing.
fn points_first(place: &Place, range: Range<usize>) -> Option<Mistake> {
    let word = place.word(range.start);
    let from = range.start + 1;
    let said = matches!(word, "points" | "point" | "payoff" | "score" | "utility")
        && !place.is_field(word)
        && !place.declared_def(word);
    let (first, second) = place.players();
    let number = place.is_number(from)
        || matches!(place.word(from), "count" | "sum" | "-" | "(")
        || place.is_name(from) && ![first, second].contains(&place.word(from));
    if !said || !number || place.beside(range.start) {
        return None;
    }
    let sum = if place.word(from) == "-" { from + 1 } else { from };
    let end = side_end(place, sum);
    let message = "points are written `NUMBER to PLAYER`";
    if place.word(end) == "to" && end + 2 == range.end {
        return Some(place.likely(range, message, place.text(from..end + 2)));
    }
    let whole = end == range.end;
    whole.then(|| place.likely(range, message, format!("{} to {first}", place.text(from..end))))
}

/// `Tom: move take ..`, `White moves: ..`: who may make a move is a part of its condition. `at` is
/// the first token of a piece that begins with no keyword.
pub(super) fn owned_move(place: &Place, at: usize) -> Option<Mistake> {
    let player = place.word(at);
    let (first, second) = place.players();
    let sign = at + 1;
    let word = |at: usize| place.view.word(at);
    let apart = place.word(sign) == ":" && sign + 1 == place.range.end || sign == place.range.end;
    let keyword = place.range.end;
    if ![first, second].contains(&player) || !apart || !matches!(word(keyword), "move" | "followup") {
        return None;
    }
    let tokens = &place.view.tokens;
    let item = (keyword + 1..tokens.len())
        .find(|each| tokens[*each].first && crate::syntax::items::rule_of(word(*each)).is_some())
        .unwrap_or(tokens.len());
    let all = place.whole();
    let mut open = keyword + 1;
    while open < item && !(word(open) == "{" && all.ends_operand(open - 1)) {
        open = all.past(open);
    }
    if open >= item {
        return None;
    }
    let when = (keyword + 1..open).find(|each| word(*each) == "when");
    // The condition stands before the text of the move.
    let end = (keyword + 1..open).find(|each| word(*each) == "as").unwrap_or(open);
    let loose = |each: usize| matches!(word(each), "or" | "implies" | "some" | "every" | "no" | "if" | "let");
    let text = match when {
        Some(_) => format!(" me = {player} and"),
        None => format!(" when me = {player}"),
    };
    let gap = place.view.span(when.unwrap_or(end - 1)).after();
    let whole = at..keyword;
    let message = "no player stands before a move: who may make it is a part of its condition";
    let here = place.span_of(&whole);
    let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, here, "belongs into the condition");
    let sound = !when.is_some_and(|when| (when..open).any(loose));
    let (report, help) = match (sound, when) {
        (false, _) => (report.recovery(here, ""), format!("write `when me = {player} and (..)`")),
        (true, Some(_)) => {
            (report.likely(here, "").likely(gap, &text), format!("write `when me = {player} and ..`"))
        }
        (true, None) => (report.likely(here, "").likely(gap, &text), format!("write `when me = {player}`")),
    };
    Some(Mistake { report: report.help(help), covers: whole })
}

/// `sites Empty`, `(sites Occupied by:P1)`: a set of cells.
pub(super) fn sites(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) != "sites" || place.is_field("sites") || place.declared_def("sites") {
        return None;
    }
    let kind = place.word(at + 1);
    let by = (place.word(at + 2) == "by" && place.word(at + 3) == ":").then(|| place.word(at + 4));
    let end = if by.is_some() { at + 5 } else { at + 2 };
    let (first, second) = place.players();
    let text = match kind.to_lowercase().as_str() {
        word if is_word_for_empty(word) => free_cells(place)?,
        "all" | "board" => place.board().to_string(),
        "occupied" | "mover" => match (place.set_field()?, by) {
            ((field, true), None | Some("Mover" | "mover")) => format!("{field}[me]"),
            ((field, true), Some("Next" | "next")) => format!("{field}[opponent]"),
            ((field, true), Some("P1")) => format!("{field}[{first}]"),
            ((field, true), Some("P2")) => format!("{field}[{second}]"),
            ((field, true), Some("All" | "all")) => format!("{field}[{first}] + {field}[{second}]"),
            ((field, false), None | Some("All" | "all")) => field.to_string(),
            _ => return None,
        },
        "next" => {
            place.set_field().filter(|(_, each)| *each).map(|(field, _)| format!("{field}[opponent]"))?
        }
        _ => return None,
    };
    let message = "a set of cells is written with the names of the board and of the fields";
    Some(place.likely(at..end, message, text))
}

/// The cells on which nothing stands, as a text: the board without the sets of a field.
pub(super) fn free_cells(place: &Place) -> Option<String> {
    let (first, second) = place.players();
    let board = place.board();
    Some(match place.set_field()? {
        (field, true) => format!("{board} - {field}[{first}] - {field}[{second}]"),
        (field, false) => format!("{board} - {field}"),
    })
}

/// `is Line 3`, `line of 3` as a whole condition of a rule: a line is a member of a family.
pub(super) fn line(place: &Place, at: usize) -> Option<Mistake> {
    let said =
        place.word(at) == "is" && matches!(place.word(at + 1), "Line" | "line") && place.is_number(at + 2);
    let begins = matches!(place.before(at), "when" | "and" | "or" | "if" | "(");
    let (field, by_player) = place.set_field().filter(|_| said && begins)?;
    let owner = if by_player { "[opponent]" } else { "" };
    let family = place.declared("family").unwrap_or("Line");
    let text = format!("some l in {family}: l <= {field}{owner}");
    let help = match place.declared("family") {
        Some(_) => format!("write `{text}`: `opponent` is the player who has just moved"),
        None => {
            let board = place.board();
            let lines = format!("family Line of {board} = lines({board}, {})", place.word(at + 2));
            format!("write `{text}`, with `{lines}` as an item: `opponent` is the player who has just moved")
        }
    };
    let message = "a row is a member of a family of lines, all of whose cells are in a set";
    Some(place.likely(at..at + 3, message, format!("({text})")).help(help).label("no function"))
}

/// `end when no Moves Next => OUTCOME`: that a player has no move is asked by `stuck`.
pub(super) fn no_moves(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let said = place.word(start) == "end" && at == start + 2 && place.word(at) == "no";
    let moves = matches!(place.word(at + 1), "Moves" | "moves" | "Move");
    let sign =
        if matches!(place.word(at + 2), "Next" | "Mover" | "next" | "mover") { at + 3 } else { at + 2 };
    let arrow = said && moves && matches!(place.word(sign), "=>" | "->") && sign + 1 < place.range.end;
    arrow.then(|| {
        let text = format!("stuck => {}", place.text(sign + 1..place.range.end));
        let message = "what happens when the player to move has no move is said by `stuck`";
        place.likely(start..place.range.end, message, text).at(place.span_of(&(at..sign)))
    })
}

/// `if c in s { s += c } else { illegal }`: a move is illegal where its condition does not hold.
pub(super) fn illegal(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let known = matches!(
        word,
        "illegal" | "invalid" | "forbidden" | "reject" | "fail" | "error" | "cancel" | "abort"
    );
    let open =
        at.checked_sub(1).filter(|open| known && place.word(*open) == "{" && place.word(at + 1) == "}")?;
    if !place.in_body(at) {
        return None;
    }
    let (first, end) = match place.before(open) {
        "else" => (false, place.partner(open.checked_sub(2)?)?),
        _ => (true, open),
    };
    let begin = (place.range.start..end).rev().find(|each| place.word(*each) == "if")?;
    let guard = if first { place.negated(begin + 1..end) } else { place.text(begin + 1..end).to_string() };
    let message = format!("there is no `{word}`: a move is legal where its condition holds");
    let help = format!("write `when {guard}` before the body, and leave the choice out");
    Some(place.reported(at..at + 1, at..at + 1, message, help, ""))
}

/// `x on row 4`, `at[me] in column 1`: a coordinate is compared.
pub(super) fn on_row(place: &Place, at: usize) -> Option<Mistake> {
    let mut noun = match (place.word(at), place.word(at + 1)) {
        ("is", "on" | "in" | "at") => at + 2,
        ("on" | "in" | "at" | "reaches" | "reached" | "is_on", _) => at + 1,
        _ => return None,
    };
    if matches!(place.word(noun), "the") {
        noun += 1;
    }
    let axis = match place.word(noun) {
        "row" | "rank" | "line" => "y",
        "column" | "col" | "file" => "x",
        _ => return None,
    };
    let value = noun + 1;
    let known = place.is_field(place.word(noun)) || place.declared_def(place.word(noun));
    let operand = at.checked_sub(1).filter(|last| place.ends_operand(*last) && !known)?;
    let counts = place.is_number(value) || place.is_name(value) && !is_reserved(place.word(value));
    if !counts || place.first(value) {
        return None;
    }
    let from = place.operand_start(operand);
    let end = place.operand_end(value);
    let (first, second) = place.players();
    let player = place.text(from..at);
    if player == first || player == second || matches!(player, "me" | "opponent") {
        return man_on_row(place, from, at, &format!("{axis} = {}", place.text(value..end)), end);
    }
    let text = format!("{}.{axis} = {}", place.text(from..at), place.text(value..end));
    let message = "the row of a cell is `.y`, its column `.x`, counted from 1";
    Some(place.certain(from..end, message, text).at(place.span_of(&(at..end))))
}

/// `a pawn of White is on row 4`: some cell of the player's set is there.
fn man_on_row(place: &Place, player: usize, at: usize, there: &str, end: usize) -> Option<Mistake> {
    let (set, of_each) = place.set_field()?;
    let from = match place.before(player) {
        "of" if matches!(place.before(player - 2), "a" | "an" | "some" | "any" | "one") => player - 3,
        _ => player,
    };
    let cell = place.unused(&["c", "q", "x"]);
    let entry = if of_each { format!("{set}[{}]", place.text(player..at)) } else { set.to_owned() };
    let text = format!("some {cell} in {entry}: {cell}.{there}");
    let message = "a player is on no row: his cells are, which a field holds";
    Some(place.likely(from..end, message, text).at(place.span_of(&(player..end))))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Applicability;
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { men[Player]: set of C, at: C = a1, n: 0..9 }\n";

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}{lines}\n"))
    }

    #[test]
    fn goals_are_outcomes() {
        let end = |outcome: &str| helps(&format!("move m {{ n += 1 }}\nend when n = 3 => {outcome}"));
        assert_eq!(end("goal Ann 100"), ["write `Ann wins`"]);
        assert_eq!(end("goal Ann 0"), ["write `Ann loses`"]);
        assert_eq!(end("goal 50 50"), ["write `draw`"]);
        assert_eq!(end("(goal Bob 100)"), ["write `Bob wins`"]);
    }

    #[test]
    fn a_move_of_one_player_asks_for_the_player() {
        assert_eq!(
            helps("Ann: move m when n < 3 { n += 1 }\nstuck => draw"),
            ["write `when me = Ann and ..`"]
        );
        assert_eq!(helps("Bob: move m { n += 1 }\nstuck => draw"), ["write `when me = Bob`"]);
        assert_eq!(helps("move m when me = Bob { n += 1 }\nstuck => draw"), [""; 0]);
    }

    #[test]
    fn rows_and_sites_are_said_with_fields() {
        assert_eq!(
            helps("move m(c in sites Empty) { men[me] += c }\nstuck => draw"),
            ["write `C - men[Ann] - men[Bob]`"]
        );
        assert_eq!(helps("move m { n += 1 }\nend when at on row 3 => draw"), ["write `at.y = 3`"]);
        assert_eq!(
            helps("move m { n += 1 }\nend when no Moves Next => me loses"),
            ["write `stuck => me loses`"]
        );
        let illegal = "move m(c in C) { if c != at { n += 1 } else { illegal } }\nstuck => draw";
        assert_eq!(helps(illegal), ["write `when c != at` before the body, and leave the choice out"]);
        let line = helps("move m { n += 1 }\nend when is Line 3 => draw");
        assert!(
            line[0].starts_with(
                "write `some l in Line: l <= men[opponent]`, with `family Line of C = lines(C, 3)`"
            ),
            "{line:?}"
        );
    }

    #[test]
    fn points_have_no_word_before_them() {
        let end = |outcome: &str| helps(&format!("move m {{ n += 1 }}\nend when n = 3 => {outcome}"));
        assert_eq!(end("points n - 2"), ["write `n - 2 to Ann`"]);
        assert_eq!(
            end("points count(men[Ann]) - count(men[Bob])"),
            ["write `count(men[Ann]) - count(men[Bob]) to Ann`"]
        );
        assert_eq!(end("score 3 to Bob"), ["write `3 to Bob`"]);
        assert!(!end("score Ann 100").contains(&"write `Ann wins`".to_string()));
    }

    #[test]
    fn the_condition_of_a_player_stands_before_the_text() {
        let fixed = |line: &str| {
            let text = format!("{HEAD}{line}\nstuck => draw\n");
            let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
            let fixes: Vec<_> = reports.iter().flat_map(|report| report.fixes.clone()).collect();
            let kept = fixes.iter().filter(|fix| fix.applicability == Applicability::Likely);
            let mut kept: Vec<_> = kept.map(|fix| (fix.span, fix.text.clone())).collect();
            kept.sort_by_key(|(span, _)| std::cmp::Reverse(*span));
            let put = |mut text: String, (span, new): (crate::source::Span, String)| {
                text.replace_range(span.start as usize..span.end as usize, &new);
                text
            };
            kept.into_iter().fold(text.clone(), put)[HEAD.len()..]
                .lines()
                .next()
                .unwrap_or("")
                .trim()
                .to_string()
        };
        assert_eq!(
            fixed("Ann: move m(c in C) as \"{c}\" { at = c }"),
            "move m(c in C) when me = Ann as \"{c}\" { at = c }"
        );
        assert_eq!(
            fixed("Ann: move m(c in C - {a1}) when n < 3 { at = c }"),
            "move m(c in C - {a1}) when me = Ann and n < 3 { at = c }"
        );
        let loose = "Ann: move m when n < 3 or n > 5 { n += 1 }";
        assert_eq!(fixed(loose), loose);
        assert_eq!(helps(&format!("{loose}\nstuck => draw")), ["write `when me = Ann and (..)`"]);
    }

    #[test]
    fn sites_of_a_player_are_an_entry() {
        let sites =
            |said: &str| helps(&format!("move m(c in sites Occupied{said}) {{ n += 1 }}\nstuck => draw"));
        assert_eq!(sites(" by:P1"), ["write `men[Ann]`"]);
        assert_eq!(sites(" by:Next"), ["write `men[opponent]`"]);
        assert_eq!(sites(""), ["write `men[me]`"]);
    }
}
