//! The pairs of entries of fields between which some move carries an element, as a card goes from a
//! hand to the table: it leaves the one and comes to the other.

use super::entries::{EntryPair, PairReason, entry};
use zug_lang::program::{
    Expr, ExprKind, FieldId, Kind, LocalId, Move, PLAYER, Place, Program, Stmt, StmtKind, Store, Value,
    statements,
};

/// What one statement does to an entry: it takes an element out, or puts one in.
pub(super) struct CarriedElement<'p> {
    pub stmt: &'p Stmt,
    pub field: FieldId,
    pub indexes: &'p [Expr],
    pub element: LocalId,
    pub is_put: bool,
}

/// The pairs that the definition compares nowhere, and of which both lose elements somewhere: a
/// mark that stays is carried nowhere.
pub(super) fn carried_pairs(program: &Program) -> Vec<EntryPair> {
    let mut found = Vec::new();
    for played in &program.moves {
        let steps: Vec<CarriedElement<'_>> =
            played.body.iter().flat_map(|stmt| elements_of(played, stmt)).collect();
        for out in steps.iter().filter(|step| !step.is_put) {
            let into = steps.iter().filter(|step| step.is_put && step.element == out.element);
            for put in into.filter(|put| loses(program, put.field) && !are_compared(program, put, out)) {
                let place = put.stmt.span;
                let pairs = crossed(program, out, put).into_iter();
                found.extend(pairs.map(|entries| EntryPair { entries, place, reason: PairReason::Carried }));
            }
        }
    }
    found
}

/// The entries between which an element is carried. Where an element may begin in several entries
/// of a field, as each player's own deck of cards, one of them loses it and the others keep it:
/// then these are entries of one player alone.
fn crossed(
    program: &Program,
    out: &CarriedElement<'_>,
    put: &CarriedElement<'_>,
) -> Vec<[(FieldId, usize); 2]> {
    let are_apart = begin_apart(program, out.field) && begin_apart(program, put.field);
    let are_of_one = matches!((out.indexes, put.indexes), ([one], [other]) if is_mine(one) && is_mine(other));
    let into = entries(program, put);
    let pairs = entries(program, out).into_iter().flat_map(|one| into.iter().map(move |other| [one, *other]));
    let is_pair =
        |[one, other]: &[(FieldId, usize); 2]| one != other && (are_apart || are_of_one && one.1 == other.1);
    let mut found: Vec<_> = pairs.filter(is_pair).collect();
    found.iter_mut().for_each(|entries| entries.sort());
    found
}

fn is_mine(index: &Expr) -> bool {
    matches!(index.kind, ExprKind::Me)
}

/// Whether no element begins in two entries of a field.
fn begin_apart(program: &Program, field: FieldId) -> bool {
    let Some(field) = program.fields.get(field.index()) else { return false };
    field.initial.iter().enumerate().all(|(at, value)| {
        field.initial[..at].iter().all(|before| match (before, value) {
            (Value::Set(one), Value::Set(other)) => one.intersection(other).is_empty(),
            _ => false,
        })
    })
}

/// The parameters that a statement takes out of an entry or puts into it: `X += c`, `X -= c`,
/// `X = X - c + d`, and `at = c` of a field that holds one element.
pub(super) fn elements_of<'p>(played: &Move, stmt: &'p Stmt) -> Vec<CarriedElement<'p>> {
    let StmtKind::Assign(Place::Field(field, indexes), store, value) = &stmt.kind else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |of: &Expr, is_put: bool| {
        if let ExprKind::Local(element) = element_of(of).kind
            && played.parameters.iter().any(|(own, _)| *own == element)
        {
            found.push(CarriedElement { stmt, field: *field, indexes, element, is_put });
        }
    };
    match store {
        Store::Add => add(value, true),
        Store::Sub => add(value, false),
        Store::Set if matches!(value.kind, ExprKind::Local(_)) => add(value, true),
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

/// The only element of a set, or what is no such set.
fn element_of(set: &Expr) -> &Expr {
    match &set.kind {
        ExprKind::Singleton(of, _) => of,
        _ => set,
    }
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
    program.expressions().any(|expr| match &expr.kind {
        ExprKind::Intersect(a, b) => speak_of(program, [a, b], [one, other]),
        _ => false,
    })
}

/// Whether the definition asks what two fields have in common, takes one of them away from the
/// other, or asks whether a member of one is in the other.
fn are_compared(program: &Program, put: &CarriedElement<'_>, out: &CarriedElement<'_>) -> bool {
    let fields = [put.field, out.field];
    let is_taken = |expr: &Expr| match &expr.kind {
        ExprKind::Minus(a, b) => speak_of(program, [a, b], fields),
        ExprKind::Quantified { binders, guard, body, .. } => {
            [guard, body].into_iter().any(|asked| asks_of_members(program, binders, asked, fields))
        }
        _ => false,
    };
    let by_moves = program.moves.iter().any(|each| {
        let body = statements(&each.body).flat_map(Stmt::expressions);
        let mut asked = body.chain([&each.when]).chain(&each.provided);
        asked.any(|asked| asks_of_members(program, &each.parameters, asked, fields))
    });
    by_moves || are_met(program, put.field, out.field) || program.expressions().any(is_taken)
}

/// Whether one of two sets speaks of one of two fields, and the other set of the other field.
fn speak_of(program: &Program, [a, b]: [&Expr; 2], [one, other]: [FieldId; 2]) -> bool {
    let speaks =
        |set: &Expr, of: FieldId| program.has(set, |e| matches!(e.kind, ExprKind::Field(f, _) if f == of));
    speaks(a, one) && speaks(b, other) || speaks(a, other) && speaks(b, one)
}

/// Whether an expression asks if what is bound to a set of one of two fields is in the other.
fn asks_of_members(
    program: &Program,
    binders: &[(LocalId, Expr)],
    asked: &Expr,
    fields: [FieldId; 2],
) -> bool {
    asked.walk().any(|e| {
        let ExprKind::In(member, within) = &e.kind else { return false };
        let ExprKind::Local(member) = member.kind else { return false };
        let mut from = binders.iter().filter(|(bound, _)| *bound == member);
        from.any(|(_, set)| speak_of(program, [set, within], fields))
    })
}

/// Whether some move puts one element into both fields of a pair, as a man comes to a cell and
/// marks it: they have it in common on purpose.
pub(super) fn are_put_together(program: &Program, pair: &EntryPair) -> bool {
    let [(one, _), (other, _)] = pair.entries;
    one != other
        && program.moves.iter().any(|played| {
            let steps = statements(&played.body).flat_map(|stmt| elements_of(played, stmt));
            let put: Vec<_> =
                steps.filter(|step| step.is_put).map(|step| (step.field, step.element)).collect();
            put.iter().any(|(field, element)| *field == one && put.contains(&(other, *element)))
        })
}
