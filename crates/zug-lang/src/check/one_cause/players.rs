//! What is declared for each player apart, and players who are declared in other letters than they
//! are used.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Declared, Index, Initial, ItemKind, Name};
use crate::syntax::tokens::tokens;

/// The searches for what speaks of the players.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let found = other_letters(look).into_iter().chain(other_names(look)).chain(second_player(look));
    found.chain(fields_apart(look)).chain(lets_apart(look)).collect()
}

/// `players red, blue`, and `Red` and `Blue` below
fn other_letters(look: &Look) -> Option<Cause> {
    let [first, second] = look.players() else { return None };
    let used = |player: &Name| {
        // A small letter in one place is a slip there.
        let other = |name: &&str| {
            *name != player.text
                && name.to_lowercase() == player.text.to_lowercase()
                && name.starts_with(char::is_uppercase)
        };
        look.unknown().map(|(name, _)| name).find(other)
    };
    let (one, two) = (used(first), used(second));
    let (text, at) = (
        format!("{}, {}", one.unwrap_or(&first.text), two.unwrap_or(&second.text)),
        first.span.to(second.span),
    );
    (one.is_some() || two.is_some()).then(|| {
        let message = "the players are used in other letters than they are declared";
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, at, "declared so here");
        let used = one.or(two).and_then(|name| look.unknown().find(|(each, _)| *each == name));
        let report = used.iter().fold(report, |report, (_, other)| report.because(other.span(), "used so"));
        report.help(format!("write `players {text}`")).likely(at, text).into()
    })
}

/// `players Light, Dark`, of whom nothing speaks, and `White` and `Black` below
fn other_names(look: &Look) -> Option<Cause> {
    let [first, second] = look.players() else { return None };
    let mut unknown: Vec<&str> = Vec::new();
    for (name, _) in look.unknown() {
        if name.starts_with(char::is_uppercase) && !unknown.contains(&name) {
            unknown.push(name);
        }
    }
    let [one, two] = unknown.as_slice() else { return None };
    let text = &*look.game.text;
    let uses = |name: &str| tokens(text).iter().filter(|token| token.text(text) == name).count();
    let is_used = [first, second].iter().any(|player| uses(&player.text) > 1);
    (!is_used).then(|| {
        let (names, at) = (format!("{one}, {two}"), first.span.to(second.span));
        let message = format!("nothing speaks of these players, and `{one}` and `{two}` are not declared");
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, at, "these are used nowhere");
        let used = look.unknown().find(|(name, _)| name == one);
        let report = used.iter().fold(report, |report, (_, other)| report.because(other.span(), "used here"));
        report.help(format!("write `players {names}`")).likely(at, names).into()
    })
}

/// `players White`, and `Black` below
fn second_player(look: &Look) -> Vec<Cause> {
    let [only] = look.players() else { return Vec::new() };
    let capital = |name: &&str| name.starts_with(char::is_uppercase);
    let causes = look.unknown().map(|(name, _)| name).filter(capital).map(|name| {
        let text = format!("players {}, {name}", only.text);
        let message = format!("a game has two players, and `{name}` is not declared");
        let report = Diagnostic::error(codes::PLAYER_COUNT, message, only.span, "not two names");
        let report = report.help(format!("write `{text}`"));
        report.likely(only.span.after(), format!(", {name}")).into()
    });
    causes.collect()
}

/// The place of a player among the players, if he is the only index.
fn player_of(look: &Look, indexes: &[Index]) -> Option<usize> {
    let [index] = indexes else { return None };
    look.players().iter().position(|player| player.text == index.domain.text)
}

/// `marks[X]: set of Cell, marks[O]: set of Cell`
fn fields_apart(look: &Look) -> Vec<Cause> {
    let mut found = Vec::new();
    let fields: Vec<&Declared> = look.fields().collect();
    for (at, one) in fields.iter().enumerate() {
        let Some(first) = player_of(look, &one.indexes) else { continue };
        let other = fields[at + 1..].iter().find(|two| {
            let second = player_of(look, &two.indexes);
            two.name.text == one.name.text && second.is_some_and(|second| second != first)
        });
        found.extend(other.and_then(|two| both_fields(look, one, two, first)));
    }
    found
}

fn both_fields(look: &Look, one: &Declared, two: &Declared, first: usize) -> Option<Cause> {
    let same = look.text(one.ty.span) == look.text(two.ty.span);
    let values = match (&one.initial, &two.initial) {
        (None, None) => String::new(),
        (Some(a), Some(b)) => listed(look, [value(a)?, value(b)?], first),
        _ => return None,
    };
    let text = format!("{}[Player]: {}{values}", one.name.text, look.text(one.ty.span));
    // The comma before the second declaration goes with it.
    let gap = look.game.text.get(one.span.end as usize..two.span.start as usize)?;
    let from = one.span.end as usize + gap.rfind(',').unwrap_or(0);
    let second = Span { start: from as u32, end: two.span.end, ..two.span };
    let report = for_both(one.span, two.span, &text).help(format!("write `{text}`"));
    same.then(|| report.likely(one.span, text.clone()).likely(second, "").into())
}

/// `let ahead[Sand] = north`, `let ahead[Stone] = south`
fn lets_apart(look: &Look) -> Vec<Cause> {
    let lets = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Let { name, indexes, ty: None, value: Initial::One(value) } => {
            Some((item.span, name, player_of(look, indexes)?, value.span))
        }
        _ => None,
    });
    let lets: Vec<_> = lets.collect();
    let mut found = Vec::new();
    for (at, (one, name, first, value)) in lets.iter().enumerate() {
        let other = lets[at + 1..].iter().find(|two| two.1.text == name.text && two.2 != *first);
        let Some((two, .., second_value)) = other else { continue };
        let text = format!("let {}[Player]{}", name.text, listed(look, [*value, *second_value], *first));
        let rest = look.game.text.get(two.end as usize..).unwrap_or("");
        let behind = rest.len() - rest.trim_start().len();
        let gone = Span { end: two.end + behind as u32, ..*two };
        let report = for_both(*one, *two, &text).help(format!("write `{text}`"));
        found.push(report.likely(*one, text.clone()).likely(gone, "").into());
    }
    found
}

/// The value that is written for one player.
fn value(initial: &Initial) -> Option<Span> {
    match initial {
        Initial::One(e) => Some(e.span),
        Initial::List(..) => None,
    }
}

/// Two values as a list, that of the first player first.
fn listed(look: &Look, values: [Span; 2], first: usize) -> String {
    let [a, b] = values.map(|value| look.text(value));
    if first == 0 { format!(" = [ {a}, {b} ]") } else { format!(" = [ {b}, {a} ]") }
}

/// The report about two declarations of what each player has.
fn for_both(one: Span, two: Span, text: &str) -> Diagnostic {
    let message = "one declaration holds for both players";
    let report = Diagnostic::error(codes::DUPLICATE, message, one, format!("write `{text}`"));
    report.because(two, "and delete this")
}
