//! Emits backward induction as two recursive functions that keep values in an array by rank.
//!
//! ```text
//! value(words, rank, context) -> value
//!     (the position of this rank has no value yet)
//!     for each legal move:  best = the better of best and after(words, move, context)
//!     values[rank] = its payoff if play is over there, else best
//! after(words, move, context) -> value
//!     next = play(words, move)
//!     its reward + (values[rank of next], else value(next, rank of next, context))
//! start(address of words, rank, context) -> value
//! ```
//!
//! Where canonical forms are by turn, the array holds the value of the form, which is that of the
//! position from its mover's side, by the rank of the form. Other forms are not asked for.
//!
//! Values are from the first player's side, or [`NO_VALUE`] where one cannot be told: then every
//! call returns, and what was found stays in the array. `best` is from the mover's side, where `!v`
//! represents a value `v` if the second player moves (see [`super::search`]).
//!
//! The whole list of moves is asked for at each position, as by the solver that goes position by
//! position, so that a fault in a condition is met even where a best possible move came before; but
//! it is met after what the moves before it lead to.
//!
//! Method: that of `zug_solve::induction`, which has the same values and counters.

use super::constant_data::ConstantData;
use super::emit::{Emitter, Exits, Malformed, MoveVisit, NO_ARGS, NO_VALUE, RoutineSource};
use super::instructions::Instructions;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, FuncRef, InstBuilder, MemFlagsData, SigRef, Value};
use cranelift_frontend::FunctionBuilder;
use zug_game::INDUCTION_PAUSE;
use zug_machine::Machine;
use zug_machine::ir::Routine;
use zug_machine::ranked_key::{RankDigit, RankedKey};

/// The offsets of the context's fields for compiled code, in bytes.
pub(super) mod context {
    /// The lowest stack pointer so far.
    pub const LOWEST: i32 = 0;
    /// Positions entered, those before the first one included.
    pub const POSITIONS: i32 = 8;
    /// Positions left without a value.
    pub const UNFINISHED: i32 = 16;
    /// Terminal positions.
    pub const TERMINAL: i32 = 24;
    /// Moves to positions that had a value.
    pub const HITS: i32 = 32;
    /// Positions left before all their moves were searched.
    pub const CUTOFFS: i32 = 40;
    /// The address of the values.
    pub const VALUES: i32 = 48;
    /// How many values there are.
    pub const RANKS: i32 = 56;
    /// The least and the greatest outcome.
    pub const OUTCOMES: [i32; 2] = [64, 72];
    /// The least and the greatest payoff that the rules allow and that fits into 32 bits.
    pub const PAYOFFS: [i32; 2] = [80, 88];
}

/// The functions that an induction calls.
#[derive(Clone, Copy)]
pub(super) struct InductionCalls {
    /// The value of a position that has none yet.
    pub value: FuncRef,
    /// The value of a move.
    pub after: FuncRef,
    /// `(context, number) -> 0, or 1 to halt`
    pub asked: SigRef,
    /// The address of the function that checks the clock.
    pub look: u64,
    /// The address of the function that is called with the stack pointer where the induction is
    /// deeper than before.
    pub deeper: u64,
}

/// Emits the functions of an induction.
pub(super) struct InductionWriter<'a, 'f> {
    pub b: &'a mut FunctionBuilder<'f>,
    pub machine: &'a Machine,
    pub ranks: &'a RankedKey,
    pub rows: &'a mut ConstantData,
    pub calls: InductionCalls,
}

/// The sign bit of a value in the array, which is flipped there.
const SIGN: i64 = 1 << 31;

