//! Prints a machine; the output is the same on every run.

use super::Machine;
use super::ir::{ConstantTable, IrBlock, IrNode, Op, Reg, Routine, TableRef};
use std::fmt;

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl fmt::Display for TableRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Op::Const(value) => write!(f, "{}", ReadableNumber(value)),
            Op::Copy(a) => write!(f, "{a}"),
            Op::And(a, b) => write!(f, "{a} & {b}"),
            Op::Or(a, b) => write!(f, "{a} | {b}"),
            Op::Xor(a, b) => write!(f, "{a} ^ {b}"),
            Op::AndNot(a, b) => write!(f, "{a} & ~{b}"),
            Op::Add(a, b) => write!(f, "{a} + {b}"),
            Op::Sub(a, b) => write!(f, "{a} - {b}"),
            Op::Mul(a, b) => write!(f, "{a} * {b}"),
            Op::Div(a, b) => write!(f, "{a} / {b}"),
            Op::Rem(a, b) => write!(f, "{a} % {b}"),
            Op::Shl(a, b) => write!(f, "{a} << {b}"),
            Op::Shr(a, b) => write!(f, "{a} >> {b}"),
            Op::Field(a, shift, mask) => write!(f, "{a} >> {shift} & {}", ReadableNumber(mask)),
            Op::Put(a, b, shift, mask) => write!(f, "{a} with {b} & {} at {shift}", ReadableNumber(mask)),
            Op::FieldAt(a, b, width) => write!(f, "{a} >> {b} & ones {width}"),
            Op::PutAt(a, b, c, width) => write!(f, "{a} with {b} & ones {width} at {c}"),
            Op::Entry(a, b, s) => {
                write!(f, "{a} >> {b} * {} + {} & ones {}", s.stride, s.base, s.width)
            }
            Op::PutEntry(a, b, c, s) => {
                write!(f, "{a} with {b} & ones {} at {c} * {} + {}", s.width, s.stride, s.base)
            }
            Op::Index(a, stride, b) => write!(f, "{a} * {stride} + {b}"),
            Op::Eq(a, b) => write!(f, "{a} = {b}"),
            Op::Less(a, b) => write!(f, "{a} < {b}"),
            Op::LessEq(a, b) => write!(f, "{a} <= {b}"),
            Op::Below(a, b) => write!(f, "{a} below {b}"),
            Op::Bit(a, b) => write!(f, "bit {b} of {a}"),
            Op::Select(a, b, c) => write!(f, "if {a} then {b} else {c}"),
            Op::Table(t, a) => write!(f, "{t}[{a}]"),
            _ => self.fmt_named(f),
        }
    }
}

impl Op {
    /// Prints the operations that have names instead of signs.
    fn fmt_named(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Op::Popcount(a) => write!(f, "popcount {a}"),
            Op::Ctz(a) => write!(f, "ctz {a}"),
            Op::Lowest(a) => write!(f, "lowest {a}"),
            Op::Highest(a) => write!(f, "highest {a}"),
            Op::Ones(a) => write!(f, "ones {a}"),
            Op::Run(a, b, c) => write!(f, "run up {a} down {b} through {c}"),
            Op::Stop(a, b, c) => write!(f, "stop up {a} down {b} through {c}"),
            Op::Union(t, a) => write!(f, "union of {t} over {a}"),
            Op::Subsets(t, a, b) => write!(f, "rows of {t} among {a} within {b}"),
            Op::AnySubset(t, a) => write!(f, "a row of {t} within {a}"),
            Op::Slide(t, a, b, c) => write!(f, "slide by {t}[{a}] to {b} through {c}"),
            Op::Back(t, a, b) => write!(f, "back by {t}[{a}] from {b}"),
            Op::Weigh(t, a, s) => {
                write!(f, "sum of {a} >> i * {} + {} & ones {} times {t}[i]", s.stride, s.base, s.width)
            }
            Op::Find(t, a) => write!(f, "row of {t} equal to {a}"),
            Op::Flood(t, a, b) => write!(f, "flood by {t} from {a} within {b}"),
            _ => Ok(()),
        }
    }
}

/// A number in decimal if it is small, otherwise in hexadecimal.
struct ReadableNumber(u64);

impl fmt::Display for ReadableNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 as i64 {
            small @ -1024..=1024 => write!(f, "{small}"),
            _ => write!(f, "{:#x}", self.0),
        }
    }
}

