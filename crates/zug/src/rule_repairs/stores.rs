//! Stores that may be missing at the end of the body of a move, conditions that may be missing at
//! the end of its guard, and stores in the wrong order.

use super::RuleEdit;
use super::rules::RuleTokens;
use zug_lang::check::index::{Definition as Declared, Index, NameKind};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{BinaryOp, Expr, ExprKind, ItemKind, Move, Statement, StatementKind};

/// The edits that add a store to a move: of its parameters, or of 1, to a field.
pub(super) fn missing(rules: &RuleTokens, index: &Index) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| of_move(index, play)).collect()
}

fn moves<'r>(rules: &'r RuleTokens) -> impl Iterator<Item = &'r Move> {
    rules.definition.ast.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Move(play) => Some(play),
        _ => None,
    })
}

/// The edits that ask in the guard of a move whether a parameter is in a field, or is its value.
pub(super) fn missing_conditions(rules: &RuleTokens, index: &Index) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| conditions(index, play)).collect()
}

fn conditions(index: &Index, play: &Move) -> Vec<RuleEdit> {
    // Behind an `or` a condition would belong to one of its sides.
    let is_joined = |when: &Expr| matches!(when.kind, ExprKind::Binary(BinaryOp::Or | BinaryOp::Implies, ..));
    let Some(when) = play.when.as_ref().filter(|when| !is_joined(when)) else { return Vec::new() };
    let end = Span { start: when.span.end, ..when.span };
    let parameters = parameters(index, play);
    let asked = |field: &Declared| -> Vec<String> {
        let ty = plain(field).to_owned();
        let targets = targets(field, &parameters).into_iter();
        let about = |target: String| -> Vec<String> {
            match ty.strip_prefix("set of ") {
                Some(domain) => {
                    let elements = of_type(&parameters, domain);
                    elements.iter().map(|each| format!("{each} not in {target}")).collect()
                }
                None => {
                    let elements = of_type(&parameters, &ty);
                    elements.iter().map(|each| format!("{each} != {target}")).collect()
                }
            }
        };
        targets.flat_map(about).collect()
    };
    let fields = index.definitions.iter().filter(|of| of.kind == NameKind::Field);
    fields.flat_map(asked).map(|asked| RuleEdit { span: end, text: format!(" and {asked}") }).collect()
}

/// The edits that exchange two stores beside each other.
pub(super) fn exchanged(rules: &RuleTokens) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| exchanged_in(rules, &play.body)).collect()
}

fn exchanged_in(rules: &RuleTokens, body: &[Statement]) -> Vec<RuleEdit> {
    let is_store = |each: &Statement| matches!(each.kind, StatementKind::Assign { .. });
    let text = |from: u32, to: u32| &rules.text[from as usize..to as usize];
    let pairs = body.windows(2).filter(|pair| pair.iter().all(is_store));
    let exchanged = |pair: &[Statement]| {
        let (one, two) = (pair[0].span, pair[1].span);
        let between = text(one.end, two.start);
        let text = format!("{}{between}{}", text(two.start, two.end), text(one.start, one.end));
        RuleEdit { span: Span { end: two.end, ..one }, text }
    };
    pairs.map(exchanged).collect()
}

fn parameters<'i>(index: &'i Index, play: &Move) -> Vec<&'i Declared> {
    let inside = play.body.first().map_or(play.name.span, |first| first.span).start as usize;
    let visible = index.visible(inside).map(|(_, of)| of);
    visible.filter(|of| of.kind == NameKind::Parameter).collect()
}

/// The names of the parameters of a type.
fn of_type<'i>(parameters: &[&'i Declared], ty: &str) -> Vec<&'i str> {
    let alike = parameters.iter().filter(|of| plain(of) == ty);
    alike.map(|of| of.name.as_str()).collect()
}

fn of_move(index: &Index, play: &Move) -> Vec<RuleEdit> {
    let is_request = |kind: &StatementKind| matches!(kind, StatementKind::Again { .. });
    let Some(last) = play.body.iter().rfind(|each| !is_request(&each.kind)) else { return Vec::new() };
    let end = Span { start: last.span.end, ..last.span };
    let parameters = parameters(index, play);
    let fields = index.definitions.iter().filter(|of| of.kind == NameKind::Field);
    let stores = fields.flat_map(|field| stores_to(field, &parameters));
    stores.map(|store| RuleEdit { span: end, text: format!(" {store}") }).collect()
}

/// The stores to a field that its type allows.
fn stores_to(field: &Declared, parameters: &[&Declared]) -> Vec<String> {
    let ty = plain(field);
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
            let numbers = parameters.iter().filter(|of| plain(of).contains(".."));
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
