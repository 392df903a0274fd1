//! Puts in a test where a stored value could leave its bounds; where bounds rule it out there is none.

use super::lower::{Lower, Made};
use super::value::{Bits, Val};
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};

/// The bounds of a sum or a difference, as far as 64 bits reach.
fn bounds(a: Kind, b: Kind, adds: bool) -> Option<(i128, i128)> {
    let (Kind::Int { low: a, high: c }, Kind::Int { low: b, high: d }) = (a, b) else { return None };
    let [a, b, c, d] = [a, b, c, d].map(i128::from);
    Some(if adds { (a + b, c + d) } else { (a - d, c - b) })
}

/// Integers that may be in either of two sets.
pub(super) fn joined(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (Kind::IntSet { low: a, high: c }, Kind::IntSet { low: b, high: d }) if b <= d && a <= c => {
            Kind::IntSet { low: a.min(b), high: c.max(d) }
        }
        (Kind::IntSet { low, high }, other) if low > high => other,
        (a, _) => a,
    }
}

impl<'p> Lower<'p> {
    /// The bounds of a sum (or difference); a sum that leaves 64 bits is a fault.
    pub fn sum(&mut self, a: Kind, b: Kind, adds: bool, [x, y, result]: [Reg; 3]) -> Kind {
        let whole = Kind::Int { low: i64::MIN, high: i64::MAX };
        let Some((low, high)) = bounds(a, b, adds) else { return whole };
        if let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) {
            return Kind::Int { low, high };
        }
        let left = self.op(Op::Xor(x, result));
        let right = if adds { self.op(Op::Xor(y, result)) } else { self.op(Op::Xor(x, y)) };
        let sign = self.and(left, right);
        let zero = self.number(0);
        let wrong = self.op(Op::Less(sign, zero));
        self.check(wrong);
        whole
    }

    /// A fault where the value may not be stored to something of this type; `from` tells what is known of it.
    pub fn check_fits(&mut self, val: &Val, from: Type, to: Type) -> Made<()> {
        let none = self.none_flag(val);
        if let Some(none) = none
            && !to.or_none
            && to.kind != Kind::Nothing
        {
            self.check(none);
        }
        match (val, from.kind, to.kind) {
            (Val::Int(reg, _), Kind::Int { low: l, high: h }, Kind::Int { low, high }) => {
                if h > high {
                    let limit = self.integer(high);
                    let wrong = self.op(Op::Less(limit, *reg));
                    let wrong = self.unless(wrong, none);
                    self.check(wrong);
                }
                if l < low {
                    let limit = self.integer(low);
                    let wrong = self.op(Op::Less(*reg, limit));
                    let wrong = self.unless(wrong, none);
                    self.check(wrong);
                }
            }
            (Val::Set(bits), _, Kind::IntSet { low, high }) => self.check_members(bits, low, high),
            _ => {}
        }
        Ok(())
    }

    /// A fault where a set has members outside these bounds.
    fn check_members(&mut self, bits: &Bits, low: i64, high: i64) {
        for (i, word) in bits.words.iter().enumerate() {
            let first = bits.range.low.saturating_add(64 * i as i64);
            let inside = (0..64).filter(|bit| (low..=high).contains(&first.saturating_add(*bit)));
            let allowed = inside.fold(0u64, |mask, bit| mask | 1 << bit);
            if bits.range.full(i) & !allowed != 0 {
                let allowed = self.number(allowed);
                let wrong = self.op(Op::AndNot(*word, allowed));
                self.check(wrong);
            }
        }
    }
}
