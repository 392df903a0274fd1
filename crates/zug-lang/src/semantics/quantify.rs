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
    let mut has = |wanted: bool| {
        let found = each_binding(scene, locals, binders, &mut |locals| match scene.holds(locals, guard)
            && scene.holds(locals, body) == wanted
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    };
    let mut gathered = match quantifier {
        Quantifier::Some => return Value::Bool(has(true)),
        Quantifier::Every => return Value::Bool(!has(false)),
        Quantifier::Count => Gathered::Count(0),
        Quantifier::Sum => Gathered::Sum(0),
        Quantifier::Min => Gathered::Min(None),
        Quantifier::Max => Gathered::Max(None),
        Quantifier::Union => Gathered::Union(Vec::new()),
        Quantifier::Collect => Gathered::Collect(Vec::new()),
    };
    let _ = each_binding(scene, locals, binders, &mut |locals| {
        if scene.holds(locals, guard) {
            gathered.take(scene.eval(locals, body));
        }
        ControlFlow::Continue(())
    });
    gathered.value(ty)
}

/// What a quantifier has gathered between two bindings.
enum Gathered {
    Count(i64),
    /// Every partial sum lies within the limit, because the checker bounds the sum of any number of
    /// terms up to the number of bindings.
    Sum(i64),
    Min(Option<i64>),
    Max(Option<i64>),
    Union(Vec<Value>),
    Collect(Vec<Value>),
}

impl Gathered {
    fn take(&mut self, value: Value) {
        match (self, value) {
            (Gathered::Count(count), value) => *count += i64::from(truth(&value)),
            (Gathered::Sum(sum), Value::Int(n)) => *sum += n,
            (Gathered::Min(least), Value::Int(n)) => *least = Some(least.map_or(n, |m| m.min(n))),
            (Gathered::Max(greatest), Value::Int(n)) => *greatest = Some(greatest.map_or(n, |m| m.max(n))),
            (Gathered::Union(values) | Gathered::Collect(values), value) if value != Value::None => {
                values.push(value);
            }
            _ => {}
        }
    }

    fn value(self, ty: Type) -> Value {
        match self {
            Gathered::Count(n) | Gathered::Sum(n) => Value::Int(n),
            Gathered::Min(extreme) | Gathered::Max(extreme) => extreme.map_or(Value::None, Value::Int),
            Gathered::Union(values) => union(ty, &values),
            Gathered::Collect(values) => collect(ty.kind, values),
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
