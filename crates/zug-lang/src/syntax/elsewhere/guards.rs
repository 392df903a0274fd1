//! Conditions in the words of rules told in English: `unless`, `neither .. nor`, `player is X`,
//! `not me` for the other player.

use super::place::Place;
use super::{Mistake, goals, left_out, turns};
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_operator;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    turns::outside(place, at)
        .or_else(|| unless(place, at))
        .or_else(|| line_of(place, at))
        .or_else(|| goals::no_moves(place, at))
        .or_else(|| goals::illegal(place, at))
        .or_else(|| goals::line(place, at))
        .or_else(|| goals::sites(place, at))
        .or_else(|| goals::on_row(place, at))
        .or_else(|| neither(place, at))
        .or_else(|| mover(place, at))
        .or_else(|| other_player(place, at))
        .or_else(|| owned(place, at))
        .or_else(|| left_out::search(place, at))
}

/// `when C unless D`, `when C, unless D`, `again unless C`
fn unless(place: &Place, at: usize) -> Option<Mistake> {
    let sign = if place.word(at) == "," { at + 1 } else { at };
    if place.word(sign) != "unless" || !place.ends_operand(at.wrapping_sub(1)) {
        return None;
    }
    let again = place.before(at) == "again" && place.in_body(at);
    let limit = match place.body {
        Some((open, _)) if at < open => open,
        Some((_, close)) => close,
        None => place.range.end,
    };
    let further = || (sign + 1..limit).find(|each| place.begins_statement(*each)).unwrap_or(limit);
    let stop = match again {
        true => place.statement_end(at),
        false if place.in_body(at) => further(),
        false => place.find(sign..limit, &["as", "=>", "->", "{"]).unwrap_or(limit),
    };
    let enclosed = (place.range.start..at).any(|open| {
        matches!(place.word(open), "(" | "[" | "{")
            && place.partner(open).is_some_and(|close| at < close && close < stop)
    });
    let several = (sign + 1..stop).any(|each| matches!(place.word(each), "unless" | "when"));
    if sign + 1 >= stop || enclosed || several {
        return None;
    }
    let condition = place.negated(sign + 1..stop);
    if again {
        let message = "the condition of `again` stands behind `when`";
        let text = format!("when {condition}");
        let mistake = place.certain(at..stop, message, &text).at(place.span(at));
        return Some(mistake.help(format!("write `again {text}`")));
    }
    if let Some(start) = (place.range.start..at).rev().find(|each| place.begins_statement(*each))
        && place.in_body(at)
    {
        let text = format!("if {condition} {{ {} }}", place.text(start..at));
        let message = "a statement under a condition stands in the braces of an `if`";
        return Some(place.likely(start..stop, message, text).at(place.span(sign)));
    }
    let rule = matches!(place.rule, Some(Rule::move_item | Rule::end_item)) && !place.in_body(at);
    let when = place.find(place.range.start..at, &["when"]).filter(|_| rule)?;
    if place.find(when..at, &["as", "=>", "->"]).is_some() {
        return None;
    }
    let message = "all conditions stand behind one `when`, joined by `and`";
    let loose = ["or", "||", "implies", "some", "every", "no", "if", "let"];
    let (covers, text) = match place.find(when + 1..at, &loose) {
        Some(_) => (when..stop, format!("when ({}) and {condition}", place.text(when + 1..at))),
        None => (at..stop, format!("and {condition}")),
    };
    let shown = format!("write `{text}`");
    let text = if place.word(at) == "," { format!(" {text}") } else { text };
    Some(place.certain(covers, message, text).at(place.span(sign)).label("write `and not`").help(shown))
}

/// `S in (is Line 3)`: a line is a member of a family.
fn line_of(place: &Place, at: usize) -> Option<Mistake> {
    let said = place.word(at) == "(" && place.word(at + 1) == "is" && place.is_number(at + 3);
    let close = place.partner(at).filter(|close| said && *close == at + 4)?;
    let (family, sign) = (place.word(at + 2), place.before(at));
    if !matches!(sign, "in" | "=" | "has") || !place.ends_operand(at - 2) {
        return None;
    }
    let from = place.operand_start(at - 2);
    let text = format!("(some l in {family}: l <= {})", place.text(from..at - 1));
    let message = "a row is a member of a family of lines, all of whose cells are in a set";
    let declared = (1..place.view.tokens.len())
        .any(|each| place.view.word(each - 1) == "family" && place.view.word(each) == family);
    let help = match declared {
        true => format!("write `{text}`"),
        false => {
            let board = place.board();
            format!(
                "write `{text}`, with `family {family} of {board} = lines({board}, {})`",
                place.word(at + 3)
            )
        }
    };
    Some(place.likely(from..close + 1, message, &text).at(place.span_of(&(at..close + 1))).help(help))
}

