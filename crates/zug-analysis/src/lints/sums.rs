//! Finds `S += c + d` where S is a set of elements that are numbers: it adds their sum. On a board
//! without numbers the same text adds both.

use super::ELEMENT_SUM;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Arith, DomainId, Expr, ExprKind, Kind, Program};

/// Warns of sums of elements that stand where a set is asked for.
pub(super) fn element_sums(program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        if let Some((domain, terms)) = summed(expr) {
            found.push(warning(program, expr, domain, terms));
        }
    }
}

/// The domain of a set of one element that is the sum of elements of that domain, and their number.
fn summed(expr: &Expr) -> Option<(DomainId, usize)> {
    let (ExprKind::Singleton(of, _), Kind::Set(domain)) = (&expr.kind, expr.ty.kind) else { return None };
    let ExprKind::ToElement(sum) = &of.kind else { return None };
    let terms = terms(sum, domain)?;
    (terms > 1).then_some((domain, terms))
}

/// The number of terms of a sum, if all are elements of this domain.
fn terms(sum: &Expr, domain: DomainId) -> Option<usize> {
    match &sum.kind {
        ExprKind::Arith(Arith::Add, a, b) => Some(terms(a, domain)? + terms(b, domain)?),
        ExprKind::ToInt(of) => (of.ty.kind == Kind::Element(domain)).then_some(1),
        _ => None,
    }
}

fn warning(program: &Program, expr: &Expr, domain: DomainId, terms: usize) -> Diagnostic {
    let name = &program.domain(domain).name;
    let all = if terms == 2 { "both" } else { "all" };
    ELEMENT_SUM
        .warn(
            format!("this is one element, the sum: the elements of `{name}` are numbers"),
            expr.span,
            "added up",
        )
        .help(format!("write `{{a, b}}` for {all} of them, and `{{a + b}}` for their sum"))
}
