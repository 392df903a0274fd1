//! Integer arithmetic of the language: within [`LIMIT`], division rounded down.

use crate::program::{Arith, LIMIT};

/// The result of an operation; `None` for a division by zero. The checker has proved that every
/// result lies within the limit.
pub(super) fn apply(op: Arith, a: i64, b: i64) -> Option<i64> {
    let result = match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => divide(a, b),
        Arith::Rem => remainder(a, b),
    };
    result.filter(|result| within(*result))
}

/// Whether an integer lies within the limit.
pub(super) fn within(number: i64) -> bool {
    debug_assert!((-LIMIT..=LIMIT).contains(&number), "{number} lies beyond the limit");
    (-LIMIT..=LIMIT).contains(&number)
}

/// `a / b` rounded towards minus infinity.
fn divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a.wrapping_rem(b) != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a % b`, with the sign of `b`.
fn remainder(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_the_rest_has_the_sign_of_the_divisor() {
        let both = |a, b| (apply(Arith::Div, a, b), apply(Arith::Rem, a, b));
        assert_eq!(both(7, 2), (Some(3), Some(1)));
        assert_eq!(both(-7, 2), (Some(-4), Some(1)));
        assert_eq!(both(7, -2), (Some(-4), Some(-1)));
        assert_eq!(both(-7, -2), (Some(3), Some(-1)));
        assert_eq!(both(6, -2), (Some(-3), Some(0)));
        assert_eq!(both(1, 0), (None, None));
        assert_eq!(both(-LIMIT, -1), (Some(LIMIT), Some(0)));
    }
}
