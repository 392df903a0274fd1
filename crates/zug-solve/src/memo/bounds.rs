//! Bounds of a position's value, and its hash move.

use crate::tracer::Window;
use zug_game::Value;

/// Stands for an unknown best move.
const NO_MOVE: u16 = u16::MAX;
/// The greatest magnitude of a stored bound: with two codes for "unknown" it fits into 24 bits.
const MOST: i32 = (1 << 23) - 2;

/// Bounds of a position's value, and its best move. `i32::MIN` and `i32::MAX` stand for unknown
/// bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) best: u16,
}

impl Bounds {
    /// Nothing is known.
    pub(crate) const NOTHING: Bounds = Bounds { lower: i32::MIN, upper: i32::MAX, best: NO_MOVE };

    /// The value is this small number.
    pub(crate) const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value, best: NO_MOVE }
    }

    /// The value is at least this.
    #[inline(always)]
    pub(crate) fn lower(self) -> Value {
        if self.lower == i32::MIN { Value::MIN } else { Value::from(self.lower) }
    }

    /// The value is at most this.
    #[inline(always)]
    pub(crate) fn upper(self) -> Value {
        if self.upper == i32::MAX { Value::MAX } else { Value::from(self.upper) }
    }

    /// The number of the move to search first.
    #[inline(always)]
    pub(crate) fn best(self) -> Option<usize> {
        (self.best != NO_MOVE).then_some(usize::from(self.best))
    }

    /// The value or a bound outside the window, if these bounds decide the search.
    #[inline(always)]
    pub(crate) fn answer(self, window: Window) -> Option<Value> {
        if self.lower() >= window.beta || self.lower == self.upper {
            Some(self.lower())
        } else if self.upper() <= window.alpha {
            Some(self.upper())
        } else {
            None
        }
    }

    /// The bounds that follow from the fail-soft result of a search with this window: at or below
    /// `alpha` an upper bound, at or above `beta` a lower bound, inside the value.
    #[inline(always)]
    pub(super) fn proved(value: Value, window: Window, best: Option<usize>) -> Bounds {
        // A value beyond `MOST` becomes the weaker bound that can be represented.
        let (least, most) = (Value::from(-MOST), Value::from(MOST));
        let below = if value < least { i32::MIN } else { value.min(most) as i32 };
        let above = if value > most { i32::MAX } else { value.max(least) as i32 };
        Bounds {
            lower: if value > window.alpha { below } else { i32::MIN },
            upper: if value < window.beta { above } else { i32::MAX },
            best: best.map_or(NO_MOVE, |best| best.min(usize::from(NO_MOVE)) as u16),
        }
    }

    /// The bounds of the same position with the players swapped. The best move is kept: there it is
    /// only a hint.
    #[inline(always)]
    pub(super) fn colour_swapped(self) -> Bounds {
        Bounds {
            lower: if self.upper == i32::MAX { i32::MIN } else { -self.upper },
            upper: if self.lower == i32::MIN { i32::MAX } else { -self.lower },
            best: self.best,
        }
    }

    /// Bounds from their parts; all values must fit into 32 bits.
    #[inline(always)]
    pub(super) fn between(lower: Option<Value>, upper: Option<Value>, best: Option<usize>) -> Bounds {
        Bounds {
            lower: lower.map_or(i32::MIN, |lower| lower as i32),
            upper: upper.map_or(i32::MAX, |upper| upper as i32),
            best: best.map_or(NO_MOVE, |best| best as u16),
        }
    }

    /// The intersection of both; the newer best move, if it has one.
    #[inline(always)]
    pub(super) fn and(self, newer: Bounds) -> Bounds {
        let best = if newer.best == NO_MOVE { self.best } else { newer.best };
        Bounds { lower: self.lower.max(newer.lower), upper: self.upper.min(newer.upper), best }
    }
}
