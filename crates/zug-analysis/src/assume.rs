//! Assumes that a condition holds, or that it does not, and notes the consequences.

use super::logic::Formula;
use super::symbolic_evaluator::SymbolicEvaluator;
use super::symbolic_state::{ANY, SetTerm, SymbolicState, Term};
use std::rc::Rc;
use zug_lang::program::*;

impl<'p> SymbolicEvaluator<'p> {
    /// Notes that a condition holds (or does not).
    pub fn assume(&self, state: &mut SymbolicState<'p>, condition: &'p Expr, holds: bool) {
        let truth = self.term(state, condition).truth;
        state.facts.push(if holds { truth } else { truth.not() });
        self.follow(state, condition, holds);
    }

    /// Notes consequences of the condition's form that its formula does not express: orders,
    /// subsets, non-empty sets.
    fn follow(&self, state: &mut SymbolicState<'p>, condition: &'p Expr, holds: bool) {
        match (&condition.kind, holds) {
            (ExprKind::Not(inner), _) => self.follow(state, inner, !holds),
            (ExprKind::And(all), true) | (ExprKind::Or(all), false) => {
                all.iter().for_each(|each| self.follow(state, each, holds));
            }
            (ExprKind::Compare(order, a, b), _) => self.follow_order(state, *order, (a, b), holds),
            (ExprKind::Equal(a, b), _) => self.follow_equal(state, a, b, holds),
            (ExprKind::Subset(a, b, _), true) => {
                let kind = a.ty.kind;
                if let (Some(a), Some(b)) = (self.term(state, a).set, self.term(state, b).set) {
                    state.inside.push((kind, a, b));
                }
            }
            (ExprKind::Call(def, arguments), true) => self.follow_call(state, *def, arguments),
            _ => {}
        }
    }

    /// Notes the consequences of a true `def`. The inner state has its own locals; its facts become
    /// the caller's.
    fn follow_call(&self, state: &mut SymbolicState<'p>, def: DefId, arguments: &'p [Expr]) {
        let Some(def) = self.program.defs.get(def.index()) else { return };
        let (mut inner, _) = self.inside(state, def, arguments);
        if inner.depth > 20 {
            return;
        }
        self.follow(&mut inner, &def.body, true);
        *state = SymbolicState { locals: std::mem::take(&mut state.locals), depth: state.depth, ..inner };
    }

    fn follow_order(
        &self,
        state: &mut SymbolicState<'p>,
        order: Order,
        (a, b): (&'p Expr, &'p Expr),
        holds: bool,
    ) {
        // A comparison with `none` is false, so a false one says nothing where a side may be
        // `none`.
        if !holds && (a.ty.or_none || b.ty.or_none) {
            return;
        }
        let (low, high) = (self.term(state, a), self.term(state, b));
        let strict = order == Order::Less;
        match holds {
            true => self.ordered(state, &low, &high, strict),
            false => self.ordered(state, &high, &low, !strict),
        }
    }

    /// Notes that one integer is at most another, or with `strict` below it.
    fn ordered(&self, state: &mut SymbolicState<'p>, low: &Term<'p>, high: &Term<'p>, strict: bool) {
        let by = i64::from(strict);
        let least = self.range(state, low).0.saturating_add(by);
        let most = self.range(state, high).1.saturating_sub(by);
        self.narrow(state, &high.key, (least, i64::MAX));
        self.narrow(state, &low.key, (i64::MIN, most));
    }

    /// Intersects the known bounds of an integer with these.
    pub fn narrow(&self, state: &mut SymbolicState<'p>, key: &Rc<str>, (low, high): (i64, i64)) {
        let bounds = state.bounds.entry(key.clone()).or_insert(ANY);
        *bounds = (bounds.0.max(low), bounds.1.min(high));
    }

    fn follow_equal(&self, state: &mut SymbolicState<'p>, a: &'p Expr, b: &'p Expr, holds: bool) {
        let (one, two) = (self.term(state, a), self.term(state, b));
        if let (Some(one), Some(two)) = (&one.set, &two.set) {
            if holds && !a.ty.or_none && !b.ty.or_none {
                state.inside.push((a.ty.kind, one.clone(), two.clone()));
                state.inside.push((a.ty.kind, two.clone(), one.clone()));
            } else if !holds && is_empty(two) && !a.ty.or_none {
                state.filled.push((a.ty.kind, one.clone()));
            } else if !holds && is_empty(one) && !b.ty.or_none {
                state.filled.push((b.ty.kind, two.clone()));
            }
            return;
        }
        let integers = matches!(a.ty.kind, Kind::Int { .. }) && matches!(b.ty.kind, Kind::Int { .. });
        if integers && holds && !a.ty.or_none && !b.ty.or_none {
            let (first, second) = (self.range(state, &one), self.range(state, &two));
            self.narrow(state, &one.key, second);
            self.narrow(state, &two.key, first);
        }
    }

    /// Facts about an element `x` of a domain that follow from known subset relations and, in a
    /// thorough analysis, from the invariants and from picked elements that may equal `x`.
    pub fn instances(&self, state: &SymbolicState<'p>, x: &Term<'p>, domain: DomainId) -> Vec<Formula> {
        let kind = Kind::Set(domain);
        let pairs = state.inside.iter().filter(|(of, ..)| *of == kind);
        let mut all: Vec<Formula> =
            pairs.map(|(_, a, b)| self.member(x, a).implies(self.member(x, b))).collect();
        if self.thorough {
            let picked = state.picked.iter().filter(|picked| picked.kind == kind);
            let from = picked.filter_map(|picked| picked.from.as_ref().map(|from| (&picked.term, from)));
            all.extend(from.map(|(p, from)| self.same(x, p).implies(self.member(x, from))));
            all.extend(self.held_of(x, domain));
        }
        all
    }
}

fn is_empty(set: &Rc<SetTerm>) -> bool {
    matches!(&set.shape, super::symbolic_state::SetForm::Known(set) if set.is_empty())
}
