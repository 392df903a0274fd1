//! Blocks, branches and loops.

use super::{CallForm, Emitter, Exits, Malformed, MoveBuffer, MoveVisit, NO_ARGS, NO_VALUE, kind, weight};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Value};
use std::collections::HashMap;
use zug_machine::eval;
use zug_machine::ir::{IrBlock, IrNode, Op, Reg};
use zug_machine::optimization::Optimization;

/// The most nodes of a routine that are emitted twice because a condition decides a later one.
const FORKED: usize = 200;

/// The most nodes that all loops of a routine together are unrolled to.
const UNROLLED: usize = 1500;

/// The entries that both maps share.
fn agreed(mut one: HashMap<Reg, u64>, other: &HashMap<Reg, u64>) -> HashMap<Reg, u64> {
    one.retain(|reg, value| other.get(reg) == Some(value));
    one
}

impl Emitter<'_, '_> {
    /// Emits a block. True if nothing after it is reached.
    pub fn block(&mut self, block: &[IrNode]) -> Result<bool, Malformed> {
        for (at, node) in block.iter().enumerate() {
            let rest = &block[at + 1..];
            match node {
                IrNode::If(condition, then, otherwise) if self.may_fork(*condition, rest) => {
                    return self.either(*condition, [then, otherwise], rest);
                }
                _ if self.node(node)? => return Ok(true),
                _ => {}
            }
        }
        Ok(false)
    }

    /// Whether to emit the rest of a block twice, once behind each arm of an `if`: where a later
    /// condition may become constant, and the rest is short.
    fn may_fork(&mut self, condition: Reg, rest: &[IrNode]) -> bool {
        let decides = |node: &IrNode| matches!(node, IrNode::If(reg, ..) if !self.bounds.is_set_once(*reg));
        let more = weight(rest);
        let may = self.form == CallForm::Within
            && self.known(condition).is_none()
            && rest.iter().any(decides)
            && self.forked + more <= FORKED;
        self.forked += if may { more } else { 0 };
        may
    }

    pub(super) fn node(&mut self, node: &IrNode) -> Result<bool, Malformed> {
        match node {
            IrNode::Let(reg, _) if !self.live.contains(reg) => {}
            IrNode::Let(reg, op) => self.set(*reg, op)?,
            IrNode::If(condition, then, otherwise) => return self.branch(*condition, then, otherwise),
            IrNode::ForBits { mask, bit, body, until } => {
                self.for_bits(*mask, *bit, body, *until)?;
                self.capped.clear();
            }
            IrNode::Repeat { count, pass, body, until } => {
                self.repeat(*count, *pass, body, *until)?;
                self.capped.clear();
            }
            IrNode::Check(reg, _) => {
                let broken = self.value(*reg)?;
                let next = self.b.create_block();
                self.b.ins().brif(broken, self.fault, NO_ARGS, next, NO_ARGS);
                self.go(next);
                self.cap(*reg);
            }
            IrNode::Return(reg) => {
                let (kind, payoff) = (self.imm(kind::OVER), self.value(*reg)?);
                match (self.form, self.exits) {
                    (CallForm::Asks, _) => {
                        self.b.ins().return_(&[kind, payoff]);
                    }
                    (_, Some(Exits { over: (over, variable), .. })) => {
                        self.b.def_var(variable, payoff);
                        self.b.ins().jump(over, NO_ARGS);
                    }
                    _ => return Err(Malformed("a return where something is given")),
                }
                return Ok(true);
            }
            IrNode::Emit(reg) => match self.exits {
                Some(exits) if self.known(*reg) == Some(0) => {
                    self.b.ins().jump(exits.pass, NO_ARGS);
                    return Ok(true);
                }
                _ => self.emit(*reg)?,
            },
            IrNode::Emitted(reg) => match (&self.visit, self.form) {
                (Some(visit), _) => {
                    let count = self.b.use_var(visit.moves);
                    self.define(*reg, count);
                }
                (None, CallForm::Within) => self.learn(*reg, 0),
                _ => {
                    let count = self.emitted()?;
                    self.define(*reg, count);
                }
            },
        }
        Ok(false)
    }

    pub(super) fn set(&mut self, reg: Reg, op: &Op) -> Result<(), Malformed> {
        let known = op.operands().all(|operand| self.known.contains_key(&operand));
        let there = op.table().is_none_or(|table| table.index() < self.tables.len());
        if known && there {
            let value = eval::eval(*op, self.tables, |operand| self.known(operand).unwrap_or(0));
            self.learn(reg, value);
            return Ok(());
        }
        let value = self.operation(op)?;
        self.define(reg, value);
        Ok(())
    }

