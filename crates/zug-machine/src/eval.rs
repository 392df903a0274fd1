//! The meaning of each [`Op`], shared by constant folding and the interpreter, and the reference
//! for compiled code.
//!
//! It is small enough to be compared with the docs of [`Op`] line by line.

use super::ir::{ConstantTable, Op, Reg, Strip};

/// The result of an operation; `reg` gives the value of a register.
pub fn eval(op: Op, tables: &[ConstantTable], reg: impl Fn(Reg) -> u64) -> u64 {
    match op {
        Op::Const(value) => value,
        Op::Copy(a) => reg(a),
        Op::And(a, b) => reg(a) & reg(b),
        Op::Or(a, b) => reg(a) | reg(b),
        Op::Xor(a, b) => reg(a) ^ reg(b),
        Op::AndNot(a, b) => reg(a) & !reg(b),
        Op::Add(a, b) => reg(a).wrapping_add(reg(b)),
        Op::Sub(a, b) => reg(a).wrapping_sub(reg(b)),
        Op::Mul(a, b) => reg(a).wrapping_mul(reg(b)),
        Op::Div(a, b) => divide(reg(a), reg(b)),
        Op::Rem(a, b) => remainder(reg(a), reg(b)),
        Op::Shl(a, b) => shl(reg(a), reg(b)),
        Op::Shr(a, b) => shr(reg(a), reg(b)),
        Op::Field(a, shift, mask) => (reg(a) >> (shift & 63)) & mask,
        Op::Put(a, b, shift, mask) => put(reg(a), reg(b), shift, mask),
        Op::FieldAt(a, b, width) => shr(reg(a), reg(b)) & ones(u64::from(width)),
        Op::PutAt(a, b, c, width) => put_at(reg(a), reg(b), reg(c), width),
        Op::Entry(a, b, strip) => shr(reg(a), strip.shift(reg(b))) & ones(strip.width.into()),
        Op::PutEntry(a, b, c, strip) => put_at(reg(a), reg(b), strip.shift(reg(c)), strip.width),
        Op::Index(a, stride, b) => reg(a).wrapping_mul(stride).wrapping_add(reg(b)),
        Op::Popcount(a) => u64::from(reg(a).count_ones()),
        Op::Ctz(a) => u64::from(reg(a).trailing_zeros()),
        Op::Lowest(a) => reg(a) & reg(a).wrapping_neg(),
        Op::Highest(a) => highest(reg(a)),
        Op::Ones(a) => ones(reg(a)),
        Op::Eq(a, b) => u64::from(reg(a) == reg(b)),
        Op::Less(a, b) => u64::from((reg(a) as i64) < reg(b) as i64),
        Op::LessEq(a, b) => u64::from(reg(a) as i64 <= reg(b) as i64),
        Op::Below(a, b) => u64::from(reg(a) < reg(b)),
        Op::Bit(a, b) => shr(reg(a), reg(b)) & 1,
        Op::Select(a, b, c) => reg(if reg(a) != 0 { b } else { c }),
        Op::Run(a, b, c) => run(reg(a), reg(b), reg(c)),
        Op::Stop(a, b, c) => stop(reg(a), reg(b), reg(c)),
        Op::Table(..)
        | Op::Union(..)
        | Op::Subsets(..)
        | Op::AnySubset(..)
        | Op::Slide(..)
        | Op::Back(..)
        | Op::Weigh(..)
        | Op::Find(..)
        | Op::Flood(..) => eval_table(op, tables, reg),
    }
}

/// Whether an operation wraps as one on integers. No operation that a definition is compiled to
/// does.
pub fn wraps(op: Op, reg: impl Fn(Reg) -> u64) -> bool {
    let [x, y] = match op {
        Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) => [a, b].map(|r| reg(r) as i64),
        _ => return false,
    };
    match op {
        Op::Add(..) => x.checked_add(y).is_none(),
        Op::Sub(..) => x.checked_sub(y).is_none(),
        _ => x.checked_mul(y).is_none(),
    }
}

