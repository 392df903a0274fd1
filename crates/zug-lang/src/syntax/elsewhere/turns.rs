//! Words that end a body or pass the turn in other languages.

use super::place::Place;
use super::{Mistake, requires};
use crate::source::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::items::rule_of;

/// `return`, `break`, `pass`: words that end or skip something.
pub(super) fn ends_body(place: &Place, at: usize) -> Option<Mistake> {
    if let Some(found) = requires::in_body(place, at).or_else(|| requires::provided_inside(place, at)) {
        return Some(found);
    }
    if let Some(found) = end_of_play(place, at) {
        return Some(found);
    }
    let word = place.word(at);
    let kind = match word {
        "return" | "break" | "continue" | "pass" | "skip" | "done" | "stop" | "exit" | "yield"
        | "nothing" | "stay" | "wait" | "noop" => word,
        "print" | "println" | "printf" | "log" | "echo" | "puts" if place.word(at + 1) == "(" => "print",
        "import" | "include" | "using" => "import",
        "break;" => "break",
        _ => return None,
    };
    if matches!(place.word(at + 1), "=" | "+=" | "-=" | "[") {
        return None;
    }
    let end = place.statement_end(at);
    let whole = at..end;
    let (message, help) = match kind {
        "pass" | "skip" | "nothing" | "stay" | "wait" | "noop" => (
            format!("`{word}` is no statement: a body may be empty, `{{ }}`"),
            "delete it; a move that does nothing is `move pass { }`".to_string(),
        ),
        "print" => (
            format!("`{word}` is no statement: a move changes the position and does nothing else"),
            "delete it; `zug play` and `zug show` draw the position".to_string(),
        ),
        "import" => (format!("`{word}` is no statement: a definition is one file"), "delete it".to_string()),
        _ => (
            format!("`{word}` is no statement: a body ends at its `}}`, a loop after its last member"),
            format!(
                "delete it; what shall not be done then stands in `if .. {{ .. }}`, and what a `def` gives stands behind its `=`{}",
                if place.is_name(at + 1) { ", without `return`" } else { "" }
            ),
        ),
    };
    Some(place.reported(whole, at..at + 1, message, help, ""))
}

/// The token behind a word and the brackets that follow it.
fn behind_call(place: &Place, at: usize) -> usize {
    if place.word(at + 1) == "(" { place.past(at + 1) } else { at + 1 }
}

/// `if C { end }`: play ends by a rule of its own.
fn end_of_play(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let ends =
        matches!(word, "end" | "end_game" | "endgame" | "game_over" | "gameover" | "finish" | "terminate");
    let open = at.checked_sub(1).filter(|open| ends && place.word(*open) == "{")?;
    let close = place.partner(open).filter(|close| *close == behind_call(place, at))?;
    let nearest = |each: &usize| matches!(place.word(*each), "if" | "{" | "}");
    let begins = (place.range.start..open).rev().find(nearest).filter(|at| place.word(*at) == "if")?;
    let condition = place.text(begins + 1..open);
    let help = format!(
        "delete it, and write the rule as an item, `end when {condition} => ..`, with who wins behind the arrow"
    );
    let message = format!("`{word}` is no statement: an `end` rule says when play is over");
    let whole = begins..close + 1;
    Some(place.likely(whole, message, "").at(place.span(at)).label("no statement").help(help))
}

/// `again with take(1) and rest`: the moves that may follow are joined by `or`.
pub(super) fn and_for_or(place: &Place, at: usize) -> Option<Mistake> {
    let (open, close) = place.body.filter(|(open, _)| *open < at)?;
    let joins = matches!(place.word(at), "and" | "," | "&" | "|" | "/") && place.is_name(at + 1);
    let again = (open..at).rev().find(|each| place.word(*each) == "again").filter(|_| joins)?;
    let line = close.min(place.line_end(at));
    let end = place.find(at..line, &["when", "}"]).unwrap_or(line);
    let first = place.find(again + 2..end, &["and", ",", "&", "|", "/", "when", "}"]) == Some(at);
    (first && place.word(again + 1) == "with").then(|| {
        let signs = (at..end).filter(|each| place.word(*each) == place.word(at));
        let (mut text, mut from) = (String::new(), again);
        for sign in signs {
            text.push_str(&format!("{} or ", place.text(from..sign)));
            from = sign + 1;
        }
        text.push_str(place.text(from..end));
        let rest = place.text(end..place.find(end..line, &["}"]).unwrap_or(line));
        let shown = format!("{text} {rest}");
        let message = "the moves that may follow are joined by `or`";
        let mistake = place.certain(again..end, message, text).at(place.span(at)).label("write `or`");
        mistake.help(format!("write `{}`", shown.trim_end()))
    })
}

