//! The domains of a definition, and the constant tables over them.

use crate::program::{DefId, Domain, DomainId, Table, TableId, Value};
use std::collections::{HashMap, HashSet};

/// The key of a constant table derived from a domain, so that each table is made once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TableKey {
    /// `step(c, d, k)` with a constant k.
    Step(DomainId, i64),
    /// `step(c, d, k)` for every k of an interval.
    Steps(DomainId, i64, i64),
    /// The neighbours on a graph, by direction.
    NearBy(DomainId),
    /// The neighbours in these directions; with `None`, in the default directions of the board.
    Near(DomainId, Option<Vec<i64>>),
    /// The distances by steps in these directions; with `None`, in the default directions.
    Distance(DomainId, Option<Vec<i64>>),
    /// The elements with which these members of a family join each element.
    LinkNear(DomainId, Vec<i64>),
    /// The distances along these members of a family.
    LinkDistance(DomainId, Vec<i64>),
    /// The coordinates: `.x` (0) or `.y` (1).
    Coordinate(DomainId, usize),
    /// `Cell(x, y)`
    At(DomainId),
    /// The n-th elements of a family's members: `.1`, `.2`.
    Part(DomainId, u32),
    /// `opposite(d)`
    Opposite,
}

/// The domains, and the constant tables.
#[derive(Default)]
pub(super) struct DomainTables {
    /// The domains, by [`DomainId`].
    pub(super) all: Vec<Domain>,
    /// For each domain, its elements by name.
    pub(super) elements: Vec<HashMap<String, u32>>,
    /// The boards and graphs that the text declares, resolved or not.
    pub(super) boards: Vec<DomainId>,
    /// The domain of directions, once it is known.
    pub(super) directions: Option<DomainId>,
    /// The constant tables, by [`TableId`].
    pub(super) tables: Vec<Table>,
    /// The tables that are derived from domains.
    pub(super) table_cache: HashMap<TableKey, TableId>,
    /// For each family, the largest number of elements of a member.
    pub(super) family_widths: HashMap<DomainId, u64>,
    /// For each table, the largest number of members of a set in it.
    pub(super) widest: Vec<u64>,
    /// The most sets in the value of a `let` in a family whose value is a set of sets: its type
    /// bounds them by nothing.
    pub(super) sets_of_calls: HashMap<DefId, u64>,
    /// The board that is being cut: it has the cells of the whole board for a while.
    pub(super) cutting: Option<DomainId>,
    /// The domains that were refused, of which the kind is known and the members are not.
    pub(super) lost: HashSet<DomainId>,
}

impl DomainTables {
    /// Adds a table, and records the size of its largest set.
    pub(super) fn add_table(&mut self, table: Table) -> TableId {
        let width = |value: &Value| match value {
            Value::Set(set) => set.len() as u64,
            _ => 1,
        };
        self.widest.push(table.entries.iter().map(width).max().unwrap_or(0));
        self.tables.push(table);
        TableId((self.tables.len() - 1) as u32)
    }
}
