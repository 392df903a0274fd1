//! What is known of values while the fields are unknown.

use crate::logic::Formula;
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;

/// The most members of a set of integers.
const MEMBERS: u64 = 1 << 12;

/// The possible members of a set, each with the condition on which it is one.
pub(super) type Members = BTreeMap<i64, Formula>;

/// What is known of a value.
#[derive(Clone, PartialEq)]
pub(super) enum GroundValue {
    /// It is this in every position.
    Value(Value),
    Truth(Formula),
    Set(Members),
}

/// The members that an entry of a field may have; for a truth field one thing without a member, and
/// none for other fields.
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
        _ => None,
    }
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
pub(super) fn at(members: &Members, member: i64) -> Formula {
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
        _ => None,
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
    match (&yes, &no) {
        (
            GroundValue::Set(_) | GroundValue::Value(Value::Set(_)),
            GroundValue::Set(_) | GroundValue::Value(Value::Set(_)),
        ) => {}
        _ => return None,
    }
    let (yes, no) = (elements(yes)?, elements(no)?);
    let all: BTreeSet<i64> = yes.keys().chain(no.keys()).copied().collect();
    Some(GroundValue::Set(
        all.into_iter().map(|member| (member, choose(at(&yes, member), at(&no, member)))).collect(),
    ))
}
