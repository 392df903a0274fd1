//! Short sequences of instructions.

use super::{NO_ARGS, SearchWriter};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::Variable;

impl SearchWriter<'_, '_> {
    pub(super) fn imm(&mut self, value: u64) -> Value {
        self.b.ins().iconst(I64, value as i64)
    }

    pub(super) fn load(&mut self, from: Value, offset: i32) -> Value {
        self.b.ins().load(I64, MemFlagsData::trusted(), from, offset)
    }

    pub(super) fn variable(&mut self, value: Value) -> Variable {
        let variable = self.b.declare_var(I64);
        self.b.def_var(variable, value);
        variable
    }

    /// Jumps elsewhere if a condition holds; otherwise goes on in a new block.
    pub(super) fn unless(&mut self, condition: Value, elsewhere: Block) {
        let next = self.b.create_block();
        self.b.ins().brif(condition, elsewhere, NO_ARGS, next, NO_ARGS);
        self.b.switch_to_block(next);
    }

    /// The sign of a position: 0 where the first player moves, all ones where the second does.
    pub(super) fn sign(&mut self, words: &[Value]) -> Value {
        let turn = self.machine.layout.turn;
        let word = words[usize::from(turn.word).min(words.len() - 1)];
        self.all_bits(word, turn.shift)
    }

    /// All ones if this bit is set, otherwise 0.
    fn all_bits(&mut self, word: Value, bit: u8) -> Value {
        let top = self.b.ins().ishl_imm_u(word, i64::from(63 - (bit & 63)));
        self.b.ins().sshr_imm_u(top, 63)
    }

    /// The window from the other side, `(!beta, !alpha)`, where the sign is all ones; otherwise
    /// unchanged.
    pub(super) fn exchanged(&mut self, alpha: Value, beta: Value, sign: Value) -> (Value, Value) {
        // `turned` is 0, or `!(alpha ^ beta)`; and `alpha ^ !(alpha ^ beta)` is `!beta`.
        let differ = self.b.ins().bxor(alpha, beta);
        let turned = self.b.ins().band_not(sign, differ);
        (self.b.ins().bxor(alpha, turned), self.b.ins().bxor(beta, turned))
    }
}
