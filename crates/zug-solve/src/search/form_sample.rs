//! Decides at which plies a table stores positions under their canonical form.
//!
//! Near the end of play a position is often searched in less time than its canonical form takes
//! where there are hundreds of symmetries. What a search did so far says so for each ply: how many
//! forms it computed there, and how many positions it searched below.
//!
//! An entry under a key holds for the position that the key stands for, whoever stored it: a
//! position may be stored under its canonical form at one time and under its own key at another, at
//! the price of an entry that is not found.

use super::per_ply::{POSITION, PerPly};
use crate::memo::{OpenTable, Slot};
use zug_game::Game;
use zug_game::breakage::threshold;

/// The number of positions after which it is decided first.
const FIRST: u64 = 1 << 8;
/// Forms that are computed at a ply before anything is decided about it.
const ENOUGH: u64 = 64;
/// How many times the work that is seen below a ply is taken to be saved by the forms there.
const SAVED: u64 = 4;

/// What was seen of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct FormPly {
    /// Slots that were computed.
    slots: u64,
    /// Positions of finished searches that began there.
    positions: u64,
    /// Whether positions are stored under their own keys.
    plain: bool,
}

/// What was seen of all plies.
#[derive(Clone, Debug)]
pub(super) struct FormSample {
    /// Look-ups for a form; 0 where forms are always computed.
    cost: u64,
    plies: PerPly<FormPly>,
}

impl FormSample {
    pub fn new(cost: u64) -> FormSample {
        // What is cheaper than a position is never left out.
        let cost = if cost < POSITION { 0 } else { cost };
        FormSample { cost, plies: PerPly::new(if cost == 0 { u64::MAX } else { threshold(FIRST, 16) }) }
    }

    /// The slot of a position at a ply.
    #[inline(always)]
    pub fn slot<G: Game>(
        &mut self,
        memo: &OpenTable<'_, G::Key>,
        game: &G,
        position: &G::Position,
        ply: u64,
    ) -> Slot<G::Key> {
        if self.cost == 0 {
            return memo.slot(game, position);
        }
        let seen = self.plies.at_mut(ply);
        seen.slots += 1;
        if seen.plain { memo.plain_slot(game, position) } else { memo.slot(game, position) }
    }

    /// A position at a ply was searched in so many.
    #[inline(always)]
    pub fn searched(&mut self, ply: u64, positions: u64) {
        if self.cost > 0 {
            self.plies.at_mut(ply).positions += positions;
        }
    }

    /// Decides anew after so many positions, now and then.
    #[inline(always)]
    pub fn entered(&mut self, positions: u64) {
        let cost = u128::from(self.cost);
        self.plies.entered(positions, |plies| {
            let enough = threshold(ENOUGH, 4);
            for seen in plies.iter_mut().filter(|seen| seen.slots >= enough) {
                let saved = u128::from(seen.positions) * u128::from(POSITION * SAVED);
                seen.plain = u128::from(seen.slots) * cost > saved;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample that saw so many slots at a ply, and so many positions below it.
    fn decided(cost: u64, slots: u64, positions: u64) -> bool {
        let mut sample = FormSample::new(cost);
        let at = if slots == 0 { 0 } else { 3 };
        sample.plies.at_mut(at).slots = slots;
        sample.searched(at, positions);
        sample.entered(FIRST);
        sample.plies.at(at).plain
    }

    #[test]
    fn forms_are_left_out_where_they_cost_more_than_the_positions_below() {
        let even = POSITION * SAVED * 10;
        assert!(decided(even, 100, 999) && !decided(even, 100, 1000));
        assert!(!decided(even, ENOUGH - 1, 0), "too little was seen");
        assert!(!decided(POSITION - 1, 1 << 20, 0), "a form that is cheaper than a position");
    }

    #[test]
    fn a_sample_decides_anew_whenever_there_are_twice_as_many_positions() {
        let mut sample = FormSample::new(POSITION * SAVED);
        sample.plies.at_mut(0).slots = ENOUGH;
        sample.entered(FIRST - 1);
        assert!(!sample.plies.at(0).plain);
        sample.entered(FIRST);
        assert!(sample.plies.at(0).plain);
        sample.searched(0, ENOUGH);
        sample.entered(2 * FIRST - 1);
        assert!(sample.plies.at(0).plain);
        sample.entered(2 * FIRST);
        assert!(!sample.plies.at(0).plain);
        sample.searched(u64::MAX, 1);
        assert_eq!(sample.plies.at(u64::MAX).positions, 1, "late plies are counted together");
    }
}
