//! Takes an integer expression apart into terms with constant factors.

use zug_lang::program::*;

/// Calls `term` with every part of a sum that is no sum itself, and with the factor that it has
/// there; none if `term` returns none, or if a factor is too large.
pub(super) fn linear_terms<'p>(
    expr: &'p Expr,
    factor: i64,
    term: &mut impl FnMut(&'p Expr, i64) -> Option<()>,
) -> Option<()> {
    match &expr.kind {
        ExprKind::Negate(a) => linear_terms(a, factor.checked_neg()?, term),
        ExprKind::Arith(Arith::Add, a, b) => {
            linear_terms(a, factor, term)?;
            linear_terms(b, factor, term)
        }
        ExprKind::Arith(Arith::Sub, a, b) => {
            linear_terms(a, factor, term)?;
            linear_terms(b, factor.checked_neg()?, term)
        }
        ExprKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Const(Value::Int(n)), _) => linear_terms(b, factor.checked_mul(*n)?, term),
            (_, ExprKind::Const(Value::Int(n))) => linear_terms(a, factor.checked_mul(*n)?, term),
            _ => term(expr, factor),
        },
        _ => term(expr, factor),
    }
}