/// `neither A nor B`, `c is neither a1 nor b2`, `c in neither S nor T`
fn neither(place: &Place, at: usize) -> Option<Mistake> {
    let outcome = matches!(place.before(at), "=>" | "then" | "else" | "->");
    if place.word(at) != "neither" || outcome || place.is_field("neither") {
        return None;
    }
    let nor = place.find(at + 1..place.range.end, &["nor"]).filter(|nor| *nor > at + 1)?;
    let operand =
        |sign: usize| place.ends_operand(sign.wrapping_sub(1)).then(|| place.operand_start(sign - 1));
    let message = "`neither .. nor` is written with `not`";
    let (one, end) = (at + 1..nor, nor + 1);
    let (from, to, text) = match place.before(at) {
        "is" | "=" | "are" | "==" | "in" | "∈" => {
            let from = operand(at - 1)?;
            let to = place.operand_end(end);
            if matches!(place.word(at + 1), "in" | "∈" | "=")
                || is_operator(place.word(to)) && place.word(to) != "and" && place.word(to) != "or"
            {
                return None;
            }
            let (left, second) = (place.text(from..at - 1), place.text(end..to));
            let first = place.text(one);
            let text = match place.before(at) {
                "in" | "∈" => format!("{left} not in {first} + {second}"),
                _ => format!("{left} not in {{{first}, {second}}}"),
            };
            (from, to, text)
        }
        _ => {
            let to = place.clause_end(end);
            (at, to, format!("not ({} or {})", place.text(one), place.text(end..to)))
        }
    };
    (end < to).then(|| place.certain(from..to, message, text).at(place.span(at)).label("no such word"))
}

/// `when player is X`, `current player = X`
fn mover(place: &Place, at: usize) -> Option<Mistake> {
    let single = matches!(
        place.word(at),
        "player" | "mover" | "turn" | "current_player" | "currentPlayer" | "to_move"
    );
    let double = matches!(
        (place.word(at), place.word(at + 1)),
        ("current" | "active" | "moving", "player") | ("player", "to") | ("whose", "turn")
    );
    let named =
        matches!(place.before(at), "when" | "and" | "or" | "if" | "not" | "(" | "provided" | "&&" | "||");
    let words = match (single, double, place.word(at + 1)) {
        (_, true, "to") => 3,
        (_, true, _) => 2,
        (true, ..) => 1,
        _ => return None,
    };
    let sign = at + words;
    let behind = match (place.word(sign), place.word(sign + 1)) {
        ("is", "not") => sign + 2,
        ("is" | "=" | "==" | "!=", _) => sign + 1,
        _ => return None,
    };
    let (first, second) = place.players();
    let player = [first, second, "me"].contains(&place.word(behind));
    let declared = place.is_field(place.word(at)) || place.declared_def(place.word(at)) || bound(place, at);
    if !named || !player || declared {
        return None;
    }
    let not = matches!(place.word(sign), "!=") || behind == sign + 2;
    let text = format!("me {} {}", if not { "!=" } else { "=" }, place.word(behind));
    let message = "who is to move is asked by `me`";
    // After a move, others may mean the player who has made it.
    Some(match place.rule {
        Some(Rule::move_item) => place.certain(at..behind + 1, message, text),
        _ => place.likely(at..behind + 1, message, text),
    })
}

/// Whether the name at `at` is bound before it in the item.
fn bound(place: &Place, at: usize) -> bool {
    let name = place.word(at);
    (place.range.start..at).any(|each| {
        place.word(each) == name
            && (matches!(place.word(each + 1), "in" | ":") || matches!(place.before(each), "let" | "var"))
    })
}

