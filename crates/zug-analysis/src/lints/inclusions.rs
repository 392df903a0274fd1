//! Finds `end` rules that ask for a member of a family where an earlier one asks for a member of
//! another family that is within each of them: four in a row are three in a row too.

use super::exclusion::shape;
use zug_lang::program::*;

/// The most pairs of members that are compared.
const MOST: usize = 200_000;

/// The family and the set of `some l in Line: l <= men[p]`.
pub(super) struct AskedMember {
    family: DomainId,
    /// The shape of the set in which a member is.
    within: String,
}

impl AskedMember {
    /// What a condition of this form asks.
    pub fn of(when: &Expr) -> Option<AskedMember> {
        let ExprKind::Quantified { quantifier: Quantifier::Some, binders, guard, body } = &when.kind else {
            return None;
        };
        let [(local, set)] = &binders[..] else { return None };
        let (Kind::Set(family), ExprKind::Const(Value::Set(_))) = (set.ty.kind, &set.kind) else {
            return None;
        };
        let ExprKind::Subset(member, of, false) = &body.kind else { return None };
        let ExprKind::MemberSet(member) = &member.kind else { return None };
        let is_it = member.as_local() == Some(*local);
        (guard.is_constantly_true() && is_it).then(|| AskedMember { family, within: shape(of) })
    }

    /// Whether this holds wherever `other` does: each member of the family of the other one has a
    /// member of another family in it, and both ask about one set.
    pub fn follows_from(&self, program: &Program, other: &AskedMember) -> bool {
        if self.family == other.family || self.within != other.within {
            return false;
        }
        let of = |asked: &AskedMember| members(program, asked.family);
        let (Some(small), Some(large)) = (of(self), of(other)) else { return false };
        !large.is_empty()
            && small.len().saturating_mul(large.len()) <= MOST
            && large.iter().all(|one| small.iter().any(|part| part.is_subset(one)))
    }
}

/// The sets that are the members of a family.
fn members(program: &Program, family: DomainId) -> Option<&[Set]> {
    match &program.domain(family).kind {
        DomainKind::Family { members, .. } => Some(members),
        _ => None,
    }
}
