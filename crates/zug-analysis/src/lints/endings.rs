//! Finds outcomes that do not mean what they seem to: late and ambiguous rules, and play
//! without end.

use super::constant::conjuncts;
use super::exclusion::excludes;
use super::late::{late_reads, values_late};
use super::reads::{Touch, Whose, reads, stores};
use super::{CUT_FOLLOWUP, CYCLES, LATE_END, NO_ENDING, PASS_LOOP, WIDE_END};
use crate::Ends;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of a definition without a rule about the end.
pub(super) fn none(program: &Program, found: &mut Vec<Diagnostic>) {
    let Some(last) = program.moves.last() else { return };
    let ruled = !program.ends.is_empty() || program.stuck.is_some() || program.endless.is_some();
    if !ruled && !program.tree {
        let message = "nothing says who wins: there is neither a `stuck` rule nor an `end` rule".to_owned();
        let warning = NO_ENDING.warn(message, last.span.after(), "when nobody can move, play breaks off");
        found.push(
            warning.help("write `stuck => me loses`: who cannot move has lost; or `end when .. => ..`"),
        );
    }
}

/// Warns of `end` rules in which `me` is not who it seems to be.
pub(super) fn for_whom(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for end in program.ends.iter().filter(|end| speaks_of_me(program, end)) {
        if let Some((one, other)) = asks_of_both(game, end) {
            let message = "this rule holds for either player, and gives one outcome".to_owned();
            let warning = WIDE_END.warn(message, other, "the same, asked of the other player");
            found.push(warning.because(one, "asked of this one").help(format!(
                "name the player: `end for p in Player when .. => {}`, with `p` in place of `me`",
                of_p(&end.outcome)
            )));
            continue;
        }
        let Some(reads) = reads(program, &end.when) else { continue };
        let changers: Vec<(&Move, Vec<Touch>)> = program
            .moves
            .iter()
            .map(|each| (each, stores(program, each)))
            .filter(|(_, stores)| stores.iter().any(|store| touches(&reads, store)))
            .collect();
        let turn = |each: &Move| turn(program, each, end);
        if let Some((again, not)) = either(&changers, turn) {
            found.push(wide(end, again, not));
        } else {
            let passes = |each: &Move| turn(each) == MoverAfter::Passes;
            let whose = late_reads(program, end, &reads, &changers, passes);
            let by_value = || values_late(program, end, &reads, passes).then_some(Whose::Mine);
            found.extend(whose.or_else(by_value).map(|whose| late(end, whose)));
        }
    }
}

/// The parts of an `or` that ask the same of `me` and of `opponent`, where one of the two wins or
/// loses by it.
fn asks_of_both(game: &ast::Game, end: &End) -> Option<(Span, Span)> {
    let (ExprKind::Or(all), OutcomeKind::Wins(who)) = (&end.when.kind, &end.outcome.kind) else {
        return None;
    };
    let of_me = |e: &Expr| matches!(e.kind, ExprKind::Me);
    if !who.walk().any(of_me) {
        return None;
    }
    let words = |part: &Expr, exchanged: bool| {
        let text = game.text_at(part.span);
        let pieces = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
        pieces
            .map(|piece| {
                match (piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_'), exchanged) {
                    ("me", true) => piece.replacen("me", "opponent", 1),
                    ("opponent", true) => piece.replacen("opponent", "me", 1),
                    _ => piece.to_owned(),
                }
            })
            .collect::<String>()
    };
    let pairs = (1..all.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
    let both = |(a, b): &(usize, usize)| {
        all[*a].walk().any(of_me) && words(&all[*a], true) == words(&all[*b], false)
    };
    pairs.into_iter().find(both).map(|(a, b)| (all[a].span, all[b].span))
}

fn speaks_of_me(program: &Program, end: &End) -> bool {
    let given = end.outcome.walk().flat_map(Outcome::expressions);
    given.chain([&end.when]).any(|expr| program.has(expr, |expr| matches!(expr.kind, ExprKind::Me)))
}

fn touches(reads: &[Touch], store: &Touch) -> bool {
    reads.iter().any(|(field, _)| *field == store.0)
}

/// Among moves that change what a rule reads, one after which the mover may move again and one
/// after which the other may move.
fn either<'a>(
    changers: &[(&'a Move, Vec<Touch>)],
    turn: impl Fn(&Move) -> MoverAfter,
) -> Option<(&'a Move, &'a Move)> {
    let find = |test: fn(MoverAfter) -> bool| {
        changers.iter().find(|(each, _)| test(turn(each))).map(|(each, _)| *each)
    };
    let again = find(|turn| turn != MoverAfter::Passes)?;
    let not = find(|turn| turn != MoverAfter::Stays)?;
    Some((again, not))
}

/// The player to move after a move, where an `end` rule holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoverAfter {
    Passes,
    Stays,
    Depends,
}

fn turn(program: &Program, played: &Move, end: &End) -> MoverAfter {
    let asks = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::Again(_) | StmtKind::AgainWith(..))
            && !excludes(program, played, stmt, &end.when)
    };
    let turn = if statements(&played.body).any(asks) { MoverAfter::Depends } else { MoverAfter::Passes };
    let always = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Again(condition) => condition.is_constantly_true(),
        _ => false,
    };
    if played.body.iter().any(always) { MoverAfter::Stays } else { turn }
}

