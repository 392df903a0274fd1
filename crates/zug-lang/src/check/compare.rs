//! Checks comparisons: equality, order, membership, and chains of them.

use super::checker::Checker;
use super::codes;
use super::coerce::{after_faults, constant, expr, truth};
use super::domain_tables::DomainTables;
use super::faults::may_fault;
use super::kinds::is_nothing;
use super::operators::{both, negated};
use super::reports::Reports;
use super::rows::Beside;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, Kind, Order, Set, Value};
use crate::source::Span;
use crate::syntax::ast::{self, CompareOp};

impl Checker<'_> {
    /// Checks a chain `a op b op c ..`. It becomes a conjunction of its links, so inner operands
    /// are duplicated.
    pub(super) fn comparison(
        &mut self,
        s: &mut Scope,
        first: &ast::Expr,
        rest: &[(CompareOp, Span, ast::Expr)],
        span: Span,
    ) -> Option<Expr> {
        self.reports.check_chain(first, rest)?;
        if self.refuse_member_of_table(s, first, rest, span) {
            return None;
        }
        let all: Vec<&ast::Expr> = std::iter::once(first).chain(rest.iter().map(|(_, _, e)| e)).collect();
        let mut operands = match (&all[..], rest) {
            ([one, set], [(CompareOp::In | CompareOp::NotIn, ..)]) => self.member_and_set(s, one, set)?,
            _ => self.row(s, &all, None, Beside::Alike)?,
        };
        let of_family =
            |operand: &Expr| operand.ty.domain().is_some_and(|of| self.domains.base(of).is_some());
        if !operands.iter().any(of_family) {
            let alone = operands.into_iter().map(|operand| self.no_set_of_sets(s, operand));
            operands = alone.collect::<Option<Vec<Expr>>>()?;
        }
        self.count_copies(&operands, span)?;
        let mut result: Option<Expr> = None;
        for (pair, (op, _, _)) in operands.windows(2).zip(rest) {
            let place = pair[0].span.to(pair[1].span);
            let link = self.compare(*op, pair[0].clone(), pair[1].clone(), place)?;
            result = Some(match result {
                Some(before) => Expr { span, ..both(before, link) },
                None => link,
            });
        }
        result
    }

    /// Checks the sides of `in`, the one that has a domain of its own first: the left side is an
    /// element of the domain over which the right one is a set.
    fn member_and_set(&mut self, s: &mut Scope, one: &ast::Expr, set: &ast::Expr) -> Option<Vec<Expr>> {
        if self.form(s, set) <= self.form(s, one) {
            let set = self.expr_or_sets(s, set, None)?;
            let of = match set.ty.kind {
                Kind::Element(family) => self.domains.base(family).or(Some(family)),
                kind => kind.always().domain(),
            };
            // A member of a family is written as a set over its base.
            let of = of.map(|of| self.domains.base(of).unwrap_or(of));
            let of = of.and_then(|of| self.domains.with_names(of));
            return Some(vec![self.expr_or_sets(s, one, of)?, set]);
        }
        let one = self.expr_or_sets(s, one, None)?;
        let of = one.ty.domain().and_then(|of| self.domains.with_names(of));
        let set = self.expr_or_sets(s, set, of)?;
        Some(vec![one, set])
    }

    /// Checks one comparison.
    pub(super) fn compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        match op {
            CompareOp::Equal => self.equal(op, a, b, span),
            CompareOp::NotEqual => self.equal(op, a, b, span).map(negated),
            CompareOp::Less => self.order(("<", true), a, b, span),
            CompareOp::LessEqual => self.order(("<=", false), a, b, span),
            CompareOp::Greater => self.order((">", true), b, a, span),
            CompareOp::GreaterEqual => self.order((">=", false), b, a, span),
            CompareOp::In => self.within(a, b, span),
            CompareOp::NotIn => self.within(a, b, span).map(negated),
        }
    }

    fn equal(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let (left, right) = ((a.span, a.ty), (b.span, b.ty));
        match self.join(a, b) {
            Some((a, _)) if let Kind::Sets(of) = a.ty.kind => self.refuse_set_of_sets(a.span, Some(of)),
            Some((a, b)) => Some(expr(ExprKind::Equal(Box::new(a), Box::new(b)), Kind::Bool.always(), span)),
            None => self.refuse_sides(if op == CompareOp::Equal { "=" } else { "!=" }, left, right),
        }
    }

    /// Checks that `a` is less than `b`; `sign` is the sign as it was written, with `b` first for
    /// `>`.
    fn order(&mut self, (sign, strict): (&str, bool), a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let (left, right) = ((a.span, a.ty), (b.span, b.ty));
        if self.domains.is_numeric(a.ty) && self.domains.is_numeric(b.ty) {
            let (a, b) = (self.domains.to_int(a)?, self.domains.to_int(b)?);
            return Some(ordered(strict, a, b, span));
        }
        if let (Kind::Element(x), Kind::Element(y)) = (a.ty.kind, b.ty.kind)
            && x == y
            && self.domains.base(x).is_none()
        {
            let (a, b) = (self.domains.ordinal(a), self.domains.ordinal(b));
            return Some(ordered(strict, a, b, span));
        }
        let of_sets = |k: Kind| matches!(k, Kind::Set(_) | Kind::IntSet { .. });
        let is_member = |k: Kind| matches!(k, Kind::Element(d) if self.domains.base(d).is_some());
        let set = |k: Kind| of_sets(k) || is_member(k);
        // Of which kind the word `none` is, nothing says there.
        let is_word = [left, right].iter().any(|(_, ty)| ty.kind == Kind::Nothing);
        let sides = match !is_word && (set(left.1.kind) || set(right.1.kind)) {
            true => self.set_sides(a, b, false),
            false => None,
        };
        match sides {
            Some((a, _)) if let Kind::Sets(of) = a.ty.kind => self.refuse_set_of_sets(a.span, Some(of)),
            Some((a, b)) => {
                Some(expr(ExprKind::Subset(Box::new(a), Box::new(b), strict), Kind::Bool.always(), span))
            }
            None if sign.starts_with('>') => self.refuse_sides(sign, right, left),
            None => self.refuse_sides(sign, left, right),
        }
    }

    /// Checks `a in b`.
    pub(super) fn within(&mut self, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let (left, right) = ((a.span, a.ty), (b.span, b.ty));
        let b = match (b.ty.kind, left.1.kind) {
            (Kind::Sets(_), Kind::Element(family)) => self.convert(b.clone(), Kind::Set(family)).unwrap_or(b),
            _ => b,
        };
        // Nothing is in a set that is `none`, as nothing is in the empty set; the empty set is
        // simpler to evaluate.
        let set = match b.ty.kind {
            Kind::Element(family) if self.domains.base(family).is_some() => {
                self.domains.base(family).map(|base| self.budget.member_set(b, base, true))
            }
            _ => self.as_set(b),
        };
        let Some(set) = set else { return self.refuse_sides("in", left, right) };
        let element = match set.ty.kind {
            Kind::Set(domain) => Kind::Element(domain),
            Kind::IntSet { low, high } => Kind::Int { low, high },
            _ => return self.refuse_sides("in", left, right),
        };
        if let (Kind::Set(x), Kind::Set(y)) = (left.1.kind, set.ty.kind)
            && x == y
        {
            return self.refuse_set_in_set(left, right);
        }
        // Nothing is in what is always empty; but what may be a fault is evaluated.
        let is_empty = is_nothing(set.ty.kind);
        let faults = may_fault(&a) || may_fault(&set);
        let (set, element) = match a.ty.kind {
            Kind::Element(domain) if is_empty && faults => {
                let empty = constant(Value::Set(Set::default()), Kind::Set(domain).always(), set.span);
                (after_faults(set, &empty), a.ty.kind)
            }
            _ => (set, element),
        };
        match self.convert(a, element) {
            Some(a) => Some(expr(ExprKind::In(Box::new(a), Box::new(set)), Kind::Bool.always(), span)),
            None if is_empty && !faults => Some(truth(false, span)),
            None => self.refuse_sides("in", left, right),
        }
    }

    fn refuse_set_in_set<T>(
        &mut self,
        a: (Span, crate::program::Type),
        b: (Span, crate::program::Type),
    ) -> Option<T> {
        let words = self.domains.type_words(a.1);
        let message = format!("`in` asks for one element, but its left side is {words}");
        let diagnostic = Diagnostic::error(codes::NO_COMMON_TYPE, message, a.0, format!("this is {words}"));
        let diagnostic = diagnostic.because(b.0, format!("this is {}", self.domains.type_words(b.1)));
        let between = self.input.game.text.get(a.0.end as usize..b.0.start as usize).unwrap_or("");
        let (left, right) = (self.input.written(a.0), self.input.written(b.0));
        let not = if between.contains("not") { "not " } else { "" };
        let is_single = match b.1.kind {
            Kind::Element(domain) => self.domains.base(domain).is_none(),
            kind => matches!(kind, Kind::Int { .. }),
        };
        if is_single {
            return self
                .reports
                .refuse(diagnostic.help(format!("the sides are swapped: write `{right} {not}in {left}`")));
        }
        let (left, right) = (as_operand(left), as_operand(right));
        self.reports.refuse(diagnostic.help(match not {
            "" => format!(
                "write `{left} <= {right}` if all its members must be in the other, `{left} & {right}` for those that are in both"
            ),
            _ => format!(
                "write `{left} & {right} = {{}}` if none of its members may be in the other, `{left} - {right}` for those that are not in it"
            ),
        }))
    }
}

