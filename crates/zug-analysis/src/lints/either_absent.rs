//! Finds `c not in men[A] or c not in men[B]`, which is true of every cell where no cell is in both
//! sets: `and` is meant.

use super::CONSTANT;
use super::exclusion::shape;
use crate::entry_relations::{FieldEntry, Invariant, Relation};
use crate::invariants::invariants;
use std::cell::OnceCell;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of such conditions about the entries of both players, where these are proved to have no
/// element in common.
pub(super) fn either_absent(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let known = OnceCell::new();
    for expr in program.expressions() {
        let ExprKind::Or(all) = &expr.kind else { continue };
        let [one, two] = &all[..] else { continue };
        let (Some((member, first)), Some((same, second))) = (absent(one), absent(two)) else { continue };
        let Some(field) = of_both(program, first, second) else { continue };
        let is_written = !game.text_at(expr.span).contains("implies");
        if is_written
            && shape(member) == shape(same)
            && !is_within_a_move(program, expr)
            && are_kept_apart(known.get_or_init(|| invariants(program)), field)
        {
            let text = |part: &Expr| game.text_at(part.span);
            let (x, a, b) = (text(member), text(first), text(second));
            let message =
                format!("this holds of all that is not in both, and nothing is in `{a}` and in `{b}`");
            let help = format!("write `{x} not in {a} and {x} not in {b}`: in neither of them");
            found.push(CONSTANT.warn(message, expr.span, "always true").help(help));
        }
    }
}

/// The member and the set of `x not in S`.
fn absent(part: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Not(of) = &part.kind else { return None };
    match &of.kind {
        ExprKind::In(member, set) => Some((member, set)),
        _ => None,
    }
}

/// The field whose entries of the two players these sets are.
fn of_both(program: &Program, one: &Expr, two: &Expr) -> Option<FieldId> {
    let (ExprKind::Field(field, a), ExprKind::Field(other, b)) = (&one.kind, &two.kind) else { return None };
    let ([a], [b]) = (&a[..], &b[..]) else { return None };
    let apart = match (&a.kind, &b.kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => a != b,
        (ExprKind::Me, ExprKind::Other(of)) | (ExprKind::Other(of), ExprKind::Me) => {
            matches!(of.kind, ExprKind::Me)
        }
        _ => false,
    };
    let of_players = program.fields.get(field.index())?.indexes == [PLAYER];
    (field == other && apart && of_players).then_some(*field)
}

/// Whether no element is ever in the entries of both players: it is proved of every position.
fn are_kept_apart(known: &[Invariant], field: FieldId) -> bool {
    let is_of = |entry: &FieldEntry| entry.field == field;
    known.iter().any(|each| each.relation == Relation::Apart && is_of(&each.one) && is_of(&each.two))
}

/// Whether a condition is asked within a move, where an element may be in both for a while.
fn is_within_a_move(program: &Program, condition: &Expr) -> bool {
    let bodies = program.moves.iter().flat_map(|each| statements(&each.body)).flat_map(Stmt::expressions);
    let provided = program.moves.iter().filter_map(|each| each.provided.as_ref());
    bodies.chain(provided).any(|asked| program.has(asked, |e| std::ptr::eq(e, condition)))
}
