//! The intermediate representation of machines: routines over 64-bit registers, in structured
//! blocks.
//!
//! A register is assigned once on every path, except one that a loop carries. No operation fails or
//! traps; the edge cases are defined once, in the docs of [`Op`], and every back end implements
//! them. Truth values are 0 and 1. Integers are signed, in two's complement, and wrap. Those of a
//! definition never do: the checker has proved that they are at most [`zug_lang::program::LIMIT`]
//! in magnitude, and only a few of them are ever added. In debug builds the interpreter panics
//! where one wraps.
//!
//! Control flow is structured, without jumps, so that a JIT needs no loop analysis (the argument of
//! WebAssembly); there are branches beside selects, because selecting pays for both arms.

/// A 64-bit register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u16);

impl Reg {
    /// The number of the register.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of [`crate::Machine::tables`], by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableRef(pub u32);

impl TableRef {
    /// The index of the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation without effects. `a`, `b`, `c` are its register operands in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// This number.
    Const(u64),
    /// `a`
    Copy(Reg),
    /// `a & b`
    And(Reg, Reg),
    /// `a | b`
    Or(Reg, Reg),
    /// `a ^ b`
    Xor(Reg, Reg),
    /// `a & !b`
    AndNot(Reg, Reg),
    /// `a + b`, wrapping.
    Add(Reg, Reg),
    /// `a - b`, wrapping.
    Sub(Reg, Reg),
    /// `a * b`, wrapping.
    Mul(Reg, Reg),
    /// `a / b` signed, rounded down; 0 where `b` is 0.
    Div(Reg, Reg),
    /// `a % b` signed, with the sign of `b`; 0 where `b` is 0.
    Rem(Reg, Reg),
    /// `a << b`; 0 where `b` (unsigned) is 64 or more.
    Shl(Reg, Reg),
    /// `a >> b`, unsigned; 0 where `b` (unsigned) is 64 or more.
    Shr(Reg, Reg),
    /// `(a >> shift) & mask`
    Field(Reg, u8, u64),
    /// `a` with `b & mask` at bit `shift` instead of the bits there.
    Put(Reg, Reg, u8, u64),
    /// `(a >> b) & ones(width)`; 0 where `b` is 64 or more.
    FieldAt(Reg, Reg, u8),
    /// `a` with the lowest `width` bits of `b` at bit `c` instead of the bits there; `a` where `c`
    /// is 64 or more.
    PutAt(Reg, Reg, Reg, u8),
    /// [`Op::FieldAt`] with the shift `b * stride + base`: entry `b` of a strip.
    Entry(Reg, Reg, Strip),
    /// [`Op::PutAt`] with the shift `c * stride + base`.
    PutEntry(Reg, Reg, Reg, Strip),
    /// `a * stride + b`, wrapping.
    Index(Reg, u64, Reg),
    /// The number of ones.
    Popcount(Reg),
    /// The number of the lowest one; 64 for 0.
    Ctz(Reg),
    /// The lowest one alone; 0 for 0.
    Lowest(Reg),
    /// The highest one alone; 0 for 0.
    Highest(Reg),
    /// The lowest `a` bits: none where `a` (signed) is 0 or less, all where it is 64 or more.
    Ones(Reg),
    /// `a == b`
    Eq(Reg, Reg),
    /// `a < b`, signed.
    Less(Reg, Reg),
    /// `a <= b`, signed.
    LessEq(Reg, Reg),
    /// `a < b`, unsigned.
    Below(Reg, Reg),
    /// Bit `b` of `a`; 0 where `b` is 64 or more.
    Bit(Reg, Reg),
    /// `b` where `a` is not 0, otherwise `c`.
    Select(Reg, Reg, Reg),
    /// Row `a` of a table; its default where there is no such row.
    Table(TableRef, Reg),
    /// The union (or) of all rows whose bit is set in `a`; bits without a row add nothing.
    Union(TableRef, Reg),
    /// The mask of the rows that are subsets of `b`, among those whose bit is set in `a`; bits
    /// without a row are not in it.
    Subsets(TableRef, Reg, Reg),
    /// Whether a row of the table is a subset of `a`.
    AnySubset(TableRef, Reg),
    /// The index of the first row equal to `a`; the number of rows if there is none.
    Find(TableRef, Reg),
    /// A run along a ray through the set `c`: the bits of `a` below its lowest bit that is not in
    /// `c`, and the bits of `b` above its highest bit that is not in `c`.
    Run(Reg, Reg, Reg),
    /// The bits that end the two runs of [`Op::Run`]; none for a run that does not end.
    Stop(Reg, Reg, Reg),
    /// The bits from which repeating the step of number `a`, through bits of `c` only, leads to a
    /// bit of `b` outside `c`. A step is four rows: the shift up, the shift down, the mask of the
    /// bits that have the step, and 0.
    Slide(TableRef, Reg, Reg, Reg),
    /// The bits from which the step of number `a`, as in [`Op::Slide`], leads to a bit of `b`.
    Back(TableRef, Reg, Reg),
    /// The sum over the entries of a strip in `a`, each times the table's row of the same number,
    /// wrapping.
    Weigh(TableRef, Reg, Strip),
    /// The bits of `b` that are reached from `a & b` through bits of `b`, where a bit leads to the
    /// bits of its row.
    Flood(TableRef, Reg, Reg),
}

/// Entries of equal width at equal distances in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// The lowest bit of entry 0.
    pub base: u8,
    /// The distance from one entry to the next, in bits.
    pub stride: u8,
    /// The width of an entry, in bits.
    pub width: u8,
}

