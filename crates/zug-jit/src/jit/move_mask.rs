//! Recognizes machines whose legal moves are one mask, so that a search can go through its bits and needs no list.
//!
//! ```text
//! visit:  what comes first;  for each bit of MASK { emit bit << SHIFT | REST };  if nothing was emitted { .. }
//! ```
//!
//! What comes last, where there is no bit, may be an ending, a broken promise, or the pass as the only move. Other machines have no
//! [`MoveMask`], and their moves are listed.

use super::bounds::RegisterBounds;
use std::collections::HashMap;
use zug_machine::Machine;
use zug_machine::ir::{Block, Node, Op, Reg, Routine};
use zug_machine::moves::{Move, PASS};
use zug_machine::optimization::Optimization;

/// A single-mask move set: the legal moves as one mask.
pub(super) struct MoveMask<'m> {
    /// Steps before the moves.
    pub before: &'m [Node],
    /// Which bits stand for legal moves.
    pub mask: Reg,
    /// The number of the highest bit at most.
    pub most: u64,
    /// A packed move is the number of its bit, moved up by this ..
    pub shift: u8,
    /// .. and joined with this, which lies below.
    pub rest: u64,
    /// What kind of moves they are.
    pub kind: usize,
    /// Takes the number of moves, which is 0 where `otherwise` is run.
    pub emitted: Option<Reg>,
    /// Steps where there is no bit.
    pub otherwise: &'m [Node],
}

impl<'m> MoveMask<'m> {
    /// Of a machine that is well formed; nothing where its moves are not one mask.
    pub fn of(machine: &'m Machine) -> Option<MoveMask<'m>> {
        let routine = &machine.expand;
        let at = routine.body.iter().position(|node| emits(std::slice::from_ref(node)))?;
        let (before, rest) = routine.body.split_at(at);
        let (first, after) = rest.split_first()?;
        let Node::ForBits { mask, bit, body, until: None } = first else { return None };
        let bounds =
            RegisterBounds::new(routine, &machine.tables, machine.optimizations.has(Optimization::Bounds));
        let most = bounds.of(*mask).most.checked_ilog2().unwrap_or(0).into();
        let constants = constants(routine, &bounds);
        let (shift, rest) = packing(*bit, body, &constants)?;
        let kind = machine.kind_of(Move(rest))?;
        let (emitted, otherwise) = match after {
            [] => (None, &[][..]),
            [Node::Emitted(count), Node::If(condition, then, otherwise)]
                if count == condition && then.is_empty() =>
            {
                (Some(*count), &otherwise[..])
            }
            _ => return None,
        };
        let is_below = shift >= machine.kinds.get(kind)?.code_width && rest.checked_shr(shift.into())? == 0;
        let fits = is_below && ends_with_pass(otherwise, &constants);
        let (mask, kind) = (*mask, kind);
        fits.then_some(MoveMask { before, mask, most, shift, rest, kind, emitted, otherwise })
    }

    /// Whether the pass may be the only move.
    pub fn passes(&self) -> bool {
        emits(self.otherwise)
    }
}

/// Whether a block may emit something, or asks how much it has emitted.
fn emits(block: &[Node]) -> bool {
    block.iter().any(|node| match node {
        Node::Emit(_) | Node::Emitted(_) => true,
        Node::If(_, then, otherwise) => emits(then) || emits(otherwise),
        Node::ForBits { body, .. } | Node::Repeat { body, .. } => emits(body),
        _ => false,
    })
}

/// Whether a block emits nothing but the pass, once at most, as the last of its steps.
fn ends_with_pass(block: &[Node], constants: &HashMap<Reg, u64>) -> bool {
    let Some((last, before)) = block.split_last() else { return true };
    let last_is = match last {
        Node::Emit(reg) => constants.get(reg) == Some(&PASS.0),
        Node::If(_, then, otherwise) => {
            ends_with_pass(then, constants) && ends_with_pass(otherwise, constants)
        }
        other => !emits(std::slice::from_ref(other)),
    };
    last_is && !emits(before)
}

/// By how much a loop moves its bit up, and what it joins it with, before it emits it.
fn packing(bit: Reg, body: &Block, constants: &HashMap<Reg, u64>) -> Option<(u8, u64)> {
    let [Node::Let(moved, Op::Shl(from, by)), Node::Let(packed, Op::Or(x, y)), Node::Emit(emitted)] =
        &body[..]
    else {
        return None;
    };
    let rest = if x == moved { y } else { x };
    let fits = *from == bit && (x == moved) != (y == moved) && emitted == packed;
    let shift = *constants.get(by).filter(|shift| **shift < 58)?;
    fits.then_some((shift as u8, *constants.get(rest)?))
}

/// The registers of a routine that hold one constant and nothing else.
fn constants(routine: &Routine, bounds: &RegisterBounds<'_>) -> HashMap<Reg, u64> {
    fn gather(block: &[Node], found: &mut HashMap<Reg, u64>) {
        for node in block {
            match node {
                Node::Let(reg, Op::Const(value)) => {
                    found.insert(*reg, *value);
                }
                Node::If(_, then, otherwise) => {
                    gather(then, found);
                    gather(otherwise, found);
                }
                Node::ForBits { body, .. } | Node::Repeat { body, .. } => gather(body, found),
                _ => {}
            }
        }
    }
    let mut found = HashMap::new();
    gather(&routine.body, &mut found);
    found.retain(|reg, _| bounds.is_set_once(*reg));
    found
}
