//! The walk through the positions of a claim, depth first, by the choices of a certificate.
//!
//! `docs/certificates.md` states the rules of the walk and why they suffice.

use crate::ahead::{BatchNumbers, Branch, PlayedAhead, WalkPosition};
use crate::header::{Claim, TerminationArgument};
use crate::refusal::Refusal;
use crate::stream::NumberReader;
use std::io::Read;
use std::sync::{Arc, PoisonError};
use zug_game::Player;
use zug_lang::program::{Choice, Value};
use zug_lang::semantics::{Expansion, Position, RuntimeError, Semantics};

/// The number of positions between two calls of the watch.
const PAUSE: u64 = 1 << 10;

/// The counts of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkProgress {
    /// Positions entered, without those at which play is over.
    pub positions: u64,
    /// Moves that led to an end of play, and claims about positions at which play is over.
    pub ends: u64,
    /// The approximate memory of the positions entered and of those on the stack, in bytes.
    pub bytes: u64,
}

/// A callback that decides whether the walk goes on.
pub type WalkCallback<'w> = dyn FnMut(&WalkProgress) -> bool + 'w;

/// The prover, the threshold, and whether plies are bounded: claims that agree in these share their
/// positions.
type ClaimClass = (Player, i64, bool);

/// The positions entered under claims of one class, numbered in the order of entry.
#[derive(Default)]
struct Entered {
    numbers: Arc<BatchNumbers>,
    /// The record of each position, by its number.
    each: Vec<KnownPosition>,
}

#[derive(Clone, Copy)]
struct KnownPosition {
    rank: u64,
    open: bool,
}

/// A position on the stack of the walk.
struct WalkFrame {
    number: usize,
    rank: u64,
    /// Whether endless play meets the claim at this position.
    safe: bool,
    branch: Arc<Branch>,
    /// How many moves of the branch are played.
    played: usize,
    /// The approximate memory of the frame, in bytes.
    bytes: u64,
}

/// A walk; it keeps the positions entered from one claim to the next.
pub struct CertificateWalk<'a, R> {
    semantics: &'a Semantics<'a>,
    ahead: &'a PlayedAhead,
    kind: TerminationArgument,
    numbers: NumberReader<R>,
    entered: Vec<(ClaimClass, Entered)>,
    /// The counts so far.
    pub progress: WalkProgress,
    watch: &'a mut WalkCallback<'a>,
}

