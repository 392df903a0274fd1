//! Solves a tier whose moves may stay in it: a retrograde analysis of the tier alone.
//!
//! To the analysis a tier is a game of its own. It begins with a fan of moves to all positions of
//! the tier. A move that leaves the tier leads to a chain of forced moves as long as the stored
//! distance, so that distances come out as in the whole game; where play does not end behind it, to
//! a position that leads to itself.

use crate::build::BuildRun;
use crate::context::TierContext;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::solved::{Solved, terminal};
use std::cell::RefCell;
use zug_game::{Expansion, Fault, Game, Player, Step, Value};
use zug_solve::{Limits, PositionCode, PositionIndexing, SolvedTable, Stop};

/// Moves of a position of the fan.
const FAN: u64 = 256;

/// A position of the game that a tier is.
#[derive(Clone, Debug)]
enum TierPosition<P> {
    /// Leads to the positions with these ranks.
    Fan(u64, u64),
    /// A position of the tier.
    Inside(P),
    /// What is behind the tier.
    Solved(Entry),
}

/// A move of it.
#[derive(Clone, Debug, PartialEq)]
enum Go<M> {
    /// To a part of the fan.
    Part(u64),
    Play(M),
    /// The forced move behind the tier.
    On,
}

/// A tier as a game.
struct TierGame<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    /// An error that is no fault of the game.
    failed: RefCell<Option<DatabaseError>>,
}

impl<G: Game, I: PositionIndexing<G>> TierGame<'_, G, I> {
    fn fail(&self, error: DatabaseError) -> Fault {
        self.failed.borrow_mut().get_or_insert(error);
        Fault(u32::MAX)
    }

    fn code_at(&self, rank: u64) -> I::Code {
        self.context.tier.keys.code(rank).expect("a rank of the tier has a code")
    }

    /// The positions that a part of the fan leads to.
    fn part(from: u64, to: u64, at: u64) -> (u64, u64) {
        let size = (to - from).div_ceil(FAN);
        ((from + at * size).min(to), (from + (at + 1) * size).min(to))
    }

    fn spot(&self, from: u64, to: u64) -> TierPosition<G::Position> {
        if to - from == 1 {
            TierPosition::Inside(self.context.rules.indexing.unrank(self.code_at(from)))
        } else {
            TierPosition::Fan(from, to)
        }
    }

    fn step(
        &self,
        position: &G::Position,
        play: &G::Move,
    ) -> std::result::Result<Step<TierPosition<G::Position>>, Fault> {
        let step = self.context.rules.game.play(position, play)?;
        let (tier, code) = self.context.rules.place(&step.position);
        if tier == self.context.number {
            return Ok(Step { position: TierPosition::Inside(step.position), reward: step.reward });
        }
        let entry = self.context.behind.find(tier, code);
        let entry = entry.map_err(|error| self.fail(error))?;
        Ok(Step { position: TierPosition::Solved(entry), reward: step.reward })
    }
}

