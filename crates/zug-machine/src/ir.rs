//! Says what a machine computes: routines over 64-bit registers in structured blocks.
//!
//! Registers are assigned once on every path, apart from those that a loop carries along. Nothing here fails or traps; the edge cases are defined once, in the docs of [`Op`],
//! and every back end keeps to them. Truth values are 0 and 1. Integers are signed, two's complement, and wrap;
//! those of a definition never do, since `check` has proven that they lie within [`zug_lang::program::LIMIT`] and nothing
//! adds more than a few of them. In debug builds the interpreter stops where a sum or a product wraps all the same.
//!
//! Source of the form: structured control instead of jumps, so that a JIT needs no analysis of loops
//! (WebAssembly's argument), and no select-only code, which would pay for both arms.

/// A 64-bit register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u16);

impl Reg {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of [`crate::Machine::tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableRef(pub u32);

impl TableRef {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation without effects. `a`, `b` below are its operands in order.
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
    /// `a` with `(b & mask) << shift` in place of what stood there.
    Put(Reg, Reg, u8, u64),
    /// `(a >> b) & ones(width)`; 0 where `b` is 64 or more.
    FieldAt(Reg, Reg, u8),
    /// `a` with the lowest `width` bits of `b`, moved up by `c`, in place of what stood there; `a` where `c` is 64 or more.
    PutAt(Reg, Reg, Reg, u8),
    /// [`Op::FieldAt`] with the shift `b * stride + base`: an entry of a row of entries.
    Entry(Reg, Reg, Strip),
    /// [`Op::PutAt`] with the shift `c * stride + base`.
    PutEntry(Reg, Reg, Reg, Strip),
    /// `a * stride + b`, wrapping.
    Index(Reg, u64, Reg),
    /// How many bits are set.
    Popcount(Reg),
    /// The number of the lowest bit; 64 for 0.
    Ctz(Reg),
    /// The lowest bit alone; 0 for 0.
    Lowest(Reg),
    /// The highest bit alone; 0 for 0.
    Highest(Reg),
    /// The lowest `a` bits; none where `a` (signed) is 0 or less, all where it is 64 or more.
    Ones(Reg),
    /// `a == b`
    Eq(Reg, Reg),
    /// `a < b`, signed.
    Less(Reg, Reg),
    /// `a <= b`, signed.
    LessEq(Reg, Reg),
    /// `a < b`, unsigned.
    Below(Reg, Reg),
    /// Bit number `b` of `a`; 0 where `b` is 64 or more.
    Bit(Reg, Reg),
    /// `b` where `a` is not 0, else `c`.
    Select(Reg, Reg, Reg),
    /// The row `a` of a table; its default where there is no such row.
    Table(TableRef, Reg),
    /// All rows whose bit is set in `a`, joined; bits beyond the table add nothing.
    Union(TableRef, Reg),
    /// Of the rows whose bit is set in `a`, those that lie within `b`; rows beyond the table are not among them.
    Subsets(TableRef, Reg, Reg),
    /// Whether a row of the table lies within `a`.
    AnySubset(TableRef, Reg),
    /// The first row equal to `a`; the number of rows where there is none.
    Find(TableRef, Reg),
    /// Of the bits of `a` up to its lowest that is not in `c`, and those of `b` down to its highest that is not in
    /// `c`, all that come before it: a ray is followed through `c`.
    Run(Reg, Reg, Reg),
    /// The bits that end these two runs; none where a run does not end.
    Stop(Reg, Reg, Reg),
    /// The bits from which the step of row `a` leads, through bits of `c` any number of times, to a bit of `b`. A step is
    /// four rows: by how much up, by how much down, from which bits, and nothing.
    Slide(TableRef, Reg, Reg, Reg),
    /// The bits from which the step of row `a`, as in [`Op::Slide`], leads to a bit of `b`.
    Back(TableRef, Reg, Reg),
    /// The sum of the entries of a word, each as often as the table's row of its number says, wrapping.
    Weigh(TableRef, Reg, Strip),
    /// Bits of `b` (third) reached from `a` (second) `& b`, a bit leading to the bits of its row.
    Flood(TableRef, Reg, Reg),
}

/// Entries of equal width at equal distances in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// Where entry 0 begins.
    pub base: u8,
    /// How far one is from the next.
    pub stride: u8,
    /// How wide one is.
    pub width: u8,
}

impl Strip {
    /// Where an entry begins; beyond the word for what is no entry.
    pub fn shift(self, entry: u64) -> u64 {
        entry.saturating_mul(u64::from(self.stride)).saturating_add(u64::from(self.base))
    }
}

/// One step of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The register takes the result.
    Let(Reg, Op),
    /// The first block where the register is not 0, else the second.
    If(Reg, Block, Block),
    /// The block once for every bit of `mask`, as it was at the beginning, from the lowest on.
    ForBits {
        /// Which.
        mask: Reg,
        /// The number of the bit.
        bit: Reg,
        /// What is done.
        body: Block,
        /// The loop ends after a pass that leaves this register not 0.
        until: Option<Reg>,
    },
    /// The block `count` times (signed; taken at the beginning).
    Repeat {
        /// How often at most.
        count: Reg,
        /// Passes done before: 0, 1, ..
        pass: Reg,
        /// What is done.
        body: Block,
        /// The loop ends after a pass that leaves this register not 0.
        until: Option<Reg>,
    },
    /// Where the register is not 0, the routine ends with the fault of this number.
    Check(Reg, u32),
    /// The routine ends: the game is over, with this payoff.
    Return(Reg),
    /// Appends a packed move.
    Emit(Reg),
    /// The register takes the number of moves emitted so far.
    Emitted(Reg),
}

/// Steps in order.
pub type Block = Vec<Node>;

/// A program of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routine {
    /// For printing.
    pub name: String,
    /// The first registers hold the words of the position (and the packed move, where one is played).
    pub inputs: usize,
    /// Registers used.
    pub registers: usize,
    /// What is done.
    pub body: Block,
    /// Which registers hold the result at the end: the new words, then the gain. Empty where nothing is played.
    pub outputs: Vec<Reg>,
}

/// A constant table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// For printing; not unique.
    pub name: String,
    /// The rows.
    pub rows: Vec<u64>,
    /// What a row is that is not there.
    pub default: u64,
}

impl Table {
    /// The row of this number.
    pub fn row(&self, index: u64) -> u64 {
        usize::try_from(index).ok().and_then(|i| self.rows.get(i).copied()).unwrap_or(self.default)
    }
}

impl Op {
    /// The registers it reads.
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

    /// The table it reads.
    pub fn table(&self) -> Option<TableRef> {
        match *self {
            Op::Table(t, _) | Op::Union(t, _) | Op::Subsets(t, ..) | Op::AnySubset(t, _) => Some(t),
            Op::Find(t, _) | Op::Flood(t, ..) | Op::Slide(t, ..) => Some(t),
            Op::Back(t, ..) | Op::Weigh(t, ..) => Some(t),
            _ => None,
        }
    }
}
