//! Checks infix operators: logic, arithmetic, and `+`, `-` and `&` of sets.

use super::bounds;
use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr, singleton};
use super::domain_tables::DomainTables;
use super::expr::settled;
use super::input::CheckInput;
use super::kinds::{hull, int, is_nothing};
use super::reports::Reports;
use super::rows::Beside;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{Arith, DomainId, Expr, ExprKind, Kind, Set, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp};

/// The conjunction (`and`) or disjunction of two conditions; nested ones of the same kind are
/// flattened.
fn logic(and: bool, a: Expr, b: Expr, span: Span) -> Expr {
    let flat = |e: Expr| match (e.kind, and) {
        (ExprKind::And(all), true) | (ExprKind::Or(all), false) => all,
        (kind, _) => vec![Expr { kind, ..e }],
    };
    let mut all = flat(a);
    all.extend(flat(b));
    expr(if and { ExprKind::And(all) } else { ExprKind::Or(all) }, Kind::Bool.always(), span)
}

/// The conjunction of two conditions; `true` is left out.
pub(super) fn both(a: Expr, b: Expr) -> Expr {
    let trivial = |e: &Expr| matches!(e.kind, ExprKind::Const(Value::Bool(true)));
    let span = if trivial(&a) { b.span } else { a.span };
    match (trivial(&a), trivial(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => logic(true, a, b, span),
    }
}

/// The negation of a condition.
pub(super) fn negated(a: Expr) -> Expr {
    let span = a.span;
    expr(ExprKind::Not(Box::new(a)), Kind::Bool.always(), span)
}

impl Checker<'_> {
    /// Checks an infix operator that is not a comparison.
    pub(super) fn binary(
        &mut self,
        s: &mut Scope,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        match op {
            BinaryOp::Implies | BinaryOp::Or | BinaryOp::And => self.logical(s, op, a, b, span),
            BinaryOp::Range => self.range_set(s, a, b, span),
            BinaryOp::Multiply => self.arithmetic(s, Arith::Mul, a, b, span),
            BinaryOp::Divide => self.arithmetic(s, Arith::Div, a, b, span),
            BinaryOp::Remainder => self.arithmetic(s, Arith::Rem, a, b, span),
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect => {
                let (a, b) = self.pair(s, [a, b], hint, Beside::Summed)?;
                self.sum_or_set(op, a, b, span)
            }
        }
    }

    fn logical(
        &mut self,
        s: &mut Scope,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        self.values_by_or(s, op, a, b)?;
        let before = self.reports.list.len();
        let sides = (self.condition(s, a), self.condition(s, b));
        if sides.0.is_none() && sides.1.is_none() && self.reports.sets_by_words(before, op, a, b) {
            let set = self.tried(s, a)?;
            return (self.reports.muted == 0).then(|| self.reports.stands_for(s, set, span));
        }
        if sides.0.is_some() {
            self.sets_behind_in(s, before, op, a, b);
        }
        let (a, b) = (sides.0?, sides.1?);
        Some(match op {
            BinaryOp::And => logic(true, a, b, span),
            BinaryOp::Or => logic(false, a, b, span),
            _ => logic(false, negated(a), b, span),
        })
    }

    fn range_set(&mut self, s: &mut Scope, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let (low, high) = (self.expr(s, a, None), self.expr(s, b, None));
        let (low, high) = (low?, high?);
        let first = is_set(low.ty.kind);
        if (first || is_set(high.ty.kind))
            && let Some(text) = self.input.range_in_brackets(a, b, first)
        {
            return self.refuse_sum_in_range(if first { low } else { high }, span, text);
        }
        if let Some(text) = self.domains.cells_between(&low, &high) {
            let message = "`..` is of integers: a set of cells is written out";
            let report = Diagnostic::error(codes::MISMATCH, message, span, "these are cells");
            return self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text));
        }
        let (a, b) = (self.integer(low), self.integer(high));
        let (a, b) = (a?, b?);
        let (low, high) = (a.ty.bounds()?.low, b.ty.bounds()?.high);
        self.check_range((low, high), span)?;
        // Whether it is empty hangs on values, which decide nothing: it is a set of integers.
        let kind = Kind::IntSet { low, high: high.max(low) };
        let ty = Type { kind, or_none: a.ty.or_none || b.ty.or_none };
        Some(expr(ExprKind::RangeSet(Box::new(a), Box::new(b)), ty, span))
    }

    /// Reports a sum of a set as an end of a range, with the text that has brackets.
    fn refuse_sum_in_range<T>(&mut self, end: Expr, range: Span, text: String) -> Option<T> {
        let words = self.domains.type_words(end.ty);
        let message = format!("an end of `..` is {words}: `..` is taken after `+` and `-`");
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, end.span, format!("this is {words}"));
        self.reports.refuse(diagnostic.help(format!("write `{text}`")).likely(range, text))
    }

    fn arithmetic(
        &mut self,
        s: &mut Scope,
        op: Arith,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let before = self.reports.list.len();
        let (left, right) = (self.int_expr(s, a), self.int_expr(s, b));
        if op == Arith::Mul && (left.is_none() || right.is_none()) {
            self.reports.direction_in_sum(before, [a, b], "*");
        }
        self.reports.arith(op, left?, right?, span)
    }

    /// `+`, `-` or `&` of two integers or of two sets.
    pub(super) fn sum_or_set(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        if self.domains.is_numeric(a.ty) && self.domains.is_numeric(b.ty) {
            if op == BinaryOp::Intersect {
                return self.refuse_bits((a.span, a.ty), (b.span, b.ty));
            }
            let (a, b) = (self.domains.to_int(a)?, self.domains.to_int(b)?);
            let op = if op == BinaryOp::Add { Arith::Add } else { Arith::Sub };
            return self.reports.arith(op, a, b, span);
        }
        let (a, b) = if op == BinaryOp::Intersect { (a, b) } else { self.number_beside_none(a, b) };
        if self.domains.is_numeric(a.ty) && self.domains.is_numeric(b.ty) && op != BinaryOp::Intersect {
            return self.sum_or_set(op, a, b, span);
        }
        let (left, right) = ((a.span, a.ty), (b.span, b.ty));
        match self.set_sides(a, b, true) {
            Some((a, b)) => Some(combined(op, a, b, span)),
            None => self.refuse_sides(sign(op), left, right),
        }
    }

    /// Both operands, with `none` beside a number as a number that is not there: `n + none` is
    /// arithmetic.
    fn number_beside_none(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        let number = |e: Expr| {
            let span = e.span;
            let none = constant(Value::None, int(bounds::interval(0, 0)).or_none(), span);
            self.convert(e, int(bounds::interval(0, 0))).unwrap_or(none)
        };
        match (a.ty.kind, b.ty.kind) {
            (Kind::Nothing, _) if self.domains.is_numeric(b.ty) => (number(a), b),
            (_, Kind::Nothing) if self.domains.is_numeric(a.ty) => (a, number(b)),
            _ => (a, b),
        }
    }

    /// Both operands as sets of one domain. If `lenient`, an element that is `none` counts as the
    /// empty set.
    pub(super) fn set_sides(&self, a: Expr, b: Expr, lenient: bool) -> Option<(Expr, Expr)> {
        let (of_a, of_b) = (a.ty.kind, b.ty.kind);
        let (a, b) = (self.side(a, of_b, lenient)?, self.side(b, of_a, lenient)?);
        let (a, b) = if lenient { (empty_like(a, of_b), empty_like(b, of_a)) } else { (a, b) };
        self.join(a, b).filter(|(a, _)| is_set(a.ty.kind))
    }

    /// One operand of a set operator as a set. A member of a family stands for its set, unless the
    /// other operand is a set of members of that family.
    fn side(&self, e: Expr, other: Kind, lenient: bool) -> Option<Expr> {
        match e.ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_) | Kind::Nothing => Some(e),
            Kind::Element(family) => match self.domains.base(family) {
                Some(base) if other != Kind::Set(family) && other != Kind::Sets(base) => {
                    Some(self.budget.member_set(e, base, lenient))
                }
                _ => Some(self.singleton_beside(e, other, lenient)),
            },
            Kind::Int { .. } => Some(self.singleton_beside(e, other, lenient)),
            Kind::Bool => None,
        }
    }

    /// The set of one element. Beside a set of numbers, or a member of a family over them, the
    /// element is coerced to a member of that set's domain.
    fn singleton_beside(&self, e: Expr, other: Kind, lenient: bool) -> Expr {
        let other = match other {
            Kind::Element(family) => self.domains.base(family).map_or(other, Kind::Set),
            other => other,
        };
        let element = match other {
            Kind::Set(domain) if self.domains.low(domain).is_some() && self.domains.is_numeric(e.ty) => {
                Kind::Element(domain)
            }
            Kind::IntSet { low, high } if self.domains.is_numeric(e.ty) => Kind::Int { low, high },
            _ => e.ty.kind,
        };
        match self.convert(e.clone(), element) {
            Some(converted) => singleton(converted, lenient),
            None => singleton(e, lenient),
        }
    }

    /// Reports `&` of two integers, which other languages take for the bits that both have. As the
    /// intersection of two sets of one element it would be no condition on the bits, in silence.
    fn refuse_bits<T>(&mut self, a: (Span, Type), b: (Span, Type)) -> Option<T> {
        let message = "`&` is the intersection of sets, and neither side is a set";
        let words = (self.domains.type_words(a.1), self.domains.type_words(b.1));
        let diagnostic =
            Diagnostic::error(codes::NO_COMMON_TYPE, message, b.0, format!("this is {}", words.1));
        let diagnostic = diagnostic.because(a.0, format!("this is {}", words.0));
        let help = bits_help(&self.input.short_text(a.0), &self.input.short_text(b.0));
        self.reports.refuse(diagnostic.help(help))
    }

    /// Reports operands of kinds that do not fit together.
    pub(super) fn refuse_sides<T>(&mut self, sign: &str, a: (Span, Type), b: (Span, Type)) -> Option<T> {
        let (left, right) = (self.domains.type_words(a.1), self.domains.type_words(b.1));
        let message = format!("`{sign}` has {left} on its left and {right} on its right");
        let diagnostic = Diagnostic::error(codes::NO_COMMON_TYPE, message, b.0, format!("this is {right}"));
        let diagnostic = diagnostic.because(a.0, format!("this is {left}"));
        let help = self.sides_help(sign, a, b);
        let whole = help.strip_prefix("write `step(").and_then(|rest| rest.split('`').next());
        let diagnostic = match whole {
            Some(rest) => diagnostic.likely(a.0.to(b.0), format!("step({rest}")),
            None => diagnostic,
        };
        self.reports.refuse(diagnostic.help(help))
    }
}