impl<'a, R: Read> CertificateWalk<'a, R> {
    /// A walk of which nothing is done yet.
    pub fn new(
        (semantics, ahead): (&'a Semantics<'a>, &'a PlayedAhead),
        kind: TerminationArgument,
        numbers: NumberReader<R>,
        watch: &'a mut WalkCallback<'a>,
    ) -> Self {
        let progress = WalkProgress::default();
        CertificateWalk { semantics, ahead, kind, numbers, entered: Vec::new(), progress, watch }
    }

    /// Walks through a claim that begins at `start`. An explicit stack replaces recursion, so long
    /// plays need no deep stack.
    pub fn claim(&mut self, claim: &Claim, start: Position) -> Result<(), Refusal> {
        let class = (claim.prover, claim.threshold, claim.within.is_some());
        let place = self.entered.iter().position(|each| each.0 == class).unwrap_or_else(|| {
            self.entered.push((class, Entered::default()));
            self.entered.len() - 1
        });
        let mut entered = std::mem::take(&mut self.entered[place].1);
        let (rank, frame) = self.enter(claim, &mut entered, Arc::new(WalkPosition::new(start)), 0)?;
        if claim.within.is_some_and(|most| rank > most) {
            return Err(Refusal::TooFar { rank });
        }
        let mut stack: Vec<WalkFrame> = frame.into_iter().collect();
        while let Some(top) = stack.last_mut() {
            if top.played == top.branch.len() {
                entered.each[top.number].open = false;
                self.progress.bytes -= top.bytes;
                stack.pop();
                self.ahead.leave(stack.len());
                continue;
            }
            let (from, safe) = (top.rank, top.safe);
            let after = top.branch.play(self.semantics, top.played).map_err(|e| self.fault(&e))?;
            top.played += 1;
            let (to, frame) = self.enter(claim, &mut entered, after, stack.len())?;
            if self.kind == TerminationArgument::Ranks && (to > from || (to == from && !safe)) {
                return Err(Refusal::RankDoesNotFall { from, to });
            }
            stack.extend(frame);
        }
        self.entered[place].1 = entered;
        Ok(())
    }

    /// Checks that all numbers are used.
    pub fn finish(mut self) -> Result<WalkProgress, Refusal> {
        self.numbers.finish()?;
        Ok(self.progress)
    }

    /// Enters a position. Returns its rank, and a frame for this depth of the stack if it is new
    /// and play goes on.
    fn enter(
        &mut self,
        claim: &Claim,
        entered: &mut Entered,
        place: Arc<WalkPosition>,
        depth: usize,
    ) -> Result<(u64, Option<WalkFrame>), Refusal> {
        // Only positions at which play goes on are recorded, so this one is not over.
        let before =
            entered.numbers.read().unwrap_or_else(PoisonError::into_inner).get(&place.key[..]).copied();
        if let Some(number) = before {
            let known = entered.each[number];
            return match self.kind == TerminationArgument::Order && known.open {
                true => Err(Refusal::Repeats),
                false => Ok((known.rank, None)),
            };
        }
        let position = &place.position;
        let moves = match place.expansion(self.semantics) {
            Err(error) => return Err(self.fault(error)),
            Ok(Expansion::Over(payoff)) if claim.is_met(*payoff) => {
                self.progress.ends += 1;
                return Ok((0, None));
            }
            Ok(Expansion::Over(payoff)) => return Err(Refusal::WrongEnd { payoff: *payoff }),
            Ok(Expansion::Moves(moves)) => moves,
        };
        let rank = if self.kind == TerminationArgument::Ranks { self.numbers.next()? } else { 0 };
        let mut played = 0..moves.len();
        if position.turn == claim.prover {
            let choice = self.numbers.next()?;
            let chosen = usize::try_from(choice).ok().filter(|at| played.contains(at));
            let chosen = chosen.ok_or(Refusal::NoSuchMove { choice, moves: moves.len() })?;
            played = chosen..chosen + 1;
        }
        let safe = self.is_safe(claim, position);
        let number = entered.each.len();
        entered.each.push(KnownPosition { rank, open: true });
        entered.numbers.write().unwrap_or_else(PoisonError::into_inner).insert(place.key[..].into(), number);
        let bytes = frame_bytes(position, moves);
        self.progress.bytes += bytes;
        self.count(place.key.len())?;
        let branch = Arc::new(Branch::new(Arc::clone(&place), played));
        self.ahead.enter(depth, &branch, &entered.numbers);
        Ok((rank, Some(WalkFrame { number, rank, safe, branch, played: 0, bytes })))
    }

    /// Whether the payoff of endless play on the fields of this position meets the claim. Never
    /// under `order` or for a claim that bounds the plies.
    fn is_safe(&self, claim: &Claim, position: &Position) -> bool {
        if self.kind == TerminationArgument::Order || claim.within.is_some() {
            return false;
        }
        // Where it is a fault the rank has to fall, so play does not come back to ask for it.
        self.semantics.endless(position).is_ok_and(|payoff| claim.is_met(payoff))
    }

    /// Counts a position entered, with a key of so many bytes.
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

/// The approximate memory of a frame, in bytes: its position, those after its moves, and the moves.
fn frame_bytes(position: &Position, moves: &[Choice]) -> u64 {
    let value = |value: &Value| match value {
        Value::Set(set) if set.words().is_none() => size_of::<Value>() + set.len() * size_of::<i64>(),
        _ => size_of::<Value>(),
    };
    let field = |field: &Vec<Value>| size_of::<Vec<Value>>() + field.iter().map(value).sum::<usize>();
    let one = size_of::<WalkPosition>() + position.fields.iter().map(field).sum::<usize>();
    let choice = |choice: &Choice| match choice {
        Choice::Pass => size_of::<Choice>(),
        Choice::Play(_, arguments) => size_of::<Choice>() + arguments.iter().map(value).sum::<usize>(),
    };
    let moved: usize = moves.iter().map(|each| one + choice(each)).sum();
    (size_of::<WalkFrame>() + one + moved) as u64
}

/// A fault of the definition as a refusal.
pub fn fault(semantics: &Semantics<'_>, error: &RuntimeError) -> Refusal {
    Refusal::Fault(error.diagnostic(semantics.program()).message)
}
