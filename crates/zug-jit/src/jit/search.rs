//! Emits a whole native search as one recursive function, without lists of moves, with positions
//! and the window in registers.
//!
//! ```text
//! below(words, moves, alpha, beta, tally, context) -> (value, tally)
//!     (`moves` is not 0, or the pass is the only move)
//!     for each bit of moves:
//!         next = play(words, bit);  tally counts next
//!         value = its payoff if play is over there, else below(next, its moves, ..)
//!         narrow the window; leave the loop if it is empty
//! start(address of words, context) -> value
//!     (expands the first position, then does the same)
//! ```
//!
//! All values are from the mover's side. Where the second player moves, `!v` represents a value
//! `v`: complementing reverses the order of all 64-bit integers and swaps `MIN` and `MAX`, which
//! stand for open sides (negation would overflow at `MIN`). So one function serves both players
//! without branches.
//!
//! The counters are packed into one register, the [`tally`], and added to the context when it is
//! time to check the clock. A search that must not go on returns [`tally::HALTED`] from every call.
//! The depth follows from the stack: all frames belong to one function and have one size, so a
//! stack pointer lower than all before is one ply deeper than all before.
//!
//! Method: that of `TablelessSearch` in `zug_solve`, which has the same values and counters.

mod layout;

use super::constant_data::ConstantData;
use super::emit::{Emitter, Exits, Malformed, NO_ARGS, PartialMove, RoutineSource};
use super::instructions::Instructions;
use super::move_mask::MoveMask;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use zug_game::PAUSE;
use zug_machine::Machine;
use zug_machine::ir::Routine;

pub(super) use layout::{Calls, context, parameters, tally};

/// Emits the functions of a search.
pub(super) struct SearchWriter<'a, 'f> {
    pub b: &'a mut FunctionBuilder<'f>,
    pub machine: &'a Machine,
    pub move_mask: &'a MoveMask<'a>,
    pub rows: &'a mut ConstantData,
    pub calls: Calls,
    pub prunes: bool,
}

/// The variables and blocks that all parts of a function use.
#[derive(Clone, Copy)]
struct SearchFrame {
    context: Value,
    tally: Variable,
    /// The value of the last move, from the mover's side.
    value: Variable,
    /// Where the value of a move is used.
    join: Block,
    /// Where the search cannot go on.
    unable: Block,
    /// Where the search returns because one below was halted.
    out: Block,
}

/// The exits of an expanded position; code goes on where it has moves.
struct ExpandedNode {
    over: Block,
    payoff: Variable,
    /// The mask of its moves; 0 for the pass.
    moves: Value,
}

/// The position whose moves are searched.
struct NodeValues<'w> {
    words: &'w [Value],
    /// 0 for the first player, all ones for the second.
    sign: Value,
    /// The window, from the mover's side.
    window: Option<(Variable, Variable)>,
}

impl SearchWriter<'_, '_> {
    /// Emits the recursive function.
    pub fn below(mut self) -> Result<(), Malformed> {
        let count = self.machine.layout.words;
        let entry = self.b.entry();
        let parameters = self.b.block_params(entry).to_vec();
        let (words, rest) = parameters.split_at_checked(count).ok_or(Malformed("parameters"))?;
        let (moves, window, tally, context) = match *rest {
            [moves, alpha, beta, tally, context] => (moves, Some((alpha, beta)), tally, context),
            [moves, tally, context] => (moves, None, tally, context),
            _ => return Err(Malformed("parameters")),
        };
        let window = window.map(|(alpha, beta)| (self.b.variable(alpha), self.b.variable(beta)));
        let left = self.b.variable(moves);
        let nothing = self.b.imm(i64::MIN as u64);
        let best = self.b.variable(nothing);
        let frame = self.frame(context, tally);
        self.depth(frame);
        let sign = self.b.sign(self.machine.layout.turn, words);
        let here = NodeValues { words, sign, window };
        let [again, pass] = [(); 2].map(|()| self.b.create_block());
        match self.move_mask.passes() {
            true => self.b.ins().brif(moves, again, NO_ARGS, pass, NO_ARGS),
            false => self.b.ins().jump(again, NO_ARGS),
        };
        self.b.switch_to_block(again);
        let now = self.b.use_var(left);
        let number = self.b.ins().ctz(now);
        let less = self.b.ins().iadd_imm_s(now, -1);
        let rest = self.b.ins().band(now, less);
        self.b.def_var(left, rest);
        self.played(frame, &here, number)?;
        if self.move_mask.passes() {
            self.b.switch_to_block(pass);
            self.passed(frame, &here)?;
        }
        self.b.switch_to_block(frame.join);
        self.narrow(frame, &here, (left, best), again);
        self.exits(frame);
        Ok(())
    }

