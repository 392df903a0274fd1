//! Every position by tiers, where there is room to note where each move leads: then each position is played from once.
//!
//! ```text
//!   list   list.rs   forwards: positions get numbers (found.rs), moves are noted as numbers (sheet.rs)
//!   solve  solve.rs  backwards: over numbers alone
//!   tell   tell.rs   counts, the longest wins, lines
//! ```
//!
//! Three bytes for a move, one for a position beside its code and its worth. Where a tier has too many positions, a position too many moves,
//! the memory ends, or anything goes wrong, the solver that keeps positions alone is asked ([`super::solve_compact`]): it tells
//! the same of everything.

mod found;
mod list;
mod sheet;
mod solve;
mod tell;

use super::census::Census;
use super::narrow::Narrow;
use super::table::{Scheme, Worth};
use crate::answer::Statistics;
use crate::limits::{Halt, LimitKind, Limits, Stop, Watch};
use found::{Codes, SHARDS, places};
use sheet::{Sheet, Unfit};
use zug_game::Game;

/// A tier.
struct Tier {
    number: u64,
    /// The positions of each part.
    codes: Vec<Codes>,
    sheets: Vec<Sheet>,
    /// What they are worth, as it is kept.
    marks: Vec<Narrow>,
}

/// A solver at work.
struct Trail<'a, G: Game, S: Scheme<G>> {
    game: &'a G,
    scheme: &'a S,
    worth: Worth,
    threads: usize,
    /// The lowest first.
    tiers: Vec<Tier>,
    statistics: Statistics,
    /// Bytes of tiers.
    bytes: u64,
    watch: Watch,
    /// Why it ended, where that is for good.
    ended: Option<LimitKind>,
}

impl<G: Game, S: Scheme<G>> Trail<'_, G, S> {
    /// Looks at the clock and at the memory that is taken, `more` bytes beside the tiers.
    fn look(&mut self, more: u64) -> Result<(), Unfit> {
        let bytes = self.bytes.saturating_add(more);
        self.statistics.bytes = self.statistics.bytes.max(bytes);
        self.watch.memory(bytes)?;
        if let Err(Halt::Limit(which)) = self.watch.look(&self.statistics) {
            self.ended = Some(which);
            return Err(Unfit);
        }
        Ok(())
    }

    /// Where the tier with this number stands.
    fn tier(&self, number: u64) -> Option<usize> {
        self.tiers.binary_search_by_key(&number, |tier| tier.number).ok()
    }
}

impl Tier {
    /// What its positions are worth, part by part, where all fits into bytes.
    fn bytes(&self) -> Option<[&[i8]; SHARDS]> {
        let bytes = |marks: &'_ Narrow| matches!(marks, Narrow::One(_));
        let all = self.marks.len() == SHARDS && self.marks.iter().all(bytes);
        all.then(|| {
            std::array::from_fn(|shard| match &self.marks[shard] {
                Narrow::One(bytes) => bytes.as_slice(),
                _ => &[],
            })
        })
    }

    /// What a position is worth, as it is kept.
    #[inline]
    fn kept(&self, number: u32) -> i64 {
        let (shard, place) = places(number);
        self.marks[shard].get(place)
    }
}

/// Solves every position that can be reached.
///
/// # Errors
/// A limit of time; or nothing, where there is no room, or where something is wrong that another solver is to tell.
pub(super) fn solve_trail<G: Game + Sync, S: Scheme<G>>(
    game: &G,
    position: &G::Position,
    scheme: &S,
    worth: Worth,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Option<Stop<G::Move>>> {
    let mut trail = Trail {
        game,
        scheme,
        worth,
        threads,
        tiers: Vec::new(),
        statistics: Statistics::default(),
        bytes: 0,
        watch: Watch::new(limits),
        ended: None,
    };
    trail.run(position).map_err(|Unfit| {
        let ended = trail.ended.map(Halt::Limit);
        ended.map(|halt| halt.told(Vec::new(), (None, None), trail.statistics))
    })
}

impl<G: Game + Sync, S: Scheme<G>> Trail<'_, G, S> {
    fn run(&mut self, position: &G::Position) -> Result<Census<G::Move>, Unfit> {
        self.list(position)?;
        self.solve()?;
        self.census(position)
    }
}
