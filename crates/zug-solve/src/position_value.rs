//! The value of a position, as minimax and value iteration find it.

use zug_game::{Player, Value};

/// The value of a position, points so far included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionValue {
    pub(super) value: Value,
    /// Plies to the end when the winner hurries and the loser delays; none if play need not end. In
    /// value iteration draws have none either.
    pub(super) plies: Option<u64>,
    /// For the first player and the second: a number that falls with every best move towards a
    /// forced end. Value iteration sets it; it is 0 in plain recursion, where every line ends.
    pub(super) rank: [u64; 2],
}

impl PositionValue {
    /// Whether the mover prefers this one: the better value; of equal wins the quicker one, of
    /// equal losses the slower one.
    pub(super) fn better(&self, than: &PositionValue, mover: Player) -> bool {
        let (mine, his) = match mover {
            Player::First => (self.value, than.value),
            Player::Second => (than.value, self.value),
        };
        let length = |worth: &PositionValue| worth.plies.unwrap_or(u64::MAX);
        let winning = (self.value > 0) == (mover == Player::First);
        if mine != his {
            mine > his
        } else if self.value == 0 {
            false
        } else if winning {
            length(self) < length(than)
        } else {
            length(self) > length(than)
        }
    }
}
