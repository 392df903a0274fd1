//! The effects of stores: follows stored values and adds up the changes of components.

use super::effects::{Component, Delta, either, plus};
use super::logic::Formula;
use super::path_enumeration::{Path, PathEnumerator};
use super::piece_steps::pairs;
use super::satisfiability::possible;
use super::symbolic_evaluator::put;
use super::symbolic_state::{SetFieldWrite, SetTerm, SymbolicState, Term, may_meet};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

impl<'p> PathEnumerator<'p> {
    pub(super) fn assign(
        &self,
        path: &mut Path<'p>,
        id: FieldId,
        indexes: &'p [Expr],
        store: Store,
        value: &'p Expr,
    ) {
        let Some(field) = self.evaluator.program.fields.get(id.index()) else { return };
        let (key, known) = self.evaluator.index(&path.state, indexes);
        match field.ty.kind {
            Kind::Set(_) => self.assign_set(path, id, (key, known), store, value),
            _ => self.assign_single(path, (id, field), (&key, known), store, value),
        }
    }

    /// Stores a set. The value is not `none` where the field cannot be; the game would end with a
    /// fault here.
    pub(super) fn assign_set(
        &self,
        path: &mut Path<'p>,
        id: FieldId,
        (key, known): (String, Vec<Option<u32>>),
        store: Store,
        value: &'p Expr,
    ) {
        let old = self.evaluator.entry_at(&path.state, id, &key, &known);
        let value = self.evaluator.term(&path.state, value);
        let optional = self.evaluator.program.fields.get(id.index()).is_some_and(|f| f.ty.or_none);
        if !optional {
            path.state.facts.push(value.exists.clone());
        }
        let value = value.set.unwrap_or_else(|| SetTerm::opaque(self.evaluator.fresh("value")));
        let now = match store {
            Store::Set => value,
            Store::Add => self.evaluator.joined("+", old.clone(), value),
            Store::Sub => self.evaluator.joined("-", old.clone(), value),
        };
        let Some(entries) = path.state.sets.get_mut(id.index()) else { return };
        for (other, entry) in &mut entries.written {
            if *other != key && may_meet(&entry.index, &known) {
                entries.spoiled = true;
                entry.now = SetTerm::opaque(self.evaluator.fresh("met"));
            }
        }
        let entry = SetFieldWrite { index: known, before: old, now: now.clone() };
        entries.written.entry(key).or_insert(entry).now = now;
    }

    pub(super) fn assign_single(
        &self,
        path: &mut Path<'p>,
        (id, field): (FieldId, &Field),
        (key, known): (&str, Vec<Option<u32>>),
        store: Store,
        value: &'p Expr,
    ) {
        let old = self.evaluator.value_at(&path.state, id, (key, &known), field.ty);
        let new = self.evaluator.term(&path.state, value);
        for (component, change) in self.components.iter().zip(&mut path.changes) {
            let by = match component {
                Component::Sum(of) if *of == id => self.sum_effect(&path.state, &old, &new, store, value),
                Component::Ordinals(of) if *of == id => {
                    self.ordinal_effect(&path.state, field, &old, (store, value))
                }
                Component::Given(of) if *of == id => {
                    let there = match store {
                        Store::Set => new.exists.clone(),
                        // `none` plus or minus anything is `none`, and so is anything plus or minus
                        // `none`.
                        Store::Add | Store::Sub => old.exists.clone().and(new.exists.clone()),
                    };
                    self.turned(&path.state, &old.exists, &there)
                }
                Component::True(of) if *of == id => self.turned(&path.state, &old.truth, &new.truth),
                Component::Holding(of, value) if *of == id => {
                    let value = Term::known(Value::Element(*value));
                    let held = |term: &Term<'p>| self.evaluator.same(term, &value);
                    let (least, most) = self.turned(&path.state, &held(&old), &held(&new));
                    if most < 0 && is_broken(Shortcut::Holding) { (-most, -least) } else { (least, most) }
                }
                Component::Ranks(of, index, ranks) if *of == id => {
                    let meets = may_meet(&known, &index.iter().copied().map(Some).collect::<Vec<_>>());
                    let is_known = known.iter().all(Option::is_some) && store == Store::Set;
                    match (meets, is_known) {
                        (false, _) => (0, 0),
                        (true, true) => rise(&old, &new, ranks),
                        (true, false) => any_rise(ranks),
                    }
                }
                _ => (0, 0),
            };
            *change = plus(*change, by);
        }
        if !matches!(field.ty.kind, Kind::Set(_)) {
            self.note_steps((id, &known), (&old, &new), store);
        }
        if let Some(version) = path.state.versions.get_mut(id.index()) {
            *version = self.evaluator.next();
        }
        let same_kind = value.ty.kind == field.ty.kind && matches!(field.ty.kind, Kind::Element(_));
        let now = (store == Store::Set && same_kind).then_some(new);
        if let (Some(now), false) = (&now, field.ty.or_none) {
            // Otherwise the game would end with a fault here.
            path.state.facts.push(now.exists.clone());
        }
        if let Some(singles) = path.state.singles.get_mut(id.index()) {
            let others = singles.written.values_mut().filter(|(index, _)| may_meet(index, &known));
            others.for_each(|(_, term)| *term = None);
            singles.written.insert(key.to_string(), (known, now));
        }
    }

