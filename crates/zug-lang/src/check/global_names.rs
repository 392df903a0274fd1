//! The names that items declare.

use super::scope::Sort;
use crate::program::{DefId, DomainId, FieldId, TableId, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};
use std::collections::HashMap;

/// The declaration of a global name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'a> {
    /// A domain that the checker adds: `Player`, `Direction`.
    Ready(DomainId),
    /// An enum, range, board, graph or family.
    Domain(DomainId, &'a ast::Item),
    /// `param`
    Param(&'a ast::Declared),
    /// `let`
    Let { indexes: &'a [ast::Index], ty: Option<&'a ast::Type>, value: &'a ast::Initial },
    /// `def`
    Def { parameters: &'a [(Name, ast::Type)], body: &'a ast::Expr },
    /// A field of the position.
    Field(&'a ast::Declared),
}

/// The meaning of a global name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A domain.
    Domain(DomainId),
    /// A `let` or `param` without indexes.
    Constant(Value, Type),
    /// A `let` or `param` with indexes, or a list.
    Table(TableId),
    /// A `def`.
    Def(DefId),
    /// A field.
    Field(FieldId),
}

/// The progress of resolving a name.
#[derive(Clone, Debug)]
pub(super) enum Status {
    /// Not asked for yet.
    Todo,
    /// Being resolved; a further use is a circle.
    Doing,
    /// Resolved.
    Done(Meaning),
    /// Refused; the reason is reported.
    Failed,
}

/// A declared name.
#[derive(Clone, Debug)]
pub(super) struct Global<'a> {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) origin: Origin<'a>,
    pub(super) status: Status,
}

impl Origin<'_> {
    /// The kind of the declaration in words, with its article.
    pub(super) fn words(self) -> &'static str {
        match self {
            Origin::Ready(_) => "a domain",
            Origin::Domain(_, item) => match item.kind {
                ItemKind::Enum { .. } => "an enum",
                ItemKind::Range { .. } => "a range",
                ItemKind::Board { .. } => "a board",
                ItemKind::Graph { .. } => "a graph",
                _ => "a family",
            },
            Origin::Param(_) => "a param",
            Origin::Let { .. } => "a `let`",
            Origin::Def { .. } => "a `def`",
            Origin::Field(_) => "a field",
        }
    }
}

/// The global names of a definition.
#[derive(Default)]
pub(super) struct GlobalNames<'a> {
    /// What items declare, in text order.
    pub(super) globals: Vec<Global<'a>>,
    /// For each name, where it stands in `globals`.
    pub(super) by_name: HashMap<String, usize>,
    /// The names that were bound while a domain that may have such an element was not resolved.
    pub(super) bound_early: Vec<(Name, Sort)>,
    /// The globals that are being resolved, outermost first, each with the place of its use.
    pub(super) trail: Vec<(usize, Span)>,
}
