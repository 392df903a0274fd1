//! The warnings that need no program: they are told beside errors, for no error can be their cause.

use super::{outside, unknown, without};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::syntax::ast::{Game, ItemKind};

/// The warnings about a definition with these mistakes that do not hang on them.
pub fn beside_errors(game: &Game, mistakes: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    outside::outside_as_written(game, &mut found);
    found.retain(|warning| !mistakes.iter().any(|mistake| mistake.span() == warning.span()));
    let allowed = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Allow(names) => Some(names),
        _ => None,
    });
    let allowed: Vec<String> = allowed.flatten().map(|name| name.text.clone()).collect();
    let mut found = without(found, &allowed);
    found.extend(unknown(game));
    found
}
