//! Finds exchanges that lose a value: `a = b` and then `b = a`, which changes nothing any more.

use super::LOST_SWAP;
use super::exclusion::shape;
use super::stale::IndexedEntry;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of a store that gives a field the value that was just taken from it.
pub(super) fn lost_swaps(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        let mut blocks = vec![&played.body[..]];
        while let Some(block) = blocks.pop() {
            for pair in block.windows(2) {
                if let [first, second] = pair
                    && is_undone(first, second)
                {
                    found.push(warning(game, first, second));
                }
            }
            for stmt in block {
                match &stmt.kind {
                    StmtKind::If(_, yes, no) => blocks.extend([&yes[..], &no[..]]),
                    StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => blocks.push(body),
                    _ => {}
                }
            }
        }
    }
}

/// Whether the second statement stores back what the first one took: the places do not hang on what
/// is stored.
fn is_undone(first: &Stmt, second: &Stmt) -> bool {
    let (Some((to, from)), Some((back, of))) = (copied(first), copied(second)) else { return false };
    let plain = |(_, indexes): &(FieldId, Vec<String>)| !indexes.iter().any(|index| index.contains("Field("));
    to == of && from == back && to != from && plain(&to) && plain(&from)
}

/// The entry that a statement stores to and the entry that it reads, if it copies one.
fn copied(stmt: &Stmt) -> Option<(IndexedEntry, IndexedEntry)> {
    let StmtKind::Assign(Place::Field(to, at), Store::Set, value) = &stmt.kind else { return None };
    let ExprKind::Field(from, of) = &value.kind else { return None };
    let entry = |field: FieldId, indexes: &[Expr]| (field, indexes.iter().map(shape).collect());
    Some((entry(*to, at), entry(*from, of)))
}

fn warning(game: &ast::Game, first: &Stmt, second: &Stmt) -> Diagnostic {
    let place = |stmt: &Stmt| game.text_at(stmt.span).split('=').next().unwrap_or("..").trim().to_owned();
    let (a, b) = (place(first), place(second));
    LOST_SWAP
        .warn("this stores what is there already".to_owned(), second.span, "both have one value by now")
        .because(first.span, format!("`{a}` has the value of `{b}` from here on"))
        .help(format!("keep the old value first: `let before = {a}` above, and here `{b} = before`"))
}
