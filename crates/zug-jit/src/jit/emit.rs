//! Translates a routine to Cranelift's form. [`control_flow`] translates blocks, branches and
//! loops, [`super::ops`] and [`super::sets`] the operations.
//!
//! Registers become variables; Cranelift makes single assignments of them. Loops with a known
//! number of passes are unrolled, so that the counter is a constant in each pass.

mod control_flow;

use super::bounds::RegisterBounds;
use super::constant_data::ConstantData;
use super::liveness;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::collections::{HashMap, HashSet};
use zug_machine::ir::{ConstantTable, IrBlock, IrNode, Op, Reg, Routine};
use zug_machine::optimization::{Optimization, Optimizations};

/// A routine that emits at most this many moves does not test for room; its caller provides room
/// for all.
const UNTESTED_MOVES: u64 = 1 << 12;

/// The first number that a routine returns which lists moves or values a position.
pub(super) mod kind {
    /// The end was reached; the number of moves follows.
    pub const MOVES: u64 = 0;
    /// Play is over; the payoff follows.
    pub const OVER: u64 = 1;
    /// A fault.
    pub const FAULT: u64 = 2;
    /// There is not enough room for the moves.
    pub const FULL: u64 = 3;
}

/// The reward that stands for a fault. A move with this very reward is played by the interpreter.
pub(super) const NO_REWARD: u64 = i64::MIN as u64;

/// The form of a compiled routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallForm {
    /// `(position, room, number of moves that fit) -> (kind, number)`
    Asks,
    /// `(word, move) -> (word, reward)`: for positions of one word.
    Steps,
    /// `(position, move, results) -> 0, or 1 for a fault`
    Gives,
    /// Inlined into another function, which it leaves by [`Exits`].
    Within,
}

/// The routine is malformed: [`zug_machine::Machine::validate`] would reject it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub(super) &'static str);

/// The exits of an inlined routine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exits {
    /// For a fault.
    pub fault: ir::Block,
    /// For the end of play: the block and the variable of the payoff.
    pub over: (ir::Block, Variable),
    /// For a pass as the only legal move.
    pub pass: ir::Block,
}

/// The room where moves are written.
struct MoveBuffer {
    begin: Value,
    /// The address behind the last move.
    end: Variable,
    /// The end of the room, if it must be tested.
    limit: Option<Value>,
}

/// What an inlined routine does with each move instead of listing it: it calls a function, unless a
/// best possible move was found, and keeps the best value.
#[derive(Clone)]
pub(super) struct MoveVisit {
    /// `(words, move, context) -> value`, from the first player's side, or [`NO_VALUE`].
    pub function: ir::FuncRef,
    /// The words of the position.
    pub words: Vec<Value>,
    pub context: Value,
    /// 0 where the first player moves, all ones where the second does: the side of the mover.
    pub sign: Value,
    /// The best value so far, from the mover's side; the least number at first.
    pub best: Variable,
    /// The value from which on other moves are left alone.
    pub bound: Value,
    /// How many moves there are.
    pub moves: Variable,
    /// 1 if a move was left alone, otherwise 0.
    pub cut: Variable,
    /// Where a move goes that has no value.
    pub out: ir::Block,
}

/// The value that stands for none.
pub(super) const NO_VALUE: i64 = i64::MIN;