    /// Notes the constant that a register holds from here on. Its variable is set too, because only
    /// one of two joining paths may know the constant.
    pub(super) fn learn(&mut self, reg: Reg, value: u64) {
        let number = self.imm(value);
        self.define(reg, number);
        self.known.insert(reg, value);
    }

    /// Forgets the constants of all registers that a loop sets.
    fn forget(&mut self, body: &[IrNode]) {
        for node in body {
            match node {
                IrNode::Let(reg, _) | IrNode::Emitted(reg) => {
                    self.known.remove(reg);
                }
                IrNode::If(_, then, otherwise) => {
                    self.forget(then);
                    self.forget(otherwise);
                }
                IrNode::ForBits { bit: counter, body, .. } | IrNode::Repeat { pass: counter, body, .. } => {
                    self.known.remove(counter);
                    self.forget(body);
                }
                IrNode::Check(..) | IrNode::Return(_) | IrNode::Emit(_) => {}
            }
        }
    }

    pub(super) fn emit(&mut self, reg: Reg) -> Result<(), Malformed> {
        let value = self.value(reg)?;
        if let Some(visit) = self.visit.clone() {
            self.visit(&visit, value);
            return Ok(());
        }
        let Some(MoveBuffer { end, limit, .. }) = self.moves else {
            return Err(Malformed("moves of a move"));
        };
        let at = self.b.use_var(end);
        if let Some(limit) = limit {
            let is_full = self.b.ins().icmp(IntCC::Equal, at, limit);
            let next = self.b.create_block();
            self.b.ins().brif(is_full, self.full, NO_ARGS, next, NO_ARGS);
            self.go(next);
        }
        self.b.ins().store(MemFlagsData::trusted(), value, at, 0);
        let behind = self.b.ins().iadd_imm_s(at, 8);
        self.b.def_var(end, behind);
        Ok(())
    }

