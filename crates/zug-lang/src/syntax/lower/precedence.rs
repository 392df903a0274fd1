//! Resolves precedence: a flat row of operands and operators becomes a tree.
//!
//! Precedence climbing (Martin Richards): each call parses the operators that bind at least as
//! tightly as its argument says. From weak to strong: `implies` (right-associative), `or`, `and`,
//! `not`, comparisons (chained), `..` (only one), `+ -`, `* / % &`, the sign `-`.

use super::{Lower, Pair, error_expr};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use std::iter::Peekable;
use std::vec::IntoIter;

/// One element of the row.
enum Part {
    Sign(UnaryOp, Span),
    Thing(Expr),
    Binary(BinaryOp, Span),
    Compare(CompareOp, Span),
}

/// The rest of the row.
type Row = Peekable<IntoIter<Part>>;

const NOT: u8 = 4;
const COMPARE: u8 = 5;
const RANGE: u8 = 6;
const MINUS: u8 = 9;

impl Lower<'_> {
    /// Builds an expression or a sum.
    pub(super) fn expr(&mut self, pair: Pair) -> Expr {
        let span = self.span(&pair);
        let built = self.deeper(levels(&pair), span, |this| {
            let mut row = this.row(pair).into_iter().peekable();
            this.climb(&mut row, 0, span)
        });
        built.unwrap_or(error_expr(span))
    }

    /// The row of signs, operands and operators of an expression.
    fn row(&mut self, pair: Pair) -> Vec<Part> {
        let mut row = Vec::new();
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::operand | Rule::let_operand => self.operand(part, &mut row),
                rule => row.extend(infix(rule, span)),
            }
        }
        row
    }

    /// Appends the signs of an operand, and the operand with the accesses behind it.
    fn operand(&mut self, pair: Pair, row: &mut Vec<Part>) {
        let mut thing: Option<Expr> = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_not if thing.is_none() => row.push(Part::Sign(UnaryOp::Not, self.span(&part))),
                Rule::minus if thing.is_none() => row.push(Part::Sign(UnaryOp::Minus, self.span(&part))),
                _ => {
                    thing = Some(match thing {
                        None => self.primary(part),
                        Some(of) => self.access(of, part),
                    });
                }
            }
        }
        row.extend(thing.map(Part::Thing));
    }

    /// Parses the operators that bind at least as tightly as `least`. `whole` is the span for an
    /// error.
    fn climb(&mut self, row: &mut Row, least: u8, whole: Span) -> Expr {
        let mut left = self.prefixed(row, least, whole);
        while let Some(power) = row.peek().and_then(power).filter(|power| *power >= least) {
            left = match row.next() {
                Some(Part::Compare(op, at)) => self.comparison(left, (op, at), row, whole),
                Some(Part::Binary(op, at)) => {
                    // `implies` is right-associative, the other operators are left-associative.
                    let right =
                        self.climb(row, if op == BinaryOp::Implies { power } else { power + 1 }, whole);
                    let span = left.span.to(right.span);
                    let kind = if self.refuse_second_range(op, &left, at) {
                        ExprKind::Error
                    } else {
                        ExprKind::Binary(op, Box::new(left), Box::new(right), at)
                    };
                    Expr { kind, span }
                }
                _ => return left,
            };
        }
        left
    }

    /// Parses an operand with the signs before it.
    fn prefixed(&mut self, row: &mut Row, least: u8, whole: Span) -> Expr {
        match row.next() {
            Some(Part::Thing(thing)) => thing,
            Some(Part::Sign(op, at)) => {
                self.refuse_tight_not(op, least, at);
                let inner = self.climb(row, if op == UnaryOp::Not { NOT } else { MINUS }, whole);
                let span = at.to(inner.span);
                Expr { kind: ExprKind::Unary(op, Box::new(inner)), span }
            }
            _ => error_expr(whole),
        }
    }

    /// Parses a chain `a < b < c`, of which the first operand and operator are read already.
    fn comparison(&mut self, first: Expr, op: (CompareOp, Span), row: &mut Row, whole: Span) -> Expr {
        let mut rest = Vec::new();
        let (mut op, mut at) = op;
        loop {
            rest.push((op, at, self.climb(row, RANGE, whole)));
            match row.next_if(|part| matches!(part, Part::Compare(..))) {
                Some(Part::Compare(next, place)) => (op, at) = (next, place),
                _ => break,
            }
        }
        let span = rest.last().map_or(first.span, |(_, _, last)| first.span.to(last.span));
        Expr { kind: ExprKind::Compare(Box::new(first), rest), span }
    }

    /// Refuses `a = not b`: `not` binds less tightly than the operator before it.
    fn refuse_tight_not(&mut self, op: UnaryOp, least: u8, at: Span) {
        if op == UnaryOp::Not && least > NOT {
            let message = "`not` cannot stand behind an operator that binds more tightly";
            self.refuse(
                Diagnostic::error(codes::TIGHT_NOT, message, at, "`not` needs brackets here")
                    .help("write `a = (not b)` for `a = not b`"),
            );
        }
    }

    /// Refuses `1..2..3`; returns whether it did.
    fn refuse_second_range(&mut self, op: BinaryOp, left: &Expr, at: Span) -> bool {
        let second = op == BinaryOp::Range && matches!(left.kind, ExprKind::Binary(BinaryOp::Range, ..));
        if second {
            let message = "a range has two ends";
            self.refuse(
                Diagnostic::error(codes::SECOND_RANGE, message, at, "a second `..`")
                    .help("write `a..b`, where `a` is the first number and `b` the last"),
            );
        }
        second
    }
}