/// `again when C`, `extra turn when C` behind the body of a move or as a line of its own.
pub(super) fn outside(place: &Place, at: usize) -> Option<Mistake> {
    let behind = place.body.is_some_and(|(_, close)| at == close + 1) && place.rule == Some(Rule::move_item);
    let alone = place.rule.is_none() && at == place.range.start;
    let words = match (place.word(at), place.word(at + 1)) {
        ("again", _) => 1,
        ("extra" | "another" | "bonus" | "free" | "second", "turn" | "move")
        | ("play" | "go" | "move" | "moves", "again") => 2,
        ("extra_turn" | "extraTurn" | "move_again" | "moveAgain" | "play_again" | "again_", _) => 1,
        _ => return None,
    };
    let sign = at + words;
    let end = place.line_end(at);
    let condition = match place.word(sign) {
        "when" | "if" | ":" if sign + 1 < end => format!(" when {}", place.text(sign + 1..end)),
        _ if sign == end => String::new(),
        _ => return None,
    };
    if !(behind || alone) {
        return None;
    }
    let text = format!("again{condition}");
    let message = "another turn is asked for in the body of the move";
    let help = format!("write `{text}` as the last statement in the body of the move");
    let close = at.checked_sub(1).filter(|close| place.view.word(*close) == "}");
    let mut mistake = place.reported(at..end, at..sign, message, help, "");
    if let Some(close) = close.filter(|_| behind || ends_move(place, at)) {
        let gap = Span { end: place.view.span(close).start, ..place.view.span(close) };
        mistake.report.fixes.clear();
        mistake.report =
            mistake.report.likely(gap, format!(" {text} ")).likely(place.span_of(&(at..end)), "");
    }
    Some(mistake.label("not in a body"))
}

/// Whether the item before `at` is a move.
fn ends_move(place: &Place, at: usize) -> bool {
    let view = place.view;
    let first = (0..at).rev().find(|each| view.tokens[*each].first && rule_of(view.word(*each)).is_some());
    first.is_some_and(|first| matches!(view.word(first), "move" | "followup"))
}

/// `followup more` in a body: it is asked for.
pub(super) fn asked_followup(place: &Place, at: usize) -> Option<Mistake> {
    let said = matches!(place.word(at), "followup" | "follow") && !place.first(at);
    if !said || !place.is_name(at + 1) || place.first(at + 1) {
        return None;
    }
    let end = if place.word(at + 2) == "(" { place.past(at + 2) } else { at + 2 };
    let text = format!("again with {}", place.text(at + 1..end));
    Some(place.certain(at..end, "a body asks for a followup by `again with`", text))
}

/// `again if C`, `again place`, `go again`
pub(super) fn again(place: &Place, at: usize) -> Option<Mistake> {
    let (word, next) = (place.word(at), place.word(at + 1));
    let message = "the same player moves again by `again`";
    if word == "again" && next == "if" && !place.first(at + 1) {
        let end = place.statement_end(at);
        let condition_end = place.find(at + 2..end, &["else"]).unwrap_or(end);
        let text = format!("when {}", place.text(at + 2..condition_end));
        let message = "the condition of `again` stands behind `when`";
        let help = format!("write `again {text}`");
        return Some(match condition_end < end {
            true => place
                .likely(at + 1..end, message, text)
                .help(format!("{help}: else the turn passes by itself"))
                .at(place.span(at + 1)),
            false => place.certain(at + 1..at + 2, message, "when").help(help),
        });
    }
    if word == "again" && next == "with" {
        let end = place.line_end(at).min(place.body.map_or(place.range.end, |(_, close)| close));
        let sign = place
            .find(at + 2..end, &["if", "where", "unless"])
            .filter(|sign| place.ends_operand(sign - 1))?;
        let block = place.find(sign..place.range.end, &["{"]).is_some_and(|open| open < end);
        let condition = match place.word(sign) {
            "unless" => place.negated(sign + 1..end),
            _ => place.text(sign + 1..end).to_string(),
        };
        let help = format!("write `{} when {condition}`", place.text(at..sign));
        let message = "the condition of `again` stands behind `when`";
        return (!block && sign + 1 < end).then(|| {
            place.likely(sign..end, message, format!("when {condition}")).at(place.span(sign)).help(help)
        });
    }
    if word == "again"
        && let Some(found) = without_when(place, at)
    {
        return Some(found);
    }
    if word == "again" && place.is_name(at + 1) && next != "unless" && !place.first(at + 1) {
        let help = format!(
            "write `again with {}`: the next move is that one; `again` alone leaves the choice free",
            place.text(at + 1..place.operand_end(at + 1).max(place.statement_end(at)))
        );
        return Some(
            place
                .likely(
                    at + 1..at + 2,
                    "which move comes next stands behind `again with`",
                    format!("with {next}"),
                )
                .help(help),
        );
    }
    let covers = match (word, next) {
        ("go" | "play" | "repeat" | "turn" | "do" | "move" | "moves", "again") => at..at + 2,
        ("extra" | "another" | "bonus" | "same" | "keep" | "free", "turn" | "move" | "player") => at..at + 2,
        ("moveAgain" | "move_again" | "extra_turn" | "extraTurn" | "replay" | "goAgain" | "go_again", _) => {
            at..place.operand_end(at)
        }
        _ => return None,
    };
    Some(place.certain(covers, message, "again"))
}

