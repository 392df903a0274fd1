//! Emits the operations that read no table, each as [`Op`] defines it.
//!
//! A shift by 64 or more is tested for only where the bound of its register allows one.

use super::bounds::below_power;
use super::emit::{Emitter, Malformed, PartialMove};
use super::set_patterns::slid;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_machine::eval::{self, ones};
use zug_machine::ir::{Op, Reg, Strip};

/// The lowest bit of an entry in its word.
enum EntryShift {
    /// Beyond the word, whatever the register holds.
    Beyond,
    /// A shift, which may be beyond the word.
    NodeValues {
        /// The shift, below 64 if `inside` holds.
        shift: Value,
        /// Whether the shift is below 64; none where it always is.
        inside: Option<Value>,
    },
}

impl Emitter<'_, '_> {
    /// Emits an operation.
    pub fn operation(&mut self, op: &Op) -> Result<Value, Malformed> {
        let binary = |emitter: &mut Self, a: Reg, b: Reg| Ok((emitter.value(a)?, emitter.value(b)?));
        match *op {
            Op::Const(value) => Ok(self.imm(value)),
            Op::Copy(a) => self.value(a),
            Op::And(a, b) => match slid(&self.bounds, a, b) {
                Some(slid) => self.slide_through(slid),
                None => binary(self, a, b).map(|(a, b)| self.b.ins().band(a, b)),
            },
            Op::Or(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().bor(a, b)),
            Op::Xor(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().bxor(a, b)),
            Op::AndNot(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().band_not(a, b)),
            Op::Add(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().iadd(a, b)),
            Op::Sub(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().isub(a, b)),
            Op::Mul(a, b) => binary(self, a, b).map(|(a, b)| self.b.ins().imul(a, b)),
            Op::Div(a, b) => self.division(a, b, true),
            Op::Rem(a, b) => self.division(a, b, false),
            Op::Shl(a, b) => {
                let (a, at) = (self.value(a)?, self.at(b)?);
                Ok(self.up(a, &at))
            }
            Op::Shr(a, b) => {
                let (a, at) = (self.value(a)?, self.at(b)?);
                Ok(self.down(a, &at))
            }
            Op::Field(a, shift, mask) => {
                if let Some(part) = self.part_of_move(a, shift, mask) {
                    return Ok(part);
                }
                let a = self.value(a)?;
                let moved = self.b.ins().ushr_imm_u(a, i64::from(shift & 63));
                Ok(self.masked(moved, mask, u64::MAX >> (shift & 63)))
            }
            Op::Put(a, b, shift, mask) => self.put(a, b, shift & 63, mask),
            Op::FieldAt(a, b, width) => {
                let at = self.at(b)?;
                self.field_at(a, &at, width)
            }
            Op::Entry(a, b, strip) => {
                let at = self.entry(b, strip)?;
                self.field_at(a, &at, strip.width)
            }
            Op::PutAt(a, b, c, width) => {
                let at = self.at(c)?;
                self.put_at(a, b, &at, width)
            }
            Op::PutEntry(a, b, c, strip) => {
                let at = self.entry(c, strip)?;
                if let Some(more) = self.increase(a, b, c, strip) {
                    let (a, more) = (self.value(a)?, self.value(more)?);
                    let moved = self.up(more, &at);
                    return Ok(self.b.ins().iadd(a, moved));
                }
                self.put_at(a, b, &at, strip.width)
            }
            Op::Index(a, stride, b) => {
                let (a, b, stride) = (self.value(a)?, self.value(b)?, self.imm(stride));
                let product = self.b.ins().imul(a, stride);
                Ok(self.b.ins().iadd(product, b))
            }
            Op::Popcount(a) => match self.count_of_subsets(a)? {
                Some(count) => Ok(count),
                None => self.value(a).map(|a| self.b.ins().popcnt(a)),
            },
            Op::Ctz(a) => self.value(a).map(|a| self.b.ins().ctz(a)),
            Op::Lowest(a) => self.value(a).map(|a| self.lowest(a)),
            Op::Highest(a) => self.value(a).map(|a| self.highest(a)),
            Op::Ones(a) => self.low_bits(a),
            Op::Eq(a, b) => self.compare(IntCC::Equal, a, b),
            Op::Less(a, b) => self.compare(IntCC::SignedLessThan, a, b),
            Op::LessEq(a, b) => self.compare(IntCC::SignedLessThanOrEqual, a, b),
            Op::Below(a, b) => self.compare(IntCC::UnsignedLessThan, a, b),
            Op::Bit(a, b) => {
                let at = self.at(b)?;
                self.field_at(a, &at, 1)
            }
            Op::Select(a, b, c) => {
                let (a, b, c) = (self.value(a)?, self.value(b)?, self.value(c)?);
                Ok(self.b.ins().select(a, b, c))
            }
            Op::Run(a, b, c) => self.run(a, b, c),
            Op::Stop(a, b, c) => self.stop(a, b, c),
            _ => self.table_operation(op),
        }
    }

