//! Finds moves that take a piece up and put it nowhere, because a step has left the board.

use std::collections::BTreeSet;
use zug_analysis::lints::LOST_PIECE;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Choice, MoveId, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Span;

/// So many moves are played by the rules by name to find such places.
const BUDGET: usize = 100_000;

/// The moves that may lose a piece, and the places that were found.
pub(super) struct LostPieces {
    suspects: Vec<bool>,
    known: BTreeSet<Span>,
    left: usize,
}

impl LostPieces {
    pub fn new(program: &Program, semantics: &Semantics<'_>) -> LostPieces {
        let off = LOST_PIECE.is_off(program);
        let ids = (0u32..).map(MoveId).take(program.moves.len());
        let suspects = ids.map(|id| !off && semantics.may_lose_pieces(id)).collect();
        LostPieces { suspects, known: BTreeSet::new(), left: BUDGET }
    }

    /// Whether a move is to be looked at.
    pub fn suspects(&mut self, choice: &Choice) -> bool {
        let Choice::Play(id, _) = choice else { return false };
        let suspect = self.left > 0 && self.suspects.get(id.index()).copied().unwrap_or_default();
        self.left -= usize::from(suspect);
        suspect
    }

    /// The places at which a move loses a piece, those that are known left out.
    pub fn found(&mut self, semantics: &Semantics<'_>, position: &Position, choice: &Choice) -> Vec<Span> {
        let mut found = semantics.lost_pieces(position, choice);
        found.retain(|span| self.known.insert(*span));
        found
    }
}

/// The warning about a place.
pub(super) fn warning(span: Span) -> Diagnostic {
    LOST_PIECE
        .warn("a piece is taken up here and put nowhere".into(), span, "this is `none` here")
        .help("guard the move so that there is a place to go to: `.. != none`, or `.. in empty`")
}