impl InductionWriter<'_, '_> {
    /// Emits the value of a position.
    pub fn value(mut self) -> Result<(), Malformed> {
        let entry = self.b.entry();
        let parameters = self.b.block_params(entry).to_vec();
        let (words, rest) =
            parameters.split_at_checked(self.machine.layout.words).ok_or(Malformed("parameters"))?;
        let &[rank, context] = rest else { return Err(Malformed("parameters")) };
        let [out, over, none, done] = [(); 4].map(|()| self.b.create_block());
        self.count_position(context, out);
        self.depth(context, out);
        let sign = self.b.sign(self.machine.layout.turn, words);
        let payoff = self.b.declare_var(I64);
        let (nothing, zero) = (self.b.imm(NO_VALUE as u64), self.b.imm(0));
        let [best, moves, cut] = [nothing, zero, zero].map(|first| self.b.variable(first));
        let bound = self.bound(context, sign);
        let visit = MoveVisit {
            function: self.calls.after,
            words: words.to_vec(),
            context,
            sign,
            best,
            bound,
            moves,
            cut,
            out,
        };
        let exits = Exits { fault: out, over: (over, payoff), pass: out };
        let mut emitter = Emitter::within(
            self.b,
            source(self.machine, &self.machine.expand, self.rows),
            exits,
            (words, Some((zero, None))),
        )?;
        emitter.visit = Some(visit);
        if !emitter.block(&self.machine.expand.body)? {
            self.b.ins().jump(done, NO_ARGS);
        }
        // Play is over; a payoff beside moves is left to the solver.
        self.b.switch_to_block(over);
        let listed = self.b.use_var(moves);
        self.b.unless(listed, out);
        let payoff = self.b.use_var(payoff);
        self.within(payoff, context, out);
        self.add(context, context::TERMINAL, 1);
        self.give(payoff, sign, rank, context);
        self.b.switch_to_block(done);
        let listed = self.b.use_var(moves);
        self.b.ins().brif(listed, none, NO_ARGS, out, NO_ARGS);
        self.b.switch_to_block(none);
        let left_alone = self.b.use_var(cut);
        let cutoffs = self.b.load(context, context::CUTOFFS);
        let cutoffs = self.b.ins().iadd(cutoffs, left_alone);
        self.b.ins().store(MemFlagsData::trusted(), cutoffs, context, context::CUTOFFS);
        let best = self.b.use_var(best);
        let value = self.b.ins().bxor(best, sign);
        self.give(value, sign, rank, context);
        self.b.switch_to_block(out);
        self.b.set_cold_block(out);
        self.add(context, context::UNFINISHED, 1);
        let nothing = self.b.imm(NO_VALUE as u64);
        self.b.ins().return_(&[nothing]);
        self.b.seal_all_blocks();
        Ok(())
    }

    /// Emits the value of a move.
    pub fn after(mut self) -> Result<(), Malformed> {
        let entry = self.b.entry();
        let parameters = self.b.block_params(entry).to_vec();
        let (words, rest) =
            parameters.split_at_checked(self.machine.layout.words).ok_or(Malformed("parameters"))?;
        let &[play, context] = rest else { return Err(Malformed("parameters")) };
        let out = self.b.create_block();
        let nowhere = self.b.declare_var(I64);
        let kinds = self.machine.kinds.first().map_or(0, |kind| kind.code_width);
        let kind = self.b.ins().band_imm_u(play, zug_machine::eval::ones(kinds.into()) as i64);
        let machine = self.machine;
        for (number, routine) in machine.plays.iter().take(machine.kinds.len()).enumerate() {
            let [this, other] = [(); 2].map(|()| self.b.create_block());
            let is_this = self.b.ins().icmp_imm_s(IntCC::Equal, kind, number as i64 + 1);
            self.b.ins().brif(is_this, this, NO_ARGS, other, NO_ARGS);
            self.b.switch_to_block(this);
            let exits = Exits { fault: out, over: (out, nowhere), pass: out };
            let mut emitter = Emitter::within(
                self.b,
                source(machine, routine, self.rows),
                exits,
                (words, Some((play, None))),
            )?;
            if !emitter.block(&routine.body)? {
                let brings = routine.outputs.last().is_none_or(|reward| emitter.known(*reward) != Some(0));
                let mut next = emitter.outputs()?;
                let reward = next.pop().filter(|_| next.len() == words.len()).ok_or(Malformed("outputs"))?;
                self.reached(&next, brings.then_some(reward), context, out)?;
            }
            self.b.switch_to_block(other);
        }
        // The pass, which the solver plays.
        self.b.ins().jump(out, NO_ARGS);
        self.b.switch_to_block(out);
        self.b.set_cold_block(out);
        let nothing = self.b.imm(NO_VALUE as u64);
        self.b.ins().return_(&[nothing]);
        self.b.seal_all_blocks();
        Ok(())
    }

