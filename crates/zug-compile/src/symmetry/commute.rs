//! Decides whether the passes of a `for` commute.
//!
//! They do if no pass reads what another writes, and each written field is either only added to as
//! a set, only subtracted from as a set, only increased or only decreased as an integer, or stored
//! to by passes at different entries. Everything else counts as not commuting.

use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// Whether the passes of a loop commute.
pub(super) fn commutes(program: &Program, binders: &[(LocalId, Expr)], guard: &Expr, body: &[Stmt]) -> bool {
    let mut loop_ =
        Loop { program, locals: Vec::new(), bound: Vec::new(), writes: Vec::new(), reads: Vec::new() };
    loop_.locals.extend(binders.iter().map(|(local, _)| *local));
    // The set of the first binder is evaluated once; that of a later one again for every member of
    // the earlier ones.
    loop_.reads.extend(binders.iter().skip(1).map(|(_, set)| set));
    loop_.reads.push(guard);
    let exchanged = loop_.body(body) && loop_.is_free();
    exchanged || is_broken(Shortcut::Commute)
}

struct Loop<'p> {
    program: &'p Program,
    /// The binders of this loop and of the loops inside it.
    locals: Vec<LocalId>,
    /// The locals that every pass binds itself.
    bound: Vec<LocalId>,
    writes: Vec<(FieldId, Store)>,
    reads: Vec<&'p Expr>,
}

impl<'p> Loop<'p> {
    fn body(&mut self, body: &'p [Stmt]) -> bool {
        body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                self.reads.extend(indexes);
                self.reads.push(value);
                self.writes.push((*field, *store));
                self.can_be_exchanged(*field, indexes, *store, value)
            }
            StmtKind::Bind(local, value) => {
                self.reads.push(value);
                self.bound.push(*local);
                true
            }
            StmtKind::Assign(Place::Local(local), _, value) => {
                self.reads.push(value);
                self.bound.contains(local)
            }
            StmtKind::If(condition, then, otherwise) => {
                self.reads.push(condition);
                self.body(then) && self.body(otherwise)
            }
            StmtKind::For(binders, guard, body) => {
                self.locals.extend(binders.iter().map(|(local, _)| *local));
                self.reads.extend(binders.iter().map(|(_, set)| set));
                self.reads.push(guard);
                self.body(body)
            }
            StmtKind::Again(condition) => {
                self.reads.push(condition);
                true
            }
            StmtKind::Repeat(..) | StmtKind::AgainWith(..) => false,
        })
    }

    fn can_be_exchanged(&self, field: FieldId, indexes: &[Expr], store: Store, value: &Expr) -> bool {
        let ty = self.program.fields[field.index()].ty;
        match (store, ty.kind) {
            (Store::Add | Store::Sub, Kind::Set(_) | Kind::IntSet { .. }) => !ty.or_none,
            // Of one sign, so whether a bound is exceeded does not depend on the order.
            (Store::Add | Store::Sub, Kind::Int { .. }) => {
                !ty.or_none && matches!(value.ty.kind, Kind::Int { low, .. } if low >= 0) && !value.ty.or_none
            }
            (Store::Set, _) => {
                let index = |local: &LocalId| {
                    indexes.iter().any(|each| matches!(each.kind, ExprKind::Local(id) if id == *local))
                };
                self.locals.iter().all(index)
            }
            _ => false,
        }
    }

    /// Whether no written field is read, and every field is written in one way.
    fn is_free(&self) -> bool {
        let alike = |(field, store): &(FieldId, Store)| {
            let of_field = || self.writes.iter().filter(|(other, _)| other == field);
            of_field().all(|(_, other)| other == store) && (*store != Store::Set || of_field().count() == 1)
        };
        self.writes.iter().all(alike) && !self.reads.iter().any(|expr| self.reads_written(expr))
    }

    fn reads_written(&self, expr: &Expr) -> bool {
        self.program.has(expr, |expr| match expr.kind.dependency() {
            Dependency::Field(field) => self.writes.iter().any(|(written, _)| *written == field),
            Dependency::LegalMoves => true,
            Dependency::Nothing | Dependency::Local(_) | Dependency::Mover | Dependency::Body(_) => false,
        })
    }
}
