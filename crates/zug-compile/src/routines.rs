//! Builds the routines of a machine: expand a position, play a move, pass, value never-ending play.

use super::emitter::RoutineEmitter;
use super::legal::Sink;
use super::loops::{BinderSet, conditions};
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use zug_lang::program::*;
use zug_lang::semantics::increasing;
use zug_machine::ir::{IrNode, Op, Reg, Routine};
use zug_machine::layout::ValueEncoding;

/// Receives the payoff of the outcome that applies; none for a pass.
type OutcomeLeaf<'a, 'p> = &'a mut dyn FnMut(&mut RoutineCompiler<'p>, Option<Reg>) -> Made<()>;

impl RoutineEmitter {
    fn outputs(&self) -> Vec<Reg> {
        self.flow.words.iter().copied().chain([self.flow.reward]).collect()
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The player to move.
    fn turn(&mut self) -> Reg {
        let slot = self.input.layout.turn;
        let word = self.emit.flow.words[usize::from(slot.word)];
        self.emit.op(Op::Field(word, slot.shift, slot.mask()))
    }

    /// The routine of a position: the `end` rules, then the moves, then the `stuck` rule.
    pub fn expand(&mut self) -> Made<Routine> {
        self.begin(false);
        let me = self.turn();
        for end in &self.input.program.ends {
            self.end(end, me)?;
        }
        self.moves(me)?;
        let emitted = self.emit.b.emitted();
        let none = self.emit.is_zero(emitted);
        self.when(none, |lower| match &lower.input.program.stuck {
            None => {
                lower.emit.fault();
                Ok(())
            }
            Some(rule) => {
                let mut scope = RoutineScope::new(&rule.frame, me);
                lower.outcome(&mut scope, &rule.outcome, &mut |lower, payoff| {
                    match payoff {
                        Some(payoff) => lower.over(payoff)?,
                        None => {
                            let pass = lower.emit.number(zug_machine::moves::PASS.0);
                            lower.emit.b.push(IrNode::Emit(pass));
                        }
                    }
                    Ok(())
                })
            }
        })?;
        self.finish("visit", Vec::new())
    }

    fn finish(&mut self, name: &str, outputs: Vec<Reg>) -> Made<Routine> {
        let done = std::mem::replace(
            &mut self.emit.b,
            super::build::RoutineBuilder::new(1, self.input.optimizations),
        );
        if done.overflow {
            return Err(super::lower::too_large(super::anywhere(self.input.program)));
        }
        Ok(done.finish(name, outputs))
    }

    /// Ends the routine with a payoff, less the points that rewards account for.
    fn over(&mut self, payoff: Reg) -> Made<()> {
        let rendered = self.rendered()?;
        // Both are within `LIMIT`, by `zug_lang::check` and `zug_analysis::additive`, so this does
        // not wrap.
        let rest = self.emit.op(Op::Sub(payoff, rendered));
        self.emit.b.push(IrNode::Return(rest));
        Ok(())
    }

    /// The worth of the additive entries to the first player.
    fn rendered(&mut self) -> Made<Reg> {
        let mut total = self.emit.number(0);
        let additive = self.input.additive;
        for (field, coefficients) in &additive.fields {
            for (i, coefficient) in coefficients.iter().enumerate() {
                let Some(coefficient) = coefficient else { continue };
                let entry = self.emit.number(i as u64);
                if let Val::Int(reg, _) = self.load(*field, entry)? {
                    let worth = self.emit.integer(*coefficient);
                    let part = self.emit.op(Op::Mul(reg, worth));
                    total = self.emit.op(Op::Add(total, part));
                }
            }
        }
        Ok(total)
    }

    /// One `end` rule; a fault where bindings that hold give different payoffs.
    fn end(&mut self, end: &'p End, me: Reg) -> Made<()> {
        let mut scope = RoutineScope::new(&end.frame, me);
        let binders: Vec<BinderSet> = end.binders.iter().map(|(local, set)| (*local, set)).collect();
        let mut all = Vec::new();
        conditions(&end.when, true, &mut all);
        if binders.is_empty() {
            return self.nest(&mut scope, &binders, &all, None, &mut |lower, scope| {
                lower.outcome(scope, &end.outcome, &mut |lower, payoff| {
                    let payoff = payoff.unwrap_or_else(|| lower.emit.number(0));
                    lower.over(payoff)
                })
            });
        }
        let zero = self.emit.number(0);
        let (hit, found) = (self.emit.b.carried(zero), self.emit.b.carried(zero));
        self.nest(&mut scope, &binders, &all, None, &mut |lower, scope| {
            lower.outcome(scope, &end.outcome, &mut |lower, payoff| {
                let payoff = payoff.unwrap_or_else(|| lower.emit.number(0));
                let same = lower.emit.op(Op::Eq(found, payoff));
                let differs = lower.emit.op(Op::AndNot(hit, same));
                lower.emit.check(differs);
                let one = lower.emit.number(1);
                lower.emit.b.set(hit, one);
                lower.emit.b.set(found, payoff);
                Ok(())
            })
        })?;
        self.emit.b.settle(hit);
        self.emit.b.settle(found);
        self.when(hit, |lower| lower.over(found))
    }

    /// Calls `leaf` with the payoff from the first player's side, in the branch that applies.
    fn outcome(
        &mut self,
        scope: &mut RoutineScope<'p>,
        outcome: &'p Outcome,
        leaf: OutcomeLeaf<'_, 'p>,
    ) -> Made<()> {
        self.deeper(outcome.span, |lower| match &outcome.kind {
            OutcomeKind::Pass => leaf(lower, None),
            OutcomeKind::Draw => {
                let zero = lower.emit.number(0);
                leaf(lower, Some(zero))
            }
            OutcomeKind::Wins(player) => {
                let side = lower.side(scope, player)?;
                leaf(lower, Some(side))
            }
            OutcomeKind::Points(points, player) => {
                let (points, none) = lower.int(scope, points)?;
                if let Some(none) = none {
                    lower.emit.check(none);
                }
                let side = lower.side(scope, player)?;
                // `LIMIT` is symmetric around 0, so the negated payoff is within it.
                let payoff = lower.emit.op(Op::Mul(side, points));
                leaf(lower, Some(payoff))
            }
            OutcomeKind::If(condition, then, otherwise) => {
                let condition = lower.holds(scope, condition)?;
                match lower.emit.b.value(condition) {
                    Some(0) => lower.outcome(scope, otherwise, leaf),
                    Some(_) => lower.outcome(scope, then, leaf),
                    None => {
                        lower.emit.b.open_arm();
                        lower.outcome(scope, then, leaf)?;
                        let first = lower.emit.b.close_block();
                        lower.emit.b.open_arm();
                        lower.outcome(scope, otherwise, leaf)?;
                        let second = lower.emit.b.close_block();
                        lower.emit.b.push_if(condition, first, second);
                        Ok(())
                    }
                }
            }
        })
    }

    /// 1 for the first player, -1 for the second; a fault for `none`.
    fn side(&mut self, scope: &mut RoutineScope<'p>, player: &'p Expr) -> Made<Reg> {
        let val = self.expr(scope, player)?;
        if let Some(none) = self.none_flag(&val) {
            self.emit.check(none);
        }
        let Val::Element(player, ..) = val else { return Ok(self.emit.number(0)) };
        let (plus, minus) = (self.emit.integer(1), self.emit.integer(-1));
        Ok(self.emit.select(player, minus, plus))
    }

    /// Emits the legal moves: all moves that are no followups or, after a request, the followups
    /// requested.
    fn moves(&mut self, me: Reg) -> Made<()> {
        let slot = self.input.layout.request;
        let word = self.emit.flow.words[usize::from(slot.word)];
        let asked = self.emit.op(Op::Field(word, slot.shift, slot.mask()));
        let free = self.emit.is_zero(asked);
        self.when(free, |lower| {
            for (id, of) in lower.input.program.moves.iter().enumerate() {
                if !of.followup {
                    lower.choices(MoveId(id as u32), &[], me, Sink::Emit)?;
                }
            }
            Ok(())
        })?;
        for request in 0..self.input.program.requests.len() {
            let this = self.emit.equals(asked, request as u64 + 1);
            let arguments = self.arguments_asked();
            self.when(this, |lower| lower.asked(request, &arguments, me, Sink::Emit))?;
        }
        Ok(())
    }

    /// The encoded arguments of the request, from the position.
    fn arguments_asked(&mut self) -> Vec<Reg> {
        let slots = self.input.layout.arguments.clone();
        let words = self.emit.flow.words.clone();
        slots
            .into_iter()
            .map(|slot| self.emit.op(Op::Field(words[usize::from(slot.word)], slot.shift, slot.mask())))
            .collect()
    }

    /// Finds the legal moves of a request with these arguments.
    fn asked(&mut self, request: usize, arguments: &[Reg], me: Reg, sink: Sink) -> Made<()> {
        let mut arguments = arguments.iter();
        for ((id, _), codes) in
            self.input.program.requests[request].moves.iter().zip(&self.input.layout.shapes[request])
        {
            let mut fixed = Vec::new();
            for (code, ((local, _), bits)) in
                codes.iter().zip(self.input.program.moves[id.index()].parameters.iter().zip(&mut arguments))
            {
                fixed.push(self.argument(*id, *local, *code, *bits)?);
            }
            match sink {
                Sink::Emit => self.choices(*id, &fixed, me, sink)?,
                Sink::Found(found) => {
                    let looked = self.emit.is_zero(found);
                    self.when(looked, |lower| lower.choices(*id, &fixed, me, sink))?;
                }
            }
        }
        Ok(())
    }

    /// Decodes an argument of a request.
    fn argument(&mut self, id: MoveId, local: LocalId, code: ValueEncoding, bits: Reg) -> Made<Val> {
        let of = &self.input.program.moves[id.index()];
        let ty = of.frame.locals.get(local.index()).map(|l| l.ty.kind);
        match (code, ty) {
            (ValueEncoding::Element { or_none, .. }, Some(Kind::Element(domain))) => {
                Ok(Val::Element(bits, domain, or_none))
            }
            (ValueEncoding::Int { low, high, or_none }, _) => {
                let beyond = high.wrapping_sub(low).wrapping_add(1) as u64;
                let none = if or_none { Some(self.emit.equals(bits, beyond)) } else { None };
                Ok(Val::Int(self.emit.plus(bits, low), none))
            }
            _ => Err(super::unexpected(of.span)),
        }
    }

    /// The routine that plays a move of this kind.
    pub fn play(&mut self, id: MoveId) -> Made<Routine> {
        self.begin(true);
        let of = &self.input.program.moves[id.index()];
        let me = self.turn();
        let packed = Reg(self.input.layout.words as u16);
        let before = self.measures(me)?;
        let mut scope = RoutineScope::new(&of.frame, me);
        let kind = self.input.kinds[id.index()].clone();
        for ((local, set), place) in of.parameters.iter().zip(&kind.parameters) {
            let mask = zug_machine::eval::ones(u64::from(place.width));
            let code = self.emit.op(Op::Field(packed, place.shift, mask));
            let val = match set.ty.kind {
                Kind::Set(domain) => Val::Element(code, domain, false),
                _ => Val::Int(self.emit.plus(code, place.low), None),
            };
            scope.bind(*local, val);
        }
        self.statements(&mut scope, &of.body)?;
        let next = self.next_turn(me)?;
        let strictly = increasing(self.input.program).get(id.index()) != Some(&false);
        self.check_progress(before, next, strictly)?;
        let outputs = self.emit.outputs();
        self.finish(&of.name, outputs)
    }

    /// The routine of a pass.
    pub fn pass_turn(&mut self) -> Made<Routine> {
        self.begin(false);
        let me = self.turn();
        let before = self.measures(me)?;
        let next = self.next_turn(me)?;
        self.check_progress(before, next, false)?;
        let outputs = self.emit.outputs();
        self.finish("pass", outputs)
    }

    /// Writes the player to move next and the request. A request that no legal move meets is
    /// dropped, and the turn passes.
    fn next_turn(&mut self, me: Reg) -> Made<Reg> {
        let again = self.emit.flow.again;
        if self.emit.b.value(again) == Some(0) && self.input.layout.request.width == 0 {
            let slot = self.input.layout.turn;
            let bit = self.emit.number(slot.placed());
            let word = &mut self.emit.flow.words[usize::from(slot.word)];
            *word = self.emit.b.op_with(Op::Xor(*word, bit), &[]);
            return Ok(self.emit.not(me));
        }
        let arguments = self.emit.flow.arguments.clone();
        let zero = self.emit.number(0);
        let mut met = zero;
        if !self.input.program.requests.is_empty() && self.emit.b.value(again).is_none_or(|again| again > 1) {
            met = self.emit.b.carried(zero);
            for request in 0..self.input.program.requests.len() {
                let this = self.emit.equals(again, request as u64 + 2);
                self.when(this, |lower| lower.asked(request, &arguments, me, Sink::Found(met)))?;
            }
            self.emit.b.settle(met);
        }
        let plain = self.emit.equals(again, 1);
        let stays = self.emit.or(plain, met);
        let other = self.emit.not(me);
        let next = self.emit.select(stays, me, other);
        self.emit.write_slot(self.input.layout.turn, next);
        let number = self.emit.plus(again, -1);
        let request = self.emit.select(met, number, zero);
        self.emit.write_slot(self.input.layout.request, request);
        for (slot, bits) in self.input.layout.arguments.clone().into_iter().zip(arguments) {
            let bits = self.emit.select(met, bits, zero);
            self.emit.write_slot(slot, bits);
        }
        Ok(next)
    }

    /// The routine of the value of never-ending play.
    pub fn endless(&mut self) -> Made<Routine> {
        self.begin(false);
        let me = self.turn();
        match &self.input.program.endless {
            None => {
                let zero = self.emit.number(0);
                self.over(zero)?;
            }
            Some(rule) => {
                let mut scope = RoutineScope::new(&rule.frame, me);
                self.outcome(&mut scope, &rule.outcome, &mut |lower, payoff| {
                    let payoff = payoff.unwrap_or_else(|| lower.emit.number(0));
                    lower.over(payoff)
                })?;
            }
        }
        self.finish("endless", Vec::new())
    }
}
