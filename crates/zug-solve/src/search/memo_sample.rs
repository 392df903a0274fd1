//! Decides at which plies a search looks positions up in its table and stores them, and at which it
//! looks for a transposition cutoff among the children.
//!
//! Where lines of play hardly ever meet, a table costs its cache misses and its memory and saves
//! nothing. What a search did so far says so for each ply: how many positions it looked up there,
//! how many it found, and how many it searched below one.
//!
//! At a ply where the table does not pay, one position in [`SAMPLE`] is kept, chosen by its hash,
//! so that it is found again as often as any other: when lines begin to meet, the next decision
//! sees it. A position that is not in a table is searched again; no value depends on what is kept.

use super::per_ply::{POSITION, PerPly};
use crate::answer::PlyCost;
use crate::memo::Slot;
use zug_game::breakage::{Shortcut, is_broken, threshold};

/// The number of positions after which it is decided first.
const FIRST: u64 = if cfg!(test) { 1 << 6 } else { 1 << 16 };
/// Positions that are looked up at a ply before anything is decided about it.
const ENOUGH: u64 = if cfg!(test) { 1 << 4 } else { 1 << 10 };
/// One position or scan in so many goes on where the table does not pay.
const SAMPLE: u64 = 16;
/// Look-ups in the time in which a position is looked up and stored: it misses the cache.
const STORE: u64 = 24;
/// Look-ups in the time in which a child is looked up, while others are; without its canonical
/// form.
const CHILD: u64 = 12;

/// What was seen of a ply, since some time.
#[derive(Clone, Copy, Debug, Default)]
struct MemoPly {
    /// Positions that were looked up, and of them those that the table held.
    looked_up: u64,
    found: u64,
    /// Searches that ended, and their positions.
    searches: u64,
    positions: u64,
    /// Children that were looked up for a cutoff at the position before, and the cutoffs.
    children: u64,
    cutoffs: u64,
    /// Scans that were asked for.
    asked: u64,
    /// Whether only a sample of the positions is kept.
    is_sampled: bool,
    /// Whether only a sample of the scans is made.
    is_sparse: bool,
    /// The searches that are counted no more.
    halved: PlyCost,
}

impl MemoPly {
    /// The positions of a search there, on average.
    fn work(&self) -> u64 {
        self.positions.checked_div(self.searches).unwrap_or(0).max(1)
    }

    fn halve(&mut self) {
        self.halved.searches += self.searches - self.searches / 2;
        self.halved.work += self.positions - self.positions / 2;
        for count in [
            &mut self.looked_up,
            &mut self.found,
            &mut self.searches,
            &mut self.positions,
            &mut self.children,
            &mut self.cutoffs,
        ] {
            *count /= 2;
        }
    }
}

/// What was seen of all plies.
#[derive(Clone, Debug)]
pub(super) struct MemoSample {
    /// Look-ups for a child with its canonical form.
    child: u64,
    plies: PerPly<MemoPly>,
}

impl MemoSample {
    /// `cost` is the number of look-ups for a canonical form.
    pub fn new(cost: u64) -> MemoSample {
        MemoSample { child: cost.saturating_add(CHILD), plies: PerPly::new(threshold(FIRST, 32)) }
    }

    /// Whether a position at a ply is looked up and stored.
    #[inline(always)]
    pub fn keeps<K>(&self, ply: u64, slot: &Slot<K>) -> bool {
        // The product's highest bits depend on all bits of the hash, and choose no bucket.
        let chosen = slot.mixed().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let is_sampled = self.plies.at(ply).is_sampled || is_broken(Shortcut::MemoSample);
        !is_sampled || chosen.leading_zeros() >= SAMPLE.ilog2()
    }

    /// Whether the table does not pay at a ply.
    #[inline(always)]
    pub fn is_sampled(&self, ply: u64) -> bool {
        self.plies.at(ply).is_sampled
    }

    /// A position at a ply was looked up.
    #[inline(always)]
    pub fn looked_up(&mut self, ply: u64, found: bool) {
        let seen = self.plies.at_mut(ply);
        seen.looked_up += 1;
        seen.found += u64::from(found);
    }

    /// A position at a ply was searched in so many.
    #[inline(always)]
    pub fn searched(&mut self, ply: u64, positions: u64) {
        let seen = self.plies.at_mut(ply);
        seen.searches += 1;
        seen.positions += positions;
    }

    /// The positions of a search at a ply, on average.
    pub fn work(&self, ply: u64) -> u64 {
        self.plies.at(ply).work()
    }

    /// All searches that ended, ply by ply.
    pub fn costs(&self) -> Vec<PlyCost> {
        let all = |ply: &MemoPly| PlyCost {
            searches: ply.halved.searches + ply.searches,
            work: ply.halved.work + ply.positions,
        };
        self.plies.all().map(all).collect()
    }

