//! Finds where the elements of a board stand in a picture, and in which form.
//!
//! Reads the domains of a program; makes one [`BoardPlan`] for each that is drawn: boards and
//! graphs, and what the lines of a family join (the points of Sim). Coordinates are in pixels, x to
//! the right and y down, the first element's column at the left.

use super::purses::Purses;
use super::rims::{Rim, rims};
use super::worths::{Worths, worths};
use super::{derived, layered, stress, trees};
use std::collections::BTreeMap;
use zug_lang::boards::column;
use zug_lang::program::{Board, BoardGeometry, Domain, DomainId, DomainKind, Kind, Program};

/// From the middle of a cell to the middle of the next one.
pub const CELL: f64 = 48.0;

/// How the elements look when nothing stands on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellForm {
    /// Squares side by side.
    Square,
    /// Hexagons with a corner on top.
    Hexagon,
    /// Round places joined by lines.
    PicturePlace,
    /// Small dots: the lines between them are what is played.
    Dot,
    /// Where lines meet: a piece stands on the point.
    Point,
    /// Nodes of a tree: small, or a box with what a leaf pays.
    Node,
    /// Purses with notes in them.
    Purse,
}

/// Where everything stands.
#[derive(Clone, Debug)]
pub struct BoardPlan {
    /// What is drawn.
    pub domain: DomainId,
    /// How.
    pub form: CellForm,
    /// The middle of each element.
    pub at: Vec<(f64, f64)>,
    /// Lines that only show what is near what.
    pub near: Vec<(usize, usize)>,
    /// Those of them that lead one way only, from the first to the second.
    pub arrows: Vec<(usize, usize)>,
    /// Families of pairs whose members are played, drawn as lines.
    pub pairs: Vec<DomainId>,
    /// Coordinates beside the board.
    pub margins: Vec<((f64, f64), String)>,
    /// Whether each element has its name beside it.
    pub named: bool,
    /// What is in the purses.
    pub purses: Option<Purses>,
    /// Parts that are set apart by wider lines.
    pub parts: Vec<Vec<usize>>,
    /// The sides that a player has to join.
    pub rims: Vec<Rim>,
    /// The stores of the two players in a ring of pits.
    pub stores: Option<[usize; 2]>,
    /// What each element is worth.
    pub worths: Vec<Worths>,
}

/// The plans of everything that is drawn, in the order of the file.
pub fn plans(program: &Program) -> Vec<BoardPlan> {
    let ids = (0..program.domains.len()).map(|id| DomainId(id as u32));
    let all: Vec<BoardPlan> = ids.filter_map(|id| plan(program, id)).collect();
    let hidden = |plan: &BoardPlan| {
        derived::is_auxiliary(program, plan.domain) || derived::is_index_of_another(program, plan.domain)
    };
    match all.iter().all(hidden) {
        true => all,
        false => all.into_iter().filter(|plan| !hidden(plan)).collect(),
    }
}

fn plan(program: &Program, id: DomainId) -> Option<BoardPlan> {
    let domain = program.domain(id);
    let pairs = played_pairs(program, id);
    let mut plan = BoardPlan {
        domain: id,
        form: CellForm::PicturePlace,
        at: Vec::new(),
        near: Vec::new(),
        arrows: Vec::new(),
        pairs,
        margins: Vec::new(),
        named: true,
        purses: Purses::of(program, id),
        parts: Vec::new(),
        rims: rims(program, id),
        stores: None,
        worths: worths(program, id),
    };
    match &domain.kind {
        DomainKind::Board(board) => plan.board(program, board),
        DomainKind::Graph { near, squares } => plan.graph(near, squares.as_deref()),
        DomainKind::Range { .. } | DomainKind::Enum if !plan.pairs.is_empty() => {
            plan.form = CellForm::Dot;
            let wide = CELL * (1.0 + 2.0 / domain.len().max(2) as f64);
            plan.at = scaled(&stress::circle(domain.len()), wide);
        }
        DomainKind::Tree => plan.tree(trees::lay_out(program, id)?),
        _ => plan.purses()?,
    }
    Some(plan)
}

