//! Bounds what is recorded: a game that ends its tree at a depth, and refuses after so many positions.
//!
//! Wraps a [`Game`] and is one, so that the solvers that are watched need not know of either bound. Both count positions,
//! never time: the same tree on every run.

use std::cell::Cell;
use zug_game::{Fault, Game, Player, Step, Value, Visit};

/// The fault that says that the positions are used up. No definition tells this number.
pub const SPENT: Fault = Fault(u32::MAX);

/// A game looked at only so deep and only so often.
pub struct Ahead<'g, G> {
    game: &'g G,
    /// Plies after which play is not followed; such positions count as [`Ahead::guess`].
    depth: Option<u32>,
    left: Cell<u64>,
}

/// A position, and how many plies it is below the first one where that matters.
#[derive(Clone, Debug)]
pub struct Deep<P> {
    /// Of the game.
    pub position: P,
    /// 0 where there is no depth: equal positions are then one.
    pub ply: u32,
}

impl<'g, G: Game> Ahead<'g, G> {
    /// Looks `depth` plies deep at no more than `positions`.
    pub fn new(game: &'g G, depth: Option<u32>, positions: u64) -> Self {
        Ahead { game, depth, left: Cell::new(positions) }
    }

    /// Where it begins.
    pub fn root(&self, position: G::Position) -> Deep<G::Position> {
        Deep { position, ply: 0 }
    }

    /// Whether play is not followed from here.
    pub fn is_horizon(&self, position: &Deep<G::Position>) -> bool {
        self.depth == Some(position.ply)
    }

    /// Seen without being counted: what stands below moves that a search never tried.
    pub fn glance(&self, position: &Deep<G::Position>) -> Result<(Visit, Vec<G::Move>), Fault> {
        let mut moves = Vec::new();
        let visit = self.game.visit(&position.position, &mut moves)?;
        Ok((visit, moves))
    }
}

impl<G: Game> Game for Ahead<'_, G> {
    type Position = Deep<G::Position>;
    type Move = G::Move;
    type Key = (G::Key, u32);

    fn start(&self) -> Self::Position {
        self.root(self.game.start())
    }

    fn offset(&self, position: &Self::Position) -> Value {
        self.game.offset(&position.position)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        self.game.mover(&position.position)
    }

    /// At the horizon play that is not over counts as nothing more to gain.
    fn visit(&self, position: &Self::Position, moves: &mut Vec<G::Move>) -> Result<Visit, Fault> {
        let Some(left) = self.left.get().checked_sub(1) else { return Err(SPENT) };
        self.left.set(left);
        let first = moves.len();
        let visit = self.game.visit(&position.position, moves)?;
        if visit == Visit::Moves && self.is_horizon(position) {
            moves.truncate(first);
            return Ok(Visit::Terminal(0));
        }
        Ok(visit)
    }

    fn play(&self, position: &Self::Position, play: &G::Move) -> Result<Step<Self::Position>, Fault> {
        let step = self.game.play(&position.position, play)?;
        let ply = position.ply + u32::from(self.depth.is_some());
        Ok(Step { position: Deep { position: step.position, ply }, gain: step.gain })
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        (self.game.key(&position.position), position.ply)
    }

    /// The same position deeper down is another one, so that nothing repeats above the horizon.
    fn whole(&self, position: &Self::Position) -> Self::Key {
        (self.game.whole(&position.position), position.ply)
    }
}
