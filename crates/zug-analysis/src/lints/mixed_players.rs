//! Finds `end for p in Player` rules whose condition and outcome speak of different players.

use super::MIXED_PLAYERS;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns where only one of the two, condition and outcome, speaks of the player that is bound.
pub(super) fn mixed_players(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for end in &program.ends {
        let OutcomeKind::Wins(who) = &end.outcome.kind else { continue };
        let bound = end.binders.iter().find(|(local, _)| {
            end.frame.locals.get(local.index()).is_some_and(|local| local.ty.kind == Kind::Element(PLAYER))
        });
        let Some((player, all)) = bound else { continue };
        let name = end.frame.locals.get(player.index()).map_or("p", |local| &*local.name);
        let sets = end.binders.iter().map(|(_, set)| set);
        let asked = sets.chain([&end.when]).any(|expr| speaks(expr, *player));
        let answered = speaks(who, *player);
        let of_me = |expr: &Expr| program.has(expr, |e| matches!(e.kind, ExprKind::Me));
        if asked && !answered && of_me(who) && !of_me(&end.when) {
            let message = format!("the condition speaks of `{name}`, the outcome of another player");
            let written = match game.text_at(who.span) {
                "me" => format!("write `{name}` for `me`"),
                "opponent" => format!("write `other({name})` for `opponent`"),
                _ => format!("speak of `{name}` there"),
            };
            found.push(
                MIXED_PLAYERS
                    .warn(message, who.span, "whoever is to move then")
                    .because(end.when.span, format!("this is about `{name}`"))
                    .help(format!("{written}, or leave `for {name} in Player` out")),
            );
        } else if answered && !asked && matches!(all.kind, ExprKind::Const(_)) {
            let message = format!("the outcome speaks of `{name}`, the condition does not");
            found.push(
                MIXED_PLAYERS
                    .warn(message, end.when.span, &format!("the same for every `{name}`"))
                    .because(who.span, "so it gives two outcomes at once")
                    .help(format!("write `{name}` in the condition, `men[{name}]` for one")),
            );
        }
    }
}

fn speaks(expr: &Expr, of: LocalId) -> bool {
    expr.walk().any(|e| matches!(e.kind, ExprKind::Local(local) if local == of))
}