/// `lives[not me]`, `lives[!me]`, `lives[other me]`
fn other_player(place: &Place, at: usize) -> Option<Mistake> {
    let not = matches!(place.word(at), "not" | "!" | "~" | "¬" | "other");
    let whole = place.before(at) == "[" && place.word(at + 2) == "]";
    let text = match place.word(at + 1) {
        "me" => "opponent",
        "opponent" => "me",
        _ => return None,
    };
    let name = at.checked_sub(2).filter(|_| not && whole)?;
    Some({
        let owner = place.text(place.operand_start(name)..at - 1);
        let message = format!("the other player is `{text}`");
        place.certain(at..at + 2, message, text).help(format!("write `{owner}[{text}]`"))
    })
}

/// `my hand`, `opponent hand`, of what each player has.
fn owned(place: &Place, at: usize) -> Option<Mistake> {
    let (owner, words) = match (place.word(at), place.word(at + 1)) {
        ("my" | "our" | "own", _) => ("me", 1),
        ("your" | "their" | "opponents", _) => ("opponent", 1),
        ("opponent", "'" | "’") if place.word(at + 2) == "s" => ("opponent", 3),
        ("me" | "opponent", _) if place.beside(at) || place.first(at + 1) => return None,
        ("me" | "opponent", _) => (place.word(at), 1),
        _ => return None,
    };
    let field = at + words;
    let bare = !matches!(place.word(field + 1), "[" | "(" | ".") && place.is_name(field);
    let known = place.is_field(place.word(at)) || place.field_index(place.word(field)) != Some("Player");
    (bare && !known).then(|| {
        let message = "what a player has is an entry of a field, with the player in square brackets";
        place.likely(at..field + 1, message, format!("{}[{owner}]", place.word(field)))
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n\
        state { s: set of C, t: set of C, n: 0..9, held[Player]: 0..3 }\n";

    /// What is told of a move with this guard.
    fn guard(guard: &str) -> Vec<String> {
        helps_about(&format!("{HEAD}move m(c in C) {guard} {{ s += c }}\nstuck => draw\n"))
    }

    #[test]
    fn conditions_in_english_are_those_of_the_language() {
        let cases = [
            ("when n > 3 unless c in s", "write `and c not in s`"),
            ("when n > 3, unless c in s", "write `and c not in s`"),
            ("when n > 3 or n = 1 unless c in s", "write `when (n > 3 or n = 1) and c not in s`"),
            ("when neither n = 3 nor c in s", "write `not (n = 3 or c in s)`"),
            ("when c is neither a1 nor b2 and n = 0", "write `c not in {a1, b2}`"),
            ("when c in neither s nor t", "write `c not in s + t`"),
            ("when n = 1 and player is Bob", "write `me = Bob`"),
            ("when current player is not Bob", "write `me != Bob`"),
            ("when held[!me] > 0", "write `held[opponent]`"),
            ("when n =! 3", "write `n != 3`"),
            ("when s not contains c", "write `c not in s`"),
            ("when n > 3 and s not has c", "write `c not in s`"),
        ];
        for (text, help) in cases {
            assert_eq!(guard(text), [help], "{text}");
        }
    }

    #[test]
    fn what_may_be_read_in_two_ways_is_not_rewritten() {
        let guards = [
            "when (n > 3 or n = 1 unless c in s)",
            "when c in neither s nor t - {a1}",
            "when c is neither in s nor t",
        ];
        for text in guards {
            let helps = guard(text);
            let rewritten = ["and c not in s", "not in s + t", "{in s"];
            assert!(!helps.is_empty(), "{text}");
            assert!(!helps.iter().any(|help| rewritten.iter().any(|part| help.contains(part))), "{helps:?}");
        }
        assert_eq!(guard("when s contains a1 + b1"), ["write `a1 + b1 in s`"]);
    }

    #[test]
    fn another_turn_is_asked_for_in_the_body() {
        let help = ["write `again when n > 3` as the last statement in the body of the move"];
        for line in ["again when n > 3", "extra turn if n > 3", "play again when n > 3"] {
            let text = format!("{HEAD}move m(c in C) {{ s += c }}\n{line}\nstuck => draw\n");
            assert_eq!(helps_about(&text), help, "{line}");
        }
    }
}