/// The operations that read a table.
fn eval_table(op: Op, tables: &[ConstantTable], reg: impl Fn(Reg) -> u64) -> u64 {
    match op {
        Op::Table(t, a) => tables[t.index()].row(reg(a)),
        Op::Union(t, a) => union(&tables[t.index()].rows, reg(a)),
        Op::Subsets(t, a, b) => subsets(&tables[t.index()].rows, reg(a), reg(b)),
        Op::AnySubset(t, a) => any_subset(&tables[t.index()].rows, reg(a)),
        Op::Slide(t, a, b, c) => slide(&tables[t.index()].rows, reg(a), reg(b), reg(c)),
        Op::Back(t, a, b) => back(&tables[t.index()].rows, reg(a), reg(b)),
        Op::Weigh(t, a, strip) => weigh(&tables[t.index()].rows, reg(a), strip),
        Op::Find(t, a) => find(&tables[t.index()].rows, reg(a)),
        Op::Flood(t, a, b) => flood(&tables[t.index()].rows, reg(a), reg(b)),
        _ => 0,
    }
}

/// [`Op::Shl`].
#[inline]
pub fn shl(a: u64, by: u64) -> u64 {
    if by < 64 { a << by } else { 0 }
}

/// [`Op::Shr`].
#[inline]
pub fn shr(a: u64, by: u64) -> u64 {
    if by < 64 { a >> by } else { 0 }
}

/// [`Op::Ones`].
#[inline]
pub fn ones(count: u64) -> u64 {
    match count as i64 {
        ..=0 => 0,
        n @ 1..=63 => (1 << n) - 1,
        _ => u64::MAX,
    }
}

/// [`Op::Highest`].
pub fn highest(a: u64) -> u64 {
    if a == 0 { 0 } else { 1 << (63 - a.leading_zeros()) }
}

/// [`Op::Put`].
pub fn put(a: u64, b: u64, shift: u8, mask: u64) -> u64 {
    let shift = shift & 63;
    (a & !(mask << shift)) | ((b & mask) << shift)
}

/// [`Op::PutAt`].
#[inline]
pub fn put_at(a: u64, b: u64, at: u64, width: u8) -> u64 {
    let mask = ones(u64::from(width));
    (a & !shl(mask, at)) | shl(b & mask, at)
}

/// [`Op::Div`].
pub fn divide(a: u64, b: u64) -> u64 {
    let (a, b) = (a as i64, b as i64);
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    let exact = a.wrapping_rem(b) == 0;
    (if exact || (a < 0) == (b < 0) { quotient } else { quotient - 1 }) as u64
}

/// [`Op::Rem`].
pub fn remainder(a: u64, b: u64) -> u64 {
    let (a, b) = (a as i64, b as i64);
    if b == 0 {
        return 0;
    }
    let rest = a.wrapping_rem(b);
    (if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }) as u64
}

/// [`Op::Union`].
pub fn union(rows: &[u64], mask: u64) -> u64 {
    let (mut joined, mut left) = (0, mask);
    while left != 0 {
        joined |= rows.get(left.trailing_zeros() as usize).copied().unwrap_or(0);
        left &= left - 1;
    }
    joined
}

/// [`Op::Subsets`].
pub fn subsets(rows: &[u64], of: u64, within: u64) -> u64 {
    let (mut found, mut left) = (0, of);
    while left != 0 {
        let row = left.trailing_zeros();
        let inside = rows.get(row as usize).is_some_and(|r| r & !within == 0);
        found |= u64::from(inside) << row;
        left &= left - 1;
    }
    found
}

/// [`Op::AnySubset`].
pub fn any_subset(rows: &[u64], within: u64) -> u64 {
    u64::from(rows.iter().any(|row| row & !within == 0))
}

/// [`Op::Find`].
pub fn find(rows: &[u64], value: u64) -> u64 {
    rows.iter().position(|row| *row == value).unwrap_or(rows.len()) as u64
}

/// [`Op::Run`].
pub fn run(up: u64, down: u64, through: u64) -> u64 {
    // Upwards: the bits of the ray below its lowest bit that is not in `through`; if there is none,
    // `0 - 1` keeps them all. Downwards: the bits above the highest one.
    let (above, below) = (up & !through, down & !through);
    let first = up & (above & above.wrapping_neg()).wrapping_sub(1);
    let second = if below == 0 { down } else { down & !(u64::MAX >> below.leading_zeros()) };
    first | second
}

/// [`Op::Stop`].
pub fn stop(up: u64, down: u64, through: u64) -> u64 {
    let above = up & !through;
    (above & above.wrapping_neg()) | highest(down & !through)
}