/// An upper bound of the depth of the tree: each operator and each sign adds a level, and the
/// accesses of one operand lie below them.
fn levels(row: &Pair) -> usize {
    let (mut levels, mut accesses) = (1, 0);
    for part in row.clone().into_inner() {
        if matches!(part.as_rule(), Rule::operand | Rule::let_operand) {
            let is_sign = |part: &Pair| matches!(part.as_rule(), Rule::kw_not | Rule::minus);
            let (signs, rest): (Vec<Pair>, Vec<Pair>) = part.into_inner().partition(is_sign);
            levels += signs.len();
            accesses = accesses.max(rest.len().saturating_sub(1));
        } else {
            levels += 1;
        }
    }
    levels + accesses
}

/// The binding power of an infix operator; `None` for signs and operands.
fn power(part: &Part) -> Option<u8> {
    Some(match part {
        Part::Compare(..) => COMPARE,
        Part::Binary(op, _) => match op {
            BinaryOp::Implies => 1,
            BinaryOp::Or => 2,
            BinaryOp::And => 3,
            BinaryOp::Range => RANGE,
            BinaryOp::Add | BinaryOp::Subtract => 7,
            _ => 8,
        },
        _ => return None,
    })
}

/// The infix operator that a rule matches.
fn infix(rule: Rule, at: Span) -> Option<Part> {
    Some(match rule {
        Rule::op_equal => Part::Compare(CompareOp::Equal, at),
        Rule::op_not_equal => Part::Compare(CompareOp::NotEqual, at),
        Rule::op_less => Part::Compare(CompareOp::Less, at),
        Rule::op_less_equal => Part::Compare(CompareOp::LessEqual, at),
        Rule::op_greater => Part::Compare(CompareOp::Greater, at),
        Rule::op_greater_equal => Part::Compare(CompareOp::GreaterEqual, at),
        Rule::kw_in => Part::Compare(CompareOp::In, at),
        Rule::op_not_in => Part::Compare(CompareOp::NotIn, at),
        Rule::kw_implies => Part::Binary(BinaryOp::Implies, at),
        Rule::kw_or => Part::Binary(BinaryOp::Or, at),
        Rule::kw_and => Part::Binary(BinaryOp::And, at),
        Rule::op_range => Part::Binary(BinaryOp::Range, at),
        Rule::op_add => Part::Binary(BinaryOp::Add, at),
        Rule::op_subtract => Part::Binary(BinaryOp::Subtract, at),
        Rule::op_multiply => Part::Binary(BinaryOp::Multiply, at),
        Rule::op_divide => Part::Binary(BinaryOp::Divide, at),
        Rule::op_remainder => Part::Binary(BinaryOp::Remainder, at),
        Rule::op_intersect => Part::Binary(BinaryOp::Intersect, at),
        _ => return None,
    })
}
