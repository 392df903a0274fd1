//! Bit-parallel (set-at-a-time) evaluation: tests a condition for all members of a set at once.
//!
//! | condition on `x` | mask |
//! | --- | --- |
//! | does not read the position | a row of a table, selected by the other locals |
//! | `x in S` | `S` |
//! | `f(x) in S`, `f` a step on the board | `S` shifted, within the cells that have the step |
//! | `f(x) in S`, any constant `f` | the union of the preimages of the members of `S` |
//! | `T(x) <= S`, `S <= T(x)`, `T(x) & S != {}` | one operation over the rows of `T` |
//! | `some y in N(x): Q(y)` | the mask of `Q`, then all `x` whose `N(x)` meets it |
//! | `and`, `or`, `not`, `if` | the same operation on masks |
//!
//! Other conditions are tested in a loop, which is always right; tests compare the two.
//! Instructions emitted for a form that fails later are dead, and [`super::dead`] removes them.

use super::emitter::RoutineEmitter;
use super::expression_utils::mentions;
use super::loops::{BinderMembers, SignedCondition};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg};

/// The values of a local for which a condition holds, as words of a mask over its range; none if
/// the condition has no mask.
pub(super) type Mask = Option<Vec<Reg>>;

/// The local that ranges over all its values, and its range.
pub(super) type FreeLocal = (LocalId, MemberRange);

impl RoutineEmitter {
    /// The complement of a mask within the range.
    pub fn complement(&mut self, mask: Vec<Reg>, range: MemberRange) -> Vec<Reg> {
        let words = mask.into_iter().enumerate();
        words
            .map(|(i, word)| {
                let full = self.number(range.full(i));
                self.op(Op::AndNot(full, word))
            })
            .collect()
    }

    /// The full mask where the register is not 0, otherwise the empty one.
    pub fn all_or_nothing(&mut self, holds: Reg, range: MemberRange) -> Vec<Reg> {
        let zero = self.number(0);
        (0..range.words())
            .map(|i| {
                let full = self.number(range.full(i));
                self.select(holds, full, zero)
            })
            .collect()
    }

    /// The intersection (`both`) or the union of two masks.
    pub fn combined(&mut self, a: Vec<Reg>, b: Vec<Reg>, both: bool) -> Vec<Reg> {
        let words = a.into_iter().zip(b);
        words.map(|(a, b)| if both { self.and(a, b) } else { self.or(a, b) }).collect()
    }

