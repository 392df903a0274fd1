//! Evaluates quantifiers, comprehensions and their binders.
//!
//! Binders run from left to right, the last one fastest, members in domain order. A set that is
//! `none` has no members.

use super::eval::{Scene, truth};
use super::setops::{collect, element};
use crate::program::*;
use std::ops::ControlFlow;

/// Calls `visit` for every member of a set, in order, until it breaks; `kind` is the kind of the
/// set.
#[inline(always)]
pub(super) fn each_member<B>(
    kind: Kind,
    set: &Value,
    mut visit: impl FnMut(Value) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match set {
        Value::Set(set) => set.iter().try_for_each(|member| visit(element(kind, member))),
        Value::Sets(sets) => sets.iter().try_for_each(|set| visit(Value::Set(set.clone()))),
        _ => ControlFlow::Continue(()),
    }
}

/// Calls `visit` for every binding, until it breaks.
pub(crate) fn each_binding(
    scene: &Scene,
    locals: &mut Vec<Value>,
    binders: &[(LocalId, Expr)],
    visit: &mut dyn FnMut(&mut Vec<Value>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(((local, set), rest)) = binders.split_first() else { return visit(locals) };
    let members = scene.look(locals, set);
    each_member(set.ty.kind, &members, |value| {
        bind(locals, *local, value);
        each_binding(scene, locals, rest, visit)
    })
}

/// Sets the value of a local.
#[inline]
pub(super) fn bind(locals: &mut Vec<Value>, local: LocalId, value: Value) {
    if locals.len() <= local.index() {
        locals.resize(local.index() + 1, Value::None);
    }
    locals[local.index()] = value;
}

/// The value of a quantifier.
pub(super) fn quantified(
    scene: &Scene,
    locals: &mut Vec<Value>,
    quantifier: Quantifier,
    (binders, guard, body): (&[(LocalId, Expr)], &Expr, &Expr),
    ty: Type,
) -> Value {
    let mut result = Gathering::new(quantifier, ty);
    let _ = each_binding(scene, locals, binders, &mut |locals| {
        if scene.holds(locals, guard) {
            result.take(scene.eval(locals, body))
        } else {
            ControlFlow::Continue(())
        }
    });
    result.value()
}

/// The state of a quantifier between two bindings.
struct Gathering {
    quantifier: Quantifier,
    ty: Type,
    /// For `some` and `every`.
    holds: bool,
    /// For `count` and `sum`. Every partial sum lies within the limit, because the checker bounds
    /// the sum of any number of terms up to the number of bindings.
    total: i64,
    /// For `min` and `max`.
    extreme: Option<i64>,
    /// For `union` and comprehensions.
    values: Vec<Value>,
}

impl Gathering {
    fn new(quantifier: Quantifier, ty: Type) -> Gathering {
        let holds = quantifier == Quantifier::Every;
        Gathering { quantifier, ty, holds, total: 0, extreme: None, values: Vec::new() }
    }

    fn take(&mut self, value: Value) -> ControlFlow<()> {
        match (self.quantifier, value) {
            (Quantifier::Some, value) if truth(&value) => {
                self.holds = true;
                return ControlFlow::Break(());
            }
            (Quantifier::Every, value) if !truth(&value) => {
                self.holds = false;
                return ControlFlow::Break(());
            }
            (Quantifier::Count, value) if truth(&value) => self.total += 1,
            (Quantifier::Sum, Value::Int(n)) => self.total += n,
            (Quantifier::Min, Value::Int(n)) => self.extreme = Some(self.extreme.map_or(n, |m| m.min(n))),
            (Quantifier::Max, Value::Int(n)) => self.extreme = Some(self.extreme.map_or(n, |m| m.max(n))),
            (Quantifier::Union | Quantifier::Collect, value) if value != Value::None => {
                self.values.push(value);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn value(self) -> Value {
        match self.quantifier {
            Quantifier::Some | Quantifier::Every => Value::Bool(self.holds),
            Quantifier::Count | Quantifier::Sum => Value::Int(self.total),
            Quantifier::Min | Quantifier::Max => self.extreme.map_or(Value::None, Value::Int),
            Quantifier::Collect => collect(self.ty.kind, self.values),
            Quantifier::Union => union(self.ty, &self.values),
        }
    }
}

/// The union of sets, or of sets of sets.
fn union(ty: Type, values: &[Value]) -> Value {
    if let Kind::Sets(_) = ty.kind {
        let all = values.iter().filter_map(|v| if let Value::Sets(s) = v { Some(s) } else { None });
        return collect(ty.kind, all.flatten().cloned().map(Value::Set).collect());
    }
    let all = values.iter().filter_map(|v| if let Value::Set(s) = v { Some(s) } else { None });
    Value::Set(all.flat_map(Set::iter).collect())
}
