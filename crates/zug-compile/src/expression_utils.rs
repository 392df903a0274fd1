//! Properties of expressions: their dependencies and their cost.

use std::collections::BTreeSet;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// A source that a value can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dependency {
    /// A local of the frame.
    Local(LocalId),
    /// The mover.
    Me,
}

/// The sources that an expression depends on; none if it reads the position.
pub(super) fn sources(program: &Program, expr: &Expr) -> Option<BTreeSet<Dependency>> {
    let mut found = BTreeSet::new();
    collect(program, expr, &mut found, 0).then_some(found)
}

/// Whether an expression mentions a local.
pub(super) fn mentions(expr: &Expr, local: LocalId) -> bool {
    expr.walk().any(|expr| matches!(expr.kind, ExprKind::Local(l) if l == local))
}

fn collect(program: &Program, expr: &Expr, found: &mut BTreeSet<Dependency>, depth: usize) -> bool {
    match &expr.kind {
        ExprKind::Field(..) | ExprKind::Can(..) | ExprKind::Stuck(_) => return false,
        _ if depth > 200 => return false,
        ExprKind::Me => {
            found.insert(Dependency::Me);
        }
        ExprKind::Local(local) => {
            found.insert(Dependency::Local(*local));
        }
        ExprKind::Call(def, _) => {
            let mut inside = BTreeSet::new();
            if !collect(program, &program.defs[def.index()].body, &mut inside, depth + 1) {
                return false;
            }
            found.extend(inside.contains(&Dependency::Me).then_some(Dependency::Me));
        }
        _ => {}
    }
    if !expr.children().all(|child| collect(program, child, found, depth + 1)) {
        return false;
    }
    if let ExprKind::Quantified { binders, .. } = &expr.kind {
        binders.iter().for_each(|(local, _)| {
            found.remove(&Dependency::Local(*local));
        });
    }
    true
}

/// Whether an expression costs more than a jump around it.
pub(super) fn is_heavy(program: &Program, expr: &Expr) -> bool {
    program.has(expr, |expr| {
        matches!(
            &expr.kind,
            ExprKind::Quantified { .. }
                | ExprKind::Reach(..)
                | ExprKind::ReachLinks(..)
                | ExprKind::Can(..)
                | ExprKind::Stuck(_)
                | ExprKind::Run(..)
                | ExprKind::Stop(..)
        )
    })
}

/// Whether to evaluate an expression may be a fault: `can` and `stuck` play moves that have a
/// `provided`, and their stores may leave the bounds. Such an expression is evaluated where the
/// reference semantics evaluates it: after the conditions on its left, and only if they hold.
pub(super) fn may_fault(program: &Program, expr: &Expr) -> bool {
    !is_broken(Shortcut::FaultOrder)
        && program.moves.iter().any(|each| each.provided.is_some())
        && program.has(expr, |expr| matches!(&expr.kind, ExprKind::Can(..) | ExprKind::Stuck(_)))
}

/// The least number of operations of an expression; a heavy one counts 10.
pub(super) fn weight(program: &Program, expr: &Expr) -> usize {
    let own = match expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => 0,
        _ if is_heavy(program, expr) => 10,
        _ => 1,
    };
    own + expr.children().map(|child| weight(program, child)).sum::<usize>()
}
