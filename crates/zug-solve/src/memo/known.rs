//! An interval that holds the value of a position, and the move to try first.

use crate::tracer::Window;
use zug_game::Value;

/// No best move is known.
const NO_MOVE: u16 = u16::MAX;
/// Bounds beyond this are not kept.
const MOST: i32 = (1 << 23) - 2;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) best: u16,
}

impl Known {
    /// Nothing.
    pub(crate) const NOTHING: Known = Known { low: i32::MIN, high: i32::MAX, best: NO_MOVE };

    /// The value is at least this.
    #[inline(always)]
    pub(crate) fn low(self) -> Value {
        if self.low == i32::MIN { Value::MIN } else { Value::from(self.low) }
    }

    /// The value is at most this.
    #[inline(always)]
    pub(crate) fn high(self) -> Value {
        if self.high == i32::MAX { Value::MAX } else { Value::from(self.high) }
    }

    /// The move to try first, by its number.
    #[inline(always)]
    pub(crate) fn best(self) -> Option<usize> {
        (self.best != NO_MOVE).then_some(usize::from(self.best))
    }

    /// The value, or a bound beyond the window, if that answers.
    #[inline(always)]
    pub(crate) fn answer(self, window: Window) -> Option<Value> {
        if self.low() >= window.beta || self.low == self.high {
            Some(self.low())
        } else if self.high() <= window.alpha {
            Some(self.high())
        } else {
            None
        }
    }

    /// What a search with this window proved when it came back with `value`: below the window an upper bound,
    /// above it a lower bound, inside it the value.
    #[inline(always)]
    pub(super) fn proved(value: Value, window: Window, best: Option<usize>) -> Known {
        // A value that does not fit is kept as a bound.
        let (least, most) = (Value::from(-MOST), Value::from(MOST));
        let below = if value < least { i32::MIN } else { value.min(most) as i32 };
        let above = if value > most { i32::MAX } else { value.max(least) as i32 };
        Known {
            low: if value > window.alpha { below } else { i32::MIN },
            high: if value < window.beta { above } else { i32::MAX },
            best: best.map_or(NO_MOVE, |best| best.min(usize::from(NO_MOVE)) as u16),
        }
    }

    /// The same, told of the position with the players exchanged.
    #[inline(always)]
    pub(super) fn exchanged(self) -> Known {
        Known {
            low: if self.high == i32::MAX { i32::MIN } else { -self.high },
            high: if self.low == i32::MIN { i32::MAX } else { -self.low },
            best: self.best,
        }
    }

    /// These bounds.
    #[inline(always)]
    pub(super) fn between(low: Option<Value>, high: Option<Value>, best: Option<usize>) -> Known {
        Known {
            low: low.map_or(i32::MIN, |low| low as i32),
            high: high.map_or(i32::MAX, |high| high as i32),
            best: best.map_or(NO_MOVE, |best| best as u16),
        }
    }

    /// Both hold.
    #[inline(always)]
    pub(super) fn and(self, newer: Known) -> Known {
        let best = if newer.best == NO_MOVE { self.best } else { newer.best };
        Known { low: self.low.max(newer.low), high: self.high.min(newer.high), best }
    }
}
