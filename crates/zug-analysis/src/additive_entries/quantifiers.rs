//! Abstract interpretation of quantifiers: every binding in its turn.

use super::super::linear_form::Linear;
use super::abstract_value::Abstract;
use super::evaluator::{EntryView, Evaluator};
use crate::components::NumberedEntry;
use std::collections::BTreeSet;
use zug_lang::program::*;

/// The members that a set may have.
pub(super) struct AbstractMembers {
    pub values: Vec<Abstract>,
    /// Whether these are the members in every position.
    pub certain: bool,
    /// What the set depends on.
    pub dependencies: BTreeSet<NumberedEntry>,
}

/// The values of a quantifier's body.
#[derive(Default)]
struct Bodies {
    /// Of the bindings that are there in every position.
    certain: Vec<Abstract>,
    /// Of the others.
    possible: Vec<Abstract>,
    /// What sets and guards depend on.
    dependencies: BTreeSet<NumberedEntry>,
}

impl<'p> Evaluator<'p> {
    /// The members that a set may have.
    pub fn members(&self, view: EntryView<'_>, set: &'p Expr) -> AbstractMembers {
        let value = self.evaluate(view, set);
        let dependencies = self.dependencies(&value);
        let all = |values: Vec<Value>, certain| AbstractMembers {
            values: values.into_iter().map(Abstract::Value).collect(),
            certain,
            dependencies: dependencies.clone(),
        };
        let element = |at: i64| Value::Element(at as u32);
        match (value, set.ty.kind) {
            (Abstract::Value(Value::Set(set)), Kind::Set(_)) => all(set.iter().map(element).collect(), true),
            (Abstract::Value(Value::Set(set)), _) => all(set.iter().map(Value::Int).collect(), true),
            (Abstract::Value(Value::None), _) => all(Vec::new(), true),
            (_, Kind::Set(domain)) => {
                let len = self.program.domains.get(domain.index()).map_or(0, Domain::len);
                all((0..len as i64).map(element).collect(), false)
            }
            (_, Kind::IntSet { low, high }) => {
                let ty = Kind::Int { low, high }.always();
                AbstractMembers {
                    values: vec![Abstract::Number(self.unknown_number(ty))],
                    certain: false,
                    dependencies,
                }
            }
            _ => AbstractMembers { values: vec![Abstract::unknown()], certain: false, dependencies },
        }
    }

    /// A quantifier.
    pub fn quantified(
        &self,
        view: EntryView<'_>,
        quantifier: Quantifier,
        binders: &'p [(LocalId, Expr)],
        (guard, body): (&'p Expr, &'p Expr),
    ) -> Abstract {
        let mut bodies = Bodies::default();
        let mut locals = view.locals.to_vec();
        self.bind(EntryView { locals: &[], ..view }, &mut locals, binders, (guard, body), true, &mut bodies);
        let decided = match quantifier {
            Quantifier::Some => bodies.decided(true),
            Quantifier::Every => bodies.decided(false),
            Quantifier::Sum => self.sum(&bodies, body.ty),
            _ => None,
        };
        decided.unwrap_or_else(|| {
            let Abstract::Any(all) = self.depending_on(bodies.certain.iter().chain(&bodies.possible)) else {
                return Abstract::unknown();
            };
            Abstract::Any(all.into_iter().chain(bodies.dependencies).collect())
        })
    }

    /// Goes through the bindings; `certain` tells whether those so far are there in every position.
    fn bind(
        &self,
        view: EntryView<'_>,
        locals: &mut Vec<Abstract>,
        binders: &'p [(LocalId, Expr)],
        (guard, body): (&'p Expr, &'p Expr),
        certain: bool,
        bodies: &mut Bodies,
    ) {
        let Some(((local, set), rest)) = binders.split_first() else {
            let here = EntryView { locals, ..view };
            let holds = self.evaluate(here, guard);
            bodies.dependencies.extend(self.dependencies(&holds));
            match holds.as_truth() {
                Some(false) => {}
                Some(true) if certain => bodies.certain.push(self.evaluate(here, body)),
                _ => bodies.possible.push(self.evaluate(here, body)),
            }
            return;
        };
        let members = self.members(EntryView { locals, ..view }, set);
        bodies.dependencies.extend(members.dependencies);
        locals.resize(locals.len().max(local.index() + 1), Abstract::unknown());
        for value in members.values {
            if self.is_exhausted() {
                return;
            }
            locals[local.index()] = value;
            self.bind(view, locals, rest, (guard, body), certain && members.certain, bodies);
        }
    }

    /// The sum, where every summand is there in every position.
    fn sum(&self, bodies: &Bodies, ty: Type) -> Option<Abstract> {
        if !bodies.possible.is_empty() || !bodies.dependencies.is_empty() {
            return None;
        }
        let mut total = Linear::default();
        for summand in bodies.certain.iter().filter(|summand| **summand != Abstract::Value(Value::None)) {
            total = total.plus(&self.form(summand, ty)?);
        }
        Some(Abstract::number(total))
    }
}

impl Bodies {
    /// The truth value of `some` (with `decisive`) or `every`, if it is the same in every position.
    fn decided(&self, decisive: bool) -> Option<Abstract> {
        let is = |each: &Abstract, value: bool| each.as_truth() == Some(value);
        if self.certain.iter().any(|each| is(each, decisive)) {
            return Some(Abstract::truth(decisive));
        }
        let none = self.certain.iter().chain(&self.possible).all(|each| is(each, !decisive));
        none.then(|| Abstract::truth(!decisive))
    }
}
