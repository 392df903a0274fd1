//! Decides between which tokens of a line a blank stands.

use super::marks::Marks;
use super::row::Row;
use crate::syntax::items::is_reserved;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Whether a blank stands between two adjacent tokens; `item` is the range of the item that holds
/// them.
pub(super) fn apart(row: &Row, marks: &Marks, item: &Range<usize>, left: usize, right: usize) -> bool {
    let is = |at: usize, of: &[&str]| of.iter().any(|written| row.is(at, written));
    if is(left, &["{", "["]) || is(right, &["}", "]"]) {
        let open = if is(left, &["{", "["]) { left } else { row.closer(right) };
        return loose(row, marks, item, open);
    }
    if is(right, &[",", ":", ")", ".", ".."]) || is(left, &["(", ".", ".."]) {
        return false;
    }
    if row.is(right, "(") || row.is(right, "[") {
        return !names(row, left);
    }
    if is(left, &["-", "->"]) || is(right, &["-", "->"]) {
        return !dash(row, marks, left, right);
    }
    true
}

/// Whether a dash clings to its neighbour: the dash of an edge, or a sign before its operand.
fn dash(row: &Row, marks: &Marks, left: usize, right: usize) -> bool {
    let edge = marks.graphs.iter().any(|&open| open < left && right < row.closer(open));
    let minus = row.is(left, "-") && !row.token_before(left).is_some_and(|before| ends_operand(row, before));
    edge || (minus && !row.is(right, "-"))
}

/// Whether an operand may end with this token.
fn ends_operand(row: &Row, at: usize) -> bool {
    let piece = &row.pieces[at];
    match piece.kind {
        Some(Kind::Word) => {
            (!is_reserved(&piece.text) && piece.text != "of")
                || ["me", "opponent", "none", "true", "false"].contains(&piece.text.as_str())
        }
        Some(Kind::Number | Kind::Text) => true,
        _ => matches!(piece.text.as_str(), ")" | "]" | "}"),
    }
}

/// Whether a bracket directly behind this token belongs to it, as arguments, parameters or an
/// index.
fn names(row: &Row, at: usize) -> bool {
    let piece = &row.pieces[at];
    match piece.kind {
        Some(Kind::Word) if piece.text == "to" => {
            !row.token_before(at).is_some_and(|it| ends_operand(row, it))
        }
        Some(Kind::Word) => !is_reserved(&piece.text) || ["me", "opponent"].contains(&piece.text.as_str()),
        _ => matches!(piece.text.as_str(), ")" | "]"),
    }
}

/// Whether blanks stand inside of the brackets that open at `open`.
fn loose(row: &Row, marks: &Marks, item: &Range<usize>, open: usize) -> bool {
    let close = row.closer(open);
    let inside = row.outside(open + 1..close);
    let has = |of: &[&str]| inside.iter().any(|&at| of.iter().any(|written| row.is(at, written)));
    let before = row.token_before(open);
    if row.is(open, "{") {
        let binds = inside.get(1).is_some_and(|&at| row.is(at, "in"));
        let tree = row.is(item.start, "tree");
        let block = marks.blocks.contains_key(&open) || marks.graphs.contains(&open);
        let whole = before.is_some_and(|at| ["=", "[", ","].iter().any(|written| row.is(at, written)));
        return block || tree || binds || has(&["for", "{"]) || (whole && has(&["("]));
    }
    let nested = before.is_none_or(|at| row.is(at, ",") || row.is(at, "["));
    let list = nested || before.is_some_and(|at| row.is(at, "="));
    let table = row.is(item.start, "let") && !nested;
    list && !row.is(item.start, "tree") && (table || has(&["{", "[", "("]))
}
