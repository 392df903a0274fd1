//! Statements that say by a verb or by a method what an assignment says: `add c to marks[me]`,
//! `marks[me].add(c)`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// What a verb does to its target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    PutIn,
    TakeOut,
    Clear,
    Set,
    Move,
}

/// The meaning of a verb.
fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "add" | "insert" | "push" | "append" | "put" | "push_back" | "include" | "addAll" | "add_all"
        | "extend" | "update" | "union" | "place" | "increase" | "increment" | "inc" | "incr" | "emplace"
        | "mark" | "plus" | "drop" | "gets" | "receives" | "gains" | "get" | "gain" | "earns" => Verb::PutIn,
        "remove" | "delete" | "discard" | "erase" | "pop" | "take" | "subtract" | "difference"
        | "exclude" | "decrease" | "loses" | "pays" | "spends" | "decrement" | "dec" | "decr"
        | "removeAll" | "remove_all" | "minus" | "capture" | "unset" => Verb::TakeOut,
        "clear" | "empty" | "reset" => Verb::Clear,
        "set" | "assign" | "store" | "replace" => Verb::Set,
        "move" | "slide" | "relocate" => Verb::Move,
        _ => return None,
    })
}

/// Searches the token `at` of a move's body.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if !place.in_body(at) {
        return None;
    }
    method(place, at).or_else(|| {
        let found = || {
            call(place, at)
                .or_else(|| replaced(place, at))
                .or_else(|| gained(place, at))
                .or_else(|| sentence(place, at))
                .or_else(|| infix(place, at))
        };
        place.begins_statement(at).then(found).flatten()
    })
}

/// The assignment that a verb means.
fn assignment(verb: Verb, word: &str, target: &str, value: &str) -> String {
    match verb {
        Verb::PutIn => format!("{target} += {}", if value.is_empty() { "1" } else { value }),
        Verb::TakeOut => format!("{target} -= {}", if value.is_empty() { "1" } else { value }),
        Verb::Clear if word == "reset" && !value.is_empty() => format!("{target} = {value}"),
        Verb::Clear => format!("{target} = {{}}"),
        Verb::Set | Verb::Move => format!("{target} = {value}"),
    }
}

/// The assignment that a verb means with these operands. What the move has chosen is no target: it
/// is put into a set or taken out of one.
fn stored(
    place: &Place,
    verb: Verb,
    word: &str,
    target: Range<usize>,
    value: Range<usize>,
) -> Option<String> {
    let name = place.word(target.start);
    let chosen =
        |range: &Range<usize>| place.chosen_from(place.word(range.start)).filter(|_| range.len() == 1);
    let single = place.is_field(name) && !place.is_set(name);
    let (one, other) = (place.text(target.clone()), place.text(value.clone()));
    if verb == Verb::Move && !single {
        let set = chosen(&target).filter(|set| place.is_set(place.word(set.start)))?;
        let set = place.text(set);
        return Some(format!("{set} = {set} - {one} + {other}"));
    }
    let turned = place.is_player(one) && chosen(&value).is_some();
    let (element, owner) = if turned { (value, one) } else { (target, other) };
    if chosen(&element).is_none() {
        return Some(assignment(verb, word, one, other));
    }
    let takes = matches!(verb, Verb::TakeOut | Verb::Clear);
    let sign = if takes { "-=" } else { "+=" };
    // `place stone on c`: a word that nothing is called.
    let named =
        owner.chars().all(char::is_alphabetic) && !place.is_field(owner) && !place.declared_def(owner);
    if turned || place.is_player(owner) || named {
        let owner = Some(owner).filter(|owner| place.is_player(owner));
        let text = place.text(element.clone());
        return Some(format!("{} {sign} {{{text}}}", place.set_for(element, takes, owner)?));
    }
    let field = owner.split('[').next().unwrap_or(owner);
    let element = place.text(element);
    let single = place.is_field(field) && !place.is_set(field) && !takes;
    single.then(|| format!("{owner} = {element}"))
}

