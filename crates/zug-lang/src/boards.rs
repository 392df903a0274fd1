//! The geometry of boards: members, coordinates, steps, straight lines, distances.
//!
//! All functions are pure and need sizes of at least 1. `check` computes the tables of a definition
//! with them. Cells are numbered from 0.

use crate::program::{Board, BoardGeometry, Set};
use std::collections::{BTreeSet, VecDeque};

/// All directions, in the order of the domain `Direction`, which has those that the boards of a
/// definition have.
pub const DIRECTIONS: [&str; 10] = [
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
    "forward",
    "backward",
];

/// The four directions along rows and columns.
pub const ORTHOGONAL: [&str; 4] = ["north", "south", "east", "west"];

/// The four diagonal directions of grids and tori.
pub const DIAGONAL: [&str; 4] = ["northeast", "northwest", "southeast", "southwest"];

const GRID: [&str; 8] =
    ["north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"];
const SIX: [&str; 6] = ["east", "west", "northeast", "northwest", "southeast", "southwest"];
const LINE: [&str; 2] = ["forward", "backward"];

/// The opposite direction.
pub fn opposite(direction: &str) -> &'static str {
    match direction {
        "north" => "south",
        "south" => "north",
        "east" => "west",
        "west" => "east",
        "northeast" => "southwest",
        "northwest" => "southeast",
        "southeast" => "northwest",
        "southwest" => "northeast",
        "forward" => "backward",
        _ => "forward",
    }
}

/// The name of a column, from 1: a..z, then aa, ab, ..
pub fn column(x: i64) -> String {
    let letter = |n: i64| char::from(b'a' + (n as u8));
    if x <= 26 {
        letter(x - 1).to_string()
    } else {
        format!("{}{}", column((x - 1) / 26), letter((x - 1) % 26))
    }
}

/// The coordinates of a square's name: (2, 3) for `b3`; `None` for any other name. At most two
/// letters and three digits.
pub fn square(name: &str) -> Option<(i64, i64)> {
    let letters = name.chars().take_while(|c| c.is_ascii_lowercase()).count();
    let (letters, digits) = name.split_at(letters);
    let plain = !letters.is_empty() && letters.len() <= 2 && !digits.is_empty() && digits.len() <= 3;
    if !plain || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let x = letters.bytes().fold(0, |x, b| x * 26 + i64::from(b - b'a') + 1);
    Some((x, digits.parse().ok()?))
}

impl BoardGeometry {
    /// The number of cells; `None` if it exceeds `i64`.
    pub fn size(self) -> Option<i64> {
        match self {
            BoardGeometry::Grid(w, h)
            | BoardGeometry::Torus(w, h)
            | BoardGeometry::Hex(w, h)
            | BoardGeometry::HexTorus(w, h) => w.checked_mul(h),
            BoardGeometry::Hexagon(n) => n.checked_mul(n.checked_sub(1)?)?.checked_mul(3)?.checked_add(1),
            BoardGeometry::Triangle(n) => n.checked_mul(n.checked_add(1)?).map(|twice| twice / 2),
            BoardGeometry::Ring(n) | BoardGeometry::Path(n) => Some(n),
        }
    }

    /// Whether cells are called by column and row, as `b3`; the others are called by their numbers.
    pub fn has_columns(self) -> bool {
        match self {
            BoardGeometry::Grid(..)
            | BoardGeometry::Torus(..)
            | BoardGeometry::Hex(..)
            | BoardGeometry::HexTorus(..)
            | BoardGeometry::Hexagon(_) => true,
            BoardGeometry::Triangle(_) | BoardGeometry::Ring(_) | BoardGeometry::Path(_) => false,
        }
    }

    /// The names of the cells, in domain order.
    pub fn members(self) -> Vec<String> {
        let count = self.size().unwrap_or(0);
        if !self.has_columns() {
            return (1..=count).map(|n| n.to_string()).collect();
        }
        let coordinates = (0..count).filter_map(|cell| self.coordinates(cell));
        coordinates.map(|(x, y)| format!("{}{y}", column(x))).collect()
    }

