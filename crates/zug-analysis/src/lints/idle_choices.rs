//! Finds choices without effect: a parameter of which only conditions and the notation speak, and a
//! loop whose body never names what it goes through.

use super::UNUSED;
use super::constant::conjuncts;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast::{self, ItemKind};

/// Warns of parameters that the body of their move and the sets of later parameters never name.
/// What a request gives or the guard fixes is no choice.
pub(super) fn idle_parameters(
    game: &ast::Game,
    units: &[Unit],
    program: &Program,
    found: &mut Vec<Diagnostic>,
) {
    for item in &game.items {
        let ItemKind::Move(written) = &item.kind else { continue };
        let unit = units.iter().find(|unit| unit.name.is_some_and(|name| name.span == written.name.span));
        let played = program.moves.iter().position(|each| each.span.holds(written.name.span));
        let (Some(unit), Some(at)) = (unit, played) else { continue };
        let played = &program.moves[at];
        let given = given_by_all(program, at);
        let idle: Vec<usize> =
            (given..written.parameters.len()).filter(|at| is_idle(unit, written, played, *at)).collect();
        for at in idle.iter().filter(|at| !is_fixed(played, **at, &idle)) {
            found.push(idle_warning(game, &written.parameters[*at]));
        }
    }
}

fn idle_warning(game: &ast::Game, parameter: &ast::Binder) -> Diagnostic {
    let name = &parameter.name.text;
    let message = format!("the choice of `{name}` changes nothing");
    let set = game.text_at(parameter.set.span);
    let help = format!(
        "write `some {name} in {set}: ..` in the guard, or use `{name}` in the body: each choice counts as a move of its own"
    );
    let label = "only conditions and the notation speak of it";
    UNUSED.warn(message, parameter.name.span, label).help(help)
}

/// Whether a move names a parameter, but neither in its body nor in the set of a later one.
fn is_idle(unit: &Unit, written: &ast::Move, played: &Move, at: usize) -> bool {
    let name = &written.parameters[at].name.text;
    let is_alone = played.parameters.get(at).is_none_or(|(_, set)| set.has_one_at_most());
    let later = written.parameters[at + 1..].iter().map(|later| later.set.span);
    let body = written.body.iter().map(|stmt| stmt.span);
    let named = |span| unit.uses_in(span).any(|used| used.text == *name);
    !is_alone && unit.mentions(name) && !later.chain(body).any(named)
}

/// The number of first parameters that each request for a move gives; 0 if it needs no request.
fn given_by_all(program: &Program, at: usize) -> usize {
    let requests = program.requests.iter().flat_map(|request| &request.moves);
    let given = requests.filter(|(id, _)| id.index() == at).map(|(_, given)| *given);
    given.min().filter(|_| program.moves[at].followup).unwrap_or(0)
}

/// Whether the guard says which one a parameter is, as `s = suit[c]` does, by something else than a
/// later parameter of `idle`: of two that are equal and do nothing one is told.
fn is_fixed(played: &Move, at: usize, idle: &[usize]) -> bool {
    let local = |at: usize| played.parameters.get(at).map(|(local, _)| *local);
    let speaks = |e: &Expr, of: Option<LocalId>| {
        e.walk().any(|e| matches!(e.kind, ExprKind::Local(local) if Some(local) == of))
    };
    let is_it = |e: &Expr| match &e.kind {
        ExprKind::ToInt(of) | ExprKind::Ordinal(of) | ExprKind::ToElement(of) => {
            matches!(of.kind, ExprKind::Local(of) if Some(of) == local(at))
        }
        ExprKind::Local(of) => Some(*of) == local(at),
        _ => false,
    };
    let later = || idle.iter().filter(|other| **other > at);
    let says = |e: &Expr| !speaks(e, local(at)) && !later().any(|other| speaks(e, local(*other)));
    let mut parts = Vec::new();
    conjuncts(&played.when, &mut parts);
    parts.iter().any(|part| match &part.kind {
        ExprKind::Equal(one, two) => is_it(one) && says(two) || is_it(two) && says(one),
        _ => false,
    })
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
            let name = played.frame.name(*local);
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
