//! The names that items declare.

use super::resolve::Global;
use crate::source::Span;
use std::collections::HashMap;

/// The global names of a definition.
#[derive(Default)]
pub(super) struct GlobalNames<'a> {
    /// What items declare, in text order.
    pub(super) globals: Vec<Global<'a>>,
    /// For each name, where it stands in `globals`.
    pub(super) by_name: HashMap<String, usize>,
    /// The globals that are being resolved, outermost first, each with the place of its use.
    pub(super) trail: Vec<(usize, Span)>,
}
