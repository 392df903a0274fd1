//! Tests a condition for all members of a set at once.

use super::loops::Condition;
use super::lower::{Lower, Made, Scope};
use super::value::Range;
use crate::machine::ir::Reg;
use crate::program::*;

impl<'p> Lower<'p> {
    /// The mask of all values of a local for which a condition is met, if it can be told for all at once.
    pub fn lift(
        &mut self,
        _scope: &mut Scope<'p>,
        _local: LocalId,
        _range: Range,
        _condition: Condition<'p>,
    ) -> Made<Option<Vec<Reg>>> {
        Ok(None)
    }
}
