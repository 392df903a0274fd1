//! Finds how a position is reached, and how best play goes on from it, by the table alone.

use crate::limits::Halt;
use crate::strong::table::Scheme;
use crate::strong::{Broken, Run};
use rustc_hash::FxHashSet;
use zug_game::{Game, Visit};

/// A position and a move from there.
type Edge<G, S> = (<S as Scheme<G>>::Code, <G as Game>::Move);

/// Positions between two looks at the clock.
const PAUSE: u64 = 1 << 14;

impl<G: Game, S: Scheme<G>> Run<'_, G, S> {
    /// Moves that lead from the start to a position, found backwards: of each position one before it in the nearest tier.
    pub(super) fn path(&mut self, start: &G::Position, code: S::Code) -> Result<Vec<G::Move>, Halt> {
        let start = self.scheme.code(start);
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
        let number = self.scheme.tier(&self.scheme.position(code));
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
        let position = self.scheme.position(from);
        moves.clear();
        self.game.visit(&position, moves).ok()?;
        let reaches = |play: &&G::Move| {
            let step = self.game.play(&position, play);
            step.is_ok_and(|step| self.scheme.code(&step.position) == to)
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
        let position = self.scheme.position(code);
        let mut moves = Vec::new();
        let visit = self.game.visit(&position, &mut moves);
        let broken = |play: &G::Move| self.game.play(&position, play).is_err();
        let last = match (visit, number) {
            (Ok(Visit::Moves), Some(number)) => moves.get(number).cloned(),
            (Ok(Visit::Moves), None) => moves.iter().find(|play| broken(play)).cloned(),
            _ => None,
        };
        line.extend(last);
        line
    }

    /// Best play from a position to its end: of each position the first move that keeps value and distance.
    pub(super) fn line_from(&mut self, code: S::Code) -> Result<Vec<G::Move>, Broken<S::Code>> {
        let mut line = Vec::new();
        let mut position = self.scheme.position(code);
        let mut moves = Vec::new();
        loop {
            self.watch.look(&self.statistics)?;
            moves.clear();
            if let Visit::Terminal(_) = self.game.visit(&position, &mut moves).map_err(Halt::from)? {
                return Ok(line);
            }
            let mark = self.look_up(&position).ok_or(Halt::Repeats)?;
            let mut next = None;
            for play in &moves {
                let step = self.game.play(&position, play).map_err(Halt::from)?;
                let behind = self.look_up(&step.position).ok_or(Halt::Repeats)?;
                if self.table.worth.before(step.gain, behind)? == mark {
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
        self.table.look(self.scheme.tier(position), self.scheme.code(position))
    }
}