    /// Emits the function that is called from outside.
    pub fn start(self) -> Result<(), Malformed> {
        let entry = self.b.entry();
        let &[at, rank, context] = self.b.block_params(entry) else { return Err(Malformed("parameters")) };
        let words = 0..self.machine.layout.words;
        let mut arguments: Vec<Value> = words.map(|word| self.b.load(at, 8 * word as i32)).collect();
        arguments.extend([rank, context]);
        let call = self.b.ins().call(self.calls.value, &arguments);
        let value = self.b.inst_results(call)[0];
        self.b.ins().return_(&[value]);
        self.b.seal_all_blocks();
        Ok(())
    }

    /// Returns the value of a move that leads to this position.
    fn reached(
        &mut self,
        next: &[Value],
        reward: Option<Value>,
        context: Value,
        out: Block,
    ) -> Result<(), Malformed> {
        let rank = self.rank(next)?;
        let place = self.place(rank, context, out);
        let kept = self.b.ins().uload32(MemFlagsData::trusted(), place, 0);
        let value = self.b.declare_var(I64);
        let [hit, miss, join] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().brif(kept, hit, NO_ARGS, miss, NO_ARGS);
        self.b.switch_to_block(hit);
        self.add(context, context::HITS, 1);
        let flipped = self.b.ins().bxor_imm_u(kept, SIGN);
        let short = self.b.ins().ireduce(I32, flipped);
        let known = self.b.ins().sextend(I64, short);
        let sign = self.b.sign(self.machine.layout.turn, next);
        let known = self.across(known, sign);
        self.b.def_var(value, known);
        self.b.ins().jump(join, NO_ARGS);
        self.b.switch_to_block(miss);
        let arguments: Vec<Value> = next.iter().copied().chain([rank, context]).collect();
        let call = self.b.ins().call(self.calls.value, &arguments);
        let found = self.b.inst_results(call)[0];
        let is_none = self.b.ins().icmp_imm_s(IntCC::Equal, found, NO_VALUE);
        self.b.unless(is_none, out);
        self.b.def_var(value, found);
        self.b.ins().jump(join, NO_ARGS);
        self.b.switch_to_block(join);
        let value = self.b.use_var(value);
        let value = match reward {
            None => value,
            Some(reward) => {
                let sum = self.b.ins().iadd(value, reward);
                self.short(sum, out);
                sum
            }
        };
        self.b.ins().return_(&[value]);
        Ok(())
    }

    /// The rank of a position, or of its form: see [`RankedKey::rank`].
    fn rank(&mut self, words: &[Value]) -> Result<Value, Malformed> {
        let mut rank = self.b.imm(0);
        let (turn, by_turn) = (self.machine.layout.turn, self.machine.symmetry.is_by_turn());
        let is_turn = |digit: &RankDigit| digit.word == turn.word.into() && digit.shift == turn.shift.into();
        for digit in self.ranks.digits().iter().filter(|digit| !(by_turn && is_turn(digit))) {
            let word = *words.get(digit.word).ok_or(Malformed("a digit of no word"))?;
            let shifted = self.b.ins().ushr_imm_u(word, i64::from(digit.shift & 63));
            let value = self.b.ins().band_imm_u(shifted, digit.mask as i64);
            let counted = self.b.ins().imul_imm_u(value, digit.weight as i64);
            rank = self.b.ins().iadd(rank, counted);
        }
        Ok(rank)
    }