impl DomainTables {
    /// The cells from one to another of its row or column, written out.
    fn cells_between(&self, low: &Expr, high: &Expr) -> Option<String> {
        let (ExprKind::Const(Value::Element(a)), ExprKind::Const(Value::Element(b))) =
            (&low.kind, &high.kind)
        else {
            return None;
        };
        let Kind::Element(domain) = low.ty.kind else { return None };
        let coordinates = self.coordinates(domain).filter(|_| low.ty.kind == high.ty.kind)?;
        let at = |cell: u32| coordinates.get(cell as usize).copied();
        let ((x, y), (to_x, to_y)) = (at(*a)?, at(*b)?);
        let members = &self.all[domain.index()].members;
        let within = |cell: &usize| {
            coordinates.get(*cell).is_some_and(|(cx, cy)| (x..=to_x).contains(cx) && (y..=to_y).contains(cy))
        };
        let cells: Vec<&str> = (0..members.len()).filter(within).map(|cell| members[cell].as_str()).collect();
        ((x == to_x || y == to_y) && (1..=SHOWN).contains(&cells.len()))
            .then(|| format!("{{{}}}", cells.join(", ")))
    }

    /// Whether a type counts as an integer: integers, and members of ranges, rings and paths.
    pub(super) fn is_numeric(&self, ty: Type) -> bool {
        match ty.kind {
            Kind::Int { .. } => true,
            Kind::Element(domain) => self.low(domain).is_some(),
            _ => false,
        }
    }
}

