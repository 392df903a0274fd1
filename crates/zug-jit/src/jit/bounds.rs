//! Upper bounds of registers, so that superfluous tests are not emitted.
//!
//! Only registers that one node sets have a bound; one that a loop carries, or that joins two
//! paths, may hold anything. A bound holds for all inputs, legal or not, because the safety of
//! loads rests on it.

use std::collections::HashMap;
use zug_machine::eval::ones;
use zug_machine::ir::{ConstantTable, IrBlock, IrNode, Op, Reg, Routine, TableRef};

/// An upper bound of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RegisterBound {
    /// The greatest unsigned number.
    pub most: u64,
    /// The greatest number of ones.
    pub bits: u32,
}

impl RegisterBound {
    /// No bound.
    const ANY: RegisterBound = RegisterBound::up_to(u64::MAX);

    /// Numbers up to `most`.
    const fn up_to(most: u64) -> RegisterBound {
        RegisterBound { most, bits: 64 - most.leading_zeros() }
    }

    /// The bound of a register that holds one of two values.
    fn or(self, other: RegisterBound) -> RegisterBound {
        RegisterBound { most: self.most.max(other.most), bits: self.bits.max(other.bits) }
    }

    /// The bound with at most so many ones.
    fn with_bits(self, bits: u32) -> RegisterBound {
        RegisterBound { most: self.most, bits: self.bits.min(bits) }
    }
}

/// The bounds of a routine's registers.
#[derive(Debug)]
pub(super) struct RegisterBounds<'m> {
    tables: &'m [ConstantTable],
    of: Vec<RegisterBound>,
    /// How many nodes set each register: 0, 1, or more.
    set: Vec<u8>,
    /// The operations of the registers that one node sets.
    made: HashMap<Reg, Op>,
    /// The known part of the move that is played: its register, the lowest bit of the part, and the
    /// greatest number there.
    part: Option<(Reg, u8, u64)>,
}

impl<'m> RegisterBounds<'m> {
    /// The bounds of a well-formed routine; no bounds if they are not `wanted`.
    pub fn new(routine: &Routine, tables: &'m [ConstantTable], wanted: bool) -> RegisterBounds<'m> {
        RegisterBounds::knowing(routine, tables, None, wanted)
    }

    /// [`RegisterBounds::new`], where the number above a shift in a register is known to be at most
    /// so great.
    pub fn knowing(
        routine: &Routine,
        tables: &'m [ConstantTable],
        part: Option<(Reg, u8, u64)>,
        wanted: bool,
    ) -> RegisterBounds<'m> {
        let mut set = vec![0u8; routine.registers.max(routine.inputs)];
        (0..routine.inputs).for_each(|input| set[input] = 1);
        count(&routine.body, &mut set);
        let of = vec![RegisterBound::ANY; set.len()];
        let mut bounds = RegisterBounds { tables, of, set, made: HashMap::new(), part };
        if wanted {
            bounds.block(&routine.body);
        }
        bounds
    }

    /// The bound of a register.
    pub fn of(&self, reg: Reg) -> RegisterBound {
        self.of.get(reg.index()).copied().unwrap_or(RegisterBound::ANY)
    }

    /// Whether exactly one node sets a register.
    pub fn is_set_once(&self, reg: Reg) -> bool {
        self.set.get(reg.index()) == Some(&1)
    }

