//! Lowers statements: what a move does to the position.

use super::lower::{Lower, Made, Scope};
use super::loops::{Binder, Condition, conditions};
use super::touched::{Touched, touched};
use super::value::Val;
use crate::machine::ir::{Node, Op, Reg};
use crate::program::*;

impl<'p> Lower<'p> {
    /// Statements in order.
    pub fn statements(&mut self, scope: &mut Scope<'p>, body: &'p [Stmt]) -> Made<()> {
        for statement in body {
            self.deeper(statement.span, |lower| lower.statement(scope, statement))?;
        }
        Ok(())
    }

    fn statement(&mut self, scope: &mut Scope<'p>, statement: &'p Stmt) -> Made<()> {
        match &statement.kind {
            StmtKind::Assign(place, store, value) => self.assign(scope, place, *store, value),
            StmtKind::Bind(local, value) => {
                let val = self.expr(scope, value)?;
                self.store_local(scope, *local, val, value.ty)
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.holds(scope, condition)?;
                self.branch(
                    scope,
                    condition,
                    [&mut |lower, scope| lower.statements(scope, then), &mut |lower, scope| {
                        lower.statements(scope, otherwise)
                    }],
                )
            }
            StmtKind::For(binders, guard, body) => self.for_each(scope, binders, guard, body),
            StmtKind::Repeat(count, body) => self.repeat(scope, count, body),
            StmtKind::Again(condition) => {
                let condition = self.holds(scope, condition)?;
                let one = self.number(1);
                let zero = self.number(0);
                self.flow.again = self.select(condition, one, self.flow.again);
                for i in 0..self.flow.arguments.len() {
                    self.flow.arguments[i] = self.select(condition, zero, self.flow.arguments[i]);
                }
                Ok(())
            }
            StmtKind::AgainWith(shape, arguments, condition) => {
                self.ask(scope, *shape, arguments, condition)
            }
        }
    }

    /// `again with ..`: the shape and its arguments, if the condition holds.
    fn ask(
        &mut self,
        scope: &mut Scope<'p>,
        shape: ShapeId,
        arguments: &'p [Vec<Expr>],
        condition: &'p Expr,
    ) -> Made<()> {
        let condition = self.holds(scope, condition)?;
        let mut asked = Vec::new();
        let codes = self.layout.shapes[shape.index()].clone();
        for (arguments, codes) in arguments.iter().zip(&codes) {
            for (argument, code) in arguments.iter().zip(codes) {
                let val = self.expr(scope, argument)?;
                asked.push(self.argument_bits(&val, *code));
            }
        }
        let number = self.number(u64::from(shape.0) + 2);
        let zero = self.number(0);
        self.flow.again = self.select(condition, number, self.flow.again);
        for i in 0..self.flow.arguments.len() {
            let new = asked.get(i).copied().unwrap_or(zero);
            self.flow.arguments[i] = self.select(condition, new, self.flow.arguments[i]);
        }
        Ok(())
    }

