//! Every operation, on operands with loose, tight and exact bounds.

use super::{Dice, asking, machine, tables};
use crate::jit::{Jit, PlayResult};
use proptest::prelude::*;
use zug_machine::eval::eval;
use zug_machine::ir::{ConstantTable, IrNode, Op, Reg, Routine, Strip, TableRef};
use zug_machine::moves::PackedMove;

/// The words of a position, all of them operands.
const WORDS: usize = 8;
/// The number of operations.
const OPERATIONS: u64 = 42;

/// The operation with this number on these registers.
fn operation(number: u64, [a, b, c]: [Reg; 3], dice: &mut Dice, tables: &[ConstantTable]) -> Op {
    let t = TableRef(dice.below(tables.len() as u64) as u32);
    let (shift, mask, width) = (dice.below(64) as u8, dice.word(), dice.below(65) as u8);
    let base = dice.pick(&[0, 1, 5, 30, 63, 64, 200]);
    let strip = Strip { base, stride: dice.pick(&[0, 1, 2, 4, 16, 33, 64, 255]), width };
    match number {
        0 => Op::Const(mask),
        1 => Op::Copy(a),
        2 => Op::And(a, b),
        3 => Op::Or(a, b),
        4 => Op::Xor(a, b),
        5 => Op::AndNot(a, b),
        6 => Op::Add(a, b),
        7 => Op::Sub(a, b),
        8 => Op::Mul(a, b),
        9 => Op::Div(a, b),
        10 => Op::Rem(a, b),
        11 => Op::Shl(a, b),
        12 => Op::Shr(a, b),
        13 => Op::Field(a, shift, mask),
        14 => Op::Put(a, b, shift, mask),
        15 => Op::FieldAt(a, b, width),
        16 => Op::PutAt(a, b, c, width),
        17 => Op::Entry(a, b, strip),
        18 => Op::PutEntry(a, b, c, strip),
        19 => Op::Index(a, mask, b),
        20 => Op::Popcount(a),
        21 => Op::Ctz(a),
        22 => Op::Lowest(a),
        23 => Op::Highest(a),
        24 => Op::Ones(a),
        25 => Op::Eq(a, b),
        26 => Op::Less(a, b),
        27 => Op::LessEq(a, b),
        28 => Op::Below(a, b),
        29 => Op::Bit(a, b),
        30 => Op::Select(a, b, c),
        31 => Op::Table(t, a),
        32 => Op::Union(t, a),
        33 => Op::Subsets(t, a, b),
        34 => Op::AnySubset(t, a),
        35 => Op::Find(t, a),
        36 => Op::Run(a, b, c),
        37 => Op::Stop(a, b, c),
        38 => Op::Slide(t, a, b, c),
        39 => Op::Back(t, a, b),
        40 => Op::Weigh(t, a, strip),
        _ => Op::Flood(t, a, b),
    }
}

/// An operand: an input, some bits of one, a few bits of one, or a constant.
fn operand(reg: Reg, dice: &mut Dice, tables: &[ConstantTable]) -> Op {
    let input = Reg(dice.below(WORDS as u64 + 1) as u16);
    match dice.below(5) {
        0 | 1 => Op::Copy(input),
        2 => Op::Field(input, dice.below(60) as u8, dice.pick(&[1, 3, 7, 15, 63, 64, 127, 0xffff])),
        3 => Op::Const(dice.word()),
        _ if reg.0.is_multiple_of(2) => Op::Lowest(input),
        _ => Op::Table(TableRef(dice.below(tables.len() as u64) as u32), input),
    }
}

/// Nine operations on separate operands; each has an output.
fn routine(first: u64, dice: &mut Dice, tables: &[ConstantTable]) -> Routine {
    let (mut body, mut outputs, mut next) = (Vec::new(), Vec::new(), WORDS as u16 + 1);
    let mut fresh = || {
        next += 1;
        Reg(next - 1)
    };
    for at in 0..=WORDS as u64 {
        let operands = [(); 3].map(|()| fresh());
        for reg in operands {
            body.push(IrNode::Let(reg, operand(reg, dice, tables)));
        }
        let result = fresh();
        body.push(IrNode::Let(result, operation((first + at) % OPERATIONS, operands, dice, tables)));
        outputs.push(result);
    }
    Routine { name: "operations".into(), inputs: WORDS + 1, registers: next as usize, body, outputs }
}

/// The outputs of a routine, by [`eval`] alone.
fn expected(routine: &Routine, tables: &[ConstantTable], inputs: &[u64]) -> Vec<u64> {
    let mut registers = vec![0; routine.registers];
    registers[..inputs.len()].copy_from_slice(inputs);
    for node in &routine.body {
        if let IrNode::Let(reg, op) = node {
            registers[reg.index()] = eval(*op, tables, |operand| registers[operand.index()]);
        }
    }
    routine.outputs.iter().map(|reg| registers[reg.index()]).collect()
}

fn agree(seed: u64) {
    let mut dice = Dice(seed);
    let tables = tables(&mut dice);
    let routine = routine(seed % OPERATIONS, &mut dice, &tables);
    let machine = machine(WORDS, tables.clone(), asking(WORDS), routine.clone());
    let jit = Jit::<WORDS>::new(&machine).unwrap_or_else(|refusal| panic!("{refusal}\n{machine}"));
    for _ in 0..40 {
        let position = [(); WORDS].map(|()| dice.word());
        // A move of the only kind.
        let play = dice.word() | 1;
        let inputs: Vec<u64> = position.into_iter().chain([play]).collect();
        let right = expected(&routine, &tables, &inputs);
        match jit.play(&position, PackedMove(play)) {
            PlayResult::Step(step) => {
                let found: Vec<u64> = step.position.into_iter().chain([step.reward as u64]).collect();
                assert_eq!(found, right, "{inputs:?}\n{machine}");
            }
            other => panic!("{other:?}\n{machine}"),
        }
    }
}

