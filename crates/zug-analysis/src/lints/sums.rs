//! Finds `S += c + d` where S is a set of elements that are numbers: it adds their sum. On a board
//! without numbers the same text adds both. `S - c + c + n`, which takes `c` out and puts it in
//! again. And `1..3 - last`, which ends with `3 - last`.

use super::ELEMENT_SUM;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
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
    for played in &program.moves {
        found.extend(played.parameters.iter().filter_map(|chosen| shorter_range(game, played, chosen)));
    }
}

/// The warning about `k in 1..3 - last` in a move that stores k as `last`.
fn shorter_range(game: &ast::Game, played: &Move, (chosen, set): &(LocalId, Expr)) -> Option<Diagnostic> {
    let ExprKind::RangeSet(low, high) = &set.kind else { return None };
    let ExprKind::Arith(Arith::Sub, end, last) = &high.kind else { return None };
    let ExprKind::Field(last, _) = plain(last).kind else { return None };
    let is_stored = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, _), Store::Set, value) => {
            *field == last && matches!(plain(value).kind, ExprKind::Local(local) if local == *chosen)
        }
        _ => false,
    };
    statements(&played.body).any(is_stored).then(|| {
        let text = |at: Span| game.text_at(at);
        let (low, end, whole) = (text(low.span), text(end.span), text(high.span));
        let without = whole.rsplit('-').next().unwrap_or("last").trim();
        let message = format!("this is the range from {low} to `{whole}`, not one without `{without}`");
        ELEMENT_SUM
            .warn(message, set.span, "`-` comes before `..`")
            .help(format!("write `({low}..{end}) - {without}` for the numbers without that one"))
    })
}

/// An expression without the change between a number and an element.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::ToInt(of) | ExprKind::ToElement(of) => plain(of),
        _ => expr,
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
