//! Domains, and the boards whose cells they are.

use super::{DomainId, Set};
use crate::source::Span;
use std::sync::Arc;

/// A finite, ordered set of elements. Elements are numbered from 0.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// The span of its declaration (for `Player`, of the `players` item; for `Direction`, of the
    /// first board or graph).
    pub span: Span,
    /// Its kind.
    pub kind: DomainKind,
    /// The names of the elements, in order.
    pub members: Vec<String>,
}

/// The kind of a domain.
#[derive(Clone, Debug)]
pub enum DomainKind {
    /// The two players.
    Players,
    /// The directions of all boards and graphs of the definition.
    Directions,
    /// `enum`
    Enum,
    /// `range`; its elements count as the integers from `low` on.
    Range {
        /// The number of element 0.
        low: i64,
    },
    /// `board`; the elements of rings and paths count as the integers from 1 on.
    Board(Board),
    /// `graph`.
    Graph {
        /// For each element, the elements to which an edge leads, ascending.
        near: Vec<Vec<u32>>,
        /// The coordinates (x, y) of each element if all names are squares.
        squares: Option<Vec<(i64, i64)>>,
    },
    /// `family`: each element is a set over the base domain.
    Family {
        /// The domain of the sets' members.
        base: DomainId,
        /// The set of each element: ascending, different, not empty.
        members: Vec<Set>,
    },
    /// The nodes or the branch labels of a `tree` item.
    Tree,
}

/// A board: its geometry, and which of its cells there are. `boards` says what it can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The geometry of the whole board.
    pub geometry: BoardGeometry,
    /// The cells of the geometry that there are, ascending; without it all.
    pub cut: Option<Arc<[u32]>>,
}

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGeometry {
    /// Width and height, of squares.
    Grid(i64, i64),
    /// Width and height, of squares; opposite edges are joined.
    Torus(i64, i64),
    /// Width and height, of hexagons in a rhombus.
    Hex(i64, i64),
    /// Width and height, of hexagons in a rhombus; opposite edges are joined.
    HexTorus(i64, i64),
    /// The number of hexagons along a side, of hexagons in a hexagon.
    Hexagon(i64),
    /// The number of rows.
    Triangle(i64),
    /// The number of points.
    Ring(i64),
    /// The number of points.
    Path(i64),
}

impl Domain {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no elements, which only a family allows.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether the elements are the points of a ring, which a step goes round.
    pub fn is_ring(&self) -> bool {
        matches!(&self.kind, DomainKind::Board(board) if matches!(board.geometry, BoardGeometry::Ring(_)))
    }

    /// The number of element 0, if the elements count as integers.
    pub fn low(&self) -> Option<i64> {
        match &self.kind {
            DomainKind::Range { low } => Some(*low),
            DomainKind::Board(board) => {
                matches!(board.geometry, BoardGeometry::Ring(_) | BoardGeometry::Path(_)).then_some(1)
            }
            _ => None,
        }
    }
}
