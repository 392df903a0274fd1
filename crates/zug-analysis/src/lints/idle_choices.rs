//! Finds choices without effect: a parameter of which only conditions and the notation speak, and a
//! loop whose body never names what it goes through.

use super::UNUSED;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast::{self, ItemKind};

/// Warns of parameters that the body of their move and the sets of later parameters never name.
pub(super) fn idle_parameters(
    game: &ast::Game,
    units: &[Unit],
    program: &Program,
    found: &mut Vec<Diagnostic>,
) {
    for item in &game.items {
        let ItemKind::Move(written) = &item.kind else { continue };
        let unit = units.iter().find(|unit| unit.name.is_some_and(|name| name.span == written.name.span));
        let played = program.moves.iter().find(|each| each.span.holds(written.name.span));
        let (Some(unit), Some(played)) = (unit, played) else { continue };
        for (at, parameter) in written.parameters.iter().enumerate() {
            let name = &parameter.name.text;
            let is_alone = played.parameters.get(at).is_none_or(|(_, set)| has_one(set));
            let later = written.parameters[at + 1..].iter().map(|later| later.set.span);
            let body = written.body.iter().map(|stmt| stmt.span);
            let named = |span| unit.uses_in(span).any(|used| used.text == *name);
            if is_alone || !unit.mentions(name) || later.chain(body).any(named) {
                continue;
            }
            let message = format!("the choice of `{name}` changes nothing");
            let set = game.text_at(parameter.set.span);
            let help = format!(
                "write `some {name} in {set}: ..` in the guard, or use `{name}` in the body: each choice counts as a move of its own"
            );
            let label = "only conditions and the notation speak of it";
            found.push(UNUSED.warn(message, parameter.name.span, label).help(help));
        }
    }
}

/// Whether a set has one member at most, so that its parameter is a name for it.
fn has_one(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Singleton(..) => true,
        ExprKind::SetOf(members, _) => members.len() < 2,
        ExprKind::Const(Value::Set(members)) => members.len() < 2,
        _ => false,
    }
}

/// Warns of loops that do the same for each member, and that once would do: they add the same to
/// sets, or take it away.
pub(super) fn idle_loops(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        for stmt in statements(&played.body) {
            let StmtKind::For(binders, _, body) = &stmt.kind else { continue };
            let names_it = |expr: &Expr| match expr.kind {
                ExprKind::Local(local) => binders.iter().any(|(bound, _)| *bound == local),
                _ => false,
            };
            let named = statements(body).flat_map(Stmt::expressions).flat_map(Expr::walk).any(names_it);
            if body.is_empty() || named || !body.iter().all(|stmt| once_is_enough(program, stmt)) {
                continue;
            }
            let Some((local, set)) = binders.first() else { continue };
            let name = played.frame.locals.get(local.index()).map_or("..", |local| &*local.name);
            let message = format!("the body of this loop never speaks of `{name}`");
            let set_text = game.text_at(set.span);
            let help = format!("write `{name}` in it, or `if some {name} in {set_text}: .. {{ .. }}`");
            let warning = UNUSED.warn(message, stmt.span, "the same each time").help(help);
            found.push(warning);
        }
    }
}

/// Whether a statement does nothing more when it is done again: it adds what it reads from no field
/// to a set, or takes it away.
fn once_is_enough(program: &Program, stmt: &Stmt) -> bool {
    let StmtKind::Assign(Place::Field(field, _), Store::Add | Store::Sub, value) = &stmt.kind else {
        return false;
    };
    let is_set = program.fields.get(field.index()).is_some_and(|field| matches!(field.ty.kind, Kind::Set(_)));
    is_set && !program.has(value, |expr| expr.kind.dependency().is_position())
}
