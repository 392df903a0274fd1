//! Relations of two entries of fields, the form of an invariant.

use zug_lang::program::*;

/// One entry of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldEntry {
    /// The field.
    pub field: FieldId,
    /// Its indexes.
    pub index: Vec<u32>,
}

/// A relation of two entries over one domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Two sets are disjoint.
    Apart,
    /// The element, unless it is `none`, is in the set.
    Inside,
    /// The element is not in the set.
    Outside,
    /// Two elements differ, or one is `none`.
    Differ,
}

/// A relation that holds at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    /// The domain of both entries.
    pub domain: DomainId,
    /// The first set, or the element.
    pub one: FieldEntry,
    /// The relation.
    pub relation: Relation,
    /// The set, or the second element.
    pub two: FieldEntry,
}
