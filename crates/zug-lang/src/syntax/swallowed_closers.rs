//! `{ pile = pile // 2 }`: a division of Python, whose second stroke makes a comment of the rest of
//! the line and of the bracket in it.

use super::brackets::{brackets, closer_of};
use super::codes;
use super::items::{ends_operand, rule_of};
use super::one_edit::{Edit, with_edit};
use super::parse_error::TokenView;
use super::scan;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The most brackets without a partner whose lines are looked at.
const MOST: usize = 8;

/// The reports about such comments.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let brackets = brackets(view);
    // A closer of another kind was taken for the one that the comment holds.
    let met = brackets.stray.iter().filter_map(|(_, meets)| *meets);
    let open = brackets.unclosed.iter().map(|(open, _)| *open).chain(met);
    let mut found: Vec<Diagnostic> = open.take(MOST).filter_map(|open| division(view, open)).collect();
    found.dedup_by_key(|report| report.span());
    found
}

/// The report about the comment behind the line of a bracket that is closed in it.
fn division(view: &TokenView, open: usize) -> Option<Diagnostic> {
    let last = (open + 1..=view.tokens.len()).find(|at| begins_line(view, *at))? - 1;
    let end = view.tokens[last].end;
    let behind = view.text.get(end..)?;
    let strokes = end + behind.len() - behind.trim_start_matches([' ', '\t']).len();
    let line = view.text.get(strokes..)?.split(['\n', '\r']).next()?;
    let divisor = line.strip_prefix("//")?;
    // `near // (c)` is no division of a function.
    let called = crate::built_ins::built_in(view.word(last)).is_some();
    if called
        || !ends_operand(view, last)
        || !divisor.contains(closer_of(view.word(open)))
        || !is_operand(view, divisor)
    {
        return None;
    }
    let edit = Edit { at: strokes..strokes + 2, text: "/".to_owned() };
    let start = (0..=open).rev().find(|at| view.tokens[*at].first && rule_of(view.word(*at)).is_some())?;
    if !reads(view, &edit, start) {
        return None;
    }
    let at = Span::new(view.file, view.base + strokes, view.base + strokes + 2);
    let message = "`//` begins a comment; division is `/`";
    let report = Diagnostic::error(codes::ELSEWHERE, message, at, "a comment begins here");
    let report = report.because(view.span(open), format!("so this `{}` is never closed", view.word(open)));
    Some(report.help(format!("write `{}`", with_edit(view.text, &edit))).likely(at, "/"))
}

/// Whether a token begins a line, or is none.
fn begins_line(view: &TokenView, at: usize) -> bool {
    view.tokens.get(at).is_none_or(|token| token.first)
}

/// Whether a comment begins with a number, or with a word that the text has elsewhere.
fn is_operand(view: &TokenView, comment: &str) -> bool {
    let comment = comment.trim_start().trim_start_matches('(');
    let word = comment.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let known = || (0..view.tokens.len()).any(|at| view.word(at) == word);
    word.starts_with(|c: char| c.is_ascii_digit()) || !word.is_empty() && known()
}

/// Whether the item that begins with the token `start` can be read with an edit.
fn reads(view: &TokenView, edit: &Edit, start: usize) -> bool {
    let text = format!("{}{}{}", &view.text[..edit.at.start], edit.text, &view.text[edit.at.end..]);
    let scan = scan::scan(view.file, view.base, &text);
    let copy = TokenView { text: &text, tokens: &scan.tokens, ..*view };
    let begins = |at: &usize| copy.tokens[*at].first && rule_of(copy.word(*at)).is_some();
    let end = (start + 1..copy.tokens.len()).find(begins).unwrap_or(copy.tokens.len());
    rule_of(copy.word(start)).is_some_and(|rule| copy.read(rule, &(start + 1..end)).is_ok())
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn a_comment_that_holds_the_closer_is_a_division() {
        let written = ["write `move m(c in C) { n = n / 2 }`"];
        assert_eq!(helps("move m(c in C) { n = n // 2 }"), written);
        assert_eq!(helps("move m(c in C) { n = n // 2 }  // half of it"), written);
        let guard = "move m(c in C) when (n // 2) > 1 {\n  n -= 1\n}";
        assert!(helps(guard)[0].starts_with("write `move m(c in C) when (n / 2) > 1 {`"));
    }

    #[test]
    fn a_comment_of_words_is_none() {
        for comment in ["takes one }", "}", "end of it }"] {
            let found = helps(&format!("move m(c in C) {{ n -= 1 // {comment}")).concat();
            assert!(!found.contains("n -= 1 /"), "{found}");
        }
        let function = helps("move m(c in C, d in near // (c)) {\n  n -= 1\n}").concat();
        assert!(!function.contains("near / (c)"), "{function}");
    }
}
