//! The census by retrograde analysis: the same counts where positions may repeat.

use crate::answer::LineEnd;
use crate::limits::{Limits, Stop};
use crate::retrograde::{SolvedPositions, analyse};
use crate::strong::census::{Census, Count, SlowestWin};
use crate::strong::table::ValueDomain;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use zug_game::{Game, Player};

/// Counts every position that can be reached; positions may repeat. One thread does all of it.
///
/// # Errors
/// A limit, or a broken promise of the definition.
pub fn retrograde_census<G: Game>(
    game: &G,
    position: &G::Position,
    domain: ValueDomain,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let all = analyse(game, position, limits)?;
    let (line, line_end) = all.line(0, domain == ValueDomain::Plies)?;
    let value = all.total(position)?;
    Ok(Census {
        positions: all.len() as u64,
        terminal: all.statistics().terminal,
        whole: all.is_whole(),
        counts: counts(&all, domain),
        value,
        plies: plies(&all, 0, domain),
        line,
        line_end,
        longest: longest(&all, domain)?,
        tiers: None,
        table: all.statistics().bytes,
        digest: digest(&all),
        statistics: all.statistics(),
    })
}

fn plies<G: Game>(all: &SolvedPositions<'_, G>, n: usize, domain: ValueDomain) -> Option<u64> {
    all.distance(n).filter(|_| domain == ValueDomain::Plies && all.value(n) != 0)
}

fn counts<G: Game>(all: &SolvedPositions<'_, G>, domain: ValueDomain) -> Vec<Count> {
    let mut counts: FxHashMap<_, u64> = FxHashMap::default();
    for n in 0..all.len() {
        *counts.entry((all.value(n), plies(all, n, domain), all.mover(n))).or_insert(0) += 1;
    }
    let one = |((value, plies, mover), positions)| Count { value, plies, mover, positions };
    let mut counts: Vec<Count> = counts.into_iter().map(one).collect();
    counts.sort_unstable();
    counts
}

/// One for each player.
type Both<M> = [Option<SlowestWin<M>>; 2];

/// For each player the longest win by force; of equally long ones the position that was listed
/// first.
fn longest<G: Game>(
    all: &SolvedPositions<'_, G>,
    domain: ValueDomain,
) -> Result<Both<G::Move>, Stop<G::Move>> {
    let mut found: [Option<(u64, usize)>; 2] = [None, None];
    for n in 0..all.len() {
        let Some(plies) = plies(all, n, domain) else { continue };
        let best = &mut found[usize::from(all.value(n) < 0)];
        if best.is_none_or(|(most, _)| plies > most) {
            *best = Some((plies, n));
        }
    }
    let mut longest = [None, None];
    for (into_stop, found) in longest.iter_mut().zip(found) {
        let Some((plies, n)) = found else { continue };
        let (line, end) = all.line(n, true)?;
        debug_assert_eq!(end, LineEnd::Terminal, "a win by force ends");
        *into_stop = Some(SlowestWin { plies, after: all.path(n), line });
    }
    Ok(longest)
}

fn digest<G: Game>(all: &SolvedPositions<'_, G>) -> u64 {
    let mut hasher = FxHasher::default();
    for n in 0..all.len() {
        hasher.write_i64(all.value(n));
        hasher.write_u64(all.distance(n).unwrap_or(u64::MAX));
        hasher.write_u8(u8::from(all.mover(n) == Player::Second));
    }
    hasher.finish()
}
