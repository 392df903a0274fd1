//! Lowers reads of fields and of constant tables.

use super::emitter::RoutineEmitter;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::Val;
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg, Strip};
use zug_machine::layout::{BitField, ValueEncoding};

/// An entry of a field or table.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryRef {
    /// The number of the entry.
    pub number: Reg,
    /// Whether an index is `none`; then the number has no meaning.
    pub none: Option<Reg>,
}

impl RoutineEmitter {
    /// Decodes the bits of an entry: an integer is stored less its lower bound, and `none` as the
    /// first code behind the upper bound.
    fn decoded(&mut self, code: ValueEncoding, mut parts: Vec<Reg>) -> Vec<Reg> {
        if let (ValueEncoding::Int { low, high, or_none }, Some(bits)) = (code, parts.first().copied()) {
            parts[0] = self.plus(bits, low);
            if or_none {
                let none = high.wrapping_sub(low).wrapping_add(1) as u64;
                parts.push(self.equals(bits, none));
            }
        }
        parts
    }

    /// The bits of one part of an entry.
    fn load_part(&mut self, slots: &[BitField], entry: Reg) -> Reg {
        let Some(first) = slots.first().copied() else { return self.number(0) };
        if let Some(slot) = self.b.value(entry).map(|at| slots.get(at as usize).copied().unwrap_or(first)) {
            let word = self.flow.words[slot.word as usize];
            return self.op(Op::Field(word, slot.shift, slot.mask()));
        }
        if slots.len() == 1 {
            let word = self.flow.words[first.word as usize];
            return self.op(Op::Field(word, first.shift, first.mask()));
        }
        let word = self.word_of(slots, entry);
        match strip(slots) {
            Some(Strip { stride: 0, .. }) => return self.op(Op::Field(word, first.shift, first.mask())),
            Some(strip) => return self.op(Op::Entry(word, entry, strip)),
            None => {}
        }
        let shift = self.shift_of(slots, entry);
        self.op(Op::FieldAt(word, shift, first.width))
    }

    /// The position of the entry's lowest bit in its word.
    pub fn shift_of(&mut self, slots: &[BitField], entry: Reg) -> Reg {
        if let Some(strip) = strip(slots) {
            let base = self.number(u64::from(strip.base));
            return match strip.stride {
                0 => base,
                stride => self.op(Op::Index(entry, stride.into(), base)),
            };
        }
        let table = self.table("shift", slots.iter().map(|s| u64::from(s.shift)).collect(), 64);
        self.op(Op::Table(table, entry))
    }

    /// The word that contains the entry.
    fn word_of(&mut self, slots: &[BitField], entry: Reg) -> Reg {
        let words = words(slots);
        let mut chosen = self.flow.words[*words.first().unwrap_or(&0)];
        for word in words.iter().skip(1) {
            let here = self.is_in_word(slots, entry, *word);
            chosen = self.select(here, self.flow.words[*word], chosen);
        }
        chosen
    }

    /// Whether this word contains the entry.
    pub fn is_in_word(&mut self, slots: &[BitField], entry: Reg, word: usize) -> Reg {
        let rows: Vec<u64> = slots.iter().map(|s| u64::from(usize::from(s.word) == word)).collect();
        match rows[..] {
            [0, 1] => entry,
            [1, 0] => self.not(entry),
            _ if rows.iter().all(|row| *row == 1) => self.number(1),
            _ => {
                let table = self.table("word", rows, 0);
                self.op(Op::Table(table, entry))
            }
        }
    }
}

impl<'p> RoutineCompiler<'p> {
    /// The entry of a field at these indexes.
    pub fn entry(
        &mut self,
        scope: &mut RoutineScope<'p>,
        field: FieldId,
        indexes: &'p [Expr],
    ) -> Made<EntryRef> {
        let mut entry = EntryRef { number: self.emit.number(0), none: None };
        let domains = &self.input.program.fields[field.index()].indexes;
        for (index, domain) in indexes.iter().zip(domains) {
            let val = self.expr(scope, index)?;
            let none = self.none_flag(&val);
            entry.none = self.emit.either(entry.none, none);
            let reg = if let Val::Element(reg, ..) = val { reg } else { self.emit.number(0) };
            let size = self.input.size(*domain) as u64;
            entry.number = self.emit.op(Op::Index(entry.number, size, reg));
        }
        Ok(entry)
    }

    /// The value of an entry of a field.
    pub fn field(
        &mut self,
        scope: &mut RoutineScope<'p>,
        id: FieldId,
        indexes: &'p [Expr],
        ty: Type,
    ) -> Made<Val> {
        let entry = self.entry(scope, id, indexes)?;
        let val = self.load(id, entry.number)?;
        let Some(none) = entry.none else { return Ok(val) };
        let span = self.input.program.fields[id.index()].span;
        let absent = self.constant(&ty.missing(), ty, span)?;
        self.choose(none, absent, val, ty, span)
    }

    /// The value of the entry with this number; it has no meaning if there is no such entry.
    pub fn load(&mut self, id: FieldId, entry: Reg) -> Made<Val> {
        let field = &self.input.program.fields[id.index()];
        let placed = &self.input.layout.fields[id.index()];
        let mut parts = Vec::new();
        for slots in &placed.parts {
            parts.push(self.emit.load_part(slots, entry));
        }
        let parts = self.emit.decoded(placed.code, parts);
        self.input.assemble(field.ty, &parts, field.span)
    }

