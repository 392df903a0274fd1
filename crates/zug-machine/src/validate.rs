//! The definition of a well-formed machine, and the search for violations.
//!
//! Every register is set before it is read, on every path; a register that is set more than once
//! (because a loop carries it, or two paths join) is set by operations; the tables and words
//! referred to exist; bit fields do not overlap and lie within the words; the start and the key
//! have no bits outside the bit fields; every loop has a count or a mask, so every routine ends; a
//! routine that plays outputs all words and the reward.

use super::Machine;
use super::ir::{IrBlock, IrNode, Op, Reg, Routine};
use super::layout::BitField;
use std::collections::BTreeSet;

impl Machine {
    /// All violations; none in a machine that `zug_compile` made.
    pub fn validate(&self) -> Vec<String> {
        let mut wrong = self.wrong_layout();
        for routine in self.routines() {
            let mut walk = Validator { machine: self, routine, ever: BTreeSet::new(), wrong: Vec::new() };
            let inputs = (0..routine.inputs as u16).map(Reg).collect();
            let defined = walk.block(&routine.body, inputs);
            for output in &routine.outputs {
                walk.read(*output, &defined);
            }
            wrong.extend(walk.wrong.into_iter().map(|what| format!("routine {}: {what}", routine.name)));
        }
        let given = self.plays.iter().chain([&self.pass]);
        for routine in given.filter(|routine| routine.outputs.len() != self.layout.words + 1) {
            wrong.push(format!("routine {} does not give all words and the gain", routine.name));
        }
        wrong
    }

    fn wrong_layout(&self) -> Vec<String> {
        let layout = &self.layout;
        let mut wrong = Vec::new();
        if ![1, 2, 4, 8].contains(&layout.words)
            || [&self.start, &self.key].iter().any(|w| w.len() != layout.words)
        {
            wrong.push(format!("{} words", layout.words));
            return wrong;
        }
        let mut taken = vec![0u64; layout.words];
        let fields = layout.fields.iter().flat_map(|field| field.bit_fields());
        for slot in fields.chain([layout.turn, layout.request]).chain(layout.arguments.iter().copied()) {
            wrong.extend(wrong_bit_field(slot, &mut taken));
        }
        for (word, taken) in taken.iter().enumerate() {
            if (self.start[word] | self.key[word]) & !taken != 0 {
                wrong.push(format!("word {word} has bits where nothing lies"));
            }
        }
        wrong
    }
}

/// What is wrong with a bit field, whose bits are taken from now on.
fn wrong_bit_field(slot: BitField, taken: &mut [u64]) -> Option<String> {
    if slot.width == 0 {
        return None;
    }
    let inside = u32::from(slot.shift) + u32::from(slot.width) <= 64;
    match taken.get_mut(usize::from(slot.word)).filter(|_| inside) {
        None => Some(format!("{slot:?} lies outside")),
        Some(word) if *word & slot.placed() != 0 => Some(format!("{slot:?} overlaps")),
        Some(word) => {
            *word |= slot.placed();
            None
        }
    }
}

struct Validator<'m> {
    machine: &'m Machine,
    routine: &'m Routine,
    ever: BTreeSet<Reg>,
    wrong: Vec<String>,
}

impl Validator<'_> {
    fn read(&mut self, reg: Reg, defined: &BTreeSet<Reg>) {
        if !defined.contains(&reg) {
            self.wrong.push(format!("{reg} is read before it is set"));
        }
    }

    fn set(&mut self, reg: Reg, again: bool, defined: &mut BTreeSet<Reg>) {
        if reg.index() >= self.routine.registers {
            self.wrong.push(format!("there is no {reg}"));
        }
        if !self.ever.insert(reg) && !again {
            self.wrong.push(format!("{reg} is set twice"));
        }
        defined.insert(reg);
    }

    /// The registers that are set after a block.
    fn block(&mut self, block: &IrBlock, mut defined: BTreeSet<Reg>) -> BTreeSet<Reg> {
        for node in block {
            self.node(node, &mut defined);
        }
        defined
    }

    fn node(&mut self, node: &IrNode, defined: &mut BTreeSet<Reg>) {
        match node {
            IrNode::Let(reg, op) => self.operation(*reg, op, defined),
            IrNode::If(condition, then, otherwise) => {
                self.read(*condition, defined);
                let first = self.block(then, defined.clone());
                let second = self.block(otherwise, defined.clone());
                *defined = match (always_ends(then), always_ends(otherwise)) {
                    (true, _) => second,
                    (_, true) => first,
                    _ => first.intersection(&second).copied().collect(),
                };
            }
            IrNode::ForBits { mask: taken, bit: counter, body, until }
            | IrNode::Repeat { count: taken, pass: counter, body, until } => {
                self.read(*taken, defined);
                let mut inside = defined.clone();
                self.set(*counter, false, &mut inside);
                let after = self.block(body, inside);
                until.iter().for_each(|until| self.read(*until, &after));
            }
            IrNode::Check(reg, _) | IrNode::Return(reg) | IrNode::Emit(reg) => self.read(*reg, defined),
            IrNode::Emitted(reg) => self.set(*reg, false, defined),
        }
    }

    fn operation(&mut self, reg: Reg, op: &Op, defined: &mut BTreeSet<Reg>) {
        op.operands().for_each(|operand| self.read(operand, defined));
        if op.table().is_some_and(|table| table.index() >= self.machine.tables.len()) {
            self.wrong.push(format!("{reg} reads a table that is not there"));
        }
        if matches!(op, Op::Field(_, shift, _) | Op::Put(_, _, shift, _) if *shift >= 64) {
            self.wrong.push(format!("{reg} is shifted too far"));
        }
        self.set(reg, !matches!(op, Op::Const(_)), defined);
    }
}

/// Whether nothing after this block is reached.
fn always_ends(block: &IrBlock) -> bool {
    matches!(block.last(), Some(IrNode::Return(_)))
}
