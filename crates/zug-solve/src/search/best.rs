//! The best of the moves searched so far, and the window that it leaves to the others.

use crate::tracer::Window;
use zug_game::{Player, Value};

/// The best move of a position so far.
pub(crate) struct Best {
    pub(crate) mover: Player,
    pub(crate) value: Value,
    /// The number of the best move.
    pub(crate) number: Option<usize>,
    /// The window for the remaining moves.
    pub(crate) window: Window,
}

impl Best {
    #[inline(always)]
    pub(crate) fn none_yet(mover: Player, window: Window) -> Best {
        let value = if mover == Player::First { Value::MIN } else { Value::MAX };
        Best { mover, value, number: None, window }
    }

    /// Takes the value of another move: if it is the best, it narrows the window from the mover's
    /// side.
    #[inline(always)]
    pub(crate) fn take(&mut self, number: usize, value: Value) {
        let better = match self.mover {
            Player::First => value > self.value,
            Player::Second => value < self.value,
        };
        if better || self.number.is_none() {
            self.value = value;
            self.number = Some(number);
            match self.mover {
                Player::First => self.window.alpha = self.window.alpha.max(value),
                Player::Second => self.window.beta = self.window.beta.min(value),
            }
        }
    }

    /// Whether a move of this value, or a better one for the mover, empties the window.
    #[inline(always)]
    pub(crate) fn is_cut_by(&self, value: Value) -> bool {
        match self.mover {
            Player::First => value >= self.window.beta,
            Player::Second => value <= self.window.alpha,
        }
    }

    /// The null window, which asks only whether a move is better than the best one.
    #[inline(always)]
    pub(crate) fn scout(&self) -> Window {
        match self.mover {
            Player::First => Window { beta: self.window.alpha.saturating_add(1), ..self.window },
            Player::Second => Window { alpha: self.window.beta.saturating_sub(1), ..self.window },
        }
    }

    /// The bounds that the finished moves prove although others are missing: a maximum is at least
    /// the value of each move, a minimum at most.
    pub(crate) fn bounds(&self, window: Window) -> (Option<Value>, Option<Value>) {
        match self.mover {
            Player::First => ((self.value > window.alpha).then_some(self.value), None),
            Player::Second => (None, (self.value < window.beta).then_some(self.value)),
        }
    }
}