    /// `.x` and `.y` of a cell, from 1; `None` on rings and paths.
    pub fn coordinates(self, cell: i64) -> Option<(i64, i64)> {
        match self {
            BoardGeometry::Grid(w, _)
            | BoardGeometry::Torus(w, _)
            | BoardGeometry::Hex(w, _)
            | BoardGeometry::HexTorus(w, _) => Some((cell % w + 1, cell / w + 1)),
            BoardGeometry::Hexagon(n) => {
                let y = first_row(2 * n - 1, |y| cell < hexagons_below(n, y + 1))?;
                Some((cell - hexagons_below(n, y) + 1 + (n - y).max(0), y))
            }
            BoardGeometry::Triangle(n) => {
                let row = first_row(n, |row| cell < row * (row + 1) / 2)?;
                Some((cell - row * (row - 1) / 2 + 1, row))
            }
            BoardGeometry::Ring(_) | BoardGeometry::Path(_) => None,
        }
    }

    /// The cell with these coordinates, as in `Cell(x, y)`; a torus does not wrap them.
    pub fn at(self, x: i64, y: i64) -> Option<i64> {
        match self {
            BoardGeometry::Grid(w, h)
            | BoardGeometry::Torus(w, h)
            | BoardGeometry::Hex(w, h)
            | BoardGeometry::HexTorus(w, h) => {
                ((1..=w).contains(&x) && (1..=h).contains(&y)).then(|| (y - 1) * w + x - 1)
            }
            BoardGeometry::Hexagon(n) => {
                let first = 1 + (n - y).max(0);
                let inside =
                    (1..2 * n).contains(&y) && (first..first + 2 * n - 1 - (n - y).abs()).contains(&x);
                inside.then(|| hexagons_below(n, y) + x - first)
            }
            BoardGeometry::Triangle(n) => {
                ((1..=n).contains(&y) && (1..=y).contains(&x)).then(|| y * (y - 1) / 2 + x - 1)
            }
            BoardGeometry::Ring(_) | BoardGeometry::Path(_) => None,
        }
    }

