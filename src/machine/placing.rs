//! Reads wins at once and forced replies off a position, where the players place elements to own a whole line.
//!
//! Made by `ground` from [`crate::facts::Placing`], which says why this is sound. With the mover's and the opponent's elements as
//! words, an element is a *threat* of a player if it is all that he lacks of a line.
//!
//! ```text
//! a threat of the mover that he may place now:            he wins at once
//! a threat of the opponent that the mover may place now:  he must; if there are two, he loses
//! a move that opens a threat of the opponent:             it loses at once
//! ```
//!
//! Source: P. Pons, "Solving Connect 4: how to build a perfect AI" (2015), parts 7 to 9, there for one game.

use super::layout::Slot;
use super::moves::{Move, Parameter};
use crate::game::{Outlook, Value};

/// How the elements lie in a position and in a move, and the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Where each player's elements lie.
    pub sides: [Slot; 2],
    /// Whose turn it is.
    pub turn: Slot,
    /// Where a move has its element.
    pub parameter: Parameter,
    /// All that can be placed.
    pub elements: u64,
    /// The lines.
    pub lines: Vec<u64>,
    /// For every element, what may be placed once it is taken.
    pub opens: Vec<u64>,
    /// For every element, the lines through it.
    pub through: Vec<Vec<u64>>,
}

/// A position as three words.
struct Board {
    mine: u64,
    his: u64,
    free: u64,
}

impl Placing {
    /// With these lines. What can be placed at all is what `elements` has.
    pub fn new(
        (sides, turn, parameter): ([Slot; 2], Slot, Parameter),
        elements: u64,
        lines: Vec<u64>,
        opens: Vec<u64>,
    ) -> Placing {
        let through =
            |element: usize| lines.iter().copied().filter(|line| line >> element & 1 == 1).collect();
        let through = (0..opens.len()).map(through).collect();
        Placing { sides, turn, parameter, elements, lines, opens, through }
    }

    #[inline]
    fn board(&self, words: &[u64]) -> Board {
        let sides = self.sides.map(|slot| slot.get(words));
        let mover = usize::from(self.turn.get(words) != 0);
        let free = self.elements & !(sides[0] | sides[1]);
        Board { mine: sides[mover], his: sides[1 - mover], free }
    }

    #[inline]
    fn element(&self, play: Move) -> u32 {
        let code = play.0 >> (self.parameter.shift & 63);
        (code & super::eval::ones(u64::from(self.parameter.width))) as u32 & 63
    }

    /// What is all that each side lacks of a line.
    #[inline]
    fn threats(&self, board: &Board) -> (u64, u64) {
        let (mut mine, mut his) = (0, 0);
        for line in &self.lines {
            let (first, second) = (line & !board.mine, line & !board.his);
            mine |= if first & first.wrapping_sub(1) == 0 { first } else { 0 };
            his |= if second & second.wrapping_sub(1) == 0 { second } else { 0 };
        }
        (mine & board.free, his & board.free)
    }

    /// What the lines tell of a position that is not over.
    #[inline]
    pub fn outlook(&self, words: &[u64], moves: &[Move]) -> Outlook {
        if moves.len() > 64 {
            return Outlook::Unknown;
        }
        let board = self.board(words);
        let (mine, his) = self.threats(&board);
        let legal = moves.iter().fold(0, |legal, play| legal | 1 << self.element(*play));
        let payoff: Value = if self.turn.get(words) == 0 { 1 } else { -1 };
        let place = |element: u32| moves.iter().position(|play| self.element(*play) == element).unwrap_or(0);
        if mine & legal != 0 {
            return Outlook::Wins { by: place((mine & legal).trailing_zeros()), payoff };
        }
        if his == 0 {
            return Outlook::Unknown;
        }
        let forced = his & legal;
        let tried = match forced.count_ones() {
            0 => legal,
            1 => forced,
            _ => return Outlook::Loses { payoff: -payoff },
        };
        self.among(moves, tried, his, payoff)
    }

    /// The moves tried that do not open a threat of the opponent.
    #[inline]
    fn among(&self, moves: &[Move], tried: u64, his: u64, payoff: Value) -> Outlook {
        let mut places = 0;
        for (place, play) in moves.iter().enumerate() {
            let element = self.element(*play);
            let opens = self.opens.get(element as usize).copied().unwrap_or(0);
            if tried >> element & 1 == 1 && opens & his == 0 {
                places |= 1 << place;
            }
        }
        match places {
            0 => Outlook::Loses { payoff: -payoff },
            places => Outlook::Among { places },
        }
    }

    /// How many threats a move makes, then in how many lines that can still be owned the element lies.
    #[inline]
    pub fn promise(&self, words: &[u64], play: Move) -> i64 {
        let board = self.board(words);
        let element = self.element(play);
        let mine = board.mine | 1 << element;
        let (mut threats, mut alive) = (0_u64, 0);
        for line in self.through.get(element as usize).into_iter().flatten() {
            let lacks = line & !mine;
            threats |= if lacks & lacks.wrapping_sub(1) == 0 { lacks } else { 0 };
            alive += i64::from(line & board.his == 0);
        }
        i64::from((threats & board.free).count_ones()) << 16 | alive
    }
}
