//! Draws a board as text: grids, tori, hexes, triangles, graphs of squares; any other domain as a
//! list.
//!
//! Columns are as wide as a terminal shows them, so pieces of any script line up.

use crate::program::{Board, BoardGeometry, Domain, DomainKind};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// Draws a board with these texts on its elements, in domain order. Every line ends in a line end.
pub fn draw(domain: &Domain, texts: &[String]) -> String {
    let picture = match &domain.kind {
        DomainKind::Board(board) => match board.geometry {
            BoardGeometry::Grid(..) | BoardGeometry::Torus(..) => squares(&placed(board, texts), 0),
            BoardGeometry::Hex(..) | BoardGeometry::HexTorus(..) | BoardGeometry::Hexagon(_) => {
                squares(&placed(board, texts), 1)
            }
            BoardGeometry::Triangle(rows) => triangle(rows, &placed(board, texts)),
            BoardGeometry::Ring(_) | BoardGeometry::Path(_) => listed(&domain.members, texts),
        },
        DomainKind::Graph { squares: Some(at), .. } => {
            squares(&at.iter().copied().zip(texts.iter().cloned()).collect(), 0)
        }
        _ => listed(&domain.members, texts),
    };
    picture.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

type Placed = BTreeMap<(i64, i64), String>;

fn placed(shape: &Board, texts: &[String]) -> Placed {
    let place = |(cell, text): (usize, &String)| Some((shape.coordinates(cell as i64)?, text.clone()));
    texts.iter().enumerate().filter_map(place).collect()
}

/// Draws rows from the north, with row numbers on the left and column letters below. Each row is
/// indented by `slant` half cells more than the row below it.
fn squares(cells: &Placed, slant: usize) -> String {
    let columns = cells.keys().map(|at| at.0).max().unwrap_or(0);
    let rows = cells.keys().map(|at| at.1).max().unwrap_or(0);
    let letters: Vec<String> = (1..=columns).map(crate::boards::column).collect();
    let widest = cells.values().chain(&letters).map(|text| text.width()).max().unwrap_or(1);
    let width = if slant > 0 && widest % 2 == 0 { widest + 1 } else { widest };
    let margin = rows.to_string().len();
    let half = width.div_ceil(2);
    let line = |head: String, indent: usize, row: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = row.map(|text| padded(text, width)).collect();
        format!("{head:>margin$} {:indent$}{}\n", "", cells.join(" "))
    };
    let mut out = String::new();
    for y in (1..=rows).rev() {
        let mut row = (1..=columns).map(|x| cells.get(&(x, y)).map_or("", String::as_str));
        out += &line(y.to_string(), slant * half * (y as usize - 1), &mut row);
    }
    out + &line(String::new(), 0, &mut letters.iter().map(String::as_str))
}

fn triangle(rows: i64, cells: &Placed) -> String {
    let widest = cells.values().map(|text| text.width()).max().unwrap_or(1);
    let width = widest + 1 - widest % 2;
    let mut out = String::new();
    for row in 1..=rows.max(0) {
        let text = |x: i64| padded(cells.get(&(x, row)).map_or("", String::as_str), width);
        let texts: Vec<String> = (1..=row).map(text).collect();
        let indent = (rows - row) as usize * width.div_ceil(2);
        out += &format!("{:indent$}{}\n", "", texts.join(" "));
    }
    out
}

fn listed(names: &[String], texts: &[String]) -> String {
    let cells: Vec<String> = names.iter().zip(texts).map(|(name, text)| format!("{name}:{text}")).collect();
    cells.join(" ") + "\n"
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{:gap$}", "", gap = width.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn board(shape: BoardGeometry) -> Domain {
        Domain {
            name: "Cell".into(),
            span: Span::default(),
            members: shape.members(),
            kind: DomainKind::Board(shape.into()),
        }
    }

    fn texts(letters: &str) -> Vec<String> {
        letters.chars().map(String::from).collect()
    }

    #[test]
    fn a_grid_has_its_north_on_top() {
        let picture = draw(&board(BoardGeometry::Grid(2, 2)), &texts("abcd"));
        assert_eq!(picture, "2 c d\n1 a b\n  a b\n");
    }

    #[test]
    fn a_hex_leans_to_the_right_going_north() {
        let picture = draw(&board(BoardGeometry::Hex(2, 2)), &texts("abcd"));
        assert_eq!(picture, "2  c d\n1 a b\n  a b\n");
    }

    #[test]
    fn a_triangle_has_its_shortest_row_on_top() {
        let picture = draw(&board(BoardGeometry::Triangle(2)), &texts("abc"));
        assert_eq!(picture, " a\nb c\n");
    }

    #[test]
    fn a_ring_is_listed() {
        assert_eq!(draw(&board(BoardGeometry::Ring(2)), &texts("xy")), "1:x 2:y\n");
    }
}
