//! Finds loops over a set in whose bodies its members move within it: the loop goes through the
//! members that there were, and what moved onto one of them moves again with it.

use super::LOOPED_STORE;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of `for c in men { men = men - c + east(c) }`.
pub(super) fn looped_stores(program: &Program, found: &mut Vec<Diagnostic>) {
    let all = program.moves.iter().flat_map(|each| statements(&each.body));
    for stmt in all {
        let StmtKind::For(binders, guard, body) = &stmt.kind else { continue };
        for (local, set) in binders {
            found.extend(asked_again(program, *local, guard, body));
            let ExprKind::Field(field, indexes) = &set.kind else { continue };
            let stores: Vec<SetChange<'_>> =
                statements(body).filter_map(|stmt| SetChange::of(stmt, *field, indexes, *local)).collect();
            let removes = stores.iter().any(|store| store.removes);
            let Some(adds) = stores.iter().find(|store| store.adds) else { continue };
            if removes {
                let name = program.fields.get(field.index()).map_or("..", |field| &*field.name);
                found.push(warning(set, adds.stmt, name));
            }
        }
    }
}

/// The warning about `for x in men where near(x) & men != {} { men -= x }`: the condition is asked
/// at each turn, of the set as it is then.
fn asked_again(program: &Program, local: LocalId, guard: &Expr, body: &[Stmt]) -> Option<Diagnostic> {
    let is_it = |e: &Expr| e.as_local() == Some(local);
    let alone = |e: &Expr| matches!(&e.kind, ExprKind::Singleton(of, _) if is_it(of));
    let taken = statements(body).find_map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, _), Store::Sub, value) if alone(value) => Some((stmt, *field)),
        StmtKind::Assign(Place::Field(field, _), Store::Set, value) => match &value.kind {
            ExprKind::Minus(_, out) if alone(out) => Some((stmt, *field)),
            _ => None,
        },
        _ => None,
    });
    let (stmt, field) = taken?;
    // Whether the member itself is still there is asked for itself.
    let itself = |e: &Expr| match &e.kind {
        ExprKind::In(one, set) => is_it(one) && matches!(set.kind, ExprKind::Field(..)),
        ExprKind::Not(of) => matches!(&of.kind, ExprKind::In(one, _) if is_it(one)),
        _ => false,
    };
    let parts = match &guard.kind {
        ExprKind::And(all) => all.iter().collect(),
        _ => vec![guard],
    };
    let reads = |e: &Expr| program.has(e, |e| matches!(e.kind, ExprKind::Field(of, _) if of == field));
    let asked = parts.into_iter().find(|part| !itself(part) && reads(part))?;
    let name = program.fields.get(field.index()).map_or("..", |field| &*field.name);
    let message = format!("this condition is asked at each turn of the loop, of what is left of `{name}`");
    let warning = LOOPED_STORE.warn(message, asked.span, "not of all members as they were");
    let set = "let gone = { c in .. where .. }";
    let warning = warning.because(stmt.span, "members leave here");
    Some(warning.help(format!("take them out together: `{set}`, and then `{name} = {name} - gone`")))
}

/// What a statement does to the set that is gone through.
struct SetChange<'a> {
    stmt: &'a Stmt,
    removes: bool,
    /// It adds what hangs on the member whose turn it is.
    adds: bool,
}

impl<'a> SetChange<'a> {
    fn of(stmt: &'a Stmt, field: FieldId, indexes: &[Expr], local: LocalId) -> Option<SetChange<'a>> {
        let StmtKind::Assign(Place::Field(to, at), store, value) = &stmt.kind else { return None };
        let same = |(one, two): (&Expr, &Expr)| shape(one) == shape(two);
        if *to != field || at.len() != indexes.len() || !at.iter().zip(indexes).all(same) {
            return None;
        }
        // The member itself is there already.
        let moved = |e: &Expr| speaks(e, local) && !matches!(added(e).kind, ExprKind::Local(_));
        let (removes, adds) = match store {
            Store::Add => (false, moved(value)),
            Store::Sub => (speaks(value, local), false),
            Store::Set => (
                value.walk().any(|e| matches!(&e.kind, ExprKind::Minus(_, out) if speaks(out, local))),
                value.walk().any(|e| matches!(&e.kind, ExprKind::Union(_, two) if moved(two))),
            ),
        };
        Some(SetChange { stmt, removes, adds })
    }
}

fn speaks(expr: &Expr, local: LocalId) -> bool {
    expr.walk().any(|e| e.as_local() == Some(local))
}

/// An element of which a set is made.
fn added(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Singleton(of, _) => of,
        _ => expr,
    }
}

fn warning(set: &Expr, stmt: &Stmt, name: &str) -> Diagnostic {
    let message = format!("what moves within `{name}` here may be lost");
    LOOPED_STORE
        .warn(message, stmt.span, "a member that another one has moved onto leaves with it")
        .because(set.span, "the loop goes through the members that were there before it")
        .help("make the new set first, in one statement: `let moved = { step(c, d) for c in .. }`")
}
