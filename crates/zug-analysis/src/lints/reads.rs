//! Finds the fields that expressions read and moves write, as seen from the player to move.

use zug_lang::program::*;

/// Whose entry of a field it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The entry of the player to move.
    Mine,
    /// The entry of the other player.
    Theirs,
    /// Neither player's, or not known.
    Any,
}

/// A field that is read or written, and whose entry of it.
pub(super) type Touch = (FieldId, Whose);

/// The fields that an expression reads; none if it asks for legal moves, which may read all fields.
pub(super) fn reads(program: &Program, expr: &Expr) -> Option<Vec<Touch>> {
    let mut reads = Vec::new();
    Reader { program, depth: 0 }.read(expr, &[], &mut reads).then_some(reads)
}

struct Reader<'a> {
    program: &'a Program,
    depth: usize,
}

impl Reader<'_> {
    /// Adds the reads of an expression. `given` says which players the first locals are, inside a
    /// `def`. False if the reads are not known.
    fn read(&self, expr: &Expr, given: &[Whose], reads: &mut Vec<Touch>) -> bool {
        match &expr.kind {
            kind if kind.dependency() == Dependency::LegalMoves => return false,
            ExprKind::Field(field, indexes) => reads.push((*field, self.whose(*field, indexes, given))),
            ExprKind::Call(def, arguments) => {
                let Some(def) = self.program.defs.get(def.index()) else { return false };
                let inner: Vec<Whose> = arguments.iter().map(|each| player(each, given)).collect();
                let deeper = Reader { program: self.program, depth: self.depth + 1 };
                /// The most nested calls of `def`s that are followed.
                const DEEP: usize = 64;
                if deeper.depth > DEEP || !deeper.read(&def.body, &inner, reads) {
                    return false;
                }
            }
            _ => {}
        }
        let mut all = true;
        for child in expr.children() {
            all &= self.read(child, given, reads);
        }
        all
    }

    fn whose(&self, field: FieldId, indexes: &[Expr], given: &[Whose]) -> Whose {
        let Some(field) = self.program.fields.get(field.index()) else { return Whose::Any };
        let at = field.indexes.iter().position(|domain| *domain == PLAYER);
        at.and_then(|at| indexes.get(at)).map_or(Whose::Any, |index| player(index, given))
    }
}

/// The player that an expression denotes. `given` says which players the first locals are, inside a
/// `def`.
pub(super) fn player(expr: &Expr, given: &[Whose]) -> Whose {
    match &expr.kind {
        ExprKind::Me => Whose::Mine,
        ExprKind::Other(of) => match player(of, given) {
            Whose::Mine => Whose::Theirs,
            Whose::Theirs => Whose::Mine,
            Whose::Any => Whose::Any,
        },
        ExprKind::Local(local) => given.get(local.index()).copied().unwrap_or(Whose::Any),
        _ => Whose::Any,
    }
}

/// The fields that a move writes, as seen from the player who makes it; once for each statement.
pub(super) fn stores(program: &Program, played: &Move) -> Vec<Touch> {
    statements(&played.body).filter_map(|stmt| store_of(program, stmt)).collect()
}

/// The field that a statement itself writes, as seen from the player who makes the move.
pub(super) fn store_of(program: &Program, stmt: &Stmt) -> Option<Touch> {
    let reader = Reader { program, depth: 0 };
    match &stmt.kind {
        StmtKind::Assign(Place::Field(field, indexes), ..) => {
            Some((*field, reader.whose(*field, indexes, &[])))
        }
        _ => None,
    }
}
