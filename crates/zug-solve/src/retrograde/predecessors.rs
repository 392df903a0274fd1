//! The predecessor graph: for each position the positions from which a move leads to it.

use super::rows::Rows;
use crate::limits::Halt;
use crate::pages::NumberArray;

/// Set beside the number of a position where the players are swapped after the move. Numbers are
/// below 2^31.
const OPPOSITE: u32 = 1 << 31;

/// The predecessor graph; a position stands in a row once for each of its moves that leads there.
pub(super) struct PredecessorGraph {
    rows: Rows,
    sources: NumberArray<u32>,
}

impl PredecessorGraph {
    /// Turns the moves of so many positions round: where they lead, and whether the players are
    /// swapped there.
    pub(super) fn of<W: Iterator<Item = (u32, bool)>>(
        size: usize,
        moves: impl Fn(usize) -> W,
    ) -> Result<PredecessorGraph, Halt> {
        let mut rows = Rows::counting(size);
        for n in 0..size {
            moves(n).for_each(|(next, _)| rows.count(next as usize));
        }
        let mut sources = NumberArray::new(rows.counted()?);
        let list = sources.all_mut();
        for n in 0..size {
            for (next, opposite) in moves(n) {
                list[rows.place(next as usize)] = if opposite { n as u32 | OPPOSITE } else { n as u32 };
            }
        }
        Ok(PredecessorGraph { rows, sources })
    }

    /// How many positions stand before one.
    pub(super) fn count(&self, n: usize) -> usize {
        self.rows.get(n).len()
    }

    /// One of the positions before one, and whether the players are swapped after the move.
    #[inline]
    pub(super) fn get(&self, n: usize, at: usize) -> (usize, bool) {
        let source = self.sources.all()[self.rows.get(n).start + at];
        ((source & !OPPOSITE) as usize, source & OPPOSITE != 0)
    }

    /// The positions before one, and whether the players are swapped after the move.
    #[inline]
    pub(super) fn of_position(&self, n: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let sources = self.sources.all()[self.rows.get(n)].iter();
        sources.map(|source| ((source & !OPPOSITE) as usize, source & OPPOSITE != 0))
    }
}
