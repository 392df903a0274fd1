//! Dots and Boxes with `R` rows and `C` columns of boxes: who closes a box has a point and moves
//! again.

use super::{Word, bits, player};
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// The game. Edges are the horizontal ones row by row, then the vertical ones row by row.
pub struct Dots<const R: usize, const C: usize> {
    /// For each edge the other three of its one or two boxes; all bits where there is no second
    /// one.
    others: Vec<[u64; 2]>,
}

/// `edges | turn << 40 | first << 48 | second << 56`
const TURN: u32 = 40;
const POINTS: [u32; 2] = [48, 56];
const KEY: u64 = (1 << 41) - 1;

impl<const R: usize, const C: usize> Dots<R, C> {
    const HORIZONTAL: usize = (R + 1) * C;
    const ALL: usize = Self::HORIZONTAL + R * (C + 1);
    const FULL: u64 = (1 << Self::ALL) - 1;

    /// Makes the tables.
    pub fn new() -> Self {
        let mut others = vec![[u64::MAX; 2]; Self::ALL];
        for (r, c) in (0..R).flat_map(|r| (0..C).map(move |c| (r, c))) {
            let left = Self::HORIZONTAL + r * (C + 1) + c;
            let sides = [r * C + c, (r + 1) * C + c, left, left + 1];
            let mask: u64 = sides.iter().map(|&e| 1 << e).sum();
            for e in sides {
                let free = usize::from(others[e][0] != u64::MAX);
                others[e][free] = mask & !(1 << e);
            }
        }
        Dots { others }
    }
}

impl<const R: usize, const C: usize> Game for Dots<R, C> {
    type Position = Word;
    type Move = u8;
    type Key = Word;

    fn start(&self) -> Word {
        [0]
    }
    fn offset(&self, position: &Word) -> Value {
        let points = POINTS.map(|at| (position[0] >> at & 255) as Value);
        points[0] - points[1]
    }
    fn mover(&self, position: &Word) -> Player {
        player(position[0], TURN)
    }
    #[inline]
    fn expand(&self, &[word]: &Word, moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        let free = !word & Self::FULL;
        if free == 0 {
            return Ok(Expansion::Terminal(0));
        }
        moves.extend(bits(free));
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let others = &self.others[usize::from(*play)];
        let closed: u64 = others.map(|other| u64::from(word & Self::FULL & other == other)).iter().sum();
        let drawn = word | 1 << play;
        if closed == 0 {
            return Ok(Step { position: [drawn ^ 1 << TURN], reward: 0 });
        }
        let mover = self.mover(&[word]);
        let reward = if mover == Player::First { closed as Value } else { -(closed as Value) };
        Ok(Step { position: [drawn + (closed << POINTS[mover.index()])], reward })
    }
    fn key(&self, &[word]: &Word) -> Word {
        [word & KEY]
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
