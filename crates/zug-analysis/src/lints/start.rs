//! Finds integer fields that begin below 0 though no first value is written: they begin with the
//! least value of their type, unless a picture or a setting gives them another.

use super::LOW_START;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Field, Kind, Program, Value};
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