    /// A table of the machine.
    pub fn table(&self, table: TableRef) -> Option<&'m ConstantTable> {
        self.tables.get(table.index())
    }

    /// The operation of a register that one node sets.
    pub fn made(&self, reg: Reg) -> Option<Op> {
        self.made.get(&reg).copied()
    }

    fn put(&mut self, reg: Reg, bound: RegisterBound) {
        if self.is_set_once(reg) {
            self.of[reg.index()] = bound;
        }
    }

    fn block(&mut self, block: &IrBlock) {
        for node in block {
            match node {
                IrNode::Let(reg, op) => {
                    self.put(*reg, self.bound(op));
                    if self.is_set_once(*reg) {
                        self.made.insert(*reg, *op);
                    }
                }
                IrNode::If(_, then, otherwise) => {
                    self.block(then);
                    self.block(otherwise);
                }
                IrNode::ForBits { mask, bit, body, .. } => {
                    let highest = self.of(*mask).most.checked_ilog2().unwrap_or(0);
                    self.put(*bit, RegisterBound::up_to(highest.into()));
                    self.block(body);
                }
                IrNode::Repeat { count, pass, body, .. } => {
                    let most = self.of(*count).most.min(i64::MAX as u64);
                    self.put(*pass, RegisterBound::up_to(most.saturating_sub(1)));
                    self.block(body);
                }
                IrNode::Check(..) | IrNode::Return(_) | IrNode::Emit(_) | IrNode::Emitted(_) => {}
            }
        }
    }

    fn bound(&self, op: &Op) -> RegisterBound {
        let of = |reg: &Reg| self.of(*reg);
        let number = |most: Option<u64>| most.map_or(RegisterBound::ANY, RegisterBound::up_to);
        match op {
            Op::Const(value) => RegisterBound { most: *value, bits: value.count_ones() },
            Op::Copy(a) | Op::AndNot(a, _) => of(a),
            Op::And(a, b) => {
                RegisterBound::up_to(of(a).most.min(of(b).most)).with_bits(of(a).bits.min(of(b).bits))
            }
            Op::Or(a, b) | Op::Xor(a, b) => {
                let (a, b) = (of(a), of(b));
                RegisterBound::up_to(below_power(a.most | b.most)).with_bits(a.bits.saturating_add(b.bits))
            }
            Op::Add(a, b) => number(of(a).most.checked_add(of(b).most)),
            Op::Mul(a, b) => number(of(a).most.checked_mul(of(b).most)),
            Op::Index(a, stride, b) => {
                number(of(a).most.checked_mul(*stride).and_then(|n| n.checked_add(of(b).most)))
            }
            Op::Shr(a, _) => of(a),
            Op::Shl(a, b) => shifted(of(a), of(b)),
            Op::Field(a, shift, mask) if self.part.is_some_and(|(reg, at, _)| (reg, at) == (*a, *shift)) => {
                RegisterBound::up_to(self.part.map_or(*mask, |(.., most)| most.min(*mask)))
            }
            Op::Field(a, shift, mask) => {
                RegisterBound::up_to((of(a).most >> (shift & 63)).min(*mask)).with_bits(of(a).bits)
            }
            Op::FieldAt(_, _, width) => RegisterBound::up_to(ones((*width).into())),
            Op::Entry(_, _, strip) => RegisterBound::up_to(ones(strip.width.into())),
            Op::Popcount(a) => RegisterBound::up_to(of(a).bits.into()),
            Op::Ctz(_) => RegisterBound::up_to(64),
            Op::Lowest(a) | Op::Highest(a) => of(a).with_bits(1),
            Op::Eq(..) | Op::Less(..) | Op::LessEq(..) | Op::Below(..) | Op::Bit(..) => {
                RegisterBound::up_to(1)
            }
            Op::AnySubset(..) => RegisterBound::up_to(1),
            Op::Select(_, b, c) => of(b).or(of(c)),
            _ => self.bound_of_table(op),
        }
    }

    fn bound_of_table(&self, op: &Op) -> RegisterBound {
        let Some(table) = op.table().and_then(|table| self.tables.get(table.index())) else {
            return RegisterBound::ANY;
        };
        match op {
            Op::Table(..) => {
                let rows = table.rows.iter().chain([&table.default]);
                let each = rows.map(|row| RegisterBound { most: *row, bits: row.count_ones() });
                each.fold(RegisterBound::up_to(0), RegisterBound::or)
            }
            Op::Union(..) => {
                let all = table.rows.iter().fold(0, |all, row| all | row);
                RegisterBound { most: all, bits: all.count_ones() }
            }
            Op::Subsets(_, of, _) => self.of(*of),
            Op::Find(..) => RegisterBound::up_to(table.rows.len() as u64),
            _ => RegisterBound::ANY,
        }
    }
}

/// `most` with all lower bits set.
pub(super) fn below_power(most: u64) -> u64 {
    ones(u64::from(64 - most.leading_zeros()))
}

/// The bound of [`Op::Shl`].
fn shifted(a: RegisterBound, by: RegisterBound) -> RegisterBound {
    let fits = by.most <= u64::from(a.most.leading_zeros()) && by.most < 64;
    let most = if fits { a.most << by.most } else { u64::MAX };
    RegisterBound::up_to(most).with_bits(a.bits)
}

/// Counts how many nodes set each register.
fn count(block: &IrBlock, set: &mut [u8]) {
    let mut once = |reg: &Reg| {
        if let Some(times) = set.get_mut(reg.index()) {
            *times = times.saturating_add(1);
        }
    };
    for node in block {
        match node {
            IrNode::Let(reg, _) | IrNode::Emitted(reg) => once(reg),
            IrNode::If(..) => {}
            IrNode::ForBits { bit: counter, .. } | IrNode::Repeat { pass: counter, .. } => once(counter),
            IrNode::Check(..) | IrNode::Return(_) | IrNode::Emit(_) => {}
        }
    }
    for node in block {
        match node {
            IrNode::If(_, then, otherwise) => {
                count(then, set);
                count(otherwise, set);
            }
            IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => count(body, set),
            _ => {}
        }
    }
}
