//! Lowers assignments: the value first, then the indexes, then the test of bounds, then the bits.

use super::emitter::RoutineEmitter;
use super::input::CompileInput;
use super::lower::{Made, RoutineCompiler};
use super::present::RoutineScope;
use super::value::{SetBits, Val};
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;
use zug_machine::ir::{Op, Reg, Strip};
use zug_machine::layout::{BitField, ValueEncoding};

impl CompileInput<'_> {
    /// Whether members can be added or removed in place, without loading the entry.
    fn joins(&self, id: FieldId, store: Store) -> bool {
        let ty = self.program.fields[id.index()].ty;
        store != Store::Set && !ty.or_none && matches!(ty.kind, Kind::Set(_))
    }
}

impl RoutineEmitter {
    /// The integer or set after adding or subtracting a value, and the type that it is known to
    /// have.
    pub fn changed(
        &mut self,
        old: Val,
        ty: Type,
        store: Store,
        (val, value): (Val, &Expr),
    ) -> Made<(Val, Type)> {
        match (old, val) {
            (Val::Int(old, none_old), Val::Int(new, none_new)) => {
                let none = self.either(none_old, none_new);
                let adds = store == Store::Add;
                let op = if adds { Op::Add(old, new) } else { Op::Sub(old, new) };
                let result = self.op(op);
                let kind = super::checks::sum(ty.kind, value.ty.kind, adds);
                let or_none = none.is_some();
                Ok((Val::Int(result, none), Type { kind, or_none }))
            }
            (Val::Set(old), Val::Set(new)) => {
                if let Some(flag) = new.none {
                    self.check(flag);
                }
                let none = old.none;
                let (old, new) = self.alike(old, new, value.span)?;
                let words = old.words.iter().zip(&new.words);
                let op = if store == Store::Add { Op::Or } else { Op::AndNot };
                let words = words.map(|(a, b)| self.op(op(*a, *b))).collect();
                let or_none = none.is_some();
                let kind =
                    if store == Store::Add { super::checks::joined(ty.kind, value.ty.kind) } else { ty.kind };
                // A set that is `none` stays `none`, and then has no bits.
                let none_now = none.filter(|_| !is_broken(Shortcut::NoneSet));
                let changed = self.empty_if(SetBits { words, none: None, range: old.range }, none_now);
                let changed = SetBits { none, ..changed };
                Ok((Val::Set(changed), Type { kind, or_none }))
            }
            _ => Err(super::unexpected(value.span)),
        }
    }

    fn join_part(&mut self, slots: &[BitField], entry: Reg, bits: Reg, store: Store) {
        let Some(first) = slots.first() else { return };
        let shift = self.shift_of(slots, entry);
        let moved = if first.width == 0 { self.number(0) } else { self.op(Op::Shl(bits, shift)) };
        for word in super::access::words(slots) {
            let old = self.flow.words[word];
            let here = self.is_in_word(slots, entry, word);
            let op = if store == Store::Add { Op::Or(old, moved) } else { Op::AndNot(old, moved) };
            let new = self.op(op);
            self.flow.words[word] = self.select(here, new, old);
        }
    }

    /// Adds the change of an entry to the reward if it is additive.
    fn count_gain(&mut self, coefficients: &[Option<i64>], entry: Reg, old: &Val, new: &Val) {
        let (Val::Int(old, _), Val::Int(new, _)) = (old, new) else { return };
        let change = self.op(Op::Sub(*new, *old));
        let table = self.table("worth", coefficients.iter().map(|c| c.unwrap_or(0) as u64).collect(), 0);
        let worth = self.op(Op::Table(table, entry));
        // `zug_analysis::additive` proves that all entries together are worth at most `LIMIT`, so
        // the rewards of a move sum up to at most twice that.
        let gained = self.op(Op::Mul(change, worth));
        self.flow.reward = self.op(Op::Add(self.flow.reward, gained));
    }

    /// Encodes a value: the inverse of `decoded`.
    pub fn encoded(&mut self, code: ValueEncoding, val: &Val) -> Vec<Reg> {
        match (code, val) {
            (ValueEncoding::Int { low, high, .. }, Val::Int(reg, none)) => {
                let bits = self.plus(*reg, low.wrapping_neg());
                let beyond = self.integer(high.wrapping_sub(low).wrapping_add(1));
                vec![none.map_or(bits, |flag| self.select(flag, beyond, bits))]
            }
            (_, Val::Set(bits)) => bits.words.iter().copied().chain(bits.none).collect(),
            (_, Val::Bool(reg) | Val::Element(reg, ..) | Val::Int(reg, _)) => vec![*reg],
            (_, Val::Nothing) => Vec::new(),
        }
    }

    fn write_part(&mut self, slots: &[BitField], entry: Reg, bits: Reg) {
        let Some(first) = slots.first().copied() else { return };
        let known = self.b.value(entry).map(|at| slots.get(at as usize).copied().unwrap_or(first));
        if let Some(slot) = known.or((slots.len() == 1).then_some(first)) {
            self.write_slot(slot, bits);
            return;
        }
        let strip = super::access::strip(slots);
        let shift = if strip.is_some() { entry } else { self.shift_of(slots, entry) };
        for word in super::access::words(slots) {
            let old = self.flow.words[word];
            let new = self.op(match strip {
                Some(Strip { stride: 0, .. }) => Op::Put(old, bits, first.shift, first.mask()),
                Some(strip) => Op::PutEntry(old, bits, entry, strip),
                None => Op::PutAt(old, bits, shift, first.width),
            });
            let here = self.is_in_word(slots, entry, word);
            self.flow.words[word] = self.select(here, new, old);
        }
    }

