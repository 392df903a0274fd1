//! Flood fills.
//!
//! Where the rows are few displacements, the whole set takes a step at once, and two steps are
//! taken from one test to the next: most fills end within two, so that the processor predicts the
//! end, and a wrong guess costs more than a step. Otherwise a row is joined for each bit, so only
//! the bits that were new in the last step take the next one.

use super::displacements::Displacement;
use super::{Malformed, RowJoining};
use crate::jit::emit::{Emitter, NO_ARGS};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_machine::ir::{Reg, TableRef};
use zug_machine::optimization::Optimization;

impl Emitter<'_, '_> {
    /// [`zug_machine::ir::Op::Flood`].
    pub(super) fn flood(&mut self, table: TableRef, from: Reg, within: Reg) -> Result<Value, Malformed> {
        let most = self.bounds.of(within).most;
        let (from, within) = (self.value(from)?, self.value(within)?);
        let start = self.b.ins().band(from, within);
        let joining = self.joining(table, 64)?;
        if let RowJoining::Shifts(few) = &joining {
            // What is joined is intersected with `within`, and steps begin at bits of `within`.
            let few: Vec<Displacement> = few.iter().map(|each| each.between(most, most)).collect();
            return Ok(self.filled(&few, start, within));
        }
        let left = self.unreached(start, within, |emit, frontier| emit.joined(&joining, frontier, 64));
        Ok(self.b.ins().bxor(within, left))
    }

    /// The bits of `within` that steps reach from `start`, a part of it. The loop ends when a step
    /// adds nothing or everything is reached.
    fn filled(&mut self, few: &[Displacement], start: Value, within: Value) -> Value {
        let reached = self.b.declare_var(I64);
        self.b.def_var(reached, start);
        let [again, exit] = [(); 2].map(|()| self.b.create_block());
        self.b.ins().jump(again, NO_ARGS);
        self.b.switch_to_block(again);
        let mut before = self.b.use_var(reached);
        let mut after = self.stepped(few, before, within);
        if self.optimizations.has(Optimization::Unroll) {
            before = after;
            after = self.stepped(few, before, within);
        }
        self.b.def_var(reached, after);
        let (new, left) = (self.b.ins().bxor(after, before), self.b.ins().bxor(after, within));
        // 0 if one of them is.
        let goes_on = self.b.ins().umin(new, left);
        self.b.ins().brif(goes_on, again, NO_ARGS, exit, NO_ARGS);
        self.b.seal_block(again);
        self.go(exit);
        self.b.use_var(reached)
    }

    /// A set and its neighbours within another.
    fn stepped(&mut self, few: &[Displacement], set: Value, within: Value) -> Value {
        let joined = self.displaced(few, set);
        let inside = self.b.ins().band(joined, within);
        self.b.ins().bor(set, inside)
    }

    /// The bits of `within` that no chain of `next` reaches from `start`, a part of it. The search
    /// ends when nothing is new or everything is reached.
    fn unreached(
        &mut self,
        start: Value,
        within: Value,
        next: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let rest = self.b.ins().bxor(within, start);
        let [left, frontier] = [rest, start].map(|value| {
            let variable = self.b.declare_var(I64);
            self.b.def_var(variable, value);
            variable
        });
        let [any, again, more, exit] = [(); 4].map(|()| self.b.create_block());
        self.b.ins().brif(start, any, NO_ARGS, exit, NO_ARGS);
        self.go(any);
        self.b.ins().brif(rest, again, NO_ARGS, exit, NO_ARGS);
        self.b.switch_to_block(again);
        let now = self.b.use_var(frontier);
        let joined = next(self, now);
        let before = self.b.use_var(left);
        let new = self.b.ins().band(joined, before);
        let after = self.b.ins().bxor(before, new);
        self.b.def_var(left, after);
        self.b.def_var(frontier, new);
        self.b.ins().brif(new, more, NO_ARGS, exit, NO_ARGS);
        self.go(more);
        self.b.ins().brif(after, again, NO_ARGS, exit, NO_ARGS);
        self.b.seal_block(again);
        self.go(exit);
        self.b.use_var(left)
    }
}
