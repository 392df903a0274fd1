//! Settles where lines end.
//!
//! The author's line ends stay, but: items begin lines; a block that is on several lines has its fields or statements one
//! to a line, and its braces apart from them; an empty line stands between items, statements and fields only.

use super::marks::{Block, Marks};
use super::row::Row;
use std::collections::BTreeSet;

/// Sets the line ends of all pieces. The blocks in `opened` are laid out on several lines whatever the author did.
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

/// An empty line stays only before items, fields, statements, and comments that do not open a block.
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

/// An item begins a line, and its name stands on it.
fn begin_item(row: &mut Row, at: usize) {
    let named = NAMED.iter().any(|keyword| row.is(at, keyword));
    if let Some(piece) = row.pieces.get_mut(at) {
        piece.breaks = piece.breaks.max(1);
    }
    if let Some(piece) = row.pieces.get_mut(at + 1).filter(|_| named) {
        piece.breaks = 0;
    }
}

/// A block on one line stays there; on several, all that is in it begins lines.
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

/// Between fields on one line stands a comma; line ends need none.
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

/// The brace of a block stands on the line of what it belongs to; that of a move with clauses on lines of their own
/// begins a line, too.
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

/// Whatever follows a comment begins a line; the text begins without an empty one.
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
