//! Strong solving: what every reachable position is worth, in a compact table.
//!
//! ```text
//!   list     enumerate.rs           forwards, tier by tier: every position once, as a number, in a sorted list
//!   solve    backward_induction.rs  backwards: the best of where the moves lead, which is solved already
//!   count    census.rs              who wins how many positions in how many plies, and the longest win with its line
//!   the table  table.rs, compressed_keys.rs, variable_width.rs: some bits for the position and, mostly, a byte for what it is worth
//! ```
//!
//! Where play must end, a [`PositionIndexing`] tells the tier of a position, and no move leads to a
//! lower one. Elsewhere, and where there is no position indexing, [`retrograde_census`] asks the
//! retrograde analysis. Pieces of a tier are done by as many threads as are asked for; each result
//! is a function of the position, and lists are sorted, so the table is the same for any number.
//!
//! Method: backward induction over tiers, as in the databases of Awari (Romein and Bal, "Solving
//! Awari with Parallel Retrograde Analysis", 2003), with forward moves only.

mod backward_induction;
mod budget;
mod census;
mod compressed_keys;
mod enumerate;
mod move_graph;
mod path;
mod retrograde_census;
mod subset_dp;
mod table;
mod threads;
mod variable_width;

pub use census::{Census, Count, SlowestWin};
pub use compressed_keys::{CompressedKeys, PositionCode};
pub use retrograde_census::retrograde_census;
pub use subset_dp::{SubsetGame, solve_subset_dp};
pub use table::{PositionIndexing, ValueDomain};
pub use threads::each_in_threads;

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use table::StrongTable;
use zug_game::Game;

/// Positions that a thread does between two looks at the clock.
const BATCH: usize = 1 << 15;

/// A halt, and the position and the number of the move where it happened.
#[derive(Debug)]
struct Broken<C> {
    halt: Halt,
    at: Option<(C, Option<usize>)>,
}

impl<C> From<Halt> for Broken<C> {
    fn from(halt: Halt) -> Broken<C> {
        Broken { halt, at: None }
    }
}

/// A strong solver at work.
struct StrongSearch<'a, G: Game, S: PositionIndexing<G>> {
    game: &'a G,
    indexing: &'a S,
    threads: usize,
    table: StrongTable<S::Code>,
    statistics: Statistics,
    /// Moves of a position, on the average over the batch that had most of them lately.
    widest: usize,
    watch: Watch,
}

impl<G: Game, S: PositionIndexing<G>> StrongSearch<'_, G, S> {
    /// Looks at the clock and at the memory that is taken, `more` bytes beside the table.
    fn look(&mut self, more: u64) -> Result<(), Halt> {
        self.ask(more)?;
        self.watch.look(&self.statistics)
    }

    /// Whether so many bytes may be used beside the table.
    fn ask(&mut self, more: u64) -> Result<(), Halt> {
        let bytes = self.table.bytes().saturating_add(more);
        self.watch.memory(bytes)?;
        self.statistics.bytes = self.statistics.bytes.max(bytes);
        Ok(())
    }

    /// Bytes that are left, where so many are used beside the table.
    fn left(&self, used: u64) -> u64 {
        self.watch.limits().memory.saturating_sub(self.table.bytes().saturating_add(used))
    }
}

/// The limits of tables: an eighth of the memory is left to the allocator, which cannot use again
/// all that many lists of all sizes gave back, threads least of all: so what the process takes
/// already counts.
fn for_tables(limits: &Limits) -> Limits {
    let memory = limits.room();
    Limits { memory: memory - memory / 8, ..limits.clone() }
}

/// Solves every position that can be reached, tier by tier; where moves lead is noted, if there is
/// room for it.
///
/// # Errors
/// [`Stop::Unfit`] where a move leads to a lower tier or moves inside a tier lead round: then play
/// may not end, and [`retrograde_census`] is what to ask.
pub fn solve_strong<G: Game + Sync, S: PositionIndexing<G>>(
    game: &G,
    position: &G::Position,
    indexing: &S,
    domain: ValueDomain,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let threads = threads.max(1);
    match move_graph::solve_move_graph(game, position, indexing, domain, threads, limits) {
        Err(None) => solve_compact(game, position, indexing, domain, threads, limits),
        Err(Some(stop)) => Err(stop),
        Ok(census) => Ok(census),
    }
}

/// The same, by nothing but where moves lead: none where another solver would be asked.
#[cfg(test)]
pub(super) fn by_move_graph<G: Game + Sync, S: PositionIndexing<G>>(
    game: &G,
    indexing: &S,
    domain: ValueDomain,
    threads: usize,
) -> Option<Census<G::Move>> {
    let limits = Limits::default();
    move_graph::solve_move_graph(game, &game.start(), indexing, domain, threads, &limits).ok()
}

/// The same, with nothing kept but the positions and what they are worth: moves are played again
/// when they are asked for.
///
/// # Errors
/// As those of [`solve_strong`].
pub fn solve_compact<G: Game + Sync, S: PositionIndexing<G>>(
    game: &G,
    position: &G::Position,
    indexing: &S,
    domain: ValueDomain,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let mut run = StrongSearch {
        game,
        indexing,
        threads: threads.max(1),
        table: StrongTable::new(domain),
        statistics: Statistics::default(),
        widest: 0,
        watch: Watch::new(&for_tables(limits)),
    };
    let found = run.enumerate(position).and_then(|()| run.backward_induction());
    found.and_then(|tally| run.census(position, tally)).map_err(|broken| {
        let line = match broken.halt {
            Halt::Fault(_) => run.line_to(position, broken.at),
            _ => Vec::new(),
        };
        broken.halt.into_stop(line, (None, None), run.statistics)
    })
}