/// The edges of a graph without their direction.
fn both_ways(near: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut all = near.to_vec();
    for (from, to) in (0..).zip(near).flat_map(|(from, to)| to.iter().map(move |to| (from, *to))) {
        if !all[to as usize].contains(&from) {
            all[to as usize].push(from);
        }
    }
    all
}

/// Families of pairs of these elements that a field holds.
fn played_pairs(program: &Program, base: DomainId) -> Vec<DomainId> {
    let held = |family: DomainId| {
        let holds = |kind: Kind| matches!(kind, Kind::Set(d) | Kind::Element(d) if d == family);
        program.fields.iter().any(|field| holds(field.ty.kind))
    };
    let pairs = |domain: &Domain| match &domain.kind {
        DomainKind::Family { base: of, members } => {
            *of == base && !members.is_empty() && members.iter().all(|member| member.len() == 2)
        }
        _ => false,
    };
    let ids = (0..program.domains.len() as u32).map(DomainId);
    ids.filter(|id| pairs(program.domain(*id)) && held(*id) && !derived::is_passages(program, *id)).collect()
}

impl BoardPlan {
    fn board(&mut self, program: &Program, board: &Board) {
        let dots = !self.pairs.is_empty();
        let count = board.size().unwrap_or(0);
        let at = |cell: i64| board.coordinates(cell).map(|(x, y)| (x as f64, y as f64));
        let places: Vec<(f64, f64)> = (0..count).filter_map(at).collect();
        match board.geometry {
            BoardGeometry::Grid(..) | BoardGeometry::Torus(..) => {
                self.form = CellForm::Square;
                self.at = places.iter().map(|(x, y)| (x * CELL, -y * CELL)).collect();
                self.squares_beside();
                self.derived(program, board);
            }
            BoardGeometry::Hex(w, h) | BoardGeometry::HexTorus(w, h) => {
                self.form = CellForm::Hexagon;
                self.at = places.iter().map(|(x, y)| slanted(*x, *y)).collect();
                self.hexes_beside(w, h);
            }
            BoardGeometry::Hexagon(_) => {
                self.form = CellForm::Hexagon;
                self.at = places.iter().map(|(x, y)| slanted(*x, *y)).collect();
                self.hexagon_beside(&places);
            }
            BoardGeometry::Triangle(_) => {
                self.form = CellForm::Hexagon;
                self.at = places.iter().map(|(x, y)| ((x - y / 2.0) * CELL, y * SLOPE * CELL)).collect();
            }
            BoardGeometry::Path(n) => {
                self.form = CellForm::Square;
                self.at = (0..n).map(|x| (x as f64 * CELL, 0.0)).collect();
                self.margins = (0..n).map(|x| ((x as f64 * CELL, BESIDE), (x + 1).to_string())).collect();
                self.named = false;
            }
            BoardGeometry::Ring(n) => self.ring(program, n),
        }
        if dots {
            self.form = CellForm::Dot;
            self.at = scaled(&self.at, WIDE);
            self.beside_dots(board.geometry);
        }
    }

    /// What the rules show of a square board: points with lines, layers of a cube, small boards in
    /// a large one.
    fn derived(&mut self, program: &Program, shape: &Board) {
        if let Some(lines) = derived::point_lines(program, self.domain, shape) {
            (self.form, self.near) = (CellForm::Point, lines);
        } else if let Some(layers) = derived::layers(program, self.domain) {
            self.side_by_side(shape, &layers);
        } else {
            self.parts = derived::parts(program, self.domain, shape);
        }
    }

