//! Cuts boards: `board Dark = { c in grid(8, 8) where (c.x + c.y) % 2 = 0 }`.
//!
//! The domain first has all cells of the whole board, so that the condition may speak of them by
//! name, by coordinates and by steps, and then those that are left. What was worked out of the
//! whole board meanwhile is forgotten; and no other name is worked out while its cells can be seen.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::domain_tables::TableKey;
use super::global_names::Meaning;
use super::reports::Reports;
use super::scope::{Context, Scope, Sort};
use crate::diagnostic::Diagnostic;
use crate::program::{Board, BoardGeometry, Domain, DomainId, DomainKind, Expr, Kind, Table, TableId, Value};
use crate::syntax::ast::{self, Name};
use std::collections::HashMap;

impl Checker<'_> {
    /// Keeps the cells for which the condition holds; the names are those of the board and of a
    /// cell.
    pub(super) fn cut_board(
        &mut self,
        whole: Meaning,
        id: DomainId,
        [name, cell]: [&Name; 2],
        kept: &ast::Expr,
    ) -> Option<Meaning> {
        let board = self.domains.board(id)?;
        self.reports.check_cuttable(board.geometry, kept)?;
        let mut s = Scope::new(Context::Constant("the cut of a board"));
        self.domains.cutting = Some(id);
        self.bind(&mut s, cell, Sort::Binder, Some(Kind::Element(id).always()));
        let condition = self.condition(&mut s, kept);
        self.domains.cutting = None;
        let cells = condition.and_then(|condition| self.cells_kept(&s, &condition, id));
        self.domains.forget_tables(id);
        let cells = cells?;
        self.reports.check_size(name, Some(cells.len() as i64), kept.span)?;
        let board = Board { cut: Some(cells.into()), ..board };
        let members = board.members();
        self.domains.fill_domain(id, DomainKind::Board(board), members);
        Some(whole)
    }

    fn cells_kept(&mut self, s: &Scope, condition: &Expr, id: DomainId) -> Option<Vec<u32>> {
        let cells = self.domains.all[id.index()].len() as u32;
        self.reports.check_cost(self.cost(condition).saturating_mul(u64::from(cells)), condition.span)?;
        let mut kept = Vec::new();
        for cell in 0..cells {
            if self.fold(s, condition, &mut vec![Value::Element(cell)])? == Value::Bool(true) {
                kept.push(cell);
            }
        }
        Some(kept)
    }
}

impl Reports<'_> {
    /// Refuses to cut what has no edge, or cells that count as integers.
    fn check_cuttable(&mut self, geometry: BoardGeometry, kept: &ast::Expr) -> Option<()> {
        let (what, why) = match geometry {
            BoardGeometry::Torus(..) | BoardGeometry::HexTorus(..) => {
                ("a torus", "it has no edge, and steps on it go round")
            }
            BoardGeometry::Ring(_) => ("a ring", "its cells are numbers, and steps on it go round"),
            BoardGeometry::Path(_) => ("a path", "its cells are numbers that follow each other"),
            _ => return Some(()),
        };
        let message = format!("{what} cannot be cut: {why}");
        let label = "cells are left out here";
        let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, kept.span, label);
        self.refuse(diagnostic.help(
            "grids, hexes, hexagons and triangles can be cut; else name the cells that are used, `let field = { c in Cell where .. }`, or write a `graph`",
        ))
    }
}

/// A domain with its elements by name.
pub(super) type HiddenDomain = (Domain, HashMap<String, u32>);

impl DomainTables {
    /// Takes the kind and the elements of a domain away, as they are before it is resolved.
    pub(super) fn hide(&mut self, id: DomainId) -> HiddenDomain {
        let known = &mut self.all[id.index()];
        let unknown = Domain {
            name: known.name.clone(),
            span: known.span,
            kind: DomainKind::Enum,
            members: Vec::new(),
        };
        (std::mem::replace(known, unknown), std::mem::take(&mut self.elements[id.index()]))
    }

    /// Gives back what [`DomainTables::hide`] took.
    pub(super) fn show(&mut self, id: DomainId, (domain, elements): HiddenDomain) {
        self.all[id.index()] = domain;
        self.elements[id.index()] = elements;
    }

    /// Forgets the tables of a domain whose elements change. Nothing that is left reads them; so
    /// that the numbers of others stay, they are emptied.
    fn forget_tables(&mut self, id: DomainId) {
        let gone: Vec<TableId> =
            self.table_cache.iter().filter(|(key, _)| is_of(key, id)).map(|(_, table)| *table).collect();
        self.table_cache.retain(|key, _| !is_of(key, id));
        for table in gone {
            let empty = Table {
                name: self.tables[table.index()].name.clone(),
                indexes: Vec::new(),
                ty: Kind::Bool.always(),
                entries: vec![Value::Bool(false)],
            };
            self.tables[table.index()] = empty;
        }
    }
}

/// Whether a table speaks of the elements of this domain.
fn is_of(key: &TableKey, id: DomainId) -> bool {
    match key {
        TableKey::Step(of, _)
        | TableKey::Steps(of, ..)
        | TableKey::NearBy(of)
        | TableKey::Near(of, _)
        | TableKey::Distance(of, _)
        | TableKey::Coordinate(of, _)
        | TableKey::At(of)
        | TableKey::Part(of, _) => *of == id,
        TableKey::Opposite | TableKey::LinkNear(..) | TableKey::LinkDistance(..) => false,
    }
}