    /// Collects the step of a piece that an entry of a field of elements tells.
    fn note_steps(
        &self,
        (id, known): (FieldId, &[Option<u32>]),
        (old, new): (&Term<'p>, &Term<'p>),
        store: Store,
    ) {
        for steps in self.steps.borrow_mut().iter_mut().filter(|steps| steps.entry.field == id) {
            let index: Vec<Option<u32>> = steps.entry.index.iter().copied().map(Some).collect();
            if known == index && store == Store::Set {
                steps.add(old, new);
            } else if may_meet(known, &index) {
                steps.pairs = None;
            }
        }
    }

    /// Bounds of the change of an integer by a store.
    pub(super) fn sum_effect(
        &self,
        state: &SymbolicState<'p>,
        old: &Term<'p>,
        new: &Term<'p>,
        store: Store,
        value: &'p Expr,
    ) -> Delta {
        let by = self.evaluator.range(state, new);
        let before = self.evaluator.range(state, old);
        match store {
            Store::Add => by,
            Store::Sub => (by.1.saturating_neg(), by.0.saturating_neg()),
            Store::Set => {
                let change = (by.0.saturating_sub(before.1), by.1.saturating_sub(before.0));
                match self.step_from(state, old, value) {
                    Some(step) => (step.0.max(change.0), step.1.min(change.1)),
                    None => change,
                }
            }
        }
    }

