//! Lowers conditions.

use super::emitter::RoutineEmitter;
use super::expression_utils::{is_heavy, may_fault};
use super::loops::SignedCondition;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{SetBits, Val};
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_machine::ir::{Op, Reg};

impl RoutineEmitter {
    /// Whether two values are equal: neither is `none` and `same` holds, or both are `none`.
    fn equal_or_none(&mut self, same: Reg, a: Option<Reg>, b: Option<Reg>) -> Reg {
        match (a, b) {
            (None, None) => same,
            (Some(flag), None) | (None, Some(flag)) => self.op(Op::AndNot(same, flag)),
            (Some(a), Some(b)) => {
                let both = self.and(a, b);
                let one = self.or(a, b);
                let neither = self.op(Op::AndNot(same, one));
                self.or(both, neither)
            }
        }
    }

    /// Whether two sets are equal, or both `none`.
    pub fn equal_sets(&mut self, a: SetBits, b: SetBits, span: Span) -> Made<Reg> {
        let (a, b) = self.alike(a, b, span)?;
        let mut differ = self.number(0);
        for (x, y) in a.words.iter().zip(&b.words) {
            let word = self.op(Op::Xor(*x, *y));
            differ = self.or(differ, word);
        }
        let same = self.is_zero(differ);
        Ok(self.equal_or_none(same, a.none, b.none))
    }

    /// Bit `at` of a set; 0 if there is no such bit.
    pub fn bit_of(&mut self, bits: &SetBits, at: Reg) -> Reg {
        let mut inside = self.number(0);
        for (i, word) in bits.words.iter().enumerate() {
            let here = self.plus(at, -64 * i as i64);
            let bit = self.op(Op::Bit(*word, here));
            inside = self.or(inside, bit);
        }
        inside
    }
}

