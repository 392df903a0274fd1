//! Lets somebody watch the search that gives the answers, at no cost where nobody does.

use zug_game::{Game, Value};

/// The values that still matter to a search: those strictly between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first player has this much elsewhere.
    pub alpha: Value,
    /// The second player holds him to this much elsewhere.
    pub beta: Value,
}

impl Window {
    /// Open on both sides.
    pub const OPEN: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// The part of it that lies within these, which may be nothing.
    #[inline(always)]
    pub(super) fn within(self, low: Value, high: Value) -> Window {
        Window { alpha: self.alpha.max(low), beta: self.beta.min(high) }
    }

    /// The same for the position with the players exchanged.
    #[inline(always)]
    pub(super) fn colour_swapped(self) -> Window {
        Window { alpha: colour_swapped(self.beta), beta: colour_swapped(self.alpha) }
    }

    /// Whether no value is left.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// A value or bound of the position with the players exchanged. The two ends of all numbers stand for an open side.
#[inline(always)]
pub(super) fn colour_swapped(value: Value) -> Value {
    match value {
        Value::MIN => Value::MAX,
        Value::MAX => Value::MIN,
        value => -value,
    }
}

/// Watches a search. Calls come in the order in which things happen; every one has an empty body by default.
///
/// Between `enter` and `leave` of a position stand, for each move tried, one `descend`, the position it leads to,
/// and one `ascend`; a move may be tried twice, first with a narrow window.
pub trait Tracer<G: Game> {
    /// Whether anybody watches; if not, a search may go any way that gives the same.
    const WATCHES: bool = true;
    /// A position is looked at.
    #[inline(always)]
    fn enter(&mut self, _position: &G::Position, _window: Window) {}
    /// The game is over there.
    #[inline(always)]
    fn terminal(&mut self, _value: Value) {}
    /// The memo knows that the value lies in between, both included.
    #[inline(always)]
    fn remembered(&mut self, _low: Value, _high: Value) {}
    /// The memo knows that the value lies in between, which does not answer: the window is cut down to that.
    #[inline(always)]
    fn narrowed(&mut self, _low: Value, _high: Value) {}
    /// A move is tried; `window` is the child's.
    #[inline(always)]
    fn descend(&mut self, _play: &G::Move, _reward: Value, _window: Window) {}
    /// It came back with this, the gain included.
    #[inline(always)]
    fn ascend(&mut self, _value: Value) {}
    /// So many moves are not looked at: what the last one tried gave leaves nothing between the bounds. Which bound it
    /// met, and where that was set, follows from the calls before.
    #[inline(always)]
    fn cutoff(&mut self, _skipped: usize) {}
    /// The position is left with this.
    #[inline(always)]
    fn leave(&mut self, _value: Value) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<G: Game> Tracer<G> for NoTrace {
    const WATCHES: bool = false;
}