impl<G: Game, I: PositionIndexing<G>> Game for TierGame<'_, G, I> {
    type Position = TierPosition<G::Position>;
    type Move = Go<G::Move>;
    type Key = (u8, u128, i64);

    fn start(&self) -> Self::Position {
        self.spot(0, self.context.positions())
    }

    fn mover(&self, position: &Self::Position) -> Player {
        match position {
            TierPosition::Inside(position) => self.context.rules.game.mover(position),
            _ => Player::First,
        }
    }

    fn expand(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
    ) -> std::result::Result<Expansion, Fault> {
        match position {
            TierPosition::Fan(from, to) => {
                let parts = (0..FAN).filter(|&at| {
                    let (from, to) = Self::part(*from, *to, at);
                    from < to
                });
                moves.extend(parts.map(Go::Part));
                Ok(Expansion::Moves)
            }
            TierPosition::Solved(Entry { value, distance: Some(0) }) => Ok(Expansion::Terminal(*value)),
            TierPosition::Solved(Entry { value, .. }) if self.context.points || *value == 0 => {
                Ok(Expansion::Terminal(*value))
            }
            TierPosition::Solved(_) => {
                moves.push(Go::On);
                Ok(Expansion::Moves)
            }
            TierPosition::Inside(position) => {
                let mut plays = Vec::new();
                let expansion = self.context.rules.game.expand(position, &mut plays)?;
                moves.extend(plays.into_iter().map(Go::Play));
                Ok(match expansion {
                    Expansion::Terminal(payoff) => {
                        Expansion::Terminal(terminal(payoff, self.context.points).value)
                    }
                    Expansion::Moves => Expansion::Moves,
                })
            }
        }
    }

    fn play(
        &self,
        position: &Self::Position,
        play: &Self::Move,
    ) -> std::result::Result<Step<Self::Position>, Fault> {
        match (position, play) {
            (TierPosition::Fan(from, to), Go::Part(at)) => {
                let (from, to) = Self::part(*from, *to, *at);
                Ok(Step { position: self.spot(from, to), reward: 0 })
            }
            (TierPosition::Inside(position), Go::Play(play)) => self.step(position, play),
            (TierPosition::Solved(Entry { value, distance }), Go::On) => {
                let distance = distance.map(|plies| plies - 1);
                Ok(Step { position: TierPosition::Solved(Entry { value: *value, distance }), reward: 0 })
            }
            _ => Err(self.fail(DatabaseError::Unfit("a move of another position"))),
        }
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        match position {
            TierPosition::Fan(from, to) => (0, u128::from(*from), *to as i64),
            TierPosition::Inside(position) => (1, self.context.rules.indexing.rank(position).number(), 0),
            TierPosition::Solved(entry) => (2, entry.stored_distance().into(), entry.value),
        }
    }

    fn full_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    fn endless(&self, position: &Self::Position) -> std::result::Result<Value, Fault> {
        match position {
            TierPosition::Fan(..) => Ok(0),
            TierPosition::Inside(position) => self.context.rules.game.endless(position),
            TierPosition::Solved(entry) => Ok(entry.value),
        }
    }
}

/// Solves a tier whose moves may stay in it.
pub(crate) fn solve_cycles<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut BuildRun<'_, G, I>,
    context: TierContext<'_, G, I>,
) -> Result<Solved> {
    run.ask(context.used)?;
    let memory = run.options.limits.memory - context.used;
    let limits = Limits { memory, progress: None, ..run.options.limits.clone() };
    let game = TierGame { context, failed: RefCell::new(None) };
    let table = match SolvedTable::of(&game, &game.start(), &limits, false) {
        Ok(table) => table,
        Err(stop) => return Err(refusal(&game, stop)),
    };
    let mut solved = Solved::new(context.distances);
    for code in context.tier.keys.from(0) {
        let position = run.indexing.unrank(code);
        let mover = run.game.mover(&position);
        let at = table.number(&TierPosition::Inside(position));
        let entry = table.at(at.ok_or(DatabaseError::Unfit("a position of the tier was not analysed"))?);
        let distance = entry.distance.filter(|_| !context.points);
        solved.push(Entry { value: entry.value, distance }, mover);
    }
    run.now.done += context.positions();
    run.look()?;
    Ok(solved)
}

/// Why the analysis of a tier did not end.
fn refusal<G: Game, I: PositionIndexing<G>>(
    game: &TierGame<'_, G, I>,
    stop: Stop<Go<G::Move>>,
) -> DatabaseError {
    if let Some(error) = game.failed.take() {
        return error;
    }
    match stop {
        Stop::Limit { which, .. } => DatabaseError::Limit(which),
        Stop::Fault { fault, line } => fault_of(game, fault, &line),
        Stop::Contradiction { what, .. } | Stop::Unfit { why: what } => DatabaseError::Unfit(what),
        Stop::TooDeep { .. } => DatabaseError::Overflow("a distance"),
        Stop::Overflow { what, .. } => DatabaseError::Overflow(what),
    }
}

/// The position of a fault, and the move: the last ones of a line.
fn fault_of<G: Game, I: PositionIndexing<G>>(
    game: &TierGame<'_, G, I>,
    fault: Fault,
    line: &[Go<G::Move>],
) -> DatabaseError {
    let mut spot = game.start();
    let mut last = (0, None);
    for go in line {
        if let TierPosition::Inside(position) = &spot {
            let mut moves = Vec::new();
            let _ = game.context.rules.game.expand(position, &mut moves);
            let play = moves.iter().position(|play| Go::Play(play.clone()) == *go);
            last = (game.context.rules.indexing.rank(position).number(), play);
        }
        match game.play(&spot, go) {
            Ok(step) => spot = step.position,
            Err(_) => return DatabaseError::Fault { fault, code: last.0, play: last.1 },
        }
    }
    let TierPosition::Inside(position) = &spot else { return DatabaseError::Unfit("a fault at no position") };
    DatabaseError::Fault { fault, code: game.context.rules.indexing.rank(position).number(), play: None }
}