fn late(end: &End, whose: Whose) -> Diagnostic {
    let message = "this `end` rule is noticed a ply late".to_owned();
    let (label, help) = match whose {
        Whose::Theirs => (
            "`opponent` is the player who has just moved, and moves change the entry of the other",
            "write `me` for `opponent` and `opponent` for `me`, or name both: `end for p in Player when ..` with `p` and `other(p)`".to_owned(),
        ),
        _ => (
            "`me` is the player to move, not the one who has just moved",
            format!("name both: `end for p in Player when .. => {}`, with `p` in place of `me` and `other(p)` in place of `opponent`", of_p(&end.outcome)),
        ),
    };
    LATE_END.warn(message, end.span, label).help(help)
}

/// An outcome with `p` in place of `me`.
fn of_p(outcome: &Outcome) -> &'static str {
    match &outcome.kind {
        OutcomeKind::Wins(who) => match &who.kind {
            ExprKind::Me => "p wins",
            ExprKind::Other(of) if matches!(of.kind, ExprKind::Me) => "p loses",
            _ => "..",
        },
        _ => "..",
    }
}

fn wide(end: &End, again: &Move, not: &Move) -> Diagnostic {
    let message = "after a move `me` may be either player in this `end` rule".to_owned();
    let warning = WIDE_END.warn(message, end.span, "`me` is the player to move");
    let warning = warning.because(again.span, "after this the same player may be to move");
    let warning =
        if again.span == not.span { warning } else { warning.because(not.span, "after this the other one") };
    if !end.when.walk().any(|e| matches!(e.kind, ExprKind::Me)) {
        return warning.help(
            "say who by a field: `last: Player or none` in `state`, `last = me` in the moves, and `last` in this rule",
        );
    }
    let outcome = of_p(&end.outcome);
    warning.help(format!("name him: `end for p in Player when .. => {outcome}`, with `p` in place of `me`"))
}

/// Warns of a `pass` where no rule asks whether the other player can move.
pub(super) fn passes(program: &Program, found: &mut Vec<Diagnostic>) {
    let Some(stuck) = &program.stuck else { return };
    let mut seen = Vec::new();
    unguarded(program, &stuck.outcome, [true; 2], &mut seen);
    // Where one player alone may pass, the other one has an outcome.
    let may_pass = |player: usize| seen.iter().any(|(_, who)| who[player]);
    let asked = program.ends.iter().any(|end| asks(program, &end.when) || is_of_nothing_left(program, end));
    if let (Some((span, _)), false, true) = (seen.first(), asked, may_pass(0) && may_pass(1)) {
        let message = "a `pass` may follow a `pass`, which is an error when it happens".to_owned();
        found.push(
            PASS_LOOP
                .warn(message, *span, "nothing asks whether the other player can move")
                .help("write `stuck => if stuck(opponent) then .. else pass`"),
        );
    }
}

