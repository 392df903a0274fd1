//! Finds the legal choices of a position.

use super::eval::{Here, World};
use crate::program::{MoveId, Value};

/// Whether the mover has a choice of this move with its first parameters fixed.
pub(super) fn is_possible(_world: World, _here: Here, _asked: MoveId, _fixed: &[Value]) -> bool {
    false
}

/// Whether the mover has any `move` with nothing asked for.
pub(super) fn any_move(_world: World, _here: Here) -> bool {
    false
}