impl CheckInput<'_> {
    /// A range beside a set with the brackets that it needs: `..` is taken after `+` and `-`, so an
    /// end of `men + 1..3` is `men + 1`. Nothing where the sum stands in brackets itself.
    fn range_in_brackets(&self, a: &ast::Expr, b: &ast::Expr, low: bool) -> Option<String> {
        let sum = if low { a } else { b };
        let ast::ExprKind::Binary(op, left, right, _) = &sum.kind else { return None };
        let bracketed = (left.span.start, right.span.end) != (sum.span.start, sum.span.end);
        if bracketed || !matches!(op, BinaryOp::Add | BinaryOp::Subtract) {
            return None;
        }
        let [a, b, left, right] = [a, b, left, right].map(|part| self.written(part.span));
        Some(match low {
            true => format!("{left} {} ({right}..{b})", sign(*op)),
            false => format!("({a}..{left}) {} {right}", sign(*op)),
        })
    }
}

impl Reports<'_> {
    /// An arithmetic expression on two integers.
    pub(super) fn arith(&mut self, op: Arith, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let Some((bounds, by_zero)) = bounds::arith(op, a.ty.bounds()?, b.ty.bounds()?) else {
            return self.refuse_unbounded(span);
        };
        let ty = Type { kind: int(bounds), or_none: a.ty.or_none || b.ty.or_none || by_zero };
        Some(settled(expr(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span)))
    }
}