/// Emits one routine.
pub(super) struct Emitter<'a, 'f> {
    pub b: &'a mut FunctionBuilder<'f>,
    pub tables: &'a [ConstantTable],
    pub rows: &'a mut ConstantData,
    pub bounds: RegisterBounds<'a>,
    pub optimizations: Optimizations,
    form: CallForm,
    routine: &'a Routine,
    variables: HashMap<Reg, Variable>,
    /// The constants that registers hold on the path that is emitted.
    known: HashMap<Reg, u64>,
    moves: Option<MoveBuffer>,
    results: Option<Value>,
    fault: ir::Block,
    full: ir::Block,
    /// The exits of an inlined routine, apart from its end and `fault`.
    exits: Option<Exits>,
    /// What an inlined routine does with moves.
    pub visit: Option<MoveVisit>,
    /// The move that is played, where its parts are known.
    packed: Option<PartialMove>,
    /// Upper bounds that checks prove on the path that is emitted. They shorten masks; the safety
    /// of loads does not rest on them.
    capped: HashMap<Reg, u64>,
    /// The live registers.
    live: HashSet<Reg>,
    unrolled: usize,
    /// The nodes that were emitted more than once by forking.
    forked: usize,
}

/// A packed move with one unknown parameter: `number << shift | rest`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialMove {
    /// The parameter.
    pub number: Value,
    /// Its greatest value.
    pub most: u64,
    /// Its lowest bit, below 64.
    pub shift: u8,
    /// The bits below it.
    pub rest: u64,
}

/// A routine with the tables of its machine.
pub(super) struct RoutineSource<'a> {
    pub routine: &'a Routine,
    pub tables: &'a [ConstantTable],
    /// The tables in memory.
    pub rows: &'a mut ConstantData,
    pub optimizations: Optimizations,
}

/// The most moves that a block emits; none if that is not known.
fn most_moves(block: &IrBlock) -> Option<u64> {
    block.iter().try_fold(0u64, |sum, node| {
        let more = match node {
            IrNode::Emit(_) => 1,
            IrNode::If(_, then, otherwise) => most_moves(then)?.max(most_moves(otherwise)?),
            IrNode::ForBits { body, .. } => most_moves(body)?.checked_mul(64)?,
            IrNode::Repeat { body, .. } => (most_moves(body)? == 0).then_some(0)?,
            _ => 0,
        };
        sum.checked_add(more)
    })
}

/// The most moves that a routine emits, if they are few enough for its caller to provide room for
/// all.
pub(super) fn untested_moves(routine: &Routine) -> Option<u64> {
    most_moves(&routine.body).filter(|most| *most <= UNTESTED_MOVES)
}

/// A rough number of instructions of a block, each loop counted once.
pub(super) fn weight(block: &[IrNode]) -> usize {
    let node = |node: &IrNode| match node {
        IrNode::Let(_, Op::Const(_)) => 0,
        IrNode::Let(_, Op::Slide(..)) => 20,
        IrNode::Let(_, op) => 1 + 4 * usize::from(op.table().is_some()),
        IrNode::If(_, then, otherwise) => 1 + weight(then) + weight(otherwise),
        IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => 4 + weight(body),
        _ => 1,
    };
    block.iter().map(node).sum()
}

impl<'a, 'f> Emitter<'a, 'f> {
    /// Emits a routine as a function of this form.
    pub fn write(
        b: &'a mut FunctionBuilder<'f>,
        source: RoutineSource<'a>,
        (form, words): (CallForm, usize),
    ) -> Result<(), Malformed> {
        let (fault, full) = (b.create_block(), b.create_block());
        let routine = source.routine;
        let mut emitter = Emitter::new(b, source, form, (fault, full), None);
        emitter.enter(words)?;
        if !emitter.block(&routine.body)? {
            emitter.leave()?;
        }
        emitter.exits();
        Ok(())
    }

    /// Begins an inlined routine. The values are the words of the position and, where a move is
    /// played, the move.
    pub fn within(
        b: &'a mut FunctionBuilder<'f>,
        source: RoutineSource<'a>,
        exits: Exits,
        (words, play): (&[Value], Option<(Value, Option<PartialMove>)>),
    ) -> Result<Emitter<'a, 'f>, Malformed> {
        let inputs = source.routine.inputs;
        let packed = play.and_then(|(_, packed)| packed);
        let mut emitter = Emitter::new(b, source, CallForm::Within, (exits.fault, exits.fault), packed);
        emitter.exits = Some(exits);
        let play = play.map(|(value, _)| value);
        let values: Vec<Value> = words.iter().copied().chain(play).collect();
        if inputs > values.len() {
            return Err(Malformed("inputs"));
        }
        for (input, value) in values.iter().enumerate().take(inputs) {
            emitter.define(Reg(input as u16), *value);
        }
        Ok(emitter)
    }

