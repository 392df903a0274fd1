//! A board with what stands on it, as it is drawn.

use super::colours::Ink;
use std::collections::BTreeSet;
use zug_game::Player;
use zug_lang::program::{DomainId, FieldId, Value};

/// What a `show` item writes for a wall.
pub const WALL: &str = "#";

/// A piece, a mark or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The letter, or what is counted there.
    pub text: String,
    /// Whose it is.
    pub ink: Ink,
    /// How it is drawn.
    pub face: Face,
}

/// How a piece is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// By its letter.
    Letter,
    /// By its colour alone: its owner has no other pieces.
    Plain,
    /// By a crown: its owner has this letter in lower case for another.
    Crown,
}

/// An element as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// A cell with nothing on it.
    Empty,
    /// A cell that the `show` item leaves blank.
    Void,
    /// A cell that was taken away.
    Gone,
    /// A mark that is there always: the goals, the fixed dots.
    Ground(DrawnPiece),
    /// A piece.
    Piece(DrawnPiece),
    /// A number or a name.
    Written(String),
    /// Pieces on each other.
    Stack(PieceStack),
    /// So many levels of a building.
    Levels(usize),
    /// Pieces in one another, the largest first, of so many sizes.
    Nested(Vec<Sized>, usize),
}

/// A line of a family of pairs.
#[derive(Clone, Debug)]
pub struct DrawnLine {
    /// The family.
    pub family: DomainId,
    /// Which member.
    pub member: usize,
    /// Its ends.
    pub ends: (usize, usize),
    /// Who drew it; `None` while it is not drawn.
    pub ink: Option<Ink>,
}

/// A board with what is on it.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The fields that tell what stands here; `None` where all that hold its elements do.
    pub shown: Option<BTreeSet<FieldId>>,
    /// Which element of which domain this board belongs to, where there are several.
    pub index: Option<(DomainId, usize)>,
    /// What stands on each element.
    pub stands: Vec<Stand>,
    /// All lines that can be drawn.
    pub lines: Vec<DrawnLine>,
    /// Members of larger families (boxes, triangles) all of whose lines are drawn.
    pub closed: Vec<Vec<usize>>,
    /// Edges of a tree that play went along.
    pub trail: Vec<(usize, usize)>,
    /// Pairs of cells between which a wall stands.
    pub walls: Vec<(usize, usize)>,
    /// Numbers of cells on which pieces stand.
    pub corners: Vec<(usize, String)>,
    /// Which purse is open, which note was taken.
    pub taken: Taken,
}

/// Pieces that lie on each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceStack {
    /// Whose they are, the lowest first.
    pub owners: Vec<Player>,
    /// What the board shows of the uppermost beside its owner.
    pub mark: Option<DrawnPiece>,
}

/// A piece of some size that others may stand under or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sized {
    /// From 1, the smallest, up.
    pub size: usize,
    /// Whose it is.
    pub owner: Player,
}

/// Which purse is open and which note was taken, by the fields that say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The purse, with the name of the field.
    pub purse: Option<(usize, String)>,
    /// The note, with the name of the field.
    pub note: Option<(usize, String)>,
    /// Notes that a set has, and whose set it is.
    pub held: Vec<(usize, Ink)>,
    /// Notes that are no longer in a set that began with all of them.
    pub gone: Vec<usize>,
}

/// A place in a picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PicturePlace {
    /// An element.
    Cell(usize),
    /// From an element to another.
    Way(usize, usize),
    /// A line, by its number among those of the panel.
    Line(usize),
    /// Several elements at once.
    Area(Vec<usize>),
    /// A note in a purse.
    Note(usize, usize),
}

/// The elements that a value names.
pub fn elements(value: &Value) -> Box<dyn Iterator<Item = usize> + '_> {
    match value {
        Value::Element(cell) => Box::new(std::iter::once(*cell as usize)),
        Value::Set(set) => Box::new(set.iter().map(|cell| cell as usize)),
        _ => Box::new(std::iter::empty()),
    }
}
