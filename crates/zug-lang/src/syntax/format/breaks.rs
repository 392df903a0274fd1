//! Settles the line ends.
//!
//! The line ends of the author stay, with these exceptions: every item begins a line; a block on
//! several lines has one field or statement a line, and its closing brace on a line of its own; an
//! empty line stands only before items, statements, fields and comments.

use super::marks::{Block, Marks};
use super::row::Row;
use std::collections::BTreeSet;

/// Sets the line ends of all pieces. The blocks in `opened` are laid out on several lines in any
/// case.
pub(super) fn settle(row: &mut Row, marks: &Marks, opened: &BTreeSet<usize>) {
    cap(row, marks);
    for range in &marks.items {
        begin_item(row, range.start);
    }
    for (&open, &block) in &marks.blocks {
        lay_out(row, marks, open, block, opened.contains(&open));
    }
    for &at in &marks.elses {
        row.pieces[at].breaks = 0;
    }
    for &open in marks.blocks.keys() {
        before_block(row, marks, open);
    }
    after_comments(row);
}

/// Removes empty lines, except before items, fields, statements and comments; the first piece of a
/// block never has one.
fn cap(row: &mut Row, marks: &Marks) {
    let items: BTreeSet<usize> = marks.items.iter().map(|range| range.start).collect();
    for at in 0..row.pieces.len() {
        let first = at > 0 && marks.blocks.contains_key(&(at - 1));
        let may = items.contains(&at) || marks.units.contains(&at) || row.pieces[at].is_comment();
        if first || !may {
            row.pieces[at].breaks = row.pieces[at].breaks.min(1);
        }
    }
}

const NAMED: [&str; 11] =
    ["param", "enum", "range", "board", "graph", "family", "let", "def", "move", "followup", "show"];

/// An item begins a line, and its name stands on the same line.
fn begin_item(row: &mut Row, at: usize) {
    let named = NAMED.iter().any(|keyword| row.is(at, keyword));
    if let Some(piece) = row.pieces.get_mut(at) {
        piece.breaks = piece.breaks.max(1);
    }
    if let Some(piece) = row.pieces.get_mut(at + 1).filter(|_| named) {
        piece.breaks = 0;
    }
}

/// A block on one line stays there; in a block on several lines every field or statement begins a
/// line.
fn lay_out(row: &mut Row, marks: &Marks, open: usize, block: Block, opened: bool) {
    let close = row.closer(open);
    let many = opened || (open + 1..=close).any(|at| row.pieces[at].breaks > 0);
    if block == Block::Listed || close <= open + 1 {
        if close == open + 1 {
            row.pieces[close].breaks = 0;
        }
        return;
    }
    if many {
        row.pieces[close].breaks = 1;
    }
    for &unit in marks.units.range(open + 1..close) {
        if marks.home(unit).block == Some(open) {
            let piece = &mut row.pieces[unit];
            piece.breaks = if many { piece.breaks.max(1) } else { 0 };
            if block == Block::Fields {
                comma(row, unit, open, many);
            }
        }
    }
}

/// Fields on one line are separated by commas, fields on lines of their own are not.
fn comma(row: &mut Row, unit: usize, open: usize, many: bool) {
    let Some(before) = row.token_before(unit).filter(|&before| before > open) else { return };
    let comma = row.pieces[before].text == ",";
    if many && comma {
        row.pieces[before].text.clear();
        row.pieces[before].breaks = 0;
    } else if !many && !comma {
        row.pieces[before].text.push(',');
    }
}

/// The brace of a block stands on the line of its header. The brace of a move begins a line if any
/// clause before it does.
fn before_block(row: &mut Row, marks: &Marks, open: usize) {
    let apart = marks.blocks.get(&open) == Some(&Block::Body)
        && (marks.item_of(open).start + 1..open).any(|at| row.pieces[at].breaks > 0);
    row.pieces[open].breaks = usize::from(apart);
    let close = row.closer(open);
    let many = (open + 1..=close).any(|at| row.pieces[at].breaks > 0);
    if many && row.is(close + 1, "provided") {
        row.pieces[close + 1].breaks = 1;
    }
}

/// The piece behind a comment begins a line; the text does not begin with line ends.
fn after_comments(row: &mut Row) {
    for at in 1..row.pieces.len() {
        if row.pieces[at - 1].is_comment() {
            row.pieces[at].breaks = row.pieces[at].breaks.max(1);
        }
    }
    if let Some(first) = row.pieces.first_mut() {
        first.breaks = 0;
    }
}
