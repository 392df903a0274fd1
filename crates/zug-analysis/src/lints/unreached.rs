//! Finds `reach(c, empty)` from a cell that is not in `empty`: only what lies in the set is
//! reached, so nothing is.

use super::OUTSIDE;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of such calls in the sets and guards of moves, before anything is stored.
pub(super) fn unreached(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        let sets = played.parameters.iter().map(|(_, set)| set);
        for expr in sets.chain([&played.when]).flat_map(Expr::walk) {
            let ExprKind::Reach(_, from, within) = &expr.kind else { continue };
            let ExprKind::Singleton(from, _) = &from.kind else { continue };
            if is_taken_out(program, &played.parameters, from, within) {
                let (from, within) = (game.text_at(from.span), game.text_at(within.span));
                let message = format!("nothing is reached: `{from}` is not in `{within}`");
                let warning = OUTSIDE.warn(message, expr.span, "always empty");
                found.push(
                    warning.help(format!("write `reach(near({from}), {within})`, from the cells beside it")),
                );
            }
        }
    }
}

/// Whether a set is what is left when a cell, or a set of which the cell is chosen, is taken out.
fn is_taken_out(program: &Program, parameters: &[(LocalId, Expr)], cell: &Expr, set: &Expr) -> bool {
    let mut out = Vec::new();
    taken_out(program, set, &mut out);
    let is_out = |what: &Expr| out.iter().any(|each| shape(each) == shape(what));
    let single = |what: &Expr| {
        out.iter().any(|each| matches!(&each.kind, ExprKind::Singleton(of, _) if shape(of) == shape(what)))
    };
    let chosen = || {
        let ExprKind::Local(local) = cell.kind else { return false };
        let from = parameters.iter().find(|(each, _)| *each == local).map(|(_, set)| set);
        from.is_some_and(|from| is_out(from) || of_all_players(from, &out))
    };
    single(cell) || chosen()
}

/// Whether a set is an entry of a field whose entries of both players are taken out.
fn of_all_players(set: &Expr, out: &[&Expr]) -> bool {
    let ExprKind::Field(field, indexes) = &set.kind else { return false };
    let players = out.iter().filter_map(|each| match &each.kind {
        ExprKind::Field(of, at) if of == field => match &at[..] {
            [Expr { kind: ExprKind::Const(Value::Element(player)), .. }] => Some(*player),
            _ => None,
        },
        _ => None,
    });
    let [index] = &indexes[..] else { return false };
    let players: std::collections::BTreeSet<u32> = players.collect();
    index.ty.kind == Kind::Element(PLAYER) && players.len() == 2
}

/// The sets that are taken out of a set, through `def`s without parameters.
fn taken_out<'p>(program: &'p Program, set: &'p Expr, out: &mut Vec<&'p Expr>) {
    match &set.kind {
        ExprKind::Minus(of, less) => {
            taken_out(program, of, out);
            let mut open = vec![&**less];
            while let Some(each) = open.pop() {
                match &each.kind {
                    ExprKind::Union(one, two) => open.extend([&**one, &**two]),
                    _ => out.push(each),
                }
            }
        }
        ExprKind::Intersect(one, two) => {
            [one, two].into_iter().for_each(|each| taken_out(program, each, out))
        }
        ExprKind::Call(_, given) if given.is_empty() => {
            if let Some(def) = program.called(set) {
                taken_out(program, &def.body, out);
            }
        }
        _ => {}
    }
}