/// The most cells that a help writes out.
const SHOWN: usize = 12;

/// How the bits of `a` that `b` has are asked for.
fn bits_help(a: &str, b: &str) -> String {
    let asked = match b.parse::<i64>() {
        Ok(1) => format!("write `{a} % 2` for the lowest bit"),
        Ok(weight) if weight > 1 && weight & (weight - 1) == 0 => {
            format!("write `{a} / {weight} % 2` for the bit of weight {weight}")
        }
        _ => format!("write `{a} % 2 = 1` to ask for the lowest bit, `{a} / w % 2 = 1` for that of weight w"),
    };
    format!("bits have no operators: {asked}; `{{{a}}} & {{{b}}}` is the intersection of two sets of one")
}

fn is_set(kind: Kind) -> bool {
    matches!(kind, Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_))
}

/// The union, difference or intersection of two sets of one kind.
fn combined(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    // What is taken from nothing is of the kind of the other side, whichever side that is.
    let kind = if is_nothing(a.ty.kind) { b.ty.kind } else { a.ty.kind };
    let ty = match op {
        BinaryOp::Add => hull(a.ty, b.ty),
        _ => Type { kind, or_none: a.ty.or_none || b.ty.or_none },
    };
    let (a, b) = (Box::new(a), Box::new(b));
    let kind = match op {
        BinaryOp::Add => ExprKind::Union(a, b),
        BinaryOp::Subtract => ExprKind::Minus(a, b),
        _ => ExprKind::Intersect(a, b),
    };
    expr(kind, ty, span)
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        _ => "&",
    }
}

/// Replaces `none` beside a set by the empty set.
fn empty_like(e: Expr, other: Kind) -> Expr {
    let span = e.span;
    match (e.ty.kind, other) {
        (Kind::Nothing, Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_)) => {
            let value = match other {
                Kind::Sets(_) => Value::Sets(Vec::new()),
                _ => Value::Set(Set::default()),
            };
            super::coerce::after_faults(e, &constant(value, other.always(), span))
        }
        _ => e,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_range_beside_a_set_needs_brackets() {
        let head = "range Card = 1..4 state { h: 0..20 = 7, hand: set of Card = Card }";
        for (when, help) in [
            ("k in hand + 5..h", "write `hand + (5..h)`"),
            ("k in 5..h - hand", "write `(5..h) - hand`"),
            ("k in (hand - 1)..4", "write `count((hand - 1))` for the number of its members"),
        ] {
            let take = format!("move take(k in 1..20) when {when} {{ h -= k }}");
            assert_eq!(helps_beside(head, &take), [help], "{when}");
        }
    }
}
