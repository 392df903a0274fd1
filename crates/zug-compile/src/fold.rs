//! Algebraic simplification of operations with known operands.

use zug_machine::ir::{Op, Reg};

/// The simpler form of an operation.
pub(super) enum Simpler {
    /// One of its operands.
    Same(Reg),
    /// A constant.
    Number(u64),
    /// A cheaper operation.
    Other(Op),
    /// The sum of a register and a constant.
    Sum(Reg, u64),
}

/// Sorts the operands of commutative operations, so that equal ones are recognized.
pub(super) fn ordered(op: Op) -> Op {
    match op {
        Op::And(a, b) if b < a => Op::And(b, a),
        Op::Or(a, b) if b < a => Op::Or(b, a),
        Op::Xor(a, b) if b < a => Op::Xor(b, a),
        Op::Add(a, b) if b < a => Op::Add(b, a),
        Op::Mul(a, b) if b < a => Op::Mul(b, a),
        Op::Eq(a, b) if b < a => Op::Eq(b, a),
        other => other,
    }
}

/// A simpler form of an operation, if there is one.
pub(super) fn simpler(
    op: Op,
    value: impl Fn(Reg) -> Option<u64>,
    made: impl Fn(Reg) -> Option<Op>,
    is_truth: impl Fn(Reg) -> bool,
) -> Option<Simpler> {
    use Simpler::{Number, Other, Same};
    let is = |reg, number| value(reg) == Some(number);
    match op {
        Op::Copy(a) => Some(Same(a)),
        Op::And(a, b) | Op::Or(a, b) if a == b => Some(Same(a)),
        Op::And(a, b) | Op::Mul(a, b) if is(a, 0) || is(b, 0) => Some(Number(0)),
        Op::And(a, b) if is(a, u64::MAX) => Some(Same(b)),
        Op::And(a, b) if is(b, u64::MAX) => Some(Same(a)),
        Op::Or(a, b) if is(a, u64::MAX) || is(b, u64::MAX) => Some(Number(u64::MAX)),
        Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) if is(a, 0) => Some(Same(b)),
        Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) if is(b, 0) => Some(Same(a)),
        Op::And(a, b) if is(a, 1) && is_truth(b) => Some(Same(b)),
        Op::And(a, b) if is(b, 1) && is_truth(a) => Some(Same(a)),
        Op::And(a, b) if lies_within(made(b), value(a), &value) => Some(Same(b)),
        Op::And(a, b) if lies_within(made(a), value(b), &value) => Some(Same(a)),
        Op::Add(a, b) => twice_added(a, b, &value, &made),
        Op::Xor(a, b) | Op::Sub(a, b) | Op::AndNot(a, b) if a == b => Some(Number(0)),
        Op::Xor(a, b) => twice_not(a, b, &value, &made),
        Op::AndNot(a, b) if is(a, 0) || is(b, u64::MAX) => Some(Number(0)),
        Op::AndNot(a, b) if is(b, 0) => Some(Same(a)),
        Op::Mul(a, b) if is(a, 1) => Some(Same(b)),
        Op::Mul(a, b) if is(b, 1) => Some(Same(a)),
        Op::Shl(a, b) | Op::Shr(a, b) if is(b, 0) => Some(Same(a)),
        Op::Shl(a, b) | Op::Shr(a, b) if is(a, 0) || value(b).is_some_and(|by| by >= 64) => Some(Number(0)),
        Op::Field(a, 0, u64::MAX) => Some(Same(a)),
        Op::Field(_, _, 0) => Some(Number(0)),
        Op::FieldAt(a, b, width) if value(b).is_some() => match value(b) {
            Some(by @ 0..64) => Some(Other(Op::Field(a, by as u8, zug_machine::eval::ones(width.into())))),
            _ => Some(Number(0)),
        },
        Op::PutAt(a, b, c, width) if value(c).is_some() => match value(c) {
            Some(by @ 0..64) => Some(Other(Op::Put(a, b, by as u8, zug_machine::eval::ones(width.into())))),
            _ => Some(Same(a)),
        },
        Op::Entry(a, b, strip) if value(b).is_some() => {
            let by = strip.shift(value(b).unwrap_or(0));
            let mask = zug_machine::eval::ones(strip.width.into());
            if by < 64 { Some(Other(Op::Field(a, by as u8, mask))) } else { Some(Number(0)) }
        }
        Op::PutEntry(a, b, c, strip) if value(c).is_some() => {
            let by = strip.shift(value(c).unwrap_or(0));
            let mask = zug_machine::eval::ones(strip.width.into());
            if by < 64 { Some(Other(Op::Put(a, b, by as u8, mask))) } else { Some(Same(a)) }
        }
        Op::Put(a, _, _, 0) => Some(Same(a)),
        Op::Index(a, _, b) if is(a, 0) => Some(Same(b)),
        Op::Index(a, 1, b) => Some(Other(Op::Add(a, b))),
        Op::Eq(a, b) | Op::LessEq(a, b) if a == b => Some(Number(1)),
        Op::Less(a, b) | Op::Below(a, b) if a == b => Some(Number(0)),
        Op::Select(_, b, c) if b == c => Some(Same(b)),
        Op::Select(a, b, c) if is(b, 1) && is(c, 0) && is_truth(a) => Some(Same(a)),
        Op::Select(a, b, c) if is(b, 0) && is(c, 1) && is_truth(a) => Some(Other(Op::Xor(a, c))),
        Op::Eq(a, b) if is(a, 1) && is_truth(b) => Some(Same(b)),
        Op::Eq(a, b) if is(b, 1) && is_truth(a) => Some(Same(a)),
        Op::AndNot(a, b) if value(a).is_some() => match made(b) {
            Some(Op::AndNot(c, d)) if c == a => Some(Other(Op::And(a, d))),
            _ => None,
        },
        Op::Select(a, b, c) => value(a).map(|a| Same(if a != 0 { b } else { c })),
        Op::Bit(a, _) if is(a, 0) => Some(Number(0)),
        Op::Union(_, a) | Op::Subsets(_, a, _) if is(a, 0) => Some(Number(0)),
        Op::Flood(_, a, b) if is(a, 0) || is(b, 0) => Some(Number(0)),
        _ => None,
    }
}