    /// The directions of the board, in the order of [`DIRECTIONS`].
    pub fn directions(self) -> &'static [&'static str] {
        match self {
            BoardGeometry::Grid(..) | BoardGeometry::Torus(..) => &GRID,
            BoardGeometry::Hex(..)
            | BoardGeometry::HexTorus(..)
            | BoardGeometry::Hexagon(_)
            | BoardGeometry::Triangle(_) => &SIX,
            BoardGeometry::Ring(_) | BoardGeometry::Path(_) => &LINE,
        }
    }

    /// The default directions of `near`, `reach` and `distance`.
    pub fn near_directions(self) -> &'static [&'static str] {
        match self {
            BoardGeometry::Grid(..) | BoardGeometry::Torus(..) => &ORTHOGONAL,
            other => other.directions(),
        }
    }

    /// The cell one step away; `None` off the board, or if the board does not have the direction.
    pub fn step(self, cell: i64, direction: &str) -> Option<i64> {
        if !self.directions().contains(&direction) {
            return None;
        }
        match self {
            BoardGeometry::Grid(..)
            | BoardGeometry::Hex(..)
            | BoardGeometry::Hexagon(_)
            | BoardGeometry::Triangle(_) => {
                let ((x, y), (dx, dy)) = (self.coordinates(cell)?, self.offset(direction));
                self.at(x + dx, y + dy)
            }
            BoardGeometry::Torus(w, h) | BoardGeometry::HexTorus(w, h) => {
                let ((x, y), (dx, dy)) = (self.coordinates(cell)?, self.offset(direction));
                self.at((x + dx - 1).rem_euclid(w) + 1, (y + dy - 1).rem_euclid(h) + 1)
            }
            BoardGeometry::Ring(n) => {
                Some((cell + if direction == "forward" { 1 } else { -1 }).rem_euclid(n))
            }
            BoardGeometry::Path(n) => {
                let to = cell + if direction == "forward" { 1 } else { -1 };
                (0..n).contains(&to).then_some(to)
            }
        }
    }

    /// A board of which a step changes `.x` and `.y` alike.
    fn steps_like(self) -> BoardGeometry {
        match self {
            BoardGeometry::HexTorus(w, h) => BoardGeometry::Hex(w, h),
            BoardGeometry::Hexagon(n) => BoardGeometry::Hex(n, n),
            other => other,
        }
    }

    /// The change of `.x` and `.y` by one step.
    fn offset(self, direction: &str) -> (i64, i64) {
        match (self.steps_like(), direction) {
            (_, "east") => (1, 0),
            (_, "west") => (-1, 0),
            (BoardGeometry::Hex(..), "northeast") => (0, 1),
            (BoardGeometry::Hex(..), "northwest") => (-1, 1),
            (BoardGeometry::Hex(..), "southeast") => (1, -1),
            (BoardGeometry::Hex(..), "southwest") => (0, -1),
            (BoardGeometry::Triangle(_), "northeast") => (0, -1),
            (BoardGeometry::Triangle(_), "northwest") => (-1, -1),
            (BoardGeometry::Triangle(_), "southeast") => (1, 1),
            (BoardGeometry::Triangle(_), "southwest") => (0, 1),
            (_, "north") => (0, 1),
            (_, "south") => (0, -1),
            (_, "northeast") => (1, 1),
            (_, "northwest") => (-1, 1),
            (_, "southeast") => (1, -1),
            _ => (-1, -1),
        }
    }

    /// All straight lines of `k` different cells in these directions, as sets, each once.
    pub fn lines(self, k: i64, directions: &[&str]) -> Vec<Set> {
        let mut lines = BTreeSet::new();
        let size = self.size().unwrap_or(0);
        for direction in directions {
            let next: Vec<Option<i64>> = (0..size).map(|cell| self.step(cell, direction)).collect();
            for start in 0..size {
                let cells: Option<Vec<i64>> = std::iter::successors(Some(Some(start)), |cell| {
                    Some(cell.and_then(|cell| next[cell as usize]))
                })
                .take(k.max(0) as usize)
                .collect();
                let line: Set = cells.into_iter().flatten().collect();
                if line.len() as i64 == k {
                    lines.insert(line);
                }
            }
        }
        lines.into_iter().collect()
    }

    /// For each cell, the cells one step away in these directions, ascending; a cell is not its own
    /// neighbour.
    pub fn neighbours(self, directions: &[&str]) -> Vec<Vec<u32>> {
        (0..self.size().unwrap_or(0))
            .map(|cell| {
                let near: BTreeSet<i64> = directions.iter().filter_map(|d| self.step(cell, d)).collect();
                near.into_iter().filter(|to| *to != cell).map(|to| to as u32).collect()
            })
            .collect()
    }
}

impl From<BoardGeometry> for Board {
    fn from(geometry: BoardGeometry) -> Board {
        Board { geometry, cut: None }
    }
}

/// The cells of a board that is cut have numbers of their own, in the order of the whole board. A
/// step, a line, a neighbour that is not there is as if beyond the edge.
impl Board {
    /// The number of cells; `None` if it exceeds `i64`.
    pub fn size(&self) -> Option<i64> {
        self.cut.as_ref().map_or_else(|| self.geometry.size(), |cut| i64::try_from(cut.len()).ok())
    }

    /// The number that a cell has on the whole board.
    fn on_whole(&self, cell: i64) -> Option<i64> {
        match &self.cut {
            Some(cut) => cut.get(usize::try_from(cell).ok()?).map(|at| i64::from(*at)),
            None => Some(cell),
        }
    }

    /// The number of a cell of the whole board, if it is there.
    fn kept(&self, whole: i64) -> Option<i64> {
        match &self.cut {
            Some(cut) => cut.binary_search(&u32::try_from(whole).ok()?).ok().map(|at| at as i64),
            None => Some(whole),
        }
    }

