//! Finds rules and `def`s whose parts speak of different players: the condition and the outcome of
//! `end for p in Player`, two rules by which one player wins, points of whoever is to move.

use super::MIXED_PLAYERS;
use super::constant::conjuncts;
use super::exclusion::shape;
use super::point_terms::exchanged;
use std::collections::HashMap;
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
        let name = end.frame.name(*player);
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

/// Warns of two rules that ask the same of each of the two players and name one winner, where no
/// rule lets the other one win.
pub(super) fn same_winners(program: &Program, found: &mut Vec<Diagnostic>) {
    let Some(winner) = only_winner(program) else { return };
    let named =
        |end: &&End| end.binders.is_empty() && !program.has(&end.when, |e| matches!(e.kind, ExprKind::Me));
    let mut known: HashMap<String, &End> = HashMap::new();
    for end in program.ends.iter().filter(named) {
        let OutcomeKind::Wins(who) = &end.outcome.kind else { continue };
        let (own, turned) = (shape(&end.when), shape(&exchanged(&end.when)));
        if let Some(earlier) = known.get(&turned).filter(|_| turned != own) {
            let message = "two rules ask the same of each player, and one of them wins by both".to_owned();
            let loser = program.players()[1 - winner as usize];
            let label = format!("the same winner; no rule lets {loser} win");
            let warning = MIXED_PLAYERS.warn(message, who.span, &label);
            let warning = warning.because(earlier.span, "as in this rule, of the other player");
            found.push(warning.help("let the other player win here, or ask something else of this one"));
        }
        known.entry(own).or_insert(end);
    }
}

/// The player who wins by each rule that names a winner, if the rules name no other.
fn only_winner(program: &Program) -> Option<u32> {
    let ruled = program.stuck.iter().chain(&program.endless).map(|rule| &rule.outcome);
    let outcomes = ruled.chain(program.ends.iter().map(|end| &end.outcome)).flat_map(Outcome::walk);
    let mut winners = Vec::new();
    for outcome in outcomes {
        match &outcome.kind {
            OutcomeKind::Wins(who) => match who.kind {
                ExprKind::Const(Value::Element(winner)) => winners.push(winner),
                _ => return None,
            },
            OutcomeKind::Points(..) => return None,
            OutcomeKind::If(..) | OutcomeKind::Draw | OutcomeKind::Pass => {}
        }
    }
    winners.dedup();
    <[u32; 1]>::try_from(winners).ok().map(|[winner]| winner)
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
        found.extend(turned_by_turn(outcome));
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

/// The warning about `points[A] - points[B] to me` and `if points[A] > points[B] then me wins`, and
/// about the same with `me` and `opponent` where one named player wins.
fn turned_by_turn(outcome: &Outcome) -> Option<Diagnostic> {
    let winner = |outcome: &'_ Outcome| match &outcome.kind {
        OutcomeKind::Wins(who) => Some(who.clone()),
        _ => None,
    };
    let (compared, who) = match &outcome.kind {
        OutcomeKind::Points(points, to) => (points, Some(to.clone())),
        OutcomeKind::If(condition, yes, no) => (condition, winner(yes).or_else(|| winner(no))),
        _ => return None,
    };
    let who = who?;
    let (ExprKind::Arith(Arith::Sub, one, two) | ExprKind::Compare(_, one, two)) = &compared.kind else {
        return None;
    };
    let of_turn = |e: &Expr| e.walk().any(|e| matches!(e.kind, ExprKind::Me));
    let [own, turned, other] =
        [(**one).clone(), exchanged(one), exchanged(&exchanged(two))].map(|e| with_own_binders(&e));
    if turned != other || turned == own {
        return None;
    }
    let (message, here, help) = match (of_turn(one), of_turn(&who)) {
        (false, true) => (
            "this compares two players by name, and gives the outcome to whoever is to move",
            "whoever is to move then",
            "name the player here too, or write `me` and `opponent` on the left",
        ),
        (true, false) if matches!(outcome.kind, OutcomeKind::If(..)) => (
            "this compares whoever is to move with the other one, and one named player wins",
            "always this one",
            "write `me` or `opponent` here, or name the players in the condition",
        ),
        _ => return None,
    };
    let warning = MIXED_PLAYERS.warn(message.to_owned(), who.span, here);
    Some(warning.because(compared.span, "compared here").help(help))
}

/// The shape of an expression with its locals numbered in the order in which they come: two
/// expressions of one frame have binders of their own.
fn with_own_binders(expr: &Expr) -> String {
    let mut known = Vec::new();
    let mut own = expr.clone();
    own.renumber(&mut |local| {
        let at = known.iter().position(|other| *other == local).unwrap_or_else(|| {
            known.push(local);
            known.len() - 1
        });
        LocalId(at as u32)
    });
    shape(&own)
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
    (of.as_local() == Some(player)).then(|| (shape(of), shape(e)))
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
    expr.walk().any(|e| e.as_local() == Some(of))
}