/// Prints a block, indented.
fn block(f: &mut fmt::Formatter<'_>, nodes: &IrBlock, depth: usize) -> fmt::Result {
    nodes.iter().try_for_each(|node| one(f, node, depth))
}

fn one(f: &mut fmt::Formatter<'_>, node: &IrNode, depth: usize) -> fmt::Result {
    let pad = "  ".repeat(depth);
    match node {
        IrNode::Let(reg, op) => writeln!(f, "{pad}{reg} = {op}"),
        IrNode::If(condition, then, otherwise) => {
            writeln!(f, "{pad}if {condition} {{")?;
            block(f, then, depth + 1)?;
            if !otherwise.is_empty() {
                writeln!(f, "{pad}}} else {{")?;
                block(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{pad}}}")
        }
        IrNode::ForBits { mask, bit, body, until } => {
            writeln!(f, "{pad}for bit {bit} of {mask}{} {{", Until(*until))?;
            block(f, body, depth + 1)?;
            writeln!(f, "{pad}}}")
        }
        IrNode::Repeat { count, pass, body, until } => {
            writeln!(f, "{pad}repeat {count} times, {pass} counts{} {{", Until(*until))?;
            block(f, body, depth + 1)?;
            writeln!(f, "{pad}}}")
        }
        IrNode::Check(reg, number) => writeln!(f, "{pad}fault {number} if {reg}"),
        IrNode::Return(reg) => writeln!(f, "{pad}return {reg}"),
        IrNode::Emit(reg) => writeln!(f, "{pad}emit {reg}"),
        IrNode::Emitted(reg) => writeln!(f, "{pad}{reg} = emitted"),
    }
}

struct Until(Option<Reg>);

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |reg| write!(f, " until {reg}"))
    }
}

impl fmt::Display for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "routine {} ({} inputs, {} registers)", self.name, self.inputs, self.registers)?;
        block(f, &self.body, 1)?;
        if !self.outputs.is_empty() {
            let outputs: Vec<String> = self.outputs.iter().map(Reg::to_string).collect();
            writeln!(f, "  give {}", outputs.join(", "))?;
        }
        Ok(())
    }
}

/// Prints the rows of a table, eight a line.
fn table(f: &mut fmt::Formatter<'_>, number: usize, table: &ConstantTable) -> fmt::Result {
    writeln!(
        f,
        "table t{number} {} ({} rows, else {})",
        table.name,
        table.rows.len(),
        ReadableNumber(table.default)
    )?;
    for rows in table.rows.chunks(8) {
        let rows: Vec<String> = rows.iter().map(|row| ReadableNumber(*row).to_string()).collect();
        writeln!(f, "  {}", rows.join(" "))?;
    }
    Ok(())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "machine {:?}", self.title)?;
        writeln!(f, "position: {} bits in {} words", self.layout.bits, self.layout.words)?;
        for field in &self.layout.fields {
            let slots: Vec<String> = field.bit_fields().map(|slot| place(&slot)).collect();
            let points = match field.additive.as_slice() {
                [] => String::new(),
                all if all.len() == field.entries() => ", additive".into(),
                some => format!(", additive entries {some:?}"),
            };
            writeln!(f, "  {}: {}{points}", field.name, slots.join(" "))?;
        }
        writeln!(f, "  turn: {}", place(&self.layout.turn))?;
        if self.layout.request.width > 0 {
            writeln!(f, "  asked: {}", place(&self.layout.request))?;
            for slot in &self.layout.arguments {
                writeln!(f, "  argument: {}", place(slot))?;
            }
        }
        let words = |words: &[u64]| words.iter().map(|w| format!("{w:#x}")).collect::<Vec<_>>().join(" ");
        writeln!(f, "start: {}", words(&self.start))?;
        writeln!(f, "key: {}", words(&self.key))?;
        for kind in &self.kinds {
            writeln!(f, "move {} = {} ({} choices)", kind.name, kind.code, kind.count())?;
        }
        self.routines().try_for_each(|routine| write!(f, "{routine}"))?;
        self.tables.iter().enumerate().try_for_each(|(number, rows)| table(f, number, rows))
    }
}

/// A bit field as `word:first..end`.
pub(super) fn place(slot: &super::layout::BitField) -> String {
    format!("{}:{}..{}", slot.word, slot.shift, u32::from(slot.shift) + u32::from(slot.width))
}
