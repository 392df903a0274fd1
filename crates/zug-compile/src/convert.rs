//! Converts constants to registers, and values to the form of a type.

use super::emitter::RoutineEmitter;
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::value::{MemberRange, SetBits, Val};
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_machine::ir::{Op, Reg};

/// The width of the widest set that is kept in registers.
const MOST_MEMBERS: usize = 1 << 13;

/// The range, or an error if it is wider than [`MOST_MEMBERS`].
pub(super) fn fits(range: MemberRange, span: Span) -> Made<MemberRange> {
    if range.width <= MOST_MEMBERS { Ok(range) } else { Err(super::too_wide(span, MOST_MEMBERS)) }
}

impl CompileInput<'_> {
    /// The range of possible members of a set type. An error if it is wider than [`MOST_MEMBERS`].
    pub fn range(&self, kind: Kind, span: Span) -> Made<MemberRange> {
        let range = match kind {
            Kind::Set(domain) => MemberRange { low: 0, width: self.size(domain), domain: Some(domain) },
            Kind::IntSet { low, high } => {
                let width = usize::try_from((i128::from(high) - i128::from(low) + 1).max(0));
                MemberRange { low, width: width.unwrap_or(usize::MAX), domain: None }
            }
            _ => return Err(super::unexpected(span)),
        };
        fits(range, span)
    }

    /// The numbers that encode a constant: see [`super::value`].
    pub fn parts(&self, value: &Value, ty: Type, span: Span) -> Made<Vec<u64>> {
        match (ty.kind, value) {
            (Kind::Nothing, _) => Ok(Vec::new()),
            (Kind::Bool, value) => Ok(vec![u64::from(*value == Value::Bool(true))]),
            (Kind::Int { .. }, value) => {
                let number = if let Value::Int(n) = value { *n as u64 } else { 0 };
                let flag = ty.or_none.then(|| u64::from(*value == Value::None));
                Ok(std::iter::once(number).chain(flag).collect())
            }
            (Kind::Element(_), Value::Element(e)) => Ok(vec![u64::from(*e)]),
            (Kind::Element(domain), _) => Ok(vec![self.size(domain) as u64]),
            (kind, value) => {
                let range = self.range(kind, span)?;
                let mut words = vec![0u64; range.words()];
                let members = if let Value::Set(set) = value { set } else { &Set::default() };
                for member in members.iter() {
                    let at = member.wrapping_sub(range.low) as usize;
                    if at < range.width {
                        words[at / 64] |= 1 << (at % 64);
                    }
                }
                words.extend(ty.or_none.then(|| u64::from(*value == Value::None)));
                Ok(words)
            }
        }
    }

    /// The value of this type in these registers.
    pub fn assemble(&self, ty: Type, parts: &[Reg], span: Span) -> Made<Val> {
        let first = || parts.first().copied().ok_or_else(|| super::unexpected(span));
        Ok(match ty.kind {
            Kind::Nothing => Val::Nothing,
            Kind::Bool => Val::Bool(first()?),
            Kind::Int { .. } => Val::Int(first()?, parts.get(1).copied()),
            Kind::Element(domain) => Val::Element(first()?, domain, ty.or_none),
            kind => {
                let range = self.range(kind, span)?;
                let words = parts.get(..range.words()).ok_or_else(|| super::unexpected(span))?.to_vec();
                Val::Set(SetBits { words, none: parts.get(range.words()).copied(), range })
            }
        })
    }
}

impl RoutineEmitter {
    /// The set over another range; members outside it are dropped.
    pub fn rerange(&mut self, bits: SetBits, range: MemberRange) -> SetBits {
        if bits.range.low == range.low && bits.range.width == range.width {
            return SetBits { range, ..bits };
        }
        let up = bits.range.low.saturating_sub(range.low);
        let words = (0..range.words()).map(|word| self.moved_word(&bits.words, up, word, range)).collect();
        SetBits { words, none: bits.none, range }
    }

