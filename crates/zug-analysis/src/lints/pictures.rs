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
