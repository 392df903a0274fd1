//! Clauses of GDL and of Prolog: `role(red)`, `terminal :- C`, `goal(red, 100) :- C`.

use super::super::Mistake;
use super::super::place::Place;
use crate::syntax::codes;
use crate::syntax::own_names::OwnNames;
use std::ops::Range;

/// `role X` and `role O`, or `role(X)` and `role(O)`, each on a line of its own: the first becomes
/// the list of the players, the others go.
pub(super) fn roles(place: &Place, at: usize) -> Option<Mistake> {
    let view = place.view;
    let word = place.word(at);
    let begins = |each: &usize| view.tokens[*each].first && view.word(*each) == word;
    let all: Vec<(usize, Range<usize>)> = (0..view.tokens.len())
        .filter(begins)
        .filter_map(|each| role(place, each).map(|(name, end)| (name, each..end)))
        .collect();
    let own = all.iter().position(|(_, line)| line.start == at)?;
    let names: Vec<&str> = all.iter().map(|(name, _)| view.word(*name)).collect();
    let message = format!("`{word}` does not begin an item: the two players are named in one");
    let (line, named) = (all[own].1.clone(), place.declared("players").is_some());
    if named {
        let (first, second) = place.players();
        let mistake = place.likely(line, message, "").code(codes::UNKNOWN_ITEM);
        return Some(mistake.help(format!("delete it: `players {first}, {second}` names them")));
    }
    let text = match names.as_slice() {
        [one] => format!("players {one}, {}", if *one == "B" { "A" } else { "B" }),
        _ => format!("players {}", names.join(", ")),
    };
    if names.len() == 1 {
        let mistake = place.likely(line, message, &text).code(codes::UNKNOWN_ITEM);
        return Some(mistake.help(format!("write `{text}`, with the name of the other player")));
    }
    if own > 0 {
        let mistake = place.certain(line, message, "").code(codes::UNKNOWN_ITEM);
        return Some(mistake.help(format!("write `{text}` once")));
    }
    let mut mistake = place.certain(line, message, &text).code(codes::UNKNOWN_ITEM);
    for (_, line) in &all[1..] {
        mistake.report = mistake.report.fix(view.span_of(line), "");
    }
    Some(mistake)
}

/// The name in a line that names a role and holds nothing else, and the end of the line.
fn role(place: &Place, at: usize) -> Option<(usize, usize)> {
    let view = place.view;
    let (name, end) = if view.word(at + 1) == "(" && view.word(at + 3) == ")" {
        (at + 2, at + 4)
    } else {
        (at + 1, at + 2)
    };
    let end = if view.word(end) == "." { end + 1 } else { end };
    let alone = view.tokens.get(end).is_none_or(|next| next.first)
        && (at + 1..end).all(|each| view.tokens.get(each).is_some_and(|token| !token.first));
    let is_name = view.tokens.get(name).is_some_and(|token| token.kind == crate::syntax::scan::Kind::Word);
    (alone && is_name && !crate::syntax::items::is_reserved(view.word(name))).then_some((name, end))
}

/// `terminal :- C`, `goal(red, 100) :- C`: an ending, its condition behind the sign.
pub(super) fn ending(place: &Place, at: usize) -> Option<Mistake> {
    let head = head(place, at);
    let neck = head.as_ref().map_or(at + 1, |head| head.end);
    let sign = place.word(neck) == ":" && place.word(neck + 1) == "-";
    if !sign && head.is_none() {
        return None;
    }
    let condition = if sign { neck + 2..body_end(place, neck + 2) } else { neck..neck };
    let (binder, outcome) =
        head.map_or((String::new(), "me loses".to_owned()), |head| (head.binder, head.outcome));
    let message = format!("`{}` does not begin an item: the game is over by an `end` rule", place.word(at));
    let said = conjunction(place, condition.clone());
    let mistake = if said.is_empty() {
        let example = OwnNames::of(place.view).condition();
        let help = format!("write `end {binder}when {example} => {outcome}`, with the condition for it");
        place.reported(at..condition.end, at..at + 1, message, help, "")
    } else {
        place.likely(at..condition.end, message, format!("end {binder}when {said} => {outcome}"))
    };
    Some(mistake.code(codes::UNKNOWN_ITEM).at(place.span(at)).label("write an `end` rule"))
}

/// The condition that the literals of a body make, on one line: `n = 9 and m > 3` for
/// `n = 9, m > 3.`. A variable, `?p`, is a name.
fn conjunction(place: &Place, body: Range<usize>) -> String {
    let mut literals = Vec::new();
    let mut from = body.start;
    while from < body.end {
        let end = place.find(from..body.end, &[","]).unwrap_or(body.end);
        let literal = place.text(from..end).trim_end_matches('.').replace('?', "");
        literals.push(literal.split_whitespace().collect::<Vec<_>>().join(" "));
        from = end + 1;
    }
    literals.retain(|literal| !literal.is_empty());
    literals.join(" and ")
}

