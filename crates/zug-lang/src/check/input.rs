//! The text that is checked, and the settings beside it.

use crate::syntax::ast;

/// The input of a check.
#[derive(Clone, Copy)]
pub(super) struct CheckInput<'a> {
    /// The syntax tree of the definition.
    pub(super) game: &'a ast::Game,
    /// The settings from outside, in the order given.
    pub(super) settings: &'a [ast::Setting],
}
