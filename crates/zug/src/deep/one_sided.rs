//! The pairs of entries of one field, for the two players, of which the definition speaks as if no
//! cell were in both though it names one of them alone: `Cell - stones[me]`, where `stones[me]`
//! and `stones[opponent]` are meant, and a man that lands on one of the other player.

use super::carried::{are_met, elements_of};
use super::entries::{EntryPair, PairReason, entry, is_whole};
use zug_lang::program::{
    DomainKind, Expr, ExprKind, FieldId, Kind, Move, PLAYER, Place, Program, StmtKind, Store, Value,
    statements,
};
use zug_lang::source::Span;

/// These pairs, each once for each field. The sets begin apart, are of cells of a board, and some
/// move adds to them; what the definition asks to have in common is in both on purpose.
pub(super) fn one_sided_pairs(program: &Program) -> Vec<EntryPair> {
    let ids = (0u32..).map(FieldId).take(program.fields.len());
    let fields = ids.filter(|id| is_of_men(program, *id) && !are_met(program, *id, *id));
    let places = fields.filter_map(|id| {
        let taken = || program.expressions().find(|e| takes_one(program, e, id)).map(|e| (e.span, false));
        let landed = || program.moves.iter().find_map(|each| landing(each, id)).map(|place| (place, true));
        landed().or_else(taken).map(|found| (id, found))
    });
    let pair = |(id, (place, is_landing)): (FieldId, (Span, bool))| EntryPair {
        entries: [(id, 0), (id, 1)],
        place,
        reason: if is_landing { PairReason::Landed } else { PairReason::OneTaken },
    };
    places.map(pair).collect()
}

/// Whether a field holds cells of a board for each player, which begin apart and are added to.
fn is_of_men(program: &Program, id: FieldId) -> bool {
    let Some(field) = program.fields.get(id.index()) else { return false };
    let Kind::Set(domain) = field.ty.kind else { return false };
    let is_board = matches!(program.domain(domain).kind, DomainKind::Board(_));
    let begin_apart = match &field.initial[..] {
        [Value::Set(one), Value::Set(two)] => one.intersection(two).iter().next().is_none(),
        _ => false,
    };
    let is_added = program.moves.iter().flat_map(|each| statements(&each.body)).any(|stmt| {
        matches!(&stmt.kind, StmtKind::Assign(Place::Field(of, _), Store::Add | Store::Set, _) if *of == id)
    });
    field.indexes == [PLAYER] && is_board && begin_apart && is_added
}

/// Whether an expression takes one entry of a field, and not the other, away from a whole board, or
/// asks that a shape has nothing in common with one of them.
fn takes_one(program: &Program, expr: &Expr, field: FieldId) -> bool {
    let is_of_field = |e: &Expr| entry(program, e).is_some_and(|(of, _)| of == field);
    let speaks = |e: &Expr| program.has(e, |e| matches!(e.kind, ExprKind::Field(of, _) if of == field));
    let is_one = match &expr.kind {
        ExprKind::Minus(from, out) => is_of_field(out) && is_whole(program, from),
        ExprKind::Equal(one, two) => {
            let is_nothing = |e: &Expr| matches!(&e.kind, ExprKind::Const(Value::Set(set)) if set.is_empty());
            let ExprKind::Intersect(shape, set) = &one.kind else { return false };
            let is_shape = |e: &Expr| matches!(e.kind, ExprKind::MemberSet(_));
            is_nothing(two) && (is_shape(shape) && is_of_field(set) || is_shape(set) && is_of_field(shape))
        }
        _ => false,
    };
    is_one && !program.expressions().any(|outer| takes_more(outer, expr, &speaks))
}

/// Whether something more of the same field is taken away from what `inner` leaves.
fn takes_more(outer: &Expr, inner: &Expr, speaks: &dyn Fn(&Expr) -> bool) -> bool {
    let ExprKind::Minus(from, out) = &outer.kind else { return false };
    speaks(out) && from.walk().any(|e| std::ptr::eq(e, inner))
}

/// The place where a move puts into the entry of the player to move what it chose from that of the
/// other one.
fn landing(played: &Move, field: FieldId) -> Option<Span> {
    let of_other = |set: &Expr| is_entry_of_other(set, field);
    let is_chosen = |element| played.parameters.iter().any(|(own, set)| *own == element && of_other(set));
    let stored = played.body.iter().flat_map(|stmt| elements_of(played, stmt));
    let mut put = stored.filter(|step| step.is_put && step.field == field);
    put.find(|step| matches!(step.indexes, [Expr { kind: ExprKind::Me, .. }]) && is_chosen(step.element))
        .map(|step| step.stmt.span)
}

/// Whether all members of a set are of the entry of the player who is not to move.
fn is_entry_of_other(set: &Expr, field: FieldId) -> bool {
    match &set.kind {
        ExprKind::Intersect(one, two) => is_entry_of_other(one, field) || is_entry_of_other(two, field),
        ExprKind::Field(of, by) => {
            *of == field
                && matches!(by.as_slice(), [Expr { kind: ExprKind::Other(of), .. }] if matches!(of.kind, ExprKind::Me))
        }
        _ => false,
    }
}
