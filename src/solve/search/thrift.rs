//! Tells at which plies the memo pays, by counting what it brought there.
//!
//! The memo is far away in memory, and the form that stands for all symmetric positions has to be made first: near the leaves that
//! takes longer than to search what it would save. So for every ply it is counted how many positions a search takes there, how
//! often a look at where all moves lead found a cut in the memo, and how many places it read for that. Now and then it is looked
//! all the same, so that what is counted keeps up. Counts and no clock: every run does the same.

/// Plies beyond share the last count.
const PLIES: usize = 256;
/// So many positions of a ply are tried before it is judged.
const TRIED: u64 = 256;
/// Afterwards one look in so many is taken, whatever the counts say.
const AGAIN: u64 = 64;
/// Where a search takes fewer positions than this, the memo is neither asked nor told.
const LEAST: u64 = 3;
/// About so many moves are looked up in the memo while one position is searched.
const PRICE: u64 = 2;

/// What was counted of the positions of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Positions that were searched.
    searched: u64,
    /// How many positions that took.
    work: u64,
    /// Positions where the memo was asked about all moves.
    looks: u64,
    /// How many moves those were.
    asked: u64,
    /// How often one of them was enough.
    cuts: u64,
    /// How often it was asked whether to look.
    questions: u64,
}

/// What was counted, ply by ply.
#[derive(Debug, Default)]
pub(super) struct Thrift {
    plies: Vec<Counts>,
}

impl Thrift {
    #[inline]
    fn at(&mut self, ply: u64) -> &mut Counts {
        let ply = (ply as usize).min(PLIES - 1);
        if ply >= self.plies.len() {
            self.plies.resize(ply + 1, Counts::default());
        }
        &mut self.plies[ply]
    }

    /// Whether to ask the memo about a position of this ply, and to tell it what is found.
    #[inline]
    pub(super) fn remembers(&mut self, ply: u64) -> bool {
        let counts = self.at(ply);
        counts.searched < TRIED || counts.work / LEAST >= counts.searched
    }

    /// Whether to ask the memo about all moves of a position of this ply: whether the positions that cuts saved are more than
    /// those that could be searched in the same time.
    #[inline]
    pub(super) fn looks(&mut self, ply: u64) -> bool {
        let counts = self.at(ply);
        counts.questions += 1;
        if counts.looks < TRIED || counts.questions.is_multiple_of(AGAIN) {
            return true;
        }
        let saved = u128::from(counts.cuts) * u128::from(counts.work) * u128::from(PRICE);
        saved >= u128::from(counts.asked) * u128::from(counts.searched)
    }

    /// The memo was asked about so many moves.
    #[inline]
    pub(super) fn looked(&mut self, ply: u64, asked: usize, cut: bool) {
        let counts = self.at(ply);
        counts.looks += 1;
        counts.asked += asked as u64;
        counts.cuts += u64::from(cut);
    }

    /// A position was searched, which took so many positions.
    #[inline]
    pub(super) fn searched(&mut self, ply: u64, work: u64) {
        let counts = self.at(ply);
        counts.searched += 1;
        counts.work += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(work: u64, cuts: bool) -> Thrift {
        let mut thrift = Thrift::default();
        for _ in 0..TRIED {
            thrift.searched(3, work);
            thrift.looked(3, 5, cuts);
        }
        thrift
    }

    #[test]
    fn a_ply_is_judged_when_enough_was_counted() {
        let mut thrift = Thrift::default();
        (1..TRIED).for_each(|_| thrift.searched(3, 0));
        assert!(thrift.remembers(3));
        thrift.searched(3, 0);
        assert!(!thrift.remembers(3));
        assert!(thrift.remembers(4), "another ply is judged by itself");
    }

    #[test]
    fn the_memo_is_left_alone_where_searches_are_short() {
        assert!(!counted(LEAST - 1, true).remembers(3));
        assert!(counted(LEAST, true).remembers(3));
    }

    #[test]
    fn looks_that_find_nothing_are_rare() {
        let mut thrift = counted(1_000, false);
        let looks = (0..10 * AGAIN).filter(|_| thrift.looks(3)).count();
        assert_eq!(looks as u64, 10);
    }

    #[test]
    fn looks_that_save_much_are_taken() {
        let mut thrift = counted(1_000, true);
        assert!((0..10 * AGAIN).all(|_| thrift.looks(3)));
    }

    #[test]
    fn very_deep_plies_share_a_count() {
        let mut thrift = Thrift::default();
        (0..TRIED).for_each(|_| thrift.searched(1 << 40, 0));
        assert!(!thrift.remembers(1 << 20));
    }
}
