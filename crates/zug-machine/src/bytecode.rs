//! Assembles routines to bytecode: instructions of fixed size for the interpreter.
//!
//! A constant is not an instruction: it has a register, set once for the whole machine, above those
//! that the routines use. The target of a jump is the index of an instruction.

use super::Machine;
use super::instruction::{Instruction, Opcode, encoded, packed};
use super::ir::{IrBlock, IrNode, Op, Reg, Routine};
use super::optimization::{Optimization, Optimizations};
use std::collections::HashMap;

/// The bytecode of a routine.
#[derive(Clone, Debug, Default)]
pub struct Bytecode {
    /// The instructions; the last one is an [`Opcode::End`].
    pub code: Vec<Instruction>,
    /// The registers with the results.
    pub outputs: Vec<u16>,
}

/// The bytecode of all routines of a machine, with its constants.
#[derive(Clone, Debug, Default)]
pub struct BytecodeMachine {
    /// [`Machine::expand`].
    pub expand: Bytecode,
    /// [`Machine::plays`].
    pub plays: Vec<Bytecode>,
    /// [`Machine::pass`].
    pub pass: Bytecode,
    /// [`Machine::endless`].
    pub endless: Bytecode,
    /// Registers and the constants that they hold.
    pub constants: Vec<(u16, u64)>,
    /// The rows of all tables, each followed by its default. An instruction refers to a table by
    /// the index of its first row (the low 32 bits) and the number of its rows (the high 32 bits).
    pub rows: Vec<u64>,
}

/// Assembles all routines; none if there are not enough registers.
pub fn assemble(machine: &Machine) -> Option<BytecodeMachine> {
    let highest = machine.routines().map(|routine| routine.registers).max().unwrap_or(0);
    let (mut rows, places) = rows(machine)?;
    let shapes = shapes(machine, &mut rows)?;
    let (constants, scratch, optimizations) = (HashMap::new(), Vec::new(), machine.optimizations);
    let mut pool = RegisterPool { next: highest, constants, scratch, places, shapes, optimizations };
    let mut one = |routine| bytecode(routine, &mut pool);
    let expand = one(&machine.expand)?;
    let plays = machine.plays.iter().map(&mut one).collect::<Option<_>>()?;
    let (pass, endless) = (one(&machine.pass)?, one(&machine.endless)?);
    let mut constants: Vec<(u16, u64)> = pool.constants.into_iter().map(|(value, at)| (at, value)).collect();
    constants.sort_unstable();
    Some(BytecodeMachine { expand, plays, pass, endless, constants, rows })
}

/// The rows of all tables one after the other, and the reference to each table.
fn rows(machine: &Machine) -> Option<(Vec<u64>, Vec<u64>)> {
    let (mut rows, mut places) = (Vec::new(), Vec::new());
    for table in &machine.tables {
        let (from, count) = (u32::try_from(rows.len()).ok()?, u32::try_from(table.rows.len()).ok()?);
        places.push(u64::from(from) | u64::from(count) << 32);
        rows.extend_from_slice(&table.rows);
        rows.push(table.default);
    }
    Some((rows, places))
}

/// Appends the shapes of the tables that have few of them; the reference to each table's shapes.
fn shapes(machine: &Machine, rows: &mut Vec<u64>) -> Option<HashMap<usize, u64>> {
    let mut places = HashMap::new();
    if !machine.optimizations.has(Optimization::Shapes) {
        return Some(places);
    }
    for (number, table) in machine.tables.iter().enumerate() {
        if let Some(shapes) = super::shapes::shapes(&table.rows) {
            let (from, count) = (u32::try_from(rows.len()).ok()?, u32::try_from(shapes.len()).ok()?);
            places.insert(number, u64::from(from) | u64::from(count) << 32);
            rows.extend(shapes);
        }
    }
    Some(places)
}

