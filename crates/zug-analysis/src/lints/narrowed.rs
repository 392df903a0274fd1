//! The integers that a value can be where some facts hold.

use super::facts::KnownFact;
use zug_lang::program::*;

/// The integers from `low` to `high`, both included; none if `high` is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NarrowedRange {
    pub low: i64,
    pub high: i64,
}

/// Whether an expression stands for the value that is narrowed, and what is to be added to it to
/// have that value.
type Stands<'f> = &'f dyn Fn(&Expr) -> Option<i64>;

impl NarrowedRange {
    /// The range of a value where these facts hold.
    pub fn narrowed(mut self, facts: &[KnownFact<'_>], stands: Stands<'_>) -> NarrowedRange {
        // What is not one end of a range may be one once another fact has moved it.
        for fact in facts.iter().chain(facts) {
            match fact {
                KnownFact::Is(condition, holds) => self.narrow(condition, *holds, stands),
                KnownFact::Member(local, set) => {
                    let kind = ExprKind::Local(*local);
                    let ty = match set.ty.kind {
                        Kind::Set(domain) => Type { kind: Kind::Element(domain), ..set.ty },
                        _ => continue,
                    };
                    let member = Expr { kind, ty, span: set.span };
                    self.within(stands(&member), set);
                }
            }
        }
        self
    }

    /// Narrows by a condition that is joined of no others.
    fn narrow(&mut self, condition: &Expr, holds: bool, stands: Stands<'_>) {
        match &condition.kind {
            ExprKind::Equal(one, two) => {
                for (side, other) in [(one, two), (two, one)] {
                    if let (Some(more), Some(number)) = (stands(side), number(other)) {
                        self.compare_equal(number + more, holds);
                    }
                }
            }
            ExprKind::Compare(order, one, two) => {
                let strict = i64::from(*order == Order::Less);
                if let (Some(more), Some(number)) = (stands(one), number(two)) {
                    self.compare(number + more - strict, holds);
                }
                if let (Some(number), Some(more)) = (number(one), stands(two)) {
                    // That it is more is that it is not at most this.
                    self.compare(number + more + strict - 1, !holds);
                }
            }
            ExprKind::In(member, set) if holds => self.within(stands(member), set),
            _ => {}
        }
    }

    fn compare_equal(&mut self, number: i64, holds: bool) {
        if holds {
            *self = NarrowedRange { low: self.low.max(number), high: self.high.min(number) };
        } else {
            self.low += i64::from(self.low == number);
            self.high -= i64::from(self.high == number);
        }
    }

    /// Narrows to what is at most a number, or to what is more.
    fn compare(&mut self, number: i64, is_at_most: bool) {
        if is_at_most {
            self.high = self.high.min(number);
        } else {
            self.low = self.low.max(number + 1);
        }
    }

    /// Narrows to the members of a constant set.
    fn within(&mut self, more: Option<i64>, set: &Expr) {
        let (Some(more), Some(members)) = (more, constants(set)) else { return };
        if let (Some(least), Some(most)) = (members.iter().min(), members.iter().max()) {
            self.low = self.low.max(least + more);
            self.high = self.high.min(most + more);
        }
    }
}

/// The members of a set that is made of constants.
fn constants(set: &Expr) -> Option<Vec<i64>> {
    match &set.kind {
        ExprKind::Const(Value::Set(members)) => Some(members.iter().collect()),
        ExprKind::SetOf(members, _) => members.iter().map(number).collect(),
        ExprKind::Singleton(member, _) => Some(vec![number(member)?]),
        ExprKind::RangeSet(low, high) => Some((number(low)?..=number(high)?).collect()),
        ExprKind::Minus(from, out) => {
            let out = constants(out)?;
            Some(constants(from)?.into_iter().filter(|member| !out.contains(member)).collect())
        }
        _ => None,
    }
}

/// The number of a constant; of an element, its place in its domain.
fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Const(Value::Int(number)) => Some(number),
        ExprKind::Const(Value::Element(element)) => Some(i64::from(element)),
        _ => None,
    }
}
