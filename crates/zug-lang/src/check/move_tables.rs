//! The moves and the followups of a definition.

use crate::program::{FollowupRequest, FollowupRequestId, Move, MoveId, Type};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::HashMap;

/// A declared move with what uses of it need to know.
#[derive(Clone, Debug)]
pub(super) struct MoveEntry<'a> {
    /// The move in the syntax tree.
    pub(super) ast: &'a ast::Move,
    /// The span of the item.
    pub(super) span: Span,
    /// The types of the parameters, computed at the first use; `None` inside for a poisoned
    /// parameter.
    pub(super) signature: Option<Vec<Option<Type>>>,
    /// Whether the signature is being computed, to detect a circle.
    pub(super) busy: bool,
}

/// The moves: declared, and as far as they are checked.
#[derive(Default)]
pub(super) struct MoveTables<'a> {
    /// The declared moves, by [`MoveId`].
    pub(super) entries: Vec<MoveEntry<'a>>,
    /// The moves by name.
    pub(super) by_name: HashMap<String, MoveId>,
    /// The checked moves; none where one was refused.
    pub(super) all: Vec<Option<Move>>,
    /// The followups that are asked for, each once.
    pub(super) requests: Vec<FollowupRequest>,
}

impl MoveTables<'_> {
    /// The name of the followup, where there is just one.
    pub(super) fn only_followup(&self) -> Option<&str> {
        let mut all = self.entries.iter().filter(|entry| entry.ast.followup);
        let (only, None) = (all.next()?, all.next()) else { return None };
        Some(&only.ast.name.text)
    }

    /// The id of a followup request; equal requests share one id.
    pub(super) fn request(&mut self, request: FollowupRequest) -> FollowupRequestId {
        let at = self.requests.iter().position(|known| *known == request).unwrap_or_else(|| {
            self.requests.push(request);
            self.requests.len() - 1
        });
        FollowupRequestId(at as u32)
    }
}
