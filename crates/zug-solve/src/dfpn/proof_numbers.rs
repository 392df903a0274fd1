//! Proof and disproof numbers of a question about the first player.
//!
//! The proof number is the least number of positions that must still be shown to answer yes until
//! the answer is yes, as far as the search has seen; the disproof number is the same for no. A
//! number of 0 means that the answer is known (Allis, van der Meulen and van den Herik, 1994).

use zug_game::Player;

/// Both numbers of a position. Where the answer is known, exactly one is 0 and the other is
/// [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// Infinity: the answer cannot be shown any more. The greatest number of 28 bits, so that both
/// numbers fit into a table entry.
pub(super) const NEVER: u32 = (1 << 28) - 1;

impl ProofNumbers {
    /// The answer is yes.
    pub(super) const YES: ProofNumbers = ProofNumbers { proof: 0, disproof: NEVER };
    /// The answer is no.
    pub(super) const NO: ProofNumbers = ProofNumbers { proof: NEVER, disproof: 0 };
    /// The limits of a search that only an answer ends.
    pub(super) const ANY: ProofNumbers = ProofNumbers { proof: NEVER, disproof: NEVER };

    /// The numbers of a known answer.
    pub(super) fn known(yes: bool) -> ProofNumbers {
        if yes { ProofNumbers::YES } else { ProofNumbers::NO }
    }

    /// From the mover's side: `way` is the number for the answer he wants, `no_way` that for the
    /// other one.
    #[inline(always)]
    pub(super) fn of_mover(mover: Player, way: u32, no_way: u32) -> ProofNumbers {
        match mover {
            Player::First => ProofNumbers { proof: way, disproof: no_way },
            Player::Second => ProofNumbers { proof: no_way, disproof: way },
        }
    }

    /// The pair (`way`, `no_way`) of [`ProofNumbers::of_mover`].
    #[inline(always)]
    pub(super) fn to_mover(self, mover: Player) -> (u32, u32) {
        match mover {
            Player::First => (self.proof, self.disproof),
            Player::Second => (self.disproof, self.proof),
        }
    }

    /// The answer, if it is known.
    #[inline(always)]
    pub(super) fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The numbers of the opposite question.
    #[inline(always)]
    pub(super) fn negated(self) -> ProofNumbers {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }
}

/// The saturating sum; it is [`NEVER`] only if a summand is.
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
