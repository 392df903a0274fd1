//! Dead-code elimination, and coalescing of copies that are read once.

use std::collections::{HashMap, HashSet};
use zug_machine::ir::{IrBlock, IrNode, Op, Reg};

/// Removes dead nodes. Liveness is propagated backwards from the outputs and the effects to a
/// fixpoint, so a loop that only feeds itself is dead too.
pub(super) fn remove(body: &mut IrBlock, outputs: &[Reg]) {
    let mut needed: HashSet<Reg> = outputs.iter().copied().collect();
    loop {
        let before = needed.len();
        mark(body, &mut needed);
        if needed.len() == before {
            break;
        }
    }
    sweep(body, &needed);
    let mut reads = HashMap::new();
    count(body, &mut reads);
    outputs.iter().for_each(|reg| *reads.entry(*reg).or_insert(0) += 1);
    join_copies(body, &reads);
}

/// Counts the reads of each register.
fn count(block: &IrBlock, reads: &mut HashMap<Reg, usize>) {
    let mut read = |reg: Reg| *reads.entry(reg).or_insert(0) += 1;
    for node in block {
        match node {
            IrNode::Let(_, op) => op.operands().for_each(&mut read),
            IrNode::Check(reg, _) | IrNode::Return(reg) | IrNode::Emit(reg) | IrNode::If(reg, ..) => {
                read(*reg)
            }
            IrNode::ForBits { mask: taken, until, .. } | IrNode::Repeat { count: taken, until, .. } => {
                [Some(*taken), *until].into_iter().flatten().for_each(&mut read);
            }
            IrNode::Emitted(_) => {}
        }
    }
    for inner in block.iter().flat_map(inside) {
        count(inner, reads);
    }
}

/// The blocks inside a node.
fn inside(node: &IrNode) -> Vec<&IrBlock> {
    match node {
        IrNode::If(_, then, otherwise) => vec![then, otherwise],
        IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => vec![body],
        IrNode::Let(..) | IrNode::Check(..) | IrNode::Return(_) | IrNode::Emit(_) | IrNode::Emitted(_) => {
            Vec::new()
        }
    }
}

/// Computes a value that is only copied directly into the target of the copy.
fn join_copies(block: &mut IrBlock, reads: &HashMap<Reg, usize>) {
    let mut joined: IrBlock = Vec::with_capacity(block.len());
    for mut node in block.drain(..) {
        match &mut node {
            IrNode::If(_, then, otherwise) => {
                join_copies(then, reads);
                join_copies(otherwise, reads);
            }
            IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => join_copies(body, reads),
            IrNode::Let(..)
            | IrNode::Check(..)
            | IrNode::Return(_)
            | IrNode::Emit(_)
            | IrNode::Emitted(_) => {}
        }
        if let (IrNode::Let(to, Op::Copy(from)), Some(IrNode::Let(made, op))) = (&node, joined.last_mut())
            && made == from
            && reads.get(from) == Some(&1)
            && !matches!(op, Op::Const(_))
        {
            *made = *to;
            continue;
        }
        joined.push(node);
    }
    *block = joined;
}

/// Adds the operands of live nodes of a block; true if the block has any.
fn mark(block: &IrBlock, needed: &mut HashSet<Reg>) -> bool {
    let mut any = false;
    for node in block.iter().rev() {
        any |= match node {
            IrNode::Let(reg, op) => {
                let live = needed.contains(reg);
                if live {
                    needed.extend(op.operands());
                }
                live
            }
            IrNode::If(condition, then, otherwise) => {
                let first = mark(then, needed);
                let live = mark(otherwise, needed) || first;
                needed.extend(live.then_some(*condition));
                live
            }
            IrNode::ForBits { mask: taken, body, until, .. }
            | IrNode::Repeat { count: taken, body, until, .. } => {
                let live = mark(body, needed);
                needed.extend([Some(*taken), *until].into_iter().flatten().filter(|_| live));
                live
            }
            IrNode::Check(reg, _) | IrNode::Return(reg) | IrNode::Emit(reg) => {
                needed.insert(*reg);
                true
            }
            IrNode::Emitted(reg) => needed.contains(reg),
        };
    }
    any
}

/// Removes the nodes that are not live.
fn sweep(block: &mut IrBlock, needed: &HashSet<Reg>) {
    block.retain_mut(|node| match node {
        IrNode::Let(reg, _) | IrNode::Emitted(reg) => needed.contains(reg),
        IrNode::If(_, then, otherwise) => {
            sweep(then, needed);
            sweep(otherwise, needed);
            !then.is_empty() || !otherwise.is_empty()
        }
        IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => {
            sweep(body, needed);
            !body.is_empty()
        }
        IrNode::Check(..) | IrNode::Return(_) | IrNode::Emit(_) => true,
    });
}
