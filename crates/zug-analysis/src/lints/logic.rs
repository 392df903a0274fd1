//! Lints about what is taken together: `and` and `or`, a sum behind `else`, and what belongs to a
//! quantifier.

use super::units::Unit;
use super::{IDLE_PART, MIXED_LOGIC};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::syntax::ast::{BinaryOp, Binders, Expr, ExprKind, Quantifier};
use zug_lang::syntax::print;

/// Warns of `a and b or c` without brackets. Where every part of the `or` is an `and`, or the `and`
/// stands behind the `or`, nobody reads it otherwise.
pub(super) fn mixed_logic(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Binary(BinaryOp::Or, left, right, at) = &expr.kind else { continue };
        let ExprKind::Binary(BinaryOp::And, first, second, _) = &left.kind else { continue };
        let is_bare = left.span.start == first.span.start;
        let also = matches!(right.kind, ExprKind::Binary(BinaryOp::And, ..));
        if !is_bare || also {
            continue;
        }
        let (a, b, c) = (print::whole(first), print::whole(second), print::whole(right));
        let message = "`and` binds more tightly than the `or` beside it";
        let warning = MIXED_LOGIC.warn(message.into(), left.span, "this is taken first");
        found.push(warning.because(*at, "and then this").help(format!(
            "write `({a} and {b}) or {c}` if that is meant, and `{a} and ({b} or {c})` if not"
        )));
    }
}

/// Warns of `if a then 1 else 0 + if b then 1 else 0`, where the `else` takes the sum.
pub(super) fn sums_behind_else(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::If(condition, yes, no) = &expr.kind else { continue };
        let (first, second, sign) = match &no.kind {
            ExprKind::Binary(BinaryOp::Add, first, second, _) => (first, second, '+'),
            ExprKind::Binary(BinaryOp::Subtract, first, second, _) => (first, second, '-'),
            _ => continue,
        };
        let is_bare = no.span.start == first.span.start;
        let is_number = matches!(yes.kind, ExprKind::Int(_));
        // Nobody adds to 0 on purpose.
        let is_nothing = first.written_integer() == Some(0);
        let is_alike = matches!(second.kind, ExprKind::If(..));
        if !is_bare || !is_nothing || !is_number || !is_alike {
            continue;
        }
        let (c, a, b) = (print::whole(condition), print::whole(yes), print::whole(first));
        let message = "the `else` takes the whole sum behind it";
        let warning = MIXED_LOGIC.warn(message.into(), no.span, "nothing is added where the condition holds");
        found.push(warning.help(format!("write `(if {c} then {a} else {b}) {sign} ..` to take both")));
    }
}

/// Warns of a part of `some l in ..: P or Q`, of `no l in ..: P or Q` and of `no l in ..: P and Q`
/// that does not speak of `l`, and of one of `every l in S: P and Q` where S may be empty.
/// Elsewhere it is no mistake: it means the same inside and outside.
pub(super) fn idle_parts(units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    for unit in units {
        for expr in &unit.exprs {
            let ExprKind::Quantified(quantifier, binders, Some(body)) = &expr.kind else { continue };
            if is_idle(unit, *quantifier, binders, body) {
                found.push(idle(binders, body));
            }
            let signs: &[BinaryOp] = match quantifier {
                Quantifier::Some => &[BinaryOp::Or],
                Quantifier::No => &[BinaryOp::Or, BinaryOp::And],
                Quantifier::Every if may_be_empty(binders, program) => &[BinaryOp::And],
                _ => continue,
            };
            if speaks(unit, body, binders) {
                idle_in(unit, binders, (body, signs), found);
            }
        }
    }
}

/// Whether neither the body nor the condition of a quantifier speaks of what it binds, though the
/// body speaks of something.
fn is_idle(unit: &Unit, quantifier: Quantifier, binders: &Binders, body: &Expr) -> bool {
    let asks =
        matches!(quantifier, Quantifier::Some | Quantifier::Every | Quantifier::No | Quantifier::Count);
    let guarded = binders.guard.as_ref().is_some_and(|guard| speaks(unit, guard, binders));
    asks && !guarded && !speaks(unit, body, binders) && unit.uses_in(body.span).next().is_some()
}

fn idle(binders: &Binders, body: &Expr) -> Diagnostic {
    let names: Vec<String> = binders.binders.iter().map(|binder| format!("`{}`", binder.name.text)).collect();
    let names = names.join(" and ");
    IDLE_PART
        .warn(format!("this does not speak of {names}"), body.span, &format!("the same for every {names}"))
        .help(format!("write {names} in it, or leave the quantifier out"))
}

/// Warns of `some x in S: P implies Q`, which holds as soon as one x is not P.
pub(super) fn some_implies(units: &[Unit], found: &mut Vec<Diagnostic>) {
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        let ExprKind::Quantified(Quantifier::Some, _, Some(body)) = &expr.kind else { continue };
        let ExprKind::Binary(BinaryOp::Implies, first, second, at) = &body.kind else { continue };
        let (a, b) = (print::whole(first), print::whole(second));
        let message = format!("this holds as soon as `{a}` is false of one");
        let warning = MIXED_LOGIC.warn(message, *at, "true where the left side is false");
        found.push(warning.help(format!("write `{a} and {b}`, or `every` for `some`")));
    }
}

/// Whether nothing may be bound: a set is no domain, or there is a condition.
fn may_be_empty(binders: &Binders, program: &Program) -> bool {
    let is_domain = |set: &Expr| match &set.kind {
        ExprKind::Name(name) => program.domains.iter().any(|domain| domain.name == name.text),
        ExprKind::Set(members) => !members.is_empty(),
        ExprKind::Binary(BinaryOp::Range, low, high, _) => low.written_integer() <= high.written_integer(),
        _ => false,
    };
    binders.guard.is_some() || !binders.binders.iter().all(|binder| is_domain(&binder.set))
}

/// Looks at the last part of an `or` or an `and` without brackets.
fn idle_in(unit: &Unit, binders: &Binders, (body, signs): (&Expr, &[BinaryOp]), found: &mut Vec<Diagnostic>) {
    let ExprKind::Binary(sign, left, right, _) = &body.kind else { return };
    if !signs.contains(sign) {
        return;
    }
    let word = if *sign == BinaryOp::Or { "or" } else { "and" };
    let is_bare = body.span.start == left.span.start;
    if !is_bare || speaks(unit, right, binders) || unit.uses_in(right.span).next().is_none() {
        return;
    }
    let names: Vec<String> = binders.binders.iter().map(|binder| format!("`{}`", binder.name.text)).collect();
    let names = names.join(" and ");
    let (inner, outer) = (print::whole(left), print::whole(right));
    let message = format!("this part does not speak of {names}, though it belongs to the quantifier");
    found.push(
        IDLE_PART
            .warn(message, right.span, &format!("the same for every {names}"))
            .because(left.span, "this part does")
            .help(format!(
                "write brackets round the quantifier, `(.. : {inner}) {word} {outer}`, or round the `{word}`"
            )),
    );
}

/// Whether an expression names a binder.
fn speaks(unit: &Unit, expr: &Expr, binders: &Binders) -> bool {
    unit.uses_in(expr.span).any(|name| binders.binders.iter().any(|binder| binder.name.text == name.text))
}
