//! Finds `end for p in Player` rules whose condition and outcome speak of different players.

use super::MIXED_PLAYERS;
use super::constant::conjuncts;
use super::exclusion::shape;
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
        } else if asked && answered && both_or_neither(&end.when, *player) {
            let message = "this holds for both players or for neither, so it gives two outcomes at once";
            let warning = MIXED_PLAYERS.warn(message.to_owned(), end.when.span, "the same for both");
            found.push(
                warning.because(who.span, "another one for each").help(distinguished(game, &end.when, name)),
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

/// Warns of a `def` with a player for a parameter that asks the player to move too.
pub(super) fn mixed_defs(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let is_written = |def: &Def| {
        game.items
            .iter()
            .any(|item| matches!(&item.kind, ast::ItemKind::Def { name, .. } if name.text == def.name))
    };
    for def in program.defs.iter().filter(|def| is_written(def)) {
        let mut of_player = def.frame.locals.iter().take(def.parameters);
        let given = of_player.find(|local| local.ty.kind == Kind::Element(PLAYER));
        let me = def.body.walk().find(|e| matches!(e.kind, ExprKind::Me));
        if let (Some(given), Some(me)) = (given, me)
            && def.body.walk().any(|e| matches!(e.kind, ExprKind::Local(_)))
        {
            let name = &given.name;
            let message = format!(
                "`{}` is asked of the player `{name}`, and speaks of the player to move too",
                def.name
            );
            let warning = MIXED_PLAYERS.warn(message, me.span, "whoever is to move then");
            found.push(warning.help(format!("write `{name}` or `other({name})`, or give it both players")));
        }
    }
}

/// Warns of `points[me] - points[opponent] to A`: the points of whoever is to move, to one player.
pub(super) fn mixed_points(program: &Program, found: &mut Vec<Diagnostic>) {
    let rules =
        program.ends.iter().map(|end| &end.outcome).chain(program.stuck.iter().map(|rule| &rule.outcome));
    for outcome in rules.flat_map(Outcome::walk) {
        let OutcomeKind::Points(points, to) = &outcome.kind else { continue };
        let of_me = points.walk().find(|e| {
            matches!(&e.kind, ExprKind::Field(_, at) if at.iter().any(|index| matches!(index.kind, ExprKind::Me)))
        });
        if let (Some(of_me), ExprKind::Const(_)) = (of_me, &to.kind) {
            let message = "these are the points of whoever is to move, and they go to one player".to_owned();
            let warning = MIXED_PLAYERS.warn(message, to.span, "always this one");
            let warning = warning.because(of_me.span, "whoever is to move");
            found.push(warning.help("write `to me`, or name the players on the left"));
        }
    }
}

/// Whether a condition says the same of a player and of the other one.
fn both_or_neither(when: &Expr, player: LocalId) -> bool {
    let mut parts = Vec::new();
    conjuncts(when, &mut parts);
    let sides = |part: &&Expr| match &part.kind {
        ExprKind::Equal(one, two) => vec![shape(one), shape(two)],
        _ => vec![shape(part)],
    };
    let shapes: Vec<Vec<String>> = parts.iter().map(sides).collect();
    let Some((own, other)) = parts.iter().flat_map(|part| part.walk()).find_map(|e| of_both(e, player))
    else {
        return false;
    };
    let turned = |text: &String| text.replace(&other, "\u{1}").replace(&own, &other).replace('\u{1}', &own);
    let exchanged = shapes.iter().map(|sides| sides.iter().map(turned).collect());
    in_order(exchanged.collect()) == in_order(shapes.clone())
}

/// Parts of a condition in an order of their own, as the sides of an equation are.
fn in_order(mut parts: Vec<Vec<String>>) -> Vec<Vec<String>> {
    parts.iter_mut().for_each(|sides| sides.sort());
    parts.sort();
    parts
}

/// The shapes of a player and of the other one, where an expression is the other one.
fn of_both(e: &Expr, player: LocalId) -> Option<(String, String)> {
    let ExprKind::Other(of) = &e.kind else { return None };
    matches!(of.kind, ExprKind::Local(local) if local == player).then(|| (shape(of), shape(e)))
}

/// How such a rule says which player it is about.
fn distinguished(game: &ast::Game, when: &Expr, name: &str) -> String {
    let mut parts = Vec::new();
    conjuncts(when, &mut parts);
    let other = format!("other({name})");
    match &parts[..] {
        [one, two] if game.text_at(two.span).contains(&other) && !game.text_at(one.span).contains(&other) => {
            format!(
                "write `{} and not {}`; or let it be a draw, without `for {name} in Player`",
                game.text_at(one.span),
                game.text_at(two.span)
            )
        }
        _ => format!(
            "ask what holds for one of them alone, or let it be a draw, without `for {name} in Player`"
        ),
    }
}

fn speaks(expr: &Expr, of: LocalId) -> bool {
    expr.walk().any(|e| matches!(e.kind, ExprKind::Local(local) if local == of))
}
