//! The in-memory move graph: every position by tiers, where there is room to note where each move
//! leads; then each position is played from once.
//!
//! ```text
//!   list   enumerate.rs    forwards: positions get numbers (sharded_set.rs), moves are noted as numbers (csr_chunk.rs)
//!   solve  solve.rs        backwards: over numbers alone
//!   count  census_pass.rs  counts, the longest wins, lines
//! ```
//!
//! Three bytes for a move, one for a position beside its code and its worth. Where a tier has too
//! many positions, a position too many moves, the memory ends, or anything goes wrong, the solver
//! that keeps positions alone is asked ([`super::solve_compact`]): it tells the same of everything.

mod batch;
mod census_pass;
mod csr_chunk;
mod enumerate;
mod sharded_set;
mod solve;

use super::budget::MemoryBudget;
use super::census::Census;
use super::for_tables;
use super::table::{PositionIndexing, ValueDomain};
use super::variable_width::VariableWidth;
use crate::answer::Statistics;
use crate::limits::{Halt, LimitKind, Limits, Stop};
use crate::watch::Watch;
use csr_chunk::{ChunkUnfit, CsrChunk};
use sharded_set::{PackedCodes, SHARDS, places};
use zug_game::Game;
use zug_game::breakage::{Shortcut, is_broken};

/// A tier.
struct GraphTier {
    number: u64,
    /// The positions of each part.
    codes: Vec<PackedCodes>,
    chunks: Vec<CsrChunk>,
    /// What they are worth, as it is kept.
    encoded_values: Vec<VariableWidth>,
}

/// A solver at work.
struct MoveGraph<'a, G: Game, S: PositionIndexing<G>> {
    game: &'a G,
    indexing: &'a S,
    domain: ValueDomain,
    threads: usize,
    /// The lowest first.
    tiers: Vec<GraphTier>,
    statistics: Statistics,
    budget: MemoryBudget,
    /// Moves of a position in the chunk that had most of them lately.
    widest: usize,
    watch: Watch,
    /// Why it ended, where that is for good.
    ended: Option<LimitKind>,
}

impl<G: Game, S: PositionIndexing<G>> MoveGraph<'_, G, S> {
    /// Looks at the clock. A limit of memory is no end: another solver takes less.
    fn look(&mut self) -> Result<(), ChunkUnfit> {
        self.statistics.bytes = self.budget.peak();
        if let Err(Halt::Limit(which)) = self.watch.look(&self.statistics) {
            self.ended = Some(which).filter(|which| *which != LimitKind::Memory);
            return Err(ChunkUnfit);
        }
        Ok(())
    }

    /// Where the tier with this number stands.
    fn tier(&self, number: u64) -> Option<usize> {
        self.tiers.binary_search_by_key(&number, |tier| tier.number).ok()
    }
}

impl GraphTier {
    /// What its positions are worth, part by part, where all fits into bytes.
    fn bytes(&self) -> Option<[&[i8]; SHARDS]> {
        let bytes = |encoded_values: &'_ VariableWidth| matches!(encoded_values, VariableWidth::One(_));
        let all = self.encoded_values.len() == SHARDS && self.encoded_values.iter().all(bytes);
        all.then(|| {
            std::array::from_fn(|shard| match &self.encoded_values[shard] {
                VariableWidth::One(bytes) => bytes.as_slice(),
                _ => &[],
            })
        })
    }

    /// What a position is worth, as it is kept.
    #[inline]
    fn kept(&self, number: u32) -> i64 {
        let (shard, place) = places(number);
        if is_broken(Shortcut::MoveGraph) && number % 2 == 1 {
            return 0;
        }
        self.encoded_values[shard].get(place)
    }
}

/// Solves every position that can be reached.
///
/// # Errors
/// A limit of time; or nothing, where there is no room, or where something is wrong that another
/// solver is to tell.
pub(super) fn solve_move_graph<G: Game + Sync, S: PositionIndexing<G>>(
    game: &G,
    position: &G::Position,
    indexing: &S,
    domain: ValueDomain,
    threads: usize,
    limits: &Limits,
) -> Result<Census<G::Move>, Option<Stop<G::Move>>> {
    let mut move_graph = MoveGraph {
        game,
        indexing,
        domain,
        threads,
        tiers: Vec::new(),
        statistics: Statistics::default(),
        budget: MemoryBudget::new(for_tables(limits).memory),
        widest: 0,
        watch: Watch::new(limits),
        ended: None,
    };
    move_graph.run(position).map_err(|ChunkUnfit| {
        // A thread that heard the alarm says no more than that it ended.
        let _ = move_graph.look();
        let ended = move_graph.ended.map(Halt::Limit);
        ended.map(|halt| halt.into_stop(Vec::new(), (None, None), move_graph.statistics))
    })
}

impl<G: Game + Sync, S: PositionIndexing<G>> MoveGraph<'_, G, S> {
    fn run(&mut self, position: &G::Position) -> Result<Census<G::Move>, ChunkUnfit> {
        self.enumerate(position)?;
        self.solve()?;
        self.census(position)
    }
}
