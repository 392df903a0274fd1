//! Entries of fields: which one an expression reads, and what it holds.

use zug_lang::program::{Expr, ExprKind, FieldId, Kind, PLAYER, Program, Set, Value};
use zug_lang::semantics::Position;
use zug_lang::source::Span;

/// Two entries of fields that are kept apart, and where.
pub(super) struct EntryPair {
    pub entries: [(FieldId, usize); 2],
    pub place: Span,
    pub reason: PairReason,
}

/// What makes two entries a pair that has no element in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PairReason {
    /// Both are taken away from one set.
    Taken,
    /// A move carries an element from one to the other.
    Carried,
    /// One of them is taken away from a whole board.
    OneTaken,
    /// A move puts into one what it chose from the other.
    Landed,
}

/// The entry of a field that an expression reads, if it is known whose it is: `men[A]`, `king`. The
/// player to move and the other one stand for the two players.
pub(super) fn entry(program: &Program, e: &Expr) -> Option<(FieldId, usize)> {
    let e = match &e.kind {
        ExprKind::Singleton(of, _) => of,
        _ => e,
    };
    let ExprKind::Field(id, indexes) = &e.kind else { return None };
    let field = &program.fields[id.index()];
    let at = match indexes.as_slice() {
        [] => 0,
        [index] => match &index.kind {
            ExprKind::Const(Value::Element(at)) => *at as usize,
            ExprKind::Me => 0,
            ExprKind::Other(of) if matches!(of.kind, ExprKind::Me) => 1,
            _ => return None,
        },
        _ => return None,
    };
    let by_turn = matches!(indexes.first().map(|index| &index.kind), Some(ExprKind::Me | ExprKind::Other(_)));
    let known = !by_turn || field.indexes == [PLAYER];
    (known && matches!(field.ty.kind, Kind::Set(_) | Kind::Element(_))).then_some((*id, at))
}

/// Whether a set is all elements of its domain.
pub(super) fn is_whole(program: &Program, set: &Expr) -> bool {
    matches!((&set.kind, set.ty.kind), (ExprKind::Const(Value::Set(all)), Kind::Set(domain))
        if all.len() == program.domain(domain).len())
}

/// The elements of an entry.
pub(super) fn elements(position: &Position, (field, at): (FieldId, usize)) -> Set {
    match position.fields.get(field.index()).and_then(|entries| entries.get(at)) {
        Some(Value::Set(set)) => set.clone(),
        Some(Value::Element(one)) => std::iter::once(i64::from(*one)).collect(),
        _ => Set::default(),
    }
}

/// The entry as it is written.
pub(super) fn written(program: &Program, (field, at): (FieldId, usize)) -> String {
    let field = &program.fields[field.index()];
    match field.indexes.first() {
        Some(domain) => format!("{}[{}]", field.name, program.domain(*domain).members[at]),
        None => field.name.clone(),
    }
}