    /// The address of the value of this rank; elsewhere if there is none.
    fn place(&mut self, rank: Value, context: Value, out: Block) -> Value {
        let ranks = self.b.load(context, context::RANKS);
        let is_beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, rank, ranks);
        self.b.unless(is_beyond, out);
        self.at(rank, context)
    }

    fn at(&mut self, rank: Value, context: Value) -> Value {
        let values = self.b.load(context, context::VALUES);
        let offset = self.b.ins().ishl_imm_u(rank, 2);
        self.b.ins().iadd(values, offset)
    }

    /// From the value of a position to that of its form, or back: where forms are by turn, the
    /// negative where the second player moves.
    fn across(&mut self, value: Value, sign: Value) -> Value {
        if !self.machine.symmetry.is_by_turn() {
            return value;
        }
        let turned = self.b.ins().bxor(value, sign);
        self.b.ins().isub(turned, sign)
    }

    /// Keeps the value of the position of this rank, and returns it. The rank is that of a place:
    /// whoever called looked there.
    fn give(&mut self, value: Value, sign: Value, rank: Value, context: Value) {
        let place = self.at(rank, context);
        let kept = self.across(value, sign);
        let flipped = self.b.ins().bxor_imm_u(kept, SIGN);
        self.b.ins().istore32(MemFlagsData::trusted(), flipped, place, 0);
        self.b.ins().return_(&[value]);
    }

    /// Leaves if a value has no room in the array: more than 31 bits and a sign, or the least of
    /// them, which stands for none.
    fn short(&mut self, value: Value, out: Block) {
        let moved = self.b.ins().iadd_imm_s(value, SIGN - 1);
        let is_long = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, moved, 2 * SIGN - 1);
        self.b.unless(is_long, out);
    }

    /// Leaves if a payoff is none of those that the rules allow, or has no room.
    fn within(&mut self, payoff: Value, context: Value, out: Block) {
        let [low, high] = context::PAYOFFS.map(|at| self.b.load(context, at));
        let is_less = self.b.ins().icmp(IntCC::SignedLessThan, payoff, low);
        self.b.unless(is_less, out);
        let is_more = self.b.ins().icmp(IntCC::SignedGreaterThan, payoff, high);
        self.b.unless(is_more, out);
    }

    /// The best outcome of the mover, from his side.
    fn bound(&mut self, context: Value, sign: Value) -> Value {
        let [low, high] = context::OUTCOMES.map(|at| self.b.load(context, at));
        let low = self.b.ins().bnot(low);
        self.b.ins().select(sign, low, high)
    }

    /// Asks whether to go on where the induction is deeper than before.
    fn depth(&mut self, context: Value, out: Block) {
        let pointer = self.b.ins().get_stack_pointer(I64);
        let lowest = self.b.load(context, context::LOWEST);
        let is_deeper = self.b.ins().icmp(IntCC::UnsignedLessThan, pointer, lowest);
        self.ask(is_deeper, (self.calls.deeper, pointer), context, out);
    }

    /// Counts a position, and checks the clock when it is due.
    fn count_position(&mut self, context: Value, out: Block) {
        let positions = self.add(context, context::POSITIONS, 1);
        let phase = self.b.ins().band_imm_u(positions, INDUCTION_PAUSE as i64 - 1);
        let is_due = self.b.ins().icmp_imm_s(IntCC::Equal, phase, 0);
        self.ask(is_due, (self.calls.look, positions), context, out);
    }

    /// Calls a function of ours with a number on a condition, and leaves if it says so.
    fn ask(&mut self, condition: Value, (address, number): (u64, Value), context: Value, out: Block) {
        let [asks, on] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(condition, asks, NO_ARGS, on, NO_ARGS);
        self.b.switch_to_block(asks);
        self.b.set_cold_block(asks);
        let address = self.b.imm(address);
        let call = self.b.ins().call_indirect(self.calls.asked, address, &[context, number]);
        let halts = self.b.inst_results(call)[0];
        self.b.ins().brif(halts, out, NO_ARGS, on, NO_ARGS);
        self.b.switch_to_block(on);
    }

    /// Adds to a counter, and gives it.
    fn add(&mut self, context: Value, counter: i32, more: i64) -> Value {
        let before = self.b.load(context, counter);
        let after = self.b.ins().iadd_imm_s(before, more);
        self.b.ins().store(MemFlagsData::trusted(), after, context, counter);
        after
    }
}

fn source<'a>(machine: &'a Machine, routine: &'a Routine, rows: &'a mut ConstantData) -> RoutineSource<'a> {
    RoutineSource { routine, tables: &machine.tables, rows, optimizations: machine.optimizations }
}
