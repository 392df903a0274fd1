//! Bounds, domain and hull of types.

use super::bounds::{Interval, interval};
use crate::program::{DomainId, Kind, Type};

impl Type {
    /// The bounds of an integer type; `None` for other types.
    pub(super) fn bounds(self) -> Option<Interval> {
        match self.kind {
            Kind::Int { low, high } => Some(interval(low, high)),
            _ => None,
        }
    }

    /// The domain in which names beside a value of this type are looked up.
    pub(super) fn domain(self) -> Option<DomainId> {
        match self.kind {
            Kind::Element(d) | Kind::Set(d) | Kind::Sets(d) => Some(d),
            _ => None,
        }
    }
}

/// The kind of integers within these bounds.
pub(super) fn int(bounds: Interval) -> Kind {
    Kind::Int { low: bounds.low, high: bounds.high }
}

/// The domain of an element or a set.
pub(super) fn domain_of(kind: Kind) -> Option<DomainId> {
    match kind {
        Kind::Element(domain) | Kind::Set(domain) => Some(domain),
        _ => None,
    }
}

/// The type of an expression that has the value of either of two others of one kind.
pub(super) fn hull(a: Type, b: Type) -> Type {
    let kind = match (a.kind, b.kind) {
        (Kind::Int { low, high }, Kind::Int { low: l, high: h }) => {
            int(interval(low, high).hull(interval(l, h)))
        }
        (Kind::IntSet { low, high }, other) if low > high => other,
        (other, Kind::IntSet { low, high }) if low > high => other,
        (Kind::IntSet { low, high }, Kind::IntSet { low: l, high: h }) => {
            Kind::IntSet { low: low.min(l), high: high.max(h) }
        }
        (kind, _) => kind,
    };
    Type { kind, or_none: a.or_none || b.or_none }
}

/// The kind of what is always empty.
pub(super) const NOTHING: Kind = Kind::IntSet { low: 0, high: -1 };

/// Whether no value of this kind is other than `none` or the empty set.
pub(super) fn is_nothing(kind: Kind) -> bool {
    match kind {
        Kind::Nothing => true,
        Kind::IntSet { low, high } => low > high,
        _ => false,
    }
}
