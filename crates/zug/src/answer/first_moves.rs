//! The values of all moves of a position, of moves that lead to symmetric positions once.

use super::Prepared;
use super::engine::{Engine, Task, with_engine};
use std::collections::HashMap;
use zug_lang::semantics::Position;

impl Prepared<'_> {
    /// The values of moves that lead to these positions, from a function that finds the value of
    /// one of them. Symmetric positions are worth the same where as many points were made
    /// ([`zug_game::Game::canonical`]), so it is asked about the first of them only.
    pub(super) fn values_of_moves<E>(
        &self,
        after: &[&Position],
        mut value: impl FnMut(usize) -> Result<i64, E>,
    ) -> Result<Vec<i64>, E> {
        let mut values = Vec::new();
        for (at, first) in with_engine(self, FirstAlike { positions: after }).into_iter().enumerate() {
            let found = values.get(first).copied().map_or_else(|| value(at), Ok)?;
            values.push(found);
        }
        Ok(values)
    }
}

/// For each position the first one that is symmetric to it.
struct FirstAlike<'a> {
    positions: &'a [&'a Position],
}

impl Task for FirstAlike<'_> {
    type Output = Vec<usize>;

    fn run<E: Engine>(self, engine: &E) -> Vec<usize> {
        let mut seen = HashMap::new();
        let mut first = |(at, position): (usize, &&Position)| {
            let position = engine.enter(position);
            let form = engine.canonical(&position);
            *seen.entry((form.key, form.colour_swapped, engine.offset(&position))).or_insert(at)
        };
        self.positions.iter().enumerate().map(&mut first).collect()
    }
}
