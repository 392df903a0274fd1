//! The walk through the positions of a claim, depth first, by the choices of a certificate.
//!
//! `docs/certificates.md` states the rules of the walk and why they suffice.

use crate::header::{Claim, Kind};
use crate::key::key;
use crate::refusal::Refusal;
use crate::stream::NumberReader;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, RuntimeError, Semantics};

/// The number of positions between two calls of the watch.
const PAUSE: u64 = 1 << 10;

/// The counts of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions entered, without those at which play is over.
    pub positions: u64,
    /// Moves that led to an end of play, and claims about positions at which play is over.
    pub ends: u64,
    /// The approximate memory of the positions entered, in bytes.
    pub bytes: u64,
}

/// A callback that decides whether the walk goes on.
pub type Watch<'w> = dyn FnMut(&Progress) -> bool + 'w;

/// The prover, the threshold, and whether plies are bounded: claims that agree in these share their
/// positions.
type Sort = (Player, i64, bool);

/// The positions entered under claims of one sort, numbered in the order of entry.
#[derive(Default)]
struct Entered {
    numbers: HashMap<Box<[u8]>, usize>,
    /// The record of each position, by its number.
    each: Vec<Known>,
}

#[derive(Clone, Copy)]
struct Known {
    rank: u64,
    open: bool,
}

/// A position on the stack of the walk.
struct Frame {
    position: Position,
    number: usize,
    rank: u64,
    /// Whether endless play meets the claim at this position.
    safe: bool,
    /// The moves that are still to be played.
    moves: std::vec::IntoIter<Choice>,
}

/// A walk; it keeps the positions entered from one claim to the next.
pub struct Walk<'a, R> {
    semantics: &'a Semantics<'a>,
    kind: Kind,
    numbers: NumberReader<R>,
    entered: Vec<(Sort, Entered)>,
    /// The counts so far.
    pub progress: Progress,
    watch: &'a mut Watch<'a>,
    /// The key of the last position; kept to reuse its memory.
    bytes: Vec<u8>,
}

impl<'a, R: Read> Walk<'a, R> {
    /// A walk of which nothing is done yet.
    pub fn new(
        semantics: &'a Semantics<'a>,
        kind: Kind,
        numbers: NumberReader<R>,
        watch: &'a mut Watch<'a>,
    ) -> Self {
        let progress = Progress::default();
        Walk { semantics, kind, numbers, entered: Vec::new(), progress, watch, bytes: Vec::new() }
    }

    /// Walks through a claim that begins at `start`. An explicit stack replaces recursion, so long
    /// plays need no deep stack.
    pub fn claim(&mut self, claim: &Claim, start: Position) -> Result<(), Refusal> {
        let sort = (claim.prover, claim.threshold, claim.within.is_some());
        let place = self.entered.iter().position(|each| each.0 == sort).unwrap_or_else(|| {
            self.entered.push((sort, Entered::default()));
            self.entered.len() - 1
        });
        let mut entered = std::mem::take(&mut self.entered[place].1);
        let (rank, frame) = self.enter(claim, &mut entered, start)?;
        if claim.within.is_some_and(|most| rank > most) {
            return Err(Refusal::TooFar { rank });
        }
        let mut stack: Vec<Frame> = frame.into_iter().collect();
        while let Some(top) = stack.last_mut() {
            let Some(choice) = top.moves.next() else {
                entered.each[top.number].open = false;
                stack.pop();
                continue;
            };
            let (from, safe) = (top.rank, top.safe);
            let after = self.semantics.play(&top.position, &choice).map_err(|e| self.fault(&e))?;
            let (to, frame) = self.enter(claim, &mut entered, after)?;
            if self.kind == Kind::Ranks && (to > from || (to == from && !safe)) {
                return Err(Refusal::RankDoesNotFall { from, to });
            }
            stack.extend(frame);
        }
        self.entered[place].1 = entered;
        Ok(())
    }

    /// Checks that all numbers are used.
    pub fn finish(mut self) -> Result<Progress, Refusal> {
        self.numbers.finish()?;
        Ok(self.progress)
    }

    /// Enters a position. Returns its rank, and a frame if it is new and play goes on.
    fn enter(
        &mut self,
        claim: &Claim,
        entered: &mut Entered,
        position: Position,
    ) -> Result<(u64, Option<Frame>), Refusal> {
        key(&position, &mut self.bytes);
        // Only positions at which play goes on are recorded, so this one is not over.
        if let Some(&number) = entered.numbers.get(&self.bytes[..]) {
            let known = entered.each[number];
            return match self.kind == Kind::Order && known.open {
                true => Err(Refusal::Repeats),
                false => Ok((known.rank, None)),
            };
        }
        let mut moves = match self.semantics.expand(&position).map_err(|e| self.fault(&e))? {
            Expansion::Over(payoff) if claim.is_met(payoff) => {
                self.progress.ends += 1;
                return Ok((0, None));
            }
            Expansion::Over(payoff) => return Err(Refusal::WrongEnd { payoff }),
            Expansion::Moves(moves) => moves,
        };
        let rank = if self.kind == Kind::Ranks { self.numbers.next()? } else { 0 };
        if position.turn == claim.prover {
            let choice = self.numbers.next()?;
            let chosen = usize::try_from(choice).ok().filter(|at| *at < moves.len());
            let chosen = chosen.ok_or(Refusal::NoSuchMove { choice, moves: moves.len() })?;
            moves = vec![moves.swap_remove(chosen)];
        }
        let safe = self.is_safe(claim, &position)?;
        let number = entered.each.len();
        entered.each.push(Known { rank, open: true });
        self.count(self.bytes.len())?;
        match entered.numbers.entry(self.bytes.as_slice().into()) {
            Entry::Vacant(place) => place.insert(number),
            Entry::Occupied(_) => return Err(Refusal::Repeats),
        };
        Ok((rank, Some(Frame { position, number, rank, safe, moves: moves.into_iter() })))
    }

    /// Whether the payoff of endless play on the fields of this position meets the claim. Never
    /// under `order`, for a claim that bounds the plies, or without an `endless` rule.
    fn is_safe(&self, claim: &Claim, position: &Position) -> Result<bool, Refusal> {
        let asked = self.kind == Kind::Ranks && claim.within.is_none();
        if !asked || self.semantics.program().endless.is_none() {
            return Ok(false);
        }
        let payoff = self.semantics.endless(position).map_err(|e| self.fault(&e))?;
        Ok(claim.is_met(payoff))
    }

    fn count(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.progress.positions += 1;
        self.progress.bytes += bytes as u64 + 64;
        let stopped = self.progress.positions.is_multiple_of(PAUSE) && !(self.watch)(&self.progress);
        if stopped { Err(Refusal::Stopped) } else { Ok(()) }
    }

    fn fault(&self, error: &RuntimeError) -> Refusal {
        fault(self.semantics, error)
    }
}

/// A fault of the definition as a refusal.
pub fn fault(semantics: &Semantics<'_>, error: &RuntimeError) -> Refusal {
    Refusal::Fault(error.diagnostic(semantics.program()).message)
}
