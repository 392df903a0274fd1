//! Assembles lines from the row, and the text from the lines.

use super::columns::{self, Anchor, Anchors};
use super::indent::{Begun, indent};
use super::marks::{Block, Marks};
use super::row::Row;
use super::{blanks, breaks};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// One line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Whether an empty line precedes it.
    pub gap: bool,
    /// Its indentation in columns.
    pub indent: usize,
    /// Its parts, joined by a blank. Every part but the first begins with an anchor, which may line
    /// up with the same anchor of a neighbouring line.
    pub cells: Vec<(Option<Anchor>, String)>,
    /// The kind of the item, field or statement that begins here, in words; empty if none does.
    /// Most anchors line up only between lines of the same head.
    pub head: String,
    /// The comment at its end.
    pub comment: Option<String>,
    /// The first block that opens and closes on this line.
    pub block: Option<usize>,
}

impl Line {
    /// The width, in columns, up to the end of the first `cells` parts, with the blanks between
    /// them.
    pub fn up_to(&self, cells: usize) -> usize {
        let written: usize = self.cells.iter().take(cells).map(|(_, cell)| cell.width()).sum();
        self.indent + written + cells.saturating_sub(1)
    }

    /// Its width in columns, without the comment.
    pub fn width(&self) -> usize {
        self.up_to(self.cells.len())
    }
}

/// The lines of a row; the blocks in `opened` are laid out on several lines.
pub(super) fn lines(mut row: Row, marks: &Marks, opened: &BTreeSet<usize>) -> Vec<Line> {
    breaks::settle(&mut row, marks, opened);
    let anchors = columns::anchors(&row, marks);
    let mut begun = Begun::default();
    let mut lines: Vec<Line> = Vec::new();
    for at in 0..row.pieces.len() {
        if row.pieces[at].text.is_empty() {
            continue;
        }
        if row.pieces[at].breaks > 0 || lines.is_empty() {
            let line = begin(&row, marks, &begun, at);
            begun.lines.push((at, line.indent));
            lines.push(line);
        }
        let first = begun.lines.last().map_or(at, |&(first, _)| first);
        if let Some(line) = lines.last_mut() {
            add(line, &row, marks, &anchors, first, at);
        }
        begun.pass(&row, at);
    }
    columns::align(&mut lines);
    lines
}

/// A new line, still without parts, that begins with the piece `at`.
fn begin(row: &Row, marks: &Marks, begun: &Begun, at: usize) -> Line {
    let item = marks.item_of(at);
    let head = match at {
        _ if at == item.start => row.pieces[at].text.clone(),
        _ if !marks.units.contains(&at) => String::new(),
        _ if row.is(item.start, "state") => "a field".to_string(),
        _ => format!("{} in a body", row.pieces[at].text),
    };
    Line {
        gap: row.pieces[at].breaks > 1,
        indent: indent(row, marks, &item, begun, at),
        head,
        ..Line::default()
    }
}

/// Appends the piece `at` to its line, which begins with the piece `first`.
fn add(line: &mut Line, row: &Row, marks: &Marks, anchors: &Anchors, first: usize, at: usize) {
    let written = &row.pieces[at].text;
    if row.pieces[at].is_comment() && at != first {
        line.comment = Some(written.clone());
        return;
    }
    let anchor = anchors.get(&at).filter(|(unit, anchor)| *unit == first || *anchor == Anchor::For);
    let anchor = anchor.map(|&(_, anchor)| anchor);
    let before = row.token_before(at).filter(|_| at != first);
    match line.cells.last_mut() {
        Some((_, cell)) if anchor.is_none() => {
            if before.is_some_and(|before| blanks::apart(row, marks, &marks.item_of(at), before, at)) {
                cell.push(' ');
            }
            cell.push_str(written);
        }
        _ => line.cells.push((anchor, written.clone())),
    }
    if marks.blocks.get(&at).is_some_and(|&block| block != Block::Listed) && line.block.is_none() {
        let close = row.closer(at);
        let whole = close > at + 1 && (at + 1..=close).all(|inside| row.pieces[inside].breaks == 0);
        line.block = whole.then_some(at);
    }
}

/// The text of the lines.
pub(super) fn written(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.gap {
            text.push('\n');
        }
        let cells: Vec<&str> = line.cells.iter().map(|(_, cell)| cell.as_str()).collect();
        let whole = format!("{}{}", " ".repeat(line.indent), cells.join(" "));
        text.push_str(&whole);
        if let Some(comment) = &line.comment {
            text.push_str(comment);
        }
        text.push('\n');
    }
    text
}
