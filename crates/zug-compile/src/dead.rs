//! Dead-code elimination, and coalescing of copies that are read once.

use std::collections::{HashMap, HashSet};
use zug_machine::ir::{Block, Node, Op, Reg};

/// Removes dead nodes. Liveness is propagated backwards from the outputs and the effects to a
/// fixpoint, so a loop that only feeds itself is dead too.
pub(super) fn remove(body: &mut Block, outputs: &[Reg]) {
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
fn count(block: &Block, reads: &mut HashMap<Reg, usize>) {
    let mut read = |reg: Reg| *reads.entry(reg).or_insert(0) += 1;
    for node in block {
        match node {
            Node::Let(_, op) => op.operands().for_each(&mut read),
            Node::Check(reg, _) | Node::Return(reg) | Node::Emit(reg) | Node::If(reg, ..) => read(*reg),
            Node::ForBits { mask: taken, until, .. } | Node::Repeat { count: taken, until, .. } => {
                [Some(*taken), *until].into_iter().flatten().for_each(&mut read);
            }
            Node::Emitted(_) => {}
        }
    }
    for inner in block.iter().flat_map(inside) {
        count(inner, reads);
    }
}

/// The blocks inside a node.
fn inside(node: &Node) -> Vec<&Block> {
    match node {
        Node::If(_, then, otherwise) => vec![then, otherwise],
        Node::ForBits { body, .. } | Node::Repeat { body, .. } => vec![body],
        Node::Let(..) | Node::Check(..) | Node::Return(_) | Node::Emit(_) | Node::Emitted(_) => Vec::new(),
    }
}

/// Computes a value that is only copied directly into the target of the copy.
fn join_copies(block: &mut Block, reads: &HashMap<Reg, usize>) {
    let mut joined: Block = Vec::with_capacity(block.len());
    for mut node in block.drain(..) {
        match &mut node {
            Node::If(_, then, otherwise) => {
                join_copies(then, reads);
                join_copies(otherwise, reads);
            }
            Node::ForBits { body, .. } | Node::Repeat { body, .. } => join_copies(body, reads),
            Node::Let(..) | Node::Check(..) | Node::Return(_) | Node::Emit(_) | Node::Emitted(_) => {}
        }
        if let (Node::Let(to, Op::Copy(from)), Some(Node::Let(made, op))) = (&node, joined.last_mut())
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
fn mark(block: &Block, needed: &mut HashSet<Reg>) -> bool {
    let mut any = false;
    for node in block.iter().rev() {
        any |= match node {
            Node::Let(reg, op) => {
                let live = needed.contains(reg);
                if live {
                    needed.extend(op.operands());
                }
                live
            }
            Node::If(condition, then, otherwise) => {
                let first = mark(then, needed);
                let live = mark(otherwise, needed) || first;
                needed.extend(live.then_some(*condition));
                live
            }
            Node::ForBits { mask: taken, body, until, .. }
            | Node::Repeat { count: taken, body, until, .. } => {
                let live = mark(body, needed);
                needed.extend([Some(*taken), *until].into_iter().flatten().filter(|_| live));
                live
            }
            Node::Check(reg, _) | Node::Return(reg) | Node::Emit(reg) => {
                needed.insert(*reg);
                true
            }
            Node::Emitted(reg) => needed.contains(reg),
        };
    }
    any
}

/// Removes the nodes that are not live.
fn sweep(block: &mut Block, needed: &HashSet<Reg>) {
    block.retain_mut(|node| match node {
        Node::Let(reg, _) | Node::Emitted(reg) => needed.contains(reg),
        Node::If(_, then, otherwise) => {
            sweep(then, needed);
            sweep(otherwise, needed);
            !then.is_empty() || !otherwise.is_empty()
        }
        Node::ForBits { body, .. } | Node::Repeat { body, .. } => {
            sweep(body, needed);
            !body.is_empty()
        }
        Node::Check(..) | Node::Return(_) | Node::Emit(_) => true,
    });
}
