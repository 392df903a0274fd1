//! Bounds what is recorded: a game that ends its tree at a depth, and refuses after so many
//! positions.
//!
//! Wraps a [`Game`] and is one, so that the solvers that are watched need not know of either bound.
//! Both count positions, never time: the same tree on every run.

use std::cell::Cell;
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// The fault that says that the positions are used up. No definition tells this number.
pub const SPENT: Fault = Fault(u32::MAX);

/// A game looked at only so deep and only so often.
pub struct DepthLimited<'g, G> {
    game: &'g G,
    /// Plies after which play is not followed; such positions count as [`DepthLimited::guess`].
    depth: Option<u32>,
    left: Cell<u64>,
}

/// A position, and how many plies it is below the first one where that matters.
#[derive(Clone, Debug)]
pub struct AtDepth<P> {
    /// Of the game.
    pub position: P,
    /// 0 where there is no depth: equal positions are then one.
    pub ply: u32,
}

impl<'g, G: Game> DepthLimited<'g, G> {
    /// Looks `depth` plies deep at no more than `positions`.
    pub fn new(game: &'g G, depth: Option<u32>, positions: u64) -> Self {
        DepthLimited { game, depth, left: Cell::new(positions) }
    }

    /// Where it begins.
    pub fn root(&self, position: G::Position) -> AtDepth<G::Position> {
        AtDepth { position, ply: 0 }
    }

    /// Whether play is not followed from here.
    pub fn is_horizon(&self, position: &AtDepth<G::Position>) -> bool {
        self.depth == Some(position.ply)
    }

    /// Seen without being counted: what stands below moves that a search never tried.
    pub fn glance(&self, position: &AtDepth<G::Position>) -> Result<(Expansion, Vec<G::Move>), Fault> {
        let mut moves = Vec::new();
        let expand = self.game.expand(&position.position, &mut moves)?;
        Ok((expand, moves))
    }
}

impl<G: Game> Game for DepthLimited<'_, G> {
    type Position = AtDepth<G::Position>;
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
    fn expand(&self, position: &Self::Position, moves: &mut Vec<G::Move>) -> Result<Expansion, Fault> {
        let Some(left) = self.left.get().checked_sub(1) else { return Err(SPENT) };
        self.left.set(left);
        let first = moves.len();
        let expand = self.game.expand(&position.position, moves)?;
        if expand == Expansion::Moves && self.is_horizon(position) {
            moves.truncate(first);
            return Ok(Expansion::Terminal(0));
        }
        Ok(expand)
    }

    fn play(&self, position: &Self::Position, play: &G::Move) -> Result<Step<Self::Position>, Fault> {
        let step = self.game.play(&position.position, play)?;
        let ply = position.ply + u32::from(self.depth.is_some());
        Ok(Step { position: AtDepth { position: step.position, ply }, reward: step.reward })
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        (self.game.key(&position.position), position.ply)
    }

    /// The same position deeper down is another one, so that nothing repeats above the horizon.
    fn full_key(&self, position: &Self::Position) -> Self::Key {
        (self.game.full_key(&position.position), position.ply)
    }
}
