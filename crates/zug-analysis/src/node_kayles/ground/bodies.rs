//! Runs the body of a move while the fields are unknown.

use super::{Changed, Formula, Ground, GroundValue, Members, View, at, either};
use std::collections::BTreeSet;
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
                StmtKind::Assign(Place::Local(_), ..) | StmtKind::Again(_) | StmtKind::AgainWith(..) => {
                    return None;
                }
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
        if matches!(field.ty.kind, Kind::Element(_)) {
            // What it holds is never read: that would not be evaluated.
            let GroundValue::Value(value) = self.evaluate(view, value)? else { return None };
            let fits = matches!(value, Value::Element(_)) || (value == Value::None && field.ty.or_none);
            let is_set = store == Store::Set && self.entry(view, id, indexes)?.is_some();
            return (fits && is_set).then_some(());
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
}

/// Whether a local may be bound to a value without a fault.
fn fits(value: &GroundValue, ty: Type) -> bool {
    match (value, ty.kind) {
        (GroundValue::Value(Value::None), _) => ty.or_none,
        (GroundValue::Value(Value::Int(number)), Kind::Int { low, high }) => (low..=high).contains(number),
        (_, Kind::IntSet { .. }) => false,
        _ => true,
    }
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
    for (yes, no) in view.locals.iter_mut().zip(other.locals) {
        if *yes != no {
            *yes = yes.take().zip(no).and_then(|(yes, no)| either(condition, yes, no));
        }
    }
}
