//! Expressions and the names that they bind.

use super::Name;
use crate::source::Span;

/// `x in S`
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name bound.
    pub name: Name,
    /// The set that the name ranges over.
    pub set: Expr,
}

/// `x in S, y in T where P`
#[derive(Clone, Debug)]
pub struct Binders {
    /// The binders from left to right; a set may use the names bound before it.
    pub binders: Vec<Binder>,
    /// `where P`
    pub guard: Option<Box<Expr>>,
}

impl Binders {
    /// The sets, then the guard.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.binders.iter().map(|binder| &binder.set).chain(self.guard.as_deref())
    }
}

/// An expression with its span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The expression.
    pub kind: ExprKind,
    /// Its span.
    pub span: Span,
}

impl Expr {
    /// The integer that it is as it stands: `3`, `-1`, `4 - 5`.
    pub fn written_integer(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Int(n) => Some(*n),
            ExprKind::Unary(UnaryOp::Minus, of) => of.written_integer()?.checked_neg(),
            ExprKind::Binary(BinaryOp::Subtract, a, b, _) => {
                a.written_integer()?.checked_sub(b.written_integer()?)
            }
            _ => None,
        }
    }

    /// The expressions that it consists of, from left to right; of binders the sets, then the
    /// guard.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Call(_, all) | ExprKind::Set(all) => all.iter().collect(),
            ExprKind::Comprehension(body, binders) | ExprKind::Quantified(_, binders, body) => {
                binders.exprs().chain(body.as_deref()).collect()
            }
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Let(_, a, b) | ExprKind::Binary(_, a, b, _) => vec![a, b],
            ExprKind::Unary(_, a) | ExprKind::Member(a, _) | ExprKind::Element(a, ..) => vec![a],
            ExprKind::Compare(first, rest) => {
                std::iter::once(first.as_ref()).chain(rest.iter().map(|(_, _, each)| each)).collect()
            }
            ExprKind::At(of, all) => std::iter::once(of.as_ref()).chain(all).collect(),
            ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None => Vec::new(),
            ExprKind::Me | ExprKind::Opponent | ExprKind::Error => Vec::new(),
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `me`
    Me,
    /// `opponent`
    Opponent,
    /// `empty`, `north`, `a1`
    Name(Name),
    /// `count(S)`, `flips(c)`, `step(c, d, 2)`; only a name can be called. `can(jump(to))` is a
    /// call within a call.
    Call(Name, Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{ E for B }`; the element is `None` for `{ x in S where P }`.
    Comprehension(Option<Box<Expr>>, Binders),
    /// `some B: P`, `count(B)`, `sum(B: E)` ..
    Quantified(Quantifier, Binders, Option<Box<Expr>>),
    /// `if C then A else B`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let x = V in E`
    Let(Name, Box<Expr>, Box<Expr>),
    /// `not E`, `-E`
    Unary(UnaryOp, Box<Expr>),
    /// `A op B` for every infix operator except comparisons, with the span of the operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>, Span),
    /// `A < B < C`: the first operand, then at least one operator with its span and right operand.
    /// The checker refuses chains of mixed direction.
    Compare(Box<Expr>, Vec<(CompareOp, Span, Expr)>),
    /// `.x`
    Member(Box<Expr>, Name),
    /// `.1`
    Element(Box<Expr>, u32, Span),
    /// `f[i, j]`
    At(Box<Expr>, Vec<Expr>),
    /// Text that could not be parsed; already reported.
    Error,
}

/// The quantifier, which says how the values for all bindings are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `some B: P`
    Some,
    /// `every B: P`
    Every,
    /// `no B: P`
    No,
    /// `count(B)`
    Count,
    /// `sum(B: E)`
    Sum,
    /// `union(B: S)`
    Union,
    /// `min(B: E)`
    Min,
    /// `max(B: E)`
    Max,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
}

/// Infix operators that do not chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `implies`
    Implies,
    /// `or`
    Or,
    /// `and`
    And,
    /// `..`
    Range,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `&`
    Intersect,
}

/// Comparison operators; they can be chained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl CompareOp {
    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            CompareOp::Equal => "=",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
            CompareOp::In => "in",
            CompareOp::NotIn => "not in",
        }
    }
}