    /// Emits the function that expands the first position.
    pub fn start(mut self) -> Result<(), Malformed> {
        let entry = self.b.entry();
        let &[at, context] = self.b.block_params(entry) else { return Err(Malformed("parameters")) };
        let words: Vec<Value> =
            (0..self.machine.layout.words).map(|word| self.b.load(at, 8 * word as i32)).collect();
        let tally = self.b.load(context, context::TALLY);
        let frame = self.frame(context, tally);
        let sign = self.b.sign(self.machine.layout.turn, &words);
        let zero = self.b.imm(0);
        let window = self.prunes.then(|| {
            let [alpha, beta] = [context::ALPHA, context::BETA].map(|at| self.b.load(context, at));
            let (alpha, beta) = self.exchanged(alpha, beta, sign);
            (self.b.variable(alpha), self.b.variable(beta))
        });
        let here = NodeValues { words: &words, sign, window };
        self.child(frame, &here, &words, (zero, true), false)?;
        self.b.switch_to_block(frame.join);
        let (value, tally) = (self.b.use_var(frame.value), self.b.use_var(frame.tally));
        let value = self.b.ins().bxor(value, sign);
        self.b.ins().store(MemFlagsData::trusted(), tally, context, context::TALLY);
        self.b.ins().return_(&[value]);
        for block in [frame.unable, frame.out] {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            let halted = self.b.imm(tally::HALTED);
            self.b.ins().store(MemFlagsData::trusted(), halted, context, context::TALLY);
            self.b.ins().return_(&[zero]);
        }
        self.b.seal_all_blocks();
        Ok(())
    }

    fn frame(&mut self, context: Value, tally: Value) -> SearchFrame {
        let [join, unable, out] = [(); 3].map(|()| self.b.create_block());
        let (tally, value) = (self.b.variable(tally), self.b.declare_var(I64));
        SearchFrame { context, tally, value, join, unable, out }
    }

    /// Calls `deeper` if the search is deeper than before, and halts if it is too deep.
    fn depth(&mut self, frame: SearchFrame) {
        let pointer = self.b.ins().get_stack_pointer(I64);
        let lowest = self.b.load(frame.context, context::LOWEST);
        let is_deeper = self.b.ins().icmp(IntCC::UnsignedLessThan, pointer, lowest);
        let [deeper, begin] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(is_deeper, deeper, NO_ARGS, begin, NO_ARGS);
        self.b.switch_to_block(deeper);
        self.b.set_cold_block(deeper);
        let too_deep = self.counted(self.calls.deeper, frame.context, pointer);
        self.b.ins().brif(too_deep, frame.unable, NO_ARGS, begin, NO_ARGS);
        self.b.switch_to_block(begin);
    }

    /// Calls `look` or `deeper`.
    fn counted(&mut self, address: u64, context: Value, number: Value) -> Value {
        let address = self.b.imm(address);
        let call = self.b.ins().call_indirect(self.calls.counted, address, &[context, number]);
        self.b.inst_results(call)[0]
    }

