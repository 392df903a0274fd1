//! Reads entries of fields and of constant tables.

use super::lower::{Lower, Made, Scope};
use super::value::Val;
use crate::machine::ir::{Op, Reg};
use crate::machine::layout::{Code, Slot};
use crate::program::*;

/// Which entry is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Its number.
    pub number: Reg,
    /// Whether an index is `none`; then the number means nothing.
    pub none: Option<Reg>,
}

impl<'p> Lower<'p> {
    /// The entry that indexes name, each in a domain of the given size.
    pub fn entry(&mut self, scope: &mut Scope<'p>, field: FieldId, indexes: &'p [Expr]) -> Made<Entry> {
        let mut entry = Entry { number: self.number(0), none: None };
        let domains = &self.program.fields[field.index()].indexes;
        for (index, domain) in indexes.iter().zip(domains) {
            let val = self.expr(scope, index)?;
            let none = self.none_flag(&val);
            entry.none = self.either(entry.none, none);
            let reg = if let Val::Element(reg, ..) = val { reg } else { self.number(0) };
            let size = self.size(*domain) as u64;
            entry.number = self.op(Op::Index(entry.number, size, reg));
        }
        Ok(entry)
    }

    /// An entry of a field.
    pub fn field(&mut self, scope: &mut Scope<'p>, id: FieldId, indexes: &'p [Expr], ty: Type) -> Made<Val> {
        let entry = self.entry(scope, id, indexes)?;
        let val = self.load(id, entry.number)?;
        let Some(none) = entry.none else { return Ok(val) };
        let span = self.program.fields[id.index()].span;
        let absent = self.constant(&ty.missing(), ty, span)?;
        self.choose(none, absent, val, ty, span)
    }

    /// The entry of this number; anything where there is none.
    pub fn load(&mut self, id: FieldId, entry: Reg) -> Made<Val> {
        let field = &self.program.fields[id.index()];
        let placed = &self.layout.fields[id.index()];
        let mut parts = Vec::new();
        for slots in &placed.parts {
            parts.push(self.load_part(slots, entry));
        }
        let parts = self.decoded(placed.code, parts);
        self.assemble(field.ty, &parts, field.span)
    }

    /// From the bits in a position to registers: integers begin at their lower bound.
    fn decoded(&mut self, code: Code, mut parts: Vec<Reg>) -> Vec<Reg> {
        if let (Code::Int { low, high, or_none }, Some(bits)) = (code, parts.first().copied()) {
            parts[0] = self.plus(bits, low);
            if or_none {
                let none = high.wrapping_sub(low).wrapping_add(1) as u64;
                parts.push(self.equals(bits, none));
            }
        }
        parts
    }

    /// One part of an entry.
    fn load_part(&mut self, slots: &[Slot], entry: Reg) -> Reg {
        let Some(first) = slots.first().copied() else { return self.number(0) };
        if let Some(slot) = self.b.value(entry).map(|at| slots.get(at as usize).copied().unwrap_or(first)) {
            let word = self.flow.words[slot.word as usize];
            return self.op(Op::Field(word, slot.shift, slot.mask()));
        }
        if slots.len() == 1 {
            let word = self.flow.words[first.word as usize];
            return self.op(Op::Field(word, first.shift, first.mask()));
        }
        let shift = self.shift_of(slots, entry);
        let word = self.word_of(slots, entry);
        self.op(Op::FieldAt(word, shift, first.width))
    }

    /// How far up the entry lies in its word.
    pub fn shift_of(&mut self, slots: &[Slot], entry: Reg) -> Reg {
        let first = slots.first().copied().unwrap_or_default();
        let stride = slots.get(1).map_or(0, |s| i64::from(s.shift) - i64::from(first.shift));
        let linear =
            |(i, slot): (usize, &Slot)| i64::from(slot.shift) == i64::from(first.shift) + stride * i as i64;
        if slots.iter().enumerate().all(linear) {
            let base = self.number(u64::from(first.shift));
            return match stride {
                0 => base,
                stride => self.op(Op::Index(entry, stride as u64, base)),
            };
        }
        let table = self.table("shift", slots.iter().map(|s| u64::from(s.shift)).collect(), 64);
        self.op(Op::Table(table, entry))
    }

    /// The word in which the entry lies.
    fn word_of(&mut self, slots: &[Slot], entry: Reg) -> Reg {
        let words = words(slots);
        let mut chosen = self.flow.words[*words.first().unwrap_or(&0)];
        for word in words.iter().skip(1) {
            let here = self.is_in_word(slots, entry, *word);
            chosen = self.select(here, self.flow.words[*word], chosen);
        }
        chosen
    }

    /// Whether the entry lies in this word.
    pub fn is_in_word(&mut self, slots: &[Slot], entry: Reg, word: usize) -> Reg {
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

    /// An entry of a constant table.
    pub fn constant_table(
        &mut self,
        scope: &mut Scope<'p>,
        id: TableId,
        indexes: &'p [Expr],
        expr: &'p Expr,
    ) -> Made<Val> {
        let table = &self.program.tables[id.index()];
        let mut number = self.number(0);
        let mut missing = None;
        for (index, run) in indexes.iter().zip(&table.indexes) {
            let val = self.expr(scope, index)?;
            let none = self.none_flag(&val);
            missing = self.either(missing, none);
            let (offset, size, outside) = self.offset(&val, *run, index.ty);
            missing = self.either(missing, outside);
            number = self.op(Op::Index(number, size, offset));
        }
        // One look-up with a default in place of a test, where all that is missing lies behind the last row.
        if indexes.len() == 1 && missing.is_some() {
            let beyond = self.number(u64::MAX >> 1);
            number = match missing {
                Some(flag) if !matches!(table.indexes[0], TableIndex::Domain(_)) => {
                    self.select(flag, beyond, number)
                }
                _ => number,
            };
            missing = None;
        }
        let ty = Type { kind: table.ty.kind, or_none: expr.ty.or_none };
        let val = self.look_up(&table.name, ty, &table.entries, number, expr.span)?;
        match missing {
            None => Ok(val),
            some => self.unless_missing(val, some, expr),
        }
    }

    /// Where an index lies in its run, how long the run is, and whether it lies outside.
    fn offset(&mut self, val: &Val, run: TableIndex, ty: Type) -> (Reg, u64, Option<Reg>) {
        match (val, run) {
            (Val::Element(reg, ..), TableIndex::Domain(domain)) => (*reg, self.size(domain) as u64, None),
            (Val::Int(reg, _), TableIndex::Ints { low, high }) => {
                let size = (i128::from(high) - i128::from(low) + 1).clamp(0, i128::from(u32::MAX)) as u64;
                let offset = self.plus(*reg, low.wrapping_neg());
                let inside = matches!(ty.kind, Kind::Int { low: l, high: h } if l >= low && h <= high);
                if inside {
                    return (offset, size, None);
                }
                let limit = self.number(size);
                let within = self.op(Op::Below(offset, limit));
                (offset, size, Some(self.not(within)))
            }
            _ => (self.number(0), 1, Some(self.number(1))),
        }
    }
}

/// The words in which slots lie, each once, in order.
pub(super) fn words(slots: &[Slot]) -> Vec<usize> {
    let all: std::collections::BTreeSet<usize> = slots.iter().map(|slot| usize::from(slot.word)).collect();
    all.into_iter().collect()
}
