//! A condition on the line behind the head of a move, without its `when`.

use super::brackets::brackets;
use super::codes;
use super::grammar::Rule;
use super::items::{ends_operand, is_reserved, rule_of};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// The reports about such conditions.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let begins = |at: &usize| view.tokens[*at].first && rule_of(view.word(*at)).is_some();
    let starts: Vec<usize> = (0..view.tokens.len()).filter(begins).collect();
    let partner = brackets(view).partner;
    let ends = starts.iter().skip(1).copied().chain([view.tokens.len()]);
    let moves = starts.iter().copied().zip(ends);
    let moves = moves.filter(|(from, _)| matches!(view.word(*from), "move" | "followup"));
    moves.filter_map(|(from, to)| bare_condition(view, &partner, from..to)).collect()
}

/// The report about the condition of one move.
fn bare_condition(view: &TokenView, partner: &[Option<usize>], range: Range<usize>) -> Option<Diagnostic> {
    let past = |at: usize| partner[at].filter(|close| *close > at).unwrap_or(at) + 1;
    let named = range.start + 2;
    let head = if view.word(named) == "(" { past(named) } else { named };
    let noted = view.word(head) == "as" && view.tokens.get(head + 1).is_some_and(|it| it.kind == Kind::Text);
    let from = if noted { head + 2 } else { head };
    if from >= range.end || !view.tokens[from].first || !begins_condition(view, from) {
        return None;
    }
    let mut at = from;
    let mut body = None;
    while at < range.end && body.is_none() {
        body = Some(at).filter(|at| view.word(*at) == "{" && ends_operand(view, at - 1));
        at = past(at);
    }
    let body = body?;
    let behind = past(body);
    let whole = behind >= range.end || view.word(behind) == "provided";
    let to = (from..body).find(|at| view.word(*at) == "as" && !noted).unwrap_or(body);
    if !whole || to < from + 3 || view.read(Rule::whole_expr, &(from..to)).is_err() {
        return None;
    }
    Some(report(view, head, from..to))
}

/// Whether a condition may begin with a token, and no clause of a move and no statement.
fn begins_condition(view: &TokenView, at: usize) -> bool {
    let word = view.word(at);
    match view.tokens[at].kind {
        Kind::Word => {
            !is_reserved(word) || matches!(word, "not" | "some" | "every" | "no" | "me" | "opponent")
        }
        Kind::Number => true,
        _ => word == "(",
    }
}

/// The report about a condition; the notation of the move stands before it, from `head` on, if
/// there is one.
fn report(view: &TokenView, head: usize, condition: Range<usize>) -> Diagnostic {
    let at = view.span_of(&condition);
    let text = |from: usize, to: usize| {
        let whole = view.text.get(view.tokens[from].start..view.tokens[to - 1].end).unwrap_or("");
        whole.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let shown = text(condition.start, condition.end);
    let message = "the condition of a move stands behind `when`";
    let report = Diagnostic::error(codes::ELSEWHERE, message, at, "`when` is missing before this");
    if head == condition.start {
        return report.help(format!("write `when {shown}`")).likely(Span { end: at.start, ..at }, "when ");
    }
    let notation = text(head, condition.start);
    let place = view.span(head);
    let end = view.span(condition.start - 1).end;
    report
        .help(format!("write `when {shown} {notation}`: how the move is written stands behind its condition"))
        .likely(Span { end: place.start, ..place }, format!("when {shown} "))
        .likely(Span { start: end, ..at }, "")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn a_condition_on_its_own_line_gets_its_keyword() {
        let one = "move m(c in C)\n  c not in s and n < 3\n{\n  s += c\n}";
        assert_eq!(helps(one), ["write `when c not in s and n < 3`"]);
        let two = "move m(c in C)\n  c not in s\n  and n < 3\n{\n  s += c\n}";
        assert_eq!(helps(two), ["write `when c not in s and n < 3`"]);
        let noted = "move m(c in C) as \"x\"\n  near(c) & s = {} {\n  s += c\n}";
        let help =
            "write `when near(c) & s = {} as \"x\"`: how the move is written stands behind its condition";
        assert_eq!(helps(noted), [help]);
        assert_eq!(helps("move m(c in C)\n  when c not in s\n{\n  s += c\n}"), [""; 0]);
    }

    #[test]
    fn statements_and_items_are_no_conditions() {
        for rest in
            ["n = 3\n  s += c", "for d in C { s += d }", "n = 3\n  if n = 2 { s += c }\n}", "dots { a1, b1 }"]
        {
            let found = helps(&format!("move m(c in C)\n  {rest}")).concat();
            assert!(!found.contains("write `when"), "{found}");
        }
    }
}