    /// Layers beside each other, the first at the left, each with its coordinates.
    fn side_by_side(&mut self, shape: &Board, layers: &[usize]) {
        let Some(places) =
            (0..layers.len() as i64).map(|cell| shape.coordinates(cell)).collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let columns = places.iter().map(|at| at.0).max().unwrap_or(0);
        let low = |layer: usize| {
            places.iter().zip(layers).filter(|(_, of)| **of == layer).map(|(at, _)| at.1).min().unwrap_or(1)
        };
        let lows: Vec<i64> = (0..=layers.iter().copied().max().unwrap_or(0)).map(low).collect();
        let left = |layer: usize| layer as f64 * (columns as f64 + 1.1);
        let place = |(x, y): (i64, i64), layer: usize| {
            ((x as f64 + left(layer)) * CELL, -(y - lows[layer] + 1) as f64 * CELL)
        };
        self.at = places.iter().zip(layers).map(|(at, layer)| place(*at, *layer)).collect();
        self.margins.clear();
        for layer in 0..lows.len() {
            let letters =
                (1..=columns).map(|x| (((x as f64 + left(layer)) * CELL, BESIDE - CELL), column(x)));
            let rows = places.iter().zip(layers).filter(|(at, of)| at.0 == 1 && **of == layer);
            let numbers = rows.map(|(at, _)| {
                let (x, y) = place((1, at.1), layer);
                ((x - BESIDE, y), at.1.to_string())
            });
            self.margins.extend(letters.chain(numbers));
        }
    }

    /// Coordinates of a board of dots.
    fn beside_dots(&mut self, shape: BoardGeometry) {
        let (BoardGeometry::Grid(w, h) | BoardGeometry::Torus(w, h)) = shape else { return };
        self.margins = coordinates(w, h, WIDE * CELL, 26.0);
        self.named = false;
    }

    /// Rings of numbers are two rows of pits, the second one coming back; other rings are round.
    fn ring(&mut self, program: &Program, n: i64) {
        let counted = |kind: Kind| matches!(kind, Kind::Int { .. });
        let pits = program.fields.iter().any(|f| f.indexes == [self.domain] && counted(f.ty.kind));
        if pits && n % 2 == 0 {
            let half = n / 2;
            let place = |i: i64| {
                let (x, row) = if i < half { (i, 1.3) } else { (n - 1 - i, 0.0) };
                (x as f64 * CELL * 1.15, row * CELL * 1.15)
            };
            self.at = (0..n).map(place).collect();
            self.stores = derived::stores(program, self.domain).filter(|stores| self.at_the_ends(stores));
        } else {
            self.at = scaled(&stress::circle(n.max(0) as usize), CELL * 1.2);
            let next = |i: i64| (i as usize, ((i + 1) % n) as usize);
            self.near = if n > 1 { (0..n).map(next).collect() } else { Vec::new() };
        }
    }

    /// Whether the stores are the last pit of each row; then they are moved to the ends of the
    /// board.
    fn at_the_ends(&mut self, stores: &[usize; 2]) -> bool {
        let half = self.at.len() / 2;
        let fits = half > 1 && *stores == [half - 1, 2 * half - 1];
        if fits {
            let wide = CELL * 1.15;
            let middle = (self.at[0].1 + self.at[half].1) / 2.0;
            self.at[half - 1] = ((half - 1) as f64 * wide, middle);
            (half..2 * half - 1).for_each(|pit| self.at[pit].0 -= wide);
            self.at[2 * half - 1] = (-wide, middle);
        }
        fits
    }

