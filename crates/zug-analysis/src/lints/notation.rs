//! Finds notations that are the same text for every choice of a move's parameters.

use super::SAME_NOTATION;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Move, Piece, Program};

/// Warns of moves with parameters and a notation without a value.
pub(super) fn same_notations(program: &Program, found: &mut Vec<Diagnostic>) {
    for each in program.moves.iter().filter(|each| each.has_notation && !each.parameters.is_empty()) {
        found.extend(warning(each));
    }
}

fn warning(each: &Move) -> Option<Diagnostic> {
    let text = |piece: &Piece| match piece {
        Piece::Literal(text) => Some(text.clone()),
        Piece::Value(_) => None,
    };
    let text = each.notation.iter().map(text).collect::<Option<String>>()?;
    let names: Vec<String> = each
        .parameters
        .iter()
        .filter_map(|(local, _)| Some(format!("{{{}}}", each.frame.locals.get(local.index())?.name)))
        .collect();
    let message = format!("every `{}` reads `{text}`, whatever is chosen", each.name);
    Some(SAME_NOTATION.warn(message, each.span, "its notation names no parameter").help(format!(
        "write a value in braces: `as \"{} {}\"`",
        each.name,
        names.join(" ")
    )))
}