    /// The mask, or the empty one where the flag is set.
    pub fn unless_flag(&mut self, mask: Vec<Reg>, flag: Option<Reg>) -> Vec<Reg> {
        let zero = self.number(0);
        match flag {
            Some(flag) => mask.into_iter().map(|word| self.select(flag, zero, word)).collect(),
            None => mask,
        }
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The mask of all values of a local for which a condition is met.
    pub fn bit_parallel(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        range: MemberRange,
        condition: SignedCondition<'p>,
    ) -> Made<Mask> {
        let mask = self.bit_parallel_masks(scope, (local, range), condition.expr)?;
        Ok(mask.map(|mask| if condition.holds { mask } else { self.emit.complement(mask, range) }))
    }

    /// The mask of an expression's truth.
    pub fn bit_parallel_masks(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        expr: &'p Expr,
    ) -> Made<Mask> {
        self.deeper(expr.span, |lower| {
            if !mentions(expr, open.0) {
                let holds = lower.holds(scope, expr)?;
                return Ok(Some(lower.emit.all_or_nothing(holds, open.1)));
            }
            match lower.constant_mask(scope, open, expr) {
                Some(mask) => Ok(Some(mask)),
                None => lower.masks_form(scope, open, expr),
            }
        })
    }

    /// The mask of a condition that does not read the position.
    fn constant_mask(&mut self, scope: &RoutineScope<'p>, open: FreeLocal, expr: &'p Expr) -> Mask {
        let profile = self.profile(scope, open, expr)?;
        let holds = |value: &Value| *value == Value::Bool(true);
        Some(self.masks_by_row(&profile.rows, open.1, profile.index, holds))
    }

    /// For each row the mask of the members whose value satisfies `holds`; the mask of the row
    /// `index` at run time.
    pub fn masks_by_row(
        &mut self,
        rows: &[Vec<Value>],
        range: MemberRange,
        index: Reg,
        holds: impl Fn(&Value) -> bool,
    ) -> Vec<Reg> {
        let mut words = Vec::new();
        for word in 0..range.words() {
            let mask = |row: &Vec<Value>| {
                let members = row.iter().skip(word * 64).take(64).enumerate();
                members.filter(|(_, value)| holds(value)).fold(0u64, |mask, (bit, _)| mask | 1 << bit)
            };
            let table = self.emit.table("where", rows.iter().map(mask).collect(), 0);
            words.push(self.emit.op(Op::Table(table, index)));
        }
        words
    }

    fn masks_form(&mut self, scope: &mut RoutineScope<'p>, open: FreeLocal, expr: &'p Expr) -> Made<Mask> {
        match &expr.kind {
            ExprKind::Not(a) => {
                let mask = self.bit_parallel_masks(scope, open, a)?;
                Ok(mask.map(|mask| self.emit.complement(mask, open.1)))
            }
            ExprKind::And(all) => self.masks_all(scope, open, all, true),
            ExprKind::Or(any) => self.masks_all(scope, open, any, false),
            ExprKind::If(c, a, b) => self.masks_if(scope, open, [c, a, b]),
            ExprKind::In(a, set) => self.masks_in(scope, open, a, set),
            ExprKind::Subset(a, b, false) => self.masks_subset(scope, open, a, b),
            ExprKind::Equal(a, b) => self.masks_equal(scope, open, a, b),
            ExprKind::Compare(order, a, b) => self.masks_compare(scope, open, *order, (a, b)),
            ExprKind::Call(def, arguments) => self.masks_call(scope, open, *def, arguments),
            ExprKind::Quantified { quantifier: Quantifier::Some, binders, guard, body } => {
                self.masks_some(scope, open, binders, [guard, body])
            }
            _ => Ok(None),
        }
    }

    fn masks_all(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        all: &'p [Expr],
        and: bool,
    ) -> Made<Mask> {
        let start = self.emit.number(u64::from(and));
        let mut joined = self.emit.all_or_nothing(start, open.1);
        for part in all {
            let Some(mask) = self.bit_parallel_masks(scope, open, part)? else { return Ok(None) };
            joined = self.emit.combined(joined, mask, and);
        }
        Ok(Some(joined))
    }

    fn masks_if(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        [c, a, b]: [&'p Expr; 3],
    ) -> Made<Mask> {
        let Some(condition) = self.bit_parallel_masks(scope, open, c)? else { return Ok(None) };
        let Some(then) = self.bit_parallel_masks(scope, open, a)? else { return Ok(None) };
        let Some(otherwise) = self.bit_parallel_masks(scope, open, b)? else { return Ok(None) };
        let then = self.emit.combined(condition.clone(), then, true);
        let not = self.emit.complement(condition, open.1);
        let otherwise = self.emit.combined(not, otherwise, true);
        Ok(Some(self.emit.combined(then, otherwise, false)))
    }

    fn masks_in(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        set: &'p Expr,
    ) -> Made<Mask> {
        match (mentions(a, open.0), mentions(set, open.0)) {
            (true, false) => {
                if let ExprKind::Local(_) = a.kind {
                    let bits = self.set(scope, set)?;
                    return Ok(Some(self.emit.rerange(bits, open.1).words));
                }
                if let ExprKind::Stop(steps, c, d, through) = &a.kind {
                    return self.masks_stop(scope, open, (*steps, [c, d, through]), set);
                }
                self.preimage(scope, open, a, |lower, scope| lower.set(scope, set))
            }
            (false, true) => self.holders(scope, open, a, set),
            _ => Ok(None),
        }
    }

    /// The mask of `a in T(x)`, where `T` is constant and `a` does not depend on `x`.
    fn holders(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        set: &'p Expr,
    ) -> Made<Mask> {
        let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, set)? else { return Ok(None) };
        let member = self.expr(scope, a)?;
        let none = self.none_flag(&member);
        let (Val::Element(reg, ..) | Val::Int(reg, _)) = member else { return Ok(None) };
        let at = self.emit.plus(reg, range.low.wrapping_neg());
        let rows: Vec<Vec<Value>> = (0..range.width as i64)
            .map(|e| sets.iter().map(|set| Value::Bool(has(set, range.low.wrapping_add(e)))).collect())
            .collect();
        let words = self.masks_by_row(&rows, open.1, at, |value| *value == Value::Bool(true));
        let zero = self.emit.number(0);
        Ok(Some(match none {
            Some(flag) => words.into_iter().map(|word| self.emit.select(flag, zero, word)).collect(),
            None => words,
        }))
    }

    fn masks_equal(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        a: &'p Expr,
        b: &'p Expr,
    ) -> Made<Mask> {
        let (a, b) = if mentions(a, open.0) { (a, b) } else { (b, a) };
        if mentions(b, open.0) {
            return Ok(None);
        }
        match (&a.ty.kind, &b.kind) {
            (Kind::Set(_) | Kind::IntSet { .. }, ExprKind::Const(Value::Set(set))) if set.is_empty() => {
                if a.ty.or_none {
                    return Ok(None);
                }
                let mask = self.masks_not_empty(scope, open, a)?;
                Ok(mask.map(|mask| self.emit.complement(mask, open.1)))
            }
            (Kind::Element(domain), _) => self.equal_elements(scope, open, (a, b), *domain),
            _ => Ok(None),
        }
    }

    /// The mask of `f(x) = e` for a constant `f`: a row selected by `e`.
    fn equal_elements(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        (a, b): (&'p Expr, &'p Expr),
        domain: DomainId,
    ) -> Made<Mask> {
        let Some(profile) = self.profile(scope, open, a) else { return Ok(None) };
        let [row] = &profile.rows[..] else { return Ok(None) };
        let Val::Element(reg, ..) = self.expr(scope, b)? else { return Ok(None) };
        let size = self.input.size(domain) as u32;
        let value = |e: u32| if e < size { Value::Element(e) } else { Value::None };
        let rows: Vec<Vec<Value>> =
            (0..=size).map(|e| row.iter().map(|v| Value::Bool(*v == value(e))).collect()).collect();
        Ok(Some(self.masks_by_row(&rows, open.1, reg, |value| *value == Value::Bool(true))))
    }

    /// The mask of `x <= e` and other comparisons of the local, an integer.
    fn masks_compare(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        order: Order,
        (a, b): (&'p Expr, &'p Expr),
    ) -> Made<Mask> {
        let below = matches!(a.kind, ExprKind::Local(local) if local == open.0);
        let above = matches!(b.kind, ExprKind::Local(local) if local == open.0);
        if open.1.domain.is_some() || below == above || mentions(if below { b } else { a }, open.0) {
            return Ok(None);
        }
        let (end, none) = self.int(scope, if below { b } else { a })?;
        let inclusive = (order == Order::LessEqual) == below;
        // `count` may be negative or greater than the width: `Ones` handles both. It does not wrap,
        // because all integers are at most `LIMIT` = 2^53 in magnitude.
        let count = self.emit.plus(end, i64::from(inclusive) - open.1.low);
        let mut words = Vec::new();
        for i in 0..open.1.words() {
            let here = self.emit.plus(count, -64 * i as i64);
            let first = self.emit.op(Op::Ones(here));
            let full = self.emit.number(open.1.full(i));
            let op = if below { Op::And(full, first) } else { Op::AndNot(full, first) };
            words.push(self.emit.op(op));
        }
        let zero = self.emit.number(0);
        Ok(Some(match none {
            Some(flag) => words.into_iter().map(|word| self.emit.select(flag, zero, word)).collect(),
            None => words,
        }))
    }

    /// The mask of a call of a `def` to which the local is an argument.
    fn masks_call(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        id: DefId,
        arguments: &'p [Expr],
    ) -> Made<Mask> {
        let Some((mut own, parameter, missing)) = self.opened(scope, open, id, arguments)? else {
            return Ok(None);
        };
        let def = &self.input.program.defs[id.index()];
        let mask = self.bit_parallel_masks(&mut own, (parameter, open.1), &def.body)?;
        Ok(mask.map(|mask| self.emit.unless_flag(mask, missing)))
    }

    /// The scope inside a `def` called with the open local: all parameters are bound but the one
    /// that stands for the local. Also that parameter, and the flag for a missing argument.
    pub fn opened(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        id: DefId,
        arguments: &'p [Expr],
    ) -> Made<Option<(RoutineScope<'p>, LocalId, Option<Reg>)>> {
        let def = &self.input.program.defs[id.index()];
        let mut own = RoutineScope::new(&def.frame, scope.me);
        let (mut parameter, mut missing) = (None, None);
        for (i, argument) in arguments.iter().enumerate() {
            let Some(ty) = def.frame.locals.get(i).map(|local| local.ty) else { return Ok(None) };
            if mentions(argument, open.0) {
                let same = matches!(argument.kind, ExprKind::Local(_)) && parameter.is_none();
                if !same {
                    return Ok(None);
                }
                parameter = Some(LocalId(i as u32));
                continue;
            }
            let val = self.expr(scope, argument)?;
            if !ty.or_none {
                let none = self.none_flag(&val);
                missing = self.emit.either(missing, none);
            }
            let val = self.fit(val, ty, argument.span)?;
            own.bind(LocalId(i as u32), val);
        }
        Ok(parameter.map(|parameter| (own, parameter, missing)))
    }

    /// The mask of `some y in N(x): Q(y)`; where the set of `y` does not depend on `x`, a loop over
    /// `y` that unites masks of `x`.
    fn masks_some(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        binders: &'p [(LocalId, Expr)],
        conditions: [&'p Expr; 2],
    ) -> Made<Mask> {
        let [(local, set)] = binders else { return Ok(None) };
        if !mentions(set, open.0) {
            return self.joined_over(scope, open, (*local, set), &mut |lower, scope| {
                let Some(guard) = lower.bit_parallel_masks(scope, open, conditions[0])? else {
                    return Ok(None);
                };
                let Some(body) = lower.bit_parallel_masks(scope, open, conditions[1])? else {
                    return Ok(None);
                };
                Ok(Some(lower.emit.combined(guard, body, true)))
            });
        }
        if conditions.iter().any(|e| mentions(e, open.0)) {
            return Ok(None);
        }
        let Some(RowProfile { sets, range }) = self.constant_sets(scope, open, set)? else { return Ok(None) };
        let full = self.emit.number(1);
        let mut words = self.emit.all_or_nothing(full, range);
        for condition in conditions {
            let Some(mask) = self.bit_parallel_masks(scope, (*local, range), condition)? else {
                return Ok(None);
            };
            words = self.emit.combined(words, mask, true);
        }
        Ok(Some(self.emit.meeting(&sets, open.1, &SetBits { words, none: None, range })))
    }

    /// The union of the masks that `make` computes for every member of a set.
    pub fn joined_over(
        &mut self,
        scope: &mut RoutineScope<'p>,
        open: FreeLocal,
        (local, set): (LocalId, &'p Expr),
        make: &mut dyn FnMut(&mut Self, &mut RoutineScope<'p>) -> Made<Mask>,
    ) -> Made<Mask> {
        let members = self.set(scope, set)?;
        let zero = self.emit.number(0);
        let joined: Vec<Reg> = (0..open.1.words()).map(|_| self.emit.b.carried(zero)).collect();
        let mut possible = true;
        self.each(scope, local, BinderMembers::Bits(members), None, &mut |lower, scope| {
            match make(lower, scope)? {
                None => possible = false,
                Some(mask) => {
                    for (word, mask) in joined.iter().zip(mask) {
                        let more = lower.emit.or(*word, mask);
                        lower.emit.b.set(*word, more);
                    }
                }
            }
            Ok(())
        })?;
        joined.iter().for_each(|word| self.emit.b.settle(*word));
        Ok(possible.then_some(joined))
    }
}

/// Whether a constant set contains a member; false for `none`.
pub(super) fn has(set: &Option<Set>, member: i64) -> bool {
    set.as_ref().is_some_and(|set| set.contains(member))
}

/// A constant set (or `none`) for every member of a range, and the range of these sets.
pub(super) struct RowProfile {
    pub sets: Vec<Option<Set>>,
    pub range: MemberRange,
}
