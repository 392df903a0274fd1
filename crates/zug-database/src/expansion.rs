//! Plays all moves of a piece of a tier.

use crate::error::{DatabaseError, Result};
use crate::keys::KeySet;
use crate::keys::marked::NumberMarks;
use crate::numbering::CodeNumbering;
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
pub(crate) struct NumberedGame<'a, G: Game, I: PositionIndexing<G>> {
    pub(crate) game: &'a G,
    pub(crate) indexing: &'a I,
    pub(crate) limits: &'a Limits,
}

impl<G: Game, I: PositionIndexing<G>> Clone for NumberedGame<'_, G, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, I: PositionIndexing<G>> Copy for NumberedGame<'_, G, I> {}

impl<G: Game, I: PositionIndexing<G>> NumberedGame<'_, G, I> {
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

/// Pieces of ranks begin at a multiple of this, if the range does.
pub(crate) const BLOCK: u64 = 1 << 8;

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
    let size = len.div_ceil(threads as u64).next_multiple_of(BLOCK);
    let piece =
        |at: u64| (ranks.start + at * size).min(ranks.end)..(ranks.start + (at + 1) * size).min(ranks.end);
    let pieces: Vec<Range<u64>> = (0..threads as u64).map(piece).collect();
    // All threads have ended before the first error is told.
    each_in_threads(threads, &pieces, |piece| work(piece.clone())).into_iter().collect()
}

/// A tier whose codes are marked by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct MarkedTier<'a> {
    pub(crate) tier: u64,
    pub(crate) numbering: &'a CodeNumbering,
    pub(crate) marks: &'a NumberMarks,
}

/// Where the moves of some positions lead.
#[derive(Debug)]
pub(crate) struct TierSuccessors<C> {
    /// Sorted different codes for each tier, those left out that were marked.
    pub(crate) found: Vec<(u64, Vec<C>)>,
    /// All tiers that moves lead to.
    pub(crate) tiers: Vec<u64>,
    /// Positions whose moves were played.
    pub(crate) played: u64,
    pub(crate) moves: u64,
    pub(crate) ended: u64,
}

impl<C> TierSuccessors<C> {
    /// Nothing is played.
    pub(crate) fn none() -> TierSuccessors<C> {
        TierSuccessors { found: Vec::new(), tiers: Vec::new(), played: 0, moves: 0, ended: 0 }
    }
}

/// Where the moves of positions with these ranks lead.
pub(crate) fn successors<G: Game, I: PositionIndexing<G>>(
    rules: NumberedGame<'_, G, I>,
    tier: u64,
    keys: &KeySet<I::Code>,
    ranks: Range<u64>,
    targets: &[MarkedTier<'_>],
) -> Result<TierSuccessors<I::Code>> {
    let mut expander = Expander::new(rules, tier, targets);
    for (code, done) in keys.from(ranks.start).zip(0..ranks.end - ranks.start) {
        expander.play(code, ranks.start + done + 1)?;
    }
    Ok(expander.end())
}

/// Codes whose numbers are asked for together.
const TOGETHER: usize = 1 << 9;

/// Codes for a tier.
struct Found<'a, C> {
    tier: u64,
    codes: Vec<C>,
    target: Option<MarkedTier<'a>>,
    /// Those that the numbering does not allow.
    refused: Vec<C>,
}

impl<C: PositionCode> Found<'_, C> {
    /// Marks the codes that wait, if the tier has marks.
    fn mark(&mut self, numbers: &mut Vec<Option<u64>>) {
        let Some(target) = self.target else { return };
        numbers.clear();
        target.numbering.numbers(&self.codes, numbers);
        for (&code, number) in self.codes.iter().zip(numbers) {
            match *number {
                Some(number) => target.marks.mark(number),
                None => self.refused.push(code),
            }
        }
        self.codes.clear();
    }
}

/// Plays the moves of positions of a tier, and gathers where they lead.
pub(crate) struct Expander<'a, G: Game, I: PositionIndexing<G>> {
    rules: NumberedGame<'a, G, I>,
    tier: u64,
    targets: &'a [MarkedTier<'a>],
    found: Vec<Found<'a, I::Code>>,
    moves: Vec<G::Move>,
    made: TierSuccessors<I::Code>,
    numbers: Vec<Option<u64>>,
}

impl<'a, G: Game, I: PositionIndexing<G>> Expander<'a, G, I> {
    pub(crate) fn new(
        rules: NumberedGame<'a, G, I>,
        tier: u64,
        targets: &'a [MarkedTier<'a>],
    ) -> Expander<'a, G, I> {
        let (found, moves, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Expander { rules, tier, targets, found, moves, made: TierSuccessors::none(), numbers }
    }

    /// How many positions were played.
    pub(crate) fn played(&self) -> u64 {
        self.made.played
    }

    /// Plays all moves of a position, the `nth` of the tier.
    #[inline]
    pub(crate) fn play(&mut self, code: I::Code, nth: u64) -> Result<()> {
        let rules = self.rules;
        rules.look(self.made.played)?;
        self.made.played += 1;
        let position = rules.indexing.unrank(code);
        if is_audited(nth) {
            rules.audit(code, &position, nth)?;
        }
        self.moves.clear();
        if let Expansion::Terminal(_) = rules.expand(code, &position, &mut self.moves)? {
            self.made.ended += 1;
            return Ok(());
        }
        self.made.moves += self.moves.len() as u64;
        for at in 0..self.moves.len() {
            let next = rules.next(code, &position, &self.moves, at)?;
            if next.tier < self.tier {
                return Err(DatabaseError::Unfit("a move leads to a lower tier"));
            }
            self.take(next.tier, next.code);
        }
        Ok(())
    }

    /// Takes a code; most moves lead to the tier that was found last.
    #[inline]
    fn take(&mut self, tier: u64, code: I::Code) {
        let at = self.found.iter().rposition(|found| found.tier == tier).unwrap_or_else(|| {
            let target = self.targets.iter().find(|target| target.tier == tier).copied();
            self.found.push(Found { tier, codes: Vec::new(), target, refused: Vec::new() });
            self.found.len() - 1
        });
        let found = &mut self.found[at];
        found.codes.push(code);
        if found.codes.len() >= TOGETHER {
            found.mark(&mut self.numbers);
        }
    }

    /// What was gathered.
    pub(crate) fn end(mut self) -> TierSuccessors<I::Code> {
        for mut found in self.found {
            found.mark(&mut self.numbers);
            self.made.tiers.push(found.tier);
            let mut codes = if found.target.is_some() { found.refused } else { found.codes };
            if codes.is_empty() {
                continue;
            }
            codes.sort_unstable();
            codes.dedup();
            self.made.found.push((found.tier, codes));
        }
        self.made
    }
}
