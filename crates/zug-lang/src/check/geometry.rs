//! Turns the geometry of boards and graphs into constant tables.

use super::bounds::interval;
use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::domain_tables::TableKey;
use super::kinds::int;
use super::reports::Reports;
use super::scope::Scope;
use super::written::Written;
use crate::boards;
use crate::diagnostic::Diagnostic;
use crate::program::{
    Board, BoardGeometry, DomainId, DomainKind, Expr, Kind, Set, TableId, TableIndex, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// The expression as a cell, and its board or graph.
    pub(super) fn cell(&mut self, e: Expr, hint: Option<DomainId>) -> Option<(Expr, DomainId)> {
        if let Kind::Element(domain) = e.ty.kind
            && self.domains.has_geometry(domain)
        {
            return Some((e, domain));
        }
        if let Some(domain) = self.needed_geometric(hint, e.span)?
            && (self.domains.is_numeric(e.ty) || e.ty.kind == Kind::Nothing)
            && let Some(cell) = self.convert(e.clone(), Kind::Element(domain))
        {
            return Some((cell, domain));
        }
        self.refuse_no_cell(&e)
    }

    pub(super) fn refuse_no_cell<T>(&mut self, e: &Expr) -> Option<T> {
        let words = self.domains.type_words(e.ty);
        let message = format!("expected a cell of a board or graph, found {words}");
        let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, e.span, format!("this is {words}"));
        let written = self.input.written_value(e.span, e.ty.kind);
        let board = self.domains.geometric(None);
        let meant = board.and_then(|of| self.meant_entry(e.ty.kind, Kind::Set(of), &written.text));
        self.reports.refuse(diagnostic.help(meant.unwrap_or_else(|| self.cell_meant(&written))))
    }

    /// The help where a cell is wanted and something else stands: a cell that follows from it, or
    /// another.
    fn cell_meant(&self, written: &Written) -> String {
        let domains =
            || (0..self.domains.all.len() as u32).map(DomainId).filter(|id| self.domains.has_geometry(*id));
        if let Kind::Set(of) = written.kind
            && self.domains.has_geometry(of)
        {
            if let Some((_, text)) = self.for_each_member(written.at, of) {
                return format!("a set has many cells: write `{text}` to ask it of each");
            }
            let one = self.free_name(written.at, self.domains.domain_name(of));
            return format!(
                "take one cell of the set by a parameter or a quantifier, `{one} in {}`",
                written.text
            );
        }
        let made = domains().find_map(|of| self.made_of(written, Kind::Element(of)));
        match made.or_else(|| domains().find_map(|of| self.of_kind(Kind::Element(of)))) {
            Some(cell) => format!("only cells of boards and graphs have neighbours: write `{cell}` for one"),
            None => match written.kind {
                Kind::Element(of) if self.domains.low(of).is_some() => {
                    let (name, size) = (self.domains.domain_name(of), self.domains.all[of.index()].len());
                    format!(
                        "a range has no neighbours: write `{} + 1`, or declare it as a board, `board {name} = ring({size})` or `path({size})`",
                        written.text
                    )
                }
                _ => "declare a board: `board Cell = grid(3, 3)`".to_owned(),
            },
        }
    }

    /// Checks `compass`, `orthogonal` or `diagonal`: the directions `fixed`, or with `None` all
    /// directions of the board `of`.
    pub(super) fn direction_set(
        &mut self,
        which: &str,
        fixed: Option<&'static [&'static str]>,
        of: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let Some(directions) = self.domains.directions else {
            let message = format!("`{which}` needs a board, and there is none");
            let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, span, "no board has directions");
            return self.reports.refuse(diagnostic.help("declare a board: `board Cell = grid(3, 3)`"));
        };
        let names = match fixed {
            Some(names) => self.grid_directions(which, names, span)?,
            None => self.compass(of, span)?,
        };
        let set: Set = names.iter().filter_map(|name| self.domains.direction(name)).map(i64::from).collect();
        Some(super::coerce::constant(Value::Set(set), Kind::Set(directions).always(), span))
    }

    fn grid_directions(
        &mut self,
        which: &str,
        names: &[&'static str],
        span: Span,
    ) -> Option<Vec<&'static str>> {
        let square = self.input.game.items.iter().any(|item| {
            matches!(&item.kind, ast::ItemKind::Board { constructor, .. }
                if ["grid", "torus"].contains(&constructor.text.as_str()))
        });
        if square && names.iter().all(|name| self.domains.direction(name).is_some()) {
            return Some(names.to_vec());
        }
        let message = format!("`{which}` needs a grid or torus");
        let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, span, "no such board here");
        self.reports.refuse(diagnostic.help("write `compass` for all directions of the board"))
    }

    fn compass(&mut self, of: Option<DomainId>, span: Span) -> Option<Vec<&'static str>> {
        if let Some(shape) = of.and_then(|domain| self.domains.board(domain)) {
            return Some(shape.geometry.directions().to_vec());
        }
        let game = self.input.game;
        let mut kinds: Vec<(&str, &[&'static str])> = Vec::new();
        for item in &game.items {
            if let ast::ItemKind::Board { name, constructor, .. } = &item.kind {
                kinds.push((&name.text, super::collect::directions_of(&constructor.text)));
            }
        }
        let Some((_, first)) = kinds.first() else {
            let message = "`compass` needs a board, and there is none";
            let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, span, "there are only graphs");
            return self
                .reports
                .refuse(diagnostic.help("the directions of a graph are `{forward, backward}`"));
        };
        if kinds.iter().all(|(_, directions)| directions == first) {
            return Some(first.to_vec());
        }
        let ways: Vec<String> = kinds.iter().map(|(name, _)| format!("compass({name})")).collect();
        let message = "there are boards of several kinds: `compass` of which?";
        let diagnostic = Diagnostic::error(codes::WHICH_BOARD, message, span, "which board?");
        self.reports.refuse(diagnostic.help(format!("write {}", super::words::one_of(&ways))))
    }

    /// Checks a direction.
    pub(super) fn direction_arg(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Expr> {
        if self.domains.directions.is_none() {
            return self.reports.refuse_directionless(e);
        }
        let found = self.expr(s, e, self.domains.directions)?;
        self.direction_of(found, e)
    }

    /// An expression as a direction.
    pub(super) fn direction_of(&mut self, found: Expr, e: &ast::Expr) -> Option<Expr> {
        match self.domains.directions {
            Some(directions) => self.fit(found, Kind::Element(directions), None),
            None => self.reports.refuse_directionless(e),
        }
    }

    /// The table of `step(c, d, k)` for one k.
    pub(super) fn step_table(&mut self, domain: DomainId, k: i64, span: Span) -> Option<TableId> {
        let key = TableKey::Step(domain, k);
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let (shape, directions) = self.board_with_directions(domain, span)?;
        let width = self.domains.all[directions.index()].len();
        let cells = self.domains.all[domain.index()].len();
        self.reports.check_table_size(cells.checked_mul(width), span)?;
        let names = self.domains.direction_names(&(0..width as i64).collect::<Vec<i64>>());
        let entries: Vec<Value> = (0..cells as i64)
            .flat_map(|cell| names.iter().map(move |d| (cell, d)))
            .map(|(cell, d)| found(walk(&shape, cell, d, k)))
            .collect();
        let ty = Type { kind: Kind::Element(domain), or_none: entries.contains(&Value::None) };
        let name = match k {
            1 => format!("step({})", self.domains.domain_name(domain)),
            _ => format!("step({}, {k})", self.domains.domain_name(domain)),
        };
        let indexes = vec![TableIndex::Domain(domain), TableIndex::Domain(directions)];
        Some(self.domains.cached(key, name, indexes, ty, entries))
    }

    fn board_with_directions(&mut self, domain: DomainId, span: Span) -> Option<(Board, DomainId)> {
        if let (Some(shape), Some(directions)) = (self.domains.board(domain), self.domains.directions) {
            return Some((shape, directions));
        }
        let name = self.domains.domain_name(domain);
        let message = format!("`{name}` is a graph: many edges may lead from a point, or none");
        let declared = self.domains.all[domain.index()].span;
        let diagnostic = Diagnostic::error(codes::NO_GEOMETRY, message, span, "needs a board");
        let diagnostic = diagnostic.because(declared, "declared here");
        self.reports.refuse(diagnostic.help("use `near`, `reach` and `distance`, which every graph has; `near(c, backward)` is where arrows come from"))
    }

    /// The table of `step(c, d, k)` for every k from `low` to `high`.
    pub(super) fn steps_table(
        &mut self,
        domain: DomainId,
        low: i64,
        high: i64,
        span: Span,
    ) -> Option<TableId> {
        let key = TableKey::Steps(domain, low, high);
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let (shape, directions) = self.board_with_directions(domain, span)?;
        let width = self.domains.all[directions.index()].len();
        let cells = self.domains.all[domain.index()].len();
        let steps = usize::try_from(high - low + 1).unwrap_or(0);
        let count = cells.checked_mul(width).and_then(|n| n.checked_mul(steps));
        let mut entries = Vec::with_capacity(self.reports.check_table_size(count, span)?);
        let names = self.domains.direction_names(&(0..width as i64).collect::<Vec<i64>>());
        for cell in 0..cells as i64 {
            for d in &names {
                entries.extend((low..=high).map(|k| found(walk(&shape, cell, d, k))));
            }
        }
        let ty = Type { kind: Kind::Element(domain), or_none: entries.contains(&Value::None) };
        let name = format!("step({}, {low}..{high})", self.domains.domain_name(domain));
        let (cell, direction) = (TableIndex::Domain(domain), TableIndex::Domain(directions));
        Some(self.domains.cached(
            key,
            name,
            vec![cell, direction, TableIndex::Ints { low, high }],
            ty,
            entries,
        ))
    }

    /// The table of `distance(a, b)` with constant directions.
    pub(super) fn distance_table(
        &mut self,
        domain: DomainId,
        directions: Option<Vec<i64>>,
        span: Span,
    ) -> Option<TableId> {
        let near = self.domains.neighbours(domain, directions.as_deref());
        self.distances(TableKey::Distance(domain, directions), domain, &near, span)
    }

    /// The table of the least numbers of steps from neighbour to neighbour.
    pub(super) fn distances(
        &mut self,
        key: TableKey,
        domain: DomainId,
        near: &[Vec<u32>],
        span: Span,
    ) -> Option<TableId> {
        let cells = self.domains.all[domain.index()].len();
        self.reports.check_table_size(cells.checked_mul(cells), span)?;
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let steps: Vec<Option<i64>> = (0..cells).flat_map(|from| boards::distances(near, from)).collect();
        let far = steps.iter().flatten().max().copied().unwrap_or(0);
        let ty = Type { kind: int(interval(0, far)), or_none: steps.contains(&None) };
        let entries = steps.into_iter().map(|d| d.map_or(Value::None, Value::Int)).collect();
        let name = format!("distance({})", self.domains.domain_name(domain));
        let index = TableIndex::Domain(domain);
        Some(self.domains.cached(key, name, vec![index, index], ty, entries))
    }

    /// The elements of a set of directions that must be constant; `what` names the function.
    pub(super) fn constant_directions(&mut self, s: &Scope, e: &Expr, what: &str) -> Option<Vec<i64>> {
        if self.defs.is_constant(e) {
            return match self.fold(s, e, &mut Vec::new())? {
                Value::Set(set) => Some(set.iter().collect()),
                _ => Some(Vec::new()),
            };
        }
        if self.has_stand_in(&s.frame, e) {
            return None;
        }
        let message = format!("the directions of `{what}` must be constant");
        let diagnostic =
            Diagnostic::error(codes::CONSTANT_DIRECTIONS, message, e.span, "changes during play");
        self.reports.refuse(
            diagnostic.help("write out the cases with `if .. then .. else ..`, each with its own directions"),
        )
    }
}

