//! Directions and links that must be constant: those of `reach`, `distance` and `lines`.

use super::checker::Checker;
use super::coerce::{after_faults, constant};
use super::scope::Scope;
use crate::program::{DomainId, Expr, Kind, Set, Value};
use crate::syntax::ast;

/// Directions that are fixed.
pub(super) struct Fixed {
    /// All directions of the board if none are given.
    pub(super) directions: Option<Vec<i64>>,
    /// Whether what is given is `none`.
    pub(super) none: bool,
}

/// What a function gives along directions or links that are `none`: nothing. Its other arguments
/// are evaluated where that may be a fault.
pub(super) fn at_none(none: bool, made: Expr) -> Expr {
    let (kind, span) = (made.ty.kind, made.span);
    match kind {
        _ if !none => made,
        Kind::Set(_) => after_faults(made, &constant(Value::Set(Set::default()), kind.always(), span)),
        _ => after_faults(made, &constant(Value::None, kind.or_none(), span)),
    }
}

impl Checker<'_> {
    /// Checks an optional last argument, a set of directions that must be constant.
    pub(super) fn fixed_directions(
        &mut self,
        s: &mut Scope,
        e: Option<&ast::Expr>,
        domain: DomainId,
        what: &str,
    ) -> Option<Fixed> {
        let Some(e) = e else { return Some(Fixed { directions: None, none: false }) };
        let directions = self.directions_arg(s, e)?;
        self.check_directions(domain, e.span)?;
        let none = self.is_always_none(s, &directions);
        Some(Fixed { directions: Some(self.constant_directions(s, &directions, what)?), none })
    }

    /// Whether an expression is constant, and `none`.
    pub(super) fn is_always_none(&mut self, s: &Scope, e: &Expr) -> bool {
        let may = e.ty.or_none || e.ty.kind == Kind::Nothing;
        may && self.defs.is_constant(e) && self.fold(s, e, &mut Vec::new()) == Some(Value::None)
    }
}