/// `marks[me].add(c)`
fn method(place: &Place, at: usize) -> Option<Mistake> {
    let named = place.word(at) == "." && place.word(at + 2) == "(";
    if !named {
        return None;
    }
    let start = place.operand_start(at.checked_sub(1)?);
    // Two operands never stand side by side: the second begins a statement.
    let beside = start.checked_sub(1).is_some_and(|last| {
        place.ends_operand(last)
            || matches!(place.word(last), "," | ";") && verb(place.word(at + 1)).is_some()
    });
    if !place.begins_statement(start) && !beside {
        return None;
    }
    let close = place.partner(at + 2)?;
    let (word, target, value) = (place.word(at + 1), place.text(start..at), place.text(at + 3..close));
    let message = format!("fields have no methods: `.{word}(..)`");
    Some(match verb(word) {
        Some(verb) => {
            let text = assignment(verb, word, target, value);
            if place.word(close + 1) == "if" && !place.first(close + 1) {
                let end = place.statement_end(start).max(close + 2);
                let decides = place.find(close + 1..end, &["else"]).unwrap_or(end);
                let condition = place.text(close + 2..decides);
                let help =
                    format!("write `if {condition} {{ {text} }}`: a condition stands before what it decides");
                return Some(place.reported(start..end, at..close + 1, message, help, &text));
            }
            place
                .certain(start..close + 1, message, &text)
                .at(place.span_of(&(at..close + 1)))
                .label("no method")
        }
        None => {
            let help = format!(
                "a statement stores: write `{target} = ..`; `{target} += ..` puts in or adds, `{target} -= ..` takes out"
            );
            place.reported(start..close + 1, at..close + 1, message, help, "")
        }
    })
}

/// `replace a by b in S`: one goes out, the other comes in.
fn replaced(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "replace" | "swap" | "exchange" | "change" | "substitute");
    let end = place.statement_end(at);
    let by = place.find(at + 1..end, &["by", "with", "for", "to"]).filter(|by| known && *by > at + 1)?;
    let within = place.find(by + 1..end, &["in", "of", "from"]).filter(|within| *within > by + 1)?;
    let (old, new, set) =
        (place.operand_text(at + 1..by), place.operand_text(by + 1..within), place.text(within + 1..end));
    let whole = place.operand_end(within + 1) == end && place.is_name(within + 1);
    let message =
        format!("`{}` does not begin a statement: what is stored is written with `=`", place.word(at));
    whole.then(|| place.likely(at..end, message, format!("{set} = {set} - {old} + {new}")))
}

/// `append(marks[me], c)`
fn call(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let verb = verb(word)
        .filter(|_| place.word(at + 1) == "(" && !place.declared_def(word) && !place.declared_move(word))?;
    if let Some(found) = super::actions::on_the_board(place, at) {
        return Some(found);
    }
    let close = place.partner(at + 1)?;
    let inside = at + 2..close;
    let comma = place.find(inside.clone(), &[","]);
    let (first, second) = match comma {
        Some(comma) => (at + 2..comma, comma + 1..close),
        None => (inside, close..close),
    };
    if first.is_empty() {
        return None;
    }
    // `add(c, marks[me])`: the target is the one that is a field.
    let turned = !place.is_field(place.word(first.start)) && place.is_field(place.word(second.start));
    let (target, value) = if turned { (second, first) } else { (first, second) };
    let text = stored(place, verb, word, target, value)?;
    let message = format!("`{word}(..)` is no statement: what is stored is written with `=`, `+=` or `-=`");
    Some(place.likely(at..close + 1, message, text))
}

/// `add c to marks[me]`, `remove c from S`, `set x to E`, `increase n by 2`, `clear S`
fn sentence(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let verb = verb(word)?;
    let begins = place.is_name(at + 1) || place.is_number(at + 1) || matches!(place.word(at + 1), "me" | "{");
    let end = place.statement_end(at);
    if !begins || place.first(at + 1) {
        return None;
    }
    let of =
        place.find(at + 2..end, &["to", "from", "in", "into", "on", "by", "at", "of", "onto", "=", "with"]);
    let message =
        format!("`{word}` does not begin a statement: what is stored is written with `=`, `+=` or `-=`");
    let Some(of) = of.filter(|of| *of > at + 1) else {
        // `clear S`, `increment n`
        let alone = matches!(
            word,
            "clear" | "reset" | "empty" | "increment" | "decrement" | "inc" | "dec" | "incr" | "decr"
        );
        let close = place.operand_end(at + 1);
        let alone = alone || place.chosen_from(place.word(at + 1)).is_some();
        let text = stored(place, verb, word, at + 1..end, end..end).filter(|_| alone && close == end)?;
        return Some(place.likely(at..end, message, text));
    };
    if place.word(of) == "=" && verb != Verb::Set {
        return None;
    }
    let (left, right) = (at + 1..of, of + 1..end);
    let moves = verb == Verb::Move;
    if right.is_empty() || moves && (place.word(of) == "from" || place.operand_end(right.start) < end) {
        return None;
    }
    let (target, value) = match (verb, place.word(of)) {
        (Verb::Set | Verb::Move, _) | (_, "by") => (left, right),
        _ => (right, left),
    };
    let text = stored(place, verb, word, target, value)?;
    // `remove c from my hand`
    let own = (at..end)
        .find(|each| place.word(*each) == "my" && place.field_index(place.word(each + 1)) == Some("Player"));
    let text = match own {
        Some(my) => text.replacen(place.text(my..my + 2), &format!("{}[me]", place.word(my + 1)), 1),
        None => text,
    };
    Some(place.likely(at..end, message, text))
}

