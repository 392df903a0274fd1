//! Finds how a position is reached, and how best play goes on from it, by the table alone.

use crate::limits::Halt;
use crate::strong::table::PositionIndexing;
use crate::strong::{Broken, StrongSearch};
use rustc_hash::FxHashSet;
use zug_game::{Expansion, Game};

/// A position and a move from there.
type Edge<G, S> = (<S as PositionIndexing<G>>::Code, <G as Game>::Move);

/// Positions between two looks at the clock.
const PAUSE: u64 = 1 << 14;

impl<G: Game, S: PositionIndexing<G>> StrongSearch<'_, G, S> {
    /// Moves that lead from the start to a position, found backwards: of each position one before
    /// it in the nearest tier.
    pub(super) fn path(&mut self, start: &G::Position, code: S::Code) -> Result<Vec<G::Move>, Halt> {
        let start = self.indexing.rank(start);
        let mut line = Vec::new();
        let mut seen = FxHashSet::default();
        let mut code = code;
        while code != start {
            if !seen.insert(code) {
                return Err(Halt::Repeats);
            }
            let (before, play) = self.before(code)?.ok_or(Halt::Repeats)?;
            line.push(play);
            code = before;
        }
        line.reverse();
        Ok(line)
    }

    /// A position with a move that leads to this one; positions of the same tier are asked last.
    fn before(&mut self, code: S::Code) -> Result<Option<Edge<G, S>>, Halt> {
        let number = self.indexing.tier(&self.indexing.unrank(code));
        let above = self.table.tiers.partition_point(|tier| tier.number < number);
        let own = (above < self.table.tiers.len()).then_some(above);
        let mut moves = Vec::new();
        let mut looked = 0_u64;
        for at in (0..above).rev().chain(own) {
            for n in 0..self.table.tiers[at].keys.len() {
                looked += 1;
                if looked.is_multiple_of(PAUSE) {
                    self.watch.look(&self.statistics)?;
                }
                let source = self.table.tiers[at].keys.get(n);
                if let Some(play) = self.leads(source, code, &mut moves) {
                    return Ok(Some((source, play)));
                }
            }
        }
        Ok(None)
    }

    /// The first move from one position to another. What is broken leads nowhere.
    fn leads(&self, from: S::Code, to: S::Code, moves: &mut Vec<G::Move>) -> Option<G::Move> {
        let position = self.indexing.unrank(from);
        moves.clear();
        self.game.expand(&position, moves).ok()?;
        let reaches = |play: &&G::Move| {
            let step = self.game.play(&position, play);
            step.is_ok_and(|step| self.indexing.rank(&step.position) == to)
        };
        moves.iter().find(reaches).cloned()
    }

    /// The moves to where a halt happened, as far as they can be found.
    pub(super) fn line_to(
        &mut self,
        start: &G::Position,
        at: Option<(S::Code, Option<usize>)>,
    ) -> Vec<G::Move> {
        let Some((code, number)) = at else { return Vec::new() };
        let Ok(mut line) = self.path(start, code) else { return Vec::new() };
        let position = self.indexing.unrank(code);
        let mut moves = Vec::new();
        let expand = self.game.expand(&position, &mut moves);
        let broken = |play: &G::Move| self.game.play(&position, play).is_err();
        let last = match (expand, number) {
            (Ok(Expansion::Moves), Some(number)) => moves.get(number).cloned(),
            (Ok(Expansion::Moves), None) => moves.iter().find(|play| broken(play)).cloned(),
            _ => None,
        };
        line.extend(last);
        line
    }

    /// Best play from a position to its end: of each position the first move that keeps value and
    /// distance.
    pub(super) fn line_from(&mut self, code: S::Code) -> Result<Vec<G::Move>, Broken<S::Code>> {
        let mut line = Vec::new();
        let mut position = self.indexing.unrank(code);
        let mut moves = Vec::new();
        loop {
            self.watch.look(&self.statistics)?;
            moves.clear();
            if let Expansion::Terminal(_) = self.game.expand(&position, &mut moves).map_err(Halt::from)? {
                return Ok(line);
            }
            let encoded = self.look_up(&position).ok_or(Halt::Repeats)?;
            let mut next = None;
            for play in &moves {
                let step = self.game.play(&position, play).map_err(Halt::from)?;
                let behind = self.look_up(&step.position).ok_or(Halt::Repeats)?;
                if self.table.domain.before(step.reward, behind)? == encoded {
                    next = Some((play.clone(), step.position));
                    break;
                }
            }
            let (play, after) = next.ok_or(Halt::Repeats)?;
            line.push(play);
            position = after;
        }
    }

    /// What a position is worth.
    pub(super) fn look_up(&self, position: &G::Position) -> Option<i64> {
        self.table.look(self.indexing.tier(position), self.indexing.rank(position))
    }
}
