//! Builds expressions: operands, calls, sets, quantifiers, binders.

use super::{Lower, Pair, error_expr};
use crate::built_ins::built_in;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Binder, Binders, Expr, ExprKind, LIMIT, Quantifier};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// The first expression directly within a match.
    pub fn first_expr(&mut self, pair: &Pair) -> Expr {
        let found = pair.clone().into_inner().find(is_expression);
        match found {
            Some(part) => self.expr(part),
            None => error_expr(self.span(pair)),
        }
    }

    /// All expressions directly within a match.
    pub fn exprs(&mut self, pair: Pair) -> Vec<Expr> {
        let found = pair.into_inner().filter(is_expression);
        found.map(|part| self.expr(part)).collect()
    }

    /// Builds an integer; reports one above [`LIMIT`].
    fn number(&mut self, pair: &Pair) -> ExprKind {
        match pair.as_str().parse() {
            Ok(number) if number <= LIMIT => ExprKind::Int(number),
            _ => {
                self.refuse(
                    Diagnostic::error(
                        codes::NUMBER_TOO_LARGE,
                        format!("the number {} is too large", pair.as_str()),
                        self.span(pair),
                        "too large",
                    )
                    .help(format!("numbers go up to {LIMIT}: count in larger units, or write a smaller number that no play reaches")),
                );
                ExprKind::Error
            }
        }
    }

    /// Builds an operand without its signs and without the accesses behind it.
    pub fn primary(&mut self, pair: Pair) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => self.number(&pair),
            Rule::kw_true => ExprKind::Bool(true),
            Rule::kw_false => ExprKind::Bool(false),
            Rule::kw_none => ExprKind::None,
            Rule::kw_me => ExprKind::Me,
            Rule::kw_opponent => ExprKind::Opponent,
            Rule::call => self.call(pair),
            Rule::group => self.first_expr(&pair).kind,
            Rule::set => self.set(pair),
            Rule::if_expr | Rule::let_if => self.if_expr(pair),
            Rule::let_expr | Rule::let_let => self.let_expr(pair),
            Rule::quantified | Rule::let_quantified | Rule::gathered => self.quantified(pair),
            _ => ExprKind::Error,
        };
        Expr { kind, span }
    }

    /// Builds a call, `flips(c)`, or a name alone.
    fn call(&mut self, pair: Pair) -> ExprKind {
        let name = self.first_name(&pair);
        match pair.into_inner().find(|part| part.as_rule() == Rule::arguments) {
            Some(arguments) => ExprKind::Call(name, self.exprs(arguments)),
            None => ExprKind::Name(name),
        }
    }

    /// Builds `{a, b}`, `{ E for B }` or `{ x in S where P }`.
    fn set(&mut self, pair: Pair) -> ExprKind {
        let binders = pair.clone().into_inner().find(|part| part.as_rule() == Rule::binders);
        let mut members = self.exprs(pair);
        match binders {
            Some(binders) => {
                let binders = self.binders(binders);
                ExprKind::Comprehension(members.pop().map(Box::new), binders)
            }
            None => ExprKind::Set(members),
        }
    }

    /// Builds `if C then A else B`.
    fn if_expr(&mut self, pair: Pair) -> ExprKind {
        let mut parts = self.exprs(pair).into_iter().map(Box::new);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(condition), Some(then), Some(otherwise)) => ExprKind::If(condition, then, otherwise),
            _ => ExprKind::Error,
        }
    }

    /// Builds `let x = V in E`.
    fn let_expr(&mut self, pair: Pair) -> ExprKind {
        let name = self.first_name(&pair);
        let mut parts = self.exprs(pair).into_iter().map(Box::new);
        match (parts.next(), parts.next()) {
            (Some(value), Some(body)) => ExprKind::Let(name, value, body),
            _ => ExprKind::Error,
        }
    }

    /// Builds a quantifier with binders: `some B: P`, `sum(B: E)`.
    fn quantified(&mut self, pair: Pair) -> ExprKind {
        let Some(quantifier) = pair.clone().into_inner().find_map(|part| quantifier(part.as_str())) else {
            return ExprKind::Error;
        };
        let binders = self.binders_in(&pair).unwrap_or(NO_BINDERS);
        let body = self.exprs(pair).pop().map(Box::new);
        ExprKind::Quantified(quantifier, binders, body)
    }

    /// The binders directly within a match, if there are any.
    pub fn binders_in(&mut self, pair: &Pair) -> Option<Binders> {
        let binders = pair.clone().into_inner().find(|part| part.as_rule() == Rule::binders)?;
        Some(self.binders(binders))
    }

    /// Builds `x in S, y in T where P`.
    fn binders(&mut self, pair: Pair) -> Binders {
        let guard = self.exprs(pair.clone()).pop().map(Box::new);
        Binders { binders: self.binder_list(pair), guard }
    }

    /// Builds `x in S, y in T`.
    pub fn binder_list(&mut self, pair: Pair) -> Vec<Binder> {
        let found = pair.into_inner().filter(|part| part.as_rule() == Rule::binder);
        found.map(|part| Binder { name: self.first_name(&part), set: self.first_expr(&part) }).collect()
    }

    /// Wraps an expression in the access behind it: `.x`, `.1` or `[i, j]`.
    pub fn access(&mut self, of: Expr, suffix: Pair) -> Expr {
        let at = self.span(&suffix);
        let span = of.span.to(at);
        let kind = match suffix.as_rule() {
            Rule::index => ExprKind::At(Box::new(of), self.exprs(suffix)),
            Rule::member => ExprKind::Member(Box::new(of), self.first_name(&suffix)),
            _ => self.element(of, suffix, at),
        };
        Expr { kind, span }
    }

    /// Builds `.1`. Behind a number it is refused as a fraction.
    fn element(&mut self, of: Expr, suffix: Pair, at: Span) -> ExprKind {
        let ordinal = suffix.into_inner().find(|part| part.as_rule() == Rule::ordinal);
        if matches!(of.kind, ExprKind::Int(_)) {
            self.refuse(fraction(&of, at));
            return ExprKind::Error;
        }
        match ordinal.and_then(|part| part.as_str().parse().ok()) {
            Some(ordinal) => ExprKind::Element(Box::new(of), ordinal, at),
            None => {
                let message = "no family has members with that many elements";
                self.refuse(Diagnostic::error(codes::NUMBER_TOO_LARGE, message, at, "too large"));
                ExprKind::Error
            }
        }
    }
}

/// The report about a fraction.
fn fraction(whole: &Expr, at: Span) -> Diagnostic {
    let report =
        Diagnostic::error(codes::FRACTION, "there are only whole numbers", whole.span.to(at), "a fraction");
    let ExprKind::Int(number) = whole.kind else { return report };
    report.help(format!(
        "write `{number}` or `{}`, or count in a smaller unit, so that everything comes out whole",
        number.saturating_add(1)
    ))
}

/// Whether a match is a row of operands and operators.
fn is_expression(part: &Pair) -> bool {
    matches!(part.as_rule(), Rule::expr | Rule::sum | Rule::let_value)
}

/// The quantifier that a word names.
fn quantifier(word: &str) -> Option<Quantifier> {
    Some(match word {
        "some" => Quantifier::Some,
        "every" => Quantifier::Every,
        "no" => Quantifier::No,
        _ => return built_in(word)?.quantifier(),
    })
}

/// Stands for binders that are missing; the grammar always has them.
pub(super) const NO_BINDERS: Binders = Binders { binders: Vec::new(), guard: None };