/// Pairs of operations that are emitted as one: a count of rows that a table selects, a slide
/// restricted to bits that lead through a set, tabulated lines, an entry that grows within its
/// bounds.
fn together(dice: &mut Dice, tables: &[ConstantTable]) -> Routine {
    let (mut body, mut outputs, mut next) = (Vec::new(), Vec::new(), WORDS as u16 + 1);
    let mut put = |body: &mut Vec<IrNode>, op: Op| {
        body.push(IrNode::Let(Reg(next), op));
        next += 1;
        Reg(next - 1)
    };
    for _ in 0..3 {
        let mut input = || Reg(dice.below(WORDS as u64) as u16);
        let inputs = [(); 6].map(|()| input());
        let t = TableRef(dice.below(tables.len() as u64) as u32);
        let few = 1 << dice.below(64) | 1 << dice.below(12) | 1 << dice.below(3);
        let index = put(&mut body, Op::Field(inputs[0], dice.below(60) as u8, dice.pick(&[3, 15, 127])));
        let (mask, row) = (put(&mut body, Op::Const(few)), put(&mut body, Op::Table(t, index)));
        let of = put(&mut body, dice.pick(&[Op::And(mask, row), Op::And(row, mask)]));
        let within = put(&mut body, Op::Field(inputs[1], 1, dice.pick(&[0x3ffff, u64::MAX >> 1])));
        let found = put(&mut body, Op::Subsets(TableRef(dice.pick(&[2, 3, 4])), of, within));
        outputs.push(put(&mut body, Op::Popcount(found)));
        let steps = TableRef(5);
        let step = put(
            &mut body,
            dice.pick(&[Op::Const(2), Op::Const(5), Op::Const(9), Op::Field(inputs[2], 3, 7)]),
        );
        let (ends, through) = (inputs[3], inputs[4]);
        let slide = put(&mut body, Op::Slide(steps, step, ends, through));
        let back = put(&mut body, Op::Back(steps, step, through));
        let both = dice.pick(&[Op::And(slide, back), Op::And(back, slide)]);
        outputs.push(put(&mut body, both));
        let small =
            put(&mut body, Op::Field(inputs[5], dice.below(60) as u8, dice.pick(&[0, 63, 511, 4095])));
        let any = put(&mut body, Op::AnySubset(t, small));
        let strip = Strip { base: dice.pick(&[0, 5, 30]), stride: dice.pick(&[1, 4, 16]), width: 4 };
        let entry = put(&mut body, Op::Entry(inputs[0], index, strip));
        let sum = put(&mut body, dice.pick(&[Op::Add(entry, any), Op::Add(any, entry)]));
        let limit = put(&mut body, Op::Const(dice.pick(&[3, 9, 14, 15, 16])));
        let over = put(&mut body, Op::Less(limit, sum));
        body.push(IrNode::Check(over, 1));
        outputs.push(put(&mut body, Op::PutEntry(inputs[0], sum, index, strip)));
    }
    Routine { name: "together".into(), inputs: WORDS + 1, registers: next as usize, body, outputs }
}

/// Compares these pairs; counts the runs with a fault and without.
fn agree_together(seed: u64) -> [u64; 2] {
    let mut dice = Dice(seed);
    let tables = tables(&mut dice);
    let routine = together(&mut dice, &tables);
    let machine = machine(WORDS, tables.clone(), asking(WORDS), routine.clone());
    let jit = Jit::<WORDS>::new(&machine).unwrap_or_else(|refusal| panic!("{refusal}\n{machine}"));
    let mut played = [0, 0];
    for _ in 0..40 {
        let position = [(); WORDS].map(|()| dice.word());
        let inputs: Vec<u64> = position.into_iter().chain([1]).collect();
        let mut registers = vec![0; routine.registers];
        registers[..inputs.len()].copy_from_slice(&inputs);
        let mut broken = false;
        for node in &routine.body {
            match node {
                IrNode::Let(reg, op) => {
                    registers[reg.index()] = eval(*op, &tables, |operand| registers[operand.index()]);
                }
                IrNode::Check(reg, _) => broken |= registers[reg.index()] != 0,
                other => panic!("{other:?}"),
            }
        }
        let right: Vec<u64> = routine.outputs.iter().map(|reg| registers[reg.index()]).collect();
        match jit.play(&position, PackedMove(1)) {
            PlayResult::Step(step) => {
                let found: Vec<u64> = step.position.into_iter().chain([step.reward as u64]).collect();
                assert_eq!((broken, found), (false, right), "{inputs:?}\n{machine}");
                played[0] += 1;
            }
            other => {
                assert!(broken, "{other:?} {inputs:?}\n{machine}");
                played[1] += 1;
            }
        }
    }
    played
}

#[test]
fn operations_that_are_written_as_one_are_what_they_mean() {
    let all = (0..300).map(agree_together);
    let [played, broken] = all.fold([0, 0], |sum, each| [sum[0] + each[0], sum[1] + each[1]]);
    assert!(played > 1000 && broken > 1000, "{played} played, {broken} broken");
}

#[test]
fn every_operation_is_compiled_to_what_it_means() {
    (0..OPERATIONS * 8).for_each(agree);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_random_operands_are_what_they_mean(seed in any::<u64>()) {
        agree(seed);
    }
}
