//! Prints expressions, with brackets where precedence needs them.

use super::{UNREADABLE, joined};
use crate::syntax::ast::{BinaryOp, Binder, Binders, Expr, ExprKind, Quantifier, UnaryOp};

/// The binding power of `+` and `-`: the least power of an operator in a sum.
pub(super) const SUM: u8 = 7;
const NOT: u8 = 4;
const COMPARE: u8 = 5;
const RANGE: u8 = 6;
const MINUS: u8 = 9;
/// The power of an expression that never needs brackets.
const TIGHT: u8 = 10;

pub(super) fn exprs(all: &[Expr]) -> String {
    joined(all, ", ", |one| expr(one, 0))
}

/// Prints an expression; in brackets if it binds more loosely than `least`.
pub(super) fn expr(written: &Expr, least: u8) -> String {
    let plain = plain(&written.kind);
    if power(&written.kind) < least { format!("({plain})") } else { plain }
}

/// Prints an expression without brackets around it.
fn plain(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Bool(truth) => truth.to_string(),
        ExprKind::None => "none".to_string(),
        ExprKind::Me => "me".to_string(),
        ExprKind::Opponent => "opponent".to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Call(name, arguments) => format!("{}({})", name.text, exprs(arguments)),
        ExprKind::Set(members) => format!("{{{}}}", exprs(members)),
        ExprKind::Comprehension(None, by) => format!("{{ {} }}", binders(by)),
        ExprKind::Comprehension(Some(member), by) => format!("{{ {} for {} }}", expr(member, 0), binders(by)),
        ExprKind::Quantified(quantifier, by, body) => quantified(*quantifier, by, body.as_deref()),
        ExprKind::If(condition, then, otherwise) => {
            format!("if {} then {} else {}", expr(condition, 0), expr(then, 0), expr(otherwise, 0))
        }
        ExprKind::Let(name, value, body) => {
            format!("let {} = {} in {}", name.text, expr(value, RANGE), expr(body, 0))
        }
        ExprKind::Unary(UnaryOp::Not, inner) => format!("not {}", expr(inner, NOT)),
        ExprKind::Unary(UnaryOp::Minus, inner) => format!("-{}", expr(inner, TIGHT)),
        ExprKind::Binary(op, left, right, _) => binary(*op, left, right),
        ExprKind::Compare(first, rest) => {
            let rest = joined(rest, "", |(op, _, right)| format!(" {} {}", op.sign(), expr(right, RANGE)));
            expr(first, RANGE) + &rest
        }
        ExprKind::Member(of, name) => format!("{}.{}", expr(of, TIGHT), name.text),
        ExprKind::Element(of, ordinal, _) => format!("{}.{ordinal}", expr(of, TIGHT)),
        ExprKind::At(of, indexes) => format!("{}[{}]", expr(of, TIGHT), exprs(indexes)),
        ExprKind::Error => UNREADABLE.to_string(),
    }
}

/// Prints an infix expression; the associativity of `op` decides which side needs brackets.
fn binary(op: BinaryOp, left: &Expr, right: &Expr) -> String {
    let power = binary_power(op);
    let (left_least, right_least) = match op {
        BinaryOp::Implies => (power + 1, power),
        BinaryOp::Range => (power + 1, power + 1),
        _ => (power, power + 1),
    };
    let (left, right) = (expr(left, left_least), expr(right, right_least));
    match op {
        BinaryOp::Range => format!("{left}..{right}"),
        _ => format!("{left} {} {right}", word(op)),
    }
}

/// Prints a quantifier with binders: `some B: P`, `count(B)`, `sum(B: E)`.
fn quantified(quantifier: Quantifier, by: &Binders, body: Option<&Expr>) -> String {
    let body = body.map_or(String::new(), |body| format!(": {}", expr(body, 0)));
    let inside = binders(by) + &body;
    match quantifier {
        Quantifier::Some => format!("some {inside}"),
        Quantifier::Every => format!("every {inside}"),
        Quantifier::No => format!("no {inside}"),
        Quantifier::Count => format!("count({inside})"),
        Quantifier::Sum => format!("sum({inside})"),
        Quantifier::Union => format!("union({inside})"),
        Quantifier::Min => format!("min({inside})"),
        Quantifier::Max => format!("max({inside})"),
    }
}

/// Prints `x in S, y in T where P`.
pub(super) fn binders(binders: &Binders) -> String {
    let guard = binders.guard.as_ref().map_or(String::new(), |guard| format!(" where {}", expr(guard, 0)));
    binder_list(&binders.binders) + &guard
}

/// Prints `x in S, y in T`.
pub(super) fn binder_list(binders: &[Binder]) -> String {
    joined(binders, ", ", |binder| format!("{} in {}", binder.name.text, expr(&binder.set, 0)))
}

/// The binding power of the outermost operator of an expression.
fn power(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Quantified(Quantifier::Some | Quantifier::Every | Quantifier::No, ..)
        | ExprKind::If(..)
        | ExprKind::Let(..) => 0,
        ExprKind::Unary(UnaryOp::Not, _) => NOT,
        ExprKind::Unary(UnaryOp::Minus, _) => MINUS,
        ExprKind::Compare(..) => COMPARE,
        ExprKind::Binary(op, ..) => binary_power(*op),
        _ => TIGHT,
    }
}

/// The binding power of an infix operator; equal to those of `lower/precedence.rs`.
fn binary_power(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies => 1,
        BinaryOp::Or => 2,
        BinaryOp::And => 3,
        BinaryOp::Range => RANGE,
        BinaryOp::Add | BinaryOp::Subtract => SUM,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::Intersect => 8,
    }
}

/// The spelling of an infix operator.
fn word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Implies => "implies",
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Range => "..",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::Intersect => "&",
    }
}

/// Prints an expression at the start of an outcome, where an `if` without brackets would be that of
/// the outcome.
pub(super) fn in_outcome(written: &Expr) -> String {
    expr(written, RANGE)
}
