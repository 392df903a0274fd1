//! The names that a body binds: parameters, binders, `let`s and `var`s.
//!
//! A [`Scope`] belongs to one frame. Locals are numbered, and no number is used twice; names are
//! visible up to the end of their block. A name whose value is poisoned is bound without a local,
//! so its uses cause no diagnostics.

use crate::program::{DomainId, Frame, Kind, Local, LocalId, Type, Value};
use crate::source::Span;

/// What an expression may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Constants only. The text names the place in messages, as in "the size of a board".
    Constant(&'static str),
    /// The position, with `me` and `opponent`.
    Position,
    /// The position without `me` and `opponent`.
    Endless,
}

impl Context {
    /// The right side of a `family`.
    pub(super) const FAMILY: Self = Self::Constant("a family");
}

/// The kind of binding of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A parameter of a move or `def`.
    Parameter,
    /// Bound by a quantifier, a `for`, an index.
    Binder,
    /// `let`
    Let,
    /// `var`, with its number among the `var`s of its body in text order.
    Var(usize),
}

impl Sort {
    /// The kind in words.
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
    /// The name.
    pub(super) name: String,
    /// The span of the name where it is bound.
    pub(super) span: Span,
    /// The kind of binding.
    pub(super) sort: Sort,
    /// Its local; `None` if the name is poisoned.
    pub(super) local: Option<LocalId>,
    /// What it always is, if that is worked out.
    pub(super) known: Option<Value>,
}

/// The names and locals of one body.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// All locals of the frame so far.
    pub(super) frame: Frame,
    /// The visible names, innermost last.
    pub(super) bindings: Vec<Binding>,
    /// What may be read.
    pub(super) context: Context,
    /// Whether members of a family are written here: sets written out are patterns, which are there
    /// as a whole or not at all.
    pub(super) patterns: bool,
    /// The range, ring or path of which the members of this family, or those of its members, are
    /// sets: the numbers of a pattern are elements of it.
    pub(super) numbers: Option<DomainId>,
    /// In `show`, the domain and the local of the cell to draw; the cell stands for an index that
    /// is left out.
    pub(super) cell: Option<(DomainId, LocalId)>,
    /// The first place that reads the position.
    pub(super) reads_position: Option<Span>,
    /// The first place that reads `me` or `opponent`.
    pub(super) reads_me: Option<Span>,
}

impl Scope {
    /// An empty scope.
    pub(super) fn new(context: Context) -> Scope {
        Scope {
            frame: Frame::default(),
            bindings: Vec::new(),
            context,
            patterns: context == Context::FAMILY,
            numbers: None,
            cell: None,
            reads_position: None,
            reads_me: None,
        }
    }

    /// An empty scope for the right side of a family; the numbers of its patterns are elements of
    /// this range.
    pub(super) fn of_family(numbers: Option<DomainId>) -> Scope {
        Scope { numbers, ..Scope::new(Context::FAMILY) }
    }

    /// What `check` finds of a part in which no members of a family are written, such as a
    /// condition.
    pub(super) fn apart<T>(&mut self, check: impl FnOnce(&mut Scope) -> T) -> T {
        let patterns = std::mem::replace(&mut self.patterns, false);
        let found = check(self);
        self.patterns = patterns;
        found
    }

    /// Adds a local without a visible name.
    pub(super) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.frame.locals.push(Local { name: name.to_owned(), ty });
        LocalId((self.frame.locals.len() - 1) as u32)
    }

    /// Makes a name visible; without a type it is poisoned and gets no local.
    pub(super) fn bind(&mut self, name: &str, span: Span, sort: Sort, ty: Option<Type>) -> Option<LocalId> {
        let local = ty.map(|ty| self.local(name, ty));
        self.bindings.push(Binding { name: name.to_owned(), span, sort, local, known: None });
        local
    }

    /// The innermost visible binding of a name.
    pub(super) fn find(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.name == name)
    }

    /// The type of a local.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.frame.locals[local.index()].ty
    }

    /// A mark for [`Scope::leave`] at the end of a block.
    pub(super) fn enter(&self) -> usize {
        self.bindings.len()
    }

    /// Removes the names bound since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        self.bindings.truncate(mark);
    }

    /// The parameter or binder that is the only element of a domain with a name here, and its
    /// place.
    pub(super) fn chosen_element(&self, domain: DomainId) -> Option<(String, Span)> {
        let chosen = |binding: &&Binding| {
            matches!(binding.sort, Sort::Parameter | Sort::Binder)
                && binding.local.is_some_and(|local| self.ty(local).kind == Kind::Element(domain))
        };
        let mut all = self.bindings.iter().filter(chosen);
        let (only, None) = (all.next()?, all.next()) else { return None };
        Some((only.name.clone(), only.span))
    }
}