    /// Visits a move, or notes that it is left alone.
    fn visit(&mut self, visit: &MoveVisit, play: Value) {
        let moves = self.b.use_var(visit.moves);
        let more = self.b.ins().iadd_imm_s(moves, 1);
        self.b.def_var(visit.moves, more);
        let best = self.b.use_var(visit.best);
        let is_best = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, best, visit.bound);
        let [left_alone, call, keep, next] = [(); 4].map(|()| self.b.create_block());
        self.b.ins().brif(is_best, left_alone, NO_ARGS, call, NO_ARGS);
        self.go(left_alone);
        self.b.set_cold_block(left_alone);
        let one = self.imm(1);
        self.b.def_var(visit.cut, one);
        self.b.ins().jump(next, NO_ARGS);
        self.go(call);
        let arguments: Vec<Value> = visit.words.iter().copied().chain([play, visit.context]).collect();
        let called = self.b.ins().call(visit.function, &arguments);
        let value = self.b.inst_results(called)[0];
        let is_none = self.b.ins().icmp_imm_s(IntCC::Equal, value, NO_VALUE);
        self.b.ins().brif(is_none, visit.out, NO_ARGS, keep, NO_ARGS);
        self.go(keep);
        let value = self.b.ins().bxor(value, visit.sign);
        let best = self.b.ins().smax(best, value);
        self.b.def_var(visit.best, best);
        self.b.ins().jump(next, NO_ARGS);
        self.go(next);
    }

    pub(super) fn emitted(&mut self) -> Result<Value, Malformed> {
        let Some(MoveBuffer { begin, end, .. }) = self.moves else {
            return Err(Malformed("moves of a move"));
        };
        let end = self.b.use_var(end);
        let bytes = self.b.ins().isub(end, begin);
        Ok(self.b.ins().ushr_imm_u(bytes, 3))
    }

    fn branch(&mut self, condition: Reg, then: &IrBlock, otherwise: &IrBlock) -> Result<bool, Malformed> {
        if let Some(known) = self.known(condition) {
            return self.block(if known != 0 { then } else { otherwise });
        }
        self.either(condition, [then, otherwise], &[])
    }

    /// Emits an `if`, each arm followed by the rest.
    fn either(&mut self, condition: Reg, blocks: [&IrBlock; 2], rest: &[IrNode]) -> Result<bool, Malformed> {
        let condition = self.value(condition)?;
        let [first, second, join] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().brif(condition, first, NO_ARGS, second, NO_ARGS);
        let (before, capped) = (self.known.clone(), self.capped.clone());
        let mut after: Option<HashMap<Reg, u64>> = None;
        for (block, body) in [first, second].into_iter().zip(blocks) {
            self.go(block);
            self.known.clone_from(&before);
            self.capped.clone_from(&capped);
            if !self.block(body)? && !self.block(rest)? {
                self.b.ins().jump(join, NO_ARGS);
                let known = std::mem::take(&mut self.known);
                after = Some(match after {
                    None => known,
                    Some(other) => agreed(other, &known),
                });
            }
        }
        self.go(join);
        let ends = after.is_none();
        self.known = after.unwrap_or(before);
        self.capped = HashMap::new();
        if ends {
            // The block is unreachable but must have an end.
            self.b.ins().jump(self.fault, NO_ARGS);
        }
        Ok(ends)
    }

    /// Whether a body may be unrolled so often.
    fn may_unroll(&mut self, passes: u64, body: &IrBlock) -> bool {
        let more = weight(body).saturating_mul(usize::try_from(passes).unwrap_or(usize::MAX));
        let all = self.unrolled.saturating_add(more);
        let fits = all <= UNROLLED && self.optimizations.has(Optimization::Unroll);
        if fits {
            self.unrolled = all;
        }
        fits
    }

    fn for_bits(&mut self, mask: Reg, bit: Reg, body: &IrBlock, until: Option<Reg>) -> Result<(), Malformed> {
        if let Some(known) = self.known(mask)
            && self.may_unroll(known.count_ones().into(), body)
        {
            let bits = (0..64).filter(|bit| known >> bit & 1 == 1);
            return self.unroll(bits, bit, body, until);
        }
        let left = self.b.declare_var(I64);
        let mask = self.value(mask)?;
        self.forget(body);
        self.b.def_var(left, mask);
        let [pass, exit] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(mask, pass, NO_ARGS, exit, NO_ARGS);
        self.b.switch_to_block(pass);
        let now = self.b.use_var(left);
        let number = self.b.ins().ctz(now);
        self.define(bit, number);
        let rest = self.without_lowest(now);
        self.b.def_var(left, rest);
        if !self.block(body)? {
            self.leave_if(until, exit)?;
            let rest = self.b.use_var(left);
            self.b.ins().brif(rest, pass, NO_ARGS, exit, NO_ARGS);
        }
        self.b.seal_block(pass);
        self.go(exit);
        self.forget(body);
        Ok(())
    }

    fn repeat(&mut self, count: Reg, pass: Reg, body: &IrBlock, until: Option<Reg>) -> Result<(), Malformed> {
        if let Some(known) = self.known(count) {
            let passes = u64::try_from(known as i64).unwrap_or(0);
            if self.may_unroll(passes, body) {
                return self.unroll(0..passes, pass, body, until);
            }
        }
        self.forget(body);
        let done = self.b.declare_var(I64);
        let (count, zero) = (self.value(count)?, self.imm(0));
        self.b.def_var(done, zero);
        let [again, exit] = [(); 2].map(|()| self.b.create_block());
        let any = self.b.ins().icmp(IntCC::SignedGreaterThan, count, zero);
        self.b.ins().brif(any, again, NO_ARGS, exit, NO_ARGS);
        self.b.switch_to_block(again);
        let now = self.b.use_var(done);
        self.define(pass, now);
        let next = self.b.ins().iadd_imm_s(now, 1);
        self.b.def_var(done, next);
        if !self.block(body)? {
            self.leave_if(until, exit)?;
            let next = self.b.use_var(done);
            let more = self.b.ins().icmp(IntCC::SignedLessThan, next, count);
            self.b.ins().brif(more, again, NO_ARGS, exit, NO_ARGS);
        }
        self.b.seal_block(again);
        self.go(exit);
        self.forget(body);
        Ok(())
    }

    /// Unrolls a loop; its counter is a constant in every pass.
    fn unroll(
        &mut self,
        passes: impl Iterator<Item = u64>,
        counter: Reg,
        body: &IrBlock,
        until: Option<Reg>,
    ) -> Result<(), Malformed> {
        let exit = self.b.create_block();
        let mut ends = false;
        for pass in passes {
            if until.is_some() {
                self.forget(body);
            }
            self.capped.clear();
            self.known.insert(counter, pass);
            ends = self.block(body)?;
            if ends {
                break;
            }
            self.leave_if(until, exit)?;
        }
        if !ends {
            self.b.ins().jump(exit, NO_ARGS);
        }
        self.known.remove(&counter);
        self.go(exit);
        if until.is_some() {
            self.forget(body);
        }
        Ok(())
    }

    /// Leaves a loop after a pass that left this register not 0.
    fn leave_if(&mut self, until: Option<Reg>, exit: ir::Block) -> Result<(), Malformed> {
        if let Some(until) = until {
            let done = self.value(until)?;
            let next = self.b.create_block();
            self.b.ins().brif(done, exit, NO_ARGS, next, NO_ARGS);
            self.go(next);
        }
        Ok(())
    }
}
