//! Recognizes machines whose legal moves are one mask, so that a search can loop over its bits
//! without a list.
//!
//! ```text
//! expand:  other nodes
//!          for each bit of MASK { emit bit << SHIFT | REST }
//!          if nothing was emitted { .. }
//! ```
//!
//! If there is no bit, the rest may be a terminal payoff, a fault, or the pass as the only move.
//! Other machines have no [`MoveMask`], and their moves are listed.

use super::bounds::RegisterBounds;
use std::collections::HashMap;
use zug_machine::Machine;
use zug_machine::ir::{IrBlock, IrNode, Op, Reg, Routine};
use zug_machine::moves::{PASS, PackedMove};
use zug_machine::optimization::Optimization;

/// The legal moves as one mask.
pub(super) struct MoveMask<'m> {
    /// The nodes before the moves.
    pub before: &'m [IrNode],
    /// The mask of the legal moves.
    pub mask: Reg,
    /// An upper bound of the number of the mask's highest bit.
    pub most: u64,
    /// A packed move is the number of its bit, shifted up by this ..
    pub shift: u8,
    /// .. and joined with this, which lies below.
    pub rest: u64,
    /// The kind of the moves.
    pub kind: usize,
    /// The register with the number of moves, which is 0 where `otherwise` runs.
    pub emitted: Option<Reg>,
    /// The nodes that run if there is no legal move.
    pub otherwise: &'m [IrNode],
}

impl<'m> MoveMask<'m> {
    /// The move mask of a well-formed machine; none if its moves are not one mask.
    pub fn of(machine: &'m Machine) -> Option<MoveMask<'m>> {
        let routine = &machine.expand;
        let at = routine.body.iter().position(|node| emits(std::slice::from_ref(node)))?;
        let (before, rest) = routine.body.split_at(at);
        let (first, after) = rest.split_first()?;
        let IrNode::ForBits { mask, bit, body, until: None } = first else { return None };
        let bounds =
            RegisterBounds::new(routine, &machine.tables, machine.optimizations.has(Optimization::Bounds));
        let most = bounds.of(*mask).most.checked_ilog2().unwrap_or(0).into();
        let constants = constants(routine, &bounds);
        let (shift, rest) = packing(*bit, body, &constants)?;
        let kind = machine.kind_of(PackedMove(rest))?;
        let (emitted, otherwise) = match after {
            [] => (None, &[][..]),
            [IrNode::Emitted(count), IrNode::If(condition, then, otherwise)]
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

    /// Whether a pass may be the only move.
    pub fn passes(&self) -> bool {
        emits(self.otherwise)
    }
}

/// Whether a block may emit a move, or reads the number of moves emitted.
fn emits(block: &[IrNode]) -> bool {
    block.iter().any(|node| match node {
        IrNode::Emit(_) | IrNode::Emitted(_) => true,
        IrNode::If(_, then, otherwise) => emits(then) || emits(otherwise),
        IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => emits(body),
        _ => false,
    })
}

/// Whether a block emits only the pass, at most once, as its last node.
fn ends_with_pass(block: &[IrNode], constants: &HashMap<Reg, u64>) -> bool {
    let Some((last, before)) = block.split_last() else { return true };
    let last_is = match last {
        IrNode::Emit(reg) => constants.get(reg) == Some(&PASS.0),
        IrNode::If(_, then, otherwise) => {
            ends_with_pass(then, constants) && ends_with_pass(otherwise, constants)
        }
        other => !emits(std::slice::from_ref(other)),
    };
    last_is && !emits(before)
}

/// The shift and the constant with which a loop packs its bit before it emits it.
fn packing(bit: Reg, body: &IrBlock, constants: &HashMap<Reg, u64>) -> Option<(u8, u64)> {
    let [IrNode::Let(moved, Op::Shl(from, by)), IrNode::Let(packed, Op::Or(x, y)), IrNode::Emit(emitted)] =
        &body[..]
    else {
        return None;
    };
    let rest = if x == moved { y } else { x };
    let fits = *from == bit && (x == moved) != (y == moved) && emitted == packed;
    let shift = *constants.get(by).filter(|shift| **shift < 58)?;
    fits.then_some((shift as u8, *constants.get(rest)?))
}

/// The registers that one node sets to a constant.
fn constants(routine: &Routine, bounds: &RegisterBounds<'_>) -> HashMap<Reg, u64> {
    fn gather(block: &[IrNode], found: &mut HashMap<Reg, u64>) {
        for node in block {
            match node {
                IrNode::Let(reg, Op::Const(value)) => {
                    found.insert(*reg, *value);
                }
                IrNode::If(_, then, otherwise) => {
                    gather(then, found);
                    gather(otherwise, found);
                }
                IrNode::ForBits { body, .. } | IrNode::Repeat { body, .. } => gather(body, found),
                _ => {}
            }
        }
    }
    let mut found = HashMap::new();
    gather(&routine.body, &mut found);
    found.retain(|reg, _| bounds.is_set_once(*reg));
    found
}
