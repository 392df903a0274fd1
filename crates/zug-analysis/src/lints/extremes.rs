//! Finds comparisons of the greatest or least values of two sets that may both be empty: `max` and
//! `min` of nothing are `none`, and every comparison with `none` is false. So is `min(..) > 1` of
//! nothing, though it reads like "all are greater than 1", which holds of nothing.

use super::EMPTY_EXTREMES;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, Order, Program, Quantifier, Value};

/// Warns of `<`, `<=`, `>` and `>=` between two such values, and of `min(..) > 1` and
/// `max(..) < 1`.
pub(super) fn empty_extremes(program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        let ExprKind::Compare(_, one, two) = &expr.kind else { continue };
        if let (Some(name), Some(_)) = (extreme(program, one), extreme(program, two)) {
            found.push(warning(expr, name));
        } else if let Some(warning) = of_all(program, expr) {
            found.push(warning);
        }
    }
}

/// `max` or `min`, if an expression is one over a set of which no type says that it has members.
fn extreme(program: &Program, expr: &Expr) -> Option<&'static str> {
    let body = program.called(expr).map_or(expr, |def| &def.body);
    match &body.kind {
        ExprKind::Quantified { quantifier: Quantifier::Max, .. } if may_be_empty(body) => Some("max"),
        ExprKind::Quantified { quantifier: Quantifier::Min, .. } if may_be_empty(body) => Some("min"),
        _ => None,
    }
}

/// Whether a quantifier may have nothing to run through: it has a condition, or a set that depends
/// on the position.
fn may_be_empty(expr: &Expr) -> bool {
    let ExprKind::Quantified { binders, guard, .. } = &expr.kind else { return false };
    let depends = |set: &Expr| set.walk().any(|part| matches!(part.kind, ExprKind::Field(..)));
    !guard.is_constantly_true() || binders.iter().any(|(_, set)| depends(set))
}

/// A warning of `min(..) > 1` and `max(..) < 1`, unless the definition asks somewhere whether there
/// is anything.
fn of_all(program: &Program, expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Compare(order, less, greater) = &expr.kind else { return None };
    let is_constant = |side: &Expr| matches!(side.kind, ExprKind::Const(Value::Int(_)));
    let (name, of, sign) = match (extreme(program, less), extreme(program, greater), order) {
        (Some("max"), None, _) if is_constant(greater) => {
            ("max", less, if *order == Order::Less { "<" } else { "<=" })
        }
        (None, Some("min"), _) if is_constant(less) => {
            ("min", greater, if *order == Order::Less { ">" } else { ">=" })
        }
        _ => return None,
    };
    let is_nothing = |side: &Expr| match &side.kind {
        ExprKind::Const(Value::Set(set)) => set.is_empty(),
        ExprKind::Const(Value::None) => true,
        _ => false,
    };
    let asks = |expr: &Expr| match &expr.kind {
        ExprKind::Equal(one, two) => is_nothing(one) || is_nothing(two),
        ExprKind::Quantified { quantifier: Quantifier::Some, .. } | ExprKind::Count(_) => true,
        _ => false,
    };
    if program.expressions().any(asks) {
        return None;
    }
    let message = format!("`{name}` of nothing is none, and a comparison with none is false");
    Some(EMPTY_EXTREMES.warn(message, of.span, "false where there is nothing").help(format!(
        "write `every x in ..: .. {sign} ..`, which holds of nothing; `some x in ..` beside it if there must be something"
    )))
}

fn warning(expr: &Expr, name: &str) -> Diagnostic {
    EMPTY_EXTREMES
        .warn(
            format!("`{name}` of nothing is none, and `<` and `>` with none are false"),
            expr.span,
            "false where one of them is empty",
        )
        .help(match name {
            "max" => "write `max(0, ..)` round each: it is 0 where there is nothing",
            _ => "write `min(N, ..)` round each, with a greater N for where there is nothing",
        })
}
