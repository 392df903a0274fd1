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
#[derive(Default)]
pub(super) struct Decompositions {
    whole: u64,
    largest: u64,
}

impl Decompositions {
    pub fn add(&mut self, whole: usize, largest: usize) {
        self.whole += whole as u64;
        self.largest += largest as u64;
    }

    /// Whether less than a twentieth of the nodes lie outside the largest component of their set.
    fn stay_whole(&self) -> bool {
        self.largest * 20 > self.whole * 19
    }
}

impl NodeKaylesSolver {
    /// Begins to ask who wins, as [`NodeKaylesSolver::mover_wins`] does, which goes on from there.
    ///
    /// # Errors
    /// A limit.
    pub fn sample(&mut self, left: &[usize], mover: Player) -> Result<SumSample, Stop<usize>> {
        let words = left.len().div_ceil(64) as u64;
        self.work.sample = self.work.moves + threshold((MOVES / words.max(1)).max(PAUSE), 64);
        let found = self.solving.mover_wins(&mut self.work, left, mover);
        self.work.sample = u64::MAX;
        match found {
            Err(Halt::Long) if self.work.decompositions.stay_whole() => {
                Ok(SumSample::StaysWhole { positions: self.work.statistics.positions })
            }
            Ok(_) | Err(Halt::Long) => Ok(SumSample::FallsApart),
            Err(halt) => Err(self.stop(halt)),
        }
    }
}
