//! CQOI2013: White steps one cell, Black one or two in a line; who steps onto the other wins.
//! Positions repeat.

use super::{Word, player};
use zug_game::{Expansion, Fault, Game, Player, Step};

/// The game on a board of `n` by `n`, with where the two begin.
pub struct Pursuit {
    /// Cells in a row.
    pub n: u64,
    /// White and Black, row by row from the bottom left.
    pub at: [u64; 2],
}

/// `white | black << 16 | turn << 32`
const TURN: u32 = 32;

impl Pursuit {
    fn at(word: u64) -> [u64; 2] {
        [word & 0xFFFF, word >> 16 & 0xFFFF]
    }

    /// North, south, east, west; a step off the board is none.
    #[inline]
    fn step(&self, cell: u64, play: u8) -> Option<u64> {
        let by = u64::from(play % 2) + 1;
        let (x, y) = (cell % self.n, cell / self.n);
        match play / 2 {
            0 => (y + by < self.n).then(|| cell + by * self.n),
            1 => (y >= by).then(|| cell - by * self.n),
            2 => (x + by < self.n).then(|| cell + by),
            _ => (x >= by).then(|| cell - by),
        }
    }
}

impl Game for Pursuit {
    type Position = Word;
    /// Twice the direction, and one for a double step.
    type Move = u8;
    type Key = Word;

    fn start(&self) -> Word {
        [self.at[0] | self.at[1] << 16]
    }
    fn mover(&self, position: &Word) -> Player {
        player(position[0], TURN)
    }
    #[inline]
    fn expand(&self, &[word]: &Word, moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        let at = Self::at(word);
        let mover = self.mover(&[word]);
        if at[0] == at[1] {
            return Ok(Expansion::Terminal(if mover == Player::First { -1 } else { 1 }));
        }
        let cell = at[mover.index()];
        let far = mover == Player::Second;
        moves.extend((0..8).filter(|play| (far || play % 2 == 0) && self.step(cell, *play).is_some()));
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let mover = self.mover(&[word]).index();
        let mut at = Self::at(word);
        at[mover] = self.step(at[mover], *play).ok_or(Fault(0))?;
        Ok(Step { position: [at[0] | at[1] << 16 | (word & 1 << TURN ^ 1 << TURN)], reward: 0 })
    }
    fn key(&self, position: &Word) -> Word {
        *position
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
