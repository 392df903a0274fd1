//! Reversi on a board of four by four: the first player is Black, and the value is his discs less
//! White's.

use super::{Word, bits, player};
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// The game.
pub struct Reversi;

/// Not a cell: the turn passes.
pub const PASS: u8 = u8::MAX;
/// `black | white << 16 | turn << 32`; cells row by row from the bottom left.
const TURN: u32 = 32;
const FULL: u64 = 0xFFFF;
const NOT_WEST: u64 = 0xEEEE;
const NOT_EAST: u64 = 0x7777;

/// A step of all cells of a mask in one of eight directions.
#[inline]
fn step(mask: u64, direction: u32) -> u64 {
    let stepped = match direction {
        0 => (mask & NOT_EAST) << 1,
        1 => (mask & NOT_WEST) >> 1,
        2 => mask << 4,
        3 => mask >> 4,
        4 => (mask & NOT_EAST) << 5,
        5 => (mask & NOT_WEST) << 3,
        6 => (mask & NOT_EAST) >> 3,
        _ => (mask & NOT_WEST) >> 5,
    };
    stepped & FULL
}

/// Where this side can place a disc.
#[inline]
fn places(own: u64, other: u64) -> u64 {
    let found = (0..8).fold(0, |found, direction| {
        let first = step(own, direction) & other;
        let run = first | step(first, direction) & other;
        found | step(run, direction)
    });
    found & !(own | other)
}

/// The discs that a disc on this cell turns.
#[inline]
fn flips(cell: u64, own: u64, other: u64) -> u64 {
    (0..8).fold(0, |turned, direction| {
        let first = step(cell, direction) & other;
        let run = first | step(first, direction) & other;
        let stop = step(run, direction) & !run;
        turned | if stop & own != 0 { run } else { 0 }
    })
}

impl Reversi {
    fn sides(word: u64) -> (u64, u64) {
        let (black, white) = (word & FULL, word >> 16 & FULL);
        if word >> TURN & 1 == 0 { (black, white) } else { (white, black) }
    }
}

impl Game for Reversi {
    type Position = Word;
    type Move = u8;
    type Key = Word;

    fn start(&self) -> Word {
        let black = 1 << 5 | 1 << 10;
        let white = 1 << 9 | 1 << 6;
        [black | white << 16]
    }
    fn mover(&self, position: &Word) -> Player {
        player(position[0], TURN)
    }
    #[inline]
    fn expand(&self, &[word]: &Word, moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        let (own, other) = Self::sides(word);
        let places_of_mover = places(own, other);
        if places_of_mover != 0 {
            moves.extend(bits(places_of_mover));
        } else if places(other, own) != 0 {
            moves.push(PASS);
        } else {
            let discs = [word & FULL, word >> 16 & FULL].map(|discs| Value::from(discs.count_ones()));
            return Ok(Expansion::Terminal(discs[0] - discs[1]));
        }
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let mut next = word ^ 1 << TURN;
        if *play != PASS {
            let (own, other) = Self::sides(word);
            let turned = flips(1 << play, own, other);
            let placed = (1 << play) << if word >> TURN & 1 == 0 { 0 } else { 16 };
            next = (next ^ (turned | turned << 16)) | placed;
        }
        Ok(Step { position: [next], reward: 0 })
    }
    fn key(&self, position: &Word) -> Word {
        *position
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
