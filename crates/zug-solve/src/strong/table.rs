//! What every position of every tier is worth, in little memory.

use crate::limits::Halt;
use crate::strong::compressed_keys::{CompressedKeys, PositionCode};
use crate::strong::variable_width::VariableWidth;
use crate::utility::{DEEPEST, WON};
use zug_game::{Game, Player, Value};

/// Position indexing: how positions are ranked (written as numbers), unranked, and in which order
/// of tiers they are solved.
///
/// Laws: positions have one code exactly when they have one [`Game::key`];
/// [`PositionIndexing::unrank`] gives a position with that code; the tier is the same for positions
/// with one code. That no move leads to a lower tier is not promised but checked.
pub trait PositionIndexing<G: Game>: Sync {
    /// As small as the bits of a key allow.
    type Code: PositionCode;
    /// The position as far as its value to go is concerned.
    fn rank(&self, position: &G::Position) -> Self::Code;
    /// A position with this code.
    fn unrank(&self, code: Self::Code) -> G::Position;
    /// What moves increase or leave as it is.
    fn tier(&self, position: &G::Position) -> u64;
}

/// The domain of values: how outcomes are compared and encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDomain {
    /// By points to go.
    Points,
    /// By who wins; of wins the quick ones, of losses the slow ones.
    Plies,
}

/// An encoded value, an outcome as one number that the first player wants high: points to go; or a
/// win in `d` plies as `WON - d`, a loss as `d - WON`, a draw as 0.
pub(super) type EncodedValue = i64;

/// More than any byte.
const NEAR: i32 = 1 << 10;

impl ValueDomain {
    /// Of an ended game.
    pub(super) fn terminal(self, payoff: Value) -> EncodedValue {
        match self {
            ValueDomain::Points => payoff,
            ValueDomain::Plies => payoff.signum() * WON,
        }
    }

    /// One ply before.
    #[inline(always)]
    pub(super) fn before(self, reward: Value, encoded: EncodedValue) -> Result<EncodedValue, Halt> {
        match self {
            ValueDomain::Points => encoded.checked_add(reward).ok_or(Halt::Overflow),
            ValueDomain::Plies if encoded != 0 && encoded.abs() <= WON - DEEPEST as i64 => Err(Halt::TooDeep),
            ValueDomain::Plies => Ok(encoded - encoded.signum()),
        }
    }

    /// The value, and for wins and losses the plies to the end.
    pub fn decoded(self, encoded: EncodedValue) -> (Value, Option<u64>) {
        match self {
            ValueDomain::Points => (encoded, None),
            ValueDomain::Plies => (encoded.signum(), (encoded != 0).then(|| (WON - encoded.abs()) as u64)),
        }
    }

    /// As it is kept: near ends of play are small numbers.
    pub(super) fn kept(self, encoded: EncodedValue) -> i64 {
        match self {
            ValueDomain::Points => encoded,
            ValueDomain::Plies => encoded.signum() * (WON - encoded.abs() + 1),
        }
    }

    /// Of an encoded value that is kept in a byte, a number that compares as the encoded value
    /// does.
    #[inline(always)]
    pub(super) fn near(self, kept: i8) -> i32 {
        let kept = i32::from(kept);
        match self {
            ValueDomain::Points => kept,
            ValueDomain::Plies => kept.signum() * NEAR - kept,
        }
    }

    /// The encoded value one ply before what has this number, where nothing is gained.
    #[inline(always)]
    pub(super) fn before_near(self, near: i32) -> EncodedValue {
        match self {
            ValueDomain::Points => EncodedValue::from(near),
            ValueDomain::Plies => self.unkept(EncodedValue::from(near.signum() * (NEAR + 1) - near)),
        }
    }

    pub(super) fn unkept(self, kept: i64) -> EncodedValue {
        match self {
            ValueDomain::Points => kept,
            ValueDomain::Plies => kept.signum() * (WON - kept.abs() + 1),
        }
    }
}

/// What the mover likes best.
#[inline(always)]
pub(super) fn better(this: EncodedValue, than: Option<EncodedValue>, mover: Player) -> bool {
    than.is_none_or(|than| if mover == Player::First { this > than } else { this < than })
}

/// Positions that are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TierTable<C> {
    pub(super) number: u64,
    pub(super) keys: CompressedKeys<C>,
    pub(super) encoded_values: VariableWidth,
}

/// All tiers, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StrongTable<C> {
    pub(super) domain: ValueDomain,
    pub(super) tiers: Vec<TierTable<C>>,
}

impl<C: PositionCode> StrongTable<C> {
    pub(super) fn new(domain: ValueDomain) -> StrongTable<C> {
        StrongTable { domain, tiers: Vec::new() }
    }

    pub(super) fn keep(&mut self, at: usize, encoded_values: &[EncodedValue]) {
        let kept = encoded_values.iter().map(|&encoded| self.domain.kept(encoded));
        self.tiers[at].encoded_values = VariableWidth::of(kept);
    }

    /// Where the tier with this number stands.
    pub(super) fn tier(&self, number: u64) -> Option<usize> {
        self.tiers.binary_search_by_key(&number, |tier| tier.number).ok()
    }

    /// What a position of a solved tier is worth.
    #[inline]
    pub(super) fn encoded(&self, tier: usize, code: C) -> Option<EncodedValue> {
        let tier = &self.tiers[tier];
        tier.keys.find(code).map(|at| self.domain.unkept(tier.encoded_values.get(at)))
    }

    /// The same for a position of which only number and tier are known.
    pub(super) fn look(&self, number: u64, code: C) -> Option<EncodedValue> {
        self.encoded(self.tier(number)?, code)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.keys.bytes() + tier.encoded_values.bytes()).sum()
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
        for domain in [ValueDomain::Points, ValueDomain::Plies] {
            for kept in i8::MIN..=i8::MAX {
                let encoded = domain.unkept(kept.into());
                assert_eq!(domain.before_near(domain.near(kept)), domain.before(0, encoded).unwrap());
                for other in i8::MIN..=i8::MAX {
                    let order = encoded.cmp(&domain.unkept(other.into()));
                    assert_eq!(domain.near(kept).cmp(&domain.near(other)), order, "{kept} {other}");
                }
            }
        }
    }
}
