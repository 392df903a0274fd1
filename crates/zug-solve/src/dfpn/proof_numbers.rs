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

/// The number against the mover's wish, from those of all children: the greatest, and a part of the
/// sum of the others, at least one for each that is open.
///
/// A position that several of them lead to counts in each: where lines of play meet, the sum grows
/// far beyond the work that is left. Weak proof-number search (Ueda, Hashimoto, Hashimoto and Iida,
/// 2008) counts the greatest and one for each other child, and cannot tell any more whether the
/// others are hard.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Against {
    greatest: u32,
    sum: u32,
    open: u32,
}

/// Beside the greatest number, of the others this part counts.
const OTHERS: u32 = 2;

impl Against {
    /// Counts the number of one more child.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32) {
        self.greatest = self.greatest.max(number);
        self.sum = sum(self.sum, number);
        self.open += u32::from(number > 0);
    }

    /// The number of all; it is [`NEVER`] only if that of a child is.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        let others = (self.sum - self.greatest) / OTHERS;
        sum(self.greatest, others.max(self.open.saturating_sub(1)))
    }
}

/// The saturating sum; it is [`NEVER`] only if a summand is.
#[inline(always)]
fn sum(a: u32, b: u32) -> u32 {
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
    fn against_a_wish_the_greatest_number_counts_most() {
        let number = |numbers: &[u32]| {
            let mut against = Against::default();
            numbers.iter().for_each(|number| against.add(*number));
            against.number()
        };
        assert_eq!(number(&[]), 0);
        assert_eq!(number(&[0, 0]), 0);
        assert_eq!(number(&[0, 7]), 7);
        assert_eq!(number(&[1, 1, 1, 1]), 4, "one for each");
        assert_eq!(number(&[12, 12, 30]), 42);
        assert_eq!(number(&[NEVER - 1, NEVER - 1]), NEVER - 1);
        assert_eq!(number(&[NEVER, 3]), NEVER);
    }

    #[test]
    fn numbers_of_the_second_player_are_the_other_way_round() {
        let numbers = ProofNumbers::of_mover(Player::Second, 1, 7);
        assert_eq!((numbers.proof, numbers.disproof), (7, 1));
        assert_eq!(numbers.to_mover(Player::Second), (1, 7));
        assert_eq!(ProofNumbers::YES.negated(), ProofNumbers::NO);
    }
}
