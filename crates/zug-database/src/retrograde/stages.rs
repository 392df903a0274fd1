//! The order in which retrograde analysis decides positions: numbers below [`DRAW`], the stages.
//!
//! - Where outcomes are a win, a draw or a loss, a stage is a distance in plies. A position before
//!   those of a stage is decided at the next one.
//! - Where outcomes are points, what wins more comes first. A position before those of a stage wins
//!   as much, so it is decided at the same number of points, and there are passes until no more is
//!   found: four stages for each number of points, namely what was found in this pass, what is at
//!   work in this pass (it was found in an earlier one), and what is done. The fourth is not used.

use super::state::{DECIDED, DRAW, FIRST, LOW};
use crate::entry::Entry;
use zug_game::Value;

/// More points than this are not analysed here.
pub(super) const MOST: Value = 4_000;
/// Stages for each number of points.
const PASSES: u16 = 4;

/// The order in which a tier is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stages {
    /// Whether outcomes are points.
    pub points: bool,
}

impl Stages {
    /// The stage at which an entry that is no draw is decided; none where there is none.
    pub fn of(self, entry: Entry) -> Option<u16> {
        let stage = match self.points {
            true if entry.value.unsigned_abs() > MOST as u64 => return None,
            true => u64::from(PASSES) * (MOST as u64 - entry.value.unsigned_abs()),
            // Without distances any order will do: values alone are found.
            false => entry.distance.unwrap_or(0),
        };
        u16::try_from(stage).ok().filter(|stage| *stage < DRAW - 1)
    }

    /// The stage of a position that is decided by one of a stage to which it leads.
    pub fn of_predecessor(self, stage: u16) -> u16 {
        if self.points { stage - stage % PASSES } else { stage + 1 }
    }

    /// The last stage of what counts as decided while a stage is at work.
    pub fn decided_by(self, stage: u16) -> u16 {
        if self.points { stage | (PASSES - 1) } else { stage }
    }

    /// Where what was found at a stage is at work: the stage itself, or the one after it.
    pub fn at_work(self, stage: u16) -> u16 {
        if self.points { stage + 1 } else { stage }
    }

    /// From a stage at which positions are found to the next one.
    pub fn step(self) -> usize {
        usize::from(if self.points { PASSES } else { 1 })
    }

    /// What a stage that was at work is when its positions are undone.
    pub fn done(self, at_work: u16) -> u16 {
        if self.points { at_work + 1 } else { at_work }
    }

    /// The first stage whose positions may not be undone yet where this one was at work.
    pub fn after(self, at_work: u16) -> u16 {
        if self.points { self.of_predecessor(at_work) } else { at_work + 1 }
    }

    /// Whether what is decided at one stage waits to be undone after another was at work.
    pub fn waits(self, decided: u16, at_work: u16) -> bool {
        if self.points { decided.is_multiple_of(PASSES) } else { decided > at_work && decided != DRAW }
    }

    /// The value that a state says.
    pub fn value(self, state: u16) -> Value {
        if state & DECIDED == 0 || state & LOW == DRAW {
            return 0;
        }
        let won = if self.points { MOST - Value::from(state & LOW) / Value::from(PASSES) } else { 1 };
        if state & FIRST != 0 { won } else { -won }
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::won;
    use super::*;
    use zug_game::Player;

    #[test]
    fn a_stage_says_the_points_and_more_come_first() {
        let stages = Stages { points: true };
        let mut last = 0;
        for points in (1..=MOST).rev() {
            let stage = stages.of(Entry { value: points, distance: None }).unwrap();
            assert_eq!(stages.of(Entry { value: -points, distance: None }), Some(stage));
            for pass in 0..PASSES {
                assert_eq!(stages.value(won(Player::First, stage + pass)), points);
                assert_eq!(stages.value(won(Player::Second, stage + pass)), -points);
                assert_eq!(stages.of_predecessor(stage + pass), stage);
                assert_eq!(stages.decided_by(stage + pass), stage + 3);
            }
            assert!(points == MOST || stage == last + PASSES);
            last = stage;
        }
        assert!(last + 3 < DRAW - 1);
        assert_eq!(stages.of(Entry { value: MOST + 1, distance: None }), None);
        assert_eq!(stages.of(Entry { value: i64::MIN, distance: None }), None);
        assert_eq!(stages.value(DECIDED | DRAW), 0);
        assert_eq!(stages.value(FIRST), 0);
    }

    #[test]
    fn what_is_at_work_is_done_once_and_what_is_found_waits() {
        let stages = Stages { points: true };
        let found = stages.of(Entry { value: 7, distance: None }).unwrap();
        let at_work = stages.at_work(found);
        let done = stages.done(at_work);
        assert_eq!([found, at_work, done].map(|stage| stages.waits(stage, at_work)), [true, false, false]);
        assert!([at_work, done].iter().all(|stage| stages.of_predecessor(*stage) == found));
        assert_eq!(stages.after(at_work), found);
        let stages = Stages { points: false };
        assert_eq!([6, 7, 8, DRAW].map(|stage| stages.waits(stage, 7)), [false, false, true, false]);
    }

    #[test]
    fn without_points_a_stage_is_a_distance() {
        let stages = Stages { points: false };
        for plies in [0, 1, DRAW - 2] {
            assert_eq!(stages.of(Entry { value: 1, distance: Some(plies.into()) }), Some(plies));
        }
        assert_eq!(stages.of(Entry { value: 1, distance: Some((DRAW - 1).into()) }), None);
        assert_eq!(stages.value(won(Player::Second, 7)), -1);
    }
}
