//! Checks expressions that stand side by side: what one is tells what the names in another mean.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::form::{Form, is_choice};
use super::kinds::is_nothing;
use super::scope::{Context, Scope};
use crate::program::{DomainId, Expr, Kind, Type};
use crate::syntax::ast;

/// What is known of expressions side by side before those without a domain are checked.
struct Row<'a> {
    all: &'a [&'a ast::Expr],
    forms: Vec<Form>,
    /// The types of those that have a domain.
    typed: Vec<Option<Type>>,
}

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
        let forms: Vec<Form> = all.iter().map(|e| self.form(s, e)).collect();
        let hungry: Vec<bool> = forms.iter().map(|form| form.is_hungry()).collect();
        let mut found: Vec<Option<Expr>> = vec![None; all.len()];
        for (at, e) in all.iter().enumerate().filter(|(at, _)| !hungry[*at]) {
            found[at] = self.expr(s, e, hint);
        }
        // What is always `none`, or always empty, has no domain.
        let of = |found: &Expr| (!is_nothing(found.ty.kind)).then_some(found.ty);
        let typed: Vec<Option<Type>> = found.iter().map(|found| found.as_ref().and_then(of)).collect();
        let row = Row { all, forms, typed };
        let missing = (0..all.len()).any(|at| !hungry[at] && found[at].is_none());
        for (at, e) in all.iter().enumerate().filter(|(at, _)| hungry[*at]) {
            match row.nearest(at) {
                // Beside a member of a range a number stays a number: one outside the range is then
                // unequal, not `none`.
                Some(ty) => {
                    let base = if members { self.domains.base_beside(&row, at) } else { None };
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

impl Row<'_> {
    /// The type of the nearest expression that has a domain.
    fn nearest(&self, at: usize) -> Option<Type> {
        let left = || self.typed[..at].iter().rev().flatten().next();
        self.typed[at..].iter().flatten().next().or_else(left).copied()
    }

    /// The type of what stands at a place, as far as it is known.
    fn known(&self, at: usize) -> Option<Type> {
        match self.forms[at] {
            Form::Element => self.nearest(at).and_then(Type::domain).map(|of| Kind::Element(of).always()),
            _ => self.typed[at],
        }
    }

    /// Whether what stands at a place is a set, if its names are those of elements.
    fn is_set(&self, at: usize) -> bool {
        match self.forms[at] {
            Form::Written => true,
            Form::Joined => is_choice(self.all[at]),
            _ => false,
        }
    }
}

impl DomainTables {
    /// The base of the family of which a member stands beside a set written out.
    fn base_beside(&self, row: &Row<'_>, at: usize) -> Option<DomainId> {
        let family = row.nearest(at)?.domain()?;
        let is_member = |ty: Type| ty.kind == Kind::Element(family);
        let beside = [at.checked_sub(1), Some(at + 1).filter(|at| *at < row.all.len())];
        let mut types = beside.into_iter().flatten().filter_map(|at| row.known(at));
        let member = row.nearest(at).is_some_and(is_member) || types.any(is_member);
        if row.is_set(at) && member { self.base(family) } else { None }
    }
}
