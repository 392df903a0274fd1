//! Holds a position: all that play from here on depends on.

use crate::program::{FollowupRequestId, Program, Value};
use zug_game::Player;

/// What an `again with` has asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Asked {
    /// The moves, with how many of their first parameters are fixed.
    pub request: FollowupRequestId,
    /// The values of these, for each move of the shape.
    pub arguments: Vec<Vec<Value>>,
}

/// A value for every entry of every field, whose turn it is, and what he was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The entries of each field, laid out as in [`crate::program::Field::initial`].
    pub fields: Vec<Vec<Value>>,
    /// The player to move.
    pub turn: Player,
    /// The only moves he may make, if an `again with` said so.
    pub asked: Option<Asked>,
}

impl Position {
    /// The position from which play begins.
    pub fn start(program: &Program) -> Position {
        Position {
            fields: program.fields.iter().map(|field| field.initial.clone()).collect(),
            turn: if program.first_turn == 0 { Player::First } else { Player::Second },
            asked: None,
        }
    }
}
