//! A name for a value before a choice between outcomes: `=> let t = V in if t > 3 then A wins ..`.

use super::Mistake;
use super::choices::one_line;
use super::place::Place;
use std::ops::Range;

/// Searches the token `at`, with which an outcome begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let begins = place.word(at) == "let" && place.before(at) == "=>" && place.word(at + 2) == "=";
    let end = place.range.end;
    let sign = place.find(at + 3..end, &["in"]).filter(|sign| begins && place.word(sign + 1) == "if")?;
    let then = place.find(sign + 2..end, &["then"])?;
    let (name, value) = (place.word(at + 1), place.operand_text(at + 3..sign));
    let condition = put_in(place, sign + 2..then, name, &value);
    let text = format!("if {condition} then {}", put_in(place, then + 1..end, name, &value));
    let message = "a name is given within an expression, and a choice between outcomes is none";
    let head = one_line(place.text(place.range.start..at));
    let help = format!("write `{head} {text}`, with the value in the place of `{name}`");
    Some(place.likely(at..end, message, text).at(place.span(at)).label("no `let` here").help(help))
}

/// Some tokens on one line, with a value in the place of a name.
fn put_in(place: &Place, range: Range<usize>, name: &str, value: &str) -> String {
    let mut text = String::new();
    let mut from = range.start;
    for at in range.clone().filter(|at| place.word(*at) == name && place.before(*at) != ".") {
        text += place.text(from..at);
        text += if at > from { gap(place, at) } else { "" };
        text += value;
        text += gap(place, at + 1);
        from = at + 1;
    }
    one_line(&(text + place.text(from..range.end)))
}

/// The blanks before a token.
fn gap<'t>(place: &Place<'_, 't>, at: usize) -> &'t str {
    let tokens = &place.view.tokens;
    let (Some(before), Some(token)) = (tokens.get(at - 1), tokens.get(at)) else { return "" };
    place.view.text.get(before.end..token.start).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn the_value_stands_in_the_place_of_its_name() {
        let helps = |rule: &str| helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{rule}"));
        assert_eq!(
            helps("endless => let k = n + 1 in if k > 3 then Ann wins else k to Bob"),
            [
                "write `endless => if (n + 1) > 3 then Ann wins else (n + 1) to Bob`, with the value in the place of `k`"
            ]
        );
        assert_eq!(helps("endless => let p = Ann in p wins"), [""; 0]);
    }
}
