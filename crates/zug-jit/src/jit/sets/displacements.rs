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

/// All bits up to the highest one of a number.
fn filled_up(most: u64) -> u64 {
    u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)
}

impl Displacement {
    /// The same displacement of a mask of at most `most`, where only the bits up to the highest one
    /// of `wanted` count: with all rows, where those that have no such bit would put one elsewhere
    /// only, so that the mask need not be cut down to the rows.
    pub(super) fn between(self, most: u64, wanted: u64) -> Displacement {
        let others = filled_up(most) & !self.rows;
        let is_elsewhere = self.moved(others) & filled_up(wanted) == 0;
        Displacement { rows: if is_elsewhere { u64::MAX } else { self.rows }, ..self }
    }

    /// A mask of rows, moved by the distance.
    fn moved(self, rows: u64) -> u64 {
        match self.distance {
            up @ 0.. => rows << up,
            down => rows >> -down,
        }
    }
}

impl Emitter<'_, '_> {
    /// The union of the rows in a mask.
    pub(super) fn displaced(&mut self, displacements: &[Displacement], mask: Value) -> Value {
        let mut moved: Vec<Value> = displacements.iter().map(|each| self.displaced_by(*each, mask)).collect();
        // In pairs, so that none waits for all before it.
        while moved.len() > 1 {
            moved = moved.chunks(2).map(|pair| self.either_of(pair)).collect();
        }
        moved.first().copied().unwrap_or_else(|| self.imm(0))
    }

    fn displaced_by(&mut self, Displacement { distance, rows }: Displacement, mask: Value) -> Value {
        let rows = match rows {
            u64::MAX => mask,
            rows => {
                let rows = self.imm(rows);
                self.b.ins().band(mask, rows)
            }
        };
        match distance {
            0 => rows,
            up @ 1.. => self.b.ins().ishl_imm_u(rows, up),
            down => self.b.ins().ushr_imm_u(rows, -down),
        }
    }

    /// The union of one or two masks.
    fn either_of(&mut self, pair: &[Value]) -> Value {
        match *pair {
            [one, other] => self.b.ins().bor(one, other),
            [one, ..] => one,
            [] => self.imm(0),
        }
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

    #[test]
    fn rows_need_not_be_cut_out_where_the_others_lead_elsewhere() {
        let all = |distance, rows, most, wanted| {
            Displacement { distance, rows }.between(most, wanted).rows == u64::MAX
        };
        // Up and down on a board of 4 x 4.
        assert!(all(4, 0x0fff, 0xffff, 0xffff));
        assert!(all(-4, 0xfff0, 0xffff, 0xffff));
        // To the side, the others would wrap to the next line.
        assert!(!all(1, 0x7777, 0xffff, 0xffff));
        assert!(!all(-1, 0xeeee, 0xffff, 0xffff));
        // A mask may have bits that number no row.
        assert!(!all(-4, 0xfff0, 0x1_ffff, 0xffff));
        assert!(!all(-4, 0xfff0, u64::MAX, 0xffff));
        // All bits are wanted.
        assert!(!all(4, 0x0fff, 0xffff, 0x1_0000));
        // Bits that are shifted out are nowhere.
        assert!(all(60, 0xf, u64::MAX, u64::MAX));
        assert!(all(0, 1, 1, 1));
        assert!(all(0, 1, 0, 0));
    }
}
