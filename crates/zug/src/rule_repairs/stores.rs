//! Stores that may be missing at the end of the body of a move.

use super::RuleEdit;
use super::rules::RuleTokens;
use zug_lang::check::index::{Definition as Declared, Index, NameKind};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{ItemKind, Move, StatementKind};

/// The edits that add a store to a move: of its parameters, or of 1, to a field.
pub(super) fn missing(rules: &RuleTokens, index: &Index) -> Vec<RuleEdit> {
    let moves = rules.definition.ast.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Move(play) => Some(play),
        _ => None,
    });
    moves.flat_map(|play| of_move(index, play)).collect()
}

fn of_move(index: &Index, play: &Move) -> Vec<RuleEdit> {
    let is_request = |kind: &StatementKind| matches!(kind, StatementKind::Again { .. });
    let Some(last) = play.body.iter().rfind(|each| !is_request(&each.kind)) else { return Vec::new() };
    let end = Span { start: last.span.end, ..last.span };
    let parameters: Vec<&Declared> = index
        .visible(end.start as usize)
        .map(|(_, of)| of)
        .filter(|of| of.kind == NameKind::Parameter)
        .collect();
    let fields = index.definitions.iter().filter(|of| of.kind == NameKind::Field);
    let stores = fields.flat_map(|field| stores_to(field, &parameters));
    stores.map(|store| RuleEdit { span: end, text: format!(" {store}") }).collect()
}

/// The stores to a field that its type allows.
fn stores_to(field: &Declared, parameters: &[&Declared]) -> Vec<String> {
    let ty = plain(field);
    let of_type = |ty: &str| -> Vec<&str> {
        let alike = parameters.iter().filter(|of| plain(of) == ty);
        alike.map(|of| of.name.as_str()).collect()
    };
    let mut found = Vec::new();
    for target in targets(field, parameters) {
        if let Some(domain) = ty.strip_prefix("set of ") {
            let elements = of_type(domain);
            if let [from, to, ..] = elements.as_slice() {
                found.push(format!("{target} = {target} - {from} + {to}"));
            }
            found.extend(elements.iter().map(|each| format!("{target} += {each}")));
            found.extend(elements.iter().map(|each| format!("{target} -= {each}")));
        } else if ty.contains("..") {
            let numbers = parameters.iter().filter(|of| plain(of).contains(".."));
            let amounts: Vec<&str> = numbers.map(|of| of.name.as_str()).chain(["1"]).collect();
            found.extend(amounts.iter().map(|each| format!("{target} += {each}")));
            found.extend(amounts.iter().map(|each| format!("{target} -= {each}")));
        } else if ty == "bool" {
            found.push(format!("{target} = true"));
        } else {
            found.extend(of_type(ty).iter().map(|each| format!("{target} = {each}")));
        }
    }
    found
}

/// A field with the indexes that it may have in a move: a player, or a parameter.
fn targets(field: &Declared, parameters: &[&Declared]) -> Vec<String> {
    let name = &field.name;
    match field.takes.as_slice() {
        [] => vec![name.clone()],
        [player] if player == "Player" => vec![format!("{name}[me]"), format!("{name}[opponent]")],
        [domain] => {
            let alike = parameters.iter().filter(|of| plain(of) == domain);
            alike.map(|of| format!("{name}[{}]", of.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The type of a name that always has a value.
fn plain(of: &Declared) -> &str {
    of.ty.as_deref().unwrap_or("").trim_end_matches(" or none")
}
