//! `if C then A otherwise B`: the second side of a choice has another word before it.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// What stands for `else` elsewhere.
const WORDS: [&str; 4] = ["otherwise", "elsewise", "or_else", "orelse"];

/// Searches the token `at`: the `if` of a choice.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let end = side_end(place, at);
    let then = place.find(at..end, &["then"]).filter(|_| place.word(at) == "if")?;
    let stop = place.find_word(then..end, |word| word == "else" || WORDS.contains(&word))?;
    let plain = WORDS.contains(&place.word(stop)) && !matches!(place.word(stop + 1), "{" | "");
    if !plain || stop <= then + 1 {
        return None;
    }
    let from = if place.before(stop) == "," { stop - 1 } else { stop };
    let word = place.word(stop);
    // A second `if` behind the word is a choice of its own, and is found next.
    let nested = place.word(stop + 1) == "if";
    let shown = if nested { "..".to_owned() } else { one_line(place, stop + 1..end) };
    let text = format!("{} else {shown}", one_line(place, at..from));
    let message = format!("`{word}` is written `else`");
    let found = place.certain(from..stop + 1, message, " else").at(place.span(stop)).label("write `else`");
    Some(Mistake { covers: at..stop + 1, ..found.help(format!("write `{text}`")) })
}

/// The index behind a choice: a bracket that closes around it, or the item.
fn side_end(place: &Place, at: usize) -> usize {
    place.find(at..place.range.end, &[")", "]", "}", ",", "as", "{"]).map_or(place.range.end, |end| {
        // A comma may stand before the word.
        if place.word(end) == "," && WORDS.contains(&place.word(end + 1)) {
            let closes = |word: &str| matches!(word, ")" | "]" | "}" | ",");
            return place.find_word(end + 1..place.range.end, closes).unwrap_or(place.range.end);
        }
        end
    })
}

/// Some tokens on one line.
fn one_line(place: &Place, range: Range<usize>) -> String {
    place.text(range).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn helps(rule: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{rule}"))
    }

    #[test]
    fn the_second_side_of_a_choice_has_its_word() {
        let cases = [
            (
                "endless => if n = 1 then Ann wins otherwise Bob wins",
                "write `if n = 1 then Ann wins else Bob wins`",
            ),
            (
                "end when n = 9 => if at = a1 then draw, otherwise me loses",
                "write `if at = a1 then draw else me loses`",
            ),
            ("def left = if n > 3 then n otherwise 9 - n", "write `if n > 3 then n else 9 - n`"),
            ("end when (if n > 3 then n otherwise 2) = 2 => draw", "write `if n > 3 then n else 2`"),
        ];
        for (rule, help) in cases {
            assert_eq!(helps(rule), [help], "{rule}");
        }
        let chain =
            helps("endless => if n = 1 then draw otherwise if n = 2 then Ann wins otherwise Bob wins");
        assert_eq!(chain.len(), 2, "{chain:?}");
        assert_eq!(chain[1], "write `if n = 2 then Ann wins else Bob wins`");
    }

    #[test]
    fn a_name_of_the_author_stays() {
        assert_eq!(
            helps("def otherwise = 3\nend when (if n > 1 then otherwise else 2) = 2 => draw"),
            [""; 0]
        );
    }
}