impl DomainTables {
    /// Whether a domain is a board or a graph.
    pub(super) fn has_geometry(&self, domain: DomainId) -> bool {
        matches!(self.all[domain.index()].kind, DomainKind::Board(_) | DomainKind::Graph { .. })
    }

    /// The geometry of a domain that is a board.
    pub(super) fn board(&self, domain: DomainId) -> Option<Board> {
        match &self.all[domain.index()].kind {
            DomainKind::Board(shape) => Some(shape.clone()),
            _ => None,
        }
    }

    /// The board or graph in which a cell is looked up: the expected one, or the only one of the
    /// definition, if it is resolved.
    pub(super) fn geometric(&self, hint: Option<DomainId>) -> Option<DomainId> {
        let mut expected = hint;
        while let Some(domain) = expected {
            if self.has_geometry(domain) {
                return Some(domain);
            }
            expected = self.base(domain);
        }
        let [only] = self.boards[..] else { return None };
        self.has_geometry(only).then_some(only)
    }

    /// The names of directions that are given by their element numbers.
    fn direction_names(&self, directions: &[i64]) -> Vec<&'static str> {
        let Some(id) = self.directions else { return Vec::new() };
        let members = &self.all[id.index()].members;
        let name = |d: &i64| members.get(*d as usize);
        let known = |name: &String| boards::DIRECTIONS.iter().find(|d| **d == name.as_str()).copied();
        directions.iter().filter_map(name).filter_map(known).collect()
    }

    /// The element of `Direction` with this name.
    pub(super) fn direction(&self, name: &str) -> Option<u32> {
        self.element_in(self.directions?, name)
    }

    /// For a ring or a torus, `true` and a number of steps after which every walk is back; for
    /// another board, `false` and a number of steps that leads off the board or farther.
    pub(super) fn reach_of_steps(&self, domain: DomainId) -> Option<(bool, i64)> {
        match self.board(domain)?.geometry {
            BoardGeometry::Ring(n) => Some((true, n)),
            BoardGeometry::Torus(w, h) | BoardGeometry::HexTorus(w, h) => {
                Some((true, w / common_divisor(w, h) * h))
            }
            BoardGeometry::Grid(w, h) | BoardGeometry::Hex(w, h) => Some((false, w.max(h))),
            BoardGeometry::Hexagon(n) => Some((false, 2 * n - 1)),
            BoardGeometry::Triangle(n) | BoardGeometry::Path(n) => Some((false, n)),
        }
    }

    /// The neighbours of every cell in these directions; with `None`, in the default directions of
    /// the board.
    pub(super) fn neighbours(&self, domain: DomainId, directions: Option<&[i64]>) -> Vec<Vec<u32>> {
        match &self.all[domain.index()].kind {
            DomainKind::Graph { near, .. } => self.along(near, directions),
            DomainKind::Board(shape) => match directions {
                Some(directions) => shape.neighbours(&self.direction_names(directions)),
                None => shape.neighbours(shape.geometry.near_directions()),
            },
            _ => Vec::new(),
        }
    }

    /// The neighbours of every point of a graph: along the edges for `forward`, against them for
    /// `backward`.
    fn along(&self, near: &[Vec<u32>], directions: Option<&[i64]>) -> Vec<Vec<u32>> {
        let Some(directions) = directions else { return near.to_vec() };
        let names = self.direction_names(directions);
        let mut found = vec![BTreeSet::new(); near.len()];
        for (from, to) in (0..).zip(near).flat_map(|(from, all)| all.iter().map(move |to| (from, *to))) {
            if names.contains(&"forward") {
                found[from as usize].insert(to);
            }
            if names.contains(&"backward") {
                found[to as usize].insert(from);
            }
        }
        found.into_iter().map(|set| set.into_iter().collect()).collect()
    }

    /// The table of `near(c, d)` of a graph, for a single direction d.
    pub(super) fn near_by_table(&mut self, domain: DomainId, directions: DomainId) -> TableId {
        let key = TableKey::NearBy(domain);
        if let Some(known) = self.table_cache.get(&key) {
            return *known;
        }
        let width = self.all[directions.index()].len() as i64;
        let by: Vec<_> = (0..width).map(|d| self.neighbours(domain, Some(&[d]))).collect();
        let set = |cells: &Vec<u32>| Value::Set(cells.iter().map(|cell| i64::from(*cell)).collect());
        let cells = 0..self.all[domain.index()].len();
        let entries = cells.flat_map(|cell| by.iter().map(move |near| set(&near[cell]))).collect();
        let name = format!("near({}) by direction", self.domain_name(domain));
        let indexes = vec![TableIndex::Domain(domain), TableIndex::Domain(directions)];
        self.cached(key, name, indexes, Kind::Set(domain).always(), entries)
    }

    /// The table of `near(c)` with constant directions.
    pub(super) fn near_table(&mut self, domain: DomainId, directions: Option<Vec<i64>>) -> TableId {
        let key = TableKey::Near(domain, directions);
        if let Some(known) = self.table_cache.get(&key) {
            return *known;
        }
        let TableKey::Near(_, directions) = &key else { unreachable!("made above") };
        let near = self.neighbours(domain, directions.as_deref());
        let set = |cells: Vec<u32>| Value::Set(cells.into_iter().map(i64::from).collect());
        let entries = near.into_iter().map(set).collect();
        let name = match directions {
            None => format!("near({})", self.domain_name(domain)),
            Some(d) => {
                format!("near({}, {{{}}})", self.domain_name(domain), self.direction_names(d).join(", "))
            }
        };
        self.cached(key, name, vec![TableIndex::Domain(domain)], Kind::Set(domain).always(), entries)
    }

    /// The table of `opposite(d)`.
    pub(super) fn opposite_table(&mut self) -> Option<TableId> {
        if let Some(known) = self.table_cache.get(&TableKey::Opposite) {
            return Some(*known);
        }
        let directions = self.directions?;
        let members = self.all[directions.index()].members.clone();
        let back = |name: &String| self.direction(boards::opposite(name)).map_or(Value::None, Value::Element);
        let entries: Vec<Value> = members.iter().map(back).collect();
        let ty = Type { kind: Kind::Element(directions), or_none: entries.contains(&Value::None) };
        let index = TableIndex::Domain(directions);
        Some(self.cached(TableKey::Opposite, "opposite".to_owned(), vec![index], ty, entries))
    }
}

impl Reports<'_> {
    fn refuse_directionless<T>(&mut self, e: &ast::Expr) -> Option<T> {
        let message = "a direction needs a board or a graph, and there is none";
        let diagnostic =
            Diagnostic::error(codes::NO_GEOMETRY, message, e.span, "nothing here has directions");
        self.refuse(diagnostic.help("declare a board: `board Cell = grid(3, 3)`"))
    }
}

fn found(cell: Option<i64>) -> Value {
    cell.map_or(Value::None, |cell| Value::Element(cell as u32))
}

/// The cell k steps away; a negative k steps in the opposite direction.
fn walk(shape: &Board, from: i64, direction: &str, k: i64) -> Option<i64> {
    let direction = if k < 0 { boards::opposite(direction) } else { direction };
    (0..k.unsigned_abs()).try_fold(from, |cell, _| shape.step(cell, direction))
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
