//! Exact search forward to a number of plies, by iterative deepening: what either side can force
//! within so many plies, whatever play that goes on for ever is worth.
//!
//! A claim is "the first player gets at least v" or "the second player lets him get at most v".
//! [`DeepeningProver`] proves one within a number of plies: at the horizon nothing is proved, so a
//! claim that is proved holds in the whole game, positions that repeat included. The value is known
//! where both claims meet, and bounded by them elsewhere.
//!
//! Method: Korf, "Depth-first iterative-deepening" (1985), over an and-or search with a
//! transposition table by depth, as programs for mate problems search.

mod claim;
mod prover;
mod table;

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use claim::BoundClaim;
use prover::DeepeningProver;
use zug_game::{Game, Player, Value};

/// What can be forced within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced<M> {
    /// The value is at least this, points so far included.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// If the value is known: a number of plies within which it can be forced. Of a win, the
    /// greatest or the least value, it is the least such number; where play is over it is 0;
    /// elsewhere it is the number that was asked for.
    pub plies: Option<u32>,
    /// Who forces the value alone: the winner; of one outcome that the rules have alone, who can
    /// end play. Nobody where both claims were proved.
    pub by: Option<Player>,
    /// If the value is known: the moves that keep it within these plies, in the order of the
    /// definition. Where the other side forces it, those behind which play ends latest.
    pub best: Vec<M>,
    /// If the value is known: a line that forces it.
    pub line: Vec<M>,
    /// The work.
    pub statistics: Statistics,
}

/// Searches what can be forced within `plies` plies. `range` bounds every outcome.
///
/// # Errors
/// A limit, with the bounds that were proved, or a fault with the moves that lead to it.
pub fn solve_within<G: Game>(
    game: &G,
    position: &G::Position,
    plies: u32,
    range: (Value, Value),
    limits: &Limits,
) -> Result<Forced<G::Move>, Stop<G::Move>> {
    let mut deepening =
        Deepening { game, prover: DeepeningProver::new(game, range, limits), lower: range.0, upper: range.1 };
    deepening.solve(position, plies).map_err(|halt| {
        let proved = (Some(deepening.lower), Some(deepening.upper));
        halt.into_stop(deepening.prover.line(), proved, deepening.prover.statistics())
    })
}

/// The bounds that are proved, and the search that proves more.
struct Deepening<'a, G: Game> {
    game: &'a G,
    prover: DeepeningProver<'a, G>,
    lower: Value,
    upper: Value,
}

impl<G: Game> Deepening<'_, G> {
    fn solve(&mut self, position: &G::Position, plies: u32) -> Result<Forced<G::Move>, Halt> {
        if let Some((winner, plies)) = self.win(position, plies)? {
            let (best, line) = self.prover.win(position, self.claim(position, winner)?, plies)?;
            return Ok(self.forced(Some(plies), Some(winner), best, line));
        }
        self.bisect(position, plies)?;
        let claims = [self.claim(position, Player::First)?, self.claim(position, Player::Second)?];
        let (low, high) = self.prover.range;
        // Where the rules have one outcome alone it is known without a proof, and may be far away.
        if self.lower < self.upper || low == high {
            return Ok(self.forced(None, None, Vec::new(), Vec::new()));
        }
        let (best, line) = self.prover.keep(position, claims, plies)?;
        // Only where play is over does nothing have to be played.
        let plies = if line.is_empty() { 0 } else { plies };
        Ok(self.forced(Some(plies), None, best, line))
    }

    fn forced(
        &self,
        plies: Option<u32>,
        by: Option<Player>,
        best: Vec<G::Move>,
        line: Vec<G::Move>,
    ) -> Forced<G::Move> {
        let statistics = self.prover.statistics();
        Forced { lower: self.lower, upper: self.upper, plies, by, best, line, statistics }
    }

    /// The claim of a player about the bound that was proved for him.
    fn claim(&self, position: &G::Position, by: Player) -> Result<BoundClaim, Halt> {
        let bound = if by == Player::First { self.lower } else { self.upper };
        self.about(position, by, bound)
    }

    /// The claim about a value, points so far included.
    fn about(&self, position: &G::Position, by: Player, value: Value) -> Result<BoundClaim, Halt> {
        let bound = value.checked_sub(self.game.offset(position)).ok_or(Halt::Overflow)?;
        Ok(BoundClaim { by, bound })
    }

    /// Deepens until one side is proved to force the outcome that is best for it; which side, and
    /// within how many plies.
    fn win(&mut self, position: &G::Position, most: u32) -> Result<Option<(Player, u32)>, Halt> {
        let (low, high) = self.prover.range;
        for plies in 0..=most {
            self.prover.at_horizon = false;
            if self.can_win(Player::First) {
                let claim = self.about(position, Player::First, high)?;
                if self.prover.proves(claim, position, plies)? {
                    self.lower = high;
                    return Ok(Some((Player::First, plies)));
                }
            }
            if self.can_win(Player::Second) {
                let claim = self.about(position, Player::Second, low)?;
                if self.prover.proves(claim, position, plies)? {
                    self.upper = low;
                    return Ok(Some((Player::Second, plies)));
                }
            }
            if !self.prover.at_horizon {
                break;
            }
        }
        Ok(None)
    }

    /// Whether the outcome that is best for a player can be his win: where the rules have one
    /// outcome alone, it is the other's if it is good for the other.
    fn can_win(&self, player: Player) -> bool {
        let (low, high) = self.prover.range;
        low < high || if player == Player::First { high >= 0 } else { low <= 0 }
    }

    /// The greatest value that the first player is proved to get within so many plies, and the
    /// least that the second lets him get, each by halving: what proves a bound proves all weaker
    /// ones.
    fn bisect(&mut self, position: &G::Position, plies: u32) -> Result<(), Halt> {
        let mut open = self.upper;
        while self.lower < open {
            let middle = above_middle(self.lower, open);
            let claim = self.about(position, Player::First, middle)?;
            if self.prover.proves(claim, position, plies)? {
                self.lower = middle;
            } else {
                open = middle - 1;
            }
        }
        let mut open = self.lower;
        while open < self.upper {
            let middle = above_middle(open, self.upper) - 1;
            let claim = self.about(position, Player::Second, middle)?;
            if self.prover.proves(claim, position, plies)? {
                self.upper = middle;
            } else {
                open = middle + 1;
            }
        }
        Ok(())
    }
}

/// The least integer above the middle of a range that has one: of 0 and 1 it is 1.
fn above_middle(low: Value, high: Value) -> Value {
    let sum = i128::from(low) + i128::from(high);
    // Between two values of 64 bits.
    (sum.div_euclid(2) + 1).min(i128::from(high)) as Value
}
