//! An ordered partition of vertices into cells, which are split.
//!
//! ```text
//!   order    | 4 0 7 | 2 | 1 3 5 6 |     the members of a cell stand side by side
//!   cells      0       2   1             numbered as they came about: a cell's number is its colour
//! ```

use super::graph::Vertex;
use std::ops::Range;

/// A vertex that has a new colour, with the one it had.
pub(super) struct Recoloured {
    pub vertex: Vertex,
    /// None at the beginning.
    pub before: Option<u32>,
}

/// A member of a cell, and a hash of what has changed around it.
pub(super) struct Affected {
    pub colour: u32,
    pub delta: u64,
    pub vertex: Vertex,
}

/// The partition.
pub(super) struct Partition {
    order: Vec<Vertex>,
    /// Where each vertex stands in `order`.
    place: Vec<u32>,
    colours: Vec<u32>,
    /// Where the cell of each colour stands in `order`.
    cells: Vec<Range<usize>>,
}

impl Partition {
    /// The vertices by their colours; the numbers that are missing among these are left out.
    pub fn of(colours: &[u32]) -> Partition {
        let mut sizes = vec![0; colours.iter().map(|colour| *colour as usize + 1).max().unwrap_or(0)];
        colours.iter().for_each(|colour| sizes[*colour as usize] += 1);
        let mut cells = Vec::new();
        let mut number = vec![0; sizes.len()];
        let mut begin = 0;
        for (colour, size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            number[colour] = cells.len() as u32;
            cells.push(begin..begin + size);
            begin += size;
        }
        let colours: Vec<u32> = colours.iter().map(|colour| number[*colour as usize]).collect();
        let mut next: Vec<usize> = cells.iter().map(|cell| cell.start).collect();
        let (mut order, mut place) = (vec![0; colours.len()], vec![0; colours.len()]);
        for (vertex, colour) in colours.iter().enumerate() {
            let at = &mut next[*colour as usize];
            order[*at] = vertex as Vertex;
            place[vertex] = *at as u32;
            *at += 1;
        }
        Partition { order, place, colours, cells }
    }

    /// The colour of each vertex.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    pub fn into_colours(self) -> Vec<u32> {
        self.colours
    }

    pub fn size_of_cell(&self, vertex: Vertex) -> usize {
        self.cells[self.colours[vertex as usize] as usize].len()
    }

    /// Puts a vertex into a cell of its own, where it stands beside others.
    pub fn separate(&mut self, vertex: Vertex) -> Vec<Recoloured> {
        let colour = self.colours[vertex as usize];
        let cell = self.cells[colour as usize].clone();
        let mut changed = Vec::new();
        if cell.len() > 1 {
            self.swap(vertex, cell.end - 1);
            self.cells[colour as usize] = cell.start..cell.end - 1;
            self.colour_anew(cell.end - 1..cell.end, &mut changed);
        }
        changed
    }

    /// Splits a cell, of which the affected members are given in the order of what has changed
    /// around them: those with the same change stay together. The largest part, the first of equal
    /// ones, keeps the colour; the vertices of the others are added to `changed`. The changes and
    /// the sizes of all parts, in order.
    pub fn split(&mut self, affected: &[Affected], changed: &mut Vec<Recoloured>) -> Vec<(u64, usize)> {
        let colour = affected[0].colour as usize;
        let cell = self.cells[colour].clone();
        let mut end = cell.end;
        for each in affected.iter().rev() {
            end -= 1;
            self.swap(each.vertex, end);
        }
        let mut parts = vec![(0, cell.start..end)];
        for group in affected.chunk_by(|one, other| one.delta == other.delta) {
            parts.push((group[0].delta, end..end + group.len()));
            end += group.len();
        }
        let largest = parts.iter().map(|(_, part)| part.len()).max();
        let keeps = parts.iter().position(|(_, part)| Some(part.len()) == largest).unwrap_or(0);
        self.cells[colour] = parts[keeps].1.clone();
        for (at, (_, part)) in parts.iter().enumerate() {
            if at != keeps && !part.is_empty() {
                self.colour_anew(part.clone(), changed);
            }
        }
        parts.into_iter().map(|(delta, part)| (delta, part.len())).collect()
    }

    /// Gives a part of a cell the next colour.
    fn colour_anew(&mut self, part: Range<usize>, changed: &mut Vec<Recoloured>) {
        let colour = self.cells.len() as u32;
        for vertex in &self.order[part.clone()] {
            let before = std::mem::replace(&mut self.colours[*vertex as usize], colour);
            changed.push(Recoloured { vertex: *vertex, before: Some(before) });
        }
        self.cells.push(part);
    }

    /// Exchanges a vertex with the one at a place.
    fn swap(&mut self, vertex: Vertex, place: usize) {
        let (from, other) = (self.place[vertex as usize] as usize, self.order[place]);
        self.order.swap(from, place);
        self.place[vertex as usize] = place as u32;
        self.place[other as usize] = from as u32;
    }
}
