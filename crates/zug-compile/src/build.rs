//! Emits instructions into nested blocks.
//!
//! On the way it folds constants, gives equal operations one register (value numbering over the
//! open blocks), and hoists an operation out of the loops in which no operand changes.

use std::collections::{HashMap, HashSet};
use zug_machine::eval::{eval, wraps};
use zug_machine::ir::{ConstantTable, IrBlock, IrNode, Op, Reg, Routine, TableRef};
use zug_machine::optimization::{Optimization, Optimizations};

/// Registers have 16-bit numbers; some of them are reserved for the interpreter.
const MOST_REGISTERS: usize = 60_000;

/// The level of a register that a loop carries: nothing that reads it may be hoisted or shared.
const CARRIED: usize = usize::MAX;

/// A block that is still open.
struct OpenBlock {
    is_loop: bool,
    nodes: IrBlock,
    known: HashMap<Op, Reg>,
    checked: HashSet<Reg>,
}

/// The tables, each stored once, shared by all routines.
#[derive(Default)]
pub(super) struct Tables {
    /// The tables in the order of first use.
    pub list: Vec<ConstantTable>,
    numbers: HashMap<(Vec<u64>, u64), TableRef>,
}

impl Tables {
    /// The table with these rows and this default.
    pub fn add(&mut self, name: &str, rows: Vec<u64>, default: u64) -> TableRef {
        let next = TableRef(self.list.len() as u32);
        let number = *self.numbers.entry((rows.clone(), default)).or_insert(next);
        if number == next {
            self.list.push(ConstantTable { name: name.to_string(), rows, default });
        }
        number
    }
}

/// Builds one routine.
pub(super) struct RoutineBuilder {
    blocks: Vec<OpenBlock>,
    constants: Vec<(u64, Reg)>,
    constant_of: HashMap<u64, Reg>,
    values: Vec<Option<u64>>,
    ops: Vec<Option<Op>>,
    levels: Vec<usize>,
    truths: Vec<bool>,
    inputs: usize,
    optimizations: Optimizations,
    /// True once there were too many registers; the routine is discarded then.
    pub overflow: bool,
}

impl RoutineBuilder {
    /// A routine whose first `inputs` registers are its inputs.
    pub fn new(inputs: usize, optimizations: Optimizations) -> RoutineBuilder {
        let mut builder = RoutineBuilder {
            blocks: Vec::new(),
            constants: Vec::new(),
            constant_of: HashMap::new(),
            values: Vec::new(),
            ops: Vec::new(),
            levels: Vec::new(),
            truths: Vec::new(),
            inputs,
            optimizations,
            overflow: false,
        };
        builder.open(false);
        for _ in 0..inputs {
            builder.fresh(0);
        }
        builder
    }

    /// The finished routine.
    pub fn finish(mut self, name: &str, outputs: Vec<Reg>) -> Routine {
        let mut body: IrBlock =
            self.constants.iter().map(|(value, reg)| IrNode::Let(*reg, Op::Const(*value))).collect();
        body.append(&mut self.close());
        if self.optimizations.has(Optimization::Dead) {
            super::dead::remove(&mut body, &outputs);
        }
        Routine { name: name.to_string(), inputs: self.inputs, registers: self.levels.len(), body, outputs }
    }

    /// Opens a block.
    fn open(&mut self, is_loop: bool) {
        self.blocks.push(OpenBlock {
            is_loop,
            nodes: Vec::new(),
            known: HashMap::new(),
            checked: HashSet::new(),
        });
    }

    /// Closes the innermost block.
    fn close(&mut self) -> IrBlock {
        self.blocks.pop().map_or_else(Vec::new, |open| open.nodes)
    }

    fn depth(&self) -> usize {
        self.blocks.len() - 1
    }

    fn fresh(&mut self, level: usize) -> Reg {
        if self.levels.len() >= MOST_REGISTERS {
            self.overflow = true;
            return Reg(0);
        }
        self.levels.push(level);
        self.values.push(None);
        self.ops.push(None);
        self.truths.push(false);
        Reg((self.levels.len() - 1) as u16)
    }