/// `goal(red, 75)`
struct Head {
    /// `for p in Player ` where the head is about any player.
    binder: String,
    outcome: String,
    /// The token behind it.
    end: usize,
}

/// The head of a clause, whose player may be a variable: `goal(?p, 100)`.
fn head(place: &Place, at: usize) -> Option<Head> {
    let variable = place.word(at + 2) == "?";
    let player_at = if variable { at + 3 } else { at + 2 };
    let points_at = player_at + 2;
    let is_head = place.word(at + 1) == "("
        && place.is_name(player_at)
        && place.word(player_at + 1) == ","
        && place.is_number(points_at)
        && place.word(points_at + 1) == ")";
    is_head.then(|| {
        let (player, points) = (place.word(player_at), place.word(points_at));
        let outcome = match points {
            "0" => format!("{player} loses"),
            "50" => "draw".to_owned(),
            "100" => format!("{player} wins"),
            other => format!("{other} to {player}"),
        };
        let binder = if variable { format!("for {player} in Player ") } else { String::new() };
        Head { binder, outcome, end: points_at + 2 }
    })
}

/// The end of the condition of a clause whose first token is `from`: the lines of a clause go on
/// behind a comma and other signs that wait for an operand, and up to the next clause.
fn body_end(place: &Place, from: usize) -> usize {
    let begins_clause = |line: usize| {
        (line..place.line_end(line)).any(|each| place.word(each) == ":" && place.word(each + 1) == "-")
    };
    (from + 1..place.range.end)
        .find(|each| place.first(*each) && (place.ends_operand(each - 1) || begins_clause(*each)))
        .unwrap_or(place.range.end.max(from))
        .max(from)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers red, blue\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\n{lines}\n"
        ))
    }

    #[test]
    fn a_clause_is_an_ending() {
        assert_eq!(helps("terminal :- n = 9\nstuck => draw"), ["write `end when n = 9 => me loses`"]);
        assert_eq!(helps("goal(red, 100) :- n = 9\nstuck => draw"), ["write `end when n = 9 => red wins`"]);
        assert_eq!(helps("terminal :-\n  n = 9.\nstuck => draw"), ["write `end when n = 9 => me loses`"]);
    }

    #[test]
    fn what_is_between_winning_and_losing_is_points() {
        assert_eq!(helps("goal(red, 75) :- n = 9\nstuck => draw"), ["write `end when n = 9 => 75 to red`"]);
    }

    #[test]
    fn a_clause_without_its_condition_is_shown_with_one() {
        let with = |outcome: &str| format!("write `end when n > 0 => {outcome}`, with the condition for it");
        assert_eq!(helps("terminal :-\nstuck => draw"), [with("me loses")]);
        assert_eq!(helps("terminal :-"), [with("me loses")]);
        assert_eq!(helps("goal(red, 75)\nstuck => draw"), [with("75 to red")]);
    }

    #[test]
    fn the_literals_of_a_clause_are_joined_by_and_on_one_line() {
        let two = "stuck => draw";
        assert_eq!(
            helps(&format!("goal(red, 100) :- n = 9,\n  n > min(3, 4).\n{two}")),
            ["write `end when n = 9 and n > min(3, 4) => red wins`"]
        );
        assert_eq!(
            helps(&format!("goal(?p,100) :- held[?p] = 9, n > 3\n{two}")),
            ["write `end for p in Player when held[p] = 9 and n > 3 => p wins`"]
        );
    }

    #[test]
    fn players_are_named_in_one_item() {
        let named = |lines: &str| {
            helps_about(&format!(
                "game \"G\"\n{lines}\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\nstuck => draw\n"
            ))
        };
        assert_eq!(named("player red\nplayer blue"), ["write `players red, blue`"; 1]);
        assert_eq!(
            named("players red, blue\nrole red\nrole blue"),
            ["delete it: `players red, blue` names them"; 2]
        );
        assert_eq!(named("role red"), ["write `players red, B`, with the name of the other player"]);
    }

    #[test]
    fn only_lines_that_name_a_role_become_the_players() {
        let first = |lines: &str| {
            let text = format!(
                "game \"G\"\n{lines}\nstate {{ n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}\nstuck => draw\n"
            );
            let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
            let fixes = reports.iter().flat_map(|report| &report.fixes);
            fixes
                .map(|fix| text[fix.span.start as usize..fix.span.end as usize].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(first("role(red)\nrole(blue)"), ["role(red)", "role(blue)"]);
        assert_eq!(first("role red\nrole blue"), ["role red", "role blue"]);
        let other = first("role red\nrole blue\nrole = 3 + 4");
        assert_eq!(other[..2], ["role red", "role blue"]);
    }
}
