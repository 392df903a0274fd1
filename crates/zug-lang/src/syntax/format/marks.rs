//! Marks, by means of the syntax tree, where items, fields, statements and blocks begin in the row.

use super::row::Row;
use crate::syntax::ast::{Binders, Game, Item, ItemKind, Move, SettingValue, Statement, StatementKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The kind of a block in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The fields of a `state`.
    Fields,
    /// The body of a move.
    Body,
    /// The block of a statement.
    Statements,
    /// Elements, edges or entries of `show`; the author decides whether they stand on one line.
    Listed,
}

/// The marks of a row; pieces are given by their indexes.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The pieces of every item, up to the next item.
    pub items: Vec<Range<usize>>,
    /// The first pieces of fields and statements.
    pub units: BTreeSet<usize>,
    /// The opening braces of blocks.
    pub blocks: BTreeMap<usize, Block>,
    /// Every `else` behind a block.
    pub elses: BTreeSet<usize>,
    /// The opening braces of graphs.
    pub graphs: BTreeSet<usize>,
    /// The home of every piece.
    homes: Vec<Home>,
}

/// The place of a piece among the blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Home {
    /// The innermost block of fields or statements around the piece; the braces of a block lie
    /// outside of it.
    pub block: Option<usize>,
    /// The number of such blocks around the piece.
    pub depth: usize,
}

impl Marks {
    /// Marks all items.
    pub fn new(game: &Game, row: &Row) -> Marks {
        let mut marks = Marks::default();
        let mut begins: Vec<usize> = game.items.iter().map(|item| row.at_byte(item.span.start)).collect();
        begins.push(row.pieces.len());
        for (item, ends) in game.items.iter().zip(begins.windows(2)) {
            let range = ends[0]..ends[1];
            marks.item(item, row, &range);
            marks.items.push(range);
        }
        marks.homes = homes(row, &marks.blocks);
        marks
    }

    pub fn home(&self, at: usize) -> Home {
        self.homes.get(at).copied().unwrap_or_default()
    }

    /// The pieces of the item that holds the piece `at`; empty if there is none.
    pub fn item_of(&self, at: usize) -> Range<usize> {
        let after = self.items.partition_point(|range| range.start <= at);
        after
            .checked_sub(1)
            .and_then(|place| self.items.get(place))
            .cloned()
            .unwrap_or(usize::MAX..usize::MAX)
    }

    fn item(&mut self, item: &Item, row: &Row, range: &Range<usize>) {
        match &item.kind {
            ItemKind::Move(written) => self.body(written, row, range),
            ItemKind::State { fields, turn } => {
                self.first_brace(row, range, Block::Fields);
                self.units.extend(fields.iter().map(|field| row.at_byte(field.span.start)));
                self.units.extend(turn.iter().map(|(span, _)| row.at_byte(span.start)));
            }
            ItemKind::Enum { .. } | ItemKind::Show { .. } => self.first_brace(row, range, Block::Listed),
            ItemKind::Graph { .. } => {
                self.first_brace(row, range, Block::Listed);
                self.graphs.extend(brace_from(row, range.start).filter(|at| *at < range.end));
            }
            ItemKind::Expect(fact) => {
                for setting in &fact.with {
                    if let SettingValue::Graph(_, span) = &setting.value {
                        self.graphs.extend(brace_from(row, row.at_byte(span.start)));
                    }
                }
            }
            _ => {}
        }
    }

    fn first_brace(&mut self, row: &Row, range: &Range<usize>, block: Block) {
        let brace = brace_from(row, range.start).filter(|at| *at < range.end);
        self.blocks.extend(brace.map(|at| (at, block)));
    }

    /// Marks the body of a move: the last bracket before `provided`, or of the move.
    fn body(&mut self, written: &Move, row: &Row, range: &Range<usize>) {
        let outside = row.outside(range.clone());
        let provided = outside.iter().rposition(|&at| row.is(at, "provided"));
        let body = match provided {
            Some(place) if written.provided.is_some() => outside[..place].last(),
            _ => outside.last(),
        };
        if let Some(&body) = body {
            self.blocks.insert(body, Block::Body);
            self.statements(&written.body, row);
        }
    }

    fn statements(&mut self, statements: &[Statement], row: &Row) {
        for statement in statements {
            self.units.insert(row.at_byte(statement.span.start));
            match &statement.kind {
                StatementKind::If(branches, otherwise) => {
                    let mut end = 0;
                    for (condition, body) in branches {
                        end = self.block(row, condition.span.end, body);
                        self.elses.extend(row.token_from(end + 1).filter(|&at| row.is(at, "else")));
                    }
                    if let (Some(body), Some(piece)) = (otherwise, row.pieces.get(end)) {
                        self.block(row, piece.start as u32 + 1, body);
                    }
                }
                StatementKind::For(binders, body) => {
                    self.block(row, binders_end(binders), body);
                }
                StatementKind::Repeat(times, going_on, body) => {
                    self.block(row, going_on.as_ref().unwrap_or(times).span.end, body);
                }
                _ => {}
            }
        }
    }

    /// Marks the next block of statements at or behind byte `from`; returns its closing brace.
    fn block(&mut self, row: &Row, from: u32, body: &[Statement]) -> usize {
        let Some(open) = brace_from(row, row.at_byte(from)) else { return row.pieces.len() };
        self.blocks.insert(open, Block::Statements);
        self.statements(body, row);
        row.closer(open)
    }
}

/// Computes the home of every piece.
fn homes(row: &Row, blocks: &BTreeMap<usize, Block>) -> Vec<Home> {
    let mut around: Vec<usize> = Vec::new();
    let mut homes = Vec::with_capacity(row.pieces.len());
    for at in 0..row.pieces.len() {
        if around.last().is_some_and(|&open| row.closer(open) == at) {
            around.pop();
        }
        homes.push(Home { block: around.last().copied(), depth: around.len() });
        if blocks.get(&at).is_some_and(|&block| block != Block::Listed) {
            around.push(at);
        }
    }
    homes
}

/// The first opening brace at or behind a piece.
fn brace_from(row: &Row, from: usize) -> Option<usize> {
    (from..row.pieces.len()).find(|&at| row.is(at, "{"))
}

/// The offset behind binders and their `where`.
fn binders_end(binders: &Binders) -> u32 {
    let guard = binders.guard.as_ref().map(|guard| guard.span.end);
    guard.or(binders.binders.last().map(|binder| binder.set.span.end)).unwrap_or(0)
}
