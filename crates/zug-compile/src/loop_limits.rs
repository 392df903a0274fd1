//! Limits of loops over intervals of integers: a condition `2 * k <= size[h]` on the local `k` ends
//! the loop instead of being tested in each pass.
//!
//! A condition counts where it compares two integers, neither of which may be `none`, whose
//! difference is a constant multiple of the local plus what does not mention it. It holds for an
//! interval of the local then, exactly, so it needs no test.

use super::expression_utils::mentions;
use super::loops::{BinderMembers, BinderSet, SignedCondition};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};
use zug_machine::optimization::Optimization;

/// Intervals of at most so many integers are masks.
const SHORT: i128 = 64;
/// The greatest sum of factors: times a number of the language, it is far below 2^63.
const FACTORS: i64 = 256;

/// `factor * local + rest`, where the rest is a sum of multiples.
struct LinearForm<'p> {
    factor: i64,
    rest: Vec<(i64, &'p Expr)>,
}

impl<'p> LinearForm<'p> {
    /// The form of an integer; none where it has another, or may be `none`.
    fn of(expr: &'p Expr, local: LocalId) -> Option<LinearForm<'p>> {
        if expr.ty.or_none || !matches!(expr.ty.kind, Kind::Int { .. }) {
            return None;
        }
        match &expr.kind {
            ExprKind::Local(other) if *other == local => Some(LinearForm { factor: 1, rest: Vec::new() }),
            _ if !mentions(expr, local) => Some(LinearForm { factor: 0, rest: vec![(1, expr)] }),
            ExprKind::Arith(Arith::Add, a, b) => LinearForm::of(a, local)?.plus(LinearForm::of(b, local)?, 1),
            ExprKind::Arith(Arith::Sub, a, b) => {
                LinearForm::of(a, local)?.plus(LinearForm::of(b, local)?, -1)
            }
            ExprKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Const(Value::Int(by)), _) => LinearForm::of(b, local)?.times(*by),
                (_, ExprKind::Const(Value::Int(by))) => LinearForm::of(a, local)?.times(*by),
                _ => None,
            },
            _ => None,
        }
    }

    fn times(self, by: i64) -> Option<LinearForm<'p>> {
        let rest: Option<Vec<_>> =
            self.rest.into_iter().map(|(factor, expr)| Some((factor.checked_mul(by)?, expr))).collect();
        LinearForm { factor: self.factor.checked_mul(by)?, rest: rest? }.small()
    }

    fn plus(mut self, other: LinearForm<'p>, sign: i64) -> Option<LinearForm<'p>> {
        let other = other.times(sign)?;
        self.rest.extend(other.rest);
        LinearForm { factor: self.factor.checked_add(other.factor)?, rest: self.rest }.small()
    }

    /// The form, if its sums do not overflow.
    fn small(self) -> Option<LinearForm<'p>> {
        let factors = self.rest.iter().map(|(factor, _)| factor.saturating_abs());
        let sum = factors.fold(self.factor.saturating_abs(), i64::saturating_add);
        (sum <= FACTORS).then_some(self)
    }
}

/// `form + more <= 0`, where the local occurs.
fn limit<'p>(condition: SignedCondition<'p>, local: LocalId) -> Option<(LinearForm<'p>, i64)> {
    let ExprKind::Compare(order, a, b) = &condition.expr.kind else { return None };
    let strict = (*order == Order::Less) == condition.holds;
    let (low, high) = if condition.holds { (a, b) } else { (b, a) };
    let form = LinearForm::of(low, local)?.plus(LinearForm::of(high, local)?, -1)?;
    (form.factor != 0).then_some((form, i64::from(strict)))
}

impl<'p> RoutineCompiler<'p> {
    /// An interval of integers within the limits that conditions set, with the other conditions;
    /// none where the binder runs through something else, or no condition sets one.
    pub fn limited(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (local, set): BinderSet<'p>,
        rest: &[BinderSet<'p>],
        conditions: &[SignedCondition<'p>],
    ) -> Made<Option<(BinderMembers, Vec<SignedCondition<'p>>)>> {
        let (ExprKind::RangeSet(low, high), Kind::IntSet { low: least, high: most }) =
            (&set.kind, set.ty.kind)
        else {
            return Ok(None);
        };
        let is_long = i128::from(most) - i128::from(least) >= SHORT;
        if !is_long || !self.input.does(Optimization::LoopLimits) || self.input.in_order(rest, conditions) {
            return Ok(None);
        }
        let (mut limits, mut left) = (Vec::new(), Vec::new());
        for condition in conditions {
            let own = !rest.iter().any(|(other, _)| mentions(condition.expr, *other));
            match limit(*condition, local).filter(|_| own) {
                Some(limit) => limits.push(limit),
                None => left.push(*condition),
            }
        }
        if limits.is_empty() {
            return Ok(None);
        }
        let (mut low, mut count) = self.integers(scope, low, high)?;
        for (form, more) in limits {
            (low, count) = self.within(scope, (low, count), &form, more)?;
        }
        Ok(Some((BinderMembers::Integers(low, count), left)))
    }

    /// The part of an interval in which `form + more <= 0`.
    fn within(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (low, count): (Reg, Reg),
        form: &LinearForm<'p>,
        more: i64,
    ) -> Made<(Reg, Reg)> {
        let mut sum = self.emit.number(more as u64);
        for (factor, expr) in &form.rest {
            let (value, _) = self.int(scope, expr)?;
            let factor = self.emit.number(*factor as u64);
            let product = self.emit.op(Op::Mul(value, factor));
            sum = self.emit.op(Op::Add(sum, product));
        }
        let by = self.emit.number(form.factor.unsigned_abs());
        if form.factor > 0 {
            // local <= -sum / factor, rounded down.
            let zero = self.emit.number(0);
            let negated = self.emit.op(Op::Sub(zero, sum));
            let last = self.emit.op(Op::Div(negated, by));
            let width = self.emit.op(Op::Sub(last, low));
            let width = self.emit.plus(width, 1);
            let fewer = self.emit.op(Op::Less(width, count));
            return Ok((low, self.emit.select(fewer, width, count)));
        }
        // local >= sum / -factor, rounded up.
        let up = self.emit.plus(sum, form.factor.saturating_neg() - 1);
        let first = self.emit.op(Op::Div(up, by));
        let later = self.emit.op(Op::Less(low, first));
        let begin = self.emit.select(later, first, low);
        let skipped = self.emit.op(Op::Sub(begin, low));
        let count = self.emit.op(Op::Sub(count, skipped));
        Ok((begin, count))
    }
}