    /// Adds a node that is not a pure operation.
    pub fn push(&mut self, node: IrNode) {
        let depth = self.depth();
        self.push_at(depth, node);
    }

    /// Whether this register is tested at this point already; from now on it is.
    pub fn is_checked(&mut self, reg: Reg) -> bool {
        let before = self.blocks.iter().any(|open| open.checked.contains(&reg));
        let stays = self.levels[reg.index()] != CARRIED;
        if let Some(open) = self.blocks.last_mut().filter(|_| stays) {
            open.checked.insert(reg);
        }
        before
    }

    /// Adds an `if`; a negated condition swaps the arms instead.
    pub fn push_if(&mut self, condition: Reg, then: IrBlock, otherwise: IrBlock) {
        let turned = match self.made_by(condition) {
            Some(Op::Xor(a, b)) if self.value(a) == Some(1) && self.is_truth(b) => Some(b),
            Some(Op::Xor(a, b)) if self.value(b) == Some(1) && self.is_truth(a) => Some(a),
            Some(Op::Eq(a, b)) if self.value(a) == Some(0) => Some(b),
            Some(Op::Eq(a, b)) if self.value(b) == Some(0) => Some(a),
            _ => None,
        };
        match turned {
            Some(inner) => self.push_if(inner, otherwise, then),
            None => self.push(IrNode::If(condition, then, otherwise)),
        }
    }

    fn push_at(&mut self, depth: usize, node: IrNode) {
        if !self.overflow {
            self.blocks[depth].nodes.push(node);
        }
    }

    /// A register with this constant.
    pub fn constant(&mut self, value: u64) -> Reg {
        if let Some(reg) = self.constant_of.get(&value) {
            return *reg;
        }
        let reg = self.fresh(0);
        if !self.overflow {
            self.values[reg.index()] = Some(value);
            self.constants.push((value, reg));
            self.constant_of.insert(value, reg);
        }
        reg
    }

    /// The constant that a register holds, if it is known.
    pub fn value(&self, reg: Reg) -> Option<u64> {
        self.values[reg.index()]
    }

    /// Whether a register is known to hold 0 or 1.
    pub fn is_truth(&self, reg: Reg) -> bool {
        self.truths[reg.index()] || self.value(reg).is_some_and(|value| value < 2)
    }

    /// Notes that a register holds 0 or 1.
    pub fn mark_truth(&mut self, reg: Reg) {
        self.truths[reg.index()] |= !self.overflow;
    }

    /// The operation that computed a register, if it is known.
    pub fn made_by(&self, reg: Reg) -> Option<Op> {
        self.ops[reg.index()]
    }

    /// A register with the result of an operation: folded, simplified, shared or new.
    pub fn op_with(&mut self, op: Op, tables: &[ConstantTable]) -> Reg {
        if !self.optimizations.has(Optimization::Fold) {
            return self.numbered(op);
        }
        if let Some(narrowed) = self.narrowed(op, tables) {
            return narrowed;
        }
        let op = super::fold::ordered(op);
        let known = op.operands().all(|reg| self.value(reg).is_some());
        if known && (op.table().is_none() || !tables.is_empty()) {
            debug_assert!(!wraps(op, |reg| self.value(reg).unwrap_or(0)), "{op:?} of constants wraps");
            let result = eval(op, tables, |reg| self.value(reg).unwrap_or(0));
            return self.constant(result);
        }
        let is_truth = |reg| self.is_truth(reg);
        match super::fold::simpler(op, |reg| self.value(reg), |reg| self.made_by(reg), is_truth) {
            Some(super::fold::Simpler::Same(reg)) => reg,
            Some(super::fold::Simpler::Number(value)) => self.constant(value),
            Some(super::fold::Simpler::Other(op)) => self.op_with(op, tables),
            Some(super::fold::Simpler::Sum(reg, number)) => {
                let number = self.constant(number);
                self.op_with(Op::Add(reg, number), tables)
            }
            None => self.numbered(op),
        }
    }

