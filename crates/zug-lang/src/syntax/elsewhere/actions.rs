//! Statements of games told in words: outcomes in a body, `capture(c)`, `place(c)`.

use super::Mistake;
use super::place::Place;
use std::collections::BTreeSet;
use std::ops::Range;

/// Searches the token `at`, with which a statement begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    outcome(place, at).or_else(|| on_the_board(place, at)).or_else(|| swapped(place, at))
}

/// Whether a token begins a statement by its word alone, though no line begins with it.
pub(super) fn acts(place: &Place, at: usize) -> bool {
    if !place.ends_operand(at.wrapping_sub(1)) || place.first(at) {
        return false;
    }
    let called = place.word(at + 1) == "(" && place.beside(at);
    match place.word(at) {
        "if" => {
            let stores = |from: usize| {
                place.is_name(from) && matches!(place.word(place.operand_end(from)), "=" | "+=" | "-=")
            };
            let end = (at + 1..place.range.end).find(|each| place.first(*each)).unwrap_or(place.range.end);
            let sign = place.find(at + 1..end, &["then", ":", "else"]);
            match sign {
                Some(sign) => place.word(sign) != "else" && stores(sign + 1),
                None => (at + 2..end).any(|each| {
                    place.word(each) == "{" && place.ends_operand(each - 1) && place.holds_statements(each)
                }),
            }
        }
        "for" => matches!(place.word(at + 1), "each" | "all" | "every"),
        "while" => place.find(statement_start(place, at)..at, &["repeat"]).is_none(),
        "stay" | "wait" | "skip" | "pass" | "break" | "continue" | "return" | "stop" | "extra"
        | "another" | "foreach" => !place.is_field(place.word(at)),
        word if called => {
            taking(word).is_some() || matches!(word, "swap" | "flip" | "win" | "lose" | "game_over")
        }
        _ => verb(place, at).is_some() && place.word(at - 1) != "=",
    }
}

/// The first token of the line or block that holds `at`.
fn statement_start(place: &Place, at: usize) -> usize {
    let begins = |each: &usize| place.first(*each) || matches!(place.before(*each), "{" | "}");
    (place.range.start..at).rev().find(begins).unwrap_or(place.range.start)
}

/// What is said of a player at `at`: `me wins`, `Red loses`.
fn verb(place: &Place, at: usize) -> Option<&'static str> {
    let verb = match place.word(at + 1) {
        "wins" | "win" | "won" => "wins",
        "loses" | "lose" | "lost" => "loses",
        _ => return None,
    };
    let (first, second) = place.players();
    let player = matches!(place.word(at), "me" | "opponent") || [first, second].contains(&place.word(at));
    player.then_some(verb)
}

/// `me wins`, `draw`, `if C { me wins }` in a body: an ending is a rule of its own.
fn outcome(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.statement_end(at);
    let draw = matches!(place.word(at), "draw" | "tie") && end == at + 1;
    let called = matches!(place.word(at), "win" | "lose" | "game_over") && place.word(at + 1) == "(";
    let (said, stop) = match verb(place, at) {
        Some(verb) => (format!("{} {verb}", turned(place.word(at))), at + 2),
        None if draw => ("draw".to_string(), end),
        None if called => ("opponent wins".to_string(), place.operand_end(at)),
        None => return None,
    };
    let condition = governing(place, at).map_or("..".to_string(), |range| after_move(place, range));
    let message = "a body says what the move changes; who wins is said by an `end` rule";
    let help = format!(
        "write `end when {condition} => {said}` as a rule of its own: there the player who moved is `opponent`"
    );
    Some(place.reported(at..stop, at..stop, message, help, ""))
}

/// The player as seen after the move.
fn turned(player: &str) -> &str {
    match player {
        "me" => "opponent",
        "opponent" => "me",
        other => other,
    }
}

/// The condition of the `if` whose block begins just before `at`.
fn governing(place: &Place, at: usize) -> Option<Range<usize>> {
    let open = at.checked_sub(1).filter(|open| place.word(*open) == "{")?;
    let from =
        (place.range.start..open).rev().find(|each| place.word(*each) == "if" || place.first(*each))?;
    (place.word(from) == "if").then_some(from + 1..open)
}

/// A condition as it is asked after the move; `..` if it speaks of what the move has chosen.
fn after_move(place: &Place, range: Range<usize>) -> String {
    let head = place.body.map_or(place.range.start, |(open, _)| open);
    let chosen =
        (place.range.start..head).filter(|each| place.word(each + 1) == "in" && place.is_name(*each));
    let named = (head..range.start).filter(|each| matches!(place.before(*each), "let" | "var" | "for"));
    let own: BTreeSet<&str> = chosen.chain(named).map(|each| place.word(each)).collect();
    if range.clone().any(|each| own.contains(place.word(each)) && place.before(each) != ".") {
        return "..".to_string();
    }
    let mut text = String::new();
    for each in range.clone() {
        let blank = each > range.start && !place.beside(each - 1);
        text.push_str(if blank { " " } else { "" });
        text.push_str(turned(place.word(each)));
    }
    text
}

