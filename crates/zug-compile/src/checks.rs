//! Adds tests where a stored value may leave its bounds; where types rule that out there is no
//! test.

use super::emitter::RoutineEmitter;
use super::lower::{Made, RoutineCompiler};
use super::value::{SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::Op;

/// The bounds of a sum or difference of integers that are within [`LIMIT`]; they may exceed it.
pub(super) fn sum(a: Kind, b: Kind, adds: bool) -> Kind {
    let (Kind::Int { low: a, high: c }, Kind::Int { low: b, high: d }) = (a, b) else {
        return Kind::Int { low: -2 * LIMIT, high: 2 * LIMIT };
    };
    let (low, high) = if adds { (a + b, c + d) } else { (a - d, c - b) };
    Kind::Int { low, high }
}

/// The type of the union of two sets of integers.
pub(super) fn joined(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (Kind::IntSet { low: a, high: c }, Kind::IntSet { low: b, high: d }) if b <= d && a <= c => {
            Kind::IntSet { low: a.min(b), high: c.max(d) }
        }
        (Kind::IntSet { low, high }, other) if low > high => other,
        (a, _) => a,
    }
}

impl RoutineEmitter {
    /// Adds a fault where a set has members outside these bounds.
    fn check_members(&mut self, bits: &SetBits, low: i64, high: i64) {
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

impl<'p> RoutineCompiler<'p> {
    /// Adds a fault where the value does not fit the type `to`; `from` is the type that it is known
    /// to have.
    pub fn check_fits(&mut self, val: &Val, from: Type, to: Type) -> Made<()> {
        let none = self.none_flag(val);
        if let Some(none) = none
            && !to.or_none
            && to.kind != Kind::Nothing
        {
            self.emit.check(none);
        }
        match (val, from.kind, to.kind) {
            (Val::Int(reg, _), Kind::Int { low: l, high: h }, Kind::Int { low, high }) => {
                if h > high {
                    let limit = self.emit.integer(high);
                    let wrong = self.emit.op(Op::Less(limit, *reg));
                    let wrong = self.emit.unless(wrong, none);
                    self.emit.check(wrong);
                }
                if l < low {
                    let limit = self.emit.integer(low);
                    let wrong = self.emit.op(Op::Less(*reg, limit));
                    let wrong = self.emit.unless(wrong, none);
                    self.emit.check(wrong);
                }
            }
            (Val::Set(bits), _, Kind::IntSet { low, high }) => self.emit.check_members(bits, low, high),
            _ => {}
        }
        Ok(())
    }
}
