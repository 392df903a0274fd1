//! What stands twice, one behind the other: the keyword of an item, or a whole line that begins
//! one.

use super::brackets::brackets;
use super::codes;
use super::items::{ends_operand, is_reserved, rule_of};
use super::one_edit::{Edit, with_edit};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The most keywords that are told so: nobody reads more.
const MOST: usize = 64;

/// The reports about keywords and lines that stand twice.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        (1..view.tokens.len()).filter_map(|second| keyword(view, second)).take(MOST).collect();
    found.extend(lines(view));
    found
}

/// `move move lay(c in Cell) { .. }`
fn keyword(view: &TokenView, second: usize) -> Option<Diagnostic> {
    let first = second - 1;
    let word = view.word(second);
    let again = word == view.word(first) && rule_of(word).is_some() && !view.tokens[second].first;
    let begins = || view.tokens[first].first || ends_operand(view, first - 1);
    if !again || !begins() || !goes_on(view, word, second + 1) {
        return None;
    }
    let at = view.tokens[first].start..view.tokens[second].start;
    let edit = Edit { at: at.clone(), text: String::new() };
    let gap = Span::new(view.file, view.base + at.start, view.base + at.end);
    let message = format!("`{word}` stands twice");
    let report = Diagnostic::error(codes::UNEXPECTED, message, view.span(second), "once too often");
    Some(report.help(format!("write `{}`", with_edit(view.text, &edit))).likely(gap, ""))
}

/// Whether the token at `at` goes on an item with this keyword. A `let` that stands twice is found
/// by trying, and a keyword that is written as a name is another slip.
fn goes_on(view: &TokenView, keyword: &str, at: usize) -> bool {
    let Some(token) = view.tokens.get(at).filter(|token| !token.first) else { return false };
    let word = view.word(at);
    match keyword {
        "let" => false,
        "game" | "start" => token.kind == Kind::Text,
        "state" => word == "{",
        "tree" => matches!(word, "[" | "(" | "{"),
        "progress" => token.kind != Kind::Mark || word == "(",
        "end" => matches!(word, "when" | "for"),
        "stuck" | "endless" => word == "=>",
        _ => token.kind == Kind::Word && !is_reserved(word),
    }
}

/// Two equal lines, of which the first opens a brace that only the second one's block closes.
fn lines(view: &TokenView) -> Vec<Diagnostic> {
    let unclosed = brackets(view).unclosed;
    let is_open = |at: usize| unclosed.iter().any(|(open, _)| *open == at);
    let twice = |(open, again): &(usize, usize)| {
        let start = (0..=*open).rev().find(|at| view.tokens[*at].first)?;
        let (length, begins) =
            (again - start, |at: usize| view.tokens.get(at).is_none_or(|token| token.first));
        let line = view.word(*open) == "{" && *open + 1 == *again && rule_of(view.word(start)).is_some();
        let same = (0..length).all(|at| view.word(start + at) == view.word(again + at));
        let whole = begins(*again) && begins(again + length) && !is_open(open + length);
        (line && same && whole && *again < view.tokens.len()).then(|| second_line(view, start, *again))
    };
    unclosed.iter().filter_map(twice).collect()
}

/// The report about the line that begins with the token `again`, and stands before it from `start`.
fn second_line(view: &TokenView, start: usize, again: usize) -> Diagnostic {
    let (first, second) = (view.span_of(&(start..again)), view.span_of(&(again..again + again - start)));
    let between = view.text.get(view.tokens[again - 1].end..view.tokens[again].start).unwrap_or("");
    let from = if between.contains("//") { second.start } else { first.end };
    Diagnostic::error(codes::UNEXPECTED, "this line stands twice", second, "once too often")
        .because(first, "it stands here")
        .help("delete it")
        .likely(Span { start: from, ..second }, "")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::{helps_about, helps_beside_fields as helps};

    #[test]
    fn a_keyword_stands_once() {
        let written = |line: &str| [format!("write `{line}`")];
        for line in [
            "move m(c in C) { s += c }",
            "def low(c: C) = c.y = 1",
            "end when n = 3 => draw",
            "end for p in Player when n = 3 => p wins",
            "expect positions = 3",
            "range Pile = 1..3",
            "show C { s: \"x\", else: \".\" }",
        ] {
            let keyword = line.split(' ').next().unwrap_or_default();
            assert_eq!(helps(&format!("{keyword} {line}")), written(line), "{line}");
        }
        let found = helps_about(
            "game \"G\"\nplayers players Ann, Bob\nstate state { n: 0..3 }\nmove m { n += 1 }\nstuck stuck => draw\n",
        );
        let lines = ["players Ann, Bob", "state { n: 0..3 }", "stuck => draw"];
        assert_eq!(found, lines.map(|line| format!("write `{line}`")));
    }

    #[test]
    fn a_keyword_as_a_name_is_another_slip() {
        for line in ["board board = grid(3, 3)", "move move(c in C) { s += c }", "range range = 1..3"] {
            assert!(!helps(line).concat().contains("stands twice"), "{line}");
        }
    }

    #[test]
    fn a_line_stands_once() {
        let body = "\n  s += c\n}";
        let head = "move m(c in C) when c not in s {";
        assert_eq!(helps(&format!("{head}\n{head}{body}")), ["delete it"]);
        assert_eq!(helps(&format!("{head}\n// the move\n{head}{body}")), ["delete it"]);
        let other = helps(&format!("{head}\nmove k(c in C) when c not in s {{{body}"));
        assert_ne!(other, ["delete it"]);
    }
}