    /// The names of the cells, in domain order.
    pub fn members(&self) -> Vec<String> {
        let all = self.geometry.members();
        match &self.cut {
            Some(cut) => cut.iter().filter_map(|at| all.get(*at as usize).cloned()).collect(),
            None => all,
        }
    }

    /// `.x` and `.y` of a cell, from 1; `None` on rings and paths.
    pub fn coordinates(&self, cell: i64) -> Option<(i64, i64)> {
        self.geometry.coordinates(self.on_whole(cell)?)
    }

    /// The cell one step away; `None` off the board, or if the board does not have the direction.
    pub fn step(&self, cell: i64, direction: &str) -> Option<i64> {
        self.kept(self.geometry.step(self.on_whole(cell)?, direction)?)
    }

    /// All straight lines of `k` different cells in these directions, as sets, each once.
    pub fn lines(&self, k: i64, directions: &[&str]) -> Vec<Set> {
        let lines = self.geometry.lines(k, directions).into_iter();
        let here = |line: Set| line.iter().map(|cell| self.kept(cell)).collect::<Option<Set>>();
        lines.filter_map(here).collect()
    }

    /// For each cell, the cells one step away in these directions, ascending; a cell is not its own
    /// neighbour.
    pub fn neighbours(&self, directions: &[&str]) -> Vec<Vec<u32>> {
        let whole = self.geometry.neighbours(directions);
        let Some(cut) = &self.cut else { return whole };
        let here = |to: &u32| self.kept(i64::from(*to)).map(|to| to as u32);
        cut.iter().map(|at| whole[*at as usize].iter().filter_map(here).collect()).collect()
    }

    /// Width and height, if the cells fill a rectangle of rows and columns.
    pub fn rectangle(&self) -> Option<(i64, i64)> {
        match self.geometry {
            BoardGeometry::Grid(w, h)
            | BoardGeometry::Torus(w, h)
            | BoardGeometry::Hex(w, h)
            | BoardGeometry::HexTorus(w, h) => self.cut.is_none().then_some((w, h)),
            _ => None,
        }
    }
}

/// A board as definitions write it, `grid(3, 3)`, with a word where it is cut.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cut = if self.cut.is_some() { ", cut" } else { "" };
        write!(f, "{}{cut}", format!("{:?}", self.geometry).to_lowercase())
    }
}

/// The number of cells below row `y` of a hexagon with `n` cells along a side.
fn hexagons_below(n: i64, y: i64) -> i64 {
    // Up to the middle, row y has n + y - 1 cells.
    let lower = |rows: i64| rows * (n - 1) + rows * (rows + 1) / 2;
    let (below, rows) = ((y - 1).max(0), 2 * n - 1);
    if below <= n { lower(below) } else { 3 * n * (n - 1) + 1 - lower((rows - below).max(0)) }
}