impl Reports<'_> {
    fn check_chain(&mut self, first: &ast::Expr, rest: &[(CompareOp, Span, ast::Expr)]) -> Option<()> {
        let directions: Vec<Direction> = rest.iter().map(|(op, _, _)| direction(*op)).collect();
        let chains = |to: Direction| directions.iter().all(|d| *d == to || *d == Direction::Level);
        if rest.len() < 2 || chains(Direction::Up) || chains(Direction::Down) {
            return Some(());
        }
        let (_, place, _) =
            rest.iter().zip(&directions).find(|(_, d)| **d != directions[0]).map_or(&rest[1], |(r, _)| r);
        let message = "a chain of comparisons goes one way";
        let diagnostic = Diagnostic::error(codes::MIXED_CHAIN, message, *place, "this goes another way");
        let diagnostic = diagnostic.because(rest[0].1, "the chain begins with this");
        let first_end = first.span;
        let (a, b, c) = (
            self.input.short_text(first_end),
            self.input.short_text(rest[0].2.span),
            self.input.short_text(rest[1].2.span),
        );
        let (one, two) = (self.input.short_text(rest[0].1), self.input.short_text(rest[1].1));
        if let [
            (op @ (CompareOp::In | CompareOp::NotIn), ..),
            (CompareOp::Equal | CompareOp::NotEqual, _, truth),
        ] = rest
            && let ast::ExprKind::Bool(holds) = truth.kind
        {
            let wanted = holds == (rest[1].0 == CompareOp::Equal);
            let word = if (*op == CompareOp::In) == wanted { "in" } else { "not in" };
            return self
                .refuse(diagnostic.help(format!("write `{a} {word} {b}`: it is a condition already")));
        }
        let text = match &rest[0].2.kind {
            // `a != b & c < d`: `&` is the intersection of sets.
            ast::ExprKind::Binary(ast::BinaryOp::Intersect, left, right, _) => {
                let (left, right) = (self.input.short_text(left.span), self.input.short_text(right.span));
                format!("{a} {one} {left} and {right} {two} {c}")
            }
            _ => format!("{a} {one} {b} and {b} {two} {c}"),
        };
        self.refuse(diagnostic.help(format!("write two comparisons, joined by `and`: `{text}`")))
    }
}

