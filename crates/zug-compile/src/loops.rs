//! Lowers binders: nested loops, each condition tested as soon as all locals it mentions are bound.

use super::emitter::RoutineEmitter;
use super::expression_utils::{is_heavy, may_fault, mentions, trial_may_fault};
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::{IrNode, Op, Reg};
use zug_machine::optimization::Optimization;

/// A condition that must be true (`holds`) or false.
#[derive(Clone, Copy)]
pub(super) struct SignedCondition<'p> {
    pub expr: &'p Expr,
    pub holds: bool,
}

/// A local and the set that it runs through.
pub(super) type BinderSet<'p> = (LocalId, &'p Expr);

/// Emits the code for every binding.
pub(super) type Inside<'a, 'p> =
    &'a mut dyn FnMut(&mut RoutineCompiler<'p>, &mut RoutineScope<'p>) -> Made<()>;

/// Splits a conjunction, or a negated disjunction, into its parts.
pub(super) fn conditions<'p>(expr: &'p Expr, holds: bool, found: &mut Vec<SignedCondition<'p>>) {
    match (&expr.kind, holds) {
        (ExprKind::Const(Value::Bool(value)), _) if *value == holds => {}
        (ExprKind::And(all), true) => all.iter().for_each(|e| conditions(e, holds, found)),
        (ExprKind::Or(any), false) => any.iter().for_each(|e| conditions(e, holds, found)),
        (ExprKind::Not(inner), _) => conditions(inner, !holds, found),
        _ => found.push(SignedCondition { expr, holds }),
    }
}

/// The members that a binder runs through.
pub(super) enum BinderMembers {
    /// An interval of integers: the first, and their number.
    Integers(Reg, Reg),
    /// A set as bits.
    Bits(SetBits),
}

impl<'p> CompileInput<'p> {
    /// Whether a condition, or the set of a binder, may be a fault: then the sets are evaluated
    /// from left to right, and all conditions after them.
    pub fn in_order(&self, binders: &[BinderSet<'p>], conditions: &[SignedCondition<'p>]) -> bool {
        let sets = binders.iter().map(|(_, set)| *set);
        let mut all = sets.chain(conditions.iter().map(|condition| condition.expr));
        all.any(|expr| may_fault(self.program, expr))
    }
}

impl RoutineEmitter {
    /// The bit numbers of a constant set with at most `most` members, which needs no loop.
    pub fn few_members(&self, bits: &SetBits, most: usize) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        for (i, word) in bits.words.iter().enumerate() {
            let mut left = self.b.value(*word)?;
            while left != 0 && found.len() <= most {
                found.push(i as u64 * 64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
        }
        (found.len() <= most).then_some(found)
    }

    /// Binds a local to the member of this bit.
    pub fn bind_bit(&mut self, scope: &mut RoutineScope<'_>, local: LocalId, bits: &SetBits, at: Reg) {
        let val = match bits.range.domain {
            Some(domain) => Val::Element(at, domain, false),
            None => Val::Int(self.plus(at, bits.range.low), None),
        };
        scope.bind(local, val);
    }
}

impl<'p> RoutineCompiler<'p> {
    /// Whether a condition is met.
    pub fn meets(&mut self, scope: &mut RoutineScope<'p>, condition: SignedCondition<'p>) -> Made<Reg> {
        let reg = self.holds(scope, condition.expr)?;
        Ok(if condition.holds { reg } else { self.emit.not(reg) })
    }

    /// The members that a binder runs through. A wide interval becomes a counting loop instead of
    /// bits.
    pub fn binder_set(&mut self, scope: &mut RoutineScope<'p>, set: &'p Expr) -> Made<BinderMembers> {
        if let ExprKind::RangeSet(low, high) = &set.kind {
            let wide =
                matches!(set.ty.kind, Kind::IntSet { low, high } if i128::from(high) - i128::from(low) >= 64);
            if wide {
                let (low, count) = self.integers(scope, low, high)?;
                return Ok(BinderMembers::Integers(low, count));
            }
        }
        Ok(BinderMembers::Bits(self.set(scope, set)?))
    }

    /// The first integer of an interval, and how many there are.
    pub fn integers(
        &mut self,
        scope: &mut RoutineScope<'p>,
        low: &'p Expr,
        high: &'p Expr,
    ) -> Made<(Reg, Reg)> {
        let (low, none_low) = self.int(scope, low)?;
        let (high, none_high) = self.int(scope, high)?;
        let none = self.emit.either(none_low, none_high);
        // The integers are within `LIMIT`, so this does not wrap; the count of an empty interval is
        // 0 or less.
        let width = self.emit.op(Op::Sub(high, low));
        let mut count = self.emit.plus(width, 1);
        if let Some(flag) = none {
            let zero = self.emit.number(0);
            count = self.emit.select(flag, zero, count);
        }
        Ok((low, count))
    }

