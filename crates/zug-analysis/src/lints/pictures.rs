//! Finds entries of `show` that are the same in all cells.

use super::SAME_CELLS;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of `men[A] != {}: "a"`, which draws all cells alike.
pub(super) fn same_cells(program: &Program, found: &mut Vec<Diagnostic>) {
    for show in &program.shows {
        for (entry, letter) in &show.entries {
            if let Some(set) = asked(show.domain, entry)
                && !entry.walk().any(|e| matches!(e.kind, ExprKind::Local(_)))
            {
                let name = &program.domain(show.domain).name;
                let message = format!("this entry draws `{letter}` in all cells of `{name}` or in none");
                let warning = SAME_CELLS.warn(message, entry.span, "it does not ask about the cell");
                let warning = warning.because(set.span, "a set is an entry as it stands");
                found.push(warning.help("write the set alone: its members are drawn so"));
            }
        }
    }
}

/// Warns of `men[A] & kings: "K"` below `men[A]: "a"`, which draws all of them.
pub(super) fn covered(program: &Program, found: &mut Vec<Diagnostic>) {
    for show in &program.shows {
        for (at, (entry, letter)) in show.entries.iter().enumerate() {
            if let Some((before, first)) =
                show.entries[..at].iter().find(|(before, _)| shape(before) == shape(entry))
            {
                let message = format!("`{letter}` is never drawn: the same stands above, drawn as `{first}`");
                let warning = SAME_CELLS.warn(message, entry.span, "the first entry that fits counts");
                found.push(
                    warning.because(before.span, "this one fits first").help(other_entry(program, show)),
                );
                continue;
            }
            let Some(ExprKind::Intersect(one, two)) = drawn(entry).map(|set| &set.kind) else { continue };
            let wide = show.entries[..at].iter().find(|(before, _)| {
                drawn(before).is_some_and(|set| shape(set) == shape(one) || shape(set) == shape(two))
            });
            if let Some((before, first)) = wide {
                let message =
                    format!("`{letter}` is never drawn: an entry above draws all of these as `{first}`");
                let warning = SAME_CELLS.warn(message, entry.span, "the first entry that fits counts");
                let warning = warning.because(before.span, "this one fits first");
                found.push(warning.help("put the narrower entry above the wider one"));
            }
        }
    }
}

/// What may be meant by an entry that stands twice: the one field of the cells that nothing draws.
fn other_entry(program: &Program, show: &Show) -> String {
    let fields = (0u32..).map(FieldId).zip(&program.fields);
    let of_cells = fields.filter(|(_, field)| {
        matches!(field.ty.kind, Kind::Set(domain) | Kind::Element(domain) if domain == show.domain)
    });
    let mut left = of_cells.filter(|(id, _)| {
        let speaks = |expr: &Expr| matches!(expr.kind, ExprKind::Field(of, _) if of == *id);
        !show.entries.iter().any(|(entry, _)| program.has(entry, speaks))
    });
    match (left.next(), left.next()) {
        (Some((_, field)), None) => format!("write `{}`, which is not drawn", field.name),
        _ => "write another one, or leave it out".to_owned(),
    }
}

/// The set whose members an entry draws.
fn drawn(entry: &Expr) -> Option<&Expr> {
    match &entry.kind {
        ExprKind::In(cell, set) if matches!(cell.kind, ExprKind::Local(_)) => Some(set),
        _ => None,
    }
}

/// The set of cells that a condition compares with a constant.
fn asked(cells: DomainId, entry: &Expr) -> Option<&Expr> {
    let is_set = |e: &Expr| e.ty.kind == Kind::Set(cells) && !matches!(e.kind, ExprKind::Const(_));
    match &entry.kind {
        ExprKind::Not(of) => asked(cells, of),
        ExprKind::Equal(one, two) => match (&one.kind, &two.kind) {
            (_, ExprKind::Const(_)) if is_set(one) => Some(one),
            (ExprKind::Const(_), _) if is_set(two) => Some(two),
            _ => None,
        },
        _ => None,
    }
}
