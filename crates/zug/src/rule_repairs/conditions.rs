//! Conditions that may be missing at the end of the guard of a move.

use super::RuleEdit;
use super::moves::{fields, moves, of_type, parameters, targets, type_text};
use super::rules::RuleTokens;
use zug_lang::check::index::{Definition as Declared, Index};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{BinaryOp, Expr, ExprKind, Move};

/// The edits that ask in the guard of a move whether a parameter is in a field, or is its value.
pub(super) fn missing(rules: &RuleTokens, index: &Index) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| conditions(index, play)).collect()
}

fn conditions(index: &Index, play: &Move) -> Vec<RuleEdit> {
    // Behind an `or` a condition would belong to one of its sides.
    let is_joined = |when: &Expr| matches!(when.kind, ExprKind::Binary(BinaryOp::Or | BinaryOp::Implies, ..));
    let Some(when) = play.when.as_ref().filter(|when| !is_joined(when)) else { return Vec::new() };
    let end = Span { start: when.span.end, ..when.span };
    let parameters = parameters(index, play);
    let asked = |field: &Declared| -> Vec<String> {
        let ty = type_text(field).to_owned();
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
    fields(index).flat_map(asked).map(|asked| RuleEdit { span: end, text: format!(" and {asked}") }).collect()
}