impl<'p> RoutineCompiler<'p> {
    /// A register with 1 if a condition holds, otherwise 0.
    pub fn holds(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Reg> {
        match self.expr(scope, expr)? {
            Val::Bool(reg) => Ok(reg),
            _ => Err(super::unexpected(expr.span)),
        }
    }

    /// Lowers conditions other than constants, locals, fields and calls.
    pub fn truth(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        let reg = match &expr.kind {
            ExprKind::Not(a) => {
                let a = self.holds(scope, a)?;
                self.emit.not(a)
            }
            ExprKind::And(all) => self.connected(scope, all, true)?,
            ExprKind::Or(any) => self.connected(scope, any, false)?,
            ExprKind::Equal(a, b) => self.equal(scope, a, b)?,
            ExprKind::Compare(order, a, b) => self.compare(scope, *order, a, b)?,
            ExprKind::In(a, set) => self.is_in(scope, a, set)?,
            ExprKind::Subset(a, b, proper) => self.is_subset(scope, (a, b), *proper)?,
            ExprKind::Can(id, arguments) => self.can(scope, *id, arguments)?,
            ExprKind::Stuck(who) => self.is_stuck(scope, who)?,
            _ => self.quantified_truth(scope, expr)?,
        };
        Ok(Val::Bool(reg))
    }

    /// Lowers `and` (true) or `or`: heavy parts are computed only where the light ones do not
    /// decide. Where a part may be a fault, all are computed from left to right.
    fn connected(&mut self, scope: &mut RoutineScope<'p>, all: &'p [Expr], and: bool) -> Made<Reg> {
        let in_order = all.iter().any(|e| may_fault(self.input.program, e));
        let (light, heavy): (Vec<&Expr>, Vec<&Expr>) =
            all.iter().partition(|e| !in_order && !is_heavy(self.input.program, e));
        let mut joined = self.emit.number(u64::from(and));
        for part in light {
            let part = self.holds(scope, part)?;
            joined = if and { self.emit.and(joined, part) } else { self.emit.or(joined, part) };
        }
        for part in heavy {
            joined = self.unless_decided(scope, joined, SignedCondition { expr: part, holds: true }, and)?;
        }
        Ok(joined)
    }

    /// Joins one more part, computed only where those before it do not decide.
    pub fn unless_decided(
        &mut self,
        scope: &mut RoutineScope<'p>,
        before: Reg,
        part: SignedCondition<'p>,
        and: bool,
    ) -> Made<Reg> {
        match self.emit.b.value(before) {
            Some(known) if (known != 0) == and => return self.meets(scope, part),
            Some(_) => return Ok(before),
            None => {}
        }
        self.emit.b.open_arm();
        let inside = self.meets(scope, part)?;
        let joined = self.emit.b.joined();
        self.emit.b.set(joined, inside);
        let needed = self.emit.b.close_block();
        self.emit.b.open_arm();
        self.emit.b.set(joined, before);
        let decided = self.emit.b.close_block();
        let (then, otherwise) = if and { (needed, decided) } else { (decided, needed) };
        self.emit.b.push_if(before, then, otherwise);
        self.emit.b.mark_truth(joined);
        Ok(joined)
    }

    fn equal(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr, b: &'p Expr) -> Made<Reg> {
        let left = self.expr(scope, a)?;
        let right = self.expr(scope, b)?;
        match (left, right) {
            (Val::Nothing, val) | (val, Val::Nothing) => {
                let none = self.none_flag(&val);
                Ok(none.unwrap_or_else(|| self.emit.number(0)))
            }
            (Val::Bool(a), Val::Bool(b)) => Ok(self.emit.op(Op::Eq(a, b))),
            (Val::Element(a, ..), Val::Element(b, ..)) => Ok(self.emit.op(Op::Eq(a, b))),
            (Val::Int(a, none_a), Val::Int(b, none_b)) => {
                let same = self.emit.op(Op::Eq(a, b));
                Ok(self.emit.equal_or_none(same, none_a, none_b))
            }
            (Val::Set(left), Val::Set(right)) => self.emit.equal_sets(left, right, b.span),
            _ => Err(super::unexpected(a.span)),
        }
    }

    fn compare(&mut self, scope: &mut RoutineScope<'p>, order: Order, a: &'p Expr, b: &'p Expr) -> Made<Reg> {
        let (left, none_left) = self.int(scope, a)?;
        let (right, none_right) = self.int(scope, b)?;
        let holds = match order {
            Order::Less => self.emit.op(Op::Less(left, right)),
            Order::LessEqual => self.emit.op(Op::LessEq(left, right)),
        };
        let none = self.emit.either(none_left, none_right);
        Ok(self.emit.unless(holds, none))
    }

    fn is_in(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr, set: &'p Expr) -> Made<Reg> {
        if let (ExprKind::RangeSet(low, high), Kind::Int { .. }) = (&set.kind, a.ty.kind) {
            return self.is_between(scope, a, low, high);
        }
        if let ExprKind::Stop(steps, c, d, through) = &a.kind
            && let Some(inside) = self.stops_in(scope, *steps, (c, d, through), set)?
        {
            return Ok(inside);
        }
        let member = self.expr(scope, a)?;
        let bits = self.set(scope, set)?;
        let none = if let Val::Element(..) = member { None } else { self.none_flag(&member) };
        let (Val::Element(reg, ..) | Val::Int(reg, _)) = member else {
            return if matches!(member, Val::Nothing) {
                Ok(self.emit.number(0))
            } else {
                Err(super::unexpected(a.span))
            };
        };
        let at = self.emit.plus(reg, bits.range.low.wrapping_neg());
        let inside = self.emit.bit_of(&bits, at);
        Ok(self.emit.unless(inside, none))
    }

    fn is_between(
        &mut self,
        scope: &mut RoutineScope<'p>,
        a: &'p Expr,
        low: &'p Expr,
        high: &'p Expr,
    ) -> Made<Reg> {
        let (number, mut none) = self.int(scope, a)?;
        let mut inside = self.emit.number(1);
        for (end, above) in [(low, false), (high, true)] {
            let (end, flag) = self.int(scope, end)?;
            none = self.emit.either(none, flag);
            let op = if above { Op::LessEq(number, end) } else { Op::LessEq(end, number) };
            let side = self.emit.op(op);
            inside = self.emit.and(inside, side);
        }
        Ok(self.emit.unless(inside, none))
    }

    fn is_subset(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (a, b): (&'p Expr, &'p Expr),
        proper: bool,
    ) -> Made<Reg> {
        let left = self.set(scope, a)?;
        let right = self.set(scope, b)?;
        let none = self.emit.either(left.none, right.none);
        let (left, right) = self.emit.alike(left, right, b.span)?;
        let mut outside = self.emit.number(0);
        let mut more = self.emit.number(0);
        for (x, y) in left.words.iter().zip(&right.words) {
            let word = self.emit.op(Op::AndNot(*x, *y));
            outside = self.emit.or(outside, word);
            if proper {
                let word = self.emit.op(Op::AndNot(*y, *x));
                more = self.emit.or(more, word);
            }
        }
        let mut holds = self.emit.is_zero(outside);
        if proper {
            let same = self.emit.is_zero(more);
            holds = self.emit.op(Op::AndNot(holds, same));
        }
        Ok(self.emit.unless(holds, none))
    }
}
