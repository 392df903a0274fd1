//! Evaluates set operators, tests on sets, and the set functions of boards.

use super::eval::Scene;
use super::sets;
use crate::program::*;

/// The largest number of members of a set written `a..b`. Making a larger one is a fault; `check`
/// refuses to iterate a larger one whose ends are constant.
pub const MAX_RANGE: i64 = 1 << 20;

/// The number by which a set stores an element or an integer.
pub(super) fn member(value: &Value) -> Option<i64> {
    match value {
        Value::Element(e) => Some(i64::from(*e)),
        Value::Int(n) => Some(*n),
        _ => None,
    }
}

/// The value of a member of a set of this kind.
pub(super) fn element(kind: Kind, member: i64) -> Value {
    match kind {
        Kind::Set(_) => u32::try_from(member).map_or(Value::None, Value::Element),
        _ => Value::Int(member),
    }
}

/// The set of these values: of sets in the definition of a family, else of elements or integers.
pub(super) fn collect(kind: Kind, values: Vec<Value>) -> Value {
    if let Kind::Sets(_) = kind {
        let mut all: Vec<Set> =
            values.into_iter().filter_map(|v| if let Value::Set(s) = v { Some(s) } else { None }).collect();
        all.sort();
        all.dedup();
        return Value::Sets(all);
    }
    Value::Set(values.iter().filter_map(member).collect())
}

impl Scene<'_> {
    pub(super) fn is_in(&self, locals: &mut Vec<Value>, a: &Expr, set: &Expr) -> bool {
        if let Kind::Sets(_) = set.ty.kind {
            return match (&*self.look(locals, a), &*self.look(locals, set)) {
                (Value::Set(one), Value::Sets(all)) => all.contains(one),
                _ => false,
            };
        }
        match (self.number(locals, a), self.set(locals, set)) {
            (Some(member), Some(set)) => set.contains(member),
            _ => false,
        }
    }

    pub(super) fn is_subset(&self, locals: &mut Vec<Value>, a: &Expr, b: &Expr, proper: bool) -> bool {
        if let Kind::Sets(_) = a.ty.kind {
            return match (&*self.look(locals, a), &*self.look(locals, b)) {
                (Value::Sets(a), Value::Sets(b)) => a.iter().all(|m| b.contains(m)) && !(proper && a == b),
                _ => false,
            };
        }
        match (self.set(locals, a), self.set(locals, b)) {
            (Some(a), Some(b)) => a.is_subset(&b) && !(proper && a == b),
            _ => false,
        }
    }

    pub(super) fn combine(&self, locals: &mut Vec<Value>, a: &Expr, b: &Expr, how: Combine) -> Value {
        if let Kind::Sets(_) = a.ty.kind {
            return match (&*self.look(locals, a), &*self.look(locals, b)) {
                (Value::Sets(a), Value::Sets(b)) => Value::Sets(how.families(a, b)),
                _ => Value::None,
            };
        }
        match (self.set(locals, a), self.set(locals, b)) {
            (Some(a), Some(b)) => Value::Set(match how {
                Combine::Union => a.union(&b),
                Combine::Intersect => a.intersection(&b),
                Combine::Minus => a.difference(&b),
            }),
            _ => Value::None,
        }
    }

    pub(super) fn set_of(&self, locals: &mut Vec<Value>, members: &[Expr], rest: bool, kind: Kind) -> Value {
        let values: Vec<Value> = members.iter().map(|m| self.eval(locals, m)).collect();
        if !rest && values.contains(&Value::None) { Value::None } else { collect(kind, values) }
    }

    pub(super) fn singleton(&self, locals: &mut Vec<Value>, a: &Expr, empty: bool, kind: Kind) -> Value {
        match self.eval(locals, a) {
            Value::None if empty => collect(kind, Vec::new()),
            Value::None => Value::None,
            value => collect(kind, vec![value]),
        }
    }

    pub(super) fn range(&self, locals: &mut Vec<Value>, a: &Expr, b: &Expr) -> Value {
        let (Value::Int(low), Value::Int(high)) = (self.eval(locals, a), self.eval(locals, b)) else {
            return Value::None;
        };
        // The checker refuses a range whose ends could lie further apart.
        debug_assert!(high.saturating_sub(low) < MAX_RANGE, "{low}..{high}");
        Value::Set((low..=high).collect())
    }

    pub(super) fn count(&self, locals: &mut Vec<Value>, set: &Expr) -> Value {
        match &*self.look(locals, set) {
            Value::Set(set) => Value::Int(set.len() as i64),
            Value::Sets(sets) => Value::Int(sets.len() as i64),
            _ => Value::None,
        }
    }

    pub(super) fn run(
        &self,
        locals: &mut Vec<Value>,
        steps: TableId,
        (cell, direction, within): (&Expr, &Expr, &Expr),
    ) -> Option<sets::Run> {
        let steps = self.world.tables.get(steps.index())?;
        let directions = match steps.indexes.get(1) {
            Some(TableIndex::Domain(domain)) => self.world.len(*domain),
            _ => return None,
        };
        match (self.eval(locals, cell), self.eval(locals, direction), self.set(locals, within)) {
            (Value::Element(cell), Value::Element(direction), Some(within)) => {
                Some(sets::run(steps, directions, cell, direction, &within))
            }
            _ => None,
        }
    }

    pub(super) fn reach(&self, locals: &mut Vec<Value>, near: TableId, from: &Expr, within: &Expr) -> Value {
        let (from, within) = (self.set(locals, from), self.set(locals, within));
        Value::Set(match (self.world.tables.get(near.index()), from, within) {
            (Some(near), Some(from), Some(within)) => sets::reach(near, &from, &within),
            _ => Set::default(),
        })
    }

    pub(super) fn reach_links(
        &self,
        locals: &mut Vec<Value>,
        family: DomainId,
        from: &Expr,
        links: &Expr,
    ) -> Value {
        let (from, links) = (self.set(locals, from), self.set(locals, links));
        Value::Set(match (self.members(family), from, links) {
            (Some(members), Some(from), Some(links)) => sets::reach_links(members, &from, &links),
            _ => Set::default(),
        })
    }
}

/// A set operator.
#[derive(Clone, Copy)]
pub(super) enum Combine {
    Union,
    Intersect,
    Minus,
}

impl Combine {
    /// The operator on sets of sets.
    fn families(self, a: &[Set], b: &[Set]) -> Vec<Set> {
        let mut all: Vec<Set> = match self {
            Combine::Union => a.iter().chain(b).cloned().collect(),
            Combine::Intersect => a.iter().filter(|m| b.contains(m)).cloned().collect(),
            Combine::Minus => a.iter().filter(|m| !b.contains(m)).cloned().collect(),
        };
        all.sort();
        all.dedup();
        all
    }
}
