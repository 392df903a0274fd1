//! Settles the indentation.
//!
//! The content of a block is indented by one step more than the block. So are the clauses of an
//! item, and the content of a bracket that ends its line. Any other continuation line keeps its
//! distance from the beginning of its item, field or statement, at least one step.

use super::marks::{Block, Marks};
use super::row::Row;
use std::ops::Range;

/// The columns of one step of indentation.
const STEP: usize = 2;
/// The greatest distance, in columns, of a continuation line.
const FARTHEST: usize = 60;

/// The lines written so far, and the brackets that are open at their end.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// The first piece and the indentation of every line.
    pub lines: Vec<(usize, usize)>,
    /// The brackets that are open, outermost first.
    pub open: Vec<usize>,
}

impl Begun {
    /// The indentation of the line that holds a piece.
    fn of(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|&(first, _)| first <= at);
        line.checked_sub(1).and_then(|line| self.lines.get(line)).map_or(0, |&(_, indent)| indent)
    }

    /// Updates the open brackets for a piece that was written.
    pub fn pass(&mut self, row: &Row, at: usize) {
        match row.pieces[at].partner {
            Some(partner) if partner > at => self.open.push(at),
            Some(_) => {
                self.open.pop();
            }
            None => {}
        }
    }
}

/// The indentation of the line that begins with the piece `at`.
pub(super) fn indent(row: &Row, marks: &Marks, item: &Range<usize>, begun: &Begun, at: usize) -> usize {
    if row.pieces[at].is_comment() {
        return comment(row, marks, begun, at);
    }
    if at == item.start {
        return 0;
    }
    let home = marks.home(at);
    let closes = row.pieces[at].partner.filter(|&partner| partner < at);
    let own = |open: usize| marks.blocks.get(&open).is_some_and(|&block| block != Block::Listed);
    if marks.units.contains(&at) || marks.elses.contains(&at) || own(at) {
        return STEP * home.depth;
    }
    if let Some(open) = closes.filter(|&open| own(open) || hangs(row, open)) {
        return if own(open) { STEP * marks.home(open).depth } else { begun.of(open) };
    }
    match begun.open.last() {
        Some(&open) if !own(open) && hangs(row, open) => begun.of(open) + STEP,
        None if row.is(at, "provided") => 0,
        None if ["when", "as", "=>"].iter().any(|clause| row.is(at, clause)) => STEP,
        _ => goes_on(row, marks, item, begun, at),
    }
}

/// A comment is indented like the token behind it; before a closing bracket, like the content of
/// the bracket.
fn comment(row: &Row, marks: &Marks, begun: &Begun, at: usize) -> usize {
    let Some(next) = row.token_from(at) else { return 0 };
    match row.pieces[next].partner.filter(|&partner| partner < next) {
        Some(open) if marks.blocks.contains_key(&open) => STEP * (marks.home(open).depth + 1),
        Some(open) => begun.of(open) + STEP,
        None => indent(row, marks, &marks.item_of(next), begun, next),
    }
}

/// Whether a bracket is the last token of its line.
fn hangs(row: &Row, open: usize) -> bool {
    row.pieces.get(open + 1).is_some_and(|next| next.breaks > 0 || next.is_comment())
}

/// The indentation of a continuation line: it keeps its distance from its item, field or statement.
fn goes_on(row: &Row, marks: &Marks, item: &Range<usize>, begun: &Begun, at: usize) -> usize {
    let home = marks.home(at);
    let units = marks.units.range(item.start..at).rev();
    let unit = units.copied().find(|&unit| home.block.is_some() && marks.home(unit).block == home.block);
    let unit = unit.unwrap_or(item.start);
    let distance = row.pieces[at].column.saturating_sub(row.pieces[unit].column);
    begun.of(unit) + distance.clamp(STEP, FARTHEST)
}