impl DomainTables {
    fn ordinal(&self, a: Expr) -> Expr {
        let high = match a.ty.kind {
            Kind::Element(domain) => self.all[domain.index()].len() as i64 - 1,
            _ => 0,
        };
        let ty =
            crate::program::Type { kind: Kind::Int { low: 0, high: high.max(0) }, or_none: a.ty.or_none };
        let span = a.span;
        expr(ExprKind::Ordinal(Box::new(a)), ty, span)
    }
}

/// A text in brackets, unless it is one word, or a call or entry of one.
fn as_operand(text: &str) -> String {
    let mut depth = 0_u32;
    let is_apart = text.chars().any(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == ' '
    });
    if is_apart { format!("({text})") } else { text.to_owned() }
}

fn ordered(strict: bool, a: Expr, b: Expr, span: Span) -> Expr {
    let order = if strict { Order::Less } else { Order::LessEqual };
    expr(ExprKind::Compare(order, Box::new(a), Box::new(b)), Kind::Bool.always(), span)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Level,
    Apart,
}

fn direction(op: CompareOp) -> Direction {
    match op {
        CompareOp::Less | CompareOp::LessEqual => Direction::Up,
        CompareOp::Greater | CompareOp::GreaterEqual => Direction::Down,
        CompareOp::Equal => Direction::Level,
        _ => Direction::Apart,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{accepted, helps_beside};

    #[test]
    fn before_in_a_set_that_is_written_out_stands_for_a_member() {
        let text = |condition: &str| {
            format!(
                "game \"G\" players Ann, Bob board C = grid(3, 1)\n\
                 family Part of C = {{ {{a1, b1}}, {{b1}}, {{b1, c1}} }}\n\
                 family Duo of Part = {{ {{p, q}} for p in Part, q in Part where p != q }}\n\
                 state {{ taken: set of Part, b: bool }} def all = {{}}\n\
                 move m(p in Part) when {condition} and all = all {{ taken += p }} stuck => draw"
            )
        };
        let conditions = [
            "{a1, b1} not in taken",
            "(if b then {a1, b1} else {b1}) in taken",
            "{a1, b1} in Duo(p, {b1})",
            "{a1} + {b1} in taken",
            "{} not in taken",
        ];
        for condition in conditions {
            accepted(&text(condition));
        }
    }

    #[test]
    fn a_set_in_a_set_is_mended_as_it_is_asked() {
        let helps = |guard: &str| {
            helps_beside(
                "state { at[Player]: set of C }",
                &format!("move m(c in C) when {guard} {{ at[me] += c }}"),
            )
        };
        let all = "write `at[me] <= C` if all its members must be in the other, `at[me] & C` for those that are in both";
        assert_eq!(helps("at[me] in C"), [all]);
        let none = "write `C & (at[Ann] + at[Bob]) = {}` if none of its members may be in the other, `C - (at[Ann] + at[Bob])` for those that are not in it";
        assert_eq!(helps("C not in at[Ann] + at[Bob]"), [none]);
        assert_eq!(helps("at[me] in c"), ["the sides are swapped: write `c in at[me]`"]);
        assert_eq!(helps("at[me] not in c"), ["the sides are swapped: write `c not in at[me]`"]);
    }
}
