//! Compiled code agrees with [`zug_machine::eval`] and the interpreter.

mod operations;
mod routines;

use zug_machine::Machine;
use zug_machine::ir::{ConstantTable, IrNode, Op, Reg, Routine};
use zug_machine::layout::PositionLayout;
use zug_machine::moves::MoveKind;

/// Pseudorandom numbers with a seed; many are edge cases.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        let mut numbers = zug_game::SplitMix64(self.0);
        let word = numbers.word();
        self.0 = numbers.0;
        word
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count.max(1)
    }

    /// A word, often an edge case.
    pub fn word(&mut self) -> u64 {
        const EDGES: [u64; 13] =
            [0, 1, 2, 7, 62, 63, 64, 65, 127, u64::MAX, u64::MAX - 1, i64::MAX as u64, i64::MIN as u64];
        match self.below(5) {
            0 => EDGES[self.below(EDGES.len() as u64) as usize],
            1 => self.next() & 0xff,
            2 => self.next() & self.next() & self.next(),
            3 => self.next() >> self.below(64),
            _ => self.next(),
        }
    }

    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }
}

/// Tables of every kind: empty, with few and many rows, steps, lines that are translates of shapes
/// and lines that are not.
pub(super) fn tables(dice: &mut Dice) -> Vec<ConstantTable> {
    let table = |rows: Vec<u64>, default| ConstantTable { name: "random".into(), rows, default };
    let mut some = |count: u64| (0..count).map(|_| dice.word()).collect::<Vec<u64>>();
    let mut tables = vec![table(vec![], 3), table(some(1), 0), table(some(9), u64::MAX), table(some(64), 5)];
    tables.push(table(some(100), 6));
    let steps: [[u64; 4]; 6] =
        [[1, 0, 0x7777, 0], [0, 4, 0xfff0, 0], [5, 0, 0x0777, 0], [3, 9, u64::MAX, 0], [64, 0, 9, 0], [0; 4]];
    tables.push(table(steps.concat(), 1));
    tables.push(table((0..40).map(|at| 0b1111 << at).collect(), 0));
    tables.push(table((0..40).map(|at| 0b1011 << at).collect(), 0));
    let near = |at: u64| (0..20u64).filter(|to| to.abs_diff(at) == 1).fold(0, |mask, to| mask | 1 << to);
    tables.push(table((0..20).map(near).collect(), 0));
    let beside = |at: u64, to: u64| (at % 8).abs_diff(to % 8) + (at / 8).abs_diff(to / 8) == 1;
    let board = |at: u64| (0..64).filter(|to| beside(at, *to)).fold(0, |mask, to| mask | 1 << to);
    tables.push(table((0..64).map(board).collect(), 0));
    tables.push(table((0..70).map(|at| 1_u64.rotate_left(at) | 1_u64.rotate_right(at + 9)).collect(), 0));
    tables
}

/// A machine with positions of so many words: this routine expands, and the other plays its only
/// kind of move.
pub(super) fn machine(words: usize, tables: Vec<ConstantTable>, expand: Routine, play: Routine) -> Machine {
    let layout = PositionLayout { words, ..PositionLayout::default() };
    let kind = MoveKind { name: "go".into(), code: 1, code_width: 1, parameters: Vec::new() };
    let pass = giving(words);
    let endless = asking(words);
    let zeros = vec![0; words];
    let (start, key) = (zeros.clone(), zeros);
    let title = String::new();
    let (kinds, plays) = (vec![kind], vec![play]);
    Machine {
        title,
        layout,
        tables,
        kinds,
        expand,
        plays,
        pass,
        passes: false,
        endless,
        start,
        additive: Vec::new(),
        key,
        ..Machine::default()
    }
}

/// A routine that says that play is over.
pub(super) fn asking(words: usize) -> Routine {
    let payoff = Reg(words as u16);
    let body = vec![IrNode::Let(payoff, Op::Const(0)), IrNode::Return(payoff)];
    Routine { name: "ask".into(), inputs: words, registers: words + 1, body, outputs: Vec::new() }
}

/// A routine that changes nothing and has reward 0.
pub(super) fn giving(words: usize) -> Routine {
    let reward = Reg(words as u16 + 1);
    let outputs = (0..words as u16).map(Reg).chain([reward]).collect();
    let body = vec![IrNode::Let(reward, Op::Const(0))];
    Routine { name: "give".into(), inputs: words + 1, registers: words + 2, body, outputs }
}
