//! Lowers statements: the effect of a move on the position.

use super::expression_utils::may_fault;
use super::input::CompileInput;
use super::loops::{BinderSet, SignedCondition, conditions};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use super::written_set::{WrittenSet, written_set};
use zug_lang::program::*;
use zug_machine::ir::{IrNode, Reg};

impl CompileInput<'_> {
    fn written_words(&self, what: &WrittenSet) -> Vec<usize> {
        let slots = what.fields.iter().flat_map(|field| self.layout.fields[field.index()].bit_fields());
        let words: std::collections::BTreeSet<usize> = slots.map(|slot| usize::from(slot.word)).collect();
        words.into_iter().collect()
    }
}

impl<'p> RoutineCompiler<'p> {
    /// Lowers statements in order.
    pub fn statements(&mut self, scope: &mut RoutineScope<'p>, body: &'p [Stmt]) -> Made<()> {
        for statement in body {
            self.deeper(statement.span, |lower| lower.statement(scope, statement))?;
        }
        Ok(())
    }

    fn statement(&mut self, scope: &mut RoutineScope<'p>, statement: &'p Stmt) -> Made<()> {
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
                let one = self.emit.number(1);
                let zero = self.emit.number(0);
                self.emit.flow.again = self.emit.select(condition, one, self.emit.flow.again);
                for i in 0..self.emit.flow.arguments.len() {
                    self.emit.flow.arguments[i] =
                        self.emit.select(condition, zero, self.emit.flow.arguments[i]);
                }
                Ok(())
            }
            StmtKind::AgainWith(request, arguments, condition) => {
                self.ask(scope, *request, arguments, condition)
            }
        }
    }

    /// Lowers `again with ..`: writes the request and its arguments if the condition holds.
    /// Arguments that may be faults are evaluated only then.
    fn ask(
        &mut self,
        scope: &mut RoutineScope<'p>,
        request: FollowupRequestId,
        arguments: &'p [Vec<Expr>],
        condition: &'p Expr,
    ) -> Made<()> {
        let condition = self.holds(scope, condition)?;
        if !arguments.iter().flatten().any(|argument| may_fault(self.input.program, argument)) {
            return self.ask_if(scope, request, arguments, condition);
        }
        let asks: &mut dyn FnMut(&mut Self, &mut RoutineScope<'p>) -> Made<()> = &mut |lower, scope| {
            let one = lower.emit.number(1);
            lower.ask_if(scope, request, arguments, one)
        };
        self.branch(scope, condition, [asks, &mut |_, _| Ok(())])
    }

    /// Writes the request and its arguments where the register is 1. A move with an argument that
    /// is `none` asks for nothing, whatever its other arguments are: they are written as `none`
    /// too.
    fn ask_if(
        &mut self,
        scope: &mut RoutineScope<'p>,
        request: FollowupRequestId,
        arguments: &'p [Vec<Expr>],
        condition: Reg,
    ) -> Made<()> {
        let mut asked = Vec::new();
        let codes = self.input.layout.shapes[request.index()].clone();
        for (arguments, codes) in arguments.iter().zip(&codes) {
            let vals: Vec<Val> =
                arguments.iter().map(|argument| self.expr(scope, argument)).collect::<Made<_>>()?;
            let mut none = None;
            for val in &vals {
                let own = self.none_flag(val);
                none = self.emit.either(none, own);
            }
            asked.extend(vals.iter().zip(codes).map(|(val, code)| self.emit.argument_bits(val, *code, none)));
        }
        let number = self.emit.number(u64::from(request.0) + 2);
        let zero = self.emit.number(0);
        self.emit.flow.again = self.emit.select(condition, number, self.emit.flow.again);
        for i in 0..self.emit.flow.arguments.len() {
            let new = asked.get(i).copied().unwrap_or(zero);
            self.emit.flow.arguments[i] = self.emit.select(condition, new, self.emit.flow.arguments[i]);
        }
        Ok(())
    }

    /// Lowers a loop whose passes see the changes of earlier ones: all changed registers are
    /// carried.
    fn carrying(
        &mut self,
        scope: &mut RoutineScope<'p>,
        body: &'p [Stmt],
        make: &mut dyn FnMut(&mut Self, &mut RoutineScope<'p>, &Carried) -> Made<()>,
    ) -> Made<()> {
        let mut carried = Carried { registers: Vec::new() };
        for place in self.changed_by(scope, body) {
            if let Some(before) = self.at(scope, place).copied() {
                carried.registers.push((place, self.emit.b.carried(before)));
            }
        }
        let bound: Vec<bool> = scope.locals.iter().map(Option::is_some).collect();
        make(self, scope, &carried)?;
        forget(scope, &bound);
        for (place, reg) in &carried.registers {
            self.emit.b.settle(*reg);
            if let Some(here) = self.at(scope, *place) {
                *here = *reg;
            }
        }
        Ok(())
    }

    /// Copies the carried registers at the beginning of a pass.
    fn resume(&mut self, scope: &mut RoutineScope<'p>, carried: &Carried) {
        for (place, reg) in &carried.registers {
            let now = self.emit.b.now(*reg);
            if let Some(here) = self.at(scope, *place) {
                *here = now;
            }
        }
    }

    /// Lowers one pass: reads the carried registers, runs the body, and writes its results back.
    fn pass(
        &mut self,
        scope: &mut RoutineScope<'p>,
        carried: &Carried,
        body: &mut dyn FnMut(&mut Self, &mut RoutineScope<'p>) -> Made<()>,
    ) -> Made<()> {
        let bound: Vec<bool> = scope.locals.iter().map(Option::is_some).collect();
        self.resume(scope, carried);
        body(self, scope)?;
        forget(scope, &bound);
        let after: Vec<Option<Reg>> =
            carried.registers.iter().map(|(place, _)| self.at(scope, *place).copied()).collect();
        for ((_, reg), after) in carried.registers.iter().zip(after) {
            self.emit.b.set(*reg, after.unwrap_or(*reg));
        }
        Ok(())
    }

    /// The register at a place.
    fn at<'a>(&'a mut self, scope: &'a mut RoutineScope<'p>, place: Changing) -> Option<&'a mut Reg> {
        match place {
            Changing::Flow(i) => self.emit.flow.registers().into_iter().nth(i),
            Changing::Local(local, i) => {
                let val = scope.locals.get_mut(local.index()).and_then(Option::as_mut);
                val.and_then(|val| val.registers().into_iter().nth(i))
            }
        }
    }

    /// The places that a body changes.
    fn changed_by(&mut self, scope: &mut RoutineScope<'p>, body: &'p [Stmt]) -> Vec<Changing> {
        let what = written_set(body);
        let (words, flow) = (self.emit.flow.words.len(), self.emit.flow.registers().len());
        let mut changed: Vec<Changing> =
            self.input.written_words(&what).into_iter().map(Changing::Flow).collect();
        if what.again {
            changed.extend((words..flow - 1).map(Changing::Flow));
        }
        if what.fields.iter().any(|f| self.input.additive.fields.iter().any(|(a, _)| a == f)) {
            changed.push(Changing::Flow(flow - 1));
        }
        for local in what.locals {
            let val = scope.locals.get_mut(local.index()).and_then(Option::as_mut);
            let registers = val.map_or(0, |val: &mut Val| val.registers().len());
            changed.extend((0..registers).map(|i| Changing::Local(local, i)));
        }
        changed
    }

    fn repeat(&mut self, scope: &mut RoutineScope<'p>, count: &'p Expr, body: &'p [Stmt]) -> Made<()> {
        let (number, none) = self.int(scope, count)?;
        let zero = self.emit.number(0);
        let count = match none {
            Some(flag) => self.emit.select(flag, zero, number),
            None => number,
        };
        if let [Stmt { kind: StmtKind::If(condition, pass, otherwise), .. }] = body
            && otherwise.is_empty()
        {
            return self.repeat_while(scope, count, (condition, pass), body);
        }
        self.carrying(scope, body, &mut |lower, scope, carried| {
            let pass = lower.emit.b.open_loop();
            lower.pass(scope, carried, &mut |lower, scope| lower.statements(scope, body))?;
            let inside = lower.emit.b.close_block();
            lower.emit.b.push(IrNode::Repeat { count, pass, body: inside, until: None });
            Ok(())
        })
    }

    /// Lowers `repeat N { if C { .. } }`. A condition that does not hold changes nothing, so it
    /// does not hold later either, and the loop ends with the first pass in which it does not.
    fn repeat_while(
        &mut self,
        scope: &mut RoutineScope<'p>,
        count: Reg,
        (condition, pass): (&'p Expr, &'p [Stmt]),
        body: &'p [Stmt],
    ) -> Made<()> {
        let going_on = self.emit.number(0);
        let over = self.emit.b.carried(going_on);
        self.carrying(scope, body, &mut |lower, scope, carried| {
            let number = lower.emit.b.open_loop();
            lower.pass(scope, carried, &mut |lower, scope| {
                let holds = lower.holds(scope, condition)?;
                let ends = lower.emit.is_zero(holds);
                lower.emit.b.set(over, ends);
                lower.branch(
                    scope,
                    holds,
                    [&mut |lower, scope| lower.statements(scope, pass), &mut |_, _| Ok(())],
                )
            })?;
            let inside = lower.emit.b.close_block();
            lower.emit.b.push(IrNode::Repeat { count, pass: number, body: inside, until: Some(over) });
            Ok(())
        })?;
        self.emit.b.settle(over);
        Ok(())
    }

    fn for_each(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p [Stmt],
    ) -> Made<()> {
        let binders: Vec<BinderSet> = binders.iter().map(|(local, set)| (*local, set)).collect();
        let mut all = Vec::new();
        conditions(guard, true, &mut all);
        self.carrying(scope, body, &mut |lower, scope, carried| {
            lower.for_binders(scope, &binders, &all, carried, body)
        })
    }

    /// Lowers one loop for each binder. Sets and guards see the changes of earlier passes.
    fn for_binders(
        &mut self,
        scope: &mut RoutineScope<'p>,
        binders: &[BinderSet<'p>],
        guard: &[SignedCondition<'p>],
        carried: &Carried,
        body: &'p [Stmt],
    ) -> Made<()> {
        self.resume(scope, carried);
        if let Some(((local, set), rest)) = binders.split_first() {
            let members = self.binder_set(scope, set)?;
            return self.each(scope, *local, members, None, &mut |lower, scope| {
                lower.for_binders(scope, rest, guard, carried, body)
            });
        }
        let in_order = self.input.in_order(&[], guard);
        let mut holds = self.emit.number(1);
        for condition in guard {
            holds = if in_order {
                self.unless_decided(scope, holds, *condition, true)?
            } else {
                let one = self.meets(scope, *condition)?;
                self.emit.and(holds, one)
            };
        }
        let (flow, locals) = (self.emit.flow.clone(), scope.locals.clone());
        self.when(holds, |lower| {
            lower.pass(scope, carried, &mut |lower, scope| lower.statements(scope, body))
        })?;
        self.emit.flow = flow;
        scope.locals = locals;
        Ok(())
    }
}

/// The registers that a loop carries.
pub(super) struct Carried {
    registers: Vec<(Changing, Reg)>,
}

/// A place that statements can change.
#[derive(Clone, Copy)]
enum Changing {
    /// The register of the flow with this number.
    Flow(usize),
    /// A register of a local.
    Local(LocalId, usize),
}

/// Unbinds the locals that were bound inside a loop.
fn forget(scope: &mut RoutineScope, bound: &[bool]) {
    for (local, bound) in scope.locals.iter_mut().zip(bound) {
        if !bound {
            *local = None;
        }
    }
}
