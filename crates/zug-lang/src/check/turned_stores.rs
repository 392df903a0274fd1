//! Stores whose sides are exchanged: `n -= left` for `left -= n`.

use super::checker::Checker;
use super::input::CheckInput;
use super::parts::parts;
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, Name, StatementKind};

impl Checker<'_> {
    /// The store with its sides exchanged, and the place of the whole of it, where the value that
    /// is added or taken away is a field that may change so.
    pub(super) fn turned_store(&self, target: &Name) -> Option<(Span, String)> {
        let (op, value) = self.input.stored_to(target)?;
        let sign = match op {
            AssignOp::Add => "+=",
            AssignOp::Subtract => "-=",
            AssignOp::Set => return None,
        };
        let field = match &value.kind {
            ast::ExprKind::At(of, _) => of,
            _ => value,
        };
        let ast::ExprKind::Name(name) = &field.kind else { return None };
        let field = self.state.fields.iter().find(|field| field.name == name.text)?;
        let indexes = match &value.kind {
            ast::ExprKind::At(_, indexes) => indexes.len(),
            _ => 0,
        };
        let changes = matches!(field.ty.kind, Kind::Int { .. } | Kind::Set(_) | Kind::IntSet { .. });
        (changes && indexes == field.indexes.len()).then(|| {
            let text = format!("{} {sign} {}", self.input.written(value.span), target.text);
            (target.span.to(value.span), text)
        })
    }
}

impl<'a> CheckInput<'a> {
    /// The store to this target, and its value.
    pub(super) fn stored_to(&self, target: &Name) -> Option<(AssignOp, &'a ast::Expr)> {
        let item = self.item_at(target.span)?;
        parts(&item.kind).statements.into_iter().find_map(|each| match &each.kind {
            StatementKind::Assign { target: of, op, value, .. } if of.span == target.span => {
                Some((*op, value))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(body: &str) -> Vec<String> {
        let state = "state { left: 0..9, men[Player]: set of C, lit: bool }";
        helps_beside(state, &format!("move m(n in 1..3, c in C) {{ {body} }}"))
    }

    #[test]
    fn the_field_stands_on_the_left() {
        let said = |text: &str| [format!("write `{text}`: what changes stands on the left")];
        assert_eq!(helps("n -= left"), said("left -= n"));
        assert_eq!(helps("c += men[me]"), said("men[me] += c"));
        for not_turned in ["n -= 1", "n = left", "c += men", "n -= lit"] {
            assert!(!helps(not_turned).concat().contains("stands on the left"), "{not_turned}");
        }
    }
}
