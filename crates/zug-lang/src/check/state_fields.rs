//! The fields of `state`.

use crate::program::Field;
use crate::syntax::ast;

/// The fields of positions.
#[derive(Default)]
pub(super) struct StateFields<'a> {
    /// The fields, in text order.
    pub(super) fields: Vec<Field>,
    /// For each field, its declaration.
    pub(super) declared: Vec<&'a ast::Declared>,
    /// The player who moves first.
    pub(super) first_turn: u32,
}