/// `again lit = 1`, `again with fly(to) due > 0`: the condition without its `when`.
fn without_when(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.statement_end(at).min(place.line_end(at));
    let closes = |each: &usize| place.word(*each) == "}" && place.partner(*each).is_none_or(|open| open < at);
    let end = (at + 1..end).find(closes).unwrap_or(end);
    let begins = match place.word(at + 1) {
        "with" => Some(place.operand_end(at + 2))
            .filter(|behind| place.declared_move(place.word(at + 2)) && *behind < end),
        _ => Some(at + 1).filter(|behind| *behind < end && !place.declared_move(place.word(*behind))),
    }?;
    let operand =
        place.is_name(begins) || matches!(place.word(begins), "not" | "some" | "every" | "no" | "me");
    let compares = place.find(begins..end, &["=", "!=", "<", "<=", ">", ">=", "in"]).is_some();
    let denied = place.word(begins) == "not" && begins + 1 < end;
    (operand && !place.first(begins) && (compares || denied)).then(|| {
        let condition = place.text(begins..end);
        let help = format!("write `{} when {condition}`", place.text(at..begins));
        let message = "`when` is missing before the condition";
        place.likely(begins..end, message, format!("when {condition}")).at(place.span(begins)).help(help)
    })
}

/// `me = opponent`, `swap players`, `next player`: the turn passes by itself.
pub(super) fn passed_turn(place: &Place, at: usize) -> Option<Mistake> {
    let (word, next) = (place.word(at), place.word(at + 1));
    let assigned = matches!(next, "=" | ":=" | "==");
    let end = place.statement_end(at);
    let last = place.word(end - 1);
    let to_other = matches!(last, "opponent" | "other" | ")" | "me")
        || place.players().0 == last
        || place.players().1 == last;
    let turn_word = matches!(
        word,
        "turn"
            | "player"
            | "current"
            | "current_player"
            | "currentPlayer"
            | "to_move"
            | "mover"
            | "toMove"
            | "whose_turn"
            | "active"
    );
    let reported = word == "me" && assigned
        || turn_word && assigned && to_other && !place.is_field(word)
        || matches!(word, "swap" | "switch" | "next" | "toggle" | "change" | "flip" | "pass" | "other")
            && matches!(next, "player" | "players" | "turn" | "turns" | "sides" | "side")
        || matches!(word, "swap" | "next") && (next.is_empty() || place.first(at + 1) || next == "}")
        || matches!(
            word,
            "end_turn"
                | "endTurn"
                | "next_turn"
                | "nextTurn"
                | "next_player"
                | "nextPlayer"
                | "switch_player"
                | "switchPlayer"
                | "swap_players"
                | "switch_turn"
                | "swapTurn"
                | "pass_turn"
        );
    reported.then(|| {
        let covers =
            if assigned || place.first(end) || place.word(end) == "}" { at..end } else { at..at + 2 };
        let message = if word == "me" {
            "`me` is the player to move and cannot be assigned: the turn passes by itself".to_string()
        } else {
            "the turn passes by itself after every move".to_string()
        };
        place.likely(covers, message, "").help("delete it; `again` keeps the turn with the player who moved")
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn moves_that_may_follow_are_joined_by_or() {
        let head = "game \"G\"\nplayers A, B\nstate { n: 0..9 }\nfollowup rest { }\nfollowup eat(k in 1..2) { n = k }\nstuck => draw\n";
        let helps = |line: &str| helps_about(&format!("{head}move m {{ n += 1\n  {line} }}\n"));
        let or = ["write `again with eat(n) or rest when n > 0`"];
        assert_eq!(helps("again with eat(n) and rest when n > 0"), or);
        assert_eq!(helps("again with eat(n), rest when n > 0"), or);
    }

    #[test]
    fn the_condition_of_again_stands_behind_when() {
        let head =
            "game \"G\"\nplayers A, B\nstate { n: 0..9 }\nfollowup eat(k in 1..2) { n = k }\nstuck => draw\n";
        let helps = |line: &str| helps_about(&format!("{head}move m {{ n += 1\n  {line}\n}}\n"));
        assert_eq!(helps("again n > 3"), ["write `again when n > 3`"]);
        assert_eq!(helps("again with eat(n) n > 3"), ["write `again with eat(n) when n > 3`"]);
        assert_eq!(helps("again with eat(n) not (n > 3)"), ["write `again with eat(n) when not (n > 3)`"]);
        assert!(helps("again eat(n)")[0].starts_with("write `again with eat(n)`"));
    }
}