    /// Runs a loop body whose changes the next pass sees.
    fn carrying(
        &mut self,
        scope: &mut Scope<'p>,
        body: &'p [Stmt],
        make: &mut dyn FnMut(&mut Self, &mut Scope<'p>, &Carried) -> Made<()>,
    ) -> Made<()> {
        let changed = self.changed_by(scope, body);
        let mut carried = Carried { registers: Vec::new() };
        for at in changed {
            let before = *self.changing(scope)[at];
            carried.registers.push((at, self.b.carried(before)));
        }
        let bound: Vec<bool> = scope.locals.iter().map(Option::is_some).collect();
        make(self, scope, &carried)?;
        for (local, bound) in scope.locals.iter_mut().zip(bound) {
            if !bound {
                *local = None;
            }
        }
        for (at, reg) in &carried.registers {
            self.b.settle(*reg);
            *self.changing(scope)[*at] = *reg;
        }
        Ok(())
    }

    /// One pass: the carried registers are read, the body runs, what it left is carried on.
    fn pass(&mut self, scope: &mut Scope<'p>, carried: &Carried, body: &'p [Stmt]) -> Made<()> {
        let locals = scope.locals.clone();
        for (at, reg) in &carried.registers {
            let now = self.b.now(*reg);
            *self.changing(scope)[*at] = now;
        }
        let bound: Vec<bool> = locals.iter().map(Option::is_some).collect();
        self.statements(scope, body)?;
        for (local, bound) in scope.locals.iter_mut().zip(bound) {
            if !bound {
                *local = None;
            }
        }
        for (at, reg) in &carried.registers {
            let after = *self.changing(scope)[*at];
            self.b.set(*reg, after);
        }
        Ok(())
    }

    /// Everything that statements can change, as registers in a fixed order.
    fn changing<'a>(&'a mut self, scope: &'a mut Scope<'p>) -> Vec<&'a mut Reg> {
        let locals = scope.locals.iter_mut().flatten().flat_map(Val::registers);
        self.flow.registers().into_iter().chain(locals).collect()
    }

    /// Which of these registers a body changes.
    fn changed_by(&mut self, scope: &mut Scope<'p>, body: &'p [Stmt]) -> Vec<usize> {
        let what = touched(body);
        let words = self.touched_words(&what);
        let flow = self.flow.registers().len();
        let fixed = self.flow.words.len();
        let gains = what.fields.iter().any(|f| self.additive.fields.iter().any(|(a, _)| a == f));
        let mut changed: Vec<usize> = words;
        if what.again {
            changed.extend(fixed..flow - 1);
        }
        if gains {
            changed.push(flow - 1);
        }
        let mut at = flow;
        for (i, local) in scope.locals.iter_mut().enumerate() {
            let registers = local.as_mut().map_or(0, |val| val.registers().len());
            if what.locals.contains(&LocalId(i as u32)) {
                changed.extend(at..at + registers);
            }
            at += registers;
        }
        changed
    }

    fn touched_words(&self, what: &Touched) -> Vec<usize> {
        let slots = what.fields.iter().flat_map(|field| self.layout.fields[field.index()].slots());
        let words: std::collections::BTreeSet<usize> = slots.map(|slot| usize::from(slot.word)).collect();
        words.into_iter().collect()
    }

    fn repeat(&mut self, scope: &mut Scope<'p>, count: &'p Expr, body: &'p [Stmt]) -> Made<()> {
        let (number, none) = self.int(scope, count)?;
        let zero = self.number(0);
        let count = match none {
            Some(flag) => self.select(flag, zero, number),
            None => number,
        };
        self.carrying(scope, body, &mut |lower, scope, carried| {
            let pass = lower.b.open_loop();
            lower.pass(scope, carried, body)?;
            let inside = lower.b.close_block();
            lower.b.push(Node::Repeat { count, pass, body: inside, until: None });
            Ok(())
        })
    }

    fn for_each(
        &mut self,
        scope: &mut Scope<'p>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p [Stmt],
    ) -> Made<()> {
        let binders: Vec<Binder> = binders.iter().map(|(local, set)| (*local, set)).collect();
        let mut all = Vec::new();
        conditions(guard, true, &mut all);
        self.carrying(scope, body, &mut |lower, scope, carried| {
            lower.for_binders(scope, &binders, &all, carried, body)
        })
    }

    /// One loop for every binder; sets and guards see what earlier passes changed.
    fn for_binders(
        &mut self,
        scope: &mut Scope<'p>,
        binders: &[Binder<'p>],
        guard: &[Condition<'p>],
        carried: &Carried,
        body: &'p [Stmt],
    ) -> Made<()> {
        for (at, reg) in &carried.registers {
            let now = self.b.now(*reg);
            *self.changing(scope)[*at] = now;
        }
        if let Some(((local, set), rest)) = binders.split_first() {
            let members = self.binder_set(scope, set)?;
            return self.each(scope, *local, members, None, &mut |lower, scope| {
                lower.for_binders(scope, rest, guard, carried, body)
            });
        }
        let mut holds = self.number(1);
        for condition in guard {
            let one = self.meets(scope, *condition)?;
            holds = self.and(holds, one);
        }
        let (flow, locals) = (self.flow.clone(), scope.locals.clone());
        self.when(holds, |lower| lower.pass(scope, carried, body))?;
        self.flow = flow;
        scope.locals = locals;
        Ok(())
    }

    fn assign(&mut self, scope: &mut Scope<'p>, place: &'p Place, store: Store, value: &'p Expr) -> Made<()> {
        match place {
            Place::Local(local) => self.assign_local(scope, *local, store, value),
            Place::Field(field, indexes) => self.assign_field(scope, (*field, indexes), store, value),
        }
    }

    fn assign_local(
        &mut self,
        scope: &mut Scope<'p>,
        local: LocalId,
        store: Store,
        value: &'p Expr,
    ) -> Made<()> {
        let val = self.expr(scope, value)?;
        let ty = scope.type_of(local).unwrap_or(value.ty);
        let (val, from) = match store {
            Store::Set => (val, value.ty),
            store => {
                let old = scope.locals.get(local.index()).cloned().flatten();
                let old = old.ok_or_else(|| super::unexpected(value.span))?;
                self.changed(old, ty, store, (val, value))?
            }
        };
        self.store_local(scope, local, val, from)
    }

    fn store_local(&mut self, scope: &mut Scope<'p>, local: LocalId, val: Val, from: Type) -> Made<()> {
        let ty = scope.type_of(local).unwrap_or(from);
        self.check_fits(&val, from, ty)?;
        let span = self.program.moves.first().map_or_else(Default::default, |m| m.span);
        let val = self.fit(val, ty, span)?;
        scope.bind(local, val);
        Ok(())
    }

    /// A field, an integer or a set, with a value added or taken away; and what is known of the result.
    pub fn changed(
        &mut self,
        old: Val,
        ty: Type,
        store: Store,
        (val, value): (Val, &'p Expr),
    ) -> Made<(Val, Type)> {
        match (old, val) {
            (Val::Int(old, none_old), Val::Int(new, none_new)) => {
                let none = self.either(none_old, none_new);
                let adds = store == Store::Add;
                let op = if adds { Op::Add(old, new) } else { Op::Sub(old, new) };
                let kind = super::checks::sum(ty.kind, value.ty.kind, adds);
                let or_none = none.is_some();
                Ok((Val::Int(self.op(op), none), Type { kind, or_none }))
            }
            (Val::Set(old), Val::Set(new)) => {
                let none = self.either(old.none, new.none);
                let (old, new) = self.alike(old, new);
                let words = old.words.iter().zip(&new.words);
                let op = if store == Store::Add { Op::Or } else { Op::AndNot };
                let words = words.map(|(a, b)| self.op(op(*a, *b))).collect();
                let or_none = none.is_some();
                let kind = if store == Store::Add { value.ty.kind } else { ty.kind };
                Ok((Val::Set(super::value::Bits { words, none, range: old.range }), Type { kind, or_none }))
            }
            _ => Err(super::unexpected(value.span)),
        }
    }
}

/// The registers that a loop carries, by their place among all that can change.
pub(super) struct Carried {
    registers: Vec<(usize, Reg)>,
}
