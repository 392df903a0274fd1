//! Finds what expressions read and moves store, as seen from the player to move.

use zug_lang::program::*;

/// Whose entry of a field it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// That of the player to move.
    Mine,
    /// That of the other.
    Theirs,
    /// Nobody's, or not known.
    Any,
}

/// What was read or stored: a field, and whose entry.
pub(super) type Touch = (FieldId, Whose);

/// What an expression reads; nothing where it asks for legal moves, which may read everything.
pub(super) fn reads(program: &Program, expr: &Expr) -> Option<Vec<Touch>> {
    let mut reads = Vec::new();
    Reader { program, depth: 0 }.read(expr, &[], &mut reads).then_some(reads)
}

struct Reader<'a> {
    program: &'a Program,
    depth: usize,
}

impl Reader<'_> {
    /// `given` says whom the first locals stand for, inside a `def`. False where too much may be read.
    fn read(&self, expr: &Expr, given: &[Whose], reads: &mut Vec<Touch>) -> bool {
        match &expr.kind {
            ExprKind::Can(..) | ExprKind::Stuck(_) => return false,
            ExprKind::Field(field, indexes) => reads.push((*field, self.whose(*field, indexes, given))),
            ExprKind::Call(def, arguments) => {
                let Some(def) = self.program.defs.get(def.index()) else { return false };
                let inner: Vec<Whose> = arguments.iter().map(|each| player(each, given)).collect();
                let deeper = Reader { program: self.program, depth: self.depth + 1 };
                /// Deeper than any chain of `def`s a person writes.
                const DEEP: usize = 64;
                if deeper.depth > DEEP || !deeper.read(&def.body, &inner, reads) {
                    return false;
                }
            }
            _ => {}
        }
        let mut all = true;
        expr.for_each_child(&mut |child| all &= self.read(child, given, reads));
        all
    }

    fn whose(&self, field: FieldId, indexes: &[Expr], given: &[Whose]) -> Whose {
        let Some(field) = self.program.fields.get(field.index()) else { return Whose::Any };
        let at = field.indexes.iter().position(|domain| *domain == PLAYER);
        at.and_then(|at| indexes.get(at)).map_or(Whose::Any, |index| player(index, given))
    }
}

/// Whom an expression means.
fn player(expr: &Expr, given: &[Whose]) -> Whose {
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

/// What a move stores, as seen from who makes it.
pub(super) fn stores(program: &Program, played: &Move) -> Vec<Touch> {
    let mut stores = Vec::new();
    let reader = Reader { program, depth: 0 };
    statements(&played.body, &mut |stmt| {
        if let StmtKind::Assign(Place::Field(field, indexes), ..) = &stmt.kind {
            stores.push((*field, reader.whose(*field, indexes, &[])));
        }
    });
    stores
}

/// Every statement of a body, those inside others too.
pub(super) fn statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If(_, yes, no) => {
                statements(yes, visit);
                statements(no, visit);
            }
            StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => statements(body, visit),
            _ => {}
        }
    }
}

/// Whether a test holds for an expression or for one that it is made of, in the `def`s that it uses too.
pub(super) fn mentions(program: &Program, expr: &Expr, test: &dyn Fn(&ExprKind) -> bool) -> bool {
    if test(&expr.kind) {
        return true;
    }
    if let ExprKind::Call(def, _) = &expr.kind
        && let Some(def) = program.defs.get(def.index())
        && mentions(program, &def.body, test)
    {
        return true;
    }
    let mut found = false;
    expr.for_each_child(&mut |child| found = found || mentions(program, child, test));
    found
}

/// Every condition and player of an outcome.
pub(super) fn outcome_exprs<'a>(outcome: &'a Outcome, visit: &mut dyn FnMut(&'a Expr)) {
    match &outcome.kind {
        OutcomeKind::Wins(player) => visit(player),
        OutcomeKind::Points(points, player) => {
            visit(points);
            visit(player);
        }
        OutcomeKind::If(condition, yes, no) => {
            visit(condition);
            outcome_exprs(yes, visit);
            outcome_exprs(no, visit);
        }
        OutcomeKind::Draw | OutcomeKind::Pass => {}
    }
}
