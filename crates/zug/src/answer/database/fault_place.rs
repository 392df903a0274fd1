//! Where a fault is that a builder met: of a position it knows the code alone.

use super::coding::CodedPositions;
use super::{CodedTask, WithCodes};
use crate::answer::{Engine, Prepared, with_engine};
use std::collections::HashSet;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, RuntimeError, Semantics};
use zug_solve::{PositionCode, PositionIndexing};

/// A way to a fault is looked for among so many positions.
const LOOKED_AT: usize = 20_000;

/// Takes a code back to the position of the definition.
struct Leave(u128);

impl CodedTask for Leave {
    type Output = Position;

    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        _: &E::Position,
    ) -> Position {
        engine.leave(&indexing.unrank(C::cut(self.0)))
    }
}

/// The position of a fault, as the definition knows it; points that codes leave out are as at the
/// start.
pub fn position_of(prepared: &Prepared<'_>, code: u128) -> Option<Position> {
    let index = prepared.index().ok()?;
    let start = &prepared.start();
    Some(with_engine(prepared, WithCodes { index: &index, start, task: Leave(code) }))
}

/// The moves of a shortest play from the first position of the game to one with this code at which
/// the definition breaks a promise; none if none was found among the positions that were looked at.
/// Codes leave points out that only add up, so several positions may have one code.
pub fn way_to_fault(prepared: &Prepared<'_>, code: u128) -> Option<Vec<Choice>> {
    let index = prepared.index().ok()?;
    let machine = prepared.machine()?;
    let semantics = Semantics::new(prepared.program);
    let is_sought = |position: &Position| {
        index.place(machine, position).is_some_and(|found| found.1 == code)
            && is_sound(&semantics, position).is_err()
    };
    // Each position with the move that led to it from another one.
    let mut ways: Vec<(Position, Option<(usize, Choice)>)> = vec![(semantics.start(), None)];
    let mut seen: HashSet<Position> = HashSet::from([semantics.start()]);
    let mut at = 0;
    while !is_sought(&ways.get(at)?.0) {
        let here = ways[at].0.clone();
        let legal = match semantics.expand(&here) {
            Ok(Expansion::Moves(legal)) => legal,
            _ => Vec::new(),
        };
        for choice in legal {
            let Ok(next) = semantics.play(&here, &choice) else { continue };
            if ways.len() < LOOKED_AT && seen.insert(next.clone()) {
                ways.push((next, Some((at, choice))));
            }
        }
        at += 1;
    }
    let mut way = Vec::new();
    while let Some((before, choice)) = &ways[at].1 {
        way.push(choice.clone());
        at = *before;
    }
    way.reverse();
    Some(way)
}

/// Whether the definition keeps its promises at a position and in its moves.
fn is_sound(semantics: &Semantics<'_>, position: &Position) -> Result<(), RuntimeError> {
    let Expansion::Moves(legal) = semantics.expand(position)? else { return Ok(()) };
    semantics.endless(position)?;
    legal.iter().try_for_each(|choice| semantics.play(position, choice).map(|_| ()))
}