impl Strip {
    /// The lowest bit of an entry; 64 or more for numbers far behind the last entry.
    pub fn shift(self, entry: u64) -> u64 {
        entry.saturating_mul(u64::from(self.stride)).saturating_add(u64::from(self.base))
    }
}

/// A node of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IrNode {
    /// Sets the register to the result of the operation.
    Let(Reg, Op),
    /// Runs the first block if the register is not 0, otherwise the second.
    If(Reg, IrBlock, IrBlock),
    /// Runs the block once for every one of `mask`, read at the beginning, from the lowest up.
    ForBits {
        /// The mask.
        mask: Reg,
        /// Set to the number of the bit.
        bit: Reg,
        /// The block.
        body: IrBlock,
        /// Ends the loop after a pass that leaves this register not 0.
        until: Option<Reg>,
    },
    /// Runs the block `count` times; the count is signed and read at the beginning.
    Repeat {
        /// The greatest number of passes.
        count: Reg,
        /// Set to the number of earlier passes: 0, 1, ..
        pass: Reg,
        /// The block.
        body: IrBlock,
        /// Ends the loop after a pass that leaves this register not 0.
        until: Option<Reg>,
    },
    /// Ends the routine with the fault of this number if the register is not 0.
    Check(Reg, u32),
    /// Ends the routine: play is over, with this payoff.
    Return(Reg),
    /// Appends a packed move.
    Emit(Reg),
    /// Sets the register to the number of moves emitted so far.
    Emitted(Reg),
}

/// Nodes in order.
pub type IrBlock = Vec<IrNode>;

/// A routine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routine {
    /// The name, for printing.
    pub name: String,
    /// The number of inputs, in the first registers: the words of a position and, where a move is
    /// played, the packed move.
    pub inputs: usize,
    /// The number of registers.
    pub registers: usize,
    /// The nodes.
    pub body: IrBlock,
    /// The registers with the results: the new words, then the reward. Empty where nothing is
    /// played.
    pub outputs: Vec<Reg>,
}

/// A constant table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConstantTable {
    /// The name, for printing; not unique.
    pub name: String,
    /// The rows.
    pub rows: Vec<u64>,
    /// The row of an index that has none.
    pub default: u64,
}

impl ConstantTable {
    /// The row with this index, or the default.
    pub fn row(&self, index: u64) -> u64 {
        usize::try_from(index).ok().and_then(|i| self.rows.get(i).copied()).unwrap_or(self.default)
    }
}

impl Op {
    /// The registers that it reads, in order.
    pub fn operands(&self) -> impl Iterator<Item = Reg> + use<> {
        let three = match *self {
            Op::Const(_) => [None, None, None],
            Op::Copy(a) | Op::Popcount(a) | Op::Ctz(a) | Op::Lowest(a) | Op::Highest(a) => {
                [Some(a), None, None]
            }
            Op::Field(a, ..) | Op::Ones(a) | Op::Table(_, a) | Op::Union(_, a) => [Some(a), None, None],
            Op::AnySubset(_, a) | Op::Find(_, a) | Op::Weigh(_, a, _) => [Some(a), None, None],
            Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) | Op::AndNot(a, b) => [Some(a), Some(b), None],
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) => [Some(a), Some(b), None],
            Op::Rem(a, b) | Op::Shl(a, b) | Op::Shr(a, b) | Op::Put(a, b, ..) => [Some(a), Some(b), None],
            Op::FieldAt(a, b, _) | Op::Entry(a, b, _) | Op::Index(a, _, b) | Op::Eq(a, b) => {
                [Some(a), Some(b), None]
            }
            Op::Less(a, b) | Op::LessEq(a, b) | Op::Below(a, b) | Op::Bit(a, b) => [Some(a), Some(b), None],
            Op::Subsets(_, a, b) | Op::Flood(_, a, b) | Op::Back(_, a, b) => [Some(a), Some(b), None],
            Op::PutAt(a, b, c, _) | Op::PutEntry(a, b, c, _) | Op::Select(a, b, c) => {
                [Some(a), Some(b), Some(c)]
            }
            Op::Run(a, b, c) | Op::Stop(a, b, c) | Op::Slide(_, a, b, c) => [Some(a), Some(b), Some(c)],
        };
        three.into_iter().flatten()
    }

    /// The table that it reads.
    pub fn table(&self) -> Option<TableRef> {
        match *self {
            Op::Table(t, _) | Op::Union(t, _) | Op::Subsets(t, ..) | Op::AnySubset(t, _) => Some(t),
            Op::Find(t, _) | Op::Flood(t, ..) | Op::Slide(t, ..) => Some(t),
            Op::Back(t, ..) | Op::Weigh(t, ..) => Some(t),
            _ => None,
        }
    }
}
