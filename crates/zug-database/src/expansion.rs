//! Plays all moves of a piece of a tier.

use crate::error::{DatabaseError, Result};
use crate::keys::KeySet;
use std::ops::Range;
use zug_game::{Expansion, Game, Value, is_audited};
use zug_solve::{LimitKind, Limits, PositionCode, PositionIndexing, each_in_threads};

/// Positions between two looks at the clock.
const PAUSE: u64 = 256;

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next<C> {
    pub(crate) tier: u64,
    pub(crate) code: C,
    pub(crate) reward: Value,
}

/// A game, how its positions are numbered, and the limits.
pub(crate) struct Rules<'a, G: Game, I: PositionIndexing<G>> {
    pub(crate) game: &'a G,
    pub(crate) indexing: &'a I,
    pub(crate) limits: &'a Limits,
}

impl<G: Game, I: PositionIndexing<G>> Clone for Rules<'_, G, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, I: PositionIndexing<G>> Copy for Rules<'_, G, I> {}

impl<G: Game, I: PositionIndexing<G>> Rules<'_, G, I> {
    /// The fault of a position or of a move there.
    pub(crate) fn fault(
        &self,
        code: I::Code,
        play: Option<usize>,
    ) -> impl Fn(zug_game::Fault) -> DatabaseError {
        move |fault| DatabaseError::Fault { fault, code: code.number(), play }
    }

    /// Compares what the game says of a position with the definition that it was made from.
    pub(crate) fn audit(&self, code: I::Code, position: &G::Position, nth: u64) -> Result<()> {
        let agrees = self.game.audit(position, nth);
        if agrees { Ok(()) } else { Err(DatabaseError::Contradiction { code: code.number() }) }
    }

    /// The moves of a position; they are appended.
    #[inline]
    pub(crate) fn expand(
        &self,
        code: I::Code,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
    ) -> Result<Expansion> {
        let expansion = self.game.expand(position, moves).map_err(self.fault(code, None))?;
        if expansion == Expansion::Moves && moves.is_empty() {
            return Err(DatabaseError::Unfit("a position that is not over has no move"));
        }
        Ok(expansion)
    }

    /// Where a move of a position leads.
    #[inline]
    pub(crate) fn next(
        &self,
        code: I::Code,
        position: &G::Position,
        moves: &[G::Move],
        at: usize,
    ) -> Result<Next<I::Code>> {
        let step = self.game.play(position, &moves[at]).map_err(self.fault(code, Some(at)))?;
        let (tier, code) = self.place(&step.position);
        Ok(Next { tier, code, reward: step.reward })
    }

    /// The tier and the code of a position.
    #[inline]
    pub(crate) fn place(&self, position: &G::Position) -> (u64, I::Code) {
        (self.indexing.tier(position), self.indexing.rank(position))
    }

    /// Looks at the clock now and then.
    #[inline]
    pub(crate) fn look(&self, done: u64) -> std::result::Result<(), LimitKind> {
        if done.is_multiple_of(PAUSE) { self.limits.look() } else { Ok(()) }
    }
}

/// Does work on pieces of a range of ranks, one for each thread; what they make comes back in
/// order.
pub(crate) fn divide<T: Send>(
    threads: usize,
    ranks: Range<u64>,
    work: impl Fn(Range<u64>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    /// Fewer positions are not worth a thread.
    const FEW: u64 = 1 << 9;
    let len = ranks.end - ranks.start;
    if threads <= 1 || len < 2 * FEW {
        return Ok(vec![work(ranks)?]);
    }
    let size = len.div_ceil(threads as u64);
    let piece =
        |at: u64| (ranks.start + at * size).min(ranks.end)..(ranks.start + (at + 1) * size).min(ranks.end);
    let pieces: Vec<Range<u64>> = (0..threads as u64).map(piece).collect();
    // All threads have ended before the first error is told.
    each_in_threads(threads, &pieces, |piece| work(piece.clone())).into_iter().collect()
}

/// Where the moves of some positions lead.
pub(crate) struct Successors<C> {
    /// Sorted different codes for each tier.
    pub(crate) found: Vec<(u64, Vec<C>)>,
    pub(crate) moves: u64,
    pub(crate) ended: u64,
}

/// Where the moves of positions with these ranks lead.
pub(crate) fn successors<G: Game, I: PositionIndexing<G>>(
    rules: Rules<'_, G, I>,
    tier: u64,
    keys: &KeySet<I::Code>,
    ranks: Range<u64>,
) -> Result<Successors<I::Code>> {
    let mut made = Successors { found: Vec::new(), moves: 0, ended: 0 };
    let mut moves = Vec::new();
    for (code, done) in keys.from(ranks.start).zip(0..ranks.end - ranks.start) {
        rules.look(done)?;
        let position = rules.indexing.unrank(code);
        let nth = ranks.start + done + 1;
        if is_audited(nth) {
            rules.audit(code, &position, nth)?;
        }
        moves.clear();
        if let Expansion::Terminal(_) = rules.expand(code, &position, &mut moves)? {
            made.ended += 1;
            continue;
        }
        made.moves += moves.len() as u64;
        for at in 0..moves.len() {
            let next = rules.next(code, &position, &moves, at)?;
            if next.tier < tier {
                return Err(DatabaseError::Unfit("a move leads to a lower tier"));
            }
            list_of(&mut made.found, next.tier).push(next.code);
        }
    }
    for (_, codes) in &mut made.found {
        codes.sort_unstable();
        codes.dedup();
    }
    Ok(made)
}

/// The list of a tier; most moves lead to the one that was found last.
fn list_of<C>(found: &mut Vec<(u64, Vec<C>)>, tier: u64) -> &mut Vec<C> {
    let at = found.iter().rposition(|(number, _)| *number == tier).unwrap_or_else(|| {
        found.push((tier, Vec::new()));
        found.len() - 1
    });
    &mut found[at].1
}
