//! The moves of a definition, with the fields and parameters that may stand in them.

use super::rules::RuleTokens;
use zug_lang::check::index::{Definition as Declared, Index, NameKind};
use zug_lang::syntax::ast::{ItemKind, Move};

/// The moves, in the order of the text.
pub(super) fn moves<'r>(rules: &'r RuleTokens) -> impl Iterator<Item = &'r Move> {
    rules.definition.ast.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Move(play) => Some(play),
        _ => None,
    })
}

/// The fields.
pub(super) fn fields(index: &Index) -> impl Iterator<Item = &Declared> {
    index.definitions.iter().filter(|of| of.kind == NameKind::Field)
}

/// The parameters of a move.
pub(super) fn parameters<'i>(index: &'i Index, play: &Move) -> Vec<&'i Declared> {
    let inside = play.body.first().map_or(play.name.span, |first| first.span).start as usize;
    let visible = index.visible(inside).map(|(_, of)| of);
    visible.filter(|of| of.kind == NameKind::Parameter).collect()
}

/// The names of the parameters of a type.
pub(super) fn of_type<'i>(parameters: &[&'i Declared], ty: &str) -> Vec<&'i str> {
    let alike = parameters.iter().filter(|of| type_text(of) == ty);
    alike.map(|of| of.name.as_str()).collect()
}

/// A field with the indexes that it may have in a move: a player, or a parameter.
pub(super) fn targets(field: &Declared, parameters: &[&Declared]) -> Vec<String> {
    let name = &field.name;
    match field.takes.as_slice() {
        [] => vec![name.clone()],
        [player] if player == "Player" => vec![format!("{name}[me]"), format!("{name}[opponent]")],
        [domain] => {
            let alike = parameters.iter().filter(|of| type_text(of) == domain);
            alike.map(|of| format!("{name}[{}]", of.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The type of a name that always has a value.
pub(super) fn type_text(of: &Declared) -> &str {
    of.ty.as_deref().unwrap_or("").trim_end_matches(" or none")
}
