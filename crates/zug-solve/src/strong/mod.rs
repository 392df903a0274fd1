//! Strong solving: what every reachable position is worth, in a compact table.
//!
//! ```text
//!   list     list.rs    forwards, tier by tier: every position once, as a number, in a sorted list
//!   solve    sweep.rs   backwards: the best of where the moves lead, which is solved already
//!   count    census.rs  who wins how many positions in how many plies, and the longest win with its line
//!   the table  table.rs, keys.rs, narrow.rs: some bits for the position and, mostly, a byte for what it is worth
//! ```
//!
//! Where play must end, a [`Scheme`] tells the tier of a position, and no move leads to a lower one. Elsewhere, and where
//! there is no scheme, [`survey`] asks the retrograde analysis. Pieces of a tier are done by as many threads as
//! are asked for; each result is a function of the position, and lists are sorted, so the table is the same for any number.
//!
//! Method: backward induction over tiers, as in the databases of Awari (Romein and Bal, "Solving Awari with Parallel
//! Retrograde Analysis", 2003), with forward moves only.

mod census;
mod filling;
mod keys;
mod list;
mod narrow;
mod path;
mod survey;
mod sweep;
mod table;
mod threads;
mod trail;

pub use census::{Census, Count, Longest};
pub use filling::{Filling, solve_filling};
pub use keys::Code;
pub use survey::survey;
pub use table::{Scheme, Worth};

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop, Watch};
use table::Table;
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
struct Run<'a, G: Game, S: Scheme<G>> {
    game: &'a G,
    scheme: &'a S,
    threads: usize,
    table: Table<S::Code>,
    statistics: Statistics,
    watch: Watch,
}

impl<G: Game, S: Scheme<G>> Run<'_, G, S> {
    /// Looks at the clock and at the memory that is taken, `more` bytes beside the table.
    fn look(&mut self, more: u64) -> Result<(), Halt> {
        let bytes = self.table.bytes().saturating_add(more);
        self.statistics.bytes = self.statistics.bytes.max(bytes);
        self.watch.memory(bytes)?;
        self.watch.look(&self.statistics)
    }
}

/// Solves every position that can be reached, tier by tier; where moves lead is noted, if there is room for it.
///
/// # Errors
/// [`Stop::Unfit`] where a move leads to a lower tier or moves inside a tier lead round: then play may not end, and
/// [`survey`] is what to ask.
pub fn solve_strong<G: Game + Sync, S: Scheme<G>>(
    game: &G,
    position: &G::Position,
    scheme: &S,
    worth: Worth,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let threads = threads.max(1);
    match trail::solve_trail(game, position, scheme, worth, threads, limits) {
        Err(None) => solve_compact(game, position, scheme, worth, threads, limits),
        Err(Some(stop)) => Err(stop),
        Ok(census) => Ok(census),
    }
}

/// The same, with nothing kept but the positions and what they are worth: moves are played again when they are asked for.
///
/// # Errors
/// As those of [`solve_strong`].
pub fn solve_compact<G: Game + Sync, S: Scheme<G>>(
    game: &G,
    position: &G::Position,
    scheme: &S,
    worth: Worth,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Stop<G::Move>> {
    let mut run = Run {
        game,
        scheme,
        threads: threads.max(1),
        table: Table::new(worth),
        statistics: Statistics::default(),
        watch: Watch::new(limits),
    };
    let found = run.list(position).and_then(|()| run.sweep());
    found.and_then(|tally| run.census(position, tally)).map_err(|broken| {
        let line = match broken.halt {
            Halt::Fault(_) => run.line_to(position, broken.at),
            _ => Vec::new(),
        };
        broken.halt.told(line, (None, None), run.statistics)
    })
}
