//! The index of names: where each is declared, what it stands for, and where it is used.
//!
//! It is made after a check, also of a definition with errors: names are resolved once more on the
//! syntax tree alone, by the order of the checker (locals, declared names, built-ins, elements).
//! What only the checker knows is taken from it: the types of names, and the domains of elements
//! whose name several domains have.

mod describe;
mod expressions;
mod items;
mod scopes;

#[cfg(test)]
mod tests;

use super::checker::Checker;
use crate::built_ins::BuiltIn;
use crate::source::Span;

/// What a declared name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// One of `players`.
    Player,
    /// `enum`
    Enum,
    /// `range`
    Range,
    /// `board`
    Board,
    /// `graph`
    Graph,
    /// `family`
    Family,
    /// `param`
    Param,
    /// `let`
    Let,
    /// `def`
    Def,
    /// A field of `state`.
    Field,
    /// `move`
    Move,
    /// `followup`
    Followup,
    /// A member of an `enum`.
    Member,
    /// A point of a `graph`.
    Point,
    /// A parameter of a `def`, a `move` or a `followup`.
    Parameter,
    /// Bound by a quantifier, a `for`, a set, or as an index.
    Binder,
    /// `let` in the body of a move.
    LocalLet,
    /// `var` in the body of a move.
    Var,
    /// A name in a declaration that could not be read.
    Broken,
}

impl NameKind {
    /// Whether the name is visible in a part of one item only.
    pub fn is_local(self) -> bool {
        matches!(self, NameKind::Parameter | NameKind::Binder | NameKind::LocalLet | NameKind::Var)
    }

    /// Whether it is a domain.
    pub fn is_domain(self) -> bool {
        use NameKind as K;
        matches!(self, K::Enum | K::Range | K::Board | K::Graph | K::Family)
    }

    /// The kind in words, without an article.
    pub fn words(self) -> &'static str {
        match self {
            NameKind::Player => "player",
            NameKind::Enum => "enum",
            NameKind::Range => "range",
            NameKind::Board => "board",
            NameKind::Graph => "graph",
            NameKind::Family => "family",
            NameKind::Param => "param",
            NameKind::Let | NameKind::LocalLet => "let",
            NameKind::Def => "def",
            NameKind::Field => "field",
            NameKind::Move => "move",
            NameKind::Followup => "followup",
            NameKind::Member => "element",
            NameKind::Point => "point",
            NameKind::Parameter => "parameter",
            NameKind::Binder => "bound name",
            NameKind::Var => "var",
            NameKind::Broken => "name",
        }
    }
}

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: NameKind,
    /// The span of the name.
    pub span: Span,
    /// The span of the whole declaration.
    pub whole: Span,
    /// Where a local name is visible; `None` for a name that is visible everywhere.
    pub sight: Option<Span>,
    /// The definition that this one belongs to: the enum of a member, the move of a parameter.
    pub owner: Option<usize>,
    /// The type, in the notation of types: `set of Cell`, `0..9 or none`.
    pub ty: Option<String>,
    /// The value of a constant, or the members of a domain.
    pub value: Option<String>,
    /// What stands between the brackets of a use: `n: 0..9` of a `def`, `Player` of a table.
    pub takes: Vec<String>,
}

/// What a use of a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A declared name, by its number in [`Index::definitions`].
    Definition(usize),
    /// An element that has no declaration of its own, such as a cell of a board; by the number of
    /// its domain.
    Element(usize),
    /// A built-in.
    BuiltIn(&'static str),
}

/// A use of a name. Declarations count as uses of themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// The place.
    pub span: Span,
    /// What the name stands for.
    pub target: Target,
    /// Whether it is assigned here.
    pub writes: bool,
}

/// All names of a definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// The declared names, in the order in which they were found.
    pub definitions: Vec<Definition>,
    /// The uses, by their places.
    pub uses: Vec<Use>,
    /// The spans of all items, declarations, statements, outcomes and expressions, by their places.
    pub nodes: Vec<Span>,
}

impl Index {
    /// The use that contains the byte `offset` or ends at it.
    pub fn at(&self, offset: usize) -> Option<&Use> {
        let holds = |it: &&Use| it.span.start as usize <= offset && offset <= it.span.end as usize;
        let from = self.uses.partition_point(|it| (it.span.end as usize) < offset);
        let near = self.uses[from..].iter().take_while(|it| it.span.start as usize <= offset);
        // Of two names side by side the one that begins here is meant.
        near.filter(holds).last()
    }

    /// The definition behind a target, for an element that of its domain.
    pub fn definition(&self, target: &Target) -> Option<&Definition> {
        match target {
            Target::Definition(at) | Target::Element(at) => self.definitions.get(*at),
            Target::BuiltIn(_) => None,
        }
    }

    /// The names that are visible at the byte `offset`; an inner name comes after an outer one.
    pub fn visible(&self, offset: usize) -> impl Iterator<Item = (usize, &Definition)> {
        self.definitions.iter().enumerate().filter(move |(_, it)| {
            it.sight.is_none_or(|sight| sight.start as usize <= offset && offset <= sight.end as usize)
        })
    }

    /// Leaves out uses whose text is not what was written: a name inside a string with escapes has
    /// no exact place.
    pub fn keep_exact(&mut self, text: &str) {
        let definitions = &self.definitions;
        self.uses.retain(|it| {
            let written = text.get(it.span.start as usize..it.span.end as usize);
            match &it.target {
                Target::Definition(at) => definitions.get(*at).is_some_and(|of| written == Some(&of.name)),
                Target::BuiltIn(name) => written == Some(name),
                Target::Element(_) => written.is_some(),
            }
        });
    }
}

impl Checker<'_> {
    /// The index of the names of this definition.
    pub(super) fn index(&self) -> Index {
        scopes::Walk::new(self).whole()
    }
}

/// The name of a built-in as a target.
fn built_in_target(it: &'static BuiltIn) -> Target {
    Target::BuiltIn(it.name)
}
