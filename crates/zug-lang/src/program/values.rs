//! Values, their types, and constant tables of them.

use super::{DomainId, Set};

/// A value of the language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `none`
    #[default]
    None,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An element of the domain that the type says, by its number.
    Element(u32),
    /// A set of elements or of integers; the type says which.
    Set(Set),
    /// A set of sets, for the definition of a family; ascending, without duplicates.
    Sets(Vec<Set>),
}

/// The type of an expression, field or table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The type before `or none`.
    pub kind: Kind,
    /// Whether a value may be `none`; never true for `bool`.
    pub or_none: bool,
}

/// A type without `or none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `true`, `false`
    Bool,
    /// An integer within these bounds, both included. They are sound: no evaluation gives a value
    /// outside.
    Int {
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
    /// An element.
    Element(DomainId),
    /// A set of elements.
    Set(DomainId),
    /// A set of integers within these bounds.
    IntSet {
        /// Lower bound of the members.
        low: i64,
        /// Upper bound of the members; below `low` if the set is always empty.
        high: i64,
    },
    /// A set of sets of elements, for the definition of families; constants only.
    Sets(DomainId),
    /// Only `none` itself.
    Nothing,
}

impl Kind {
    /// The type of the members of a set of this kind; of anything else its own type.
    pub fn member(self) -> Type {
        match self {
            Kind::Set(domain) => Kind::Element(domain).always(),
            Kind::IntSet { low, high } => Kind::Int { low, high: high.max(low) }.always(),
            Kind::Sets(domain) => Kind::Set(domain).always(),
            other => other.always(),
        }
    }

    /// The type of this kind without `none`.
    pub fn always(self) -> Type {
        Type { kind: self, or_none: false }
    }

    /// The type of this kind with `none`.
    pub fn or_none(self) -> Type {
        Type { kind: self, or_none: true }
    }
}

/// A constant table, in row-major order: the last index varies fastest.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, for people: `notes`, `step(Cell)`.
    pub name: String,
    /// The indexes.
    pub indexes: Vec<TableIndex>,
    /// The type of an entry.
    pub ty: Type,
    /// All entries.
    pub entries: Vec<Value>,
}

/// The range of an index. At an index that is `none` or outside, the table gives [`Type::missing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableIndex {
    /// The elements of a domain.
    Domain(DomainId),
    /// The integers from `low` to `high`.
    Ints {
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
}

impl Type {
    /// The value of a field, table or function of this type at `none`: the empty set, false, or
    /// `none`.
    pub fn missing(self) -> Value {
        match self.kind {
            Kind::Bool => Value::Bool(false),
            Kind::Set(_) | Kind::IntSet { .. } => Value::Set(Set::default()),
            Kind::Sets(_) => Value::Sets(Vec::new()),
            _ => Value::None,
        }
    }
}
