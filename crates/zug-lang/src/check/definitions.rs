//! The params and the `def`s of a definition.

use crate::program::{Def, DefId, Type, Value};
use crate::source::Span;
use std::cell::RefCell;
use std::collections::HashMap;

/// Whether a `def` reads the position or the player to move; calls inherit it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    /// A place that reads the position, if there is one.
    pub(super) position: Option<Span>,
    /// A place that reads `me` or `opponent`, if there is one.
    pub(super) me: Option<Span>,
}

/// The params and the `def`s, by [`DefId`].
#[derive(Default)]
pub(super) struct Definitions {
    /// The params: name, values, type, and whether it is a list or a table.
    pub(super) params: Vec<(String, Vec<Value>, Type, bool)>,
    /// The `def`s.
    pub(super) all: Vec<Def>,
    /// For each `def`, what it reads.
    pub(super) reads: Vec<Reads>,
    /// For each `def`, an upper bound of the steps of one evaluation.
    pub(super) costs: Vec<u64>,
    /// For each `def`, the number of expressions after its calls are expanded.
    pub(super) sizes: Vec<u64>,
    /// For each `def`, how deep its expressions are nested after its calls are expanded.
    pub(super) levels: Vec<usize>,
    /// The moves that each `def` asks about by `can` or `stuck`; filled on demand.
    pub(super) asks: RefCell<HashMap<DefId, Vec<(usize, Span)>>>,
}