    /// Plays the move of this bit, and computes its value.
    fn played(&mut self, frame: SearchFrame, here: &NodeValues<'_>, number: Value) -> Result<(), Malformed> {
        let MoveMask { shift, rest, kind, .. } = *self.move_mask;
        let moved = self.b.ins().ishl_imm_u(number, i64::from(shift));
        let code = self.b.imm(rest);
        let packed = self.b.ins().bor(moved, code);
        let parts = PartialMove { number, most: self.move_mask.most, shift, rest };
        let machine = self.machine;
        let routine = machine.plays.get(kind).ok_or(Malformed("a kind that is not there"))?;
        let (next, reward) = self.steps(frame, here, routine, (packed, Some(parts)))?;
        self.child(frame, here, &next, reward, false)
    }

    /// Plays the pass as the only move. If the next player has to pass too, the search cannot go
    /// on.
    fn passed(&mut self, frame: SearchFrame, here: &NodeValues<'_>) -> Result<(), Malformed> {
        let (machine, none) = (self.machine, self.b.imm(0));
        let (next, reward) = self.steps(frame, here, &machine.pass, (none, None))?;
        self.child(frame, here, &next, reward, true)
    }

    /// The words after a move; its reward, and whether that is known to be 0.
    #[allow(clippy::type_complexity)]
    fn steps(
        &mut self,
        frame: SearchFrame,
        here: &NodeValues<'_>,
        routine: &Routine,
        play: (Value, Option<PartialMove>),
    ) -> Result<(Vec<Value>, (Value, bool)), Malformed> {
        let nowhere = (frame.unable, frame.value);
        let exits = Exits { fault: frame.unable, over: nowhere, pass: frame.unable };
        let source = RoutineSource {
            routine,
            tables: &self.machine.tables,
            rows: self.rows,
            optimizations: self.machine.optimizations,
        };
        let mut emitter = Emitter::within(self.b, source, exits, (here.words, Some(play)))?;
        if emitter.block(&routine.body)? {
            // The move always faults, so nothing reaches what follows.
            let nowhere = self.b.create_block();
            self.b.switch_to_block(nowhere);
            let reward = self.b.imm(0);
            return Ok((here.words.to_vec(), (reward, true)));
        }
        let rewards = routine.outputs.last().is_none_or(|reward| emitter.known(*reward) != Some(0));
        let mut outputs = emitter.outputs()?;
        let reward =
            outputs.pop().filter(|_| outputs.len() == here.words.len()).ok_or(Malformed("outputs"))?;
        Ok((outputs, (reward, !rewards)))
    }

    /// Counts and expands the position after a move, searches below it, and jumps to `join` with
    /// the value of the move.
    fn child(
        &mut self,
        frame: SearchFrame,
        here: &NodeValues<'_>,
        next: &[Value],
        (reward, is_nothing): (Value, bool),
        after_pass: bool,
    ) -> Result<(), Malformed> {
        self.count(frame);
        let ExpandedNode { over, payoff, moves } = self.expand(frame, next)?;
        let reward = (!is_nothing).then_some(reward);
        if after_pass {
            let is_pass = self.b.ins().icmp_imm_s(IntCC::Equal, moves, 0);
            self.b.unless(is_pass, frame.unable);
        }
        let sign = self.b.sign(self.machine.layout.turn, next);
        let value = self.search(frame, here, next, (moves, sign, reward));
        self.worth(frame, here, (value, sign), reward);
        self.b.switch_to_block(over);
        self.add(frame, tally::TERMINAL);
        let (payoff, first) = (self.b.use_var(payoff), self.b.imm(0));
        self.worth(frame, here, (payoff, first), reward);
        Ok(())
    }