/// Whether a rule ends play where both players have nothing left of what every move takes: of a
/// field that each guard or choice asks of the player to move.
fn is_of_nothing_left(program: &Program, end: &End) -> bool {
    let mut parts = Vec::new();
    conjuncts(&end.when, &mut parts);
    let empty: Option<Vec<Vec<FieldId>>> = parts.into_iter().map(|part| emptied(program, part)).collect();
    let Some(fields) = empty.map(|fields| fields.concat()).filter(|_| end.binders.is_empty()) else {
        return false;
    };
    // One entry alone says nothing of the other player.
    let of_both = |field: &FieldId| fields.iter().filter(|other| *other == field).count() > 1;
    let needs = |each: &Move| {
        let sets = each.parameters.iter().map(|(_, set)| set);
        sets.chain([&each.when]).any(|asked| {
            let reads = reads(program, asked).unwrap_or_default();
            reads.iter().any(|(field, whose)| *whose == Whose::Mine && of_both(field))
        })
    };
    program.moves.iter().filter(|each| !each.followup).all(needs)
}

/// The fields with an entry for each player of which a condition says that an entry is empty or 0,
/// each once for each entry.
fn emptied(program: &Program, part: &Expr) -> Option<Vec<FieldId>> {
    let (part, of_each) = match &part.kind {
        ExprKind::Quantified { quantifier: Quantifier::Every, guard, body, .. }
            if guard.is_constantly_true() =>
        {
            (&**body, true)
        }
        _ => (part, false),
    };
    let ExprKind::Equal(one, two) = &part.kind else { return None };
    let is_nothing = |e: &Expr| match &e.kind {
        ExprKind::Const(Value::Int(0)) => true,
        ExprKind::Const(Value::Set(set)) => set.is_empty(),
        _ => false,
    };
    let of = [(one, two), (two, one)].into_iter().find(|(_, nothing)| is_nothing(nothing))?.0;
    let mut fields = Vec::new();
    let all = add_parts(program, of, &mut fields);
    all.then(|| if of_each { [&fields[..], &fields[..]].concat() } else { fields })
}

/// Adds the fields of which an expression is made that is nothing only where each of them is: sums
/// of what is never below 0, unions, sizes. False if it is made of something else.
fn add_parts(program: &Program, of: &Expr, fields: &mut Vec<FieldId>) -> bool {
    match &of.kind {
        ExprKind::Arith(Arith::Add, one, two) | ExprKind::Union(one, two) => {
            add_parts(program, one, fields) && add_parts(program, two, fields)
        }
        ExprKind::Count(set) => add_parts(program, set, fields),
        ExprKind::Call(_, given) if given.is_empty() => {
            program.called(of).is_some_and(|def| add_parts(program, &def.body, fields))
        }
        ExprKind::Field(id, _) => {
            fields.push(*id);
            let may_be_less = matches!(of.ty.kind, Kind::Int { low, .. } if low < 0);
            let field = program.fields.get(id.index());
            !may_be_less && field.is_some_and(|field| field.indexes == [PLAYER])
        }
        _ => false,
    }
}

fn asks(program: &Program, expr: &Expr) -> bool {
    program.has(expr, |e| e.kind.dependency() == Dependency::LegalMoves)
}

/// The places of `pass` that no condition about legal moves guards, each with the players who may
/// pass there.
fn unguarded(program: &Program, outcome: &Outcome, who: [bool; 2], seen: &mut Vec<(Span, [bool; 2])>) {
    match &outcome.kind {
        OutcomeKind::Pass => seen.push((outcome.span, who)),
        OutcomeKind::If(condition, yes, no) if !asks(program, condition) => {
            let of =
                |holds: bool| [0, 1].map(|player| who[player] && is_mover(condition, player) != Some(!holds));
            unguarded(program, yes, of(true), seen);
            unguarded(program, no, of(false), seen);
        }
        _ => {}
    }
}

