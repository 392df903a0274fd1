//! A further move that is asked for in the words of other languages: `yield more(to), rest`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// Searches the token `at`, with which a statement begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let from = at + words(place, at)?;
    let behind = place.ends_operand(at - 1) && !place.is_field(place.word(at));
    let begins = place.begins_statement(at) || place.first(at) || behind;
    if !begins || follows_condition(place, at) || !place.declared_move(place.word(from)) {
        return None;
    }
    let (moves, end) = requests(place, from)?;
    let request = format!("again with {}", moves.join(" or "));
    let stop = line_stop(place, at);
    let message = "a body asks for a further move by `again with`";
    let said = place.span_of(&(at..from));
    if !matches!(place.word(end), "when" | "if" | "unless" | "while") || end + 1 >= stop {
        return Some(place.likely(at..end, message, request).at(said).label("write `again with`"));
    }
    let condition = match place.word(end) {
        "unless" => place.negated(end + 1..stop),
        _ => place.text(end + 1..stop).to_owned(),
    };
    if let Some(otherwise) = place.find(end..stop, &["else"]) {
        let text = both_branches(place, &request, end + 1..otherwise, otherwise + 1..stop)?;
        return Some(place.likely(at..stop, message, text).at(said).label("write `again with`"));
    }
    let text = format!("{request} when {condition}");
    if place.word(end) == "while" {
        let help =
            format!("write `{text}`, and the same in `{}`, which is then asked for again", place.word(from));
        return Some(place.reported(at..stop, at..from, message, help, &text));
    }
    Some(place.likely(at..stop, message, text).at(said).label("write `again with`"))
}

/// `call a(c) if C else b`: the two moves in the branches of an `if`.
fn both_branches(
    place: &Place,
    request: &str,
    condition: Range<usize>,
    otherwise: Range<usize>,
) -> Option<String> {
    let first = otherwise.start + words(place, otherwise.start).unwrap_or(0);
    let (moves, end) = requests(place, first).filter(|(_, end)| *end == otherwise.end)?;
    let known = place.declared_move(place.word(first)) && end > first;
    known.then(|| {
        let condition = place.text(condition);
        format!("if {condition} {{ {request} }} else {{ again with {} }}", moves.join(" or "))
    })
}

/// The moves that are asked for from `from` on, with their arguments, and the index behind them;
/// none where something else is joined to them.
fn requests(place: &Place, from: usize) -> Option<(Vec<String>, usize)> {
    let (mut moves, mut end) = (Vec::new(), from);
    loop {
        let (text, behind) = request(place, end);
        moves.push(text);
        if !matches!(place.word(behind), "," | "or" | "and" | "|" | "/" | "&" | "||" | "&&") {
            return Some((moves, behind));
        }
        let next = behind + 1;
        if !(place.is_name(next) && place.declared_move(place.word(next))) {
            return None;
        }
        end = next;
    }
}

/// The move that is asked for at `at`, and the index behind it. What stands directly behind its
/// name is its argument: `next m c`.
fn request(place: &Place, at: usize) -> (String, usize) {
    let behind = request_end(place, at);
    let argument = behind == at + 1
        && !place.first(behind)
        && (place.is_name(behind) || place.is_number(behind))
        && !matches!(place.word(behind), "when" | "if" | "unless" | "while")
        && !place.begins_statement(behind);
    if argument {
        let end = place.operand_end(behind);
        return (format!("{}({})", place.word(at), place.text(behind..end)), end);
    }
    (place.text(at..behind).to_owned(), behind)
}

/// How many words ask for a move at this token.
fn words(place: &Place, at: usize) -> Option<usize> {
    let second = place.word(at + 1);
    Some(match place.word(at) {
        "continue" | "go" | "proceed" | "follow" | "goes" if matches!(second, "with" | "to" | "on") => 2,
        "go" if second == "on" && place.word(at + 2) == "with" => 3,
        "yield" if second == "from" => 2,
        "yield" | "then" | "next" | "goto" | "call" | "invoke" | "trigger" | "do" | "continue" | "await" => 1,
        _ => return None,
    })
}

/// Whether the word goes on with a choice, `if C then m`.
fn follows_condition(place: &Place, at: usize) -> bool {
    let nearest = |each: &usize| matches!(place.word(*each), "if" | "{" | "}" | "while" | "for");
    let before = (place.range.start..at).rev().find(nearest);
    matches!(place.word(at), "then" | "do")
        && before.is_some_and(|each| !matches!(place.word(each), "{" | "}"))
}

/// The index behind the move that is asked for at `at`, with its arguments.
fn request_end(place: &Place, at: usize) -> usize {
    if place.word(at + 1) == "(" && place.beside(at) { place.past(at + 1) } else { at + 1 }
}

/// The index behind the last token of the line, or the brace that ends the body.
fn line_stop(place: &Place, at: usize) -> usize {
    let line: Range<usize> = at..place.line_end(at);
    place.find(line.clone(), &["}"]).unwrap_or(line.end)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn body(statement: &str) -> Vec<String> {
        helps_beside_fields(&format!(
            "move m(c in C) {{\n  n += 1\n  {statement}\n}}\nfollowup more(to in C) {{ s += to }}\nfollowup rest {{ }}"
        ))
    }

    #[test]
    fn further_moves_are_asked_for_by_again() {
        let words =
            ["yield", "next", "goto", "call", "invoke", "then", "continue with", "go to", "proceed to"];
        for word in words {
            let one = ["write `again with more(c)`"];
            assert_eq!(body(&format!("{word} more(c)")), one, "{word}");
            let both = ["write `again with more(c) or rest when can(more(c))`"];
            assert_eq!(body(&format!("{word} more(c), rest when can(more(c))")), both, "{word}");
        }
        assert_eq!(body("yield more(c) or rest"), ["write `again with more(c) or rest`"]);
        assert_eq!(body("call rest if n > 3"), ["write `again with rest when n > 3`"]);
        assert_eq!(body("if n > 3 { goto rest }"), ["write `again with rest`"]);
    }

    #[test]
    fn all_of_a_request_is_kept() {
        let branches = "if n = 3 { again with more(c) } else { again with rest }";
        let cases = [
            ("call more(c) if n = 3 else rest", branches),
            ("next more c", "again with more(c)"),
            ("s += c yield more(c)", "again with more(c)"),
            ("s += c next more 3", "again with more(3)"),
        ];
        for (statement, written) in cases {
            assert_eq!(body(statement), [format!("write `{written}`")], "{statement}");
        }
        let again =
            "write `again with more(c) when n < 3`, and the same in `more`, which is then asked for again";
        assert_eq!(body("do more(c) while n < 3"), [again]);
        let passed = body("then more(c) or pass");
        assert!(passed.iter().all(|help| !help.contains("again with more(c) or pass")), "{passed:?}");
    }

    #[test]
    fn what_is_no_move_is_not_asked_for() {
        let found = body("yield n");
        assert!(found.iter().all(|help| !help.contains("again with")), "{found:?}");
    }
}
