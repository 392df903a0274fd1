//! Connect Four on a board of `W` columns and `H` rows with at most 31 cells.

use super::{Word, bits, player};
use zug_game::{Expansion, Fault, Game, Player, Step};

/// The game.
pub struct ConnectFour<const W: u32, const H: u32>;

/// `first | second << 31 | turn << 62`; cells row by row from the bottom left.
const SECOND: u32 = 31;
const TURN: u32 = 62;
const CELLS: u64 = (1 << SECOND) - 1;

impl<const W: u32, const H: u32> ConnectFour<W, H> {
    const FULL: u64 = (1 << (W * H)) - 1;
    const BOTTOM: u64 = (1 << W) - 1;

    /// Cells from which four columns, or none, lie to the east; or to the west.
    const fn columns(first: u32, last: u32) -> u64 {
        let mut mask = 0;
        let mut cell = 0;
        while cell < W * H {
            if cell % W >= first && cell % W + last < W {
                mask |= 1 << cell;
            }
            cell += 1;
        }
        mask
    }

    #[inline]
    fn won(discs: u64) -> bool {
        let line = |from: u64, by: u32| {
            let pairs = discs & discs >> by;
            pairs & pairs >> (2 * by) & from != 0
        };
        line(Self::columns(0, 3), 1)
            || line(Self::FULL, W)
            || line(Self::columns(0, 3), W + 1)
            || line(Self::columns(3, 0), W - 1)
    }
}

impl<const W: u32, const H: u32> Game for ConnectFour<W, H> {
    type Position = Word;
    type Move = u8;
    type Key = Word;

    fn start(&self) -> Word {
        [0]
    }
    fn mover(&self, position: &Word) -> Player {
        player(position[0], TURN)
    }
    #[inline]
    fn expand(&self, &[word]: &Word, moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        let discs = [word & CELLS, word >> SECOND & CELLS];
        if Self::won(discs[0]) {
            return Ok(Expansion::Terminal(1));
        }
        if Self::won(discs[1]) {
            return Ok(Expansion::Terminal(-1));
        }
        let taken = discs[0] | discs[1];
        let free = !taken & Self::FULL & (taken << W | Self::BOTTOM);
        if free == 0 {
            return Ok(Expansion::Terminal(0));
        }
        moves.extend(bits(free));
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let shift = if word >> TURN & 1 == 0 { 0 } else { SECOND };
        Ok(Step { position: [(word | 1 << (u32::from(*play) + shift)) ^ 1 << TURN], reward: 0 })
    }
    fn key(&self, position: &Word) -> Word {
        *position
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