/// [`Op::Back`].
pub fn back(rows: &[u64], step: u64, into: u64) -> u64 {
    let at = usize::try_from(step).unwrap_or(usize::MAX).saturating_mul(4);
    match rows.get(at..at.saturating_add(4)) {
        Some(&[up, down, from, _]) => shl(shr(into, up), down) & from,
        _ => 0,
    }
}

/// [`Op::Weigh`].
pub fn weigh(weights: &[u64], word: u64, strip: Strip) -> u64 {
    let (mut left, mask) = (shr(word, strip.base.into()), ones(strip.width.into()));
    let mut sum = 0u64;
    for weight in weights {
        sum = sum.wrapping_add((left & mask).wrapping_mul(*weight));
        left = shr(left, strip.stride.into());
    }
    sum
}

/// Whether an intermediate sum of [`weigh`] exceeds 64 bits.
pub fn weigh_wraps(weights: &[u64], word: u64, strip: Strip) -> bool {
    let (mut left, mask) = (shr(word, strip.base.into()), ones(strip.width.into()));
    let mut sum = 0i128;
    weights.iter().any(|weight| {
        sum += i128::from((left & mask) as i64) * i128::from(*weight as i64);
        left = shr(left, strip.stride.into());
        i64::try_from(sum).is_err()
    })
}

/// [`Op::Slide`].
pub fn slide(rows: &[u64], step: u64, ends: u64, through: u64) -> u64 {
    let at = usize::try_from(step).unwrap_or(usize::MAX).saturating_mul(4);
    let Some(&[up, down, from, _]) = rows.get(at..at.saturating_add(4)) else { return 0 };
    let back = |mask: u64| shl(shr(mask, up), down) & from;
    let mut last = back(ends & !through);
    let mut found = last;
    // Every pass but the last finds a new bit, so there are at most 64.
    while last != 0 {
        last = back(last & through) & !found;
        found |= last;
    }
    found
}

/// [`Op::Flood`], breadth first: the row of each bit is joined at most once, and none once all is
/// reached.
pub fn flood(rows: &[u64], from: u64, within: u64) -> u64 {
    let mut frontier = from & within;
    let mut left = within & !frontier;
    while frontier != 0 && left != 0 {
        frontier = union(rows, frontier) & left;
        left &= !frontier;
    }
    within & !left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_remainders_have_the_sign_of_the_divisor() {
        for (a, b) in [(7i64, 2i64), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3), (0, 5)] {
            let (q, r) = (divide(a as u64, b as u64) as i64, remainder(a as u64, b as u64) as i64);
            assert_eq!(q, (a as f64 / b as f64).floor() as i64, "{a} / {b}");
            assert_eq!(q * b + r, a);
            assert!(r == 0 || (r < 0) == (b < 0));
        }
        assert_eq!((divide(5, 0), remainder(5, 0)), (0, 0));
        assert_eq!(divide(i64::MIN as u64, -1i64 as u64), i64::MIN as u64);
    }

    #[test]
    fn edge_cases_are_as_the_docs_say() {
        assert_eq!((shl(1, 64), shr(u64::MAX, 64), shl(1, u64::MAX)), (0, 0, 0));
        assert_eq!((ones(0), ones(-3i64 as u64), ones(64), ones(3)), (0, 0, u64::MAX, 7));
        assert_eq!((highest(0), highest(6)), (0, 4));
        assert_eq!(put(0xff, 0, 4, 0xf), 0x0f);
        assert_eq!(put_at(0xff, 0, 64, 8), 0xff);
        assert_eq!(union(&[1, 2], 0b110), 2);
        assert_eq!(subsets(&[0b11, 0b100], 0b111, 0b11), 0b1);
    }

    /// The set that adding rows to itself no longer changes, by the definition of the operation.
    fn closure(rows: &[u64], from: u64, within: u64) -> u64 {
        let mut reached = from & within;
        while reached | union(rows, reached) & within != reached {
            reached |= union(rows, reached) & within;
        }
        reached
    }

    #[test]
    fn a_flood_reaches_what_the_closure_has() {
        // A path of four, a loop of one, and two that lead to each other, one of them also out of
        // the table.
        let rows = [0b10, 0b101, 0b1010, 0b100, 0b1_0000, 0b100_0000, 0b1010_0000];
        for within in 0..256 {
            for from in 0..256 {
                assert_eq!(flood(&rows, from, within), closure(&rows, from, within), "{from:b} {within:b}");
            }
        }
        assert_eq!(flood(&[0b10, 0b101, 0b10], 0b1, 0b11), 0b11);
    }
}
