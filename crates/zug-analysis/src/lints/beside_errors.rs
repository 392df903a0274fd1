//! The warnings that need no program: they are told beside errors, for no error can be their cause.

use super::{outside, unknown, without};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::syntax::ast::{Game, ItemKind};

/// The warnings that a text gives by itself, for whatever mistakes are in it.
pub fn beside_errors(game: &Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    outside::outside_as_written(game, &mut found);
    let allowed = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Allow(names) => Some(names),
        _ => None,
    });
    let allowed: Vec<String> = allowed.flatten().map(|name| name.text.clone()).collect();
    let mut found = without(found, &allowed);
    found.extend(unknown(game));
    found
}
