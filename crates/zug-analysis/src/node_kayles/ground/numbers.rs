//! Integers that depend on the position: counts, sums and arithmetic with them.

use super::values::{GroundValue, Members, NO_VALUE, values};
use super::{Formula, Ground, View, disjunction};
use std::collections::BTreeMap;
use zug_lang::program::*;

/// The most values of an integer that depends on the position.
const VALUES: usize = 64;

impl<'p> Ground<'p> {
    /// `count(S)`. Where goals are read, counts are atoms of their own.
    pub(super) fn count(&self, view: &View, set: &'p Expr) -> Option<GroundValue> {
        self.goals.is_none().then_some(())?;
        let parts = self.set(view, set)?.into_values();
        self.total(parts.map(one_if))
    }

    /// `count(..)` and `sum(..)` over binders.
    pub(super) fn added(
        &self,
        view: &View,
        quantifier: Quantifier,
        binders: &'p [(LocalId, Expr)],
        (guard, body): (&'p Expr, &'p Expr),
    ) -> Option<GroundValue> {
        self.goals.is_none().then_some(())?;
        let mut parts = Vec::new();
        self.bindings(&mut view.clone(), binders, guard, Formula::TRUE, &mut |view, is| {
            parts.push(match quantifier {
                Quantifier::Count => one_if(is.and(self.truth(view, body)?)),
                _ => given(&is, values(&self.evaluate(view, body)?)?)?,
            });
            Some(())
        })?;
        self.total(parts.into_iter())
    }

    /// `a + b`, `a - b`, `a * b` and `a % b`.
    pub(super) fn arithmetic(&self, view: &View, op: Arith, a: &'p Expr, b: &'p Expr) -> Option<GroundValue> {
        let (a, b) = (values(&self.evaluate(view, a)?)?, values(&self.evaluate(view, b)?)?);
        self.combined(&a, &b, op).map(certain)
    }

    fn total(&self, mut parts: impl Iterator<Item = Members>) -> Option<GroundValue> {
        let nothing = Members::from([(0, Formula::TRUE)]);
        parts.try_fold(nothing, |sum, part| self.combined(&sum, &part, Arith::Add)).map(certain)
    }

    /// Each result, with the condition on which it is; none where a side may be `none`, or there
    /// are too many.
    fn combined(&self, a: &Members, b: &Members, op: Arith) -> Option<Members> {
        let mut results: BTreeMap<i64, Vec<Formula>> = BTreeMap::new();
        for (a, was) in a.iter().filter(|(_, is)| **is != Formula::FALSE) {
            for (b, is) in b.iter().filter(|(_, is)| **is != Formula::FALSE) {
                let result = result(op, *a, *b)?;
                results.entry(result).or_default().push(was.clone().and(is.clone()));
            }
        }
        if results.len() > VALUES {
            return None;
        }
        let all: Members = results.into_iter().map(|(result, any)| (result, disjunction(any))).collect();
        all.values().try_for_each(|is| self.weigh(is).ok_or(())).ok()?;
        Some(all)
    }
}

/// 1 where a truth holds, else 0.
fn one_if(is: Formula) -> Members {
    Members::from([(0, is.clone().not()), (1, is)])
}

/// A value where a truth holds, else 0; none where it may be `none`.
fn given(is: &Formula, of: Members) -> Option<Members> {
    let mut all = Members::from([(0, is.clone().not())]);
    for (value, on) in of {
        if value == NO_VALUE && on != Formula::FALSE {
            return None;
        }
        let before = all.remove(&value).unwrap_or(Formula::FALSE);
        all.insert(value, before.or(is.clone().and(on)));
    }
    Some(all)
}

/// A value that is certain is no choice.
fn certain(of: Members) -> GroundValue {
    let known = of.iter().find(|(_, is)| **is == Formula::TRUE).map(|(value, _)| *value);
    known.map_or(GroundValue::One(of), |value| GroundValue::Value(Value::Int(value)))
}

/// What the language makes of two integers; none for `none`, division, and a remainder by what is
/// not positive.
fn result(op: Arith, a: i64, b: i64) -> Option<i64> {
    if a == NO_VALUE || b == NO_VALUE {
        return None;
    }
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Rem if b > 0 => Some(a.rem_euclid(b)),
        Arith::Div | Arith::Rem => None,
    }
}
