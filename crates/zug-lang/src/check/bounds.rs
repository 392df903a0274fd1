//! Interval arithmetic: integer bounds of expressions (Moore, "Interval Analysis", 1966).
//!
//! An [`Interval`] contains every value that an expression can take. A result beyond [`LIMIT`] is
//! `None`, and the caller reports it. Corners are computed in 128 bits, where nothing overflows.

use crate::program::{Arith, LIMIT};

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// The least.
    pub(super) low: i64,
    /// The greatest.
    pub(super) high: i64,
}

/// The interval from `low` to `high`.
pub(super) fn interval(low: i64, high: i64) -> Interval {
    Interval { low, high }
}

impl Interval {
    /// The smallest interval that contains both.
    pub(super) fn hull(self, other: Interval) -> Interval {
        interval(self.low.min(other.low), self.high.max(other.high))
    }

    /// Whether the interval contains a value.
    pub(super) fn contains(self, value: i64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether the interval contains all of another one.
    pub(super) fn holds(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The smallest interval that contains these values; `None` beyond [`LIMIT`].
    fn around(values: impl IntoIterator<Item = i128>) -> Option<Interval> {
        let mut values = values.into_iter();
        let first = values.next()?;
        let (low, high) = values.fold((first, first), |(low, high), v| (low.min(v), high.max(v)));
        let limit = i128::from(LIMIT);
        let inside = -limit <= low && high <= limit;
        inside.then_some(interval(low as i64, high as i64))
    }

    /// The bounds of `-a`.
    pub(super) fn negated(self) -> Option<Interval> {
        Interval::around([-i128::from(self.low), -i128::from(self.high)])
    }

    /// The bounds of `abs(a)`.
    pub(super) fn absolute(self) -> Option<Interval> {
        let ends = [i128::from(self.low).abs(), i128::from(self.high).abs()];
        let zero = self.contains(0).then_some(0);
        Interval::around(ends.into_iter().chain(zero))
    }

    /// The bounds of the sum of at most `count` values of the interval; the empty sum is 0.
    pub(super) fn times_up_to(self, count: u64) -> Option<Interval> {
        let count = i128::from(count);
        Interval::around([0, i128::from(self.low) * count, i128::from(self.high) * count])
    }
}

/// The bounds of `a op b`, and whether it can be `none` because the divisor can be 0. `None` beyond
/// [`LIMIT`].
pub(super) fn arith(op: Arith, a: Interval, b: Interval) -> Option<(Interval, bool)> {
    let ends = |i: Interval| [i128::from(i.low), i128::from(i.high)];
    let corners = |f: fn(i128, i128) -> i128| {
        let [b0, b1] = ends(b);
        Interval::around(ends(a).into_iter().flat_map(|a| [f(a, b0), f(a, b1)]))
    };
    match op {
        Arith::Add => Some((corners(|a, b| a + b)?, false)),
        Arith::Sub => Some((corners(|a, b| a - b)?, false)),
        Arith::Mul => Some((corners(|a, b| a * b)?, false)),
        Arith::Div => Some((divided(a, b)?, b.contains(0))),
        Arith::Rem => Some((remainder(a, b), b.contains(0))),
    }
}

/// The bounds of `a / b`, rounded down. The quotient is monotone in the dividend, and in the
/// divisor on each side of 0; so its extremes lie at the ends of the intervals and at the divisors
/// -1 and 1.
fn divided(a: Interval, b: Interval) -> Option<Interval> {
    let divisors = [b.low, -1, 1, b.high].into_iter().filter(|d| *d != 0 && b.contains(*d));
    let quotients = divisors.flat_map(|d| [a.low, a.high].map(|n| i128::from(n).div_euclid_floor(d.into())));
    match Interval::around(quotients) {
        None if b == interval(0, 0) => Some(interval(0, 0)),
        other => other,
    }
}

/// The bounds of `a % b`, which has the sign of the divisor; 0 if the divisor is always 0, where
/// the value is `none`.
fn remainder(a: Interval, b: Interval) -> Interval {
    // Every dividend is less than every divisor.
    if b.low > 0 && a.low >= 0 && a.high < b.low {
        return a;
    }
    if a.low == a.high && b.low == b.high && b.low != 0 {
        let exact = floor_rem(a.low.into(), b.low.into()) as i64;
        return interval(exact, exact);
    }
    let high = if b.high > 0 { b.high - 1 } else { 0 };
    let low = if b.low < 0 { b.low + 1 } else { 0 };
    interval(low, if a.low >= 0 && b.low > 0 { high.min(a.high) } else { high })
}

fn floor_rem(a: i128, b: i128) -> i128 {
    a - b * a.div_euclid_floor(b)
}

/// Division rounded towards minus infinity, for operands of any sign.
trait FloorDivision {
    fn div_euclid_floor(self, divisor: Self) -> Self;
}

impl FloorDivision for i128 {
    fn div_euclid_floor(self, divisor: i128) -> i128 {
        let quotient = self / divisor;
        if self % divisor != 0 && (self < 0) != (divisor < 0) { quotient - 1 } else { quotient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_every_result() {
        let all: Vec<Interval> =
            (-4..=4).flat_map(|low| (low..=4).map(move |high| interval(low, high))).collect();
        for op in [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem] {
            for a in &all {
                for b in &all {
                    let (bounds, _) = arith(op, *a, *b).unwrap();
                    for x in a.low..=a.high {
                        for y in b.low..=b.high {
                            let exact = match op {
                                Arith::Add => x + y,
                                Arith::Sub => x - y,
                                Arith::Mul => x * y,
                                _ if y == 0 => continue,
                                Arith::Div => (f64::from(x as i32) / f64::from(y as i32)).floor() as i64,
                                Arith::Rem => floor_rem(x.into(), y.into()) as i64,
                            };
                            assert!(bounds.contains(exact), "{x} {op:?} {y}: {bounds:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_lies_beyond_the_limit_has_no_bounds() {
        let big = interval(0, LIMIT);
        assert_eq!(arith(Arith::Add, big, interval(1, 1)), None);
        assert_eq!(arith(Arith::Sub, interval(-LIMIT, 0), interval(1, 1)), None);
        assert_eq!(arith(Arith::Mul, big, interval(-2, -2)), None);
        assert_eq!(big.times_up_to(2), None);
        assert_eq!(interval(-LIMIT, LIMIT).negated(), Some(interval(-LIMIT, LIMIT)));
        assert_eq!(arith(Arith::Add, big, interval(0, 0)), Some((big, false)));
    }
}
