//! Finds `end` rules that ask for a member of a family where an earlier one asks for a member of
//! another family that is within each of them: four in a row are three in a row too.

use super::exclusion::shape;
use zug_lang::program::*;

/// The most pairs of members that are compared.
const MOST: usize = 200_000;

/// Whether the earlier rule holds wherever the later one does: both ask whether a member of a
/// family is in one set, and each member of the later family has one of the earlier in it.
pub(super) fn hides_by_members(program: &Program, earlier: &End, later: &End) -> bool {
    let bound = |end: &End| end.binders.iter().map(|(_, set)| shape(set)).collect::<Vec<_>>();
    let (Some((few, within)), Some((many, same))) = (asked(&earlier.when), asked(&later.when)) else {
        return false;
    };
    if few == many || bound(earlier) != bound(later) || shape(within) != shape(same) {
        return false;
    }
    let (Some(small), Some(large)) = (members(program, few), members(program, many)) else { return false };
    !large.is_empty()
        && small.len().saturating_mul(large.len()) <= MOST
        && large.iter().all(|one| small.iter().any(|part| part.is_subset(one)))
}

/// The family and the set of `some l in Line: l <= men[p]`.
fn asked(when: &Expr) -> Option<(DomainId, &Expr)> {
    let ExprKind::Quantified { quantifier: Quantifier::Some, binders, guard, body } = &when.kind else {
        return None;
    };
    let [(local, set)] = &binders[..] else { return None };
    let (Kind::Set(family), ExprKind::Const(Value::Set(_))) = (set.ty.kind, &set.kind) else { return None };
    let ExprKind::Subset(member, of, false) = &body.kind else { return None };
    let ExprKind::MemberSet(member) = &member.kind else { return None };
    let is_whole = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
    let is_it = matches!(member.kind, ExprKind::Local(of) if of == *local);
    (is_whole && is_it).then_some((family, &**of))
}

/// The sets that are the members of a family.
fn members(program: &Program, family: DomainId) -> Option<&[Set]> {
    match &program.domain(family).kind {
        DomainKind::Family { members, .. } => Some(members),
        _ => None,
    }
}
