//! Finds first values that are written as a number outside of their domain: they are `none`.

use super::OUTSIDE;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Domain, Program};
use zug_lang::syntax::ast::{Declared, Expr, ExprKind, Game, Initial, Item, ItemKind, TypeKind, UnaryOp};

/// Warns of such first values of fields.
pub(super) fn outside(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for field in fields(game) {
        let TypeKind::Named(name) = &field.ty.kind else { continue };
        let domain = program.domains.iter().find(|domain| domain.name == name.text);
        if let (Some(domain), Some(initial)) = (domain, &field.initial) {
            values(initial).into_iter().for_each(|value| found.extend(warning(field, domain, value)));
        }
    }
}

/// The same as far as the text alone tells: numbers below the first element of a ring, a path or a range.
pub(super) fn outside_as_written(game: &Game, found: &mut Vec<Diagnostic>) {
    let low = |name: &str| {
        game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Board { name: of, constructor, cut: None, .. } if of.text == name => {
                matches!(constructor.text.as_str(), "ring" | "path").then_some(1)
            }
            ItemKind::Range { name: of, low, .. } if of.text == name => integer(low),
            _ => None,
        })
    };
    for field in fields(game) {
        let TypeKind::Named(name) = &field.ty.kind else { continue };
        let (Some(first), Some(initial)) = (low(&name.text), &field.initial) else { continue };
        for value in values(initial) {
            if let Some(n) = integer(value).filter(|n| *n < first) {
                let message = format!("{n} is not in `{}`, which begins with {first}", name.text);
                let help = format!("write `none`: then `{}` has no value at the beginning", field.name.text);
                found.push(OUTSIDE.warn(message, value.span, "this is `none`").help(help));
            }
        }
    }
}

/// The fields of a definition.
fn fields(game: &Game) -> impl Iterator<Item = &Declared> {
    game.items.iter().flat_map(fields_of)
}

fn fields_of(item: &Item) -> &[Declared] {
    match &item.kind {
        ItemKind::State { fields, .. } => fields,
        _ => &[],
    }
}

/// The expressions of a written value.
fn values(initial: &Initial) -> Vec<&Expr> {
    match initial {
        Initial::One(value) => vec![value],
        Initial::List(all, _) => all.iter().flat_map(values).collect(),
    }
}

fn warning(field: &Declared, domain: &Domain, value: &Expr) -> Option<Diagnostic> {
    let n = integer(value)?;
    let first = domain.low()?;
    let last = first + domain.len() as i64 - 1;
    if (first..=last).contains(&n) {
        return None;
    }
    let message = format!("{n} is not in `{}`, which is {first}..{last}", domain.name);
    let name = &field.name.text;
    Some(OUTSIDE.warn(message, value.span, "this is `none`").help(match n < first {
        true => format!("write `none`: then `{name}` has no value at the beginning"),
        false => format!(
            "write `{last}`, which is the last, or `none`: then `{name}` has no value at the beginning"
        ),
    }))
}

/// The number that is written.
fn integer(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Int(n) => Some(*n),
        ExprKind::Unary(UnaryOp::Minus, of) => integer(of)?.checked_neg(),
        _ => None,
    }
}
