//! Lowers the legality of moves: loops over the parameters of a move, each condition as early as
//! possible; `provided` is tested by running the body on a copy of the position's words.

use super::loops::{BinderSet, SignedCondition, conditions};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use zug_lang::program::*;
use zug_machine::ir::{IrNode, Op, Reg};

/// The effect of finding a legal move.
#[derive(Clone, Copy)]
pub(super) enum Sink {
    /// Emits it.
    Emit,
    /// Sets the register to 1 and ends the search.
    Found(Reg),
}

impl<'p> RoutineCompiler<'p> {
    /// Finds all legal choices of a move whose first parameters are `fixed`.
    pub fn choices(&mut self, id: MoveId, fixed: &[Val], me: Reg, sink: Sink) -> Made<()> {
        let of = &self.input.program.moves[id.index()];
        self.deeper(of.span, |lower| {
            let mut scope = RoutineScope::new(&of.frame, me);
            let mut all = Vec::new();
            conditions(&of.when, true, &mut all);
            lower.fixed_choices(&mut scope, id, fixed, &all, sink)
        })
    }

    /// Binds the fixed parameters, each if it is in its set, then the others by loops.
    fn fixed_choices(
        &mut self,
        scope: &mut RoutineScope<'p>,
        id: MoveId,
        fixed: &[Val],
        all: &[SignedCondition<'p>],
        sink: Sink,
    ) -> Made<()> {
        let of = &self.input.program.moves[id.index()];
        let bound = of.parameters.len() - of.parameters.iter().skip(count_bound(scope, of)).count();
        let Some(val) = fixed.get(bound) else {
            return self.free_choices(scope, id, all, sink);
        };
        let Some((local, set)) = of.parameters.get(bound) else {
            return self.free_choices(scope, id, all, sink);
        };
        let bits = self.set(scope, set)?;
        let none = self.none_flag(val);
        let reg = match val {
            Val::Element(reg, ..) | Val::Int(reg, _) => *reg,
            _ => return Ok(()),
        };
        let at = self.emit.plus(reg, bits.range.low.wrapping_neg());
        let inside = self.emit.bit_of(&bits, at);
        let inside = self.emit.unless(inside, none);
        let val = match val {
            Val::Element(reg, domain, _) => Val::Element(*reg, *domain, false),
            _ => Val::Int(reg, None),
        };
        self.when(inside, |lower| {
            scope.bind(*local, val);
            lower.fixed_choices(scope, id, fixed, all, sink)
        })
    }

    /// Loops over the parameters that are not bound.
    fn free_choices(
        &mut self,
        scope: &mut RoutineScope<'p>,
        id: MoveId,
        all: &[SignedCondition<'p>],
        sink: Sink,
    ) -> Made<()> {
        let of = &self.input.program.moves[id.index()];
        let binders: Vec<BinderSet> =
            of.parameters.iter().skip(count_bound(scope, of)).map(|(local, set)| (*local, set)).collect();
        let until = if let Sink::Found(found) = sink { Some(found) } else { None };
        self.nest(scope, &binders, all, until, &mut |lower, scope| {
            let allowed = lower.is_provided(scope, id)?;
            lower.when(allowed, |lower| lower.deliver(scope, id, sink))
        })
    }

    /// Whether `provided` holds after the body; 1 if there is no `provided`.
    fn is_provided(&mut self, scope: &RoutineScope<'p>, id: MoveId) -> Made<Reg> {
        let of = &self.input.program.moves[id.index()];
        let Some(provided) = &of.provided else { return Ok(self.emit.number(1)) };
        let before = self.emit.flow.clone();
        let mut inner = scope.clone();
        self.statements(&mut inner, &of.body)?;
        let holds = self.holds(&mut inner, provided)?;
        self.emit.flow = before;
        Ok(holds)
    }

    fn deliver(&mut self, scope: &RoutineScope<'p>, id: MoveId, sink: Sink) -> Made<()> {
        match sink {
            Sink::Found(found) => {
                let one = self.emit.number(1);
                self.emit.b.set(found, one);
            }
            Sink::Emit => {
                let packed = self.packed(scope, id);
                self.emit.b.push(IrNode::Emit(packed));
            }
        }
        Ok(())
    }

    /// The packed move with the present values of its parameters.
    fn packed(&mut self, scope: &RoutineScope<'p>, id: MoveId) -> Reg {
        let kind = self.input.kinds[id.index()].clone();
        let mut packed = self.emit.number(kind.code);
        for ((local, _), place) in
            self.input.program.moves[id.index()].parameters.iter().zip(&kind.parameters)
        {
            let reg = match scope.locals.get(local.index()).and_then(Option::as_ref) {
                Some(Val::Element(reg, ..) | Val::Int(reg, _)) => *reg,
                _ => continue,
            };
            let code = self.emit.plus(reg, place.low.wrapping_neg());
            let shift = self.emit.number(u64::from(place.shift));
            let moved = self.emit.op(Op::Shl(code, shift));
            packed = self.emit.or(packed, moved);
        }
        packed
    }

    /// Whether the mover has a legal choice of this move whose first parameters are `fixed`.
    pub fn exists(&mut self, id: MoveId, fixed: &[Val], me: Reg) -> Made<Reg> {
        let zero = self.emit.number(0);
        let found = self.emit.b.carried(zero);
        self.choices(id, fixed, me, Sink::Found(found))?;
        self.emit.b.settle(found);
        self.emit.b.mark_truth(found);
        Ok(found)
    }

    /// Lowers `can(NAME, ..)`.
    pub fn can(&mut self, scope: &mut RoutineScope<'p>, id: MoveId, arguments: &'p [Expr]) -> Made<Reg> {
        let mut fixed = Vec::new();
        for argument in arguments {
            fixed.push(self.expr(scope, argument)?);
        }
        self.exists(id, &fixed, scope.me)
    }

    /// Lowers `stuck(p)`, which is false where `p` is `none`.
    pub fn is_stuck(&mut self, scope: &mut RoutineScope<'p>, who: &'p Expr) -> Made<Reg> {
        let val = self.expr(scope, who)?;
        let none = self.none_flag(&val);
        let Val::Element(me, ..) = val else { return Ok(self.emit.number(0)) };
        let zero = self.emit.number(0);
        let found = self.emit.b.carried(zero);
        let unasked = self.input.program.moves.iter().enumerate().filter(|(_, of)| !of.followup);
        for (nth, (id, of)) in unasked.enumerate() {
            let looked = if nth == 0 { self.emit.number(1) } else { self.emit.is_zero(found) };
            // Nobody's moves are not looked at: what they play may be a fault.
            let looked = self.emit.unless(looked, none);
            let id = MoveId(id as u32);
            self.deeper(of.span, |lower| {
                lower.when(looked, |lower| lower.choices(id, &[], me, Sink::Found(found)))
            })?;
        }
        self.emit.b.settle(found);
        self.emit.b.mark_truth(found);
        let stuck = self.emit.not(found);
        Ok(self.emit.unless(stuck, none))
    }
}

/// The number of leading parameters that are bound.
fn count_bound(scope: &RoutineScope, of: &Move) -> usize {
    let bound = |local: &LocalId| scope.locals.get(local.index()).is_some_and(Option::is_some);
    of.parameters.iter().take_while(|(local, _)| bound(local)).count()
}