/// `me gets 1 point`, where `points` is what each player has.
fn gained(place: &Place, at: usize) -> Option<Mistake> {
    let sign = match place.word(at + 1) {
        "gets" | "gains" | "scores" | "receives" | "earns" | "wins" | "takes" | "get" | "gain" | "score"
        | "earn" | "collects" => "+=",
        "loses" | "pays" | "spends" | "lose" | "pay" | "spend" => "-=",
        _ => return None,
    };
    let value = at + 2..place.operand_end(at + 2);
    let (unit, end) = (place.word(value.end), place.statement_end(at));
    let named = value.end + 1 == end;
    if !place.is_player(place.word(at)) || value.end > end || !named && value.end < end {
        return None;
    }
    let counts = |name: &&str| place.field_index(name) == Some("Player") && place.is_count(name);
    let plural = format!("{unit}s");
    let names = place.view.tokens.iter().map(|token| token.text(place.view.text));
    let field = names.filter(|name| !named || *name == unit || *name == plural).find(counts)?;
    let text = format!("{field}[{}] {sign} {}", place.word(at), place.text(value));
    let message = "what a player gets is stored in a field";
    Some(place.likely(at..end, message, text))
}

/// What words behind a field do to it.
const CHANGES: [(&[&str], Verb); 30] = [
    (&["moves", "to"], Verb::Set),
    (&["moves", "onto"], Verb::Set),
    (&["goes", "to"], Verb::Set),
    (&["jumps", "to"], Verb::Set),
    (&["steps", "to"], Verb::Set),
    (&["turns", "into"], Verb::Set),
    (&["turns", "to"], Verb::Set),
    (&["changes", "to"], Verb::Set),
    (&["changes", "into"], Verb::Set),
    (&["is", "set", "to"], Verb::Set),
    (&["is", "now"], Verb::Set),
    (&["set", "to"], Verb::Set),
    (&["becomes"], Verb::Set),
    (&["become"], Verb::Set),
    (&["to"], Verb::Set),
    (&["goes", "up", "by"], Verb::PutIn),
    (&["is", "increased", "by"], Verb::PutIn),
    (&["increases", "by"], Verb::PutIn),
    (&["increased", "by"], Verb::PutIn),
    (&["grows", "by"], Verb::PutIn),
    (&["rises", "by"], Verb::PutIn),
    (&["goes", "down", "by"], Verb::TakeOut),
    (&["is", "decreased", "by"], Verb::TakeOut),
    (&["is", "reduced", "by"], Verb::TakeOut),
    (&["decreases", "by"], Verb::TakeOut),
    (&["decreased", "by"], Verb::TakeOut),
    (&["reduced", "by"], Verb::TakeOut),
    (&["drops", "by"], Verb::TakeOut),
    (&["falls", "by"], Verb::TakeOut),
    (&["shrinks", "by"], Verb::TakeOut),
];

/// `at[me] moves to c`, `n grows by 2`
fn changed(place: &Place, at: usize, sign: usize, end: usize) -> Option<Mistake> {
    let says =
        |(words, _): &&(&[&str], Verb)| (0..words.len()).all(|each| place.word(sign + each) == words[each]);
    let (words, verb) = CHANGES.iter().find(says)?;
    let value = sign + words.len();
    if value >= end || !place.is_field(place.word(at)) || place.first(sign) {
        return None;
    }
    let text = assignment(*verb, "", place.text(at..sign), place.text(value..end));
    let message =
        format!("`{}` is no operator: what is stored is written with `=`, `+=` or `-=`", words.join(" "));
    Some(place.likely(at..end, message, text).at(place.span_of(&(sign..value))))
}