    /// Rewrites `mask & Subsets(rows, among, within)` as `Subsets(rows, mask & among, within)`,
    /// which looks at fewer rows.
    fn narrowed(&mut self, op: Op, tables: &[ConstantTable]) -> Option<Reg> {
        let Op::And(a, b) = op else { return None };
        let rows = |reg| match self.made_by(reg) {
            Some(Op::Subsets(table, among, within)) => Some((table, among, within)),
            _ => None,
        };
        let (mask, (table, among, within)) = match (rows(a), rows(b)) {
            (_, Some(rows)) => (a, rows),
            (Some(rows), None) => (b, rows),
            (None, None) => return None,
        };
        let fewer = self.op_with(Op::And(mask, among), tables);
        Some(self.op_with(Op::Subsets(table, fewer, within), tables))
    }

    /// The register of an equal operation, or a new one.
    fn numbered(&mut self, op: Op) -> Reg {
        let mut known = self.blocks.iter().rev().filter_map(|open| open.known.get(&op));
        if let Some(reg) = known.next().filter(|_| self.optimizations.has(Optimization::Share)) {
            return *reg;
        }
        let depth = self.home(op);
        let reg = self.fresh(depth);
        self.push_at(depth, IrNode::Let(reg, op));
        if super::fold::gives_truth(op, |reg| self.is_truth(reg)) {
            self.mark_truth(reg);
        }
        // A reader of a carried register must not be shared: the value changes when the register is
        // set again.
        if !self.overflow && op.operands().all(|operand| self.levels[operand.index()] != CARRIED) {
            self.ops[reg.index()] = Some(op);
            self.blocks[depth].known.insert(op, reg);
        }
        reg
    }

    /// The outermost block that an operation may be hoisted to: out of loops, but not out of the
    /// arm of an `if`, and not before its operands.
    fn home(&self, op: Op) -> usize {
        let needs = op.operands().map(|reg| self.levels[reg.index()]).max().unwrap_or(0);
        let mut depth = self.depth();
        while self.optimizations.has(Optimization::Hoist)
            && depth > 0
            && self.blocks[depth].is_loop
            && needs < depth
        {
            depth -= 1;
        }
        depth
    }

    /// A carried register with its first value; it may be set again.
    pub fn carried(&mut self, first: Reg) -> Reg {
        let reg = self.fresh(CARRIED);
        self.push(IrNode::Let(reg, Op::Copy(first)));
        reg
    }

    /// Sets a carried register.
    pub fn set(&mut self, carried: Reg, value: Reg) {
        self.push(IrNode::Let(carried, Op::Copy(value)));
    }

    /// Declares that a carried register is not set any more.
    pub fn settle(&mut self, carried: Reg) {
        if !self.overflow {
            self.levels[carried.index()] = self.depth();
        }
    }

    /// A copy of a carried register's present value.
    pub fn now(&mut self, carried: Reg) -> Reg {
        let depth = self.depth();
        let reg = self.fresh(depth);
        self.push(IrNode::Let(reg, Op::Copy(carried)));
        reg
    }

    /// A register that both arms of an `if` will set.
    pub fn joined(&mut self) -> Reg {
        let depth = self.depth();
        self.fresh(depth)
    }

    /// Opens an arm of an `if`.
    pub fn open_arm(&mut self) {
        self.open(false);
    }

    /// Opens the body of a loop; the register counts its passes or holds the current bit.
    pub fn open_loop(&mut self) -> Reg {
        self.open(true);
        let depth = self.depth();
        self.fresh(depth)
    }

    /// Closes an arm or a body.
    pub fn close_block(&mut self) -> IrBlock {
        self.close()
    }

    /// A register with the number of moves emitted so far.
    pub fn emitted(&mut self) -> Reg {
        let depth = self.depth();
        let reg = self.fresh(depth);
        self.push(IrNode::Emitted(reg));
        reg
    }
}