    /// Recognizes `entry = entry + more` where the sum surely fits: then `more`, shifted, can be
    /// added to the word.
    fn increase(&self, a: Reg, b: Reg, c: Reg, strip: Strip) -> Option<Reg> {
        let Op::Add(x, y) = self.bounds.made(b)? else { return None };
        let is_it = |reg| self.bounds.made(reg) == Some(Op::Entry(a, c, strip));
        let more = if is_it(x) { y } else { Some(x).filter(|_| is_it(y))? };
        let stays = [a, c].into_iter().all(|reg| self.bounds.is_set_once(reg));
        (stays && self.most(b) <= ones(strip.width.into())).then_some(more)
    }

    /// The unknown parameter of the move that is played, if the field is that.
    fn part_of_move(&mut self, a: Reg, shift: u8, mask: u64) -> Option<Value> {
        let PartialMove { number, most, shift: at, rest } = self.packed(a)?;
        let is_it = shift == at && eval::shr(rest, at.into()) == 0;
        is_it.then(|| self.masked(number, mask, below_power(most)))
    }

    fn compare(&mut self, how: IntCC, a: Reg, b: Reg) -> Result<Value, Malformed> {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let holds = self.b.ins().icmp(how, a, b);
        Ok(self.b.ins().uextend(I64, holds))
    }

    /// `value & mask`, where only bits of `possible` can be set.
    pub fn masked(&mut self, value: Value, mask: u64, possible: u64) -> Value {
        if possible & !mask == 0 {
            return value;
        }
        let mask = self.imm(mask);
        self.b.ins().band(value, mask)
    }

    /// The shift in a register.
    fn at(&mut self, by: Reg) -> Result<EntryShift, Malformed> {
        self.entry(by, Strip { base: 0, stride: 1, width: 0 })
    }