    fn new(
        b: &'a mut FunctionBuilder<'f>,
        RoutineSource { routine, tables, rows, optimizations }: RoutineSource<'a>,
        form: CallForm,
        (fault, full): (ir::Block, ir::Block),
        packed: Option<PartialMove>,
    ) -> Emitter<'a, 'f> {
        let played = Reg(routine.inputs.saturating_sub(1) as u16);
        let part = packed.map(|packed| (played, packed.shift, packed.most));
        let bounds = RegisterBounds::knowing(routine, tables, part, optimizations.has(Optimization::Bounds));
        let live = liveness::live_registers(routine, &bounds);
        Emitter {
            b,
            tables,
            rows,
            bounds,
            optimizations,
            live,
            form,
            routine,
            variables: HashMap::new(),
            known: HashMap::new(),
            moves: None,
            results: None,
            fault,
            full,
            exits: None,
            visit: None,
            packed,
            capped: HashMap::new(),
            unrolled: 0,
            forked: 0,
        }
    }

    /// Notes that no move was emitted, and that the register with their number holds 0.
    pub fn none_emitted(&mut self, count: Option<Reg>) {
        if let Some(count) = count {
            self.learn(count, 0);
        }
    }

    /// The values of the routine's outputs, at its end.
    pub fn outputs(&mut self) -> Result<Vec<Value>, Malformed> {
        self.routine.outputs.iter().map(|reg| self.value(*reg)).collect()
    }

    /// Defines the input registers from the parameters of the function.
    fn enter(&mut self, words: usize) -> Result<(), Malformed> {
        let entry = self.b.create_block();
        self.b.append_block_params_for_function_params(entry);
        self.go(entry);
        let parameters = self.b.block_params(entry).to_vec();
        let &[position, second, ..] = &parameters[..] else { return Err(Malformed("parameters")) };
        for input in 0..self.routine.inputs.min(words) {
            let value = if words == 1 && self.form != CallForm::Gives {
                position
            } else {
                self.b.ins().load(I64, MemFlagsData::trusted(), position, 8 * input as i32)
            };
            self.define(Reg(input as u16), value);
        }
        if self.routine.inputs > words {
            // The packed move; a routine that expands has none, and gets the pass.
            let value = if self.form == CallForm::Asks { self.imm(0) } else { second };
            self.define(Reg(words as u16), value);
        }
        if self.routine.inputs > words + 1 {
            return Err(Malformed("inputs"));
        }
        match (self.form, parameters.get(2)) {
            (CallForm::Asks, Some(room)) => self.moves_at(second, *room),
            (CallForm::Gives, Some(results)) => self.results = Some(*results),
            (CallForm::Steps, None) => {}
            _ => return Err(Malformed("parameters")),
        }
        Ok(())
    }

    fn moves_at(&mut self, begin: Value, room: Value) {
        let end = self.b.declare_var(I64);
        self.b.def_var(end, begin);
        let limit = untested_moves(self.routine).is_none().then(|| {
            let bytes = self.b.ins().ishl_imm_u(room, 3);
            self.b.ins().iadd(begin, bytes)
        });
        self.moves = Some(MoveBuffer { begin, end, limit });
    }

