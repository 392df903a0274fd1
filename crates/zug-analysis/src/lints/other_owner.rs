//! Finds moves that choose from what one player has and take it away from the other:
//! `use(t in tickets[opponent]) { tickets[me] -= t }`.

use super::MIXED_PLAYERS;
use super::constant::conjuncts;
use super::reads::{Whose, player, reads, store_of};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of such moves. A move that stores to the entry from which it chooses is passed over, and
/// one that asks of the other entry too; so is a field that two moves use crosswise.
pub(super) fn other_owners(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        for (chosen, set) in &played.parameters {
            let Some((field, owner, place)) = chosen_from(program, set) else { continue };
            let from_other = statements(&played.body).find(|stmt| takes(stmt, field, *chosen, owner));
            let Some(stmt) = from_other else { continue };
            let is_kept = statements(&played.body).all(|stmt| !stores_to(stmt, field, owner));
            let is_meant = tells_both(program, played, *chosen, (field, owner))
                || is_crossed(program, played, (field, owner));
            if is_kept && !is_meant {
                found.push(warning(game, played, *chosen, place, stmt));
            }
        }
        found.extend(marked_for_other(game, program, played));
    }
}

/// The warning about a move that asks `not used[me]` and sets `used[opponent]`, where the mark
/// serves nothing else: nothing else of the definition reads it or stores to it.
fn marked_for_other(game: &ast::Game, program: &Program, played: &Move) -> Option<Diagnostic> {
    let mut parts = Vec::new();
    conjuncts(&played.when, &mut parts);
    let (field, asked) = parts.into_iter().find_map(|part| {
        let ExprKind::Not(of) = &part.kind else { return None };
        let ExprKind::Field(field, at) = &of.kind else { return None };
        (player(at.first()?, &[]) == Whose::Mine).then_some((*field, &**of))
    })?;
    let is_read =
        |e: &Expr| matches!(e.kind, ExprKind::Field(of, _) if of == field) && !std::ptr::eq(e, asked);
    let stores = || {
        let all = program.moves.iter().flat_map(|each| statements(&each.body));
        all.filter(|stmt| matches!(&stmt.kind, StmtKind::Assign(Place::Field(of, _), ..) if *of == field))
    };
    let is_of_other = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(_, at), _, value) => {
            let is_off = matches!(value.kind, ExprKind::Const(Value::Bool(false)));
            at.first().is_some_and(|index| player(index, &[]) == Whose::Theirs) && !is_off
        }
        _ => false,
    };
    let place = stores().next()?.span;
    let is_here = |stmt: &Stmt| statements(&played.body).any(|own| std::ptr::eq(own, stmt));
    if program.expressions().any(is_read) || !stores().all(|stmt| is_here(stmt) && is_of_other(stmt)) {
        return None;
    }
    let text = game.text_at(asked.span);
    let name = &played.name;
    Some(
        MIXED_PLAYERS
            .warn(
                format!("`{name}` asks for `{text}`, and sets that of the other player"),
                place,
                "of the other player",
            )
            .because(asked.span, "of the player to move, who sets it nowhere")
            .help(format!("write `{text}` for the entry that is set, or ask for that of the other player")),
    )
}

fn warning(game: &ast::Game, played: &Move, chosen: LocalId, from: Span, stmt: &Stmt) -> Diagnostic {
    let name = played.frame.name(chosen);
    let text = game.text_at(from);
    MIXED_PLAYERS
        .warn(
            format!("`{name}` is of `{text}`, and is taken away elsewhere"),
            stmt.span,
            "of the other player",
        )
        .because(from, format!("`{name}` is chosen from this"))
        .help(format!("write `{text} -= {name}`, or choose from what the other player has"))
}

/// The field with an entry for each player from which a set takes all its members, the owner of the
/// entry, and its place.
fn chosen_from(program: &Program, set: &Expr) -> Option<(FieldId, Whose, Span)> {
    match &set.kind {
        ExprKind::Field(field, indexes) => {
            let of_players = program.fields.get(field.index())?.indexes == [PLAYER];
            let owner = player(indexes.first()?, &[]);
            (of_players && owner != Whose::Any).then_some((*field, owner, set.span))
        }
        ExprKind::Intersect(one, two) => match (chosen_from(program, one), chosen_from(program, two)) {
            (Some(from), None) | (None, Some(from)) => Some(from),
            _ => None,
        },
        ExprKind::Minus(from, _) => chosen_from(program, from),
        _ => None,
    }
}

/// Whether a statement takes a parameter alone out of the entry of the player who is not `owner`.
fn takes(stmt: &Stmt, field: FieldId, chosen: LocalId, owner: Whose) -> bool {
    let StmtKind::Assign(Place::Field(of, indexes), Store::Sub, value) = &stmt.kind else { return false };
    let whose = indexes.first().map_or(Whose::Any, |index| player(index, &[]));
    let is_it = matches!(&value.kind, ExprKind::Singleton(one, _) if one.as_local() == Some(chosen));
    *of == field && is_it && whose != Whose::Any && whose != owner
}

/// Whether a statement may store to the entry of `owner`.
fn stores_to(stmt: &Stmt, field: FieldId, owner: Whose) -> bool {
    let StmtKind::Assign(Place::Field(of, indexes), store, value) = &stmt.kind else { return false };
    // A set that is filled again whole is not where the element goes.
    if *store == Store::Set && matches!(&value.kind, ExprKind::Const(Value::Set(set)) if !set.is_empty()) {
        return false;
    }
    let whose = indexes.first().map_or(Whose::Any, |index| player(index, &[]));
    *of == field && (whose == owner || whose == Whose::Any)
}

/// Whether a move asks of the entry that is not `owner`'s, where it speaks of a parameter or
/// chooses another one: the parameter may be in both entries.
fn tells_both(program: &Program, played: &Move, chosen: LocalId, (field, owner): (FieldId, Whose)) -> bool {
    let asks_other = |e: &Expr| {
        let read = reads(program, e);
        read.is_none_or(|read| read.iter().any(|(of, whose)| *of == field && *whose != owner))
    };
    let mut parts = Vec::new();
    conjuncts(&played.when, &mut parts);
    let body = statements(&played.body).flat_map(Stmt::expressions);
    let asked = parts.into_iter().chain(body).chain(&played.provided);
    let sets = played.parameters.iter().map(|(_, set)| set);
    sets.chain(asked.filter(|e| e.walk().any(|part| part.as_local() == Some(chosen)))).any(asks_other)
}

/// Whether another move chooses from the entry of `owner` and stores to that of the other player.
fn is_crossed(program: &Program, played: &Move, (field, owner): (FieldId, Whose)) -> bool {
    let chooses = |(_, set): &(LocalId, Expr)| {
        chosen_from(program, set).is_some_and(|(of, whose, _)| (of, whose) == (field, owner))
    };
    let stores_across = |stmt: &Stmt| {
        store_of(program, stmt)
            .is_some_and(|(of, whose)| of == field && whose != owner && whose != Whose::Any)
    };
    program
        .moves
        .iter()
        .filter(|each| each.span != played.span)
        .any(|each| each.parameters.iter().any(chooses) && statements(&each.body).any(stores_across))
}
