//! Tic-tac-toe written by hand: `x | o << 9 | turn << 18`.

use zug::game::{Fault, Game, Player, Step, Value, Visit};

/// The game.
pub struct TicTacToe;

const LINES: [u64; 8] = [7, 56, 448, 73, 146, 292, 273, 84];
const FULL: u64 = 511;
const TURN: u32 = 18;

fn won(marks: u64) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Game for TicTacToe {
    type Position = [u64; 1];
    type Move = u8;
    type Key = [u64; 1];

    fn start(&self) -> [u64; 1] {
        [0]
    }
    fn mover(&self, &[word]: &[u64; 1]) -> Player {
        if word >> TURN & 1 == 0 { Player::First } else { Player::Second }
    }
    #[inline]
    fn visit(&self, &[word]: &[u64; 1], moves: &mut Vec<u8>) -> Result<Visit, Fault> {
        let (x, o) = (word & FULL, word >> 9 & FULL);
        let over = |value: Value| Ok(Visit::Terminal(value));
        if won(x) {
            return over(1);
        }
        if won(o) {
            return over(-1);
        }
        let mut free = FULL & !(x | o);
        if free == 0 {
            return over(0);
        }
        while free != 0 {
            moves.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
        Ok(Visit::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &[u64; 1], play: &u8) -> Result<Step<[u64; 1]>, Fault> {
        let mark = (1 << play) << if word >> TURN & 1 == 0 { 0 } else { 9 };
        Ok(Step { position: [(word | mark) ^ 1 << TURN], gain: 0 })
    }
    fn key(&self, position: &[u64; 1]) -> [u64; 1] {
        *position
    }
    fn whole(&self, position: &[u64; 1]) -> [u64; 1] {
        *position
    }
}
