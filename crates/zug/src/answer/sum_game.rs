//! Games that are sums: the sets of nodes that are their positions, and the moves of each.

use super::conflict_sum::ConflictSum;
use super::deletion_sum::DeletionSum;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::Position;
use zug_solve::{Limits, NodeKaylesSolver};

/// What falls apart in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumParts {
    /// Moves: each only takes moves away, and parts are those that take none away from each other.
    Moves,
    /// Things that moves ask for: each move only deletes some, and no move joins two parts.
    Nodes,
}

/// A game that is proved to be a sum of parts.
#[derive(Debug)]
pub(super) enum SumGame {
    /// A node is a move, and moves only take moves away.
    Kayles(ConflictSum),
    /// A node is a thing, and moves only delete things.
    Deletions(DeletionSum),
}

impl SumGame {
    /// The game; none if it is not proved to be one, or too large.
    pub fn new(program: &Program) -> Option<SumGame> {
        if let Some(fact) = zug_analysis::node_kayles(program) {
            return ConflictSum::new(fact).map(SumGame::Kayles);
        }
        DeletionSum::of(program).map(SumGame::Deletions)
    }

    /// What falls apart.
    pub fn parts(&self) -> SumParts {
        match self {
            SumGame::Kayles(_) => SumParts::Moves,
            SumGame::Deletions(_) => SumParts::Nodes,
        }
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        match self {
            SumGame::Kayles(game) => game.is_impartial(),
            SumGame::Deletions(game) => game.is_impartial(),
        }
    }

    /// The nodes that are left in a position.
    pub fn left(&self, position: &Position) -> Vec<usize> {
        match self {
            SumGame::Kayles(game) => game.left(position),
            SumGame::Deletions(game) => game.left(position),
        }
    }

    /// Whether these are the moves of a position by what was proved.
    pub fn has_moves(&self, position: &Position, choices: &[Choice]) -> bool {
        match self {
            SumGame::Kayles(game) => game.has_moves(position, choices),
            SumGame::Deletions(game) => game.has_moves(position, choices),
        }
    }

    /// A solver that knows nothing yet; none where there are too many nodes.
    pub fn solver(&self, limits: &Limits) -> Option<NodeKaylesSolver> {
        match self {
            SumGame::Kayles(game) => game.solver(limits),
            SumGame::Deletions(game) => game.solver(limits),
        }
    }
}
