//! Evaluates coercions: elements to integers and back, members of families to sets and back.

use super::eval::Scene;
use crate::program::*;

impl<'a> Scene<'a> {
    /// The sets of a family's members.
    pub(super) fn members(&self, family: DomainId) -> Option<&'a [Set]> {
        match &self.world.domains.get(family.index())?.kind {
            DomainKind::Family { members, .. } => Some(members),
            _ => None,
        }
    }

    /// The number of element 0 of a domain.
    pub(super) fn low(&self, domain: DomainId) -> Option<i64> {
        self.world.domains.get(domain.index())?.low()
    }

    /// The element with this number, if the domain has one.
    pub(super) fn numbered(&self, domain: DomainId, number: i64) -> Option<u32> {
        let index = u32::try_from(number.checked_sub(self.low(domain)?)?).ok()?;
        ((index as usize) < self.world.len(domain)).then_some(index)
    }

    pub(super) fn int_of(&self, locals: &mut Vec<Value>, a: &Expr) -> Value {
        match (self.eval(locals, a), a.ty.kind) {
            (Value::Element(e), Kind::Element(domain)) => {
                self.low(domain).map_or(Value::None, |low| Value::Int(low.saturating_add(i64::from(e))))
            }
            _ => Value::None,
        }
    }

    pub(super) fn element_of(&self, locals: &mut Vec<Value>, a: &Expr, kind: Kind) -> Value {
        match (self.eval(locals, a), kind) {
            (Value::Int(n), Kind::Element(domain)) => {
                self.numbered(domain, n).map_or(Value::None, Value::Element)
            }
            _ => Value::None,
        }
    }

    pub(super) fn ints_of(&self, locals: &mut Vec<Value>, a: &Expr) -> Value {
        match (self.eval(locals, a), a.ty.kind) {
            (Value::Set(set), Kind::Set(domain)) => {
                let low = self.low(domain).unwrap_or(0);
                Value::Set(set.iter().map(|e| e.saturating_add(low)).collect())
            }
            _ => Value::None,
        }
    }

    pub(super) fn elements_of(&self, locals: &mut Vec<Value>, a: &Expr, kind: Kind) -> Value {
        match (self.eval(locals, a), kind) {
            (Value::Set(set), Kind::Set(domain)) => {
                Value::Set(set.iter().filter_map(|n| self.numbered(domain, n)).map(i64::from).collect())
            }
            _ => Value::None,
        }
    }

    pub(super) fn member_set(&self, locals: &mut Vec<Value>, a: &Expr, ty: Type) -> Value {
        self.member_of(locals, a).map_or_else(|| ty.missing(), |set| Value::Set(set.clone()))
    }

    /// The set of a member of a family.
    pub(super) fn member_of(&self, locals: &mut Vec<Value>, a: &Expr) -> Option<&'a Set> {
        let Kind::Element(family) = a.ty.kind else { return None };
        let member = usize::try_from(self.number(locals, a)?).ok()?;
        self.members(family)?.get(member)
    }

    pub(super) fn set_member(&self, locals: &mut Vec<Value>, a: &Expr, kind: Kind) -> Value {
        let (Value::Set(set), Kind::Element(family)) = (self.eval(locals, a), kind) else {
            return Value::None;
        };
        let at = self.members(family).and_then(|members| members.iter().position(|m| *m == set));
        at.map_or(Value::None, |at| Value::Element(at as u32))
    }
}
