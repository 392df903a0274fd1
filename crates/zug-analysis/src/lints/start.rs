//! Finds first values that may surprise: integer fields that begin below 0 though no first value is
//! written (they begin with the least value of their type, unless a picture or a setting gives them
//! another), and letters of a picture that another one of the same field replaces.

use super::{LOW_START, SECOND_LETTER};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, Field, FieldId, Kind, LocalId, Program, Value};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{self, Declared, ItemKind};

/// Warns of fields with bounds below 0 and without a first value.
pub(super) fn low_starts(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let declared = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::State { fields, .. } => Some(fields),
        _ => None,
    });
    for declared in declared.flatten().filter(|declared| declared.initial.is_none()) {
        let field = program.fields.iter().find(|field| field.name == declared.name.text);
        found.extend(field.and_then(|field| warning(declared, field)));
    }
}

fn warning(declared: &Declared, field: &Field) -> Option<Diagnostic> {
    let Kind::Int { low, high } = field.ty.kind else { return None };
    // What stands beside other values was written by a picture or a setting.
    let is_least = field.initial.iter().all(|value| *value == Value::Int(low));
    if low >= 0 || field.ty.or_none || !is_least {
        return None;
    }
    let first = if high >= 0 { "= 0" } else { "= .." };
    let message = format!("`{}` begins with {low}, its least value", field.name);
    Some(
        LOW_START
            .warn(message, declared.span, "no first value is written")
            .help(format!("write the first value behind it, `{first}`; `= {low}` if this is meant")),
    )
}

/// Warns of a picture with several letters of a field that holds one element.
pub(super) fn second_letters(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let pictures = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Start(rows) => Some(rows),
        _ => None,
    });
    let Some(show) = program.shows.first() else { return };
    for rows in pictures {
        for (entry, letter) in &show.entries {
            let Some(field) = held(entry).and_then(|field| program.fields.get(field.index())) else {
                continue;
            };
            let places = rows.iter().flat_map(|row| row.text.matches(letter.as_str()).map(|_| row.span));
            let places: Vec<Span> = places.collect();
            let number = places.len();
            if let [first, .., last] = places[..] {
                let message = format!(
                    "the picture has {number} letters `{letter}`, but `{}` holds one element",
                    field.name
                );
                found.push(
                    SECOND_LETTER
                        .warn(message, last, "the last one counts")
                        .because(first, "the first one")
                        .help(format!("draw one `{letter}`, or declare `{}` as a set", field.name)),
                );
            }
        }
    }
}

/// The field without indexes of which an entry of `show` says that it holds the cell.
fn held(entry: &Expr) -> Option<FieldId> {
    let is_cell = |expr: &Expr| matches!(expr.kind, ExprKind::Local(LocalId(0)));
    let field = |expr: &Expr| match &expr.kind {
        ExprKind::Field(field, indexes) if indexes.is_empty() => Some(*field),
        _ => None,
    };
    match &entry.kind {
        ExprKind::In(cell, set) if is_cell(cell) => match &set.kind {
            ExprKind::Singleton(of, _) => field(of),
            _ => None,
        },
        ExprKind::Equal(one, two) if is_cell(one) => field(two),
        ExprKind::Equal(one, two) if is_cell(two) => field(one),
        _ => None,
    }
}
