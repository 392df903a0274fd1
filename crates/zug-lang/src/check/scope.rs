//! Keeps the names that a body has bound: parameters, binders, `let`s and `var`s.
//!
//! A [`Scope`] belongs to one frame. Locals get numbers that are never reused; names come and go with their
//! blocks. A name whose value could not be checked is bound all the same, without a local, so that its uses are
//! passed over in silence.

use crate::program::{DomainId, Frame, Local, LocalId, Type};
use crate::source::Span;

/// What an expression may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Constants alone; says for what, as in "the size of a board".
    Constant(&'static str),
    /// The position, `me` and `opponent` too.
    Position,
    /// The position without `me` and `opponent`.
    Endless,
}

/// How a local came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A parameter of a move or `def`.
    Parameter,
    /// Bound by a quantifier, a `for`, an index.
    Binder,
    /// `let`
    Let,
    /// `var`, and which one of its body, counted in text order.
    Var(usize),
}

impl Sort {
    /// As a person would say it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Sort::Parameter => "a parameter",
            Sort::Binder => "bound here",
            Sort::Let => "a `let`",
            Sort::Var(_) => "a `var`",
        }
    }
}

/// A visible local name.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    /// As written.
    pub(super) name: String,
    /// Where it was bound.
    pub(super) span: Span,
    /// How.
    pub(super) sort: Sort,
    /// Without one the name is poisoned: what it stands for was already reported.
    pub(super) local: Option<LocalId>,
}

/// The names and locals of one body.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// All locals so far.
    pub(super) frame: Frame,
    /// Visible names, innermost last.
    pub(super) bindings: Vec<Binding>,
    /// What may be spoken of.
    pub(super) context: Context,
    /// In `show`: the cell, which stands for an index that is left out.
    pub(super) cell: Option<(DomainId, LocalId)>,
    /// Where the position was first read.
    pub(super) reads_position: Option<Span>,
    /// Where `me` or `opponent` was first read.
    pub(super) reads_me: Option<Span>,
}

impl Scope {
    /// An empty scope.
    pub(super) fn new(context: Context) -> Scope {
        Scope {
            frame: Frame::default(),
            bindings: Vec::new(),
            context,
            cell: None,
            reads_position: None,
            reads_me: None,
        }
    }

    /// A new local without a visible name.
    pub(super) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.frame.locals.push(Local { name: name.to_owned(), ty });
        LocalId((self.frame.locals.len() - 1) as u32)
    }

    /// Makes a name visible; without a type it is poisoned.
    pub(super) fn bind(&mut self, name: &str, span: Span, sort: Sort, ty: Option<Type>) -> Option<LocalId> {
        let local = ty.map(|ty| self.local(name, ty));
        self.bindings.push(Binding { name: name.to_owned(), span, sort, local });
        local
    }

    /// The innermost visible local of this name.
    pub(super) fn find(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.name == name)
    }

    /// The type of a local.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.frame.locals[local.index()].ty
    }

    /// To be given to [`Scope::leave`] at the end of a block.
    pub(super) fn enter(&self) -> usize {
        self.bindings.len()
    }

    /// Forgets the names bound since.
    pub(super) fn leave(&mut self, mark: usize) {
        self.bindings.truncate(mark);
    }
}
