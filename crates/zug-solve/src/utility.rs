//! Utilities: how a value is backed up from a child to its parent, and how a window is passed down.

use zug_game::Value;

/// The quantity that a search maximizes: how it is backed up from a child, and how a bound is
/// passed down to it.
///
/// Law: for every value `x` and bound `b` that occur, `back_up(reward, x) >= b` exactly when
/// `x >= pass_down(reward, b)`, and likewise with `>`. So a search of the child with the window
/// passed down decides the window of the parent.
pub(super) trait Utility {
    /// Whether it is payoffs and rewards, as a search without a table backs them up.
    const IS_PAYOFFS: bool;
    /// Bounds of the value of a position that is not over, both included.
    const INNER: (Value, Value);
    /// The value of a terminal position.
    fn terminal(payoff: Value) -> Value;
    /// The value of a move from the value of the child; none on overflow.
    fn back_up(reward: Value, value: Value) -> Option<Value>;
    /// The bound on the child from a bound on the move.
    fn pass_down(reward: Value, bound: Value) -> Value;
}

/// The utility of payoffs and rewards, as the rules define them.
pub(super) struct Payoffs;

impl Utility for Payoffs {
    const IS_PAYOFFS: bool = true;
    const INNER: (Value, Value) = (Value::MIN, Value::MAX);

    #[inline(always)]
    fn terminal(payoff: Value) -> Value {
        payoff
    }

    #[inline(always)]
    fn back_up(reward: Value, value: Value) -> Option<Value> {
        value.checked_add(reward)
    }

    /// `MIN` and `MAX` stand for an open side of a window and stay as they are.
    #[inline(always)]
    fn pass_down(reward: Value, bound: Value) -> Value {
        match bound {
            Value::MIN | Value::MAX => bound,
            _ => bound.saturating_sub(reward),
        }
    }
}

/// The utility of plies: a win `d` plies away is worth `WON - d`, a loss `d - WON`, a draw 0. So
/// the winner hurries, the loser delays, and a window limits the depth.
pub(super) struct Plies;

/// The value of a position that is won with no further ply. It is within the bounds that a table
/// entry holds, and [`DEEPEST`] is half of it, so backing up never changes the sign of a value.
pub(super) const WON: Value = 1 << 22;

/// The greatest ply of any search, whatever stack is left.
pub(super) const DEEPEST: u64 = 1 << 21;

impl Utility for Plies {
    const IS_PAYOFFS: bool = false;
    const INNER: (Value, Value) = (1 - WON, WON - 1);

    #[inline(always)]
    fn terminal(payoff: Value) -> Value {
        payoff.signum() * WON
    }

    #[inline(always)]
    fn back_up(_reward: Value, value: Value) -> Option<Value> {
        // One ply nearer to 0. `WON - DEEPEST` is positive, so a win stays positive.
        Some(value - value.signum())
    }

    #[inline(always)]
    fn pass_down(_reward: Value, bound: Value) -> Value {
        bound.saturating_add(bound.signum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_and_plies_go_together() {
        let near = |x: Value| [-x - 2, -x - 1, -x, x, x + 1, x + 2];
        let values: Vec<Value> = near(WON - 9).into_iter().chain([0]).collect();
        for &x in &values {
            for &b in values.iter().chain(&[1, -1]) {
                let up = Plies::back_up(0, x).unwrap();
                assert_eq!(up >= b, x >= Plies::pass_down(0, b), "{x} {b}");
                assert_eq!(up > b, x > Plies::pass_down(0, b), "{x} {b}");
            }
        }
    }
}
