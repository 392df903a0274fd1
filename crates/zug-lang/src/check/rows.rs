//! Checks expressions that stand side by side: what one is tells what the names in another mean.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::form::Form;
use super::kinds::is_nothing;
use super::scope::Scope;
use crate::program::{DomainId, Expr, Kind, Type};
use crate::syntax::ast;

/// How expressions stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// As values that may be equal: beside a member of a family a set that may be equal to it.
    Alike,
    /// As sides of `+`, `-` and `&`: beside a member of a family a set of such members.
    Summed,
}

impl Checker<'_> {
    /// Checks two expressions side by side. An operand without a domain of its own (a literal, the
    /// name of an element) is looked up in the domain of the other; if both have none, in `hint`.
    pub(super) fn pair(
        &mut self,
        s: &mut Scope,
        sides: [&ast::Expr; 2],
        hint: Option<DomainId>,
        beside: Beside,
    ) -> Option<(Expr, Expr)> {
        let mut checked = self.row(s, &sides, hint, beside)?.into_iter();
        let (a, b) = (checked.next()?, checked.next()?);
        if self.domains.common(a.ty.kind, b.ty.kind).is_some() {
            return Some((a, b));
        }
        // What a set of sets is beside says nothing of it.
        Some((self.no_set_of_sets(s, a)?, self.no_set_of_sets(s, b)?))
    }

    /// Checks any number of expressions side by side, as [`Checker::pair`] does two: those with a
    /// domain first, then those that have one in part, then those without. An operand takes the
    /// domain of its nearest neighbour on the right that was checked before and has one, else on
    /// the left.
    pub(super) fn row(
        &mut self,
        s: &mut Scope,
        all: &[&ast::Expr],
        hint: Option<DomainId>,
        beside: Beside,
    ) -> Option<Vec<Expr>> {
        let forms: Vec<Form> = all.iter().map(|e| self.form(s, e)).collect();
        let mut found: Vec<Option<Expr>> = vec![None; all.len()];
        for form in [Form::Own, Form::Mixed, Form::Bare] {
            // An operand is poisoned, so the domain is unknown; an error about a name here might be
            // wrong.
            let missing = (0..all.len()).any(|at| forms[at] < form && found[at].is_none());
            let typed: Vec<Option<Type>> = found.iter().map(type_of).collect();
            for at in (0..all.len()).filter(|at| forms[*at] == form) {
                let expected = match nearest(&typed, at) {
                    Some(ty) => self.named_beside(s, (ty, beside), form, hint),
                    None if missing && form.is_bare() => return None,
                    None => hint,
                };
                found[at] = self.expr_or_sets(s, all[at], expected);
            }
        }
        found.into_iter().collect()
    }

    /// The domain of what stands beside an expression of this type. Beside a member of a range a
    /// number stays a number: one outside the range is then unequal, not `none`.
    fn named_beside(
        &self,
        s: &Scope,
        (ty, beside): (Type, Beside),
        form: Form,
        hint: Option<DomainId>,
    ) -> Option<DomainId> {
        let domain = match (ty.kind, beside) {
            // A member is equal to a set over the base.
            (Kind::Element(family), Beside::Alike) => self.domains.base(family).or(Some(family)),
            _ => ty.domain(),
        };
        // In a family a set written out is a pattern, whatever stands beside it.
        if s.patterns {
            return hint;
        }
        let named = domain.and_then(|domain| self.domains.with_names(domain));
        named.or(hint.filter(|_| !form.is_bare()))
    }
}

impl DomainTables {
    /// A domain whose elements have names: those of ranges, rings and paths are numbers.
    pub(super) fn with_names(&self, domain: DomainId) -> Option<DomainId> {
        Some(domain).filter(|domain| self.low(*domain).is_none())
    }
}

/// The type of an expression that was checked and has a domain: what is always `none`, or always
/// empty, has none.
fn type_of(found: &Option<Expr>) -> Option<Type> {
    found.as_ref().map(|found| found.ty).filter(|ty| !is_nothing(ty.kind))
}

/// The type of the nearest expression that has one.
fn nearest(typed: &[Option<Type>], at: usize) -> Option<Type> {
    let left = || typed[..at].iter().rev().flatten().next();
    typed[at..].iter().flatten().next().or_else(left).copied()
}
