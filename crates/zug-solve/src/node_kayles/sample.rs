//! Whether it pays to take positions apart, measured by the first moves of the search itself, which
//! are counted: every run decides alike.

use super::{NodeKaylesSolver, PAUSE};
use crate::limits::{Halt, Stop};
use zug_game::Player;
use zug_game::breakage::threshold;

/// Moves of a sample where a set of nodes is one word; fewer where sets are longer.
const MOVES: u64 = 1 << 14;

/// What a sample found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumSample {
    /// The value is known by now, or what moves leave falls apart.
    FallsApart,
    /// What moves leave is one component nearly always, and nearly all of it otherwise.
    StaysWhole {
        /// Sums that were looked at.
        positions: u64,
    },
}

/// The sizes of the sets of nodes that were taken apart.
pub(super) struct Decompositions {
    whole: u64,
    largest: u64,
    /// They stay whole where less than one node of so many lies outside the largest component.
    one_of: u64,
}

impl Decompositions {
    /// Nothing was taken apart yet.
    pub fn new(one_of: u64) -> Decompositions {
        Decompositions { whole: 0, largest: 0, one_of }
    }

    pub fn add(&mut self, whole: usize, largest: usize) {
        self.whole += whole as u64;
        self.largest += largest as u64;
    }

    fn stay_whole(&self) -> bool {
        self.largest * self.one_of > self.whole * (self.one_of - 1)
    }
}

impl NodeKaylesSolver {
    /// Begins to ask who wins, as [`NodeKaylesSolver::mover_wins`] does, which goes on from there.
    ///
    /// # Errors
    /// A limit.
    pub fn sample(&mut self, left: &[usize], mover: Player) -> Result<SumSample, Stop<usize>> {
        let words = left.len().div_ceil(64) as u64;
        let moves = threshold((MOVES / words.max(1)).max(PAUSE), 64);
        match self.turn(left, mover, moves)? {
            None if self.work.decompositions.stay_whole() => {
                Ok(SumSample::StaysWhole { positions: self.work.statistics.positions })
            }
            _ => Ok(SumSample::FallsApart),
        }
    }

    /// Goes on to ask who wins for so many moves: whether who moves wins, if it is known by then.
    ///
    /// # Errors
    /// A limit.
    pub fn turn(&mut self, left: &[usize], mover: Player, moves: u64) -> Result<Option<bool>, Stop<usize>> {
        self.work.sample = self.work.moves.saturating_add(moves);
        let found = self.solving.mover_wins(&mut self.work, left, mover);
        self.work.sample = u64::MAX;
        match found {
            Ok(wins) => Ok(Some(wins)),
            Err(Halt::Long) => Ok(None),
            Err(halt) => Err(self.stop(halt)),
        }
    }
}
