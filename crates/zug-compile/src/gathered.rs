//! Lowers `union` and comprehensions: the sets that gather what each member contributes.
//!
//! | form | lowered to |
//! | --- | --- |
//! | `{ x in S where Q(x) }`, `Q` with a mask | the mask |
//! | `union(x in S where Q(x): T(x))`, `{ f(x) for x in S }`, `T` and `f` constant | [`Op::Union`] |
//! | others | a loop that accumulates |
//!
//! [`Op::Union`]: zug_machine::ir::Op::Union

use super::expression_utils::{Input, inputs};
use super::loops::{BinderSet, SignedCondition};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{MemberRange, SetBits, Val};
use zug_lang::program::*;
use zug_machine::ir::Reg;

impl<'p> RoutineCompiler<'p> {
    /// Lowers `union` and comprehensions.
    pub fn gathered(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
        body: &'p Expr,
        expr: &'p Expr,
    ) -> Made<Val> {
        let range = self.input.range(expr.ty.kind, expr.span)?;
        if let (ExprKind::Local(local), [(bound, _)]) = (&body.kind, binders) {
            let bits = if local == bound { self.all_at_once(scope, binders, all)? } else { None };
            if let Some(mut bits) = bits {
                bits.none = None;
                return Ok(Val::Set(self.emit.rerange(bits, range)));
            }
        }
        if let Some(words) = self.union_of_constants(scope, binders, all, body, range)? {
            return Ok(Val::Set(SetBits { words, none: None, range }));
        }
        let zero = self.emit.number(0);
        let words: Vec<Reg> = (0..range.words()).map(|_| self.emit.b.carried(zero)).collect();
        self.nest(scope, binders, all, None, &mut |lower, scope| {
            let more = lower.members_of(scope, body, range)?;
            for (word, more) in words.iter().zip(more) {
                let joined = lower.emit.or(*word, more);
                lower.emit.b.set(*word, joined);
            }
            Ok(())
        })?;
        words.iter().for_each(|word| self.emit.b.settle(*word));
        Ok(Val::Set(SetBits { words, none: None, range }))
    }

    /// The union of what the members contribute, without a loop. The conditions:
    ///
    /// - there is one binder, and all conditions have masks, so that
    ///   [`RoutineCompiler::all_at_once`] gives the members as bits;
    /// - what a member contributes depends on the member alone: not on the position, the mover or
    ///   another local. It is a row of a table then.
    ///
    /// A member of the binder's range that is not in the set contributes nothing, for its bit is 0;
    /// one that contributes `none` has an empty row.
    fn union_of_constants(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        all: &[SignedCondition<'p>],
        body: &'p Expr,
        range: MemberRange,
    ) -> Made<Option<Vec<Reg>>> {
        let [(local, _)] = binders else { return Ok(None) };
        let only_local = |found: &Input| *found == Input::Local(*local);
        if !inputs(self.input.program, body).is_some_and(|found| found.iter().all(only_local)) {
            return Ok(None);
        }
        let Some(members) = self.all_at_once(scope, binders, all)? else { return Ok(None) };
        let Some(profile) = self.profile(scope, (*local, members.range), body) else { return Ok(None) };
        let [row] = &profile.rows[..] else { return Ok(None) };
        let rows: Vec<Set> = row.iter().map(contributed).collect();
        Ok(Some(self.emit.union_of("united", &rows, range, &members.words)))
    }

    /// The members that one value contributes: those of a set, or the value itself.
    fn members_of(
        &mut self,
        scope: &mut RoutineScope<'p>,
        body: &'p Expr,
        range: MemberRange,
    ) -> Made<Vec<Reg>> {
        let val = self.expr(scope, body)?;
        if let Val::Set(bits) = val {
            return Ok(self.emit.rerange(bits, range).words);
        }
        let mut words = vec![self.emit.number(0); range.words()];
        self.put_in(&mut words, &val, range);
        Ok(words)
    }
}

/// The members that a constant contributes.
fn contributed(value: &Value) -> Set {
    match value {
        Value::Set(set) => set.clone(),
        Value::Element(element) => [i64::from(*element)].into_iter().collect(),
        Value::Int(number) => [*number].into_iter().collect(),
        _ => Set::default(),
    }
}