/// `marks[me] add c`
fn infix(place: &Place, at: usize) -> Option<Mistake> {
    if !place.is_name(at) {
        return None;
    }
    let sign = place.operand_end(at);
    let end = place.statement_end(at);
    if let Some(found) = changed(place, at, sign, end) {
        return Some(found);
    }
    let verb = verb(place.word(sign))
        .filter(|_| sign + 1 < end && !place.first(sign) && place.word(sign + 1) != "(")?;
    if matches!(place.word(sign + 1), "=" | "+=" | "-=") {
        return None;
    }
    let text = stored(place, verb, place.word(sign), at..sign, sign + 1..end)?;
    let message =
        format!("`{}` is no operator: what is stored is written with `=`, `+=` or `-=`", place.word(sign));
    Some(place.likely(at..end, message, text))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a move with this body.
    fn helps(body: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, t[Player]: set of C, n: 0..9 }\n";
        helps_about(&format!("{head}move m(c in C) {{\n  {body}\n}}\nstuck => draw\n"))
    }

    #[test]
    fn calls_beside_each_other_are_told_each() {
        assert_eq!(
            helps("s.add(c) t[me].remove(c) s.discard(a1)"),
            ["write `s += c`", "write `t[me] -= c`", "write `s -= a1`"]
        );
    }

    #[test]
    fn what_changes_is_stored() {
        let cases = [
            ("t[me] moves to near(c)", "t[me] = near(c)"),
            ("n becomes 3", "n = 3"),
            ("n grows by 2", "n += 2"),
            ("n is reduced by 2", "n -= 2"),
            ("n drops by 1", "n -= 1"),
        ];
        for (said, meant) in cases {
            assert_eq!(helps(said), [format!("write `{meant}`")], "{said}");
        }
    }

    #[test]
    fn what_a_move_has_chosen_is_no_target() {
        let text = |from: &str, body: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nrange Card = 1..3\nstate {{ at[Player]: C = a1, t[Player]: set of C, hand[Player]: set of Card }}\nmove m(x in {from}) {{\n  {body}\n}}\nstuck => draw\n"
            ))
        };
        let cases = [
            ("C", "place me on x", "t[me] += {x}"),
            ("near(at[me])", "put(x)", "t[me] += x"),
            ("near(at[me])", "put me on x", "t[me] += {x}"),
            ("near(at[me])", "move at[me] to x", "at[me] = x"),
            ("near(at[me])", "put at[me] on x", "at[me] = x"),
            ("hand[me]", "discard(x)", "hand[me] -= {x}"),
            ("hand[me]", "discard x", "hand[me] -= {x}"),
            ("hand[me]", "remove x from my hand", "hand[me] -= x"),
            ("Card", "put(x)", "hand[me] += x"),
            ("near(at[me])", "place stone on x", "t[me] += {x}"),
            ("hand[me]", "add(x)", "hand[me] += {x}"),
            ("Card", "insert(x)", "hand[me] += {x}"),
            ("t[me]", "move x to b1", "t[me] = t[me] - x + b1"),
        ];
        for (from, said, meant) in cases {
            let found = text(from, said);
            assert!(found.contains(&format!("write `{meant}`")), "{said}: {found:?}");
            assert!(!found.iter().any(|help| help.contains("`x ")), "{said}: {found:?}");
        }
        let moved = text("near(at[me])", "t[me] += {at[me]}\n  move at[me] to x\n  at[opponent] = b1");
        assert_eq!(moved, ["write `at[me] = x`"]);
    }

    #[test]
    fn what_a_player_gets_is_stored() {
        let text = |body: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9, points[Player]: 0..9, coins[Player]: 0..9 }}\nmove m {{\n  n += 1\n  {body}\n}}\nstuck => draw\n"
            ))
        };
        let cases = [
            ("me gets 1 point", "points[me] += 1"),
            ("if n > 3 { opponent loses n coins }", "coins[opponent] -= n"),
            ("Ann scores 2\n  n += 1", "points[Ann] += 2"),
        ];
        for (said, meant) in cases {
            assert_eq!(text(said), [format!("write `{meant}`")], "{said}");
        }
    }

    #[test]
    fn one_goes_out_and_the_other_comes_in() {
        assert_eq!(helps("replace a1 by c in s"), ["write `s = s - a1 + c`"]);
        assert_eq!(helps("swap c for near(c) in t[me]"), ["write `t[me] = t[me] - c + near(c)`"]);
    }
}
