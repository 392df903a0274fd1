//! Backward induction over tiers, the highest first: what moves lead to is solved already.
//!
//! Only moves that stay in a tier (a pass, an answer that was asked for) may lead to what is not:
//! such positions wait and are tried again until nothing waits. If then nothing changes, play can
//! go round, and this is no way to solve it.

use crate::limits::Halt;
use crate::strong::census::CensusCounts;
use crate::strong::table::{EncodedValue, PositionIndexing, StrongTable, better};
use crate::strong::threads::divide;
use crate::strong::{BATCH, Broken, StrongSearch};
use crate::watch::{Alarm, Countdown};
use zug_game::{Expansion, Game, Player};

/// A position that waits for another of its tier.
const WAITS: EncodedValue = EncodedValue::MIN;

/// What became of some positions.
struct SolvedBatch {
    encoded_values: Vec<EncodedValue>,
    movers: Vec<Player>,
}

impl<G: Game, S: PositionIndexing<G>> StrongSearch<'_, G, S>
where
    G: Sync,
{
    /// Solves all tiers, and counts.
    pub(super) fn backward_induction(&mut self) -> Result<CensusCounts<S::Code>, Broken<S::Code>> {
        let mut tally = CensusCounts::new(self.table.domain);
        for at in (0..self.table.tiers.len()).rev() {
            let encoded_values = self.tier(at, &mut tally)?;
            self.table.keep(at, &encoded_values);
        }
        Ok(tally)
    }

    /// What the positions of a tier are worth.
    fn tier(
        &mut self,
        at: usize,
        tally: &mut CensusCounts<S::Code>,
    ) -> Result<Vec<EncodedValue>, Broken<S::Code>> {
        let size = self.table.tiers[at].keys.len();
        let batch = size.min(BATCH * self.threads);
        let each = size_of::<EncodedValue>() + size_of::<Player>();
        // What they are worth, as it is found and, in the worst case, as it is kept.
        let most = (size * (each + size_of::<EncodedValue>()) + batch * (each + size_of::<S::Code>())) as u64;
        self.ask(most)?;
        let mut encoded_values = Vec::with_capacity(size);
        let mut movers = Vec::with_capacity(size);
        let mut codes = Vec::with_capacity(batch);
        for first in (0..size).step_by(BATCH * self.threads) {
            codes.clear();
            let end = size.min(first + BATCH * self.threads);
            self.table.tiers[at].keys.copy(first..end, &mut codes);
            let solver = TierSolver {
                game: self.game,
                indexing: self.indexing,
                table: &self.table,
                at,
                own: &[],
                alarm: self.watch.alarm(),
            };
            for piece in divide(self.threads, &codes, |_, piece| solver.all(piece)) {
                let piece = piece?;
                encoded_values.extend(piece.encoded_values);
                movers.extend(piece.movers);
            }
            self.look(most)?;
        }
        self.wait(at, &mut encoded_values)?;
        self.count(at, &encoded_values, &movers, tally);
        Ok(encoded_values)
    }

    /// Solves the positions that wait for others of their tier.
    fn wait(&mut self, at: usize, encoded_values: &mut [EncodedValue]) -> Result<(), Broken<S::Code>> {
        let mut waiting: Vec<usize> =
            (0..encoded_values.len()).filter(|&n| encoded_values[n] == WAITS).collect();
        while !waiting.is_empty() {
            // The numbers of those that wait, their codes, what is found of them and who moves.
            let each = size_of::<usize>() + size_of::<S::Code>() + 3 * size_of::<EncodedValue>();
            self.look((size_of_val(encoded_values) + waiting.len() * each) as u64)?;
            let keys = &self.table.tiers[at].keys;
            let codes: Vec<S::Code> = waiting.iter().map(|&n| keys.get(n)).collect();
            let solver = TierSolver {
                game: self.game,
                indexing: self.indexing,
                table: &self.table,
                at,
                own: encoded_values,
                alarm: self.watch.alarm(),
            };
            let mut solved = Vec::new();
            for piece in divide(self.threads, &codes, |_, piece| solver.all(piece)) {
                solved.extend(piece?.encoded_values);
            }
            for (&n, encoded) in waiting.iter().zip(solved) {
                encoded_values[n] = encoded;
            }
            let before = waiting.len();
            waiting.retain(|&n| encoded_values[n] == WAITS);
            if waiting.len() == before {
                return Err(Broken { halt: Halt::Repeats, at: None });
            }
        }
        Ok(())
    }

    fn count(
        &self,
        at: usize,
        encoded_values: &[EncodedValue],
        movers: &[Player],
        tally: &mut CensusCounts<S::Code>,
    ) {
        let tier = &self.table.tiers[at];
        for (n, (&encoded, &mover)) in encoded_values.iter().zip(movers).enumerate() {
            tally.count(mover, encoded, || (tier.number, tier.keys.get(n)));
        }
    }
}

/// Finds what positions of a tier are worth.
struct TierSolver<'a, G: Game, S: PositionIndexing<G>> {
    game: &'a G,
    indexing: &'a S,
    table: &'a StrongTable<S::Code>,
    at: usize,
    /// What is known of the tier itself: nothing at first.
    own: &'a [EncodedValue],
    alarm: &'a Alarm,
}

impl<G: Game, S: PositionIndexing<G>> TierSolver<'_, G, S> {
    fn all(&self, codes: &[S::Code]) -> Result<SolvedBatch, Broken<S::Code>> {
        let mut solved = SolvedBatch {
            encoded_values: Vec::with_capacity(codes.len()),
            movers: Vec::with_capacity(codes.len()),
        };
        let (mut moves, mut countdown) = (Vec::new(), Countdown::new());
        for &code in codes {
            let position = self.indexing.unrank(code);
            self.alarm.after(moves.len(), &mut countdown)?;
            moves.clear();
            let encoded = self.one(&position, &mut moves);
            solved.encoded_values.push(encoded.map_err(|halt| Broken { halt, at: Some((code, None)) })?);
            solved.movers.push(self.game.mover(&position));
        }
        Ok(solved)
    }

    fn one(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> Result<EncodedValue, Halt> {
        if let Expansion::Terminal(payoff) = self.game.expand(position, moves)? {
            let encoded = self.table.domain.terminal(payoff);
            return if encoded == WAITS { Err(Halt::Overflow) } else { Ok(encoded) };
        }
        let mover = self.game.mover(position);
        let mut best = None;
        for play in moves.iter() {
            let step = self.game.play(position, play)?;
            let encoded = self.behind(&step.position)?;
            if encoded == WAITS {
                return Ok(WAITS);
            }
            let encoded = self.table.domain.before(step.reward, encoded)?;
            if better(encoded, best, mover) {
                best = Some(encoded);
            }
        }
        best.ok_or(Halt::NoMoves)
    }

    /// What a position that a move leads to is worth.
    #[inline]
    fn behind(&self, position: &G::Position) -> Result<EncodedValue, Halt> {
        let (number, code) = (self.indexing.tier(position), self.indexing.rank(position));
        let above = self.at + 1;
        let tiers = &self.table.tiers;
        if tiers[self.at].number == number {
            let known = tiers[self.at].keys.find(code).ok_or(Halt::Repeats)?;
            return Ok(self.own.get(known).copied().unwrap_or(WAITS));
        }
        let next = tiers.get(above).filter(|tier| tier.number == number).map(|_| above);
        let tier = next.or_else(|| self.table.tier(number).filter(|&tier| tier > self.at));
        self.table.encoded(tier.ok_or(Halt::Repeats)?, code).ok_or(Halt::Repeats)
    }
}
