//! Expression utilities: what an expression depends on, and whether it is cheap.

use std::collections::BTreeSet;
use zug_lang::program::*;

/// Something that a value can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dependency {
    /// A local of the frame.
    Local(LocalId),
    /// The mover.
    Me,
}

/// What an expression depends on; nothing if it looks at the position.
pub(super) fn sources(program: &Program, expr: &Expr) -> Option<BTreeSet<Dependency>> {
    let mut found = BTreeSet::new();
    collect(program, expr, &mut found, 0).then_some(found)
}

/// Whether a local is mentioned.
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

/// Whether it is worth a jump not to compute something.
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

/// How many operations an expression takes at least, quantifiers counted high.
pub(super) fn weight(program: &Program, expr: &Expr) -> usize {
    let own = match expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => 0,
        _ if is_heavy(program, expr) => 10,
        _ => 1,
    };
    own + expr.children().map(|child| weight(program, child)).sum::<usize>()
}

/// How many steps it takes to evaluate an expression, at most and about; counted no further than `most`.
pub(super) fn steps(program: &Program, expr: &Expr, most: u64) -> u64 {
    let mut total = 1u64;
    let mut passes = 1u64;
    let inside = match &expr.kind {
        ExprKind::Call(def, _) => Some(&program.defs[def.index()].body),
        _ => None,
    };
    for part in expr.children().chain(inside) {
        if total > most {
            break;
        }
        total = total.saturating_add(passes.saturating_mul(steps(program, part, most)));
        if let ExprKind::Quantified { binders, .. } = &expr.kind
            && binders.iter().any(|(_, set)| std::ptr::eq(set, part))
        {
            passes = passes.saturating_mul(members(program, part));
        }
    }
    total
}

/// How many members a set has at most.
fn members(program: &Program, set: &Expr) -> u64 {
    match (&set.kind, set.ty.kind) {
        (ExprKind::Const(Value::Set(set)), _) => set.len() as u64,
        (_, Kind::Set(domain)) => program.domains[domain.index()].len() as u64,
        (_, Kind::IntSet { low, high }) if low <= high => high.abs_diff(low).saturating_add(1),
        _ => 1,
    }
}
