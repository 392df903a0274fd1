//! Cuts a text into units: an item with all its lines, as a reader sees them, whatever the parser
//! makes of it.

use crate::syntax::tokens::{TokenClass, tokens};
use std::ops::Range;

/// Words that go on with an item at the margin.
const GO_ON: [&str; 5] = ["provided", "when", "as", "else", "where"];

/// The units of a text: each begins with a line at the margin that does not go on with the one
/// before, and ends where the next begins.
pub(super) fn units(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut open = 0i32;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        let word = trimmed.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let at_margin = trimmed.starts_with(|c: char| c.is_alphabetic() || matches!(c, '#' | '_'))
            || open <= 0 && trimmed.starts_with(['(', '[']);
        if at_margin && !GO_ON.contains(&word) {
            starts.push(at);
            open = 0;
        }
        open += balance(trimmed);
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// How many more brackets a line opens than it closes.
fn balance(line: &str) -> i32 {
    let count = |signs: [char; 3]| line.chars().filter(|c| signs.contains(c)).count() as i32;
    count(['(', '[', '{']) - count([')', ']', '}'])
}

/// The part of a line that is code: without indentation, comment and blanks at the end.
pub(super) fn code(line: &str) -> Range<usize> {
    let all = tokens(line);
    let mut code = all.iter().filter(|token| token.class != TokenClass::Comment);
    let Some(first) = code.next() else { return 0..0 };
    first.start..code.next_back().unwrap_or(first).end
}

#[cfg(test)]
mod tests {
    use super::{code, units};

    #[test]
    fn a_unit_is_an_item_with_all_its_lines() {
        let text = "game \"G\"\n// says\nmove m(c in C)\n{\n  n = 1\n}\nprovided n > 0\n(<= a\n  b)\nstuck => draw\n";
        let found: Vec<&str> = units(text).into_iter().map(|unit| &text[unit]).collect();
        assert_eq!(
            found,
            [
                "game \"G\"\n// says\n",
                "move m(c in C)\n{\n  n = 1\n}\nprovided n > 0\n",
                "(<= a\n  b)\n",
                "stuck => draw\n"
            ]
        );
    }

    #[test]
    fn the_code_of_a_line_has_no_comment() {
        assert_eq!(&"  n = 1  // so"[code("  n = 1  // so")], "n = 1");
        assert_eq!(code("  // so"), 0..0);
    }
}