    /// The end of the routine.
    fn leave(&mut self) -> Result<(), Malformed> {
        let outputs = self.outputs()?;
        match (self.form, self.results, &outputs[..]) {
            (CallForm::Asks, ..) => {
                let (kind, count) = (self.imm(kind::MOVES), self.emitted()?);
                self.b.ins().return_(&[kind, count]);
            }
            (CallForm::Steps, _, &[word, reward]) => {
                self.b.ins().return_(&[word, reward]);
            }
            (CallForm::Gives, Some(results), outputs) => {
                for (at, output) in outputs.iter().enumerate() {
                    self.b.ins().store(MemFlagsData::trusted(), *output, results, 8 * at as i32);
                }
                let done = self.imm(0);
                self.b.ins().return_(&[done]);
            }
            _ => return Err(Malformed("outputs")),
        }
        Ok(())
    }

    /// The exits for faults and for missing room.
    fn exits(&mut self) {
        self.b.set_cold_block(self.fault);
        self.go(self.fault);
        let zero = self.imm(0);
        match self.form {
            CallForm::Asks => {
                let kind = self.imm(kind::FAULT);
                self.b.ins().return_(&[kind, zero]);
            }
            CallForm::Steps => {
                let none = self.imm(NO_REWARD);
                self.b.ins().return_(&[zero, none]);
            }
            CallForm::Gives => {
                let broken = self.imm(1);
                self.b.ins().return_(&[broken]);
            }
            CallForm::Within => {}
        }
        self.b.set_cold_block(self.full);
        self.go(self.full);
        let returns = self.b.func.signature.returns.len();
        let kind = self.imm(kind::FULL);
        let values = vec![kind; returns];
        self.b.ins().return_(&values);
    }

    /// Emits what follows into this block, all of whose predecessors are known.
    pub fn go(&mut self, block: ir::Block) {
        self.b.seal_block(block);
        self.b.switch_to_block(block);
    }

    /// A constant.
    pub fn imm(&mut self, value: u64) -> Value {
        self.b.ins().iconst(I64, value as i64)
    }

    /// The parts of the move that is played, if this register holds it.
    pub fn packed(&self, reg: Reg) -> Option<PartialMove> {
        self.packed.filter(|_| reg.index() + 1 == self.routine.inputs && self.bounds.is_set_once(reg))
    }

    /// The constant that a register holds on this path, if it is known.
    pub fn known(&self, reg: Reg) -> Option<u64> {
        self.known.get(&reg).copied()
    }

    /// The value of a register.
    pub fn value(&mut self, reg: Reg) -> Result<Value, Malformed> {
        if let Some(known) = self.known(reg) {
            return Ok(self.imm(known));
        }
        let variable = self.variables.get(&reg).ok_or(Malformed("a register is read before it is set"))?;
        Ok(self.b.use_var(*variable))
    }

    /// The greatest number that a register holds on this path.
    pub fn most(&self, reg: Reg) -> u64 {
        let most = self.bounds.of(reg).most;
        self.capped.get(&reg).map_or(most, |cap| most.min(*cap))
    }

    /// Notes the bound that a passed check `limit < reg` proves: `reg <= limit`.
    fn cap(&mut self, checked: Reg) {
        let Some(Op::Less(limit, reg)) = self.bounds.made(checked) else { return };
        let limit = self.known(limit).and_then(|limit| i64::try_from(limit).ok());
        let is_signless = self.bounds.of(reg).most <= i64::MAX as u64;
        if let Some(limit) = limit.filter(|_| is_signless && self.bounds.is_set_once(reg)) {
            self.capped.insert(reg, limit as u64);
        }
    }

    fn define(&mut self, reg: Reg, value: Value) {
        self.known.remove(&reg);
        self.capped.remove(&reg);
        let b = &mut self.b;
        let variable = *self.variables.entry(reg).or_insert_with(|| b.declare_var(I64));
        self.b.def_var(variable, value);
    }

    /// All ones but the lowest.
    pub fn without_lowest(&mut self, bits: Value) -> Value {
        let less = self.b.ins().iadd_imm_s(bits, -1);
        self.b.ins().band(bits, less)
    }
}

/// Blocks have no arguments: variables carry all values.
pub(super) const NO_ARGS: &[BlockArg] = &[];
