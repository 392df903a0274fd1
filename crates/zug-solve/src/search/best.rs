//! Keeps the best of the moves looked at, and the window that it leaves to the others.

use crate::tracer::Window;
use zug_game::{Player, Value};

/// What a position is worth as far as its moves were looked at.
pub(crate) struct Best {
    pub(crate) mover: Player,
    pub(crate) value: Value,
    /// Of the best move.
    pub(crate) number: Option<usize>,
    /// What is left of the window.
    pub(crate) window: Window,
}

impl Best {
    #[inline(always)]
    pub(crate) fn none_yet(mover: Player, window: Window) -> Best {
        let value = if mover == Player::First { Value::MIN } else { Value::MAX };
        Best { mover, value, number: None, window }
    }

    /// Another move was looked at: narrows the window from the mover's side.
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

    /// Whether a move of this value, or of more for the mover, leaves nothing of the window.
    #[inline(always)]
    pub(crate) fn is_cut_by(&self, value: Value) -> bool {
        match self.mover {
            Player::First => value >= self.window.beta,
            Player::Second => value <= self.window.alpha,
        }
    }

    /// The narrow window that asks only whether a move is better than the best one.
    #[inline(always)]
    pub(crate) fn scout(&self) -> Window {
        match self.mover {
            Player::First => Window { beta: self.window.alpha.saturating_add(1), ..self.window },
            Player::Second => Window { alpha: self.window.beta.saturating_sub(1), ..self.window },
        }
    }

    /// What it proves although moves are missing.
    pub(crate) fn bounds(&self, window: Window) -> (Option<Value>, Option<Value>) {
        match self.mover {
            Player::First => ((self.value > window.alpha).then_some(self.value), None),
            Player::Second => (None, (self.value < window.beta).then_some(self.value)),
        }
    }
}
