//! Positions of the reference semantics.

use crate::program::{FollowupRequestId, Program, Value};
use zug_game::Player;

/// The pending request of an `again with`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Asked {
    /// The request: the moves, each with the number of its fixed parameters.
    pub request: FollowupRequestId,
    /// The values of the fixed parameters, for each move of the request.
    pub arguments: Vec<Vec<Value>>,
}

/// A position: the values of all fields, the player to move, and the pending request. Play from
/// here on depends on nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The entries of each field, in the order of [`crate::program::Field::initial`].
    pub fields: Vec<Vec<Value>>,
    /// The player to move.
    pub turn: Player,
    /// The pending request, if there is one: the only moves that are allowed.
    pub asked: Option<Asked>,
}

impl Position {
    /// The first position.
    pub fn start(program: &Program) -> Position {
        Position {
            fields: program.fields.iter().map(|field| field.initial.clone()).collect(),
            turn: if program.first_turn == 0 { Player::First } else { Player::Second },
            asked: None,
        }
    }
}
