//! Finds conditions that compare a field with what a move has just stored there: `none`, so that no
//! order holds, or a parameter, so that both are equal.

use super::CONSTANT;
use super::constant::conjuncts;
use super::exclusion::shape;
use super::reads::store_of;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;

/// Warns of a condition after `led = none` in the same body that compares `led`: no comparison with
/// `none` holds.
pub(super) fn compared_with_none(program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        let mut emptied: Vec<(FieldId, Span)> = Vec::new();
        let mut kept: Vec<(FieldId, &Expr, Span)> = Vec::new();
        for stmt in &played.body {
            if let Some(condition) = condition(stmt) {
                let mut parts = Vec::new();
                conjuncts(condition, &mut parts);
                found.extend(parts.iter().find_map(|part| warning(program, part, &emptied)));
                found.extend(parts.iter().find_map(|part| equal_by_store(program, part, &kept)));
            }
            let stored: Vec<FieldId> = statements(std::slice::from_ref(stmt))
                .filter_map(|stmt| store_of(program, stmt))
                .map(|(field, _)| field)
                .collect();
            emptied.retain(|(field, _)| !stored.contains(field));
            emptied.extend(empties(stmt));
            kept.retain(|(field, ..)| !stored.contains(field));
            kept.extend(keeps(played, stmt));
        }
    }
}

fn condition(stmt: &Stmt) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::If(condition, ..)
        | StmtKind::Bind(_, condition)
        | StmtKind::Again(condition)
        | StmtKind::AgainWith(_, _, condition) => Some(condition),
        _ => None,
    }
}

/// The field that a statement sets to a parameter, the parameter, and the place.
fn keeps<'p>(played: &Move, stmt: &'p Stmt) -> Option<(FieldId, &'p Expr, Span)> {
    let StmtKind::Assign(Place::Field(field, indexes), Store::Set, value) = &stmt.kind else { return None };
    let is_chosen = match &inner(value).kind {
        ExprKind::Local(of) => played.parameters.iter().any(|(own, _)| own == of),
        _ => false,
    };
    (indexes.is_empty() && is_chosen).then_some((*field, value, stmt.span))
}

/// A value without the changes between an element and its number. A number that may have no element
/// stays: what is stored for it is `none`, and the number is another value.
fn inner(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::ToElement(_) if value.ty.or_none => value,
        ExprKind::ToInt(of) | ExprKind::Ordinal(of) | ExprKind::ToElement(of) => inner(of),
        _ => value,
    }
}

/// The warning about a comparison of a parameter with the field that was just set to it.
fn equal_by_store(program: &Program, part: &Expr, kept: &[(FieldId, &Expr, Span)]) -> Option<Diagnostic> {
    let (part, truth) = match &part.kind {
        ExprKind::Not(of) => (&**of, false),
        _ => (part, true),
    };
    let ExprKind::Equal(one, two) = &part.kind else { return None };
    let pairs = [(one, two), (two, one)];
    let (field, _, place) = pairs.into_iter().find_map(|(side, other)| {
        let field = field_alone(side)?;
        let is_it = |value: &Expr| shape(inner(value)) == shape(inner(other));
        kept.iter().find(|(of, value, _)| *of == field && is_it(value)).copied()
    })?;
    let name = &program.fields.get(field.index())?.name;
    let always = if truth { "always true" } else { "never true" };
    Some(
        CONSTANT
            .warn(
                format!("this condition is {always}: it compares `{name}` with what was just stored there"),
                part.span,
                always,
            )
            .because(place, "stored before")
            .help(format!(
                "keep the old value first: `let before = {name}` above it, and compare with `before`"
            )),
    )
}

/// The field that a statement sets to `none`, and the place.
fn empties(stmt: &Stmt) -> Option<(FieldId, Span)> {
    match &stmt.kind {
        StmtKind::Assign(Place::Field(field, indexes), Store::Set, value)
            if indexes.is_empty() && matches!(value.kind, ExprKind::Const(Value::None)) =>
        {
            Some((*field, stmt.span))
        }
        _ => None,
    }
}

fn warning(program: &Program, part: &Expr, emptied: &[(FieldId, Span)]) -> Option<Diagnostic> {
    let ExprKind::Compare(_, one, two) = &part.kind else { return None };
    let of = |expr: &Expr| {
        let field = field_alone(expr)?;
        emptied.iter().find(|(of, _)| *of == field).copied()
    };
    let (field, place) = of(one).or_else(|| of(two))?;
    let name = &program.fields.get(field.index())?.name;
    let message = format!("this condition is never true: `{name}` is `none` here");
    Some(
        CONSTANT
            .warn(message, part.span, "a comparison with `none` is false")
            .because(place, "set to `none` before")
            .help(format!(
                "keep the old value first: `let before = {name}` above it, and compare with `before`"
            )),
    )
}

/// The field whose value an operand is, as itself or as a number.
fn field_alone(expr: &Expr) -> Option<FieldId> {
    match &expr.kind {
        ExprKind::Field(field, indexes) if indexes.is_empty() => Some(*field),
        ExprKind::ToInt(of) | ExprKind::Ordinal(of) => field_alone(of),
        _ => None,
    }
}
