//! Short sequences of instructions.

use super::emit::NO_ARGS;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use zug_machine::layout::BitField;

pub(super) trait Instructions {
    /// A constant.
    fn imm(&mut self, value: u64) -> Value;

    /// A word from memory.
    fn load(&mut self, from: Value, offset: i32) -> Value;

    /// A variable that holds this.
    fn variable(&mut self, value: Value) -> Variable;

    /// A block with the parameters of the function, in which code goes on.
    fn entry(&mut self) -> Block;

    /// Jumps elsewhere if a condition holds; otherwise goes on in a new block.
    fn unless(&mut self, condition: Value, elsewhere: Block);

    /// 0 where the first player moves, all ones where the second does.
    fn sign(&mut self, turn: BitField, words: &[Value]) -> Value;
}

impl Instructions for FunctionBuilder<'_> {
    fn imm(&mut self, value: u64) -> Value {
        self.ins().iconst(I64, value as i64)
    }

    fn load(&mut self, from: Value, offset: i32) -> Value {
        self.ins().load(I64, MemFlagsData::trusted(), from, offset)
    }

    fn variable(&mut self, value: Value) -> Variable {
        let variable = self.declare_var(I64);
        self.def_var(variable, value);
        variable
    }

    fn entry(&mut self) -> Block {
        let entry = self.create_block();
        self.append_block_params_for_function_params(entry);
        self.switch_to_block(entry);
        entry
    }

    fn unless(&mut self, condition: Value, elsewhere: Block) {
        let next = self.create_block();
        self.ins().brif(condition, elsewhere, NO_ARGS, next, NO_ARGS);
        self.switch_to_block(next);
    }

    fn sign(&mut self, turn: BitField, words: &[Value]) -> Value {
        let word = words[usize::from(turn.word).min(words.len() - 1)];
        let top = self.ins().ishl_imm_u(word, i64::from(63 - (turn.shift & 63)));
        self.ins().sshr_imm_u(top, 63)
    }
}
