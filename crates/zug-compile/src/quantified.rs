//! Lowers quantifiers: as one mask where possible, otherwise as loops that accumulate.

use super::expression_utils::is_heavy;
use super::loops::{BinderSet, SignedCondition, conditions};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};
use zug_machine::optimization::Optimization;

/// Sums over at most this many known members are unrolled.
const MOST_WRITTEN_OUT: usize = 16;

impl<'p> RoutineCompiler<'p> {
    /// Lowers `some` and `every`; `every` is the negation of `some` with the body negated.
    pub fn quantified_truth(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Reg> {
        let ExprKind::Quantified { quantifier, binders, guard, body } = &expr.kind else {
            return Err(super::unexpected(expr.span));
        };
        let every = *quantifier == Quantifier::Every;
        let binders: Vec<BinderSet> = binders.iter().map(|(local, set)| (*local, set)).collect();
        let mut all = Vec::new();
        conditions(guard, true, &mut all);
        conditions(body, !every, &mut all);
        let found = match self.all_at_once(scope, &binders, &all)? {
            Some(bits) => self.is_not_empty(&bits),
            None => self.found(scope, &binders, &all)?,
        };
        Ok(if every { self.emit.not(found) } else { found })
    }

    /// Whether a set is not empty.
    pub fn is_not_empty(&mut self, bits: &SetBits) -> Reg {
        if self.input.does(Optimization::AnyLine)
            && let [word] = bits.words[..]
            && let Some(Op::Subsets(table, among, within)) = self.emit.b.made_by(word)
            && let Some(among) = self.emit.b.value(among)
            && self.emit.shared.tables.list[table.index()].rows.len() as u32 == among.count_ones()
        {
            return self.emit.op(Op::AnySubset(table, within));
        }
        let mut joined = self.emit.number(0);
        for word in &bits.words {
            joined = self.emit.or(joined, *word);
        }
        let empty = self.emit.is_zero(joined);
        self.emit.not(empty)
    }

    /// Whether a binding meets the conditions, by a loop.
    fn found(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
    ) -> Made<Reg> {
        let zero = self.emit.number(0);
        let found = self.emit.b.carried(zero);
        self.nest(scope, binders, all, Some(found), &mut |lower, _| {
            let one = lower.emit.number(1);
            lower.emit.b.set(found, one);
            Ok(())
        })?;
        self.emit.b.settle(found);
        self.emit.b.mark_truth(found);
        Ok(found)
    }

    /// The set of all values of a single binder that meet the conditions, if all conditions have
    /// masks.
    pub fn all_at_once(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
    ) -> Made<Option<SetBits>> {
        let [(local, set)] = binders else { return Ok(None) };
        let ordered = self.input.in_order(binders, all);
        if ordered || !self.input.does(Optimization::Masks) || matches!(set.kind, ExprKind::RangeSet(..)) {
            return Ok(None);
        }
        let bits = self.set(scope, set)?;
        let mut words = bits.words.clone();
        for condition in all {
            let Some(mask) = self.bit_parallel(scope, *local, bits.range, *condition)? else {
                return Ok(None);
            };
            words = words.iter().zip(mask).map(|(word, mask)| self.emit.and(*word, mask)).collect();
        }
        Ok(Some(SetBits { words, ..bits }))
    }

    /// Lowers quantifiers that make integers or sets.
    pub fn quantified(&mut self, scope: &mut RoutineScope<'p>, expr: &'p Expr) -> Made<Val> {
        let ExprKind::Quantified { quantifier, binders, guard, body } = &expr.kind else {
            return Err(super::unexpected(expr.span));
        };
        let binders: Vec<BinderSet> = binders.iter().map(|(local, set)| (*local, set)).collect();
        let mut all = Vec::new();
        conditions(guard, true, &mut all);
        match quantifier {
            Quantifier::Count => {
                conditions(body, true, &mut all);
                self.counted(scope, &binders, &all)
            }
            Quantifier::Sum => self.summed(scope, &binders, &all, body),
            Quantifier::Min => self.extreme_of(scope, &binders, &all, (body, false), expr),
            Quantifier::Max => self.extreme_of(scope, &binders, &all, (body, true), expr),
            _ => self.gathered(scope, &binders, &all, body, expr),
        }
    }

    fn counted(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
    ) -> Made<Val> {
        if let Some(bits) = self.all_at_once(scope, binders, all)? {
            let mut total = self.emit.number(0);
            for word in bits.words {
                let count = self.emit.op(Op::Popcount(word));
                total = self.emit.op(Op::Add(total, count));
            }
            return Ok(Val::Int(total, None));
        }
        let zero = self.emit.number(0);
        let total = self.emit.b.carried(zero);
        self.nest(scope, binders, all, None, &mut |lower, _| {
            let more = lower.emit.plus(total, 1);
            lower.emit.b.set(total, more);
            Ok(())
        })?;
        self.emit.b.settle(total);
        Ok(Val::Int(total, None))
    }

    fn summed(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
        body: &'p Expr,
    ) -> Made<Val> {
        if let Some(total) = self.sum_of_few(scope, binders, all, body)? {
            return Ok(Val::Int(total, None));
        }
        let zero = self.emit.number(0);
        let total = self.emit.b.carried(zero);
        self.nest(scope, binders, all, None, &mut |lower, scope| {
            let (number, none) = lower.int(scope, body)?;
            let number = match none {
                Some(flag) => lower.emit.select(flag, zero, number),
                None => number,
            };
            let sum = lower.emit.op(Op::Add(total, number));
            lower.emit.b.set(total, sum);
            Ok(())
        })?;
        self.emit.b.settle(total);
        Ok(Val::Int(total, None))
    }

    /// The unrolled sum over a few known members, where the summand is cheap.
    fn sum_of_few(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
        body: &'p Expr,
    ) -> Made<Option<Reg>> {
        let [(local, set)] = binders else { return Ok(None) };
        if !all.is_empty() || !matches!(set.ty.kind, Kind::Set(_)) || is_heavy(self.input.program, body) {
            return Ok(None);
        }
        let bits = self.set(scope, set)?;
        if self.input.does(Optimization::Weigh)
            && let Some(total) = self.weighed(scope, *local, &bits, body)?
        {
            return Ok(Some(total));
        }
        if !self.input.does(Optimization::Few) {
            return Ok(None);
        }
        let Some(members) = self.emit.few_members(&bits, MOST_WRITTEN_OUT) else { return Ok(None) };
        let mut total = self.emit.number(0);
        for at in members {
            let at = self.emit.number(at);
            self.emit.bind_bit(scope, *local, &bits, at);
            let (number, none) = self.int(scope, body)?;
            let zero = self.emit.number(0);
            let number = none.map_or(number, |flag| self.emit.select(flag, zero, number));
            total = self.emit.op(Op::Add(total, number));
        }
        Ok(Some(total))
    }

    /// Lowers `sum(x in S: f[x])` and `sum(x in S: w(x) * f[x])` over a known set to one operation,
    /// where the entries of the field are side by side. Integers are stored less their lower bound
    /// `low`, so `low` times the sum of the weights is added.
    fn weighed(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        bits: &SetBits,
        body: &'p Expr,
    ) -> Made<Option<Reg>> {
        let (field, factor) = match &body.kind {
            ExprKind::Arith(Arith::Mul, a, b) if matches!(a.kind, ExprKind::Field(..)) => (&**a, Some(&**b)),
            ExprKind::Arith(Arith::Mul, a, b) => (&**b, Some(&**a)),
            _ => (body, None),
        };
        let ExprKind::Field(id, indexes) = &field.kind else { return Ok(None) };
        let Some((word, strip, low)) = self.strip_of(*id, indexes, local) else { return Ok(None) };
        let Some(members) = self.emit.few_members(bits, 64).filter(|members| members.len() > 2) else {
            return Ok(None);
        };
        let mut weights = vec![0u64; members.last().map_or(0, |last| *last as usize + 1)];
        for at in &members {
            weights[*at as usize] = 1;
        }
        if let Some(factor) = factor {
            let Some(profile) = self.profile(scope, (local, bits.range), factor) else { return Ok(None) };
            let [row] = &profile.rows[..] else { return Ok(None) };
            for at in &members {
                let Some(Value::Int(weight)) = row.get(*at as usize) else { return Ok(None) };
                weights[*at as usize] = *weight as u64;
            }
        }
        let base =
            weights.iter().fold(0u64, |sum, weight| sum.wrapping_add(*weight)).wrapping_mul(low as u64);
        let table = self.emit.table("weights", weights, 0);
        let sum = self.emit.op(Op::Weigh(table, word, strip));
        Ok(Some(self.emit.plus(sum, base as i64)))
    }

    fn extreme_of(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
        (body, greatest): (&'p Expr, bool),
        expr: &'p Expr,
    ) -> Made<Val> {
        let (zero, one) = (self.emit.number(0), self.emit.number(1));
        let best = self.emit.b.carried(zero);
        let none = self.emit.b.carried(one);
        self.nest(scope, binders, all, None, &mut |lower, scope| {
            let number = lower.int(scope, body)?;
            let (new, still) = lower.emit.better(greatest, (best, Some(none)), number);
            let still = still.unwrap_or(zero);
            lower.emit.b.set(best, new);
            lower.emit.b.set(none, still);
            Ok(())
        })?;
        self.emit.b.settle(best);
        self.emit.b.settle(none);
        self.fit(Val::Int(best, Some(none)), expr.ty, expr.span)
    }
}