    /// Bounds of the change of an element's number by a store: where the element has the number
    /// that the old one has, more or less a number, those of that number. An element that has no
    /// number, or a number that no element has, would end the game with a fault.
    fn ordinal_effect(
        &self,
        state: &SymbolicState<'p>,
        field: &Field,
        old: &Term<'p>,
        (store, value): (Store, &'p Expr),
    ) -> Delta {
        let Kind::Element(domain) = field.ty.kind else { return (0, 0) };
        let most = self.evaluator.program.domains.get(domain.index()).map_or(0, Domain::len) as i64;
        let step = match &value.kind {
            ExprKind::ToElement(number) if store == Store::Set && value.ty.kind == field.ty.kind => {
                self.element_step(state, (old, field.ty.kind), number)
            }
            _ => None,
        };
        let (least, greatest) = step.unwrap_or((-most, most));
        (least.max(-most), greatest.min(most))
    }

    /// Bounds of the step where a number is that of the old element, of this kind, more or less
    /// another number.
    fn element_step(
        &self,
        state: &SymbolicState<'p>,
        (old, stored): (&Term<'p>, Kind),
        number: &'p Expr,
    ) -> Option<Delta> {
        let ExprKind::Arith(op, a, b) = &number.kind else { return None };
        // Known elements of different domains have one key.
        let is_old = |each: &'p Expr| match &each.kind {
            ExprKind::ToInt(element) => {
                element.ty.kind == stored && self.evaluator.term(state, element).key == old.key
                    || is_broken(Shortcut::Ordinals)
            }
            _ => false,
        };
        self.step_by(state, *op, [a, b], &is_old)
    }

    /// Bounds of the step where one operand of a sum or difference is what was there.
    fn step_by(
        &self,
        state: &SymbolicState<'p>,
        op: Arith,
        [a, b]: [&'p Expr; 2],
        is_old: &dyn Fn(&'p Expr) -> bool,
    ) -> Option<Delta> {
        let range = |each: &'p Expr| self.evaluator.range(state, &self.evaluator.term(state, each));
        match op {
            Arith::Add if is_old(a) => Some(range(b)),
            Arith::Add if is_old(b) => Some(range(a)),
            Arith::Sub if is_old(a) => {
                let (least, most) = range(b);
                Some((most.saturating_neg(), least.saturating_neg()))
            }
            _ => None,
        }
    }

    /// Bounds of the step where the stored value is `old + step`, `old - step`, `old / number`, or
    /// the lesser or greater of `old` and others.
    pub(super) fn step_from(
        &self,
        state: &SymbolicState<'p>,
        old: &Term<'p>,
        value: &'p Expr,
    ) -> Option<Delta> {
        let is_old = |each: &'p Expr| self.evaluator.term(state, each).key == old.key;
        match &value.kind {
            ExprKind::Extreme(greatest, all) => {
                let step = if *greatest { (0, i64::MAX) } else { (i64::MIN, 0) };
                (!value.ty.or_none && all.iter().any(is_old)).then_some(step)
            }
            // Rounded down, at most half of what is positive is left, and nothing of 0 is lost.
            ExprKind::Arith(Arith::Div, a, b) if is_old(a) => {
                let range = |each: &'p Expr| self.evaluator.range(state, &self.evaluator.term(state, each));
                let (old, by) = (range(a), range(b));
                (old.0 >= 0 && by.0 >= 2).then_some((i64::MIN, -i64::from(old.0 > 0)))
            }
            ExprKind::Arith(op, a, b) => self.step_by(state, *op, [a, b], &is_old),
            _ => None,
        }
    }

    /// Bounds of the change of a count of true things when one thing's formula changes from `old`
    /// to `new`.
    pub(super) fn turned(&self, state: &SymbolicState<'p>, old: &Formula, new: &Formula) -> Delta {
        let can = |one: Formula| {
            let mut all = state.facts.clone();
            all.extend(self.evaluator.laws());
            all.push(one);
            possible(&all)
        };
        let low = |f: &Formula| i64::from(!can(f.clone().not()));
        let high = |f: &Formula| i64::from(can(f.clone()));
        (low(new) - high(old), high(new) - low(old))
    }

    pub(super) fn assign_local(&self, path: &mut Path<'p>, local: LocalId, store: Store, value: &'p Expr) {
        let term = self.evaluator.term(&path.state, value);
        let term = match (store, path.state.locals.get(local.index()).and_then(|t| t.set.clone()), &term.set)
        {
            (Store::Set, ..) => term,
            (_, Some(old), Some(set)) => {
                let sign = if store == Store::Add { "+" } else { "-" };
                let set = self.evaluator.joined(sign, old, set.clone());
                Term { set: Some(set.clone()), ..Term::unknown(set.key.clone()) }
            }
            _ => self.forgotten(local),
        };
        put(&mut path.state.locals, local, term);
    }

    /// A local of which only the type is known.
    pub(super) fn forgotten(&self, local: LocalId) -> Term<'p> {
        let key = self.evaluator.fresh("var");
        match self.followed.frame.locals.get(local.index()) {
            Some(declared) => self.evaluator.unknown_of(declared.ty, key.into()),
            None => Term::unknown(key),
        }
    }
}

/// Bounds of the change of the rank where one element takes the place of another.
fn rise(old: &Term, new: &Term, ranks: &[u32]) -> Delta {
    let Some(pairs) = pairs(old, new) else { return any_rise(ranks) };
    let rank = |element: u32| i64::from(ranks[element as usize]);
    let rises = pairs.into_iter().map(|(from, to)| rank(to) - rank(from)).map(|rise| (rise, rise));
    // If no element fits, the path is impossible.
    rises.reduce(either).unwrap_or((0, 0))
}

/// Bounds of the change of a rank of which nothing is known.
fn any_rise(ranks: &[u32]) -> Delta {
    let most = ranks.iter().copied().max().map_or(0, i64::from);
    (-most, most)
}
