//! A position with what is known of it.

use crate::game::Loaded;
use std::sync::{Arc, OnceLock};
use zug::answer::RatedMove;
use zug_lang::program::Choice;
use zug_lang::semantics;

/// A position with what is known of it, and the way that led to it.
pub struct Node {
    pub position: semantics::Position,
    pub key: Vec<u64>,
    pub last: Option<(Arc<Node>, Choice)>,
    pub moves: OnceLock<Moves>,
    pub known: OnceLock<Known>,
    pub distance: OnceLock<Option<u64>>,
    pub rated: OnceLock<Vec<RatedMove>>,
    pub line: OnceLock<(Vec<String>, &'static str)>,
}

/// The payoff of an ended game, or the legal moves with their texts.
pub enum Moves {
    Over(i64),
    Legal(Vec<(Choice, String)>),
}

/// What a search or a session found.
pub struct Known {
    pub value: i64,
    pub best: Vec<Choice>,
}

impl Node {
    /// A position, and the move that led to it.
    pub fn new(loaded: &Loaded, position: semantics::Position, last: Option<(Arc<Node>, Choice)>) -> Node {
        // A position of a checked definition fits its layout; if it did not, it would have no key.
        let key = loaded.encode(&position).unwrap_or_default();
        let (moves, known, distance) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (rated, line) = (OnceLock::new(), OnceLock::new());
        Node { position, key, last, moves, known, distance, rated, line }
    }

    /// The moves from the first position that is known to this one.
    pub fn after(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut here = self.last.as_ref();
        while let Some((before, choice)) = here {
            choices.push(choice.clone());
            here = before.last.as_ref();
        }
        choices.reverse();
        choices
    }
}

impl Drop for Node {
    /// A long way is dropped step by step, not by recursion.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some((before, _)) = next {
            next = Arc::into_inner(before).and_then(|mut node| node.last.take());
        }
    }
}