/// Simplifies `(a ^ k) ^ k` to `a`.
fn twice_not(
    a: Reg,
    b: Reg,
    value: impl Fn(Reg) -> Option<u64>,
    made: impl Fn(Reg) -> Option<Op>,
) -> Option<Simpler> {
    let (inner, outer) = if value(a).is_some() { (b, a) } else { (a, b) };
    match made(inner) {
        Some(Op::Xor(x, y)) if y == outer && value(outer).is_some() => Some(Simpler::Same(x)),
        Some(Op::Xor(x, y)) if x == outer && value(outer).is_some() => Some(Simpler::Same(y)),
        _ => None,
    }
}

/// Whether the result of an operation is 0 or 1.
pub(super) fn gives_truth(op: Op, is_truth: impl Fn(Reg) -> bool) -> bool {
    match op {
        Op::Eq(..) | Op::Less(..) | Op::LessEq(..) | Op::Below(..) | Op::Bit(..) | Op::AnySubset(..) => true,
        Op::Field(_, _, mask) => mask < 2,
        Op::FieldAt(_, _, width) => width < 2,
        Op::Entry(_, _, strip) => strip.width < 2,
        Op::And(a, b) => is_truth(a) || is_truth(b),
        Op::Or(a, b) | Op::Xor(a, b) | Op::Select(_, a, b) => is_truth(a) && is_truth(b),
        Op::AndNot(a, _) => is_truth(a),
        _ => false,
    }
}

/// Whether the result of an operation has no bit outside a known mask.
fn lies_within(op: Option<Op>, mask: Option<u64>, value: impl Fn(Reg) -> Option<u64>) -> bool {
    let Some(mask) = mask else { return false };
    let inside = |bits: u64| bits & !mask == 0;
    match op {
        Some(Op::Field(_, _, bits)) => inside(bits),
        Some(Op::Entry(_, _, strip)) => inside(zug_machine::eval::ones(strip.width.into())),
        Some(Op::FieldAt(_, _, width)) => inside(zug_machine::eval::ones(width.into())),
        Some(Op::AndNot(a, _) | Op::Subsets(_, a, _)) => value(a).is_some_and(inside),
        Some(Op::And(a, b)) => value(a).is_some_and(inside) || value(b).is_some_and(inside),
        _ => false,
    }
}

/// Simplifies `(a + k) + l` to `a + (k + l)`, modulo 2^64.
fn twice_added(
    a: Reg,
    b: Reg,
    value: impl Fn(Reg) -> Option<u64>,
    made: impl Fn(Reg) -> Option<Op>,
) -> Option<Simpler> {
    let (inner, number) = match (value(a), value(b)) {
        (Some(number), None) => (b, number),
        (None, Some(number)) => (a, number),
        _ => return None,
    };
    match made(inner)? {
        Op::Add(x, y) => match (value(x), value(y)) {
            (Some(more), None) => Some(Simpler::Sum(y, number.wrapping_add(more))),
            (None, Some(more)) => Some(Simpler::Sum(x, number.wrapping_add(more))),
            _ => None,
        },
        _ => None,
    }
}
