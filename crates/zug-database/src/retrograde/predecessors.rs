//! The positions before each position of a tier, stored: for tiers whose moves change codes in too
//! many ways to be undone, as sowing does.
//!
//! Four bytes for each position and each move that stays in the tier, in one list: first every
//! position counts the moves that lead to it, then the ranks are put where the counts say.

use super::TierAnalysis;
use crate::build::BuildRun;
use crate::error::{DatabaseError, Result};
use crate::expansion::divide;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use zug_game::{Expansion, Game};
use zug_solve::PositionIndexing;

/// Codes that are ranked together.
const TOGETHER: usize = 1 << 8;

/// For each position those before it.
pub(super) struct PredecessorLists {
    /// Where the list of each position ends; the next one begins there.
    ends: Vec<AtomicU32>,
    /// The ranks of the positions before.
    sources: Vec<AtomicU32>,
}

impl PredecessorLists {
    /// The ranks of the positions before one; a position with several moves to it stands as often.
    pub fn of(&self, rank: u64) -> impl Iterator<Item = u64> + '_ {
        let end = |rank: usize| self.ends[rank].load(Ordering::Relaxed) as usize;
        let begin = (rank as usize).checked_sub(1).map_or(0, end);
        self.sources[begin..end(rank as usize)].iter().map(|source| source.load(Ordering::Relaxed).into())
    }
}

fn zeros(len: u64) -> Vec<AtomicU32> {
    (0..len).map(|_| AtomicU32::new(0)).collect()
}

impl<G: Game + Sync, I: PositionIndexing<G>> TierAnalysis<'_, G, I> {
    /// The lists of this tier; none where it has too many positions or moves for 32 bits.
    pub(super) fn predecessor_lists(&self, run: &mut BuildRun<'_, G, I>) -> Result<Option<PredecessorLists>> {
        let positions = self.context.positions();
        if u32::try_from(positions).is_err() {
            return Ok(None);
        }
        let asked = self.context.used + 6 * positions;
        run.ask(asked)?;
        let ends = zeros(positions);
        let count = |target: u64, _: u64| {
            let before = ends[target as usize].fetch_add(1, Ordering::Relaxed);
            self.note_unfit(before == u32::MAX);
        };
        divide(run.options.threads, 0..positions, |ranks| self.each_inner_move(ranks, &count))?;
        let mut total = 0_u64;
        for end in &ends {
            total += u64::from(end.swap(total.min(u32::MAX.into()) as u32, Ordering::Relaxed));
        }
        if u32::try_from(total).is_err() || self.unfit.load(Ordering::Relaxed) {
            return Ok(None);
        }
        run.ask(asked + 4 * total)?;
        let sources = zeros(total);
        // Each list begins where the count says and grows up to the next one.
        let put = |target: u64, source: u64| {
            let at = ends[target as usize].fetch_add(1, Ordering::Relaxed);
            sources[at as usize].store(source as u32, Ordering::Relaxed);
        };
        divide(run.options.threads, 0..positions, |ranks| self.each_inner_move(ranks, &put))?;
        Ok(Some(PredecessorLists { ends, sources }))
    }

    /// Calls `note` with the ranks behind and before every move of these positions that stays in
    /// the tier.
    fn each_inner_move(&self, ranks: Range<u64>, note: &impl Fn(u64, u64)) -> Result<()> {
        let (mut codes, mut sources, mut found, mut moves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut flush = |codes: &mut Vec<I::Code>, sources: &mut Vec<u64>| {
            self.context.rules.limits.look()?;
            self.context.tier.keys.ranks(codes, &mut found);
            for (target, source) in found.drain(..).zip(sources.drain(..)) {
                let unlisted = DatabaseError::Unfit("a move leads to a position that was not listed");
                note(target.ok_or(unlisted)?, source);
            }
            codes.clear();
            Ok::<(), DatabaseError>(())
        };
        for (code, rank) in self.context.tier.keys.from(ranks.start).zip(ranks.clone()) {
            self.context.rules.look(rank - ranks.start)?;
            let position = self.context.rules.indexing.unrank(code);
            moves.clear();
            if let Expansion::Terminal(_) = self.context.rules.expand(code, &position, &mut moves)? {
                continue;
            }
            for at in 0..moves.len() {
                let next = self.context.rules.next(code, &position, &moves, at)?;
                if next.tier == self.context.number {
                    codes.push(next.code);
                    sources.push(rank);
                }
            }
            if codes.len() >= TOGETHER {
                flush(&mut codes, &mut sources)?;
            }
        }
        flush(&mut codes, &mut sources)
    }
}