    /// Writes to a known bit field.
    pub fn write_slot(&mut self, slot: BitField, bits: Reg) {
        let old = self.flow.words[usize::from(slot.word)];
        self.flow.words[usize::from(slot.word)] = self.op(Op::Put(old, bits, slot.shift, slot.mask()));
    }

    /// The encoded argument of a request.
    pub fn argument_bits(&mut self, val: &Val, code: ValueEncoding, none: Option<Reg>) -> Reg {
        let bits = self.encoded(code, val).first().copied();
        let (bits, beyond) = match (code, bits) {
            (ValueEncoding::Int { low, high, .. }, Some(bits)) => {
                (bits, high.wrapping_sub(low).wrapping_add(1) as u64)
            }
            (ValueEncoding::Element { count, .. }, Some(bits)) => (bits, count as u64),
            (ValueEncoding::Int { low, high, .. }, None) => {
                return self.integer(high.wrapping_sub(low).wrapping_add(1));
            }
            (ValueEncoding::Element { count, .. }, None) => return self.number(count as u64),
            (_, bits) => return bits.unwrap_or_else(|| self.number(0)),
        };
        let beyond = self.number(beyond);
        none.map_or(bits, |flag| self.select(flag, beyond, bits))
    }
}

impl<'p> RoutineCompiler<'p> {
    /// Lowers an assignment.
    pub fn assign(
        &mut self,
        scope: &mut RoutineScope<'p>,
        place: &'p Place,
        store: Store,
        value: &'p Expr,
    ) -> Made<()> {
        match place {
            Place::Local(local) => self.assign_local(scope, *local, store, value),
            Place::Field(field, indexes) => self.assign_field(scope, (*field, indexes), store, value),
        }
    }

    fn assign_local(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        store: Store,
        value: &'p Expr,
    ) -> Made<()> {
        let val = self.expr(scope, value)?;
        let ty = scope.type_of(local).unwrap_or(value.ty);
        let (val, from) = match store {
            Store::Set => (val, value.ty),
            store => {
                let old = scope.locals.get(local.index()).cloned().flatten();
                let old = old.ok_or_else(|| super::unexpected(value.span))?;
                self.emit.changed(old, ty, store, (val, value))?
            }
        };
        self.store_local(scope, local, val, from)
    }

    pub fn store_local(
        &mut self,
        scope: &mut RoutineScope<'p>,
        local: LocalId,
        val: Val,
        from: Type,
    ) -> Made<()> {
        let ty = scope.type_of(local).unwrap_or(from);
        self.check_fits(&val, from, ty)?;
        let span = self.input.program.moves.first().map_or_else(Default::default, |m| m.span);
        let val = self.fit(val, ty, span)?;
        scope.bind(local, val);
        Ok(())
    }

    fn assign_field(
        &mut self,
        scope: &mut RoutineScope<'p>,
        (id, indexes): (FieldId, &'p [Expr]),
        store: Store,
        value: &'p Expr,
    ) -> Made<()> {
        let ty = self.input.program.fields[id.index()].ty;
        let val = self.expr(scope, value)?;
        let entry = self.entry(scope, id, indexes)?;
        if let Some(none) = entry.none {
            self.emit.check(none);
        }
        let entry = entry.number;
        if self.input.joins(id, store) {
            return self.join_set(id, entry, store, (val, value));
        }
        let additive = self.coefficients(id, entry);
        let old = if store == Store::Set && additive.is_none() { None } else { Some(self.load(id, entry)?) };
        let (new, from) = match (store, old.clone()) {
            (Store::Set, _) | (_, None) => (val, value.ty),
            (store, Some(old)) => self.emit.changed(old, ty, store, (val, value))?,
        };
        self.check_fits(&new, from, ty)?;
        let new = self.fit(new, ty, value.span)?;
        if let (Some(coefficients), Some(old)) = (additive, old) {
            self.emit.count_gain(coefficients, entry, &old, &new);
        }
        self.write(id, entry, &new);
        Ok(())
    }

    /// The worth of a point in each entry of a field, where this entry may be additive.
    fn coefficients(&self, id: FieldId, entry: Reg) -> Option<&'p [Option<i64>]> {
        let (_, all) = self.input.additive.fields.iter().find(|(field, _)| *field == id)?;
        let is_kept = |at: u64| all.get(at as usize).is_some_and(Option::is_none);
        (!self.emit.b.value(entry).is_some_and(is_kept)).then_some(all.as_slice())
    }

    /// Adds members to an entry, or removes them, in place.
    fn join_set(&mut self, id: FieldId, entry: Reg, store: Store, (val, value): (Val, &'p Expr)) -> Made<()> {
        if let Some(none) = self.none_flag(&val) {
            self.emit.check(none);
        }
        let ty = self.input.program.fields[id.index()].ty;
        let Val::Set(bits) = self.fit(val, ty, value.span)? else {
            return Err(super::unexpected(value.span));
        };
        let placed = &self.input.layout.fields[id.index()];
        for (slots, bits) in placed.parts.iter().zip(bits.words) {
            self.emit.join_part(slots, entry, bits, store);
        }
        Ok(())
    }

    /// Writes an entry.
    pub fn write(&mut self, id: FieldId, entry: Reg, val: &Val) {
        let placed = &self.input.layout.fields[id.index()];
        for (slots, bits) in placed.parts.iter().zip(self.emit.encoded(placed.code, val)) {
            self.emit.write_part(slots, entry, bits);
        }
    }
}
