//! The history heuristic: of moves that are alike in everything else, those come first that cut off
//! other positions more often.
//!
//! Source: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in Practice"
//! (1989), for the counts; M. H. M. Winands et al., "The Relative History Heuristic" (2004), for
//! cutoffs relative to how often a move was searched.
//!
//! A search with a large subtree says more of its move than one with a small one, so it counts by
//! the square root of its work. A move that was never searched stands for one that cut off half of
//! the time. Two moves may share one count; that changes an order, never a value. The hash move is
//! searched before all others are looked at, and counts nothing.

use zug_game::Player;

/// The logarithm of the counts for each player.
const BITS: u32 = 12;
/// The logarithm of the greatest weight of one search.
const HEAVIEST: u32 = 10;
/// Once a count has this weight it is halved, so that later searches tell more.
const FULL: u16 = 1 << 12;
/// A move that cut off always has this score.
const ALWAYS: u32 = 1 << 10;
/// So many searches pass before the counts are made: a search of a few positions needs none.
const WAIT: u32 = if cfg!(test) { 1 << 2 } else { 1 << 6 };

/// The weight of the searches after a move, and of those that cut off the position before.
#[derive(Clone, Copy, Debug)]
struct MoveHistory {
    searched: u16,
    cut: u16,
    /// The share of the searches that cut off, as a score from 0 to [`ALWAYS`]. It is asked for
    /// more often than a search ends, so the division is done once.
    score: u32,
}

impl MoveHistory {
    const UNTRIED: MoveHistory = MoveHistory { searched: 0, cut: 0, score: ALWAYS / 2 };

    #[inline(always)]
    fn add(&mut self, weight: u16, cut: bool) {
        self.searched += weight;
        self.cut += if cut { weight } else { 0 };
        if self.searched >= FULL {
            (self.searched, self.cut) = (self.searched / 2, self.cut / 2);
        }
        self.score = (u32::from(self.cut) * ALWAYS + ALWAYS / 2) / (u32::from(self.searched) + 1);
    }
}

/// What a search saw of all moves.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// None, until enough was searched.
    counts: Vec<MoveHistory>,
    waited: u32,
}

impl History {
    /// Whether scores differ by now.
    #[inline(always)]
    pub fn tells(&self) -> bool {
        !self.counts.is_empty()
    }

    #[inline(always)]
    fn place(mover: Player, code: u64) -> usize {
        let mixed = code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - BITS);
        mixed as usize | mover.index() << BITS
    }

    /// A move with this code was searched in so many positions, and cut off the position before, or
    /// did not.
    #[inline(always)]
    pub fn searched(&mut self, mover: Player, code: u64, cut: bool, positions: u64) {
        match self.counts.get_mut(Self::place(mover, code)) {
            Some(seen) => seen.add(1 << (positions.max(1).ilog2().div_ceil(2)).min(HEAVIEST), cut),
            None => self.wait(),
        }
    }

    #[cold]
    fn wait(&mut self) {
        self.waited += 1;
        if self.waited >= WAIT {
            self.counts = vec![MoveHistory::UNTRIED; 2 << BITS];
        }
    }

    /// The score of a move with this code: the higher, the earlier it is tried.
    #[inline(always)]
    pub fn score(&self, mover: Player, code: u64) -> u32 {
        self.counts.get(Self::place(mover, code)).map_or(0, |seen| seen.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A history that has waited.
    fn begun() -> History {
        let mut history = History::default();
        (0..WAIT).for_each(|_| history.searched(Player::First, 7, true, 1));
        history
    }

    #[test]
    fn moves_that_cut_off_more_often_have_a_higher_score() {
        let mut history = begun();
        let untried = history.score(Player::First, 7);
        assert_eq!(untried, ALWAYS / 2);
        history.searched(Player::First, 7, true, 1);
        history.searched(Player::First, 8, false, 1);
        assert!(history.score(Player::First, 7) > untried && history.score(Player::First, 8) < untried);
        assert_eq!(history.score(Player::Second, 7), untried, "of the other player");
    }

    #[test]
    fn a_search_counts_by_the_root_of_its_work() {
        let mut history = begun();
        history.searched(Player::First, 7, false, 1 << 6);
        (0..8).for_each(|_| history.searched(Player::First, 8, false, 1));
        assert_eq!(history.score(Player::First, 7), history.score(Player::First, 8));
        history.searched(Player::First, 7, true, u64::MAX);
        assert!(history.score(Player::First, 7) > ALWAYS * 9 / 10);
    }

    #[test]
    fn a_full_count_is_halved_and_keeps_its_share() {
        let mut history = begun();
        for at in 0..100 * u32::from(FULL) {
            history.searched(Player::First, 7, at % 4 == 0, 1);
        }
        assert!(history.score(Player::First, 7).abs_diff(ALWAYS / 4) < ALWAYS / 50);
        (0..4 * FULL).for_each(|_| history.searched(Player::First, 7, true, 1));
        assert!(history.score(Player::First, 7) > ALWAYS * 9 / 10, "later searches tell more");
    }

    #[test]
    fn a_short_search_counts_nothing() {
        let mut history = History::default();
        (1..WAIT).for_each(|_| history.searched(Player::First, 7, true, 1));
        assert!(!history.tells());
        history.searched(Player::First, 7, true, 1);
        assert!(history.tells());
    }
}
