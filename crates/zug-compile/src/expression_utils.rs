//! Properties of expressions: their dependencies and their cost.

use std::collections::BTreeSet;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// An input of an expression that does not read the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Input {
    /// A local of the frame.
    Local(LocalId),
    /// The mover.
    Mover,
}

/// The inputs that an expression depends on; none if it reads the position.
pub(super) fn inputs(program: &Program, expr: &Expr) -> Option<BTreeSet<Input>> {
    let mut found = BTreeSet::new();
    collect(program, expr, &mut found, 0).then_some(found)
}

/// Whether an expression mentions a local.
pub(super) fn mentions(expr: &Expr, local: LocalId) -> bool {
    expr.walk().any(|expr| matches!(expr.kind, ExprKind::Local(l) if l == local))
}

fn collect(program: &Program, expr: &Expr, found: &mut BTreeSet<Input>, depth: usize) -> bool {
    if depth > 200 {
        return false;
    }
    match expr.kind.dependency() {
        Dependency::Field(_) | Dependency::LegalMoves => return false,
        Dependency::Mover => {
            found.insert(Input::Mover);
        }
        Dependency::Local(local) => {
            found.insert(Input::Local(local));
        }
        Dependency::Body(def) => {
            let mut inside = BTreeSet::new();
            if !collect(program, &program.defs[def.index()].body, &mut inside, depth + 1) {
                return false;
            }
            found.extend(inside.contains(&Input::Mover).then_some(Input::Mover));
        }
        Dependency::Nothing => {}
    }
    if !expr.children().all(|child| collect(program, child, found, depth + 1)) {
        return false;
    }
    if let ExprKind::Quantified { binders, .. } = &expr.kind {
        binders.iter().for_each(|(local, _)| {
            found.remove(&Input::Local(*local));
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
        && trials_exist(program)
        && program.has(expr, tries)
        && trial_may_fault(program)
}

/// Whether to evaluate some expression of the program may be a fault.
pub(super) fn any_may_fault(program: &Program) -> bool {
    let measures = || program.progress.iter().flat_map(|rule| &rule.measures).flat_map(Expr::walk);
    !is_broken(Shortcut::FaultOrder)
        && trials_exist(program)
        && program.expressions().chain(measures()).any(tries)
        && trial_may_fault(program)
}

/// Whether the body of a move that is played to see whether it is legal may be a fault.
pub(super) fn trial_may_fault(program: &Program) -> bool {
    let tried = program.moves.iter().filter(|each| each.provided.is_some());
    tried.flat_map(|each| statements(&each.body).map(move |stmt| (&each.frame, stmt))).any(|(frame, stmt)| {
        match &stmt.kind {
            StmtKind::Assign(Place::Local(local), store, value) => {
                frame.locals.get(local.index()).is_none_or(|local| !is_safe(local.ty, *store, value.ty))
            }
            StmtKind::Assign(Place::Field(field, indexes), store, value) => {
                indexes.iter().any(|index| index.ty.or_none)
                    || !is_safe(program.fields[field.index()].ty, *store, value.ty)
            }
            StmtKind::Bind(local, value) => {
                frame.locals.get(local.index()).is_none_or(|local| !is_safe(local.ty, Store::Set, value.ty))
            }
            _ => false,
        }
    })
}

/// Whether a store cannot be a fault, by the types of the place and of the value.
fn is_safe(place: Type, store: Store, value: Type) -> bool {
    let fits = match (place.kind, value.kind) {
        (Kind::Int { low, high }, Kind::Int { low: least, high: most }) => {
            store == Store::Set && low <= least && most <= high
        }
        (Kind::Int { .. } | Kind::IntSet { .. }, _) => false,
        _ => true,
    };
    let is_there = !value.or_none || (store == Store::Set && place.or_none);
    fits && is_there
}

fn trials_exist(program: &Program) -> bool {
    program.moves.iter().any(|each| each.provided.is_some())
}

fn tries(expr: &Expr) -> bool {
    expr.kind.dependency() == Dependency::LegalMoves
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
