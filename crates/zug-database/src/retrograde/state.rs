//! What is known of a position in retrograde analysis, in 16 bits.

use zug_game::Player;

/// A position is decided; below, who wins and at which stage (a distance, where outcomes are no
/// points).
pub(crate) const DECIDED: u16 = 1 << 15;
/// The first player wins.
pub(crate) const FIRST: u16 = 1 << 14;
/// The bits of a stage, or of a number that is kept while a position is not decided.
pub(crate) const LOW: u16 = FIRST - 1;
/// The stage of a draw that is decided: no win or loss has it.
pub(crate) const DRAW: u16 = LOW;
/// An undecided position with a move out of the tier that does not lose: it is never lost.
pub(crate) const SAFE: u16 = FIRST;
/// Where there are more changes than this, not all are kept and none is undone.
pub(crate) const CHANGES: usize = 1 << 12;

/// A position that this player wins at this stage.
pub(crate) fn won(by: Player, stage: u16) -> u16 {
    DECIDED | if by == Player::First { FIRST } else { 0 } | stage
}
