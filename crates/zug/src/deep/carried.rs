//! The pairs of entries of fields between which some move carries an element, as a card goes from a
//! hand to the table: it leaves the one and comes to the other.

use super::entries::{EntryPair, PairReason, entry};
use zug_lang::program::{
    Expr, ExprKind, FieldId, Kind, LocalId, Move, PLAYER, Place, Program, Stmt, StmtKind, Store, statements,
};

/// What one statement does to an entry: it takes an element out, or puts one in.
pub(super) struct CarriedElement<'p> {
    pub stmt: &'p Stmt,
    pub field: FieldId,
    pub indexes: &'p [Expr],
    pub element: LocalId,
    pub is_put: bool,
}

/// The pairs of which no `X & Y` is written, and of which both lose elements somewhere: a mark that
/// stays is carried nowhere.
pub(super) fn carried_pairs(program: &Program) -> Vec<EntryPair> {
    let mut found = Vec::new();
    for played in &program.moves {
        let steps: Vec<CarriedElement<'_>> =
            played.body.iter().flat_map(|stmt| elements_of(played, stmt)).collect();
        for out in steps.iter().filter(|step| !step.is_put) {
            let into = steps.iter().filter(|step| step.is_put && step.element == out.element);
            for put in into.filter(|put| loses(program, put.field) && !are_met(program, put.field, out.field))
            {
                let from = entries(program, out);
                let pairs = from
                    .into_iter()
                    .flat_map(|one| entries(program, put).into_iter().map(move |other| [one, other]));
                let place = put.stmt.span;
                found.extend(pairs.filter(|[one, other]| one != other).map(|mut entries| {
                    entries.sort();
                    EntryPair { entries, place, reason: PairReason::Carried }
                }));
            }
        }
    }
    found
}

/// The parameters that a statement takes out of an entry or puts into it: `X += c`, `X -= c` and
/// `X = X - c + d`.
pub(super) fn elements_of<'p>(played: &Move, stmt: &'p Stmt) -> Vec<CarriedElement<'p>> {
    let StmtKind::Assign(Place::Field(field, indexes), store, value) = &stmt.kind else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |set: &Expr, is_put: bool| {
        if let ExprKind::Singleton(of, _) = &set.kind
            && let ExprKind::Local(element) = of.kind
            && played.parameters.iter().any(|(own, _)| *own == element)
        {
            found.push(CarriedElement { stmt, field: *field, indexes, element, is_put });
        }
    };
    match store {
        Store::Add => add(value, true),
        Store::Sub => add(value, false),
        Store::Set => {
            let mut rest = value;
            while let ExprKind::Union(inner, last) | ExprKind::Minus(inner, last) = &rest.kind {
                add(last, matches!(rest.kind, ExprKind::Union(..)));
                rest = inner;
            }
            if !matches!(rest.kind, ExprKind::Field(of, _) if of == *field) {
                return Vec::new();
            }
        }
    }
    found
}

/// The entries that a statement stores to: of both players where it is that of who moves.
fn entries(program: &Program, step: &CarriedElement<'_>) -> Vec<(FieldId, usize)> {
    let Some(field) = program.fields.get(step.field.index()) else { return Vec::new() };
    let Kind::Set(_) = field.ty.kind else { return Vec::new() };
    match step.indexes {
        [index] if field.indexes == [PLAYER] && !matches!(index.kind, ExprKind::Const(_)) => {
            vec![(step.field, 0), (step.field, 1)]
        }
        _ => {
            let kind = ExprKind::Field(step.field, step.indexes.to_vec());
            entry(program, &Expr { kind, ty: field.ty, span: step.stmt.span }).into_iter().collect()
        }
    }
}

/// Whether some move takes elements out of a field, or stores another set.
fn loses(program: &Program, field: FieldId) -> bool {
    program.moves.iter().flat_map(|each| statements(&each.body)).any(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(of, _), Store::Sub | Store::Set, _) => *of == field,
        _ => false,
    })
}

/// Whether the definition asks what two fields have in common.
pub(super) fn are_met(program: &Program, one: FieldId, other: FieldId) -> bool {
    let speaks =
        |set: &Expr, of: FieldId| program.has(set, |e| matches!(e.kind, ExprKind::Field(f, _) if f == of));
    program.expressions().any(|expr| match &expr.kind {
        ExprKind::Intersect(a, b) => speaks(a, one) && speaks(b, other) || speaks(a, other) && speaks(b, one),
        _ => false,
    })
}