    /// The strip of a field whose only index is this local and whose integers are never `none`: the
    /// word, the strip, and the integer that the bits 0 stand for. None if the entries are not side
    /// by side in one word.
    pub fn strip_of(&self, id: FieldId, indexes: &[Expr], local: LocalId) -> Option<(Reg, Strip, i64)> {
        let placed = &self.input.layout.fields[id.index()];
        let ValueEncoding::Int { low, or_none: false, .. } = placed.code else { return None };
        let own = matches!(indexes, [Expr { kind: ExprKind::Local(index), .. }] if *index == local);
        let slots = placed.parts.first().filter(|_| own)?;
        let [word] = words(slots)[..] else { return None };
        let strip = strip(slots).filter(|strip| strip.stride > 0)?;
        Some((self.emit.flow.words[word], strip, low))
    }

    /// The value of an entry of a constant table.
    pub fn constant_table(
        &mut self,
        scope: &mut RoutineScope<'p>,
        id: TableId,
        indexes: &'p [Expr],
        expr: &'p Expr,
    ) -> Made<Val> {
        let table = &self.input.program.tables[id.index()];
        let (mut dims, mut missing) = (Vec::new(), None);
        for (index, run) in indexes.iter().zip(&table.indexes) {
            let val = self.expr(scope, index)?;
            let none = self.none_flag(&val);
            missing = self.emit.either(missing, none);
            let (offset, size, outside) = self.offset(&val, *run, index.ty);
            missing = self.emit.either(missing, outside);
            dims.push((offset, size));
        }
        // With one index, a missing entry needs no test: its row lies behind the last one, and the
        // look-up gives the default.
        if let ([(number, _)], Some(flag)) = (&mut dims[..], missing) {
            let beyond = self.emit.number(u64::MAX >> 1);
            if !matches!(table.indexes[0], TableIndex::Domain(_)) {
                *number = self.emit.select(flag, beyond, *number);
            }
            missing = None;
        }
        let ty = Type { kind: table.ty.kind, or_none: expr.ty.or_none };
        let val = self.look_up_at(&table.name, ty, &table.entries, &dims, expr.span)?;
        match missing {
            None => Ok(val),
            some => self.unless_missing(val, some, expr),
        }
    }

    /// The value of a table entry of this type. Known indexes select a part of the table at compile
    /// time.
    pub fn look_up_at(
        &mut self,
        name: &str,
        ty: Type,
        entries: &[Value],
        dims: &[(Reg, u64)],
        span: zug_lang::source::Span,
    ) -> Made<Val> {
        let mut rows: Vec<&Value> = entries.iter().collect();
        let mut number = self.emit.number(0);
        let mut behind = entries.len();
        let mut before = 1;
        for (reg, size) in dims {
            let size = *size as usize;
            behind = behind.checked_div(size).unwrap_or(0);
            match self.emit.b.value(*reg) {
                Some(at) if at < size as u64 && dims.len() > 1 => {
                    let blocks = rows.chunks(behind.max(1) * size);
                    let kept = |block: &[&'_ Value]| -> Vec<usize> {
                        let from = at as usize * behind;
                        (from..(from + behind).min(block.len())).collect()
                    };
                    let mut fewer = Vec::with_capacity(before * behind);
                    for block in blocks {
                        fewer.extend(kept(block).into_iter().map(|i| block[i]));
                    }
                    rows = fewer;
                }
                _ => {
                    number = self.emit.op(Op::Index(number, size as u64, *reg));
                    before *= size;
                }
            }
        }
        let rows: Vec<Value> = rows.into_iter().cloned().collect();
        self.look_up(name, ty, &rows, number, span)
    }

    /// The offset of an index in its run, the length of the run, and whether the index is outside.
    fn offset(&mut self, val: &Val, run: TableIndex, ty: Type) -> (Reg, u64, Option<Reg>) {
        match (val, run) {
            (Val::Element(reg, ..), TableIndex::Domain(domain)) => {
                (*reg, self.input.size(domain) as u64, None)
            }
            (Val::Int(reg, _), TableIndex::Ints { low, high }) => {
                let size = (i128::from(high) - i128::from(low) + 1).clamp(0, i128::from(u32::MAX)) as u64;
                let offset = self.emit.plus(*reg, low.wrapping_neg());
                let inside = matches!(ty.kind, Kind::Int { low: l, high: h } if l >= low && h <= high);
                if inside {
                    return (offset, size, None);
                }
                let limit = self.emit.number(size);
                let within = self.emit.op(Op::Below(offset, limit));
                (offset, size, Some(self.emit.not(within)))
            }
            _ => (self.emit.number(0), 1, Some(self.emit.number(1))),
        }
    }
}

/// The common base and distance of bit fields whose shifts form an arithmetic progression. Their
/// words may differ.
pub(super) fn strip(slots: &[BitField]) -> Option<Strip> {
    let first = slots.first()?;
    let stride = slots.get(1).map_or(0, |s| i32::from(s.shift) - i32::from(first.shift));
    let linear = |(i, slot): (i32, &BitField)| i32::from(slot.shift) == i32::from(first.shift) + stride * i;
    let equal = (0..).zip(slots).all(linear);
    let stride = u8::try_from(stride).ok().filter(|_| equal)?;
    Some(Strip { base: first.shift, stride, width: first.width })
}

/// The words of bit fields, each once, in order.
pub(super) fn words(slots: &[BitField]) -> Vec<usize> {
    let all: std::collections::BTreeSet<usize> = slots.iter().map(|slot| usize::from(slot.word)).collect();
    all.into_iter().collect()
}
