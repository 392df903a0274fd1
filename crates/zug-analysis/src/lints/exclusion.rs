//! Finds requests for another move (`again`) that no `end` rule can meet: the rule's condition
//! and the condition of the request contradict each other, and nothing that they read is stored
//! between.

use super::constant::conjuncts;
use super::reads::{reads, store_of};
use zug_lang::program::*;

/// Whether `request`, a statement of `played`, is never met where `end` holds. Both conditions are
/// about the position after the move, if no statement behind a condition stores what it reads; and
/// `me` is the same player in both, for he moves again.
pub(super) fn excludes(program: &Program, played: &Move, request: &Stmt, end: &Expr) -> bool {
    let mut wanted = Vec::new();
    conjuncts(end, &mut wanted);
    let wanted: Vec<ComparedFact> = wanted.into_iter().map(ComparedFact::of).collect();
    conditions(&played.body, request).into_iter().any(|(condition, holds, after)| {
        let facts = known(condition, holds);
        facts.iter().any(|fact| wanted.iter().any(|other| fact.contradicts(other)))
            && !is_stored(program, condition, &after)
    })
}

/// The text of an expression's tree without spans; equal texts mean equal expressions.
pub fn shape(expr: &Expr) -> String {
    let whole = format!("{expr:?}");
    let mut pieces = whole.split("Span {");
    let mut shape = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shape += piece.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape
}

/// The conditions under which a statement of a body is reached and does something, each with the
/// value that it has and the statements that may run after it. None for statements in loops.
fn conditions<'a>(body: &'a [Stmt], request: &Stmt) -> Vec<(&'a Expr, bool, Vec<&'a Stmt>)> {
    for (at, stmt) in body.iter().enumerate() {
        let rest: Vec<&Stmt> = statements(&body[at + 1..]).collect();
        match &stmt.kind {
            StmtKind::Again(condition) | StmtKind::AgainWith(_, _, condition)
                if stmt.span == request.span =>
            {
                return vec![(condition, true, rest)];
            }
            StmtKind::If(condition, yes, no) => {
                for (block, holds) in [(yes, true), (no, false)] {
                    let mut inner = conditions(block, request);
                    if !inner.is_empty() {
                        inner.iter_mut().for_each(|(_, _, after)| after.extend(&rest));
                        let within = statements(block).chain(rest.iter().copied()).collect();
                        inner.push((condition, holds, within));
                        return inner;
                    }
                }
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Whether one of the statements stores something that the condition reads.
fn is_stored(program: &Program, condition: &Expr, after: &[&Stmt]) -> bool {
    let Some(reads) = reads(program, condition) else { return true };
    let mut stored = after.iter().filter_map(|stmt| store_of(program, stmt));
    stored.any(|(field, _)| reads.iter().any(|(read, _)| *read == field))
}

/// The facts that follow from the value of a condition.
fn known(condition: &Expr, holds: bool) -> Vec<ComparedFact> {
    match (&condition.kind, holds) {
        (ExprKind::Not(inner), _) => known(inner, !holds),
        (ExprKind::And(all), true) => all.iter().flat_map(|each| known(each, true)).collect(),
        (ExprKind::Or(any), false) => any.iter().flat_map(|each| known(each, false)).collect(),
        (_, true) => vec![ComparedFact::of(condition)],
        (_, false) => vec![ComparedFact::of(condition).negated()],
    }
}

/// A condition as the lints compare it with another.
pub(super) enum ComparedFact {
    /// An integer is at least the first number and at most the second.
    Within(String, i64, i64),
    /// An integer is another one than this.
    Apart(String, i64),
    /// An expression, by its text, has this value.
    Is(String, bool),
    /// Nothing that could be compared.
    Unknown,
}

impl ComparedFact {
    /// The fact of a condition without locals, which may be compared with one of another place.
    fn of(expr: &Expr) -> ComparedFact {
        if expr.walk().any(|part| matches!(part.kind, ExprKind::Local(_))) {
            return ComparedFact::Unknown;
        }
        ComparedFact::at_its_place(expr)
    }

    /// The fact of a condition, to be compared with one of the same place.
    pub(super) fn at_its_place(expr: &Expr) -> ComparedFact {
        let number = |expr: &Expr| match expr.kind {
            ExprKind::Const(Value::Int(number)) => Some(number),
            ExprKind::Const(Value::Element(element)) => Some(i64::from(element)),
            _ => None,
        };
        match &expr.kind {
            ExprKind::Not(inner) => ComparedFact::at_its_place(inner).negated(),
            ExprKind::Equal(a, b) => match (number(a), number(b)) {
                (Some(n), None) => ComparedFact::Within(shape(b), n, n),
                (None, Some(n)) => ComparedFact::Within(shape(a), n, n),
                _ => ComparedFact::Is(shape(expr), true),
            },
            ExprKind::Compare(order, a, b) => {
                let strict = i64::from(*order == Order::Less);
                match (number(a), number(b)) {
                    (Some(n), None) => ComparedFact::Within(shape(b), n.saturating_add(strict), i64::MAX),
                    (None, Some(n)) => ComparedFact::Within(shape(a), i64::MIN, n.saturating_sub(strict)),
                    _ => ComparedFact::Is(shape(expr), true),
                }
            }
            _ => ComparedFact::Is(shape(expr), true),
        }
    }

    /// The fact that holds where this one does not. Of an integer that is `none` two opposite
    /// comparisons both fail; a warning that depends on that is not given.
    pub(super) fn negated(self) -> ComparedFact {
        match self {
            ComparedFact::Within(of, low, high) if low == high => ComparedFact::Apart(of, low),
            ComparedFact::Within(of, i64::MIN, high) if high < i64::MAX => {
                ComparedFact::Within(of, high + 1, i64::MAX)
            }
            ComparedFact::Within(of, low, i64::MAX) if low > i64::MIN => {
                ComparedFact::Within(of, i64::MIN, low - 1)
            }
            ComparedFact::Apart(of, n) => ComparedFact::Within(of, n, n),
            ComparedFact::Is(text, holds) => ComparedFact::Is(text, !holds),
            ComparedFact::Within(..) | ComparedFact::Unknown => ComparedFact::Unknown,
        }
    }

    /// Whether this fact holds wherever another one does, by their numbers.
    pub(super) fn follows_from(&self, other: &ComparedFact) -> bool {
        match (self, other) {
            (ComparedFact::Within(a, low, high), ComparedFact::Within(b, from, to)) => {
                a == b && low <= from && to <= high
            }
            (ComparedFact::Apart(a, n), ComparedFact::Within(b, from, to)) => a == b && (n < from || to < n),
            _ => false,
        }
    }

    pub(super) fn contradicts(&self, other: &ComparedFact) -> bool {
        match (self, other) {
            (ComparedFact::Within(a, low, high), ComparedFact::Within(b, from, to)) => {
                a == b && (high < from || to < low)
            }
            (ComparedFact::Within(a, low, high), ComparedFact::Apart(b, n))
            | (ComparedFact::Apart(b, n), ComparedFact::Within(a, low, high)) => {
                a == b && low == n && high == n
            }
            (ComparedFact::Is(a, holds), ComparedFact::Is(b, also)) => a == b && holds != also,
            _ => false,
        }
    }
}
