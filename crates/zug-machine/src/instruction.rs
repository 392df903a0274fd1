//! The instructions of the interpreter, 16 bytes each: one for every operation, and a few for jumps
//! and loops.

use super::ir::{Op, Strip};

/// The operation of an instruction; see [`Op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is said at the operation of the same name")]
pub enum Opcode {
    Copy,
    And,
    Or,
    Xor,
    AndNot,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Field,
    Put,
    FieldAt,
    PutAt,
    /// `imm` holds base and stride (8 bits each), `small` the width.
    Entry,
    /// `imm` holds base and stride (8 bits each) and above them the third operand, `small` the
    /// width.
    PutEntry,
    Index,
    Popcount,
    Ctz,
    Lowest,
    Highest,
    Ones,
    Eq,
    Less,
    LessEq,
    Below,
    Bit,
    Select,
    Table,
    Union,
    Subsets,
    AnySubset,
    /// [`Op::AnySubset`] of rows that are few shapes at several places; see [`super::shapes`].
    AnyShape,
    Find,
    Run,
    Stop,
    /// `imm` holds the first row of the table (32 bits), the third operand (16) and the number of
    /// steps (16).
    Slide,
    Back,
    /// `b` holds base and stride (8 bits each), `small` the width.
    Weigh,
    Flood,
    /// Jumps to `imm` if `a` is 0.
    Unless,
    /// Jumps to `imm` if `a` is not 0.
    If,
    /// Jumps to `imm`.
    Jump,
    /// If `a` is 0, jumps to `imm`; otherwise sets `d` to the number of its lowest bit and `b` to
    /// its other bits.
    Bits,
    /// If `b` is not 0, sets `d` to the number of its lowest bit, removes that bit from `b`, and
    /// jumps to `imm`.
    NextBit,
    /// Sets `d` to 0; jumps to `imm` if `a <= 0`, signed.
    Passes,
    /// Adds 1 to `d`; jumps to `imm` if the sum is less than `a`, signed.
    NextPass,
    Check,
    Return,
    Emit,
    /// Emits a move for every bit of `a`: the number of the bit, shifted up by `small`, joined with
    /// `b`.
    EmitBits,
    Emitted,
    /// Ends the routine.
    End,
}

/// An instruction: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// Its operation.
    pub code: Opcode,
    /// A shift or a width.
    pub small: u8,
    /// The register that it sets.
    pub d: u16,
    /// The register with its first operand.
    pub a: u16,
    /// The register with its second operand.
    pub b: u16,
    /// A mask, a table, a target of a jump, or a third operand.
    pub imm: u64,
}

/// The opcode, `small` and `imm` of an operation, tables excepted; `third` is the register of the
/// third operand.
pub(super) fn encoded(op: &Op, third: u16) -> (Opcode, u8, u64) {
    let third = u64::from(third);
    match *op {
        Op::Const(_) | Op::Copy(_) => (Opcode::Copy, 0, 0),
        Op::And(..) => (Opcode::And, 0, 0),
        Op::Or(..) => (Opcode::Or, 0, 0),
        Op::Xor(..) => (Opcode::Xor, 0, 0),
        Op::AndNot(..) => (Opcode::AndNot, 0, 0),
        Op::Add(..) => (Opcode::Add, 0, 0),
        Op::Sub(..) => (Opcode::Sub, 0, 0),
        Op::Mul(..) => (Opcode::Mul, 0, 0),
        Op::Div(..) => (Opcode::Div, 0, 0),
        Op::Rem(..) => (Opcode::Rem, 0, 0),
        Op::Shl(..) => (Opcode::Shl, 0, 0),
        Op::Shr(..) => (Opcode::Shr, 0, 0),
        Op::Field(_, shift, mask) => (Opcode::Field, shift & 63, mask),
        Op::Put(_, _, shift, mask) => (Opcode::Put, shift & 63, mask),
        Op::FieldAt(_, _, width) => (Opcode::FieldAt, 0, super::eval::ones(width.into())),
        Op::PutAt(_, _, _, width) => (Opcode::PutAt, width, third),
        Op::Entry(_, _, strip) => (Opcode::Entry, strip.width, packed(strip)),
        Op::PutEntry(_, _, _, strip) => (Opcode::PutEntry, strip.width, packed(strip) | third << 16),
        Op::Index(_, stride, _) => (Opcode::Index, 0, stride),
        Op::Popcount(_) => (Opcode::Popcount, 0, 0),
        Op::Ctz(_) => (Opcode::Ctz, 0, 0),
        Op::Lowest(_) => (Opcode::Lowest, 0, 0),
        Op::Highest(_) => (Opcode::Highest, 0, 0),
        Op::Ones(_) => (Opcode::Ones, 0, 0),
        Op::Eq(..) => (Opcode::Eq, 0, 0),
        Op::Less(..) => (Opcode::Less, 0, 0),
        Op::LessEq(..) => (Opcode::LessEq, 0, 0),
        Op::Below(..) => (Opcode::Below, 0, 0),
        Op::Bit(..) => (Opcode::Bit, 0, 0),
        Op::Select(..) => (Opcode::Select, 0, third),
        Op::Table(..) => (Opcode::Table, 0, 0),
        Op::Union(..) => (Opcode::Union, 0, 0),
        Op::Subsets(..) => (Opcode::Subsets, 0, 0),
        Op::AnySubset(..) => (Opcode::AnySubset, 0, 0),
        Op::Find(..) => (Opcode::Find, 0, 0),
        Op::Run(..) => (Opcode::Run, 0, third),
        Op::Stop(..) => (Opcode::Stop, 0, third),
        Op::Slide(..) => (Opcode::Slide, 0, third),
        Op::Back(..) => (Opcode::Back, 0, 0),
        Op::Weigh(_, _, strip) => (Opcode::Weigh, strip.width, 0),
        Op::Flood(..) => (Opcode::Flood, 0, 0),
    }
}

/// Base and stride of a strip, 8 bits each.
pub(super) fn packed(strip: Strip) -> u64 {
    u64::from(strip.base) | u64::from(strip.stride) << 8
}
