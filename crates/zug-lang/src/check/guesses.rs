//! Leaves out what only follows from a guess of the parser.
//!
//! Where one token is missing or stands too much, the parser reads on as if the text were whole. What
//! the token would have been is not known: types on its line may be wrong for it, and names beside it.

use super::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Game, ItemKind};

/// The bytes beside a guess in which a name may belong to it.
const BESIDE: u32 = 14;

/// Drops the reports that probably follow from guesses.
pub(super) fn without_consequences(game: &Game, diagnostics: &mut Vec<Diagnostic>) {
    if game.guessed.is_empty() {
        return;
    }
    let bounds = guessed_params(game);
    diagnostics.retain(|report| {
        let at = report.span();
        let follows = game.guessed.iter().any(|guess| match report.code {
            codes::UNKNOWN_NAME => same_line(game, *guess, at) && gap(*guess, at) <= BESIDE,
            _ => same_line(game, *guess, at),
        });
        let of_bounds = bounds.iter().any(|begin| report.message.starts_with(begin.as_str()));
        !follows && !of_bounds
    });
}

/// How reports begin about values of params whose type was guessed.
fn guessed_params(game: &Game) -> Vec<String> {
    let guessed = |span: Span| game.guessed.iter().any(|guess| span.start <= guess.start && guess.end <= span.end);
    let params = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Param(declared) if guessed(item.span) => Some(&declared.name.text),
        _ => None,
    });
    params.flat_map(|name| [format!("`{name}` is "), format!("`{name}[")]).collect()
}

/// Whether two places stand on one line.
fn same_line(game: &Game, a: Span, b: Span) -> bool {
    let (from, to) = (a.start.min(b.start) as usize, a.start.max(b.start) as usize);
    a.file == b.file && game.text.get(from..to).is_some_and(|between| !between.contains(['\n', '\r']))
}

/// The bytes between two places.
fn gap(a: Span, b: Span) -> u32 {
    b.start.saturating_sub(a.end).max(a.start.saturating_sub(b.end))
}
