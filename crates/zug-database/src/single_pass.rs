//! Solves positions whose moves all leave the tier: each has the best of what its moves lead to.
//!
//! Where the moves of many positions lead is asked for together, because a rank is a chain of looks
//! into memory, and several chains need not wait for each other.

use crate::context::TierContext;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::solved::{Solved, terminal};
use std::ops::Range;
use zug_game::{Expansion, Game, Player, Value};
use zug_solve::{PositionCode, PositionIndexing};

/// Moves whose ranks are asked for together.
const TOGETHER: usize = 1 << 9;

/// Positions that wait for the ranks of those that their moves lead to.
struct Waiting<C> {
    /// Who is to move in each position, and its entry or the number of its moves.
    positions: Vec<(Player, PositionWorth)>,
    /// The tier that each move leads to, by its place among those behind, and the reward.
    moves: Vec<(usize, Value)>,
    /// The codes that moves lead to, for each tier behind.
    codes: Vec<Vec<C>>,
    /// Their ranks.
    ranks: Vec<Vec<Option<u64>>>,
}

/// What is known of a position.
enum PositionWorth {
    /// Play is over.
    Ended(Entry),
    /// So many moves.
    Moves(usize),
}

/// Solves the positions with these ranks.
pub(crate) fn solve_piece<G: Game, I: PositionIndexing<G>>(
    context: TierContext<'_, G, I>,
    ranks: Range<u64>,
) -> Result<Solved> {
    let rules = context.rules;
    let mut solved = Solved::new(context.distances);
    let mut moves = Vec::new();
    let mut waiting = Waiting::before(context.behind.tiers.len());
    for (code, done) in context.tier.keys.from(ranks.start).zip(0..ranks.end - ranks.start) {
        rules.look(done)?;
        let position = rules.indexing.unrank(code);
        let mover = rules.game.mover(&position);
        moves.clear();
        if let Expansion::Terminal(payoff) = rules.expand(code, &position, &mut moves)? {
            waiting.positions.push((mover, PositionWorth::Ended(terminal(payoff, context.points))));
            continue;
        }
        for at in 0..moves.len() {
            let next = rules.next(code, &position, &moves, at)?;
            let place = context.behind.tiers.iter().position(|(number, _)| *number == next.tier);
            let place = place.ok_or(DatabaseError::Unfit("a move leads to a tier that was not listed"))?;
            waiting.codes[place].push(next.code);
            waiting.moves.push((place, next.reward));
        }
        waiting.positions.push((mover, PositionWorth::Moves(moves.len())));
        if waiting.moves.len() >= TOGETHER {
            waiting.solve(context, &mut solved)?;
        }
    }
    waiting.solve(context, &mut solved)?;
    Ok(solved)
}

impl<C: PositionCode> Waiting<C> {
    /// Nothing waits; so many tiers are behind.
    fn before(tiers: usize) -> Waiting<C> {
        Waiting {
            positions: Vec::new(),
            moves: Vec::new(),
            codes: (0..tiers).map(|_| Vec::new()).collect(),
            ranks: (0..tiers).map(|_| Vec::new()).collect(),
        }
    }

    /// Solves all positions that wait, in their order.
    fn solve<G: Game, I: PositionIndexing<G, Code = C>>(
        &mut self,
        context: TierContext<'_, G, I>,
        solved: &mut Solved,
    ) -> Result<()> {
        let tiers = &context.behind.tiers;
        for ((codes, ranks), (_, tier)) in self.codes.iter_mut().zip(&mut self.ranks).zip(tiers) {
            ranks.clear();
            tier.keys.ranks(codes, ranks);
            codes.clear();
        }
        let mut ranks: Vec<_> = self.ranks.iter().map(|ranks| ranks.iter().copied()).collect();
        let mut moves = self.moves.drain(..);
        for (mover, worth) in self.positions.drain(..) {
            let count = match worth {
                PositionWorth::Ended(entry) => {
                    solved.push(entry, mover);
                    continue;
                }
                PositionWorth::Moves(count) => count,
            };
            let mut best: Option<Entry> = None;
            for (place, reward) in moves.by_ref().take(count) {
                let rank = ranks[place].next().flatten();
                let rank =
                    rank.ok_or(DatabaseError::Unfit("a move leads to a position that was not listed"))?;
                let entry = tiers[place].1.at(rank).before(reward);
                let entry = entry.ok_or(DatabaseError::Overflow("a value"))?;
                if best.is_none_or(|best| entry.is_better(best, mover)) {
                    best = Some(entry);
                }
            }
            let best = best.ok_or(DatabaseError::Unfit("a position that is not over has no move"))?;
            solved.push(best, mover);
        }
        Ok(())
    }
}
