//! What a database says of a position.

use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Player, Value};

/// The value of a position and the distance to the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// From the first player's side: points to go, or 1, 0, -1 for a win, a draw, a loss.
    pub value: Value,
    /// Plies to the end under best play; none in draws, where play does not end, and where
    /// distances are not stored or outcomes are points.
    pub distance: Option<u64>,
}

impl Entry {
    /// Whether a player prefers this to another: the better value; of equal wins the nearer one, of
    /// equal losses the farther one. No distance is farther than any.
    #[inline]
    pub fn is_better(self, than: Entry, mover: Player) -> bool {
        if self.value != than.value {
            return (self.value > than.value) == (mover == Player::First);
        }
        let far = |entry: Entry| entry.distance.unwrap_or(u64::MAX);
        let winning = if mover == Player::First { self.value > 0 } else { self.value < 0 };
        if winning { far(self) < far(than) } else { far(self) > far(than) }
    }

    /// The entry one ply before, for a move with this reward; none if the value overflows.
    #[inline]
    pub(crate) fn before(self, reward: Value) -> Option<Entry> {
        if is_broken(Shortcut::DatabaseEntry) {
            return Some(self);
        }
        let distance = self.distance.map(|plies| plies + 1);
        self.value.checked_add(reward).map(|value| Entry { value, distance })
    }

    /// The value as a number of a column: small values of both signs are small numbers.
    #[inline]
    pub(crate) fn stored_value(self) -> u64 {
        (self.value << 1 ^ self.value >> 63) as u64
    }

    /// The distance as a number of a column: 0 for none.
    #[inline]
    pub(crate) fn stored_distance(self) -> u64 {
        self.distance.map_or(0, |plies| plies + 1)
    }

    /// What columns hold of a position.
    #[inline]
    pub(crate) fn of_stored(value: u64, distance: u64) -> Entry {
        Entry { value: (value >> 1) as i64 ^ -((value & 1) as i64), distance: distance.checked_sub(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_from_their_numbers() {
        for value in [0, 1, -1, 2, -2, 1 << 53, -(1 << 53), i64::MAX, i64::MIN] {
            for distance in [None, Some(0), Some(300)] {
                let entry = Entry { value, distance };
                assert_eq!(Entry::of_stored(entry.stored_value(), entry.stored_distance()), entry);
            }
        }
        let wins = [0, 1, -1].map(|value| Entry { value, distance: None }.stored_value());
        assert!(wins.iter().all(|&number| number < 4), "two bits are enough for a win, a draw, a loss");
    }

    #[test]
    fn a_winner_hurries_and_a_loser_delays() {
        let entry = |value, distance| Entry { value, distance };
        let ordered = [
            entry(1, Some(1)),
            entry(1, Some(3)),
            entry(1, None),
            entry(0, None),
            entry(-1, None),
            entry(-1, Some(4)),
            entry(-1, Some(2)),
        ];
        for (at, one) in ordered.iter().enumerate() {
            for other in &ordered[at + 1..] {
                assert!(one.is_better(*other, Player::First) && !other.is_better(*one, Player::First));
                assert!(!one.is_better(*other, Player::Second) && other.is_better(*one, Player::Second));
            }
        }
    }
}
