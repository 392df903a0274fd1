//! Lints about the way an expression is written, whatever it means.

use super::MIXED_SETS;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::syntax::ast::{BinaryOp, Expr, ExprKind};

/// Warns of an `&` directly beside a `+` or `-` without brackets, as in `A + B & C`.
pub(super) fn mixed_sets(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, at) = &expr.kind else {
            continue;
        };
        if let Some(inner) = [left, right].into_iter().find(|side| is_bare_intersection(side)) {
            let sign = if *op == BinaryOp::Add { "+" } else { "-" };
            let message = format!("`&` binds more tightly than the `{sign}` beside it");
            let warning = MIXED_SETS.warn(message, inner.span, "this is taken first");
            found
                .push(warning.because(*at, "and then this").help("write brackets round what is meant first"));
        }
    }
}

/// Whether an operand is an `&` without brackets: the span of a bracketed expression begins before
/// its first operand.
fn is_bare_intersection(side: &Expr) -> bool {
    match &side.kind {
        ExprKind::Binary(BinaryOp::Intersect, left, _, _) => side.span.start == left.span.start,
        _ => false,
    }
}
