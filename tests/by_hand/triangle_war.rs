//! Triangle War (POJ 1085): ten dots in a triangle, 18 edges, 9 triangles; who closes one takes it
//! and moves again; five win.

use super::{Word, bits, player};
use zug_game::{Expansion, Fault, Game, Player, Step};

/// Pairs of dots in lexicographic order, which is the order of the moves.
pub const EDGES: [(u8, u8); 18] = [
    (1, 2),
    (1, 3),
    (2, 3),
    (2, 4),
    (2, 5),
    (3, 5),
    (3, 6),
    (4, 5),
    (4, 7),
    (4, 8),
    (5, 6),
    (5, 8),
    (5, 9),
    (6, 9),
    (6, 10),
    (7, 8),
    (8, 9),
    (9, 10),
];
const TRIANGLES: [[u8; 3]; 9] =
    [[1, 2, 3], [2, 4, 5], [2, 3, 5], [3, 5, 6], [4, 7, 8], [4, 5, 8], [5, 8, 9], [5, 6, 9], [6, 9, 10]];
const FULL: u64 = (1 << 18) - 1;
const TURN: u32 = 18;
/// Where the points of the two players stand, four bits each:
/// `edges | turn << 18 | first << 20 | second << 24`.
const POINTS: [u32; 2] = [20, 24];

/// The game.
pub struct TriangleWar {
    /// For each edge the other two edges of its one or two triangles; all bits where there is no
    /// second one.
    others: [[u64; 2]; 18],
}

impl TriangleWar {
    /// Makes the tables.
    pub fn new() -> TriangleWar {
        let edge = |a: u8, b: u8| EDGES.iter().position(|&e| e == (a, b)).unwrap();
        let mut others = [[u64::MAX; 2]; 18];
        for [a, b, c] in TRIANGLES {
            let sides = [edge(a, b), edge(a, c), edge(b, c)];
            let mask: u64 = sides.iter().map(|&e| 1 << e).sum();
            for e in sides {
                let free = usize::from(others[e][0] != u64::MAX);
                others[e][free] = mask & !(1 << e);
            }
        }
        TriangleWar { others }
    }

    /// The move that draws this edge.
    pub fn edge(a: u8, b: u8) -> u8 {
        EDGES.iter().position(|&e| e == (a.min(b), a.max(b))).unwrap() as u8
    }

    /// The position after these moves.
    pub fn after(&self, moves: &[u8]) -> Word {
        moves.iter().fold(self.start(), |position, play| self.play(&position, play).unwrap().position)
    }
}

impl Game for TriangleWar {
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
        let points = POINTS.map(|at| word >> at & 15);
        if points[0] >= 5 {
            return Ok(Expansion::Terminal(1));
        }
        if points[1] >= 5 {
            return Ok(Expansion::Terminal(-1));
        }
        moves.extend(bits(!word & FULL));
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let closed: u64 =
            self.others[usize::from(*play)].map(|other| u64::from(word & FULL & other == other)).iter().sum();
        let drawn = word | 1 << play;
        let next = if closed == 0 {
            drawn ^ 1 << TURN
        } else {
            drawn + (closed << POINTS[self.mover(&[word]).index()])
        };
        Ok(Step { position: [next], reward: 0 })
    }
    fn key(&self, position: &Word) -> Word {
        *position
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