    fn graph(&mut self, near: &[Vec<u32>], squares: Option<&[(i64, i64)]>) {
        self.at = match squares {
            Some(at) => at.iter().map(|(x, y)| (*x as f64 * CELL * 1.3, -*y as f64 * CELL * 1.3)).collect(),
            None => match layered::place(near) {
                Some(at) => scaled(&at, CELL * 1.6),
                None => scaled(&stress::place(&both_ways(near)), CELL * 1.6),
            },
        };
        if let Some(squares) = squares {
            let most = |of: fn(&(i64, i64)) -> i64| squares.iter().map(of).max().unwrap_or(0);
            self.margins = coordinates(most(|at| at.0), most(|at| at.1), CELL * 1.3, 36.0);
            self.named = false;
        }
        if !self.pairs.is_empty() {
            self.form = CellForm::Dot;
            return;
        }
        let from_each =
            |(from, to): (usize, &Vec<u32>)| to.iter().map(move |to| (from, *to as usize)).collect();
        let edges = near.iter().enumerate().flat_map::<Vec<(usize, usize)>, _>(from_each);
        let back = |(from, to): (usize, usize)| near[to].contains(&(from as u32));
        self.near = edges.filter(|edge| edge.0 < edge.1 || !back(*edge)).collect();
        self.arrows = self.near.iter().copied().filter(|edge| !back(*edge)).collect();
    }

    fn tree(&mut self, layout: trees::TreeLayout) {
        self.form = CellForm::Node;
        self.at = layout.at;
        self.near = layout.edges;
        self.margins = layout.beside;
        self.named = false;
    }

    fn purses(&mut self) -> Option<()> {
        self.at = self.purses.as_ref()?.middles();
        self.form = CellForm::Purse;
        self.named = false;
        Some(())
    }

    fn squares_beside(&mut self) {
        let columns = self.at.iter().map(|at| (at.0 / CELL).round() as i64).max().unwrap_or(0);
        let rows = self.at.iter().map(|at| (-at.1 / CELL).round() as i64).max().unwrap_or(0);
        self.margins = coordinates(columns, rows, CELL, BESIDE);
        self.named = false;
    }

    fn hexes_beside(&mut self, w: i64, h: i64) {
        let below = (1..=w).map(|x| {
            let (px, py) = slanted(x as f64, 1.0);
            ((px, py + BESIDE + 2.0), column(x))
        });
        let left = (1..=h).map(|y| {
            let (px, py) = slanted(1.0, y as f64);
            ((px - BESIDE, py), y.to_string())
        });
        self.margins = below.chain(left).collect();
        self.named = false;
    }

    /// Numbers left of the rows of a hexagon, letters above its columns, which rise to the right.
    fn hexagon_beside(&mut self, places: &[(f64, f64)]) {
        let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
        for (x, y) in places {
            let (row, column) = (*y as i64, *x as i64);
            let first = rows.entry(row).or_insert(*x);
            *first = x.min(*first);
            let highest = columns.entry(column).or_insert(*y);
            *highest = y.max(*highest);
        }
        let letters = columns.iter().map(|(x, y)| (slanted(*x as f64, y + 0.85), column(*x)));
        let numbers = rows.iter().map(|(y, x)| (slanted(x - 0.85, *y as f64), y.to_string()));
        self.margins = letters.chain(numbers).collect();
        self.named = false;
    }
}

/// Dots are so much further apart than cells.
const WIDE: f64 = 1.6;
/// The height of a row of hexagons whose middles are 1 apart.
const SLOPE: f64 = 0.866;
/// From the middle of the last cell to the coordinate beside it.
const BESIDE: f64 = 38.0;

/// Letters below the first row and numbers left of the first column, where columns are `wide`
/// apart.
fn coordinates(columns: i64, rows: i64, wide: f64, beside: f64) -> Vec<((f64, f64), String)> {
    let below = (1..=columns).map(|x| ((x as f64 * wide, beside - wide), column(x)));
    let left = (1..=rows).map(|y| ((wide - beside, -y as f64 * wide), y.to_string()));
    below.chain(left).collect()
}

/// Each row half a cell further right than the one below it.
fn slanted(x: f64, y: f64) -> (f64, f64) {
    ((x + (y - 1.0) / 2.0) * CELL, -y * SLOPE * CELL)
}

fn scaled(at: &[(f64, f64)], by: f64) -> Vec<(f64, f64)> {
    at.iter().map(|(x, y)| (x * by, y * by)).collect()
}