    /// One word of a set whose bits move up by `up`.
    fn moved_word(&mut self, words: &[Reg], up: i64, word: usize, range: MemberRange) -> Reg {
        let mut joined = self.number(0);
        for (from, reg) in words.iter().enumerate() {
            let by = (from as i64).saturating_mul(64).saturating_add(up).saturating_sub(word as i64 * 64);
            if by.abs() < 64 {
                let distance = self.number(by.unsigned_abs());
                let op = if by >= 0 { Op::Shl(*reg, distance) } else { Op::Shr(*reg, distance) };
                let moved = self.op(op);
                joined = self.or(joined, moved);
            }
        }
        let full = self.number(range.full(word));
        self.and(joined, full)
    }

    /// One register of a table row; a constant column needs no table.
    fn column(&mut self, name: &str, column: Vec<u64>, default: u64, index: Reg) -> Reg {
        if column.iter().all(|part| *part == default) {
            return self.number(default);
        }
        let truths = default < 2 && column.iter().all(|part| *part < 2);
        let table = self.table(name, column, default);
        let part = self.op(Op::Table(table, index));
        if truths {
            self.b.mark_truth(part);
        }
        part
    }
}

impl<'p> RoutineCompiler<'p> {
    /// A constant.
    pub fn constant(&mut self, value: &Value, ty: Type, span: Span) -> Made<Val> {
        let parts: Vec<Reg> =
            self.input.parts(value, ty, span)?.into_iter().map(|part| self.emit.number(part)).collect();
        self.input.assemble(ty, &parts, span)
    }

    /// The flag that a value is `none`; none where it never is.
    pub fn none_flag(&mut self, val: &Val) -> Option<Reg> {
        let flag = match val {
            Val::Bool(_) => None,
            Val::Int(_, none) => *none,
            Val::Element(reg, domain, true) => {
                let size = self.input.size(*domain) as u64;
                Some(self.emit.equals(*reg, size))
            }
            Val::Element(..) => None,
            Val::Set(bits) => bits.none,
            Val::Nothing => Some(self.emit.number(1)),
        };
        flag.filter(|flag| self.emit.b.value(*flag) != Some(0))
    }

    /// The value in the registers that a type has.
    pub fn fit(&mut self, val: Val, ty: Type, span: Span) -> Made<Val> {
        Ok(match (val, ty.kind) {
            (Val::Nothing, _) => self.constant(&Value::None, ty, span)?,
            (Val::Int(reg, none), Kind::Int { .. }) => {
                let none = ty.or_none.then(|| none.unwrap_or_else(|| self.emit.number(0)));
                Val::Int(reg, none)
            }
            (Val::Element(reg, domain, _), Kind::Element(_)) => Val::Element(reg, domain, ty.or_none),
            (Val::Set(bits), Kind::Set(_) | Kind::IntSet { .. }) => {
                let range = self.input.range(ty.kind, span)?;
                let mut bits = self.emit.rerange(bits, range);
                bits.none = ty.or_none.then(|| bits.none.unwrap_or_else(|| self.emit.number(0)));
                Val::Set(bits)
            }
            (val, _) => val,
        })
    }

    /// `c ? a : b`, register by register.
    pub fn choose(&mut self, c: Reg, a: Val, b: Val, ty: Type, span: Span) -> Made<Val> {
        let mut a = self.fit(a, ty, span)?;
        let mut b = self.fit(b, ty, span)?;
        for (mine, other) in a.registers().into_iter().zip(b.registers()) {
            *mine = self.emit.select(c, *mine, *other);
        }
        Ok(a)
    }

    /// The value of a table row of this type, by its number.
    pub fn look_up(&mut self, name: &str, ty: Type, rows: &[Value], index: Reg, span: Span) -> Made<Val> {
        let missing = self.input.parts(&ty.missing(), ty, span)?;
        let mut columns: Vec<Vec<u64>> = vec![Vec::with_capacity(rows.len()); missing.len()];
        for row in rows {
            for (column, part) in columns.iter_mut().zip(self.input.parts(row, ty, span)?) {
                column.push(part);
            }
        }
        let mut parts = Vec::new();
        for (column, default) in columns.into_iter().zip(missing) {
            parts.push(self.emit.column(name, column, default, index));
        }
        self.input.assemble(ty, &parts, span)
    }
}
