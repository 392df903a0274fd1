//! Settles where a line begins.
//!
//! What is in a block stands two columns further in. So do the clauses of an item, and what is in a bracket that ends its
//! line. Any other line that goes on keeps its distance from where its item, field or statement began, two columns at least.

use super::marks::{Block, Marks};
use super::row::Row;
use std::ops::Range;

/// The columns of one step.
const STEP: usize = 2;
/// The most columns that a line which goes on stands further in.
const FARTHEST: usize = 60;

/// The lines that were begun so far.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// The first piece of each line and its indent.
    pub lines: Vec<(usize, usize)>,
    /// The brackets that are open.
    pub open: Vec<usize>,
}

impl Begun {
    /// The indent of the line that holds a piece.
    fn of(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|&(first, _)| first <= at);
        line.checked_sub(1).and_then(|line| self.lines.get(line)).map_or(0, |&(_, indent)| indent)
    }

    /// Takes note of a piece that was written.
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

/// The indent of the line that begins with this piece.
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

/// A comment stands where the token after it does; before a bracket that closes, where its content does.
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

/// A line that goes on keeps its distance from where its item, field or statement began.
fn goes_on(row: &Row, marks: &Marks, item: &Range<usize>, begun: &Begun, at: usize) -> usize {
    let home = marks.home(at);
    let units = marks.units.range(item.start..at).rev();
    let unit = units.copied().find(|&unit| home.block.is_some() && marks.home(unit).block == home.block);
    let unit = unit.unwrap_or(item.start);
    let distance = row.pieces[at].column.saturating_sub(row.pieces[unit].column);
    begun.of(unit) + distance.clamp(STEP, FARTHEST)
}
