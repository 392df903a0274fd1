//! Finds `end for p in Player` rules whose condition and outcome speak of different players.

use super::MIXED_PLAYERS;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns where only one of the two, condition and outcome, speaks of the player that is bound.
pub(super) fn mixed_players(program: &Program, found: &mut Vec<Diagnostic>) {
    for end in &program.ends {
        let OutcomeKind::Wins(who) = &end.outcome.kind else { continue };
        let bound = end.binders.iter().find(|(local, _)| {
            end.frame.locals.get(local.index()).is_some_and(|local| local.ty.kind == Kind::Element(PLAYER))
        });
        let Some((player, _)) = bound else { continue };
        let name = end.frame.locals.get(player.index()).map_or("p", |local| &*local.name);
        let sets = end.binders.iter().map(|(_, set)| set);
        let asked = sets.chain([&end.when]).any(|expr| speaks(expr, *player));
        let answered = speaks(who, *player);
        let of_me = |expr: &Expr| program.has(expr, |e| matches!(e.kind, ExprKind::Me));
        if asked && !answered && of_me(who) && !of_me(&end.when) {
            let message = format!("the condition speaks of `{name}`, the outcome of another player");
            let (word, meant) = match who.kind {
                ExprKind::Me => ("me", name.to_owned()),
                _ => ("opponent", format!("other({name})")),
            };
            found.push(
                MIXED_PLAYERS
                    .warn(message, who.span, "whoever is to move then")
                    .because(end.when.span, format!("this is about `{name}`"))
                    .help(format!("write `{meant}` for `{word}`, or leave `for {name} in Player` out")),
            );
        } else if answered && !asked {
            let message = format!("the outcome speaks of `{name}`, the condition does not");
            found.push(
                MIXED_PLAYERS
                    .warn(message, end.when.span, &format!("the same for every `{name}`"))
                    .because(who.span, format!("so this is the first player, whoever `{name}` should be"))
                    .help(format!("write `{name}` in the condition, `men[{name}]` for one")),
            );
        }
    }
}

fn speaks(expr: &Expr, of: LocalId) -> bool {
    expr.walk().any(|e| matches!(e.kind, ExprKind::Local(local) if local == of))
}
