//! Finds `S += c + d` where S is a set of elements that are numbers: it adds their sum. On a board
//! without numbers the same text adds both. And `S - c + c + n`, which takes `c` out and puts it in
//! again.

use super::ELEMENT_SUM;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Arith, DomainId, Expr, ExprKind, Kind, Program};
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of sums of elements that stand where a set is asked for.
pub(super) fn element_sums(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for expr in program.expressions() {
        if let Some((domain, terms)) = summed(expr) {
            found.push(warning(program, expr, domain, terms));
        }
        if let Some((member, number)) = put_back(program, expr) {
            found.push(warning_of_both(game, member, number));
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

/// The member that `S - c + c + n` takes out and puts in again, and the one behind it, where the
/// elements are numbers.
fn put_back<'a>(program: &Program, expr: &'a Expr) -> Option<(&'a Expr, &'a Expr)> {
    let ExprKind::Union(sum, number) = &expr.kind else { return None };
    let ExprKind::Union(rest, again) = &sum.kind else { return None };
    let ExprKind::Minus(_, out) = &rest.kind else { return None };
    let Kind::Set(domain) = expr.ty.kind else { return None };
    let counts = program.domain(domain).low().is_some();
    (counts && shape(out) == shape(again)).then_some((&**again, &**number))
}

fn warning_of_both(game: &ast::Game, member: &Expr, number: &Expr) -> Diagnostic {
    let text = |at: Span| game.text_at(at);
    let (c, n) = (text(member.span), text(number.span));
    let message = format!("this takes `{c}` out of the set and puts it in again, with `{n}` beside it");
    let span = Span { end: number.span.end, ..member.span };
    ELEMENT_SUM
        .warn(message, span, "two members, not their sum")
        .help(format!("write `+ {{{c} + {n}}}` for the sum"))
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
