//! Proof and disproof numbers of a question about the first player: "does he get at least so much?"
//!
//! A proof number is how many positions must at least still turn out well for him before the answer is known to be yes, as far as
//! the search has seen; a disproof number the same for no. Zero says that it is known.

use zug_game::Player;

/// Both numbers of one position. Exactly one of them is 0 where the answer is known, and then the other is [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// More than any number that counts something: it cannot be shown any more. Fits into 28 bits.
pub(super) const NEVER: u32 = (1 << 28) - 1;

impl ProofNumbers {
    /// The answer is yes.
    pub(super) const YES: ProofNumbers = ProofNumbers { proof: 0, disproof: NEVER };
    /// The answer is no.
    pub(super) const NO: ProofNumbers = ProofNumbers { proof: NEVER, disproof: 0 };
    /// No search is long enough to reach these.
    pub(super) const ANY: ProofNumbers = ProofNumbers { proof: NEVER, disproof: NEVER };

    /// A known answer.
    pub(super) fn known(yes: bool) -> ProofNumbers {
        if yes { ProofNumbers::YES } else { ProofNumbers::NO }
    }

    /// From the numbers of the mover: what it takes that he has his way, and that he has not.
    #[inline(always)]
    pub(super) fn of_mover(mover: Player, way: u32, no_way: u32) -> ProofNumbers {
        match mover {
            Player::First => ProofNumbers { proof: way, disproof: no_way },
            Player::Second => ProofNumbers { proof: no_way, disproof: way },
        }
    }

    /// What it takes that this player has his way, and that he has not.
    #[inline(always)]
    pub(super) fn to_mover(self, mover: Player) -> (u32, u32) {
        match mover {
            Player::First => (self.proof, self.disproof),
            Player::Second => (self.disproof, self.proof),
        }
    }

    /// Yes or no, if it is known.
    #[inline(always)]
    pub(super) fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Of the opposite question.
    #[inline(always)]
    pub(super) fn negated(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }
}

/// The sum, which is [`NEVER`] only if one of them is.
#[inline(always)]
pub(super) fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { (a + b).min(NEVER - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_numbers_that_count_never_says_never() {
        assert_eq!(sum(NEVER - 1, NEVER - 1), NEVER - 1);
        assert_eq!(sum(NEVER, 0), NEVER);
        assert_eq!(sum(2, 3), 5);
    }

    #[test]
    fn numbers_of_the_second_player_are_the_other_way_round() {
        let numbers = ProofNumbers::of_mover(Player::Second, 1, 7);
        assert_eq!((numbers.proof, numbers.disproof), (7, 1));
        assert_eq!(numbers.to_mover(Player::Second), (1, 7));
        assert_eq!(ProofNumbers::YES.negated(), ProofNumbers::NO);
    }
}
