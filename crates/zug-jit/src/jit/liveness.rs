//! Liveness: the registers of a routine that are read, given that some pairs of operations are
//! emitted as one.

use super::bounds::RegisterBounds;
use super::set_patterns::{Slid, SubsetCount, counted, slid};
use std::collections::HashSet;
use zug_machine::ir::{IrNode, Op, Reg, Routine};

/// The live registers.
pub(super) fn live_registers(routine: &Routine, bounds: &RegisterBounds<'_>) -> HashSet<Reg> {
    let mut found: HashSet<Reg> = routine.outputs.iter().copied().collect();
    let mut steps = Vec::new();
    gather(&routine.body, &mut found, &mut steps);
    // A reader comes after what it reads, except along a loop; hence the repetition to a fixpoint.
    let mut before = usize::MAX;
    while before != found.len() {
        before = found.len();
        for (reg, op) in steps.iter().rev() {
            if found.contains(reg) {
                read(op, bounds, &mut found);
            }
        }
    }
    found
}

/// Collects the operations, and the registers that other nodes read.
fn gather(block: &[IrNode], found: &mut HashSet<Reg>, steps: &mut Vec<(Reg, Op)>) {
    for node in block {
        match node {
            IrNode::Let(reg, op) => steps.push((*reg, *op)),
            IrNode::If(condition, then, otherwise) => {
                found.insert(*condition);
                gather(then, found, steps);
                gather(otherwise, found, steps);
            }
            IrNode::ForBits { mask: taken, body, until, .. }
            | IrNode::Repeat { count: taken, body, until, .. } => {
                found.insert(*taken);
                found.extend(until);
                gather(body, found, steps);
            }
            IrNode::Check(reg, _) | IrNode::Return(reg) | IrNode::Emit(reg) => {
                found.insert(*reg);
            }
            IrNode::Emitted(_) => {}
        }
    }
}

fn read(op: &Op, bounds: &RegisterBounds<'_>, found: &mut HashSet<Reg>) {
    let reads = match op {
        Op::Popcount(of) => counted(bounds, *of).map(|SubsetCount { index, within, .. }| vec![index, within]),
        Op::And(a, b) => {
            slid(bounds, *a, *b).map(|Slid { step, ends, through, .. }| vec![step, ends, through])
        }
        _ => None,
    };
    found.extend(reads.unwrap_or_else(|| op.operands().collect()));
}
