//! The instructions of the interpreter: 16 bytes each, one for every operation and a few for jumps and loops.

use super::ir::{Op, Strip};

/// What an instruction does; see [`Op`].
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
    /// `imm` holds base and stride.
    Entry,
    /// `imm` holds base, stride and the third operand above 16 bits of them.
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
    /// [`Op::AnySubset`] where the rows are few shapes, moved; see [`super::shapes`].
    AnyShape,
    Find,
    Run,
    Stop,
    /// `imm` holds where the table begins (32 bits), the third operand (16), and how many steps there are (16).
    Slide,
    Back,
    /// `b` holds base and stride.
    Weigh,
    Flood,
    /// To `imm` unless `a`.
    Unless,
    /// To `imm` if `a`.
    If,
    /// To `imm`.
    Jump,
    /// `b = a`; to `imm` if it is 0, else `d` becomes its lowest bit's number, which is taken out of `b`.
    Bits,
    /// To `imm` if `b` is not 0, as above.
    NextBit,
    /// `d = 0`; to `imm` if `a <= 0`.
    Passes,
    /// `d += 1`; to `imm` if it is less than `a`.
    NextPass,
    Check,
    Return,
    Emit,
    /// For every bit of `a`: its number, up by `small`, with `b`, is emitted.
    EmitBits,
    Emitted,
    /// The end of the routine.
    End,
}

/// An instruction: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// What it does.
    pub code: Opcode,
    /// A shift or a width.
    pub small: u8,
    /// The register it sets.
    pub d: u16,
    /// Its first operand.
    pub a: u16,
    /// Its second operand.
    pub b: u16,
    /// A mask, a table, a target, a third operand.
    pub imm: u64,
}

/// The code of an operation with what is not one of its first two operands.
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

/// Base and stride, 8 bits each.
pub(super) fn packed(strip: Strip) -> u64 {
    u64::from(strip.base) | u64::from(strip.stride) << 8
}
