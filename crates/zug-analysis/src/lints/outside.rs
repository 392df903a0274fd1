//! Finds first values that are written as a number outside of their domain: they are `none`.

use super::OUTSIDE;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::syntax::ast::{Declared, Expr, Game, Initial, Item, ItemKind, TypeKind};

/// Warns of such first values of fields.
pub(super) fn outside(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    warn(game, found, |name| {
        let domain = program.domains.iter().find(|domain| domain.name == name)?;
        let first = domain.low()?;
        Some((first, Some(first + domain.len() as i64 - 1)))
    });
}

/// The same as far as the text alone tells: numbers below the first element of a ring, a path or a
/// range.
pub(super) fn outside_as_written(game: &Game, found: &mut Vec<Diagnostic>) {
    warn(game, found, |name| {
        game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Board { name: of, constructor, cut: None, .. } if of.text == name => {
                matches!(constructor.text.as_str(), "ring" | "path").then_some((1, None))
            }
            ItemKind::Range { name: of, low, .. } if of.text == name => Some((low.written_integer()?, None)),
            _ => None,
        })
    });
}

/// The first element of a domain that is read as numbers, and the last one where it is known.
type Bounds = (i64, Option<i64>);

fn warn(game: &Game, found: &mut Vec<Diagnostic>, bounds: impl Fn(&str) -> Option<Bounds>) {
    for field in game.items.iter().flat_map(fields_of) {
        let TypeKind::Named(name) = &field.ty.kind else { continue };
        let (Some(bounds), Some(initial)) = (bounds(&name.text), &field.initial) else { continue };
        found.extend(
            values(initial).into_iter().filter_map(|value| warning(field, &name.text, bounds, value)),
        );
    }
}

/// The fields that an item declares.
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

fn warning(field: &Declared, domain: &str, (first, last): Bounds, value: &Expr) -> Option<Diagnostic> {
    let n = value.written_integer()?;
    let beyond = last.filter(|last| n > *last);
    if n >= first && beyond.is_none() {
        return None;
    }
    let elements = match last {
        Some(last) => format!("is {first}..{last}"),
        None => format!("begins with {first}"),
    };
    let none = format!("`none`: then `{}` has no value at the beginning", field.name.text);
    let message = format!("{n} is not in `{domain}`, which {elements}");
    Some(OUTSIDE.warn(message, value.span, "this is `none`").help(match beyond {
        Some(last) => format!("write `{last}`, which is the last, or {none}"),
        None => format!("write {none}"),
    }))
}
