//! Runs the body of a move while the fields are unknown.

use super::values::{fits, holds_one, values};
use super::{Changed, Formula, Ground, GroundValue, Members, NO_VALUE, View, at, either};
use crate::logic::disjunction;
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;

/// The most passes of a `repeat`.
const PASSES: i64 = 256;

impl<'p> Ground<'p> {
    /// Runs statements; none where one does more than to change things.
    pub(super) fn run(&self, view: &mut View, frame: &'p Frame, body: &'p [Stmt]) -> Option<()> {
        for stmt in body {
            self.work(1)?;
            match &stmt.kind {
                StmtKind::Assign(Place::Field(id, indexes), store, value) => {
                    self.assign(view, (*id, indexes), *store, value)?;
                }
                StmtKind::Bind(local, value) => {
                    let value = self.evaluate(view, value)?;
                    if !fits(&value, frame.locals.get(local.index())?.ty) {
                        return None;
                    }
                    *view.locals.get_mut(local.index())? = Some(value);
                }
                StmtKind::If(condition, yes, no) => match self.truth(view, condition)? {
                    Formula::Is(holds) => self.run(view, frame, if holds { yes } else { no })?,
                    condition => {
                        let mut other = view.clone();
                        self.run(view, frame, yes)?;
                        self.run(&mut other, frame, no)?;
                        join(view, &condition, other);
                        view.changed.values().try_for_each(|after| self.weigh(after).ok_or(())).ok()?;
                    }
                },
                StmtKind::For(binders, guard, body) => self.each(view, frame, binders, (guard, body))?,
                StmtKind::Repeat(number, body) => match self.evaluate(view, number)? {
                    GroundValue::Value(Value::Int(passes)) if passes <= PASSES => {
                        for _ in 0..passes {
                            self.run(view, frame, body)?;
                        }
                    }
                    _ => return None,
                },
                StmtKind::Again(condition) => {
                    (self.truth(view, condition)? == Formula::FALSE).then_some(())?;
                }
                StmtKind::Assign(Place::Local(_), ..) | StmtKind::AgainWith(..) => return None,
            }
        }
        Some(())
    }

    /// A `for` over bindings that are there in every position.
    fn each(
        &self,
        view: &mut View,
        frame: &'p Frame,
        binders: &'p [(LocalId, Expr)],
        (guard, body): (&'p Expr, &'p [Stmt]),
    ) -> Option<()> {
        let Some(((local, set), rest)) = binders.split_first() else {
            return match self.truth(view, guard)? {
                Formula::Is(true) => self.run(view, frame, body),
                Formula::Is(false) => Some(()),
                _ => None,
            };
        };
        for (value, is) in self.members(view, set)? {
            if is != Formula::TRUE {
                return None;
            }
            *view.locals.get_mut(local.index())? = Some(GroundValue::Value(value));
            self.each(view, frame, rest, (guard, body))?;
        }
        Some(())
    }

    fn assign(
        &self,
        view: &mut View,
        (id, indexes): (FieldId, &'p [Expr]),
        store: Store,
        value: &'p Expr,
    ) -> Option<()> {
        let field = self.program.fields.get(id.index())?;
        if holds_one(field.ty) {
            return self.put(view, (id, indexes), store, value);
        }
        let is_truth = field.ty.kind == Kind::Bool;
        let new = if is_truth { Members::new() } else { self.set(view, value)? };
        let truth = if is_truth { self.truth(view, value)? } else { Formula::FALSE };
        let entry = self.entry(view, id, indexes)??;
        let things: Vec<(u32, Option<i64>)> = self.things_of(id, entry)?.collect();
        let known: BTreeSet<i64> = things.iter().filter_map(|(_, member)| *member).collect();
        // A member outside the bounds is a fault.
        if new.iter().any(|(member, is)| !known.contains(member) && *is != Formula::FALSE) {
            return None;
        }
        for (thing, member) in things {
            let given = member.map_or_else(|| truth.clone(), |member| at(&new, member));
            let old = self.present(view, thing);
            let after = match store {
                Store::Set => given,
                Store::Add => old.or(given),
                Store::Sub => old.and(given.not()),
            };
            self.weigh(&after)?;
            view.changed.insert(thing, after);
        }
        Some(())
    }

    /// Gives an entry that holds one value another.
    fn put(
        &self,
        view: &mut View,
        (id, indexes): (FieldId, &'p [Expr]),
        store: Store,
        value: &'p Expr,
    ) -> Option<()> {
        let given = values(&self.evaluate(view, value)?)?;
        let entry = self.entry(view, id, indexes)??;
        let things: Vec<(u32, i64)> = self
            .things_of(id, entry)?
            .map(|(thing, member)| Some((thing, member?)))
            .collect::<Option<_>>()?;
        let before: Members =
            things.iter().map(|(thing, member)| (*member, self.present(view, *thing))).collect();
        let after = stored(&before, &given, store)?;
        // A value outside the bounds is a fault.
        let known: BTreeSet<i64> = before.into_keys().collect();
        let beyond = after.iter().filter(|(member, _)| !known.contains(member)).map(|(_, is)| is.clone());
        view.faults.extend(beyond.filter(|is| *is != Formula::FALSE));
        for (thing, member) in things {
            let after = at(&after, member);
            self.weigh(&after)?;
            view.changed.insert(thing, after);
        }
        Some(())
    }
}

/// The values that an entry may have after a statement; none if it is arithmetic with what may be
/// `none`.
fn stored(before: &Members, given: &Members, store: Store) -> Option<Members> {
    let sign = match store {
        Store::Set => return Some(given.clone()),
        Store::Add => 1,
        Store::Sub => -1,
    };
    let mut after: BTreeMap<i64, Vec<Formula>> = BTreeMap::new();
    for (old, was) in before.iter().filter(|(_, was)| **was != Formula::FALSE) {
        for (more, is) in given.iter().filter(|(_, is)| **is != Formula::FALSE) {
            if *old == NO_VALUE || *more == NO_VALUE {
                return None;
            }
            let sum = old.checked_add(more.checked_mul(sign)?)?;
            after.entry(sum).or_default().push(was.clone().and(is.clone()));
        }
    }
    Some(after.into_iter().map(|(value, any)| (value, disjunction(any))).collect())
}

/// Joins the two ways through an `if`.
fn join(view: &mut View, condition: &Formula, other: View) {
    let all: BTreeSet<u32> = view.changed.keys().chain(other.changed.keys()).copied().collect();
    for thing in all {
        let value = |changed: &Changed| changed.get(&thing).cloned().unwrap_or(Formula::Atom(thing));
        let (yes, no) = (value(&view.changed), value(&other.changed));
        let joined =
            if yes == no { yes } else { condition.clone().and(yes).or(condition.clone().not().and(no)) };
        view.changed.insert(thing, joined);
    }
    // A fault of either way counts whatever the condition.
    view.faults.extend(other.faults);
    for (yes, no) in view.locals.iter_mut().zip(other.locals) {
        if *yes != no {
            *yes = yes.take().zip(no).and_then(|(yes, no)| either(condition, yes, no));
        }
    }
}