/// Whether a word takes from the board, or puts there.
fn taking(word: &str) -> Option<bool> {
    Some(match word {
        "capture" | "captures" | "kill" | "eat" | "remove" | "destroy" | "clear" | "jump_over" | "erase" => {
            true
        }
        "place" | "put" | "drop" | "occupy" | "claim" | "mark" | "fill" | "take" => false,
        _ => return None,
    })
}

/// `capture(east(c))`, `place(c)`: into which set, or out of which, is not said.
pub(super) fn on_the_board(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let plain = place.word(at + 1) == "(" && !place.declared_def(word) && !place.declared_move(word);
    let takes = taking(word).filter(|_| plain)?;
    let close = place.partner(at + 1)?;
    let alone = place.find(at + 2..close, &[","]).is_none() && at + 2 < close;
    if !alone || place.is_field(place.word(at + 2)) || place.is_number(at + 2) {
        return None;
    }
    let sign = if takes { "-=" } else { "+=" };
    let set = place.set_for(at + 2..close, takes, None)?;
    let text = format!("{set} {sign} {}", place.text(at + 2..close));
    let message =
        format!("`{word}(..)` is no statement: what stands where is stored in fields, with `+=` and `-=`");
    Some(place.likely(at..close + 1, message, text))
}

/// `swap(x, y)`: three assignments.
fn swapped(place: &Place, at: usize) -> Option<Mistake> {
    let called = matches!(place.word(at), "swap" | "exchange") && place.word(at + 1) == "(";
    let close = place.partner(at + 1).filter(|_| called && !place.declared_def(place.word(at)))?;
    let comma = place.find(at + 2..close, &[","])?;
    let (one, two) = (place.text(at + 2..comma), place.text(comma + 1..close));
    let fields = place.is_field(place.word(at + 2)) && place.is_field(place.word(comma + 1));
    let lines = [format!("let old = {one}"), format!("{one} = {two}"), format!("{two} = old")];
    let shown: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
    let message = format!("`{}(..)` is no statement: what is stored is written with `=`", place.word(at));
    fields.then(|| {
        place
            .likely(at..close + 1, message, lines.join("\n  "))
            .help(format!("write {}", shown.join(", ")))
            .label("no statement")
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a move with this body.
    fn helps(body: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n\
             state {{ left: 0..9 = 9, held[Player]: set of C, n: 0..9 }}\n\
             move m(c in C) when c not in held[me] {{\n  {body}\n}}\nstuck => draw\n"
        );
        helps_about(&text)
    }

    #[test]
    fn endings_in_a_body_are_rules_of_their_own() {
        let rule = |rule: &str| {
            [format!("write `{rule}` as a rule of its own: there the player who moved is `opponent`")]
        };
        let cases = [
            ("held[me] += c\n  if left = 0 { me loses }", "end when left = 0 => opponent loses"),
            ("if count(held[me]) = 3 { Ann wins }", "end when count(held[opponent]) = 3 => Ann wins"),
            ("held[me] += c  if c.x = 2 { draw }", "end when .. => draw"),
            ("left -= 1  opponent wins", "end when .. => me wins"),
        ];
        for (body, help) in cases {
            assert_eq!(helps(body), rule(help), "{body}");
        }
    }

    #[test]
    fn actions_are_stored_in_the_fields() {
        let cases = [
            ("kill(west(c))", "write `held[opponent] -= west(c)`"),
            ("left -= 1  occupy(c)", "write `held[me] += c`"),
            ("swap(left, n)", "write `let old = left`, `left = n`, `n = old`"),
            ("left -= 1  wait", "delete it; a move that does nothing is `move pass { }`"),
            ("left -= 1, n += 1", "delete it: a statement ends where the next one begins"),
            ("left -= 1  if n > 3 then n = 0", "write `if n > 3 { n = 0 }`"),
        ];
        for (body, help) in cases {
            assert_eq!(helps(body), [help], "{body}");
        }
        let found = helps("x = 2; left--");
        assert!(found.iter().any(|help| help == "write `left -= 1`"), "{found:?}");
    }

    #[test]
    fn loops_say_how_often() {
        let shown = "write `repeat N while left > 2 { left -= 1 }` with the greatest number of times as N";
        assert_eq!(helps("while left > 2: left -= 1"), [shown]);
        assert_eq!(helps("while (left > 2) left -= 1"), [shown]);
        let until = "write `repeat N while left > 2 { .. }` with the greatest number of times as N";
        assert_eq!(helps("until left <= 2 { left -= 1 }"), [until]);
        assert_eq!(
            helps("again if left > 2 else skip"),
            ["write `again when left > 2`: else the turn passes by itself"]
        );
    }
}
