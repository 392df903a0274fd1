//! Prints moves and statements; a block is indented by its depth.

use super::expressions::{binder_list, binders, expr, exprs};
use super::{UNREADABLE, escaped, joined};
use crate::syntax::ast::{AssignOp, Expr, Move, Name, Notation, Piece, Statement, StatementKind};

/// Prints a `move` or a `followup`.
pub(super) fn move_(written: &Move) -> String {
    let keyword = if written.followup { "followup" } else { "move" };
    let mut head = format!("{keyword} {}", written.name.text);
    if !written.parameters.is_empty() {
        head += &format!("({})", binder_list(&written.parameters));
    }
    if let Some(when) = &written.when {
        head += &format!(" when {}", expr(when, 0));
    }
    if let Some(form) = &written.notation {
        head += &format!(" as {}", notation(form));
    }
    let provided = written.provided.as_ref().map_or(String::new(), |it| format!(" provided {}", expr(it, 0)));
    format!("{head} {}{provided}", block(&written.body, 0))
}

/// Prints a notation, `"{c.x}-{d}"`.
fn notation(notation: &Notation) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Literal(text) => escaped(text).replace('{', "{{").replace('}', "}}"),
        Piece::Value(value) => format!("{{{}}}", braced(value)),
    };
    format!("\"{}\"", joined(&notation.pieces, "", piece))
}

/// Prints an expression of a notation. One that begins with `{` gets round brackets, because `{{`
/// would read as a brace of the text.
fn braced(value: &Expr) -> String {
    let plain = expr(value, 0);
    if plain.starts_with('{') { format!("({plain})") } else { plain }
}

/// Prints a block with one statement a line.
fn block(body: &[Statement], depth: usize) -> String {
    if body.is_empty() {
        return "{ }".to_string();
    }
    let indent = "  ".repeat(depth + 1);
    let lines: String = body.iter().map(|one| format!("{indent}{}\n", statement(one, depth + 1))).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}

fn statement(statement: &Statement, depth: usize) -> String {
    match &statement.kind {
        StatementKind::Assign { target, indexes, op, value } => {
            let index = if indexes.is_empty() { String::new() } else { format!("[{}]", exprs(indexes)) };
            format!("{}{index} {} {}", target.text, store(*op), expr(value, 0))
        }
        StatementKind::Let(name, value) => format!("let {} = {}", name.text, expr(value, 0)),
        StatementKind::Var(name, value) => format!("var {} = {}", name.text, expr(value, 0)),
        StatementKind::If(arms, rest) => {
            let arm = |(condition, body): &(Expr, Vec<Statement>)| {
                format!("if {} {}", expr(condition, 0), block(body, depth))
            };
            let rest = rest.as_ref().map_or(String::new(), |rest| format!(" else {}", block(rest, depth)));
            joined(arms, " else ", arm) + &rest
        }
        StatementKind::For(by, body) => format!("for {} {}", binders(by), block(body, depth)),
        StatementKind::Repeat(times, going_on, body) => {
            let going_on = going_on.as_ref().map_or(String::new(), |c| format!(" while {}", expr(c, 0)));
            format!("repeat {}{going_on} {}", expr(times, 0), block(body, depth))
        }
        StatementKind::Again { with, when } => again(with, when.as_ref()),
        StatementKind::Error => UNREADABLE.to_string(),
    }
}

/// Prints `again with jump(to) or stop when C`.
fn again(with: &[(Name, Vec<Expr>)], when: Option<&Expr>) -> String {
    let request = |(name, arguments): &(Name, Vec<Expr>)| match arguments.as_slice() {
        [] => name.text.clone(),
        arguments => format!("{}({})", name.text, exprs(arguments)),
    };
    let with =
        if with.is_empty() { String::new() } else { format!(" with {}", joined(with, " or ", request)) };
    let when = when.map_or(String::new(), |when| format!(" when {}", expr(when, 0)));
    format!("again{with}{when}")
}

/// The operator of an assignment.
fn store(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Set => "=",
        AssignOp::Add => "+=",
        AssignOp::Subtract => "-=",
    }
}