    /// Whether children at a ply are looked up for a cutoff.
    #[inline(always)]
    pub fn scans(&mut self, ply: u64) -> bool {
        let seen = self.plies.at_mut(ply);
        seen.asked += 1;
        !seen.is_sparse || seen.asked.is_multiple_of(SAMPLE)
    }

    /// So many children at a ply were looked up for a cutoff.
    #[inline(always)]
    pub fn scanned(&mut self, ply: u64, children: usize, cutoff: bool) {
        let seen = self.plies.at_mut(ply);
        seen.children += children as u64;
        seen.cutoffs += u64::from(cutoff);
        seen.found += u64::from(cutoff);
    }

    /// Decides anew after so many positions, now and then.
    #[inline(always)]
    pub fn entered(&mut self, positions: u64) {
        let child = u128::from(self.child);
        self.plies.entered(positions, |plies| {
            let enough = threshold(ENOUGH, 4);
            let mut before = 1;
            for seen in plies {
                if seen.looked_up >= enough {
                    let saved = u128::from(seen.found) * u128::from(seen.work() * POSITION);
                    seen.is_sampled = u128::from(seen.looked_up) * u128::from(STORE) > saved;
                }
                if seen.children >= enough {
                    // A cutoff saves the search of the position before.
                    let saved = u128::from(seen.cutoffs) * u128::from(before * POSITION);
                    seen.is_sparse = u128::from(seen.children) * child > saved;
                }
                before = seen.work();
                seen.halve();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether positions and scans at ply 3 are only sampled, after these counts.
    fn decided(cost: u64, looked_up: (u64, u64), children: (u64, u64), works: [u64; 2]) -> (bool, bool) {
        let mut sample = MemoSample::new(cost);
        for (ply, work) in (2..).zip(works) {
            sample.searched(ply, work);
        }
        (0..looked_up.0).for_each(|at| sample.looked_up(3, at < looked_up.1));
        sample.scanned(3, children.0 as usize, false);
        (0..children.1).for_each(|_| sample.scanned(3, 0, true));
        sample.entered(FIRST);
        (sample.plies.at(3).is_sampled, sample.plies.at(3).is_sparse)
    }

    #[test]
    fn positions_are_kept_where_finding_them_saves_more_than_storing_all_costs() {
        let all = 8 * ENOUGH;
        // Found: STORE of POSITION times, where the search of one takes one position.
        let even = all * STORE / POSITION;
        assert!(decided(0, (all, even - 1), (0, 0), [1, 1]).0);
        assert!(!decided(0, (all, even), (0, 0), [1, 1]).0);
        assert!(!decided(0, (all, even / 10 + 1), (0, 0), [1, 10]).0, "each saves ten positions");
        assert!(!decided(0, (ENOUGH - 1, 0), (0, 0), [1, 1]).0, "too little was seen");
    }

    #[test]
    fn children_are_looked_up_where_cutoffs_save_more_than_the_look_ups_cost() {
        let all = 8 * ENOUGH;
        let even = all * CHILD / POSITION;
        assert!(decided(0, (0, 0), (all, even - 1), [1, 1]).1);
        assert!(!decided(0, (0, 0), (all, even), [1, 1]).1);
        assert!(!decided(0, (0, 0), (all, even / 10 + 1), [10, 1]).1, "each saves ten positions");
        assert!(decided(9 * CHILD, (0, 0), (all, even), [1, 1]).1, "forms cost more");
        assert!(!decided(0, (0, 0), (ENOUGH - 1, 0), [1, 1]).1, "too little was seen");
    }

    #[test]
    fn a_sample_goes_on_and_decides_anew_whenever_there_are_twice_as_many_positions() {
        let mut sample = MemoSample::new(0);
        sample.plies.at_mut(5).is_sparse = true;
        assert_eq!((0..160).filter(|_| sample.scans(5)).count(), 160 / SAMPLE as usize);
        (0..ENOUGH).for_each(|_| sample.looked_up(u64::MAX, false));
        sample.entered(FIRST - 1);
        assert!(!sample.plies.at(u64::MAX).is_sampled);
        sample.entered(FIRST);
        assert!(sample.plies.at(u64::MAX).is_sampled, "late plies are counted together");
        (0..ENOUGH).for_each(|_| sample.looked_up(u64::MAX, true));
        sample.entered(2 * FIRST - 1);
        assert!(sample.plies.at(u64::MAX).is_sampled);
        sample.entered(2 * FIRST);
        assert!(!sample.plies.at(u64::MAX).is_sampled, "older counts weigh half");
    }
}
