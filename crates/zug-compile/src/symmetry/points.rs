//! The points that a symmetry moves, and the symmetries of a definition.

use zug_lang::program::*;

/// A part of positions that a symmetry moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// A field of the position.
    Field(FieldId),
    /// A followup request.
    FollowupRequest(FollowupRequestId),
    /// An element of a domain.
    Element(DomainId, u32),
}

/// A permutation of the points: the index of each point's image.
pub(super) type Permutation = Vec<u32>;

/// The symmetries of a definition's rules. They apply to every position; the start need not be
/// symmetric.
#[derive(Clone, Debug, Default)]
pub struct Symmetry {
    /// All points.
    pub(super) points: Vec<Point>,
    /// Generators of the group, each verified; none is the identity.
    pub(super) generators: Vec<Permutation>,
    /// The order of the group; none if it exceeds 128 bits.
    pub order: Option<u128>,
    /// False if the search was given up, so that there may be more symmetries.
    pub complete: bool,
}
