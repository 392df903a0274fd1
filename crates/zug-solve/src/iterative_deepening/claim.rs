//! What a search forward proves: that a player forces a value.

use crate::limits::Halt;
use zug_game::{Player, Value};

/// "This player forces the value, from the given position on, to be at least (first player) or at
/// most (second player) this bound."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoundClaim {
    pub by: Player,
    pub bound: Value,
}

impl BoundClaim {
    /// Whether an outcome meets the claim.
    pub fn holds(self, value: Value) -> bool {
        match self.by {
            Player::First => value >= self.bound,
            Player::Second => value <= self.bound,
        }
    }

    /// The claim about the position behind a move that gains so much.
    pub fn behind(self, reward: Value) -> Result<BoundClaim, Halt> {
        let bound = self.bound.checked_sub(reward).ok_or(Halt::Overflow)?;
        Ok(BoundClaim { bound, ..self })
    }
}
