//! Lowers expressions that are integers or elements.

use super::emitter::RoutineEmitter;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};

/// An integer and, where it may be `none`, the flag for that.
type OptionalInteger = (Reg, Option<Reg>);

impl RoutineEmitter {
    /// The greater or the lesser of two integers; one that is `none` is ignored.
    pub fn better(&mut self, greatest: bool, a: OptionalInteger, b: OptionalInteger) -> OptionalInteger {
        let op = if greatest { Op::Less(a.0, b.0) } else { Op::Less(b.0, a.0) };
        let mut second = self.op(op);
        if let Some(flag) = a.1 {
            second = self.or(second, flag);
        }
        second = self.unless(second, b.1);
        let none = match (a.1, b.1) {
            (Some(a), Some(b)) => Some(self.and(a, b)),
            _ => None,
        };
        (self.select(second, b.0, a.0), none)
    }
}

impl<'p> RoutineCompiler<'p> {
    /// Lowers an integer expression.
    pub fn int(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<OptionalInteger> {
        match self.expr(scope, expr)? {
            Val::Int(reg, none) => Ok((reg, none.filter(|flag| self.emit.b.value(*flag) != Some(0)))),
            Val::Nothing => Ok((self.emit.number(0), Some(self.emit.number(1)))),
            _ => Err(super::unexpected(expr.span)),
        }
    }

    /// Lowers integer expressions other than constants, locals, fields and calls.
    pub fn arithmetic(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        let (reg, none) = match &expr.kind {
            ExprKind::Arith(op, a, b) => self.two(scope, *op, a, b)?,
            ExprKind::Negate(a) => {
                let (a, none) = self.int(scope, a)?;
                let zero = self.emit.number(0);
                (self.emit.op(Op::Sub(zero, a)), none)
            }
            ExprKind::Abs(a) => self.abs(scope, a)?,
            ExprKind::Extreme(greatest, all) => self.extreme(scope, *greatest, all)?,
            ExprKind::Count(set) => self.count(scope, set)?,
            ExprKind::ToInt(a) => self.ordinal(scope, a, true)?,
            ExprKind::Ordinal(a) => self.ordinal(scope, a, false)?,
            _ => return Err(super::unexpected(expr.span)),
        };
        self.fit(Val::Int(reg, none), expr.ty, expr.span)
    }

    fn two(
        &mut self,
        scope: &mut RoutineScope<'p>,
        op: Arith,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<OptionalInteger> {
        let (left, none_left) = self.int(scope, a)?;
        let (right, none_right) = self.int(scope, b)?;
        let mut none = self.emit.either(none_left, none_right);
        if matches!(op, Arith::Div | Arith::Rem) && !never_zero(b.ty) {
            let by_zero = self.emit.is_zero(right);
            let known = self.emit.b.value(by_zero) == Some(0);
            none = if known { none } else { self.emit.either(none, Some(by_zero)) };
        }
        let result = match op {
            Arith::Add => self.emit.op(Op::Add(left, right)),
            Arith::Sub => self.emit.op(Op::Sub(left, right)),
            Arith::Mul => self.emit.op(Op::Mul(left, right)),
            Arith::Div => self.emit.op(Op::Div(left, right)),
            Arith::Rem => self.emit.op(Op::Rem(left, right)),
        };
        Ok((result, none))
    }

    fn abs(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr) -> Made<OptionalInteger> {
        let (a, none) = self.int(scope, a)?;
        let zero = self.emit.number(0);
        let negative = self.emit.op(Op::Less(a, zero));
        let negated = self.emit.op(Op::Sub(zero, a));
        Ok((self.emit.select(negative, negated, a), none))
    }

    fn extreme(
        &mut self,
        scope: &mut RoutineScope<'p>,
        greatest: bool,
        all: &'p [Expr],
    ) -> Made<OptionalInteger> {
        let mut best: OptionalInteger = (self.emit.number(0), Some(self.emit.number(1)));
        for one in all {
            let one = self.int(scope, one)?;
            best = self.emit.better(greatest, best, one);
        }
        Ok((best.0, best.1.filter(|flag| self.emit.b.value(*flag) != Some(0))))
    }

    fn count(&mut self, scope: &mut RoutineScope<'p>, set: &'p Expr) -> Made<OptionalInteger> {
        let bits = self.set(scope, set)?;
        let mut total = self.emit.number(0);
        for word in &bits.words {
            let word = self.emit.op(Op::Popcount(*word));
            total = self.emit.op(Op::Add(total, word));
        }
        Ok((total, bits.none))
    }

    /// The number of an element: its index, or with `numbered` the integer that it stands for.
    fn ordinal(
        &mut self,
        scope: &mut RoutineScope<'p>,
        a: &'p Expr,
        numbered: bool,
    ) -> Made<OptionalInteger> {
        let val = self.expr(scope, a)?;
        let none = self.none_flag(&val);
        let Val::Element(reg, domain, _) = val else { return Ok((self.emit.number(0), none)) };
        let low = if numbered { self.input.program.domain(domain).low().unwrap_or(0) } else { 0 };
        Ok((self.emit.plus(reg, low), none))
    }

    /// Lowers element expressions other than constants, locals, fields and calls.
    pub fn element(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        let Kind::Element(domain) = expr.ty.kind else { return Err(super::unexpected(expr.span)) };
        let index = match &expr.kind {
            ExprKind::ToElement(a) => self.to_element(scope, a, domain)?,
            ExprKind::SetMember(a) => self.set_member(scope, a, domain)?,
            ExprKind::Stop(steps, c, d, set) => self.stop(scope, *steps, (c, d, set), expr)?,
            _ => return Err(super::unexpected(expr.span)),
        };
        Ok(Val::Element(index, domain, expr.ty.or_none))
    }

    fn to_element(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr, domain: DomainId) -> Made<Reg> {
        let (number, none) = self.int(scope, a)?;
        let (low, size) = (self.input.program.domain(domain).low().unwrap_or(0), self.input.size(domain));
        let mut index = self.emit.plus(number, low.wrapping_neg());
        let beyond = self.emit.number(size as u64);
        let last = low.saturating_add(size as i64 - 1);
        if !matches!(a.ty.kind, Kind::Int { low: l, high: h } if l >= low && h <= last) {
            let inside = self.emit.op(Op::Below(index, beyond));
            index = self.emit.select(inside, index, beyond);
        }
        Ok(match none {
            Some(flag) => self.emit.select(flag, beyond, index),
            None => index,
        })
    }
}

/// Whether the bounds of a type exclude 0.
fn never_zero(ty: Type) -> bool {
    matches!(ty.kind, Kind::Int { low, high } if low > 0 || high < 0)
}
