//! Finds fields that no move stores to: they have one value, whatever is played. Beside the play of
//! a definition this is told; alone it would be told of every sketch of a game.

use super::NEVER_CHANGES;
use super::reads::stores;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// The warnings about such fields. A field that facts set, or that stands in a picture, is meant to
/// be set from outside.
pub fn never_stored(program: &Program) -> Vec<Diagnostic> {
    let is_off = NEVER_CHANGES.is_off(program);
    let fields = (0u32..).map(FieldId).zip(&program.fields).filter(|_| !is_off);
    let constant = fields.filter(|(id, field)| {
        !is_stored(program, *id) && !is_set_by_facts(program, field) && !is_drawn(program, *id)
    });
    let warning = |(_, field): (FieldId, &Field)| {
        let message = format!("the field `{}` never changes", field.name);
        let warning = NEVER_CHANGES.warn(message, field.span, "no move stores to it");
        warning.help("store to it in a move, or make it a `let` or a `param`")
    };
    constant.map(warning).collect()
}

/// Whether some move stores to a field.
pub fn is_stored(program: &Program, field: FieldId) -> bool {
    program.moves.iter().flat_map(|each| stores(program, each)).any(|(stored, _)| stored == field)
}

fn is_set_by_facts(program: &Program, field: &Field) -> bool {
    program.expects.iter().flat_map(|fact| &fact.with).any(|setting| setting.name.text == field.name)
}

/// Whether an entry of `show` speaks of a field, so that a picture may give its first value.
fn is_drawn(program: &Program, field: FieldId) -> bool {
    let speaks = |expr: &Expr| matches!(expr.kind, ExprKind::Field(of, _) if of == field);
    program.shows.iter().flat_map(|show| &show.entries).any(|(entry, _)| program.has(entry, speaks))
}
