//! A name that a `let` or `var` further down in the same move gives.

use super::codes;
use super::input::CheckInput;
use super::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{ItemKind, Name, StatementKind};

impl CheckInput<'_> {
    /// The report about a name that the statements of this move know only further down.
    pub(super) fn named_below(&self, name: &Name) -> Option<Diagnostic> {
        let item = self.item_at(name.span).filter(|item| matches!(item.kind, ItemKind::Move(_)))?;
        let given = parts(&item.kind).statements.into_iter().find_map(|each| match &each.kind {
            StatementKind::Let(given, _) | StatementKind::Var(given, _) => (given.text == name.text
                && name.span.end <= given.span.start)
                .then_some((given.span, self.short_text(each.span))),
            _ => None,
        })?;
        let (place, statement) = given;
        let message = format!("`{}` is named further down, and unknown before", name.text);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown here");
        let help = format!("write `{statement}` first, before it is used");
        Some(report.because(place, "named here").help(help))
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
}
