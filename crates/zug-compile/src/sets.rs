//! Lowers set expressions to masks.

use super::convert::fits;
use super::emitter::RoutineEmitter;
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, SetBits, Val};
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_machine::ir::{Op, Reg};

impl<'p> CompileInput<'p> {
    /// Whether a set expression is lowered here: constants, locals, fields, calls and quantifiers
    /// are not.
    fn is_own_set(&self, expr: &Expr) -> bool {
        !matches!(
            expr.kind,
            ExprKind::Const(_)
                | ExprKind::Local(_)
                | ExprKind::Field(..)
                | ExprKind::Table(..)
                | ExprKind::Call(..)
                | ExprKind::If(..)
                | ExprKind::Quantified { .. }
        )
    }

    /// The sets of the members of a family.
    pub fn members(&self, family: DomainId) -> &'p [Set] {
        match &self.program.domain(family).kind {
            DomainKind::Family { members, .. } => members,
            _ => &[],
        }
    }
}

impl RoutineEmitter {
    /// Drops a flag that is known to be 0.
    fn tidy(&mut self, mut bits: SetBits) -> SetBits {
        bits.none = bits.none.filter(|flag| self.b.value(*flag) != Some(0));
        bits
    }

    /// Both sets over a common range.
    ///
    /// # Errors
    /// The common range is wider than that of a set may be; `span` is the place that is told.
    pub fn alike(&mut self, a: SetBits, b: SetBits, span: Span) -> Made<(SetBits, SetBits)> {
        if a.range.low == b.range.low && a.range.width == b.range.width {
            return Ok((a, b));
        }
        let low = if a.range.width == 0 {
            b.range.low
        } else if b.range.width == 0 {
            a.range.low
        } else {
            a.range.low.min(b.range.low)
        };
        let end = |r: MemberRange| r.low.saturating_add(r.width as i64);
        let ends = [a.range, b.range].into_iter().filter(|r| r.width > 0).map(end);
        let width = ends.max().map_or(0, |end| end.saturating_sub(low).max(0) as usize);
        let range = fits(MemberRange { low, width, domain: a.range.domain }, span)?;
        Ok((self.rerange(a, range), self.rerange(b, range)))
    }

