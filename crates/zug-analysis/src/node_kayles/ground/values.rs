//! What is known of values while the fields are unknown.

use crate::logic::{Formula, disjunction};
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;

/// The most members of a set of integers.
const MEMBERS: u64 = 1 << 12;
/// The most values of an integer.
const INTEGERS: u64 = 64;

/// The member that stands for `none` where an entry holds one value.
pub(crate) const NO_VALUE: i64 = i64::MIN;

/// The possible members of a set, each with the condition on which it is one.
pub(crate) type Members = BTreeMap<i64, Formula>;

/// What is known of a value.
#[derive(Clone, PartialEq)]
pub(super) enum GroundValue {
    /// It is this in every position.
    Value(Value),
    Truth(Formula),
    Set(Members),
    /// One of these, each with the condition on which it is; exactly one condition holds.
    One(Members),
}

/// The members that an entry of a field may have: of a set the elements, of an element or a small
/// integer the values, of which it has one. For a truth field one thing without a member, and none
/// for other fields.
pub(super) fn members_of(program: &Program, field: &Field) -> Option<Vec<Option<i64>>> {
    match field.ty {
        Type { kind: Kind::Bool, .. } => Some(vec![None]),
        Type { kind: Kind::Set(domain), or_none: false } => {
            let len = program.domains.get(domain.index()).map_or(0, Domain::len);
            Some((0..len as i64).map(Some).collect())
        }
        Type { kind: Kind::IntSet { low, high }, or_none: false } if high.abs_diff(low) < MEMBERS => {
            Some((low..=high).map(Some).collect())
        }
        Type { kind: Kind::Element(domain), or_none } => {
            let len = program.domains.get(domain.index()).map_or(0, Domain::len);
            Some(or_none.then_some(NO_VALUE).into_iter().chain(0..len as i64).map(Some).collect())
        }
        Type { kind: Kind::Int { low, high }, or_none } if high.abs_diff(low) < INTEGERS => {
            Some(or_none.then_some(NO_VALUE).into_iter().chain(low..=high).map(Some).collect())
        }
        _ => None,
    }
}

/// Whether an entry of a field of this type holds one value of several.
pub(super) fn holds_one(ty: Type) -> bool {
    matches!(ty.kind, Kind::Element(_) | Kind::Int { .. })
}

/// The values that an element or integer may have.
pub(super) fn values(known: &GroundValue) -> Option<Members> {
    let certain = |member| Some(Members::from([(member, Formula::TRUE)]));
    match known {
        GroundValue::Value(Value::None) => certain(NO_VALUE),
        GroundValue::Value(Value::Element(element)) => certain(i64::from(*element)),
        GroundValue::Value(Value::Int(number)) => certain(*number),
        GroundValue::One(values) => Some(values.clone()),
        _ => None,
    }
}

/// The condition on which two values are related so.
pub(super) fn related(a: &Members, b: &Members, is: impl Fn(i64, i64) -> bool) -> Formula {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let hold = pairs.filter(|((a, _), (b, _))| is(**a, **b));
    disjunction(hold.map(|((_, a), (_, b))| a.clone().and(b.clone())))
}

/// The set whose members are counted on one side of `=`, and the other side.
pub(super) fn counted<'p>(a: &'p Expr, b: &'p Expr) -> Option<(&'p Expr, &'p Expr)> {
    match (&a.kind, &b.kind) {
        (ExprKind::Count(set), _) => Some((set, b)),
        (_, ExprKind::Count(set)) => Some((set, a)),
        _ => None,
    }
}

/// The condition on which an element is a member.
pub(crate) fn at(members: &Members, member: i64) -> Formula {
    members.get(&member).cloned().unwrap_or(Formula::FALSE)
}

/// What a body of a `Union` or `Collect` adds.
pub(super) fn elements(body: GroundValue) -> Option<Members> {
    match body {
        GroundValue::Value(Value::None) => Some(Members::new()),
        GroundValue::Value(Value::Set(set)) => {
            Some(set.iter().map(|member| (member, Formula::TRUE)).collect())
        }
        GroundValue::Value(Value::Element(element)) => {
            Some(Members::from([(i64::from(element), Formula::TRUE)]))
        }
        GroundValue::Value(Value::Int(number)) => Some(Members::from([(number, Formula::TRUE)])),
        GroundValue::Set(members) => Some(members),
        GroundValue::One(mut values) => {
            values.remove(&NO_VALUE);
            Some(values)
        }
        _ => None,
    }
}

/// Whether a local of a type takes a value as it is: strict where it may not be `none`, within its
/// bounds.
pub(super) fn fits(value: &GroundValue, ty: Type) -> bool {
    match (value, ty.kind) {
        (GroundValue::Value(Value::None), _) => ty.or_none,
        (GroundValue::Value(Value::Int(number)), Kind::Int { low, high }) => (low..=high).contains(number),
        (GroundValue::One(values), kind) => values.iter().all(|(value, is)| {
            let within = match kind {
                Kind::Int { low, high } => (low..=high).contains(value),
                _ => true,
            };
            *is == Formula::FALSE || if *value == NO_VALUE { ty.or_none } else { within }
        }),
        (_, Kind::IntSet { .. }) => false,
        _ => true,
    }
}

/// One of two values, by a condition.
pub(super) fn either(condition: &Formula, yes: GroundValue, no: GroundValue) -> Option<GroundValue> {
    let choose = |yes: Formula, no: Formula| {
        if yes == no {
            return yes;
        }
        condition.clone().and(yes).or(condition.clone().not().and(no))
    };
    let truth = |known: &GroundValue| match known {
        GroundValue::Value(Value::Bool(value)) => Some(Formula::Is(*value)),
        GroundValue::Truth(formula) => Some(formula.clone()),
        _ => None,
    };
    if let Some((yes, no)) = truth(&yes).zip(truth(&no)) {
        return Some(GroundValue::Truth(choose(yes, no)));
    }
    if yes == no {
        return Some(yes);
    }
    let mixed = |yes: Members, no: Members| {
        let all: BTreeSet<i64> = yes.keys().chain(no.keys()).copied().collect();
        all.into_iter().map(|member| (member, choose(at(&yes, member), at(&no, member)))).collect()
    };
    if let Some((yes, no)) = values(&yes).zip(values(&no)) {
        return Some(GroundValue::One(mixed(yes, no)));
    }
    match (&yes, &no) {
        (
            GroundValue::Set(_) | GroundValue::Value(Value::Set(_)),
            GroundValue::Set(_) | GroundValue::Value(Value::Set(_)),
        ) => {}
        _ => return None,
    }
    Some(GroundValue::Set(mixed(elements(yes)?, elements(no)?)))
}