    /// Counts a position, and checks the clock when it is due.
    fn count(&mut self, frame: SearchFrame) {
        let tally = self.add(frame, tally::POSITION);
        let due = self.b.ins().band_imm_u(tally, PAUSE as i64);
        let [look, on] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(due, look, NO_ARGS, on, NO_ARGS);
        self.b.switch_to_block(look);
        self.b.set_cold_block(look);
        let tally = self.counted(self.calls.look, frame.context, tally);
        self.b.def_var(frame.tally, tally);
        let halted = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, tally, 0);
        self.b.ins().brif(halted, frame.out, NO_ARGS, on, NO_ARGS);
        self.b.switch_to_block(on);
    }

    fn add(&mut self, frame: SearchFrame, what: u64) -> Value {
        let before = self.b.use_var(frame.tally);
        let what = self.b.imm(what);
        let after = self.b.ins().iadd(before, what);
        self.b.def_var(frame.tally, after);
        after
    }

    /// Expands a position.
    fn expand(&mut self, frame: SearchFrame, words: &[Value]) -> Result<ExpandedNode, Malformed> {
        let (payoff, moves) = (self.b.declare_var(I64), self.b.declare_var(I64));
        let [over, pass, none, go] = [(); 4].map(|()| self.b.create_block());
        let exits = Exits { fault: frame.unable, over: (over, payoff), pass };
        let zero = self.b.imm(0);
        let source = RoutineSource {
            routine: &self.machine.expand,
            tables: &self.machine.tables,
            rows: self.rows,
            optimizations: self.machine.optimizations,
        };
        let mut emitter = Emitter::within(self.b, source, exits, (words, Some((zero, None))))?;
        if emitter.block(self.move_mask.before)? {
            // Play is always over, so nothing reaches what follows.
            emitter.b.switch_to_block(none);
            emitter.b.ins().jump(frame.unable, NO_ARGS);
        } else {
            let mask = emitter.value(self.move_mask.mask)?;
            emitter.b.def_var(moves, mask);
            emitter.b.ins().brif(mask, go, NO_ARGS, none, NO_ARGS);
            emitter.b.switch_to_block(none);
            emitter.none_emitted(self.move_mask.emitted);
            if !emitter.block(self.move_mask.otherwise)? {
                emitter.b.ins().jump(frame.unable, NO_ARGS);
            }
        }
        self.b.switch_to_block(pass);
        self.b.def_var(moves, zero);
        self.b.ins().jump(go, NO_ARGS);
        self.b.switch_to_block(go);
        let moves = self.b.use_var(moves);
        Ok(ExpandedNode { over, payoff, moves })
    }

    /// The value of a position with moves, from its mover's side.
    fn search(
        &mut self,
        frame: SearchFrame,
        here: &NodeValues<'_>,
        next: &[Value],
        (moves, sign, reward): (Value, Value, Option<Value>),
    ) -> Value {
        let mut arguments = next.to_vec();
        arguments.push(moves);
        if let Some((alpha, beta)) = here.window {
            let (alpha, beta) = (self.b.use_var(alpha), self.b.use_var(beta));
            let (alpha, beta) = match reward {
                None => {
                    let turned = self.b.ins().bxor(here.sign, sign);
                    self.exchanged(alpha, beta, turned)
                }
                Some(reward) => {
                    let (alpha, beta) = self.exchanged(alpha, beta, here.sign);
                    let [alpha, beta] = [alpha, beta].map(|bound| self.down(bound, reward));
                    self.exchanged(alpha, beta, sign)
                }
            };
            arguments.extend([alpha, beta]);
        }
        arguments.push(self.b.use_var(frame.tally));
        arguments.push(frame.context);
        let call = self.b.ins().call(self.calls.below, &arguments);
        let results = self.b.inst_results(call);
        let (value, tally) = (results[0], results[1]);
        self.b.def_var(frame.tally, tally);
        let halted = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, tally, 0);
        self.b.unless(halted, frame.out);
        value
    }

    /// Passes a bound down over a reward, both from the first player's side, saturating. `MIN` and
    /// `MAX` stay as they are.
    fn down(&mut self, bound: Value, reward: Value) -> Value {
        let less = self.b.ins().isub(bound, reward);
        // A difference overflows if the operands have different signs and the result has not that
        // of the first.
        let (differ, turned) = (self.b.ins().bxor(bound, reward), self.b.ins().bxor(bound, less));
        let ran_over = self.b.ins().band(differ, turned);
        let ran_over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, ran_over, 0);
        let negative = self.b.ins().sshr_imm_u(bound, 63);
        let greatest = self.b.imm(i64::MAX as u64);
        let end = self.b.ins().bxor(negative, greatest);
        let kept = self.b.ins().select(ran_over, end, less);
        let is_open = self.b.ins().icmp(IntCC::Equal, bound, end);
        self.b.ins().select(is_open, bound, kept)
    }

    /// Jumps to `join` with the value of a move from the mover's side; `value` is from the side of
    /// `sign`.
    fn worth(
        &mut self,
        frame: SearchFrame,
        here: &NodeValues<'_>,
        (value, sign): (Value, Value),
        reward: Option<Value>,
    ) {
        let value = match reward {
            None => {
                let turned = self.b.ins().bxor(here.sign, sign);
                self.b.ins().bxor(value, turned)
            }
            Some(reward) => {
                let first = self.b.ins().bxor(value, sign);
                let sum = self.b.ins().iadd(first, reward);
                // A sum overflows if both operands have another sign than the result.
                let (one, other) = (self.b.ins().bxor(first, sum), self.b.ins().bxor(reward, sum));
                let ran_over = self.b.ins().band(one, other);
                let ran_over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, ran_over, 0);
                self.b.unless(ran_over, frame.unable);
                self.b.ins().bxor(sum, here.sign)
            }
        };
        self.b.def_var(frame.value, value);
        self.b.ins().jump(frame.join, NO_ARGS);
    }

    /// Takes the value of a move, narrows the window, and goes on with the next move or returns.
    fn narrow(
        &mut self,
        frame: SearchFrame,
        here: &NodeValues<'_>,
        (left, best): (Variable, Variable),
        again: Block,
    ) {
        let (value, before) = (self.b.use_var(frame.value), self.b.use_var(best));
        let after = self.b.ins().smax(before, value);
        self.b.def_var(best, after);
        let [done, cut] = [(); 2].map(|()| self.b.create_block());
        if let Some((alpha, beta)) = here.window {
            let (before, high) = (self.b.use_var(alpha), self.b.use_var(beta));
            let low = self.b.ins().smax(before, value);
            self.b.def_var(alpha, low);
            let is_empty = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, low, high);
            self.b.unless(is_empty, cut);
        }
        let rest = self.b.use_var(left);
        self.b.ins().brif(rest, again, NO_ARGS, done, NO_ARGS);
        self.b.switch_to_block(cut);
        let (rest, tally, one) =
            (self.b.use_var(left), self.b.use_var(frame.tally), self.b.imm(tally::CUTOFF));
        let more = self.b.ins().iadd(tally, one);
        let tally = self.b.ins().select(rest, more, tally);
        self.b.def_var(frame.tally, tally);
        self.b.ins().jump(done, NO_ARGS);
        self.b.switch_to_block(done);
        let (best, tally) = (self.b.use_var(best), self.b.use_var(frame.tally));
        self.b.ins().return_(&[best, tally]);
    }

    /// The window from the other side, `(!beta, !alpha)`, where the sign is all ones; otherwise
    /// unchanged.
    fn exchanged(&mut self, alpha: Value, beta: Value, sign: Value) -> (Value, Value) {
        // `turned` is 0, or `!(alpha ^ beta)`; and `alpha ^ !(alpha ^ beta)` is `!beta`.
        let differ = self.b.ins().bxor(alpha, beta);
        let turned = self.b.ins().band_not(sign, differ);
        (self.b.ins().bxor(alpha, turned), self.b.ins().bxor(beta, turned))
    }

    /// The returns of a halted search.
    fn exits(&mut self, frame: SearchFrame) {
        for block in [frame.unable, frame.out] {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            let (none, halted) = (self.b.imm(0), self.b.imm(tally::HALTED));
            self.b.ins().return_(&[none, halted]);
        }
        self.b.seal_all_blocks();
    }
}
