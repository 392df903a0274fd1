//! What the mover gains from every set of taken elements on: from the full one down, a row at a
//! time.
//!
//! Rows are kept in chunks by their highest bits. A move leads to a chunk with one bit more, or
//! stays; so chunks with equally many bits need nothing of each other, and threads do them side by
//! side.

use super::boxes::{Boxes, LANES, LOW, LaneRow};
use crate::answer::Statistics;
use crate::limits::Halt;
use crate::strong::threads::each_in_threads;
use crate::watch::{Alarm, Countdown, Watch};
use zug_game::breakage::{Shortcut, is_broken};

/// Chunks are numbered by so many bits at most.
const CHUNK_BITS: u32 = 7;

/// Points to go, from the mover's side.
pub(super) struct PointValues {
    chunks: Vec<Vec<LaneRow>>,
    /// Bits of a number of a row inside its chunk.
    inner: u32,
}

impl PointValues {
    /// Solves everything.
    pub(super) fn of(boxes: &Boxes, threads: usize, watch: &mut Watch) -> Result<PointValues, Halt> {
        let rows = boxes.elements - LOW;
        let outer = rows.min(CHUNK_BITS);
        let mut values = PointValues { chunks: vec![Vec::new(); 1 << outer], inner: rows - outer };
        for bits in (0..=outer).rev() {
            watch.look(&Statistics::default())?;
            let level: Vec<u32> = (0..1 << outer).filter(|chunk: &u32| chunk.count_ones() == bits).collect();
            let made = each_in_threads(threads, &level, |&chunk| values.chunk(boxes, chunk, watch.alarm()));
            for (&chunk, rows) in level.iter().zip(made) {
                values.chunks[chunk as usize] = rows?;
            }
        }
        Ok(values)
    }

    /// The rows of a chunk, once those with more bits are there.
    fn chunk(&self, boxes: &Boxes, chunk: u32, alarm: &Alarm) -> Result<Vec<LaneRow>, Halt> {
        let mut rows = vec![[0; LANES]; 1 << self.inner];
        let mut countdown = Countdown::new();
        for inside in (0..1_u32 << self.inner).rev() {
            let row = chunk << self.inner | inside;
            alarm.after(0, &mut countdown)?;
            let mut best = [i8::MIN; LANES];
            for element in boxes.open(row) {
                let bit = 1 << (element - LOW);
                let next = match bit >> self.inner {
                    0 => &rows[(inside | bit) as usize],
                    outer => &self.chunks[(chunk | outer) as usize][inside as usize],
                };
                match boxes.rewards(element, row) {
                    None => losing(&mut best, next),
                    Some(rewards) => gaining(&mut best, next, &rewards, boxes.again),
                }
            }
            inside_row(&mut best, boxes, row);
            rows[inside as usize] = best;
        }
        Ok(rows)
    }

    /// Of a row.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &LaneRow {
        &self.chunks[(row >> self.inner) as usize][(row & ((1 << self.inner) - 1)) as usize]
    }

    /// Of one set of taken elements.
    pub(super) fn get(&self, taken: u32) -> i8 {
        self.row(taken >> LOW)[taken as usize % LANES]
    }

    pub(super) fn bytes(&self) -> u64 {
        self.chunks.iter().map(|rows| size_of_val(rows.as_slice()) as u64).sum()
    }
}

/// Moves that complete nothing: the other player goes on.
#[inline]
fn losing(best: &mut LaneRow, next: &LaneRow) {
    for (best, next) in best.iter_mut().zip(next) {
        *best = (*best).max(-*next);
    }
}

/// Moves that complete something in some lanes.
fn gaining(best: &mut LaneRow, next: &LaneRow, rewards: &LaneRow, again: bool) {
    for ((best, next), reward) in best.iter_mut().zip(next).zip(rewards) {
        *best = (*best).max(worth(*next, *reward, again));
    }
}

/// A move with this gain to a position that is worth `next` to its mover.
#[inline]
fn worth(next: i8, reward: i8, again: bool) -> i8 {
    let again = again && reward > 0 && !is_broken(Shortcut::SubsetTurn);
    if again { reward + next } else { reward - next }
}

/// Moves that stay in the row: the full lane first.
#[inline]
fn inside_row(best: &mut LaneRow, boxes: &Boxes, row: u32) {
    let rewards: [Option<LaneRow>; LOW as usize] =
        std::array::from_fn(|element| boxes.rewards(element as u32, row));
    if best[LANES - 1] == i8::MIN {
        best[LANES - 1] = 0; // everything is taken
    }
    let plain = rewards.iter().all(Option::is_none);
    let none = [0; LANES];
    let rewards: [&LaneRow; LOW as usize] =
        std::array::from_fn(|element| rewards[element].as_ref().unwrap_or(&none));
    for lane in (0..LANES - 1).rev() {
        let mut most = best[lane];
        for (element, rewards) in rewards.iter().enumerate() {
            let next = lane | 1 << element;
            if next != lane {
                let reward = if plain { 0 } else { rewards[lane] };
                most = most.max(worth(best[next % LANES], reward, boxes.again));
            }
        }
        best[lane] = most;
    }
}
