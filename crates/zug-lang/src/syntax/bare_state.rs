//! `state:` with its fields on the lines below, further to the right, as in YAML and Python.

use super::codes;
use super::items::is_reserved;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::{Diagnostic, Label};
use crate::source::Span;

/// The reports about such blocks.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let begins = |at: &usize| view.word(*at) == "state" && view.tokens[*at].first;
    (0..view.tokens.len()).filter(begins).filter_map(|at| block(view, at)).collect()
}

/// The report about the block of the `state` at `at`: all its fields are named.
fn block(view: &TokenView, at: usize) -> Option<Diagnostic> {
    let colon = view.word(at + 1) == ":";
    let first = at + 1 + usize::from(colon);
    let below = |each: usize| view.tokens.get(each).is_some_and(|token| token.first);
    if !below(first) {
        return None;
    }
    let inside = |each: &usize| !below(*each) || column(view, *each) > column(view, at);
    let end = (first..view.tokens.len()).take_while(inside).last()? + 1;
    let lines: Vec<usize> = (first..end).filter(|each| below(*each)).collect();
    if lines.is_empty() || !lines.iter().all(|line| declares(view, *line, end)) {
        return None;
    }
    let stops = lines.iter().skip(1).copied().chain([end]);
    let texts = lines.iter().zip(stops).map(|(from, to)| text(view, *from, to));
    let shown = texts.collect::<Option<Vec<String>>>()?.join(", ");
    let closed = view.word(end) == "}";
    let head = if colon { view.span(at + 1) } else { view.span(at).after() };
    let message = "the fields of the position stand in braces";
    let report = Diagnostic::error(codes::ELSEWHERE, message, head, "write `{` here, and `}` at the end");
    let report = report.help(format!("write `state {{ {shown} }}`")).fix(head, " {");
    if closed {
        return Some(Diagnostic { labels: report.labels.into_iter().map(opened).collect(), ..report });
    }
    let report = report.because(view.span(end - 1).after(), "`}` belongs here");
    Some(report.fix(after(view, end), "\n}"))
}

/// The label of a block whose closing brace stands there.
fn opened(label: Label) -> Label {
    Label { text: "write `{` here".into(), ..label }
}

/// The place behind the last token of a block.
fn after(view: &TokenView, end: usize) -> Span {
    view.span(end - 1).after()
}

/// Whether a line begins with `NAME:` or `NAME[..]:`.
fn declares(view: &TokenView, at: usize, end: usize) -> bool {
    let is_name = view.tokens[at].kind == Kind::Word && !is_reserved(view.word(at));
    let close = (at + 1..end).find(|each| view.word(*each) == "]");
    let sign = match (view.word(at + 1), close) {
        ("[", Some(close)) => close + 1,
        _ => at + 1,
    };
    is_name && sign + 1 < end && view.word(sign) == ":" && view.word(sign + 1) != "="
}

/// The text of a line, without a comma behind it.
fn text(view: &TokenView, from: usize, to: usize) -> Option<String> {
    let last = if view.word(to - 1) == "," { to - 2 } else { to - 1 };
    Some(view.text.get(view.tokens[from].start..view.tokens[last].end)?.to_owned())
}

/// The column of a token, in bytes from the beginning of its line.
fn column(view: &TokenView, at: usize) -> usize {
    let start = view.tokens[at].start;
    start - view.text[..start].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(state: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\n{state}\nmove m when n > 0 {{ n -= 1 }}\nstuck => me loses\n"
        ))
    }

    #[test]
    fn a_block_of_fields_is_one_mistake() {
        let both = ["write `state { n: 0..9 = 9, lit: bool }`"];
        assert_eq!(helps("state:\n  n: 0..9 = 9\n  lit: bool"), both);
        assert_eq!(helps("state\n    n: 0..9 = 9,\n    lit: bool"), both);
        let three = ["write `state { n: 0..9 = 9, won[Player]: 0..3, lit: bool }`"];
        assert_eq!(helps("state: // what changes\n  n: 0..9 = 9\n  won[Player]: 0..3\n  lit: bool"), three);
    }

    #[test]
    fn a_block_with_braces_or_of_something_else_is_none() {
        assert_eq!(helps("state\n{\n  n: 0..9 = 9\n}"), [""; 0]);
        assert!(!helps("state:\nn: 0..9 = 9\nlit: bool").concat().contains("state { n: 0..9 = 9, lit"));
    }

    #[test]
    fn a_block_without_its_opening_brace_is_closed_once() {
        let both = ["write `state { n: 0..9 = 9, lit: bool }`"];
        assert_eq!(helps("state\n  n: 0..9 = 9\n  lit: bool\n}"), both);
        assert_eq!(helps("state n: 0..9 = 9, lit: bool }"), both);
    }
}
