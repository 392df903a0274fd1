//! The transposition table that a search has: how large it may grow, and what its entries tell.

use crate::limits::Limits;
use crate::memo::{TableSpec, TranspositionTable};
use crate::search::Threads;
use zug_game::{Game, Value};

/// How large the transposition table of a search may grow; the user sets it with `--memo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableSize {
    /// No table.
    Off,
    /// The table grows as it fills, to half of [`Limits::memory`] at most.
    #[default]
    Auto,
    /// At most this many bytes, and no more than [`Limits::memory`].
    Bytes(u64),
}

/// The table that a search should have; none with [`TableSize::Off`].
pub(super) fn wanted(
    memo: TableSize,
    limits: &Limits,
    range: Option<(Value, Value)>,
    threads: Threads,
) -> Option<TableSpec> {
    let bytes = match memo {
        TableSize::Off => return None,
        TableSize::Auto => limits.memory / 2,
        TableSize::Bytes(bytes) => bytes.min(limits.memory),
    };
    Some(TableSpec {
        bytes,
        range: range.and_then(to_go),
        shared: threads.count > 1,
        process: limits.process,
    })
}

/// The range of values to go that entries should represent, from the range of outcomes. The points
/// made before may lie anywhere in that range, so the value to go may lie a whole spread below or
/// above 0.
fn to_go((low, high): (Value, Value)) -> Option<(Value, Value)> {
    let spread = high.checked_sub(low)?;
    Some(if low >= -1 && high <= 1 { (-1, 1) } else { (-spread, spread) })
}

/// The stored table if it suits, otherwise a new one; none where no table is wanted.
pub(super) fn main_table<G: Game>(
    game: &G,
    position: &G::Position,
    wanted: Option<TableSpec>,
    kept: Option<TranspositionTable<G::Key>>,
) -> Option<TranspositionTable<G::Key>> {
    let wanted = wanted?;
    let kept = kept.filter(|table| table.suits(game, position, wanted));
    Some(kept.unwrap_or_else(|| TranspositionTable::new(game, position, wanted)))
}
