//! Solves tiers, the highest first: what moves lead to is solved already.
//!
//! Only moves that stay in a tier (a pass, an answer that was asked for) may lead to what is not: such positions wait and are
//! tried again until nothing waits. If then nothing changes, play can go round, and this is no way to solve it.

use crate::limits::Halt;
use crate::strong::census::Tally;
use crate::strong::table::{Mark, Scheme, Table, better};
use crate::strong::threads::divide;
use crate::strong::{BATCH, Broken, Run};
use zug_game::{Game, Player, Visit};

/// A position that waits for another of its tier.
const WAITS: Mark = Mark::MIN;

/// What became of some positions.
struct Solved {
    marks: Vec<Mark>,
    movers: Vec<Player>,
}

impl<G: Game, S: Scheme<G>> Run<'_, G, S>
where
    G: Sync,
{
    /// Solves all tiers, and counts.
    pub(super) fn sweep(&mut self) -> Result<Tally<S::Code>, Broken<S::Code>> {
        let mut tally = Tally::new(self.table.worth);
        for at in (0..self.table.tiers.len()).rev() {
            let marks = self.tier(at, &mut tally)?;
            self.table.keep(at, &marks);
        }
        Ok(tally)
    }

    /// What the positions of a tier are worth.
    fn tier(&mut self, at: usize, tally: &mut Tally<S::Code>) -> Result<Vec<Mark>, Broken<S::Code>> {
        let size = self.table.tiers[at].keys.len();
        let mut marks = Vec::with_capacity(size);
        let mut movers = Vec::with_capacity(size);
        let mut codes = Vec::new();
        for first in (0..size).step_by(BATCH * self.threads) {
            codes.clear();
            let end = size.min(first + BATCH * self.threads);
            self.table.tiers[at].keys.copy(first..end, &mut codes);
            let solver = Solver { game: self.game, scheme: self.scheme, table: &self.table, at, own: &[] };
            for piece in divide(self.threads, &codes, |_, piece| solver.all(piece)) {
                let piece = piece?;
                marks.extend(piece.marks);
                movers.extend(piece.movers);
            }
            self.look((size * size_of::<Mark>() + codes.len() * size_of::<S::Code>()) as u64)?;
        }
        self.wait(at, &mut marks)?;
        self.count(at, &marks, &movers, tally);
        Ok(marks)
    }

    /// Solves the positions that wait for others of their tier.
    fn wait(&mut self, at: usize, marks: &mut [Mark]) -> Result<(), Broken<S::Code>> {
        let mut waiting: Vec<usize> = (0..marks.len()).filter(|&n| marks[n] == WAITS).collect();
        while !waiting.is_empty() {
            self.look((size_of_val(marks) + waiting.len() * 16) as u64)?;
            let keys = &self.table.tiers[at].keys;
            let codes: Vec<S::Code> = waiting.iter().map(|&n| keys.get(n)).collect();
            let solver = Solver { game: self.game, scheme: self.scheme, table: &self.table, at, own: marks };
            let mut solved = Vec::new();
            for piece in divide(self.threads, &codes, |_, piece| solver.all(piece)) {
                solved.extend(piece?.marks);
            }
            for (&n, mark) in waiting.iter().zip(solved) {
                marks[n] = mark;
            }
            let before = waiting.len();
            waiting.retain(|&n| marks[n] == WAITS);
            if waiting.len() == before {
                return Err(Broken { halt: Halt::Repeats, at: None });
            }
        }
        Ok(())
    }

    fn count(&self, at: usize, marks: &[Mark], movers: &[Player], tally: &mut Tally<S::Code>) {
        let tier = &self.table.tiers[at];
        for (n, (&mark, &mover)) in marks.iter().zip(movers).enumerate() {
            tally.count(mover, mark, || (tier.number, tier.keys.get(n)));
        }
    }
}

/// Finds what positions of a tier are worth.
struct Solver<'a, G: Game, S: Scheme<G>> {
    game: &'a G,
    scheme: &'a S,
    table: &'a Table<S::Code>,
    at: usize,
    /// What is known of the tier itself: nothing at first.
    own: &'a [Mark],
}

impl<G: Game, S: Scheme<G>> Solver<'_, G, S> {
    fn all(&self, codes: &[S::Code]) -> Result<Solved, Broken<S::Code>> {
        let mut solved =
            Solved { marks: Vec::with_capacity(codes.len()), movers: Vec::with_capacity(codes.len()) };
        let mut moves = Vec::new();
        for &code in codes {
            let position = self.scheme.position(code);
            moves.clear();
            let mark = self.one(&position, &mut moves);
            solved.marks.push(mark.map_err(|halt| Broken { halt, at: Some((code, None)) })?);
            solved.movers.push(self.game.mover(&position));
        }
        Ok(solved)
    }

    fn one(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> Result<Mark, Halt> {
        if let Visit::Terminal(payoff) = self.game.visit(position, moves)? {
            let mark = self.table.worth.terminal(payoff);
            return if mark == WAITS { Err(Halt::Overflow) } else { Ok(mark) };
        }
        let mover = self.game.mover(position);
        let mut best = None;
        for play in moves.iter() {
            let step = self.game.play(position, play)?;
            let mark = self.behind(&step.position)?;
            if mark == WAITS {
                return Ok(WAITS);
            }
            let mark = self.table.worth.before(step.gain, mark)?;
            if better(mark, best, mover) {
                best = Some(mark);
            }
        }
        best.ok_or(Halt::NoMoves)
    }

    /// What a position that a move leads to is worth.
    #[inline]
    fn behind(&self, position: &G::Position) -> Result<Mark, Halt> {
        let (number, code) = (self.scheme.tier(position), self.scheme.code(position));
        let above = self.at + 1;
        let tiers = &self.table.tiers;
        if tiers[self.at].number == number {
            let known = tiers[self.at].keys.find(code).ok_or(Halt::Repeats)?;
            return Ok(self.own.get(known).copied().unwrap_or(WAITS));
        }
        let next = tiers.get(above).filter(|tier| tier.number == number).map(|_| above);
        let tier = next.or_else(|| self.table.tier(number).filter(|&tier| tier > self.at));
        self.table.mark(tier.ok_or(Halt::Repeats)?, code).ok_or(Halt::Repeats)
    }
}
