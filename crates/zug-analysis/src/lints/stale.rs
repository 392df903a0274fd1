//! Finds values that are read after a store has changed them, where the value before is meant:
//! `coins[p] = 0  got += coins[p]`, and `left[h] -= left[h] / 2  left[k] += left[h] / 2`.

use super::STALE_VALUE;
use super::exclusion::shape;
use super::reads::{Whose, reads, store_of};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// Warns of such reads, in the order of the text.
pub(super) fn stale_values(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        let mut blocks = vec![&played.body[..]];
        while let Some(block) = blocks.pop() {
            for (at, stmt) in block.iter().enumerate() {
                found.extend(read_after(game, stmt, &block[at + 1..]));
                found.extend(block.get(at + 1).and_then(|next| moved_twice(game, program, stmt, next)));
                match &stmt.kind {
                    StmtKind::If(_, yes, no) => blocks.extend([&yes[..], &no[..]]),
                    StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => blocks.push(body),
                    _ => {}
                }
            }
        }
    }
}

/// An entry, by its field and the texts of its indexes.
pub(super) type IndexedEntry = (FieldId, Vec<String>);

fn entry(field: FieldId, indexes: &[Expr]) -> IndexedEntry {
    (field, indexes.iter().map(shape).collect())
}

/// The first read of an entry in an expression.
fn read_of(expr: &Expr, of: &IndexedEntry) -> Option<Span> {
    let is_read = |e: &&Expr| matches!(&e.kind, ExprKind::Field(field, at) if entry(*field, at) == *of);
    expr.walk().find(is_read).map(|e| e.span)
}

/// `coins[p] = 0` and, behind it in the same block, a read of `coins[p]`.
fn read_after(game: &ast::Game, stmt: &Stmt, rest: &[Stmt]) -> Option<Diagnostic> {
    let StmtKind::Assign(Place::Field(field, indexes), Store::Set, value) = &stmt.kind else { return None };
    let text = game.text_at(value.span);
    let is_written = matches!(text, "{}" | "true" | "false" | "none") || text.parse::<i64>().is_ok();
    if !is_written || !matches!(value.kind, ExprKind::Const(_)) {
        return None;
    }
    // Behind a store to what the indexes read, the same text is another entry.
    let inside = || indexes.iter().flat_map(Expr::walk);
    if inside().any(|e| matches!(e.kind, ExprKind::Call(..))) {
        return None;
    }
    let moves_on = |of: &FieldId| inside().any(|e| matches!(e.kind, ExprKind::Field(read, _) if read == *of));
    let stored = entry(*field, indexes);
    // What was set to `none` is often asked about on purpose.
    let is_value = |next: &Stmt| text != "none" || matches!(next.kind, StmtKind::Assign(..));
    for next in rest {
        if is_value(next)
            && let Some(at) = next.expressions().find_map(|expr| read_of(expr, &stored))
        {
            let read = game.text_at(at);
            let message = format!("`{read}` is {text} here");
            return Some(
                STALE_VALUE.warn(message, at, "read after the store").because(stmt.span, "stored here").help(
                    format!(
                        "keep the old value first: `let before = {read}` above the store, and `before` here"
                    ),
                ),
            );
        }
        let changes = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(of, _), ..) => of == field || moves_on(of),
            StmtKind::Assign(Place::Local(_), ..) => true,
            _ => false,
        };
        if statements(std::slice::from_ref(next)).any(changes) {
            return None;
        }
    }
    None
}

/// `X -= E  Y += E` where E reads X: the second E is another value.
fn moved_twice(game: &ast::Game, program: &Program, first: &Stmt, second: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Assign(Place::Field(from, at), Store::Sub, taken) = &first.kind else { return None };
    let StmtKind::Assign(Place::Field(..), Store::Add, given) = &second.kind else { return None };
    let stored = store_of(program, first)?.1;
    let other_player =
        |whose: Whose| matches!((whose, stored), (Whose::Mine, Whose::Theirs) | (Whose::Theirs, Whose::Mine));
    let through_def = || {
        let calls = taken.walk().any(|e| program.called(e).is_some());
        let read = reads(program, taken).filter(|_| calls).unwrap_or_default();
        read.iter().any(|(of, whose)| of == from && !other_player(*whose))
    };
    let reads_it = read_of(taken, &entry(*from, at)).is_some() || through_def();
    (reads_it && shape(taken) == shape(given)).then(|| {
        let text = game.text_at(given.span);
        let name = game.text_at(first.span).split("-=").next().unwrap_or("..").trim().to_owned();
        let message = format!("`{text}` is another value here than above: `{name}` has changed");
        STALE_VALUE
            .warn(message, given.span, "worked out again")
            .because(first.span, "changed here")
            .help(format!("work it out once: `let part = {text}` above both, and `part` in both"))
    })
}
