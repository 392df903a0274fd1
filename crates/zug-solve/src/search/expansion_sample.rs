//! Decides at which plies a scan expands the children before one of them is searched.
//!
//! An expanded child shows whether play is over there, and how many replies there are; it costs the
//! moves of a position that may never be searched. Where all fields that are left can be taken, the
//! children of a position have the same number of replies, and long before the end none is over.
//! What a search did so far says so for each ply: how many children were expanded there, how many
//! of them cut a position off, and in how many scans the number of replies changed the order.
//!
//! One scan in [`SAMPLE`] goes on where it does not pay, so that the next decision sees when it
//! begins to. This changes the order of a search, never a value.

use super::per_ply::{POSITION, PerPly};
use zug_game::breakage::threshold;

/// The number of positions after which it is decided first.
const FIRST: u64 = if cfg!(test) { 1 << 6 } else { 1 << 14 };
/// Scans that are seen at a ply before anything is decided about it.
const ENOUGH: u64 = if cfg!(test) { 1 << 4 } else { 1 << 8 };
/// One scan in so many expands the children where that does not pay.
const SAMPLE: u64 = 16;
/// The order by replies is taken to say nothing where it changed at most one scan in so many.
const RARELY: u64 = 64;
/// The cost of expanding a child that is not searched, in look-ups.
const EXPANDED: u64 = 16;

/// What was seen of a ply, since some time.
#[derive(Clone, Copy, Debug, Default)]
struct ExpansionPly {
    /// Scans that expanded the children at this ply, and the children.
    scans: u64,
    children: u64,
    /// The positions that searches of the positions before take, where a child that is over cut
    /// them off.
    saved: u64,
    /// Scans in which the number of replies changed the order.
    ordered: u64,
    /// Scans that were asked for.
    asked: u64,
    /// Whether only a sample of the scans expands the children.
    is_sparse: bool,
}

/// What was seen of all plies.
#[derive(Clone, Debug)]
pub(super) struct ExpansionSample(PerPly<ExpansionPly>);

impl ExpansionSample {
    /// Nothing seen yet.
    pub fn new() -> ExpansionSample {
        ExpansionSample(PerPly::new(threshold(FIRST, 32)))
    }

    /// Whether the children at a ply are expanded in the next scan.
    #[inline(always)]
    pub fn expands(&mut self, ply: u64) -> bool {
        let seen = self.0.at_mut(ply);
        seen.asked += 1;
        !seen.is_sparse || seen.asked.is_multiple_of(SAMPLE)
    }

    /// So many children at a ply were expanded, and one of them cut off the position before, of
    /// which a search takes so many positions.
    #[inline(always)]
    pub fn cut(&mut self, ply: u64, children: usize, work: u64) {
        let seen = self.0.at_mut(ply);
        seen.scans += 1;
        seen.children += children as u64;
        seen.saved = seen.saved.saturating_add(work);
    }

    /// So many children at a ply were expanded without a cutoff, and their replies changed the
    /// order, or did not.
    #[inline(always)]
    pub fn ordered(&mut self, ply: u64, children: usize, changed: bool) {
        let seen = self.0.at_mut(ply);
        seen.scans += 1;
        seen.children += children as u64;
        seen.ordered += u64::from(changed);
    }

    /// Decides anew after so many positions, now and then.
    #[inline(always)]
    pub fn entered(&mut self, positions: u64) {
        self.0.entered(positions, |plies| {
            let enough = threshold(ENOUGH, 4);
            for seen in plies.iter_mut().filter(|seen| seen.scans >= enough) {
                let saves = seen.saved.saturating_mul(POSITION) >= seen.children * EXPANDED;
                seen.is_sparse = !saves && seen.ordered * RARELY <= seen.scans;
                *seen =
                    ExpansionPly { asked: seen.asked, is_sparse: seen.is_sparse, ..ExpansionPly::default() };
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether scans are sparse at ply 3 after so many, each of four children: those that cut off a
    /// search of so many positions, and those in which the replies changed the order.
    fn decided(scans: u64, cutoffs: u64, work: u64, ordered: u64) -> bool {
        let mut sample = ExpansionSample::new();
        (0..cutoffs).for_each(|_| sample.cut(3, 4, work));
        (cutoffs..scans).for_each(|at| sample.ordered(3, 4, at < cutoffs + ordered));
        sample.entered(FIRST);
        sample.0.at(3).is_sparse
    }

    #[test]
    fn children_are_expanded_where_they_cut_off_or_change_the_order() {
        let all = RARELY * ENOUGH;
        assert!(decided(all, 0, 0, 0));
        let even = all * 4 * EXPANDED / POSITION;
        assert!(decided(all, even - 1, 1, 0) && !decided(all, even, 1, 0), "each saves a position");
        assert!(!decided(all, even / 10 + 1, 10, 0), "each saves ten positions");
        assert!(decided(all, 0, 1, ENOUGH) && !decided(all, 0, 1, ENOUGH + 1), "one scan in {RARELY}");
        assert!(!decided(ENOUGH - 1, 0, 1, 0), "too little was seen");
    }

    #[test]
    fn a_sample_goes_on() {
        let mut sample = ExpansionSample::new();
        sample.0.at_mut(5).is_sparse = true;
        assert_eq!((0..160).filter(|_| sample.expands(5)).count(), 160 / SAMPLE as usize);
        (0..ENOUGH).for_each(|_| sample.ordered(5, 1, true));
        sample.entered(FIRST);
        assert!(!sample.0.at(5).is_sparse, "it begins to pay");
    }
}
