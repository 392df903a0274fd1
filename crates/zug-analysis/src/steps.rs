//! How much work an expression is, roughly: for whoever evaluates only what is cheap.

use zug_lang::program::*;

/// A rough upper bound of the steps to evaluate an expression; not counted beyond `most`.
pub fn steps(program: &Program, expr: &Expr, most: u64) -> u64 {
    weighed_steps(program, expr, most, &|_| 1)
}

/// The same, where each expression by itself is as many steps as `weight` says.
pub(crate) fn weighed_steps(program: &Program, expr: &Expr, most: u64, weight: &dyn Fn(&Expr) -> u64) -> u64 {
    let mut total = weight(expr);
    let mut passes = 1u64;
    let inside = match &expr.kind {
        ExprKind::Call(def, _) => Some(&program.defs[def.index()].body),
        _ => None,
    };
    for part in expr.children().chain(inside) {
        if total > most {
            break;
        }
        total = total.saturating_add(passes.saturating_mul(weighed_steps(program, part, most, weight)));
        if let ExprKind::Quantified { binders, .. } = &expr.kind
            && binders.iter().any(|(_, set)| std::ptr::eq(set, part))
        {
            passes = passes.saturating_mul(members(program, part));
        }
    }
    total
}

/// The greatest number of members of a set.
pub(crate) fn members(program: &Program, set: &Expr) -> u64 {
    match (&set.kind, set.ty.kind) {
        (ExprKind::Const(Value::Set(set)), _) => set.len() as u64,
        (_, Kind::Set(domain)) => program.domains[domain.index()].len() as u64,
        (_, Kind::IntSet { low, high }) if low <= high => high.abs_diff(low).saturating_add(1),
        _ => 1,
    }
}
