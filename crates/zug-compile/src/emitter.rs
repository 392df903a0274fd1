//! The routine that is built: its instructions, the registers at the present point, and what it
//! shares with the other routines of the machine.

use super::build::{RoutineBuilder, Tables};
use super::present::{Flow, RoutineScope};
use super::value::Val;
use zug_machine::ir::{IrNode, Op, Reg, TableRef};
use zug_machine::layout::PositionLayout;
use zug_machine::optimization::Optimizations;

/// What all routines of a machine share.
#[derive(Default)]
pub(super) struct SharedParts {
    /// The constant tables.
    pub tables: Tables,
    /// The number of faults so far; the next one gets the next number.
    faults: u32,
}

impl SharedParts {
    /// The number of a fault that is new.
    fn next_fault(&mut self) -> u32 {
        self.faults += 1;
        self.faults
    }
}

/// Emits the instructions of one routine after the other. It knows registers, bits and the types
/// that values have, and nothing of declarations.
pub(super) struct RoutineEmitter {
    /// What the routines share.
    pub shared: SharedParts,
    /// The routine that is built.
    pub b: RoutineBuilder,
    /// The registers at the present point.
    pub flow: Flow,
}

impl RoutineEmitter {
    /// An emitter that has emitted nothing.
    pub fn new(optimizations: Optimizations) -> RoutineEmitter {
        let flow = Flow { words: Vec::new(), again: Reg(0), arguments: Vec::new(), reward: Reg(0) };
        RoutineEmitter { shared: SharedParts::default(), b: RoutineBuilder::new(1, optimizations), flow }
    }

    /// Begins a routine whose inputs are the words of a position and, with `with_move`, a packed
    /// move.
    pub fn begin(&mut self, layout: &PositionLayout, optimizations: Optimizations, with_move: bool) {
        self.b = RoutineBuilder::new(layout.words + usize::from(with_move), optimizations);
        let zero = self.b.constant(0);
        self.flow = Flow {
            words: (0..layout.words as u16).map(Reg).collect(),
            again: zero,
            arguments: vec![zero; layout.arguments.len()],
            reward: zero,
        };
    }

    /// A register with this number.
    pub fn number(&mut self, value: u64) -> Reg {
        self.b.constant(value)
    }

    /// A register with this integer, in two's complement.
    pub fn integer(&mut self, value: i64) -> Reg {
        self.b.constant(value as u64)
    }

    /// A register with the result of an operation.
    pub fn op(&mut self, op: Op) -> Reg {
        self.b.op_with(op, &self.shared.tables.list)
    }

    /// `a & b`
    pub fn and(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Op::And(a, b))
    }

    /// `a | b`
    pub fn or(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Op::Or(a, b))
    }

    /// `1 - a`, for a truth value.
    pub fn not(&mut self, a: Reg) -> Reg {
        let one = self.number(1);
        self.op(Op::Xor(a, one))
    }

    /// `a == 0`
    pub fn is_zero(&mut self, a: Reg) -> Reg {
        let zero = self.number(0);
        self.op(Op::Eq(a, zero))
    }

    /// `a == number`
    pub fn equals(&mut self, a: Reg, number: u64) -> Reg {
        let number = self.number(number);
        self.op(Op::Eq(a, number))
    }

    /// `c ? a : b`
    pub fn select(&mut self, c: Reg, a: Reg, b: Reg) -> Reg {
        self.op(Op::Select(c, a, b))
    }

    /// `a + number`
    pub fn plus(&mut self, a: Reg, number: i64) -> Reg {
        let number = self.integer(number);
        self.op(Op::Add(a, number))
    }

    /// The disjunction of two optional flags.
    pub fn either(&mut self, a: Option<Reg>, b: Option<Reg>) -> Option<Reg> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.or(a, b)),
            (one, other) => one.or(other),
        }
    }

    /// `a & !flag`, for truth values.
    pub fn unless(&mut self, a: Reg, flag: Option<Reg>) -> Reg {
        match flag {
            Some(flag) => self.op(Op::AndNot(a, flag)),
            None => a,
        }
    }

    /// The table with these rows; a look-up outside gives the default.
    pub fn table(&mut self, name: &str, rows: Vec<u64>, default: u64) -> TableRef {
        self.shared.tables.add(name, rows, default)
    }

    /// Adds a fault where the register is not 0.
    pub fn check(&mut self, wrong: Reg) {
        if self.b.value(wrong) != Some(0) && !self.b.is_checked(wrong) {
            let fault = self.shared.next_fault();
            self.b.push(IrNode::Check(wrong, fault));
        }
    }

    /// Adds an unconditional fault.
    pub fn fault(&mut self) {
        let one = self.number(1);
        self.check(one);
    }

    /// Ends an `if`: each register that differs after its arms is replaced by one that both arms
    /// set.
    pub fn join(
        &mut self,
        scope: &mut RoutineScope<'_>,
        condition: Reg,
        bound: &[Option<Val>],
        first: &mut (Flow, Vec<Option<Val>>),
        (mut then_block, mut else_block): (Vec<IrNode>, Vec<IrNode>),
    ) {
        for (local, before) in scope.locals.iter_mut().zip(bound) {
            if before.is_none() {
                *local = None;
            }
        }
        let locals = first.1.iter_mut().zip(bound).filter(|(_, b)| b.is_some()).flat_map(|(l, _)| l);
        let ours: Vec<Reg> =
            first.0.registers().into_iter().chain(locals.flat_map(Val::registers)).map(|reg| *reg).collect();
        let theirs = self
            .flow
            .registers()
            .into_iter()
            .chain(scope.locals.iter_mut().flatten().flat_map(Val::registers));
        for (a, b) in ours.into_iter().zip(theirs) {
            if a != *b {
                let joined = self.b.joined();
                then_block.push(IrNode::Let(joined, Op::Copy(a)));
                else_block.push(IrNode::Let(joined, Op::Copy(*b)));
                *b = joined;
            }
        }
        self.b.push_if(condition, then_block, else_block);
    }
}
