//! Value transforms: how values change from a position to the one before it: by what the move gained, or by one ply.

use zug_game::Value;

/// The utility that a search maximizes: how a value is backed up from a child, and how a window is passed down to it.
///
/// Law: for every value `x` and bound `b` that occur, `up(reward, x) >= b` exactly when `x >= down(reward, b)`, and
/// the same with `>`. So a window is taken down to the child, and its answer up again, without a loss.
pub(super) trait Utility {
    /// No value of a position that is not over lies outside these, both included.
    const INNER: (Value, Value);
    /// What a terminal position is worth.
    fn terminal(payoff: Value) -> Value;
    /// From the child's value to that of the move; none if it does not fit into 64 bits.
    fn back_up(reward: Value, value: Value) -> Option<Value>;
    /// From a bound on the move to one on the child.
    fn pass_down(reward: Value, bound: Value) -> Value;
}

/// Payoffs and gains, as the rules tell them.
pub(super) struct Payoffs;

impl Utility for Payoffs {
    const INNER: (Value, Value) = (Value::MIN, Value::MAX);

    #[inline(always)]
    fn terminal(payoff: Value) -> Value {
        payoff
    }

    #[inline(always)]
    fn back_up(reward: Value, value: Value) -> Option<Value> {
        value.checked_add(reward)
    }

    /// The two ends of all numbers stand for an open side and stay what they are.
    #[inline(always)]
    fn pass_down(reward: Value, bound: Value) -> Value {
        match bound {
            Value::MIN | Value::MAX => bound,
            _ => bound.saturating_sub(reward),
        }
    }
}

/// Plies to the end where a game is won or lost: a win `d` plies away is worth `WON - d`, a loss `d - WON`, a draw
/// 0. So the winner hurries, the loser delays, and a window is a limit on depth.
pub(super) struct Plies;

/// A game won here and now. It fits into an entry of the memo, and no search goes half as deep ([`DEEPEST`]).
pub(super) const WON: Value = 1 << 22;

/// How many plies a search goes down at most, whatever the stack has left.
pub(super) const DEEPEST: u64 = 1 << 21;

impl Utility for Plies {
    const INNER: (Value, Value) = (1 - WON, WON - 1);

    #[inline(always)]
    fn terminal(payoff: Value) -> Value {
        payoff.signum() * WON
    }

    #[inline(always)]
    fn back_up(_reward: Value, value: Value) -> Option<Value> {
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
