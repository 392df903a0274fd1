//! Checks expressions that stand side by side: what one is tells what the names in another mean.

use super::checker::Checker;
use super::kinds::is_nothing;
use super::scope::{Context, Scope};
use crate::program::{DomainId, Expr, Kind, Type};
use crate::syntax::ast;

impl Checker<'_> {
    /// Checks two expressions side by side. An operand without a domain of its own (a literal, the
    /// name of an element) is looked up in the domain of the other; if both have none, in `hint`.
    pub(super) fn pair(
        &mut self,
        s: &mut Scope,
        a: &ast::Expr,
        b: &ast::Expr,
        hint: Option<DomainId>,
    ) -> Option<(Expr, Expr)> {
        let mut checked = self.row(s, &[a, b], hint, true)?.into_iter();
        Some((checked.next()?, checked.next()?))
    }

    /// Checks any number of expressions side by side, as [`Checker::pair`] does two. An operand
    /// without a domain takes the one of its nearest neighbour on the right that has one, else on
    /// the left. With `members` a set written out beside a member of a family holds elements of its
    /// base.
    pub(super) fn row(
        &mut self,
        s: &mut Scope,
        all: &[&ast::Expr],
        hint: Option<DomainId>,
        members: bool,
    ) -> Option<Vec<Expr>> {
        let hungry: Vec<bool> = all.iter().map(|e| self.names.hungry(s, e)).collect();
        let mut found: Vec<Option<Expr>> = vec![None; all.len()];
        for (at, e) in all.iter().enumerate().filter(|(at, _)| !hungry[*at]) {
            found[at] = self.expr(s, e, hint);
        }
        // What is always `none`, or always empty, has no domain.
        let of = |found: &Expr| (!is_nothing(found.ty.kind)).then_some(found.ty);
        let typed: Vec<Option<Type>> = found.iter().map(|found| found.as_ref().and_then(of)).collect();
        let missing = (0..all.len()).any(|at| !hungry[at] && found[at].is_none());
        for (at, e) in all.iter().enumerate().filter(|(at, _)| hungry[*at]) {
            let right = typed[at..].iter().flatten().next();
            let left = || typed[..at].iter().rev().flatten().next();
            match right.or_else(left) {
                // Beside a member of a range a number stays a number: one outside the range is then
                // unequal, not `none`.
                Some(ty) => {
                    let base = match (ty.kind, &e.kind) {
                        (Kind::Element(family), ast::ExprKind::Set(_)) if members => {
                            self.domains.base(family)
                        }
                        _ => None,
                    };
                    let named = base.or(ty.domain()).filter(|domain| self.domains.low(*domain).is_none());
                    // In a family a set written out is a pattern, whatever stands beside it.
                    let pattern = hint.filter(|_| s.context == Context::FAMILY);
                    found[at] = self.expr(s, e, named.or(pattern));
                }
                // An operand is poisoned, so the domain is unknown; an error about a name here
                // might be wrong.
                None if missing => return None,
                None => found[at] = self.expr(s, e, hint),
            }
        }
        found.into_iter().collect()
    }
}