/// Assigns registers to constants and scratch values.
struct RegisterPool {
    next: usize,
    constants: HashMap<u64, u16>,
    scratch: Vec<u16>,
    places: Vec<u64>,
    shapes: HashMap<usize, u64>,
    optimizations: Optimizations,
}

impl RegisterPool {
    fn register(&mut self, value: u64) -> Option<u16> {
        if let Some(register) = self.constants.get(&value) {
            return Some(*register);
        }
        let register = self.fresh()?;
        self.constants.insert(value, register);
        Some(register)
    }

    /// The scratch register with this number; all routines share it.
    fn scratch(&mut self, number: usize) -> Option<u16> {
        while self.scratch.len() <= number {
            let register = self.fresh()?;
            self.scratch.push(register);
        }
        self.scratch.get(number).copied()
    }

    fn fresh(&mut self) -> Option<u16> {
        let register = u16::try_from(self.next).ok()?;
        self.next += 1;
        Some(register)
    }
}

fn bytecode(routine: &Routine, pool: &mut RegisterPool) -> Option<Bytecode> {
    let mut writer = BytecodeWriter { code: Vec::new(), renamed: HashMap::new(), pool, scratch: 0 };
    writer.block(&routine.body)?;
    writer.push(Opcode::End, 0, [0, 0, 0], 0);
    let outputs = routine.outputs.iter().map(|reg| writer.reg(*reg)).collect();
    Some(Bytecode { code: writer.code, outputs })
}

struct BytecodeWriter<'p> {
    code: Vec<Instruction>,
    renamed: HashMap<Reg, u16>,
    pool: &'p mut RegisterPool,
    scratch: usize,
}

