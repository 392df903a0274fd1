//! Games on a board of cells, with codes laid out as those of definitions are.

use crate::numbering::shape::{CodeBit, CodeShape};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use zug_game::{Expansion, Fault, Game, Player, Step};
use zug_solve::PositionIndexing;

/// The rules of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Discs fall to the lowest row that is free.
    Drop,
    /// So many men each are put onto free cells, then moved to free neighbours.
    Shift(u32),
    /// A cell is taken by the mover from the first one on, or left; who never left one may take a
    /// cell that is taken in the end. Random play hardly ever comes there.
    Rare,
}

/// A board; who has so many in a line has won.
pub(super) struct Board {
    pub(super) rules: Rules,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) line: u32,
    /// How often a position was expanded, and after how often the work is to end.
    pub(super) expanded: AtomicU64,
    pub(super) most: u64,
    pub(super) stop: Arc<AtomicBool>,
}

/// Whose turn it is, what each player has, and of [`Rules::Rare`] the next cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) turn: u32,
    pub(super) own: [u32; 2],
    pub(super) next: u32,
}

impl Board {
    pub(super) fn new(rules: Rules, width: u32, height: u32, line: u32) -> Board {
        let (expanded, stop) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
        Board { rules, width, height, line, expanded, most: u64::MAX, stop }
    }

    pub(super) fn cells(&self) -> u32 {
        self.width * self.height
    }

    fn has_line(&self, set: u32) -> bool {
        let at = |x: i32, y: i32| {
            let inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
            inside && set >> (y as u32 * self.width + x as u32) & 1 == 1
        };
        let starts = (0..self.height as i32).flat_map(|y| (0..self.width as i32).map(move |x| (x, y)));
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        starts.into_iter().any(|(x, y)| {
            ways.iter().any(|(dx, dy)| (0..self.line as i32).all(|step| at(x + dx * step, y + dy * step)))
        })
    }

    fn neighbours(&self, cell: u32) -> u32 {
        let (x, y) = (cell % self.width, cell / self.width);
        let near = |other: &u32| {
            let (u, v) = (other % self.width, other / self.width);
            *other != cell && u.abs_diff(x) <= 1 && v.abs_diff(y) <= 1
        };
        (0..self.cells()).filter(near).fold(0, |set, other| set | 1 << other)
    }

    /// The moves: what the mover takes and what he gives up.
    fn moves(&self, spot: &Spot) -> Vec<(u32, u32)> {
        let free = !(spot.own[0] | spot.own[1]) & ((1 << self.cells()) - 1);
        let each = |set: u32| (0..32).filter(move |cell| set >> cell & 1 == 1);
        match self.rules {
            Rules::Drop => each(free)
                .filter(|&cell| cell < self.width || free >> (cell - self.width) & 1 == 0)
                .map(|cell| (1 << cell, 0))
                .collect(),
            Rules::Shift(men) if spot.own[spot.turn as usize].count_ones() < men => {
                each(free).map(|cell| (1 << cell, 0)).collect()
            }
            Rules::Shift(_) => each(spot.own[spot.turn as usize])
                .flat_map(|from| each(self.neighbours(from) & free).map(move |to| (1 << to, 1 << from)))
                .collect(),
            Rules::Rare if spot.next < self.cells() => vec![(1 << spot.next, 0), (0, 0)],
            Rules::Rare => each(spot.own[1 - spot.turn as usize] & !spot.own[spot.turn as usize])
                .filter(|_| spot.own[0] | spot.own[1] == (1 << self.cells()) - 1)
                .map(|cell| (1 << cell, 0))
                .collect(),
        }
    }
}

impl Game for Board {
    type Position = Spot;
    type Move = (u32, u32);
    type Key = u64;

    fn start(&self) -> Spot {
        Spot { turn: 0, own: [0, 0], next: 0 }
    }

    fn mover(&self, spot: &Spot) -> Player {
        if spot.turn == 0 { Player::First } else { Player::Second }
    }

    fn expand(&self, spot: &Spot, moves: &mut Vec<(u32, u32)>) -> Result<Expansion, Fault> {
        if self.expanded.fetch_add(1, Ordering::Relaxed) == self.most {
            self.stop.store(true, Ordering::Relaxed);
        }
        let last = 1 - spot.turn as usize;
        if self.has_line(spot.own[last]) {
            return Ok(Expansion::Terminal(if last == 0 { 1 } else { -1 }));
        }
        let own = self.moves(spot);
        if own.is_empty() {
            return Ok(Expansion::Terminal(0));
        }
        moves.extend(own);
        Ok(Expansion::Moves)
    }

    fn play(&self, spot: &Spot, play: &(u32, u32)) -> Result<Step<Spot>, Fault> {
        let mut next = Spot { turn: 1 - spot.turn, next: (spot.next + 1).min(self.cells()), ..*spot };
        if !matches!(self.rules, Rules::Rare) {
            next.next = 0;
        }
        let own = &mut next.own[spot.turn as usize];
        *own = *own & !play.1 | play.0;
        Ok(Step { position: next, reward: 0 })
    }

    fn key(&self, spot: &Spot) -> u64 {
        self.rank(spot)
    }

    fn full_key(&self, spot: &Spot) -> u64 {
        self.rank(spot)
    }
}

/// Bits of the next cell.
const NEXT: u32 = 5;

impl PositionIndexing<Board> for Board {
    type Code = u64;

    fn rank(&self, spot: &Spot) -> u64 {
        let head = u64::from(spot.turn) << NEXT | u64::from(spot.next);
        (0..self.cells()).fold(head, |code, cell| {
            code << 2 | u64::from(spot.own[0] >> cell & 1) << 1 | u64::from(spot.own[1] >> cell & 1)
        })
    }

    fn unrank(&self, code: u64) -> Spot {
        let cells = self.cells();
        let own = [1, 0].map(|low| {
            (0..cells)
                .fold(0, |set, cell| set | ((code >> (2 * (cells - 1 - cell) + low) & 1) as u32) << cell)
        });
        let head = (code >> (2 * cells)) as u32;
        Spot { turn: head >> NEXT & 1, own, next: head & ((1 << NEXT) - 1) }
    }

    fn tier(&self, spot: &Spot) -> u64 {
        match self.rules {
            Rules::Rare => u64::from(spot.next),
            _ => u64::from(spot.own[0].count_ones() + spot.own[1].count_ones()),
        }
    }
}

/// What the bits of these codes stand for.
pub(super) fn shape(board: &Board, few: u64) -> CodeShape {
    let mut bits = vec![CodeBit { entry: 0, weight: 1, cell: 0, is_number: true }];
    bits.extend((0..NEXT).rev().map(|bit| CodeBit { entry: 1, weight: 1 << bit, cell: 1, is_number: true }));
    for cell in 0..board.cells() {
        bits.extend([2, 3].map(|entry| CodeBit { entry, weight: 1, cell: cell + 2, is_number: false }));
    }
    CodeShape { bits, few }
}
