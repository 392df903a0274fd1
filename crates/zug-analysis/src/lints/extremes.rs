//! Finds comparisons of the greatest or least values of two sets that may both be empty: `max` and
//! `min` of nothing are `none`, and every comparison with `none` is false.

use super::EMPTY_EXTREMES;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, Program, Quantifier, Value};

/// Warns of `<`, `<=`, `>` and `>=` between two such values.
pub(super) fn empty_extremes(program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        let ExprKind::Compare(_, one, two) = &expr.kind else { continue };
        if let (Some(name), Some(_)) = (extreme(program, one), extreme(program, two)) {
            found.push(warning(expr, name));
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
    !matches!(guard.kind, ExprKind::Const(Value::Bool(true))) || binders.iter().any(|(_, set)| depends(set))
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