    /// Nests the loops of binders from the left and tests each condition as early as possible;
    /// where one may be a fault, all innermost and in order.
    pub fn nest(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        conditions: &[SignedCondition<'p>],
        until: Option<Reg>,
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        let (now, later): (Vec<SignedCondition>, Vec<SignedCondition>) =
            if self.input.in_order(binders, conditions) && !binders.is_empty() {
                (Vec::new(), conditions.to_vec())
            } else {
                conditions.iter().partition(|c| !binders.iter().any(|(local, _)| mentions(c.expr, *local)))
            };
        self.tested(scope, &now, &mut |lower, scope| {
            let Some(((local, set), rest)) = binders.split_first() else { return inside(lower, scope) };
            let (members, later) = match lower.limited(scope, (*local, set), rest, &later)? {
                Some(found) => found,
                None => {
                    let members = lower.binder_set(scope, set)?;
                    lower.narrowed(scope, (*local, members), rest, &later)?
                }
            };
            lower.each(scope, *local, members, until, &mut |lower, scope| {
                lower.nest(scope, rest, &later, until, inside)
            })
        })
    }

    /// Intersects the members with the masks of conditions, where those have masks; returns the
    /// remaining conditions too.
    pub fn narrowed(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (local, members): (LocalId, BinderMembers),
        rest: &[BinderSet<'p>],
        conditions: &[SignedCondition<'p>],
    ) -> Made<(BinderMembers, Vec<SignedCondition<'p>>)> {
        let BinderMembers::Bits(mut bits) = members else { return Ok((members, conditions.to_vec())) };
        if self.input.in_order(rest, conditions) {
            return Ok((BinderMembers::Bits(bits), conditions.to_vec()));
        }
        let mut left = Vec::new();
        for condition in conditions {
            let own = !rest.iter().any(|(other, _)| mentions(condition.expr, *other));
            let lifts = own && self.input.does(Optimization::Masks);
            let mask = if lifts { self.bit_parallel(scope, local, bits.range, *condition)? } else { None };
            match mask {
                Some(mask) => {
                    let words = bits.words.iter().zip(mask);
                    bits.words = words.map(|(word, mask)| self.emit.and(*word, mask)).collect();
                }
                None => left.push(*condition),
            }
        }
        Ok((BinderMembers::Bits(bits), left))
    }

    /// Emits `inside` under all conditions; the cheap ones are tested first, without branches.
    fn tested(
        &mut self,
        scope: &mut RoutineScope<'p>,
        conditions: &[SignedCondition<'p>],
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        let in_order = self.input.in_order(&[], conditions);
        let (heavy, light): (Vec<SignedCondition>, Vec<SignedCondition>) =
            conditions.iter().partition(|c| in_order || is_heavy(self.input.program, c.expr));
        let mut holds = self.emit.number(1);
        for condition in light {
            let one = self.meets(scope, condition)?;
            holds = self.emit.and(holds, one);
        }
        self.when(holds, |lower| lower.tested_heavy(scope, &heavy, inside))
    }

    fn tested_heavy(
        &mut self,
        scope: &mut RoutineScope<'p>,
        conditions: &[SignedCondition<'p>],
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        let Some((first, rest)) = conditions.split_first() else { return inside(self, scope) };
        let holds = self.meets(scope, *first)?;
        self.when(holds, |lower| lower.tested_heavy(scope, rest, inside))
    }

    /// Binds a local to every member in increasing order.
    pub fn each(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        members: BinderMembers,
        until: Option<Reg>,
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        match members {
            BinderMembers::Integers(low, count) => {
                let pass = self.emit.b.open_loop();
                let number = self.emit.op(Op::Add(low, pass));
                scope.bind(local, Val::Int(number, None));
                inside(self, scope)?;
                let body = self.emit.b.close_block();
                self.emit.b.push(IrNode::Repeat { count, pass, body, until });
                Ok(())
            }
            BinderMembers::Bits(bits) => self.each_bit(scope, local, &bits, until, inside),
        }
    }

    fn each_bit(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        bits: &SetBits,
        until: Option<Reg>,
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        if self.input.does(Optimization::Few)
            && let Some(few) = self.emit.few_members(bits, 2)
        {
            // What is found ends the search; that matters where going on may be a fault.
            let ends = until.filter(|_| trial_may_fault(self.input.program));
            for (nth, at) in few.into_iter().enumerate() {
                let at = self.emit.number(at);
                self.emit.bind_bit(scope, local, bits, at);
                match ends.filter(|_| nth > 0) {
                    None => inside(self, scope)?,
                    Some(found) => {
                        let sought = self.emit.is_zero(found);
                        self.when(sought, |lower| inside(lower, scope))?;
                    }
                }
            }
            return Ok(());
        }
        if bits.words.len() == 1 {
            return self.each_in_word(scope, local, bits, (bits.words[0], None), until, inside);
        }
        let count = self.emit.number(bits.words.len() as u64);
        let pass = self.emit.b.open_loop();
        let mut word = bits.words[0];
        for (i, other) in bits.words.iter().enumerate().skip(1) {
            let here = self.emit.equals(pass, i as u64);
            word = self.emit.select(here, *other, word);
        }
        let sixty_four = self.emit.number(64);
        let from = self.emit.op(Op::Mul(pass, sixty_four));
        self.each_in_word(scope, local, bits, (word, Some(from)), until, inside)?;
        let body = self.emit.b.close_block();
        self.emit.b.push(IrNode::Repeat { count, pass, body, until });
        Ok(())
    }

    fn each_in_word(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        bits: &SetBits,
        (mask, from): (Reg, Option<Reg>),
        until: Option<Reg>,
        inside: Inside<'_, 'p>,
    ) -> Made<()> {
        let bit = self.emit.b.open_loop();
        let at = match from {
            Some(from) => self.emit.op(Op::Add(from, bit)),
            None => bit,
        };
        self.emit.bind_bit(scope, local, bits, at);
        inside(self, scope)?;
        let body = self.emit.b.close_block();
        self.emit.b.push(IrNode::ForBits { mask, bit, body, until });
        Ok(())
    }
}
