//! Backward induction by a game that does it faster than position by position.

use super::Value;

/// Positions from one call of [`NativeInduction::look`] to the next.
pub const INDUCTION_PAUSE: u64 = 1 << 10;

/// A request for the value of a position, and with it for those of all positions that can be
/// reached from it. Play must end.
pub struct NativeInduction<'a> {
    /// Values to go by the rank of the key ([`super::Game::key_rank`]), or of the canonical form
    /// where forms are by turn ([`super::Game::has_forms_by_turn`]), with their sign bits flipped;
    /// 0 stands for none. What is found is written there.
    pub values: &'a mut [u32],
    /// The least and the greatest outcome: a position with a move to the best one of its mover is
    /// worth that, and its other moves are left alone. The least and the greatest number where
    /// moves bring points.
    pub outcomes: (Value, Value),
    /// The number of positions entered before, which decides when `look` is called.
    pub before: u64,
    /// A callback with the counters so far; it returns whether to go on. It is called whenever
    /// `before` plus the positions entered is a multiple of [`INDUCTION_PAUSE`].
    pub look: &'a mut dyn FnMut(&InductionCounts) -> bool,
    /// The lowest stack address that may be used.
    pub floor: usize,
}

/// The counters of a native induction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InductionCounts {
    /// Positions entered: such as had no value before.
    pub positions: u64,
    /// Those among them that have no value after the end either.
    pub unfinished: u64,
    /// Terminal positions.
    pub terminal: u64,
    /// Moves to positions that had a value, from unfinished ones too.
    pub hits: u64,
    /// Positions left before all their moves were searched.
    pub cutoffs: u64,
    /// The greatest number of positions that were at work at once.
    pub deepest: u64,
}

/// The result of a [`NativeInduction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InductionOutcome {
    /// The value to go of the position.
    Value(Value),
    /// The callback asked to stop.
    Stopped,
    /// It met what it cannot tell of: a fault, a pass, a value that needs more than 32 bits, play
    /// that is too deep. What it found before is there.
    Unable,
}
