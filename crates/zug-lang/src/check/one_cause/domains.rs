//! What nothing declares: the board, the whole position; and a picture of something else than the
//! board.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, ItemKind};

/// The searches for what is not declared.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    no_board(look).into_iter().chain(no_state(look)).chain(shown(look)).collect()
}

/// The names of the boards and graphs.
fn boards<'a>(look: &Look<'a>) -> Vec<&'a str> {
    let named = look.game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Board { name, .. } | ItemKind::Graph { name, .. } => Some(name.text.as_str()),
        _ => None,
    });
    named.collect()
}

/// A domain that is drawn, or that sets are of, where the text has no board.
fn no_board(look: &Look) -> Option<Cause> {
    if !boards(look).is_empty() {
        return None;
    }
    let walks = look.exprs().iter().any(|e| match &e.kind {
        ExprKind::Member(_, of) => matches!(of.text.as_str(), "x" | "y"),
        ExprKind::Call(name, _) => name.text == "step",
        _ => false,
    });
    let is_board = |name: &str| {
        let drawn = look
            .game
            .items
            .iter()
            .any(|item| matches!(&item.kind, ItemKind::Show { domain, .. } if domain.text == name));
        drawn || walks
    };
    let misspelt =
        |report: &Diagnostic| report.help.as_deref().is_some_and(|help| help.starts_with("did you mean"));
    let capital = |name: &str| name.starts_with(char::is_uppercase);
    let (name, report) =
        look.unknown().find(|(name, report)| capital(name) && is_board(name) && !misspelt(report))?;
    let item = look.item_at(report.span())?;
    let board = format!("board {name} = grid(3, 3)");
    let message = format!("nothing declares the board `{name}`");
    let report = Diagnostic::error(codes::UNKNOWN_NAME, message, report.span(), "used here");
    let report = report.help(format!("write `{board}`, with its kind and its sizes"));
    Some(report.likely(super::before(item.span), format!("{board}\n")).into())
}

/// Several unknown names that are fields, where the text has no `state`.
fn no_state(look: &Look) -> Option<Cause> {
    if look.game.items.iter().any(|item| matches!(item.kind, ItemKind::State { .. })) {
        return None;
    }
    let field = |report: &Diagnostic| {
        let behind = report.help.as_deref()?.strip_prefix("declare it: `state { ")?;
        Some(behind.split_once(" }`")?.0.to_owned())
    };
    let found: Vec<(Span, String)> =
        look.unknown().filter_map(|(_, report)| Some((report.span(), field(report)?))).collect();
    let (first, _) = found.first().filter(|_| found.len() > 1)?;
    let fields: Vec<&str> = found.iter().map(|(_, field)| field.as_str()).collect();
    let state = format!("state {{ {} }}", fields.join(", "));
    let item = look.item_at(*first)?;
    let message = "nothing declares what changes during play: there is no `state`";
    let report = Diagnostic::error(codes::UNKNOWN_NAME, message, *first, "no field of this name");
    let report = found[1..].iter().fold(report, |report, (at, _)| report.because(*at, "nor of this"));
    let help = format!("write `{state}`, with the bounds or elements that they may have");
    Some(report.help(help).likely(super::before(item.span), format!("{state}\n")).into())
}

/// `show Hex { .. }`, `show stones { .. }`, where the board is `Cell`
fn shown(look: &Look) -> Option<Cause> {
    let [board] = boards(look)[..] else { return None };
    let domain = look.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Show { domain, .. } => Some(domain).filter(|domain| domain.text != board),
        _ => None,
    })?;
    let report = look.error_at(domain.span)?;
    let help = format!("write `show {board} {{ .. }}`: `{board}` is the board");
    Some(report.help(help).likely(domain.span, board).into())
}
