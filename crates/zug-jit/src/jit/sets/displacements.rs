//! Unions of rows by shifts: where the bits of a row lie at few distances from its number, as the
//! neighbours of a cell do, one shift for each distance joins the rows of a whole mask at once.

use super::Emitter;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::collections::BTreeMap;

/// More distances than this take longer than rows one by one: those of a king on a chessboard are
/// 8.
const MANY: usize = 8;

/// A distance between the number of a row and a bit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Displacement {
    /// The number of the bit, less that of the row.
    distance: i64,
    /// The rows with such a bit, as a mask.
    rows: u64,
}

/// The distances of all bits of these rows, if they are few. Rows behind the 64th are in no mask.
pub(super) fn displacements(rows: &[u64]) -> Option<Vec<Displacement>> {
    let mut found: BTreeMap<i64, u64> = BTreeMap::new();
    for (number, row) in (0..64).zip(rows) {
        for bit in (0..64).filter(|bit| row >> bit & 1 == 1) {
            *found.entry(bit - number).or_insert(0) |= 1 << number;
            if found.len() > MANY {
                return None;
            }
        }
    }
    Some(found.into_iter().map(|(distance, rows)| Displacement { distance, rows }).collect())
}

impl Emitter<'_, '_> {
    /// The union of the rows in a mask.
    pub(super) fn displaced(&mut self, displacements: &[Displacement], mask: Value) -> Value {
        let mut joined = self.imm(0);
        for Displacement { distance, rows } in displacements {
            let rows = self.imm(*rows);
            let rows = self.b.ins().band(mask, rows);
            let moved = match *distance {
                0 => rows,
                up @ 1.. => self.b.ins().ishl_imm_u(rows, up),
                down => self.b.ins().ushr_imm_u(rows, -down),
            };
            joined = self.b.ins().bor(joined, moved);
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_a_board_are_a_few_distances() {
        let beside = |at: u64| {
            let (x, y) = (at % 4, at / 4);
            (0..16)
                .filter(|to| x.abs_diff(to % 4) + y.abs_diff(to / 4) == 1)
                .fold(0, |row, to| row | 1_u64 << to)
        };
        let rows: Vec<u64> = (0..16).map(beside).collect();
        let found: Vec<(i64, u64)> =
            displacements(&rows).expect("few").iter().map(|each| (each.distance, each.rows)).collect();
        assert_eq!(found, [(-4, 0xfff0), (-1, 0xeeee), (1, 0x7777), (4, 0x0fff)]);
        assert_eq!(displacements(&[0, 0]), Some(Vec::new()));
        assert_eq!(displacements(&[0x1ff]), None);
    }
}