    /// The shift of an entry; see [`Strip::shift`].
    fn entry(&mut self, number: Reg, strip: Strip) -> Result<EntryShift, Malformed> {
        if let Some(number) = self.known(number) {
            let shift = strip.shift(number);
            let here = |shift| EntryShift::NodeValues { shift, inside: None };
            return Ok(if shift < 64 { here(self.imm(shift)) } else { EntryShift::Beyond });
        }
        let Some(room) = 63u64.checked_sub(strip.base.into()) else { return Ok(EntryShift::Beyond) };
        if strip.stride == 0 {
            return Ok(EntryShift::NodeValues { shift: self.imm(strip.base.into()), inside: None });
        }
        let last = room / u64::from(strip.stride);
        let most = self.bounds.of(number).most;
        let number = self.value(number)?;
        let inside = (most > last).then(|| {
            let last = self.imm(last);
            self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, number, last)
        });
        let (stride, base) = (self.imm(strip.stride.into()), self.imm(strip.base.into()));
        let product = if strip.stride == 1 { number } else { self.b.ins().imul(number, stride) };
        let shift = if strip.base == 0 { product } else { self.b.ins().iadd(product, base) };
        Ok(EntryShift::NodeValues { shift, inside })
    }

    /// `value << at`; 0 beyond the word.
    fn up(&mut self, value: Value, at: &EntryShift) -> Value {
        match *at {
            EntryShift::Beyond => self.imm(0),
            EntryShift::NodeValues { shift, inside } => {
                let moved = self.b.ins().ishl(value, shift);
                self.or_zero(inside, moved)
            }
        }
    }

    /// `value >> at`; 0 beyond the word.
    fn down(&mut self, value: Value, at: &EntryShift) -> Value {
        match *at {
            EntryShift::Beyond => self.imm(0),
            EntryShift::NodeValues { shift, inside } => {
                let moved = self.b.ins().ushr(value, shift);
                self.or_zero(inside, moved)
            }
        }
    }

    /// The value, or 0 where the condition does not hold.
    fn or_zero(&mut self, condition: Option<Value>, value: Value) -> Value {
        let Some(condition) = condition else { return value };
        let zero = self.imm(0);
        self.b.ins().select(condition, value, zero)
    }

    fn field_at(&mut self, a: Reg, at: &EntryShift, width: u8) -> Result<Value, Malformed> {
        let a = self.value(a)?;
        let moved = self.down(a, at);
        Ok(self.masked(moved, ones(width.into()), u64::MAX))
    }

    fn put(&mut self, a: Reg, b: Reg, shift: u8, mask: u64) -> Result<Value, Malformed> {
        let possible = below_power(self.most(b));
        let (a, b) = (self.value(a)?, self.value(b)?);
        let kept = self.masked(a, !(mask << shift), u64::MAX);
        let bits = self.masked(b, mask, possible);
        let moved = self.b.ins().ishl_imm_u(bits, i64::from(shift));
        Ok(self.b.ins().bor(kept, moved))
    }

    fn put_at(&mut self, a: Reg, b: Reg, at: &EntryShift, width: u8) -> Result<Value, Malformed> {
        let possible = below_power(self.most(b));
        let (a, b, mask) = (self.value(a)?, self.value(b)?, self.imm(ones(width.into())));
        let hole = self.up(mask, at);
        let kept = self.b.ins().band_not(a, hole);
        let bits = self.masked(b, ones(width.into()), possible);
        let moved = self.up(bits, at);
        Ok(self.b.ins().bor(kept, moved))
    }

    /// The lowest one alone.
    pub fn lowest(&mut self, a: Value) -> Value {
        let negated = self.b.ins().ineg(a);
        self.b.ins().band(a, negated)
    }

    /// The highest one alone; 0 for 0.
    fn highest(&mut self, a: Value) -> Value {
        let (top, before) = (self.imm(1 << 63), self.b.ins().clz(a));
        let bit = self.b.ins().ushr(top, before);
        self.b.ins().select(a, bit, a)
    }

    /// Emits [`Op::Ones`].
    fn low_bits(&mut self, a: Reg) -> Result<Value, Malformed> {
        let most = self.bounds.of(a).most;
        let (count, one) = (self.value(a)?, self.imm(1));
        let power = self.b.ins().ishl(one, count);
        let mut bits = self.b.ins().iadd_imm_s(power, -1);
        if most >= 64 {
            let (all, last) = (self.imm(u64::MAX), self.imm(63));
            let is_all = self.b.ins().icmp(IntCC::SignedGreaterThan, count, last);
            bits = self.b.ins().select(is_all, all, bits);
        }
        if most > i64::MAX as u64 {
            let zero = self.imm(0);
            let is_none = self.b.ins().icmp(IntCC::SignedLessThan, count, zero);
            bits = self.b.ins().select(is_none, zero, bits);
        }
        Ok(bits)
    }

    /// Emits [`Op::Div`] or [`Op::Rem`].
    fn division(&mut self, a: Reg, b: Reg, quotient: bool) -> Result<Value, Malformed> {
        let (a, divisor) = (self.value(a)?, self.value(b)?);
        // Divisors -1 and 0 are treated apart, because the processor traps on division by 0 and of
        // the least number by -1. Only they are below 2 after adding 1, unsigned.
        let next = self.b.ins().iadd_imm_s(divisor, 1);
        let two = self.imm(2);
        let special = self.b.ins().icmp(IntCC::UnsignedLessThan, next, two);
        let one = self.imm(1);
        let safe = self.b.ins().select(special, one, divisor);
        let rounded = self.b.ins().sdiv(a, safe);
        let product = self.b.ins().imul(rounded, safe);
        let rest = self.b.ins().isub(a, product);
        // The quotient is rounded towards 0: one too much where the remainder is not 0 and its sign
        // differs from the divisor's.
        let signs = self.b.ins().bxor(rest, safe);
        let zero = self.imm(0);
        let differ = self.b.ins().icmp(IntCC::SignedLessThan, signs, zero);
        let differ = self.b.ins().uextend(I64, differ);
        let is_rest = self.b.ins().icmp(IntCC::NotEqual, rest, zero);
        let is_rest = self.b.ins().uextend(I64, is_rest);
        let less = self.b.ins().band(differ, is_rest);
        if quotient {
            let floor = self.b.ins().isub(rounded, less);
            let negated = self.b.ins().ineg(a);
            let other = self.b.ins().select(divisor, negated, zero);
            return Ok(self.b.ins().select(special, other, floor));
        }
        let more = self.b.ins().select(less, safe, zero);
        let moved = self.b.ins().iadd(rest, more);
        Ok(self.b.ins().select(special, zero, moved))
    }

    /// Emits [`Op::Run`]; see [`zug_machine::eval::run`].
    fn run(&mut self, up: Reg, down: Reg, through: Reg) -> Result<Value, Malformed> {
        let (up, down, through) = (self.value(up)?, self.value(down)?, self.value(through)?);
        let above = self.b.ins().band_not(up, through);
        let below = self.b.ins().band_not(down, through);
        let end = self.lowest(above);
        let before = self.b.ins().iadd_imm_s(end, -1);
        let first = self.b.ins().band(up, before);
        let (all, zeros) = (self.imm(u64::MAX), self.b.ins().clz(below));
        let up_to_end = self.b.ins().ushr(all, zeros);
        let after = self.b.ins().band_not(down, up_to_end);
        let second = self.b.ins().select(below, after, down);
        Ok(self.b.ins().bor(first, second))
    }

    /// Emits [`Op::Stop`].
    fn stop(&mut self, up: Reg, down: Reg, through: Reg) -> Result<Value, Malformed> {
        let (up, down, through) = (self.value(up)?, self.value(down)?, self.value(through)?);
        let above = self.b.ins().band_not(up, through);
        let below = self.b.ins().band_not(down, through);
        let (first, second) = (self.lowest(above), self.highest(below));
        Ok(self.b.ins().bor(first, second))
    }
}
