//! Emits the operations that read a table, each as [`Op`] defines it.
//!
//! No load leaves its table: an index is below the padded length by its bound, or by taking the
//! minimum of both. Small tables and masks are handled by straight-line code, large ones by a loop
//! over the rows.

mod displacements;
mod floods;
mod slides;

use super::constant_data::TableAddress;
use super::emit::{Emitter, Malformed, NO_ARGS};
use super::set_patterns::{FEW_BITS, Slid, SubsetCount, counted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use displacements::{Displacement, displacements};
use zug_machine::eval::{self, ones};
use zug_machine::ir::{ConstantTable, Op, Reg, Strip, TableRef};
use zug_machine::optimization::Optimization;
use zug_machine::shapes;

/// The most rows that are tested without a loop.
const FEW_ROWS: usize = 24;
/// The greatest operand for which the result of [`Op::AnySubset`] is tabulated.
const SMALL: u64 = (1 << 12) - 1;

/// How the rows in a mask are joined.
enum RowJoining {
    /// By a shift for each distance.
    Shifts(Vec<Displacement>),
    /// Row by row.
    Rows(TableAddress),
}

impl Emitter<'_, '_> {
    /// Emits an operation that reads a table.
    pub fn table_operation(&mut self, op: &Op) -> Result<Value, Malformed> {
        match *op {
            Op::Table(t, a) => {
                let most = self.bounds.of(a).most;
                let (place, index) = (self.place(t)?, self.value(a)?);
                Ok(self.row(place, index, most))
            }
            Op::Union(t, a) => {
                let (bits, mask) = (self.bounds.of(a).bits, self.value(a)?);
                let joining = self.joining(t, bits)?;
                Ok(self.joined(&joining, mask, bits))
            }
            Op::Subsets(t, a, b) => {
                let bits = self.bounds.of(a).bits;
                let (place, of, within) = (self.place(t)?, self.value(a)?, self.value(b)?);
                let of = self.rows_of(place, of);
                Ok(self.subsets(place, of, within, bits))
            }
            Op::AnySubset(t, a) => self.any_subset(t, a),
            Op::Find(t, a) => self.find(t, a),
            Op::Slide(t, a, b, c) => self.slide(Slid { table: t, step: a, ends: b, through: c }),
            Op::Back(t, a, b) => {
                let into = self.value(b)?;
                let step = self.step(t, a)?;
                Ok(self.back(&step, into))
            }
            Op::Weigh(t, a, strip) => self.weigh(t, a, strip),
            Op::Flood(t, a, b) => self.flood(t, a, b),
            _ => Err(Malformed("an operation that is none")),
        }
    }

    fn place(&self, table: TableRef) -> Result<TableAddress, Malformed> {
        self.rows.place(table).ok_or(Malformed("a table that is not there"))
    }

    fn table(&self, table: TableRef) -> Result<&ConstantTable, Malformed> {
        self.tables.get(table.index()).ok_or(Malformed("a table that is not there"))
    }

    /// The row with an index of at most `most`; the default behind the table.
    fn row(&mut self, place: TableAddress, index: Value, most: u64) -> Value {
        let index = if most <= place.last {
            index
        } else {
            let last = self.imm(place.last);
            self.b.ins().umin(index, last)
        };
        let (base, offset) = (self.imm(place.address), self.b.ins().ishl_imm_u(index, 3));
        let address = self.b.ins().iadd(base, offset);
        self.b.ins().load(I64, MemFlagsData::trusted().with_readonly(), address, 0)
    }

    /// The bits of a mask that number rows of a table.
    fn rows_of(&mut self, place: TableAddress, mask: Value) -> Value {
        self.masked(mask, ones(place.count), u64::MAX)
    }

    /// Whether so many bits are visited without a loop.
    fn are_few(&self, bits: u32) -> bool {
        bits <= FEW_BITS && self.optimizations.has(Optimization::Unroll)
    }

    /// Calls `pass` for every bit of a mask with at most `bits` ones, and carries a value along.
    fn each_bit(
        &mut self,
        mask: Value,
        bits: u32,
        start: Value,
        mut pass: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Value {
        if self.are_few(bits) {
            let (mut left, mut carried) = (mask, start);
            for at in 0..bits {
                carried = pass(self, left, carried);
                left = if at + 1 < bits { self.without_lowest(left) } else { left };
            }
            return carried;
        }
        let [left, carried] = [mask, start].map(|value| {
            let variable = self.b.declare_var(I64);
            self.b.def_var(variable, value);
            variable
        });
        let [again, exit] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(mask, again, NO_ARGS, exit, NO_ARGS);
        self.b.switch_to_block(again);
        let (now, before) = (self.b.use_var(left), self.b.use_var(carried));
        let after = pass(self, now, before);
        self.b.def_var(carried, after);
        let rest = self.without_lowest(now);
        self.b.def_var(left, rest);
        self.b.ins().brif(rest, again, NO_ARGS, exit, NO_ARGS);
        self.b.seal_block(again);
        self.go(exit);
        self.b.use_var(carried)
    }

    /// How at most `bits` rows of a table are joined.
    fn joining(&self, table: TableRef, bits: u32) -> Result<RowJoining, Malformed> {
        let shifts = bits > FEW_BITS && self.optimizations.has(Optimization::Shifts);
        let few = displacements(&self.table(table)?.rows).filter(|_| shifts);
        few.map_or_else(|| self.place(table).map(RowJoining::Rows), |few| Ok(RowJoining::Shifts(few)))
    }

    /// The union of the rows of a table in a mask with at most `bits` ones.
    fn joined(&mut self, joining: &RowJoining, mask: Value, bits: u32) -> Value {
        match joining {
            RowJoining::Shifts(few) => self.displaced(few, mask),
            RowJoining::Rows(place) => {
                let mask = self.rows_of(*place, mask);
                self.union(*place, mask, bits)
            }
        }
    }

    /// The union of the rows in a mask of row numbers.
    fn union(&mut self, place: TableAddress, mask: Value, bits: u32) -> Value {
        let zero = self.imm(0);
        self.each_bit(mask, bits, zero, |emitter, left, joined| {
            let index = emitter.b.ins().ctz(left);
            let row = emitter.row(place, index, 64);
            // If no bit is left, `ctz` is 64 and the row read is not one of the mask.
            let row = if emitter.are_few(bits) { emitter.b.ins().select(left, row, left) } else { row };
            emitter.b.ins().bor(joined, row)
        })
    }

    fn subsets(&mut self, place: TableAddress, of: Value, within: Value, bits: u32) -> Value {
        let zero = self.imm(0);
        self.each_bit(of, bits, zero, |emitter, left, found| {
            let index = emitter.b.ins().ctz(left);
            let row = emitter.row(place, index, 64);
            let beyond = emitter.b.ins().band_not(row, within);
            // 0 if no bit is left.
            let bit = emitter.lowest(left);
            let zero = emitter.imm(0);
            let more = emitter.b.ins().select(beyond, zero, bit);
            emitter.b.ins().bor(found, more)
        })
    }

    /// The number of rows that [`Op::Subsets`] finds, where it can be computed without the mask;
    /// see [`SubsetCount`].
    pub fn count_of_subsets(&mut self, found: Reg) -> Result<Option<Value>, Malformed> {
        let Some(SubsetCount { index, within, columns }) = counted(&self.bounds, found) else {
            return Ok(None);
        };
        let most = self.bounds.of(index).most;
        let (index, within, mut count) = (self.value(index)?, self.value(within)?, self.imm(0));
        for column in columns {
            let index = self.at_most(index, column.len() as u64 - 1, most);
            let address = self.rows.make(column);
            let row = self.made_row(address, index);
            let beyond = self.b.ins().band_not(row, within);
            let is_within = self.b.ins().icmp_imm_s(IntCC::Equal, beyond, 0);
            let one = self.b.ins().uextend(I64, is_within);
            count = self.b.ins().iadd(count, one);
        }
        Ok(Some(count))
    }

    /// A row of [`ConstantData::make`], by an index within it.
    fn made_row(&mut self, address: u64, index: Value) -> Value {
        let (base, offset) = (self.imm(address), self.b.ins().ishl_imm_u(index, 3));
        let address = self.b.ins().iadd(base, offset);
        self.b.ins().load(I64, MemFlagsData::trusted().with_readonly(), address, 0)
    }

    /// [`Op::AnySubset`] by a table with one bit for each operand up to `most`.
    fn any_subset_of_small(&mut self, rows: &[u64], x: Value, most: u64) -> Value {
        let is_any = |number: u64| eval::any_subset(rows, number);
        let word = |first: u64| (0..64).fold(0, |word, bit| word | is_any(first + bit) << bit);
        let address = self.rows.make((0..=most / 64).map(|at| word(at * 64)).collect());
        let index = self.b.ins().ushr_imm_u(x, 6);
        let bits = self.made_row(address, index);
        // The processor uses the last six bits of a shift.
        let bit = self.b.ins().ushr(bits, x);
        self.b.ins().band_imm_u(bit, 1)
    }

    fn any_subset(&mut self, table: TableRef, of: Reg) -> Result<Value, Malformed> {
        let x = self.value(of)?;
        let most = self.bounds.of(of).most;
        let rows = self.table(table)?.rows.clone();
        if most <= SMALL && rows.len() > 1 {
            return Ok(self.any_subset_of_small(&rows, x, most));
        }
        let shapes = self.optimizations.has(Optimization::Shapes).then(|| shapes::shapes(&rows)).flatten();
        let found = if let Some(written) = shapes {
            self.any_shape(&written, x)
        } else if rows.len() <= FEW_ROWS {
            let mut any = self.imm(0);
            for row in rows {
                let row = self.imm(row);
                let both = self.b.ins().band(x, row);
                let is_inside = self.b.ins().icmp(IntCC::Equal, both, row);
                let is_inside = self.b.ins().uextend(I64, is_inside);
                any = self.b.ins().bor(any, is_inside);
            }
            return Ok(any);
        } else {
            let place = self.place(table)?;
            return Ok(self.search(place, 1, 0, |emitter, row| {
                let beyond = emitter.b.ins().band_not(row, x);
                emitter.b.ins().icmp_imm_s(IntCC::Equal, beyond, 0)
            }));
        };
        let is_any = self.b.ins().icmp_imm_s(IntCC::NotEqual, found, 0);
        Ok(self.b.ins().uextend(I64, is_any))
    }

    /// The places of all shapes within `x`; see [`shapes`].
    fn any_shape(&mut self, mut written: &[u64], x: Value) -> Value {
        let mut any = self.imm(0);
        while let [starts, count, rest @ ..] = written {
            let (bits, others) = rest.split_at(rest.len().min(*count as usize));
            let all = self.all_of_shape(bits, x);
            let starts = self.imm(*starts);
            let here = self.b.ins().band(all, starts);
            any = self.b.ins().bor(any, here);
            written = others;
        }
        any
    }

    /// The places of a shape's lowest bit within `x`. For equal distances the length is doubled:
    /// four in a row are two pairs.
    fn all_of_shape(&mut self, bits: &[u64], x: Value) -> Value {
        let step = bits.first().copied().unwrap_or(0);
        let is_line = bits.iter().enumerate().all(|(at, bit)| *bit == step * (at as u64 + 1));
        let mut all = x;
        if is_line {
            let (mut length, target) = (1, bits.len() as u64 + 1);
            while length < target {
                let more = length.min(target - length);
                let moved = self.b.ins().ushr_imm_u(all, (step * more) as i64 & 63);
                all = self.b.ins().band(all, moved);
                length += more;
            }
            return all;
        }
        for bit in bits {
            let moved = self.b.ins().ushr_imm_u(x, (bit & 63) as i64);
            all = self.b.ins().band(all, moved);
        }
        all
    }

    /// Searches the rows for the first that `fits`: the result is `found` (or the row's number, for
    /// [`NUMBER`]), otherwise `none`.
    fn search(
        &mut self,
        place: TableAddress,
        found: u64,
        none: u64,
        fits: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let result = self.b.declare_var(I64);
        let nothing = self.imm(none);
        self.b.def_var(result, nothing);
        if place.count == 0 {
            return nothing;
        }
        let at = self.b.declare_var(I64);
        let zero = self.imm(0);
        self.b.def_var(at, zero);
        let [again, hit, next, exit] = [(); 4].map(|()| self.b.create_block());
        self.b.ins().jump(again, NO_ARGS);
        self.b.switch_to_block(again);
        let now = self.b.use_var(at);
        let row = self.row(place, now, place.count - 1);
        let is_it = fits(self, row);
        self.b.ins().brif(is_it, hit, NO_ARGS, next, NO_ARGS);
        self.go(hit);
        let number = if found == NUMBER { now } else { self.imm(found) };
        self.b.def_var(result, number);
        self.b.ins().jump(exit, NO_ARGS);
        self.go(next);
        let after = self.b.ins().iadd_imm_s(now, 1);
        self.b.def_var(at, after);
        let more = self.b.ins().icmp_imm_s(IntCC::UnsignedLessThan, after, place.count as i64);
        self.b.ins().brif(more, again, NO_ARGS, exit, NO_ARGS);
        self.b.seal_block(again);
        self.go(exit);
        self.b.use_var(result)
    }

    fn find(&mut self, table: TableRef, value: Reg) -> Result<Value, Malformed> {
        let (place, value) = (self.place(table)?, self.value(value)?);
        Ok(self.search(place, NUMBER, place.count, |emitter, row| {
            emitter.b.ins().icmp(IntCC::Equal, row, value)
        }))
    }

    fn weigh(&mut self, table: TableRef, word: Reg, strip: Strip) -> Result<Value, Malformed> {
        let weights = self.table(table)?.rows.clone();
        let word = self.value(word)?;
        let mut sum = self.imm(0);
        for (entry, weight) in weights.iter().enumerate() {
            // The shift saturates beyond the word, where entries are 0.
            let shift = strip.shift(entry as u64);
            if shift >= 64 || *weight == 0 {
                continue;
            }
            let moved = self.b.ins().ushr_imm_u(word, shift as i64);
            let one = self.masked(moved, ones(strip.width.into()), u64::MAX >> shift);
            let weight = self.imm(*weight);
            let product = self.b.ins().imul(one, weight);
            sum = self.b.ins().iadd(sum, product);
        }
        Ok(sum)
    }

    /// The set, and all that `next` makes of what was new before, until nothing is new.
    fn until_nothing_is_new(&mut self, start: Value, next: impl FnOnce(&mut Self, Value) -> Value) -> Value {
        let [all, frontier] = [(); 2].map(|()| {
            let variable = self.b.declare_var(I64);
            self.b.def_var(variable, start);
            variable
        });
        let [again, exit] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().brif(start, again, NO_ARGS, exit, NO_ARGS);
        self.b.switch_to_block(again);
        let now = self.b.use_var(frontier);
        let found = next(self, now);
        let before = self.b.use_var(all);
        let new = self.b.ins().band_not(found, before);
        let joined = self.b.ins().bor(before, new);
        self.b.def_var(all, joined);
        self.b.def_var(frontier, new);
        self.b.ins().brif(new, again, NO_ARGS, exit, NO_ARGS);
        self.b.seal_block(again);
        self.go(exit);
        self.b.use_var(all)
    }
}

/// Asks [`Emitter::search`] for the number of the row.
const NUMBER: u64 = u64::MAX;
