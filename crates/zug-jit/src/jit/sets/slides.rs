//! Slides: steps along a table until something is in the way.

use super::{Emitter, Malformed, Slid};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_machine::eval;
use zug_machine::ir::{Reg, TableRef};
use zug_machine::optimization::Optimization;

/// The most steps of a slide that are unrolled.
const FEW_STEPS: usize = 10;

/// A step; see [`Op::Slide`].
pub(super) enum SlideStep {
    /// A step known at compile time.
    Known { up: u64, down: u64, from: u64 },
    /// A step loaded at run time.
    Loaded { up: Value, down: Value, from: Value },
}

impl SlideStep {
    /// The number of backward steps after which no bit is left, wherever they began; none if it is
    /// large, or the step runs in a circle.
    fn most_steps(&self) -> Option<usize> {
        let SlideStep::Known { up, down, from } = *self else { return None };
        let mut last = u64::MAX;
        (0..=FEW_STEPS).find(|_| {
            last = eval::shl(eval::shr(last, up), down) & from;
            last == 0
        })
    }
}

impl Emitter<'_, '_> {
    /// The step of a row.
    pub(super) fn step(&mut self, table: TableRef, number: Reg) -> Result<SlideStep, Malformed> {
        let place = self.place(table)?;
        let steps = place.count / 4;
        if let Some(number) = self.known(number) {
            let at = usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(4);
            let rows = self.table(table)?.rows.get(at..at.saturating_add(4));
            return Ok(match rows {
                Some(&[up, down, from, _]) => SlideStep::Known { up, down, from },
                _ => SlideStep::Known { up: 0, down: 0, from: 0 },
            });
        }
        let most = self.bounds.of(number).most;
        let number = self.value(number)?;
        let steps_are = self.imm(steps);
        let is_one = self.b.ins().icmp(IntCC::UnsignedLessThan, number, steps_are);
        let first = if steps == 0 { self.imm(0) } else { self.at_most(number, steps - 1, most) };
        let first = self.b.ins().ishl_imm_u(first, 2);
        let [up, down, from] = [0, 1, 2].map(|row| {
            let index = self.b.ins().iadd_imm_s(first, row);
            self.row(place, index, place.last)
        });
        let zero = self.imm(0);
        let from = self.b.ins().select(is_one, from, zero);
        Ok(SlideStep::Loaded { up, down, from })
    }

    pub(super) fn at_most(&mut self, value: Value, last: u64, most: u64) -> Value {
        if most <= last {
            return value;
        }
        let last = self.imm(last);
        self.b.ins().umin(value, last)
    }

    /// The mask of the bits from which a step leads into a mask.
    pub(super) fn back(&mut self, step: &SlideStep, into: Value) -> Value {
        match *step {
            SlideStep::Known { up: 64.., .. }
            | SlideStep::Known { down: 64.., .. }
            | SlideStep::Known { from: 0, .. } => self.imm(0),
            SlideStep::Known { up, down, from } => {
                let lower = if up == 0 { into } else { self.b.ins().ushr_imm_u(into, up as i64) };
                let moved = if down == 0 { lower } else { self.b.ins().ishl_imm_u(lower, down as i64) };
                let possible = (u64::MAX >> up) << down;
                self.masked(moved, from, possible)
            }
            SlideStep::Loaded { up, down, from } => {
                let lower = self.b.ins().ushr(into, up);
                let moved = self.b.ins().ishl(lower, down);
                let last = self.imm(63);
                let longer = self.b.ins().bor(up, down);
                let fits = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, longer, last);
                let masked = self.b.ins().band(moved, from);
                let zero = self.imm(0);
                self.b.ins().select(fits, masked, zero)
            }
        }
    }

    /// The bits that [`Op::Slide`] finds and whose first step leads to a bit of `through`. A step
    /// leads from a bit to one bit, so these are all bits but those found first.
    pub fn slide_through(&mut self, slid: Slid) -> Result<Value, Malformed> {
        let step = self.step(slid.table, slid.step)?;
        let through = self.value(slid.through)?;
        let Some(steps) = step.most_steps() else {
            let found = self.slide(slid)?;
            let first = self.back(&step, through);
            return Ok(self.b.ins().band(found, first));
        };
        let ends = self.value(slid.ends)?;
        let stops = self.b.ins().band_not(ends, through);
        let (mut last, mut found) = (self.back(&step, stops), None);
        for _ in 1..steps {
            let on = self.b.ins().band(last, through);
            last = self.back(&step, on);
            found = Some(found.map_or(last, |found| self.b.ins().bor(found, last)));
        }
        Ok(found.unwrap_or_else(|| self.imm(0)))
    }

    pub(super) fn slide(&mut self, Slid { table, step, ends, through }: Slid) -> Result<Value, Malformed> {
        let (ends, through) = (self.value(ends)?, self.value(through)?);
        let step = self.step(table, step)?;
        let stops = self.b.ins().band_not(ends, through);
        let start = self.back(&step, stops);
        let unrolls = self.optimizations.has(Optimization::Unroll);
        if let Some(steps) = step.most_steps().filter(|_| unrolls) {
            let (mut last, mut found) = (start, start);
            for _ in 1..steps {
                let on = self.b.ins().band(last, through);
                last = self.back(&step, on);
                found = self.b.ins().bor(found, last);
            }
            return Ok(found);
        }
        Ok(self.until_nothing_is_new(start, |emit, last| {
            let on = emit.b.ins().band(last, through);
            emit.back(&step, on)
        }))
    }
}
