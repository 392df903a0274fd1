//! Finds lists over a board that are written in the lines of the board: the first entry is a1, so
//! the first line is row 1, the bottom row, while a `start` picture begins with the top row.

use super::UPWARD_ROWS;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Board, BoardGeometry, DomainKind, Program};
use zug_lang::syntax::ast::{Expr, Game, Index, Initial, ItemKind};

/// Warns of such lists. A list that reads the same from the bottom and from the top is no matter.
pub(super) fn upward_rows(game: &Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for item in &game.items {
        match &item.kind {
            ItemKind::Let { indexes, value, .. } => lists(game, program, indexes, value, found),
            ItemKind::Param(declared) => {
                declared
                    .initial
                    .iter()
                    .for_each(|value| lists(game, program, &declared.indexes, value, found));
            }
            ItemKind::State { fields, .. } => {
                for field in fields {
                    field.initial.iter().for_each(|value| lists(game, program, &field.indexes, value, found));
                }
            }
            _ => {}
        }
    }
}

/// Looks at the innermost lists of a value.
fn lists(game: &Game, program: &Program, indexes: &[Index], value: &Initial, found: &mut Vec<Diagnostic>) {
    let Initial::List(all, span) = value else { return };
    let entries: Vec<&Expr> = all
        .iter()
        .filter_map(|each| match each {
            Initial::One(entry) => Some(entry),
            Initial::List(..) => None,
        })
        .collect();
    if entries.len() < all.len() {
        return all.iter().for_each(|each| lists(game, program, indexes, each, found));
    }
    let Some((width, height)) = indexes.last().and_then(|index| size(program, &index.domain.text)) else {
        return;
    };
    let Some(rows) = rows(game, &entries, width) else { return };
    if rows.len() != height || rows.iter().eq(rows.iter().rev()) {
        return;
    }
    let message = "the first line of this list is row 1, the bottom row of the board".to_owned();
    found.push(
        UPWARD_ROWS
            .warn(message, *span, "a1 comes first; a `start` picture begins with the top row")
            .help(format!(
                "is the first line meant to be row 1? Then `allow {}` says so; otherwise write the line of row {height} last, and that too",
                UPWARD_ROWS.name
            )),
    );
}

/// Width and height of a whole board of rows, if both are more than 1.
fn size(program: &Program, name: &str) -> Option<(usize, usize)> {
    let domain = program.domains.iter().find(|domain| domain.name == name)?;
    let DomainKind::Board(Board { geometry, cut: None }) = &domain.kind else { return None };
    let (width, height) = match geometry {
        BoardGeometry::Grid(w, h)
        | BoardGeometry::Torus(w, h)
        | BoardGeometry::Hex(w, h)
        | BoardGeometry::HexTorus(w, h) => (usize::try_from(*w).ok()?, usize::try_from(*h).ok()?),
        _ => return None,
    };
    (width > 1 && height > 1).then_some((width, height))
}

/// The texts of the entries, line by line, if every line has as many as the board is wide.
fn rows<'a>(game: &'a Game, entries: &[&Expr], width: usize) -> Option<Vec<Vec<&'a str>>> {
    let text = |entry: &Expr| game.text.get(entry.span.start as usize..entry.span.end as usize);
    let breaks = |one: &Expr, two: &Expr| {
        let between = game.text.get(one.span.end as usize..two.span.start as usize);
        between.is_some_and(|between| between.contains('\n'))
    };
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if at == 0 || breaks(entries[at - 1], entry) {
            rows.push(Vec::new());
        }
        rows.last_mut()?.push(text(entry)?);
    }
    rows.iter().all(|row| row.len() == width).then_some(rows)
}
