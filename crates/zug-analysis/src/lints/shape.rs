//! Lints about the way an expression is written, whatever it means.

use super::MIXED_SETS;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{self, FieldId, Kind, PLAYER, Program, Value};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{self, BinaryOp, Expr, ExprKind};

/// Warns of an `&` directly beside a `+` or `-` without brackets, as in `A + B & C`.
pub(super) fn mixed_sets(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, at) = &expr.kind else {
            continue;
        };
        // `A & B - C` is one set, whichever is taken first.
        let sides = if *op == BinaryOp::Subtract { [right, right] } else { [left, right] };
        if let Some(inner) = sides.into_iter().find(|side| is_bare_intersection(side)) {
            let sign = if *op == BinaryOp::Add { "+" } else { "-" };
            let message = format!("`&` binds more tightly than the `{sign}` beside it");
            let warning = MIXED_SETS.warn(message, inner.span, "this is taken first");
            found
                .push(warning.because(*at, "and then this").help("write brackets round what is meant first"));
        }
    }
}

/// Warns of `Cell - men[A] + men[B]`, which puts the men of the other player back in.
pub(super) fn put_back(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        let program::ExprKind::Union(rest, added) = &expr.kind else { continue };
        let program::ExprKind::Minus(whole, out) = &rest.kind else { continue };
        let is_domain = match (&whole.kind, whole.ty.kind) {
            (program::ExprKind::Const(Value::Set(set)), Kind::Set(domain)) => {
                set.len() == program.domain(domain).len()
            }
            _ => false,
        };
        let (Some(one), Some(two)) = (entry_of_player(program, out), entry_of_player(program, added)) else {
            continue;
        };
        if is_domain && one == two {
            let text = |at: Span| game.text_at(at);
            let (a, b) = (text(out.span), text(added.span));
            let message = format!("this takes out `{a}` and puts `{b}` in");
            let warning = MIXED_SETS.warn(message, added.span, "is in it");
            found.push(warning.help(format!("write `- {a} - {b}`, or `- ({a} + {b})`, to take out both")));
        }
    }
}

/// The field of which a set is the entry of a player.
fn entry_of_player(program: &Program, set: &program::Expr) -> Option<FieldId> {
    let program::ExprKind::Field(field, _) = set.kind else { return None };
    let is_by_player = program.fields.get(field.index())?.indexes == [PLAYER];
    is_by_player.then_some(field)
}

/// Whether an operand is an `&` without brackets: the span of a bracketed expression begins before
/// its first operand.
fn is_bare_intersection(side: &Expr) -> bool {
    match &side.kind {
        ExprKind::Binary(BinaryOp::Intersect, left, _, _) => side.span.start == left.span.start,
        _ => false,
    }
}
