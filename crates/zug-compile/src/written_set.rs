//! Written-set (mod) analysis: the fields and locals that statements can write.

use std::collections::BTreeSet;
use zug_lang::program::*;

/// What statements can write.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenSet {
    /// The fields.
    pub fields: BTreeSet<FieldId>,
    /// The locals.
    pub locals: BTreeSet<LocalId>,
    /// Whether there is an `again`.
    pub again: bool,
}

/// The written set of statements, by their form.
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
