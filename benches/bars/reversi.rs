//! Reversi on six by six, written by hand: Black's discs and the turn in one word, White's in the
//! other.

use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// The game.
pub struct Reversi;

/// Not a cell: the turn passes.
const PASS: u8 = u8::MAX;
const TURN: u32 = 63;
const FULL: u64 = (1 << 36) - 1;
/// Cells of the first column; a cell is `column + 6 * row`.
const WEST: u64 = 0x4104_1041;
const NOT_WEST: u64 = FULL & !WEST;
const NOT_EAST: u64 = FULL & !(WEST << 5);

/// A step of all cells of a mask in one of eight directions.
#[inline]
fn step(mask: u64, direction: u32) -> u64 {
    let stepped = match direction {
        0 => (mask & NOT_EAST) << 1,
        1 => (mask & NOT_WEST) >> 1,
        2 => mask << 6,
        3 => mask >> 6,
        4 => (mask & NOT_EAST) << 7,
        5 => (mask & NOT_WEST) << 5,
        6 => (mask & NOT_EAST) >> 5,
        _ => (mask & NOT_WEST) >> 7,
    };
    stepped & FULL
}

/// The discs of the other side that follow a cell of `from` without a gap.
#[inline]
fn run(from: u64, other: u64, direction: u32) -> u64 {
    let mut run = step(from, direction) & other;
    for _ in 0..3 {
        run |= step(run, direction) & other;
    }
    run
}

#[inline]
fn places(own: u64, other: u64) -> u64 {
    let found = (0..8).fold(0, |found, direction| found | step(run(own, other, direction), direction));
    found & !(own | other)
}

#[inline]
fn flips(cell: u64, own: u64, other: u64) -> u64 {
    (0..8).fold(0, |turned, direction| {
        let run = run(cell, other, direction);
        turned | if step(run, direction) & !run & own != 0 { run } else { 0 }
    })
}

/// The mover's discs and the other's.
#[inline]
fn sides(&[black, white]: &[u64; 2]) -> (u64, u64) {
    let discs = black & FULL;
    if black >> TURN == 0 { (discs, white) } else { (white, discs) }
}

impl Game for Reversi {
    type Position = [u64; 2];
    type Move = u8;
    type Key = [u64; 2];

    fn start(&self) -> [u64; 2] {
        let cell = |column: u32, row: u32| 1 << (column + 6 * row);
        [cell(3, 3) | cell(2, 2), cell(2, 3) | cell(3, 2)]
    }
    fn mover(&self, position: &[u64; 2]) -> Player {
        if position[0] >> TURN == 0 { Player::First } else { Player::Second }
    }
    #[inline]
    fn expand(&self, position: &[u64; 2], moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        let (own, other) = sides(position);
        let mut free = places(own, other);
        if free != 0 {
            while free != 0 {
                moves.push(free.trailing_zeros() as u8);
                free &= free - 1;
            }
        } else if places(other, own) != 0 {
            moves.push(PASS);
        } else {
            let discs = [position[0] & FULL, position[1]].map(|discs| Value::from(discs.count_ones()));
            return Ok(Expansion::Terminal(discs[0] - discs[1]));
        }
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, position: &[u64; 2], play: &u8) -> Result<Step<[u64; 2]>, Fault> {
        let [mut black, mut white] = *position;
        if *play != PASS {
            let (own, other) = sides(position);
            let turned = flips(1 << play, own, other);
            let placed = 1 << play;
            let (first, second) = if black >> TURN == 0 { (placed, 0) } else { (0, placed) };
            black = (black ^ turned) | first;
            white = (white ^ turned) | second;
        }
        Ok(Step { position: [black ^ 1 << TURN, white], reward: 0 })
    }
    fn key(&self, position: &[u64; 2]) -> [u64; 2] {
        *position
    }
    fn full_key(&self, position: &[u64; 2]) -> [u64; 2] {
        *position
    }
}
