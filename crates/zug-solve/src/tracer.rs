//! Lets a caller watch a search, at no cost where nobody does.

use zug_game::{Game, Value};

/// The open interval of values that still matter to a search. Values at or below `alpha` are equal
/// to it, values at or above `beta` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first player has this much by another move.
    pub alpha: Value,
    /// The second player holds him to this much by another move.
    pub beta: Value,
}

impl Window {
    /// Open on both sides.
    pub const OPEN: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// The intersection with the window from `low` to `high`, which may be empty.
    #[inline(always)]
    pub(super) fn within(self, low: Value, high: Value) -> Window {
        Window { alpha: self.alpha.max(low), beta: self.beta.min(high) }
    }

    /// The window for the same position with the players swapped.
    #[inline(always)]
    pub(super) fn colour_swapped(self) -> Window {
        Window { alpha: colour_swapped(self.beta), beta: colour_swapped(self.alpha) }
    }

    /// Whether no value lies inside.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The value or bound of the same position with the players swapped. `MIN` and `MAX` stand for an
/// open side.
#[inline(always)]
pub(super) fn colour_swapped(value: Value) -> Value {
    match value {
        Value::MIN => Value::MAX,
        Value::MAX => Value::MIN,
        value => -value,
    }
}

/// Watches a search. The calls come in the order of the search; every method does nothing by
/// default.
///
/// Between `enter` and `leave` of a position there is, for each move searched, one `descend`, the
/// calls for the child, and one `ascend`. A move may be searched twice, first with a null window.
pub trait Tracer<G: Game> {
    /// Whether calls have an effect; if not, a search may take a faster way to the same result.
    const WATCHES: bool = true;
    /// A position is entered.
    #[inline(always)]
    fn enter(&mut self, _position: &G::Position, _window: Window) {}
    /// The current position is terminal.
    #[inline(always)]
    fn terminal(&mut self, _value: Value) {}
    /// The table answers: the value lies between the two, both included.
    #[inline(always)]
    fn remembered(&mut self, _low: Value, _high: Value) {}
    /// The table does not answer, but it narrows the window to these bounds, both included.
    #[inline(always)]
    fn narrowed(&mut self, _low: Value, _high: Value) {}
    /// A move is searched; `window` is that of the child.
    #[inline(always)]
    fn descend(&mut self, _play: &G::Move, _reward: Value, _window: Window) {}
    /// The move came back with this value, its reward included.
    #[inline(always)]
    fn ascend(&mut self, _value: Value) {}
    /// A cutoff: so many moves are skipped, because the last value left the window empty.
    #[inline(always)]
    fn cutoff(&mut self, _skipped: usize) {}
    /// The position is left with this value.
    #[inline(always)]
    fn leave(&mut self, _value: Value) {}
}

/// The tracer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<G: Game> Tracer<G> for NoTrace {
    const WATCHES: bool = false;
}
