//! Stores that may be missing at the end of the body of a move.

use super::RuleEdit;
use super::moves::{fields, moves, of_type, parameters, targets, type_text};
use super::rules::RuleTokens;
use zug_lang::check::index::{Definition as Declared, Index};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{Move, StatementKind};

/// The edits that add a store to a move: of its parameters, or of 1, to a field.
pub(super) fn missing(rules: &RuleTokens, index: &Index) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| of_move(index, play)).collect()
}

fn of_move(index: &Index, play: &Move) -> Vec<RuleEdit> {
    let is_request = |kind: &StatementKind| matches!(kind, StatementKind::Again { .. });
    let Some(last) = play.body.iter().rfind(|each| !is_request(&each.kind)) else { return Vec::new() };
    let end = Span { start: last.span.end, ..last.span };
    let parameters = parameters(index, play);
    let stores = fields(index).flat_map(|field| stores_to(field, &parameters));
    stores.map(|store| RuleEdit { span: end, text: format!(" {store}") }).collect()
}

/// The stores to a field that its type allows.
fn stores_to(field: &Declared, parameters: &[&Declared]) -> Vec<String> {
    let ty = type_text(field);
    let of_type = |ty: &str| of_type(parameters, ty);
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
            let numbers = parameters.iter().filter(|of| type_text(of).contains(".."));
            let amounts: Vec<&str> = numbers.map(|of| of.name.as_str()).chain(["1"]).collect();
            found.extend(amounts.iter().map(|each| format!("{target} += {each}")));
            found.extend(amounts.iter().map(|each| format!("{target} -= {each}")));
        } else if ty == "bool" {
            found.extend([format!("{target} = true"), format!("{target} = false")]);
        } else {
            found.extend(of_type(ty).iter().map(|each| format!("{target} = {each}")));
        }
    }
    found
}
