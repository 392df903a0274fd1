//! A name that a `let` or `var` further down in the same move gives.

use super::codes;
use super::input::CheckInput;
use super::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expr, ItemKind, Move, Name, StatementKind};

impl CheckInput<'_> {
    /// The report about a name that the statements of this move know only further down.
    pub(super) fn named_below(&self, name: &Name) -> Option<Diagnostic> {
        let item = self.item_at(name.span)?;
        let ItemKind::Move(rule) = &item.kind else { return None };
        let given = parts(&item.kind).statements.into_iter().find_map(|each| match &each.kind {
            StatementKind::Let(given, value) | StatementKind::Var(given, value) => (given.text == name.text
                && name.span.end <= given.span.start)
                .then_some((given.span, self.short_text(each.span), value)),
            _ => None,
        })?;
        let (place, statement, value) = given;
        let before_body = rule.body.first().is_some_and(|first| name.span.end <= first.span.start);
        if before_body {
            return Some(self.named_in_body(name, rule, place, value));
        }
        let message = format!("`{}` is named further down, and unknown before", name.text);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown here");
        let help = format!("write `{statement}` first, before it is used");
        Some(report.because(place, "named here").help(help))
    }

    /// The report about a name that the body gives and that the head of the move uses: there its
    /// value stands, or a `let` of the condition.
    fn named_in_body(&self, name: &Name, rule: &Move, place: Span, value: &Expr) -> Diagnostic {
        let message = format!("`{}` is named in the body, and unknown before it", name.text);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown here");
        let value = self.short_text(value.span);
        let guard = rule.when.as_ref().filter(|when| when.span.holds(name.span));
        let help = match guard.map(|when| self.short_text(when.span)) {
            Some(when) => format!(
                "a guard is asked before the body: write `let {} = {value} in {when}`, or `{value}` in its place",
                name.text
            ),
            None => format!("the head of a move is read before its body: write `{value}` in its place"),
        };
        report.because(place, "named here").help(help)
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(body: &str) -> Vec<String> {
        helps_beside("state { at: C = a1, n: 0..9 }", &format!("move m(c in C) {{ {body} }}"))
    }

    #[test]
    fn the_let_is_written_first() {
        let help = ["write `let to = north(c)` first, before it is used"];
        assert_eq!(helps("if to != none { at = to }\n  let to = north(c)"), help);
        assert_eq!(
            helps("at = c\n  n += k\n  var k = 2\n  k = 3"),
            ["write `var k = 2` first, before it is used"]
        );
        assert_eq!(helps("let to = c\n  at = to"), [""; 0]);
    }

    #[test]
    fn before_the_body_its_names_are_unknown() {
        let head = |head: &str| {
            helps_beside(
                "state { at: C = a1, n: 0..9 }",
                &format!("move m({head} {{ let to = north(c)\n  if to != none {{ at = to }} }}"),
            )
        };
        let guard = "a guard is asked before the body: write `let to = north(c) in to != none`, or `north(c)` in its place";
        assert_eq!(head("c in C) when to != none"), [guard]);
        let set = "the head of a move is read before its body: write `north(c)` in its place";
        assert_eq!(head("c in C, d in near(to))"), [set]);
    }
}
