//! Whether each set of taken elements is reached with the one or the other player to move: a bit
//! for each, 64 at once.

use super::boxes::{Boxes, LOW};
use crate::limits::Halt;
use crate::watch::Watch;
use zug_game::Player;

/// For each element of a row, the lanes that lack it.
const LACKING: [u64; LOW as usize] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// What is reached with each player to move, row by row.
pub(super) struct Reached {
    pub(super) rows: Vec<[u64; 2]>,
}

impl Reached {
    /// From nothing taken on.
    pub(super) fn of(boxes: &Boxes, mover: Player, watch: &mut Watch) -> Result<Reached, Halt> {
        let mut rows = vec![[0_u64; 2]; 1 << (boxes.elements - LOW)];
        rows[0][mover.index()] = 1;
        for row in 0..rows.len() as u32 {
            watch.after(0)?;
            let reached = inside_row(rows[row as usize], boxes, row);
            rows[row as usize] = reached;
            for element in boxes.open(row) {
                let next = &mut rows[(row | 1 << (element - LOW)) as usize];
                let moved = after(reached, boxes.keeps(element, row));
                *next = [next[0] | moved[0], next[1] | moved[1]];
            }
        }
        Ok(Reached { rows })
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(self.rows.as_slice()) as u64
    }
}

/// Who moves after a move: in some lanes the same player, elsewhere the other.
#[inline]
fn after([first, second]: [u64; 2], keeps: u64) -> [u64; 2] {
    [first & keeps | second & !keeps, second & keeps | first & !keeps]
}

/// Adds what moves inside a row reach, until nothing new comes: after as many rounds as there are
/// elements at most.
#[inline]
fn inside_row(mut reached: [u64; 2], boxes: &Boxes, row: u32) -> [u64; 2] {
    let keeps: [u64; LOW as usize] = std::array::from_fn(|element| boxes.keeps(element as u32, row));
    for _ in 0..LOW {
        let before = reached;
        for (element, (lacking, keeps)) in LACKING.iter().zip(keeps).enumerate() {
            let moved = after([reached[0] & lacking, reached[1] & lacking], keeps);
            reached[0] |= moved[0] << (1 << element);
            reached[1] |= moved[1] << (1 << element);
        }
        if reached == before {
            break;
        }
    }
    reached
}
