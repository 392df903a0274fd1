//! Statements that add to a field, or take from it.

use zug_lang::program::*;

/// What a statement adds to a field or takes from it.
pub(super) fn added(stmt: &Stmt, id: FieldId) -> Option<(Store, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign(Place::Field(to, _), store, by) if *to == id => Some((*store, by)),
        _ => None,
    }
}

/// Whether a loop of a move stores to a field.
pub(super) fn is_looped(each: &Move, id: FieldId) -> bool {
    let loops =
        statements(&each.body).filter(|stmt| matches!(stmt.kind, StmtKind::For(..) | StmtKind::Repeat(..)));
    let inside = loops.flat_map(|stmt| stmt.bodies().into_iter().flat_map(statements));
    inside.into_iter().any(|stmt| added(stmt, id).is_some())
}
