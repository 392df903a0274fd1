//! What every position of every tier is worth, in little memory.

use crate::limits::Halt;
use crate::scale::{DEEPEST, WON};
use crate::strong::keys::{Code, Keys};
use crate::strong::narrow::Narrow;
use zug_game::{Game, Player, Value};

/// How positions are written as numbers, and in which order they are solved.
///
/// Laws: positions have one code exactly when they have one [`Game::key`]; [`Scheme::position`] gives a position with
/// that code; the tier is the same for positions with one code. That no move leads to a lower tier is not
/// promised but checked.
pub trait Scheme<G: Game>: Sync {
    /// As small as the bits of a key allow.
    type Code: Code;
    /// The position as far as its value to go is concerned.
    fn code(&self, position: &G::Position) -> Self::Code;
    /// A position with this code.
    fn position(&self, code: Self::Code) -> G::Position;
    /// What moves increase or leave as it is.
    fn tier(&self, position: &G::Position) -> u64;
}

/// How outcomes are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// By points to go.
    Points,
    /// By who wins; of wins the quick ones, of losses the slow ones.
    Plies,
}

/// An outcome as one number that the first player wants high: points to go; or a win in `d` plies as `WON - d`, a
/// loss as `d - WON`, a draw as 0.
pub(super) type Mark = i64;

/// More than any byte.
const NEAR: i32 = 1 << 10;

impl Worth {
    /// Of an ended game.
    pub(super) fn terminal(self, payoff: Value) -> Mark {
        match self {
            Worth::Points => payoff,
            Worth::Plies => payoff.signum() * WON,
        }
    }

    /// One ply before.
    #[inline(always)]
    pub(super) fn before(self, gain: Value, mark: Mark) -> Result<Mark, Halt> {
        match self {
            Worth::Points => mark.checked_add(gain).ok_or(Halt::Overflow),
            Worth::Plies if mark != 0 && mark.abs() <= WON - DEEPEST as i64 => Err(Halt::TooDeep),
            Worth::Plies => Ok(mark - mark.signum()),
        }
    }

    /// The value, and for wins and losses the plies to the end.
    pub fn told(self, mark: Mark) -> (Value, Option<u64>) {
        match self {
            Worth::Points => (mark, None),
            Worth::Plies => (mark.signum(), (mark != 0).then(|| (WON - mark.abs()) as u64)),
        }
    }

    /// As it is kept: near ends of play are small numbers.
    pub(super) fn kept(self, mark: Mark) -> i64 {
        match self {
            Worth::Points => mark,
            Worth::Plies => mark.signum() * (WON - mark.abs() + 1),
        }
    }

    /// Of a mark that is kept in a byte, a number that compares as the mark does.
    #[inline(always)]
    pub(super) fn near(self, kept: i8) -> i32 {
        let kept = i32::from(kept);
        match self {
            Worth::Points => kept,
            Worth::Plies => kept.signum() * NEAR - kept,
        }
    }

    /// The mark one ply before what has this number, where nothing is gained.
    #[inline(always)]
    pub(super) fn before_near(self, near: i32) -> Mark {
        match self {
            Worth::Points => Mark::from(near),
            Worth::Plies => self.unkept(Mark::from(near.signum() * (NEAR + 1) - near)),
        }
    }

    pub(super) fn unkept(self, kept: i64) -> Mark {
        match self {
            Worth::Points => kept,
            Worth::Plies => kept.signum() * (WON - kept.abs() + 1),
        }
    }
}

/// What the mover likes best.
#[inline(always)]
pub(super) fn better(this: Mark, than: Option<Mark>, mover: Player) -> bool {
    than.is_none_or(|than| if mover == Player::First { this > than } else { this < than })
}

/// Positions that are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tier<C> {
    pub(super) number: u64,
    pub(super) keys: Keys<C>,
    pub(super) marks: Narrow,
}

/// All tiers, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table<C> {
    pub(super) worth: Worth,
    pub(super) tiers: Vec<Tier<C>>,
}

impl<C: Code> Table<C> {
    pub(super) fn new(worth: Worth) -> Table<C> {
        Table { worth, tiers: Vec::new() }
    }

    pub(super) fn keep(&mut self, at: usize, marks: &[Mark]) {
        let kept: Vec<i64> = marks.iter().map(|&mark| self.worth.kept(mark)).collect();
        self.tiers[at].marks = Narrow::of(&kept);
    }

    /// Where the tier with this number stands.
    pub(super) fn tier(&self, number: u64) -> Option<usize> {
        self.tiers.binary_search_by_key(&number, |tier| tier.number).ok()
    }

    /// What a position of a solved tier is worth.
    #[inline]
    pub(super) fn mark(&self, tier: usize, code: C) -> Option<Mark> {
        let tier = &self.tiers[tier];
        tier.keys.find(code).map(|at| self.worth.unkept(tier.marks.get(at)))
    }

    /// The same for a position of which only number and tier are known.
    pub(super) fn look(&self, number: u64, code: C) -> Option<Mark> {
        self.mark(self.tier(number)?, code)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.keys.bytes() + tier.marks.bytes()).sum()
    }

    pub(super) fn positions(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.keys.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_mark_in_a_byte_compares_and_goes_back_as_the_mark_does() {
        for worth in [Worth::Points, Worth::Plies] {
            for kept in i8::MIN..=i8::MAX {
                let mark = worth.unkept(kept.into());
                assert_eq!(worth.before_near(worth.near(kept)), worth.before(0, mark).unwrap());
                for other in i8::MIN..=i8::MAX {
                    let order = mark.cmp(&worth.unkept(other.into()));
                    assert_eq!(worth.near(kept).cmp(&worth.near(other)), order, "{kept} {other}");
                }
            }
        }
    }
}