impl BytecodeWriter<'_> {
    fn reg(&self, reg: Reg) -> u16 {
        self.renamed.get(&reg).copied().unwrap_or(reg.0)
    }

    fn push(&mut self, code: Opcode, small: u8, [d, a, b]: [u16; 3], imm: u64) -> usize {
        self.code.push(Instruction { code, small, d, a, b, imm });
        self.code.len() - 1
    }

    fn here(&self) -> u64 {
        self.code.len() as u64
    }

    /// A new scratch register of this routine.
    fn scratch(&mut self) -> Option<u16> {
        self.scratch += 1;
        self.pool.scratch(self.scratch - 1)
    }

    fn block(&mut self, block: &IrBlock) -> Option<()> {
        block.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &IrNode) -> Option<()> {
        match node {
            IrNode::Let(reg, Op::Const(value)) => {
                let at = self.pool.register(*value)?;
                self.renamed.insert(*reg, at);
            }
            IrNode::Let(reg, op) => self.operation(*reg, op),
            IrNode::If(condition, then, otherwise) => self.branch(*condition, then, otherwise)?,
            IrNode::ForBits { mask, bit, body, until: None } if self.emits(*bit, body).is_some() => {
                let (shift, with) = self.emits(*bit, body)?;
                let mask = self.reg(*mask);
                self.push(Opcode::EmitBits, shift, [0, mask, with], 0);
            }
            IrNode::ForBits { mask, bit, body, until } => {
                let left = self.scratch()?;
                let (mask, bit) = (self.reg(*mask), self.reg(*bit));
                let start = self.push(Opcode::Bits, 0, [bit, mask, left], 0);
                self.looped(start, body, *until, (Opcode::NextBit, [bit, 0, left]))?;
            }
            IrNode::Repeat { count, pass, body, until } => {
                let (count, pass) = (self.reg(*count), self.reg(*pass));
                let start = self.push(Opcode::Passes, 0, [pass, count, 0], 0);
                self.looped(start, body, *until, (Opcode::NextPass, [pass, count, 0]))?;
            }
            IrNode::Check(reg, number) => {
                let reg = self.reg(*reg);
                self.push(Opcode::Check, 0, [0, reg, 0], u64::from(*number));
            }
            IrNode::Return(reg) => {
                let reg = self.reg(*reg);
                self.push(Opcode::Return, 0, [0, reg, 0], 0);
            }
            IrNode::Emit(reg) => {
                let reg = self.reg(*reg);
                self.push(Opcode::Emit, 0, [0, reg, 0], 0);
            }
            IrNode::Emitted(reg) => {
                self.push(Opcode::Emitted, 0, [reg.0, 0, 0], 0);
            }
        }
        Some(())
    }

    /// The shift and the register, if a loop only emits its bits, shifted and joined with a
    /// register.
    fn emits(&self, bit: Reg, body: &IrBlock) -> Option<(u8, u16)> {
        let [IrNode::Let(moved, Op::Shl(from, by)), IrNode::Let(packed, Op::Or(x, y)), IrNode::Emit(emitted)] =
            &body[..]
        else {
            return None;
        };
        let with = if x == moved { y } else { x };
        let fits = *from == bit && (x == moved) != (y == moved) && emitted == packed && *with != bit;
        let by = self.reg(*by);
        let shift = self.pool.constants.iter().find(|(_, at)| **at == by).map(|(value, _)| *value)?;
        let wanted = self.pool.optimizations.has(Optimization::EmitBits);
        (wanted && fits && shift < 64).then(|| (shift as u8, self.reg(*with)))
    }

    fn branch(&mut self, condition: Reg, then: &IrBlock, otherwise: &IrBlock) -> Option<()> {
        let condition = self.reg(condition);
        if then.is_empty() {
            let skip = self.push(Opcode::If, 0, [0, condition, 0], 0);
            self.block(otherwise)?;
            self.code[skip].imm = self.here();
            return Some(());
        }
        let skip = self.push(Opcode::Unless, 0, [0, condition, 0], 0);
        self.block(then)?;
        if otherwise.is_empty() {
            self.code[skip].imm = self.here();
            return Some(());
        }
        let over = self.push(Opcode::Jump, 0, [0, 0, 0], 0);
        self.code[skip].imm = self.here();
        self.block(otherwise)?;
        self.code[over].imm = self.here();
        Some(())
    }

    /// Writes the body and the end of a loop. The instruction at `start` jumps behind it if there
    /// is no pass.
    fn looped(
        &mut self,
        start: usize,
        body: &IrBlock,
        until: Option<Reg>,
        (next, registers): (Opcode, [u16; 3]),
    ) -> Option<()> {
        let first = self.here();
        self.block(body)?;
        let leave = until.map(|until| {
            let until = self.reg(until);
            self.push(Opcode::If, 0, [0, until, 0], 0)
        });
        self.push(next, 0, registers, first);
        let end = self.here();
        self.code[start].imm = end;
        if let Some(leave) = leave {
            self.code[leave].imm = end;
        }
        Some(())
    }

    fn operation(&mut self, reg: Reg, op: &Op) {
        let operands: Vec<u16> = op.operands().map(|operand| self.reg(operand)).collect();
        let operand = |at: usize| operands.get(at).copied().unwrap_or(0);
        let (code, small, imm) = encoded(op, operand(2));
        if let Op::AnySubset(table, _) = op
            && let Some(place) = self.pool.shapes.get(&table.index()).copied()
        {
            self.push(Opcode::AnyShape, 0, [reg.0, operand(0), 0], place);
            return;
        }
        let place = op.table().and_then(|t| self.pool.places.get(t.index()).copied());
        let imm = match (place, op) {
            // `imm` of `Slide` holds the table (32 bits), the third operand (16) and the number of
            // steps (16), which are four rows each.
            (Some(place), Op::Slide(..)) => {
                let steps = (place >> 32 >> 2).min(0xffff);
                place & 0xffff_ffff | imm << 32 | steps << 48
            }
            (place, _) => place.unwrap_or(imm),
        };
        let second = if let Op::Weigh(_, _, strip) = op { packed(*strip) as u16 } else { operand(1) };
        self.push(code, small, [reg.0, operand(0), second], imm);
    }
}