    /// The set; where the flag is set it is `none`, and all bits are cleared as [`super::value`]
    /// demands.
    pub fn empty_if(&mut self, bits: SetBits, none: Option<Reg>) -> SetBits {
        let Some(flag) = none else { return bits };
        let zero = self.number(0);
        let words = bits.words.iter().map(|word| self.select(flag, zero, *word)).collect();
        SetBits { words, none: Some(flag), range: bits.range }
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The bits of a set expression.
    pub fn set(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<SetBits> {
        if self.input.is_own_set(expr) {
            if let Some(Val::Set(bits)) = self.tabulated(scope, expr)? {
                return Ok(self.emit.tidy(bits));
            }
            return self.deeper(expr.span, |lower| lower.own_set(scope, expr));
        }
        match self.expr(scope, expr)? {
            Val::Set(bits) => Ok(self.emit.tidy(bits)),
            Val::Nothing => {
                let range = MemberRange { low: 0, width: 0, domain: None };
                Ok(SetBits { words: vec![self.emit.number(0)], none: Some(self.emit.number(1)), range })
            }
            _ => Err(super::unexpected(expr.span)),
        }
    }

    /// Lowers set expressions other than constants, locals, fields, calls and quantifiers.
    fn own_set(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<SetBits> {
        match &expr.kind {
            ExprKind::Union(a, b) => self.two_sets(scope, (a, b), Op::Or),
            ExprKind::Intersect(a, b) => self.two_sets(scope, (a, b), Op::And),
            ExprKind::Minus(a, b) => self.two_sets(scope, (a, b), Op::AndNot),
            ExprKind::SetOf(members, rest) => self.set_of(scope, members, *rest, expr),
            ExprKind::Singleton(a, empty) => self.singleton(scope, a, *empty, expr),
            ExprKind::RangeSet(a, b) => self.range_set(scope, a, b, expr),
            ExprKind::Run(steps, c, d, set) => self.run(scope, *steps, (c, d, set), expr),
            ExprKind::Reach(near, from, within) => self.reach(scope, *near, (from, within), expr),
            ExprKind::ReachLinks(family, from, links) => {
                self.reach_links(scope, *family, (from, links), expr)
            }
            ExprKind::ToInts(a) => self.to_ints(scope, a),
            ExprKind::ToElements(a) => {
                let bits = self.set(scope, a)?;
                let range = self.input.range(expr.ty.kind, expr.span)?;
                let domain =
                    range.domain.map(|d| self.input.program.domain(d).low().unwrap_or(0)).unwrap_or(0);
                let numbered = SetBits { range: MemberRange { domain: None, ..bits.range }, ..bits };
                let moved = self.emit.rerange(numbered, MemberRange { low: domain, ..range });
                Ok(SetBits { range, ..moved })
            }
            ExprKind::MemberSet(a) => self.member_set(scope, a, expr),
            _ => Err(super::unexpected(expr.span)),
        }
    }

    fn two_sets(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (a, b): (&'p Expr, &'p Expr),
        op: fn(Reg, Reg) -> Op,
    ) -> Made<SetBits> {
        let left = self.set(scope, a)?;
        let right = self.set(scope, b)?;
        let none = self.emit.either(left.none, right.none);
        let (left, right) = self.emit.alike(left, right, b.span)?;
        let words = left.words.iter().zip(&right.words);
        let words: Vec<Reg> = words.map(|(x, y)| self.emit.op(op(*x, *y))).collect();
        Ok(self.emit.empty_if(SetBits { words, none: None, range: left.range }, none))
    }

    fn set_of(
        &mut self,
        scope: &mut RoutineScope<'p>,
        members: &'p [Expr],
        rest: bool,
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let mut words = vec![self.emit.number(0); range.words()];
        let mut none = None;
        for member in members {
            let val = self.expr(scope, member)?;
            if !rest {
                let flag = self.none_flag(&val);
                none = self.emit.either(none, flag);
            }
            self.put_in(&mut words, &val, range);
        }
        Ok(self.emit.empty_if(SetBits { words, none: None, range }, none))
    }

    /// Adds a member to a set; `none` and values outside the range add nothing.
    pub fn put_in(&mut self, words: &mut [Reg], val: &Val, range: MemberRange) {
        let (reg, none) = match val {
            Val::Element(reg, _, or_none) => (*reg, or_none.then_some(()).and_then(|()| self.none_flag(val))),
            Val::Int(reg, none) => (*reg, *none),
            _ => return,
        };
        let at = self.emit.plus(reg, range.low.wrapping_neg());
        let one = self.emit.number(1);
        let outside = none.is_some();
        for (i, word) in words.iter_mut().enumerate() {
            let by = self.emit.plus(at, -64 * i as i64);
            let mut bit = self.emit.op(Op::Shl(one, by));
            if outside {
                let zero = self.emit.number(0);
                bit = match none {
                    Some(flag) => self.emit.select(flag, zero, bit),
                    None => bit,
                };
            }
            *word = self.emit.or(*word, bit);
        }
    }

    fn singleton(
        &mut self,
        scope: &mut RoutineScope<'p>,
        a: &'p Expr,
        empty: bool,
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let val = self.expr(scope, a)?;
        let mut words = vec![self.emit.number(0); range.words()];
        self.put_in(&mut words, &val, range);
        let none = if empty { None } else { self.none_flag(&val) };
        Ok(SetBits { words, none, range })
    }

    fn range_set(
        &mut self,
        scope: &mut RoutineScope<'p>,
        a: &'p Expr,
        b: &'p Expr,
        expr: &'p Expr,
    ) -> Made<SetBits> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        let (low, none_low) = self.int(scope, a)?;
        let (high, none_high) = self.int(scope, b)?;
        let none = self.emit.either(none_low, none_high);
        // All three are within `LIMIT`, so neither difference wraps.
        let from = self.emit.plus(low, -range.low);
        let to = self.emit.plus(high, 1 - range.low);
        let words = (0..range.words()).map(|i| {
            let start = self.emit.plus(from, -64 * i as i64);
            let end = self.emit.plus(to, -64 * i as i64);
            let before = self.emit.op(Op::Ones(start));
            let until = self.emit.op(Op::Ones(end));
            let full = self.emit.number(range.full(i));
            let inside = self.emit.op(Op::AndNot(until, before));
            self.emit.and(inside, full)
        });
        let words = words.collect();
        Ok(self.emit.empty_if(SetBits { words, none: None, range }, none))
    }

    fn to_ints(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr) -> Made<SetBits> {
        let bits = self.set(scope, a)?;
        let low = bits.range.domain.map_or(0, |d| self.input.program.domain(d).low().unwrap_or(0));
        Ok(SetBits { range: MemberRange { low, domain: None, ..bits.range }, ..bits })
    }

    fn member_set(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr, expr: &'p Expr) -> Made<SetBits> {
        let val = self.expr(scope, a)?;
        let Val::Element(index, family, _) = val else {
            return match self.constant(&expr.ty.missing(), expr.ty, expr.span)? {
                Val::Set(bits) => Ok(bits),
                _ => Err(super::unexpected(expr.span)),
            };
        };
        let rows: Vec<Value> = self.input.members(family).iter().cloned().map(Value::Set).collect();
        let ty = Type { or_none: false, ..expr.ty };
        match self.look_up("members", ty, &rows, index, expr.span)? {
            Val::Set(bits) => Ok(bits),
            _ => Err(super::unexpected(expr.span)),
        }
    }

    /// The index of the family member that equals a set; the number of members if there is none.
    pub fn set_member(&mut self, scope: &mut RoutineScope<'p>, a: &'p Expr, family: DomainId) -> Made<Reg> {
        let bits = self.set(scope, a)?;
        let members = self.input.members(family);
        let size = self.emit.number(members.len() as u64);
        let rows = |word: usize, range: MemberRange| -> Vec<u64> {
            members.iter().map(|m| super::rays::word_of(m, range.low, word)).collect()
        };
        let found = if bits.words.len() == 1 {
            let table = self.emit.table("members", rows(0, bits.range), 0);
            self.emit.op(Op::Find(table, bits.words[0]))
        } else {
            self.wide_member(&bits, members, rows)
        };
        Ok(match bits.none {
            Some(flag) => self.emit.select(flag, size, found),
            None => found,
        })
    }

    /// [`RoutineCompiler::set_member`] for sets of several words: compares the members one by one.
    fn wide_member(
        &mut self,
        bits: &SetBits,
        members: &[Set],
        rows: impl Fn(usize, MemberRange) -> Vec<u64>,
    ) -> Reg {
        let tables: Vec<_> =
            (0..bits.words.len()).map(|w| self.emit.table("members", rows(w, bits.range), 0)).collect();
        let size = self.emit.number(members.len() as u64);
        let found = self.emit.b.carried(size);
        let at_end = self.emit.number(0);
        let done = self.emit.b.carried(at_end);
        let pass = self.emit.b.open_loop();
        let mut same = self.emit.number(1);
        for (table, word) in tables.into_iter().zip(&bits.words) {
            let row = self.emit.op(Op::Table(table, pass));
            let equal = self.emit.op(Op::Eq(row, *word));
            same = self.emit.and(same, equal);
        }
        let chosen = self.emit.select(same, pass, size);
        self.emit.b.set(found, chosen);
        self.emit.b.set(done, same);
        let body = self.emit.b.close_block();
        self.emit.b.push(zug_machine::ir::IrNode::Repeat { count: size, pass, body, until: Some(done) });
        self.emit.b.settle(found);
        self.emit.b.settle(done);
        found
    }
}
