//! Takes out steps whose results nobody needs: neither a result, an effect, nor a way that leads to one.

use crate::machine::ir::{Block, Node, Reg};
use std::collections::HashSet;

/// Takes out dead steps. What is needed is followed back from the outputs and the effects, so that loops that
/// only feed themselves are dead too.
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
}

/// Adds what the needed steps of a block need; tells whether there are any.
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

/// Takes out what is not needed.
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
        _ => true,
    });
}
