//! Truths made of others, and comparisons.

use super::values::{counted, related, values};
use super::{Formula, Ground, GroundValue, NO_VALUE, View, at, conjunction, disjunction};
use std::collections::BTreeSet;
use zug_lang::program::*;

impl<'p> Ground<'p> {
    /// A conjunction, or with `decisive` a disjunction; what follows a part that decides is not
    /// read.
    pub(super) fn junction(&self, view: &View, all: &'p [Expr], decisive: bool) -> Option<Formula> {
        let mut parts = Vec::new();
        for each in all {
            match self.truth(view, each)? {
                Formula::Is(value) if value == decisive => return Some(Formula::Is(decisive)),
                part => parts.push(part),
            }
        }
        Some(if decisive { disjunction(parts) } else { conjunction(parts) })
    }

    pub(super) fn equal(&self, view: &View, a: &'p Expr, b: &'p Expr) -> Option<Formula> {
        let same = |a: Formula, b: Formula| {
            if a == b {
                return Formula::TRUE;
            }
            match (a, b) {
                (Formula::Is(value), other) | (other, Formula::Is(value)) => {
                    if value {
                        other
                    } else {
                        other.not()
                    }
                }
                (a, b) => a.clone().and(b.clone()).or(a.not().and(b.not())),
            }
        };
        if let Some((counted, other)) = counted(a, b)
            && self.evaluate(view, other)? == GroundValue::Value(Value::Int(0))
        {
            return Some(conjunction(self.set(view, counted)?.into_values().map(Formula::not)));
        }
        if a.ty.kind == Kind::Bool {
            return Some(same(self.truth(view, a)?, self.truth(view, b)?));
        }
        if matches!(a.ty.kind, Kind::Element(_) | Kind::Int { .. }) {
            return self.compare(view, (a, b), |a, b| a == b);
        }
        let (a, b) = (self.set(view, a)?, self.set(view, b)?);
        let all: BTreeSet<i64> = a.keys().chain(b.keys()).copied().collect();
        Some(conjunction(all.into_iter().map(|member| same(at(&a, member), at(&b, member)))))
    }

    /// Whether two elements or integers are related so.
    pub(super) fn compare(
        &self,
        view: &View,
        (a, b): (&'p Expr, &'p Expr),
        is: impl Fn(i64, i64) -> bool,
    ) -> Option<Formula> {
        let (a, b) = (values(&self.evaluate(view, a)?)?, values(&self.evaluate(view, b)?)?);
        self.work(a.len() * b.len())?;
        Some(related(&a, &b, is))
    }

    pub(super) fn is_member(&self, view: &View, element: &'p Expr, set: &'p Expr) -> Option<Formula> {
        let element = self.evaluate(view, element)?;
        if element == GroundValue::Value(Value::None) {
            return Some(Formula::FALSE);
        }
        let (values, set) = (values(&element)?, self.set(view, set)?);
        let inside = values.into_iter().filter(|(value, _)| *value != NO_VALUE);
        Some(disjunction(inside.map(|(value, is)| is.and(at(&set, value)))))
    }
}
