//! A further move that is asked for in the words of other languages: `yield more(to), rest`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// Searches the token `at`, with which a statement begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let from = at + words(place, at)?;
    let begins = place.begins_statement(at) || place.first(at);
    if !begins || follows_condition(place, at) || !place.declared_move(place.word(from)) {
        return None;
    }
    let (mut moves, mut end) = (Vec::new(), from);
    loop {
        let behind = request_end(place, end);
        moves.push(place.text(end..behind));
        let parted = matches!(place.word(behind), "," | "or" | "and" | "|" | "/" | "&" | "||" | "&&");
        let next = behind + 1;
        if !(parted && place.is_name(next) && place.declared_move(place.word(next))) {
            end = behind;
            break;
        }
        end = next;
    }
    let mut text = format!("again with {}", moves.join(" or "));
    let stop = line_stop(place, at);
    let asked = matches!(place.word(end), "when" | "if" | "unless") && end + 1 < stop;
    if asked {
        let condition = end + 1..stop;
        let condition = match place.word(end) {
            "unless" => place.negated(condition),
            _ => place.text(condition).to_owned(),
        };
        text += &format!(" when {condition}");
    }
    let whole = at..if asked { stop } else { end };
    let message = "a body asks for a further move by `again with`";
    let said = place.span_of(&(at..from));
    Some(place.likely(whole, message, text).at(said).label("write `again with`"))
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
    fn what_is_no_move_is_not_asked_for() {
        let found = body("yield n");
        assert!(found.iter().all(|help| !help.contains("again with")), "{found:?}");
    }
}
