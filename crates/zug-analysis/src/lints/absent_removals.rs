//! Finds captures that take the wrong one away: of `eat(c in men[me], to in men[opponent])` not
//! `to` but `c`, by `men[opponent] -= c`.

use super::MIXED_PLAYERS;
use super::reads::{Whose, player};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of moves that take an own piece out of the other player's set, and leave the one there
/// that they chose from it.
pub(super) fn absent_removals(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        for (own, set) in &played.parameters {
            let Some((field, Whose::Mine)) = entry(program, set) else { continue };
            let Some(stmt) = statements(&played.body).find(|stmt| takes(stmt, field, *own)) else { continue };
            let others = played.parameters.iter().filter(|(other, _)| other != own);
            let of_other = others.filter(|(_, set)| is_among(program, set, field));
            let mut captured = of_other.filter(|(other, _)| is_left(played, field, *other));
            if let (Some((other, from)), None) = (captured.next(), captured.next()) {
                found.push(warning(game, played, (*own, set.span), (*other, from.span), stmt));
            }
        }
    }
}

/// The field with an entry for each player that a set is, and whose entry it is.
fn entry(program: &Program, set: &Expr) -> Option<(FieldId, Whose)> {
    let ExprKind::Field(field, indexes) = &set.kind else { return None };
    let of_players = program.fields.get(field.index())?.indexes == [PLAYER];
    let whose = player(indexes.first()?, &[]);
    of_players.then_some((*field, whose))
}

/// Whether all members of a set are in the other player's entry of a field.
fn is_among(program: &Program, set: &Expr, field: FieldId) -> bool {
    match &set.kind {
        ExprKind::Intersect(one, two) => is_among(program, one, field) || is_among(program, two, field),
        _ => entry(program, set) == Some((field, Whose::Theirs)),
    }
}

/// Whether a statement takes a parameter alone out of the other player's entry of a field.
fn takes(stmt: &Stmt, field: FieldId, chosen: LocalId) -> bool {
    let StmtKind::Assign(Place::Field(of, indexes), Store::Sub, value) = &stmt.kind else { return false };
    let is_it = matches!(&value.kind, ExprKind::Singleton(one, _) if one.as_local() == Some(chosen));
    *of == field && is_it && indexes.first().is_some_and(|at| player(at, &[]) == Whose::Theirs)
}

/// Whether no statement but one that adds to the own entry speaks of a parameter beside the field.
fn is_left(played: &Move, field: FieldId, chosen: LocalId) -> bool {
    let speaks = |value: &Expr| value.walk().any(|part| part.as_local() == Some(chosen));
    let mut goes_over = false;
    for stmt in statements(&played.body) {
        let StmtKind::Assign(Place::Field(of, indexes), _, value) = &stmt.kind else { continue };
        if *of != field {
            continue;
        }
        match indexes.first().map_or(Whose::Any, |at| player(at, &[])) {
            Whose::Mine => goes_over |= speaks(value),
            _ if speaks(value) => return false,
            _ => {}
        }
    }
    goes_over
}

fn warning(
    game: &ast::Game,
    played: &Move,
    (own, of_mine): (LocalId, Span),
    (other, of_theirs): (LocalId, Span),
    stmt: &Stmt,
) -> Diagnostic {
    let (own, other) = (played.frame.name(own), played.frame.name(other));
    let text = game.text_at(stmt.span);
    let target = text.split("-=").next().unwrap_or(text).trim();
    let message = format!("`{own}` is taken out of `{target}`, where it is not, and `{other}` stays there");
    let warning = MIXED_PLAYERS.warn(message, stmt.span, "takes nothing away");
    let warning = warning.because(of_mine, format!("`{own}` is chosen from this"));
    let warning = warning.because(of_theirs, format!("`{other}` is chosen from this"));
    warning.help(format!("write `{target} -= {other}`"))
}