/// The first of the rows 1 to `rows` that reaches beyond a cell. Each row reaches further than the
/// one before.
fn first_row(rows: i64, reaches: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut low, mut high) = (1, rows + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if reaches(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (low <= rows).then_some(low)
}

/// The number of steps from `from` to each cell, by breadth-first search; `None` for unreachable
/// cells.
pub fn distances(neighbours: &[Vec<u32>], from: usize) -> Vec<Option<i64>> {
    let mut distance = vec![None; neighbours.len()];
    distance[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for &to in &neighbours[cell] {
            if distance[to as usize].is_none() {
                distance[to as usize] = distance[cell].map(|d| d + 1);
                queue.push_back(to as usize);
            }
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_hexagons_and_triangles_are_counted_row_by_row() {
        for n in 1..8_i64 {
            let rows = (1..2 * n).flat_map(|y| {
                let first = 1 + (n - y).max(0);
                (first..first + 2 * n - 1 - (n - y).abs()).map(move |x| Some((x, y)))
            });
            let hexagon = BoardGeometry::Hexagon(n);
            let of = |cell| hexagon.coordinates(cell);
            let size = hexagon.size().unwrap();
            assert_eq!((0..size).map(of).collect::<Vec<_>>(), rows.collect::<Vec<_>>());
            assert_eq!(of(size), None);
            let at = |cell| of(cell).and_then(|(x, y)| hexagon.at(x, y));
            assert!((0..size).all(|cell| at(cell) == Some(cell)));
            let rows = (1..=n).flat_map(|y| (1..=y).map(move |x| Some((x, y)))).chain([None]);
            let triangle = BoardGeometry::Triangle(n);
            let found = (0..=n * (n + 1) / 2).map(|cell| triangle.coordinates(cell));
            assert_eq!(found.collect::<Vec<_>>(), rows.collect::<Vec<_>>());
        }
    }

    #[test]
    fn connect_four_has_69_lines_and_a_3_by_3_board_8() {
        assert_eq!(BoardGeometry::Grid(7, 6).lines(4, &GRID).len(), 69);
        assert_eq!(BoardGeometry::Grid(3, 3).lines(3, &GRID).len(), 8);
    }

    #[test]
    fn the_triangle_of_poj_1085_has_18_edges() {
        let near = BoardGeometry::Triangle(4).neighbours(&SIX);
        assert_eq!(near.iter().map(Vec::len).sum::<usize>(), 2 * 18);
        assert_eq!(near[4], [1, 2, 3, 5, 7, 8]);
    }

    #[test]
    fn every_step_leads_back_where_it_is_not_off_the_board() {
        for board in [
            BoardGeometry::Grid(3, 4),
            BoardGeometry::Torus(3, 4),
            BoardGeometry::Hex(3, 4),
            BoardGeometry::HexTorus(3, 4),
            BoardGeometry::Triangle(4),
            BoardGeometry::Ring(5),
        ] {
            for cell in 0..board.size().unwrap() {
                for direction in board.directions() {
                    if let Some(to) = board.step(cell, direction) {
                        assert_eq!(board.step(to, opposite(direction)), Some(cell), "{board:?} {direction}");
                    }
                }
            }
        }
    }

    #[test]
    fn each_hexagon_of_a_torus_has_six_neighbours_and_none_is_beyond_an_edge() {
        let torus = BoardGeometry::HexTorus(3, 4);
        assert!(torus.neighbours(&SIX).iter().all(|near| near.len() == 6));
        assert_eq!(torus.step(0, "northwest"), Some(5), "from a1 to c2");
        assert_eq!(torus.step(0, "southeast"), Some(10), "from a1 to b4");
    }

    #[test]
    fn a_hexagon_is_a_rhombus_without_two_corners() {
        let (hexagon, rhombus) = (BoardGeometry::Hexagon(3), BoardGeometry::Hex(5, 5));
        let inside = |cell: &i64| rhombus.coordinates(*cell).is_some_and(|(x, y)| (4..=8).contains(&(x + y)));
        let cut = (0..25).filter(inside).map(|cell| cell as u32).collect();
        let board = Board { geometry: rhombus, cut: Some(cut) };
        assert_eq!(hexagon.size(), Some(19));
        assert_eq!(hexagon.members(), board.members());
        assert_eq!(hexagon.neighbours(&SIX), board.neighbours(&SIX));
        assert_eq!(hexagon.lines(3, &SIX), board.lines(3, &SIX));
        for cell in 0..19 {
            assert_eq!(hexagon.coordinates(cell), board.coordinates(cell));
            let (x, y) = hexagon.coordinates(cell).unwrap();
            assert_eq!(hexagon.at(x, y), Some(cell));
        }
        assert_eq!((hexagon.at(1, 1), hexagon.at(5, 5), hexagon.at(1, 6)), (None, None, None));
    }

    #[test]
    fn squares_read_as_columns_and_rows() {
        assert_eq!(square("b3"), Some((2, 3)));
        assert_eq!(square("aa10"), Some((27, 10)));
        assert_eq!(square("ground"), None);
        assert_eq!(column(27), "aa");
    }
}
