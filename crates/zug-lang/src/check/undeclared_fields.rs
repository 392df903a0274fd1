//! A field that moves store to and nothing declares: the declaration is written out from its uses.

use super::checker::Checker;
use super::parts::{Parts, parts};
use crate::syntax::ast::{AssignOp, Binder, CompareOp, Expr, ExprKind, Item, ItemKind, Name, StatementKind};
use crate::syntax::elsewhere::bounds;

impl Checker<'_> {
    /// The declaration of a field of this name, if moves store to it: `height[Cell]: 0..2`.
    pub(super) fn field_by_use(&self, name: &str) -> Option<String> {
        let all: Vec<(&Item, Parts<'_>)> =
            self.game.items.iter().map(|item| (item, parts(&item.kind))).collect();
        let stores = all.iter().flat_map(|(item, parts)| {
            parts.statements.iter().filter_map(move |each| match &each.kind {
                StatementKind::Assign { target, indexes, op, value } if target.text == name => {
                    Some((*item, indexes.as_slice(), *op, value))
                }
                _ => None,
            })
        });
        let stores: Vec<(&Item, &[Expr], AssignOp, &Expr)> = stores.collect();
        let (item, indexes, ..) = stores.first()?;
        let domains: Option<Vec<String>> =
            indexes.iter().map(|index| self.domain_by_use(item, index)).collect();
        let indexes = match domains?.join(", ") {
            none if none.is_empty() => none,
            some => format!("[{some}]"),
        };
        let is_set = all.iter().any(|(_, parts)| parts.exprs.iter().any(|e| has_member(e, name)));
        let types =
            stores.iter().find_map(|(item, _, op, value)| self.type_by_use(item, name, *op, value, is_set));
        Some(format!("{name}{indexes}: {}", types?))
    }

    /// Whether a name stands for a set: it is asked here for what is in it.
    pub(super) fn is_asked_for_members(&self, name: &Name) -> bool {
        let is = |e: &Expr| e.span == name.span;
        self.item_at(name.span).is_some_and(|item| parts(&item.kind).exprs.iter().any(|e| asks(e, is)))
    }

    /// The domain of the elements that an expression goes through.
    fn domain_by_use(&self, item: &Item, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Me | ExprKind::Opponent => Some("Player".to_owned()),
            ExprKind::Name(name) => {
                let holds = |id: &usize| self.elements[*id].contains_key(&name.text);
                match binder(item, &name.text) {
                    Some(binder) => self.domain_of_set(&binder.set),
                    None => (0..self.domains.len()).find(holds).map(|id| self.domains[id].name.clone()),
                }
            }
            _ => None,
        }
    }

    /// The domain whose elements a set holds, as far as its form tells.
    fn domain_of_set(&self, set: &Expr) -> Option<String> {
        match &set.kind {
            ExprKind::Name(name) => {
                self.domains.iter().find(|domain| domain.name == name.text).map(|domain| domain.name.clone())
            }
            ExprKind::Binary(_, a, _, _) => self.domain_of_set(a),
            ExprKind::Call(name, _) if name.text == "near" => Some(self.board_name()),
            ExprKind::Comprehension(None, binders) => self.domain_of_set(&binders.binders.first()?.set),
            _ => None,
        }
    }

    /// The type of what is stored.
    fn type_by_use(
        &self,
        item: &Item,
        name: &str,
        op: AssignOp,
        value: &Expr,
        is_set: bool,
    ) -> Option<String> {
        let number = || Some(bounds::written(&self.game.text, name));
        match (&value.kind, op) {
            (ExprKind::Bool(_), AssignOp::Set) => Some("bool".to_owned()),
            (ExprKind::Int(_), _) if !is_set => number(),
            (ExprKind::Name(_) | ExprKind::Me | ExprKind::Opponent, _) => {
                let domain = self.domain_by_use(item, value);
                match (domain, op) {
                    (Some(domain), AssignOp::Set) if !is_set => Some(format!("{domain} or none")),
                    (Some(domain), _) => Some(format!("set of {domain}")),
                    (None, _) => None,
                }
            }
            _ => None,
        }
    }
}

/// The parameter or binder of an item with a name.
fn binder<'a>(item: &'a Item, name: &str) -> Option<&'a Binder> {
    let parameters = match &item.kind {
        ItemKind::Move(each) => each.parameters.as_slice(),
        _ => &[],
    };
    parameters.iter().find(|binder| binder.name.text == name)
}

/// Whether an expression asks for a member of what a name stands for.
fn has_member(e: &Expr, name: &str) -> bool {
    asks(e, |e| match &e.kind {
        ExprKind::Name(of) => of.text == name,
        ExprKind::At(of, _) => matches!(&of.kind, ExprKind::Name(of) if of.text == name),
        _ => false,
    })
}

/// Whether an expression asks for a member of such an expression.
fn asks(e: &Expr, is: impl Fn(&Expr) -> bool) -> bool {
    let ExprKind::Compare(_, rest) = &e.kind else { return false };
    rest.iter().any(|(op, _, right)| matches!(op, CompareOp::In | CompareOp::NotIn) && is(right))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(moves: &str) -> Vec<String> {
        helps_beside("state { at: C = a1 }", moves)
    }

    #[test]
    fn the_field_is_written_out_from_its_uses() {
        let cases = [
            ("move grow(c in C) when height[c] < 3 { height[c] += 1 at = c }", "height[C]: 0..3"),
            ("move put(c in C - at) when c not in marks { marks += c at = c }", "marks: set of C"),
            ("move put(c in C - at) when c not in men[me] { men[me] += c at = c }", "men[Player]: set of C"),
            ("move put(c in C) when not done[c] { done[c] = true at = c }", "done[C]: bool"),
        ];
        for (moves, field) in cases {
            assert_eq!(
                helps(moves),
                [format!("declare it: `state {{ {field} }}`, with the bounds or elements that it may have")]
            );
        }
        let read = helps("move put(c in C) when c in closed { at = c }");
        assert_eq!(
            read,
            ["declare it: `let closed = 3`, `def closed = at = a1`, or a field, `state { closed: 0..9 }`"]
        );
    }
}
