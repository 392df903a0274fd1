//! Written-set (mod) analysis: what statements can change.

use std::collections::BTreeSet;
use zug_lang::program::*;

/// What statements can change.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenSet {
    /// Fields stored to.
    pub fields: BTreeSet<FieldId>,
    /// `var`s stored to.
    pub locals: BTreeSet<LocalId>,
    /// Whether an `again` is reached.
    pub again: bool,
}

/// What these statements can change.
pub(super) fn written_set(body: &[Stmt]) -> WrittenSet {
    let mut what = WrittenSet::default();
    for statement in statements(body) {
        match &statement.kind {
            StmtKind::Assign(Place::Field(field, _), ..) => {
                what.fields.insert(*field);
            }
            StmtKind::Assign(Place::Local(local), ..) | StmtKind::Bind(local, _) => {
                what.locals.insert(*local);
            }
            StmtKind::If(..) | StmtKind::For(..) | StmtKind::Repeat(..) => {}
            StmtKind::Again(_) | StmtKind::AgainWith(..) => what.again = true,
        }
    }
    what
}