/// Whether a condition `me = X` holds where this player is to move, if it has that form.
fn is_mover(condition: &Expr, player: usize) -> Option<bool> {
    match &condition.kind {
        ExprKind::Equal(a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Me, ExprKind::Const(Value::Element(of)))
            | (ExprKind::Const(Value::Element(of)), ExprKind::Me) => Some(*of as usize == player),
            _ => None,
        },
        ExprKind::Not(inner) => is_mover(inner, player).map(|holds| !holds),
        _ => None,
    }
}

/// Warns of points where play is not proved to end and the definition has no `endless` rule.
pub(super) fn cycles(program: &Program, found: &mut Vec<Diagnostic>) {
    if !program.points || program.endless.is_some() {
        return;
    }
    if let Some(end) = points(program)
        && let Ends::Unproven { why } = crate::ends(program)
    {
        let message = "play with points may go on for ever, and nothing says what that is worth".to_owned();
        let warning = CYCLES.warn(message, end, "without an end nobody gets these points").note(why);
        found.push(warning.help("write `endless => draw`, or `progress ..` if play must end"));
    }
}

/// The place of a rule that awards points.
fn points(program: &Program) -> Option<Span> {
    let ends = program.ends.iter().map(|end| end.span);
    ends.chain(program.stuck.iter().map(|rule| rule.span)).next()
}

/// Warns of `end` rules that may hold after a move that requests a followup, before the followup
/// can change what they read.
pub(super) fn cut_followups(program: &Program, found: &mut Vec<Diagnostic>) {
    for (at, end) in program.ends.iter().enumerate() {
        let Some(reads) = reads(program, &end.when) else { continue };
        let touched = |each: &Move| stores(program, each).iter().any(|store| touches(&reads, store));
        let cut = program.moves.iter().filter(|each| touched(each)).find_map(|each| {
            let asked: Vec<&Move> = followups(program, each, end);
            let waits = asked.iter().any(|each| touched(each));
            (!asked.is_empty() && !waits && decides_early(program, at, &asked)).then(|| (each, asked[0]))
        });
        if let Some((before, followup)) = cut {
            let message = format!(
                "this `end` rule may hold after `{}`, before `{}` is played",
                before.name, followup.name
            );
            let warning = CUT_FOLLOWUP.warn(message, end.span, "looked at between the moves of a turn too");
            found.push(
                warning
                    .because(before.span, "this asks for the followup")
                    .because(followup.span, "and this is cut off")
                    .help("let the condition wait for the followup, by a field that it changes"),
            );
        }
    }
}

/// Whether it matters that an `end` rule decides before these followups: they change what its
/// outcome or an earlier rule reads. That `me` is the other player behind them is told elsewhere.
fn decides_early(program: &Program, at: usize, asked: &[&Move]) -> bool {
    let changed = |expr: &Expr| {
        let stored = |reads: &[Touch]| {
            asked.iter().any(|each| stores(program, each).iter().any(|store| touches(reads, store)))
        };
        reads(program, expr).is_none_or(|reads| stored(&reads))
    };
    let end = &program.ends[at];
    let mut outcome = end.outcome.walk().flat_map(Outcome::expressions);
    outcome.any(changed) || program.ends[..at].iter().any(|earlier| changed(&earlier.when))
}

/// The followups that a move requests where an `end` rule may hold, and that store something.
fn followups<'a>(program: &'a Program, played: &Move, end: &End) -> Vec<&'a Move> {
    let mut asked = Vec::new();
    for stmt in statements(&played.body) {
        let StmtKind::AgainWith(request, ..) = &stmt.kind else { continue };
        if excludes(program, played, stmt, &end.when) {
            continue;
        }
        let moves = program.requests.get(request.index()).into_iter().flat_map(|request| &request.moves);
        asked.extend(moves.filter_map(|(id, _)| program.moves.get(id.index())));
    }
    asked.retain(|each| each.followup && !each.body.is_empty());
    asked
}
