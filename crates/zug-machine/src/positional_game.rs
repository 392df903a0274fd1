//! Static verdicts in positional games: reads immediate wins and forced replies off the lines.
//!
//! `zug_compile` makes the masks from a `zug_analysis::PositionalGame`, which says why this is
//! sound. An element is a *threat* of a player if it is the only one that he lacks of a line.
//!
//! ```text
//! a threat of the mover that he may place now:            he wins at once
//! a threat of the opponent that the mover may place now:  he must; if there are two, he loses
//! a move that opens a threat of the opponent:             it loses at once
//! no line without an element of the opponent:             a player cannot win any more
//! ```
//!
//! Where a turn is several placements, [`turns`] reads the lines instead.
//!
//! Source: P. Pons, "Solving Connect 4: how to build a perfect AI" (2015), parts 7 to 9, there for
//! one game.

mod turns;

pub use turns::Turns;

use super::layout::BitField;
use super::moves::{PackedMove, Parameter};
use super::shapes::Shapes;
use zug_game::{StaticVerdict, Value};

/// The layout of elements in positions and moves, and the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionalGameMasks {
    /// The bit field of each player's elements.
    pub sides: [BitField; 2],
    /// The bit field of the player to move.
    pub turn: BitField,
    /// The parameter of a move that is its element.
    pub parameter: Parameter,
    /// The mask of the elements that can ever be placed.
    pub elements: u64,
    /// The lines.
    pub lines: Shapes,
    /// For every element, the mask of those that may be placed only once it is taken.
    pub opens: Vec<u64>,
    /// For every element, the number of lines through it.
    pub through: Vec<i64>,
    /// Nothing if every turn is one placement.
    pub turns: Option<Turns>,
}

/// A position in three masks.
struct BoardWords {
    mine: u64,
    his: u64,
    free: u64,
    second_moves: bool,
}

impl PositionalGameMasks {
    /// The masks for these lines; `elements` can be placed.
    pub fn new(
        (sides, turn, parameter): ([BitField; 2], BitField, Parameter),
        elements: u64,
        lines: Vec<u64>,
        opens: Vec<u64>,
    ) -> PositionalGameMasks {
        let through = |element: usize| lines.iter().filter(|line| *line >> element & 1 == 1).count() as i64;
        let through = (0..opens.len()).map(through).collect();
        let lines = Shapes::new(&lines);
        PositionalGameMasks { sides, turn, parameter, elements, lines, opens, through, turns: None }
    }

    #[inline(always)]
    fn board(&self, words: &[u64]) -> BoardWords {
        let (first, second) = (self.sides[0].get(words), self.sides[1].get(words));
        let second_moves = self.turn.get(words) != 0;
        let (mine, his) = if second_moves { (second, first) } else { (first, second) };
        BoardWords { mine, his, free: self.elements & !(first | second), second_moves }
    }

    #[inline(always)]
    fn element(&self, play: PackedMove) -> u32 {
        let code = play.0 >> (self.parameter.shift & 63);
        (code & super::eval::ones(u64::from(self.parameter.width))) as u32 & 63
    }

    /// The free elements that are the only ones a side lacks of some line.
    #[inline(always)]
    fn threats(&self, side: u64, free: u64) -> u64 {
        self.lines.lacking(side) & free
    }

    /// For each player, whether some line has no element of his opponent.
    #[inline(always)]
    fn can_win(&self, board: &BoardWords) -> [bool; 2] {
        let (mover, other) = (self.lines.any_in(!board.his), self.lines.any_in(!board.mine));
        if board.second_moves { [other, mover] } else { [mover, other] }
    }

    /// The static verdict on a position that is not over. It says nothing if there are more than 64
    /// moves.
    #[inline]
    pub fn static_verdict(&self, words: &[u64], moves: &[PackedMove]) -> StaticVerdict {
        if moves.len() > 64 {
            return StaticVerdict::UNKNOWN;
        }
        let board = self.board(words);
        if let Some(turns) = &self.turns {
            return turns.static_verdict(&board, moves, |play| self.element(*play));
        }
        let mine = self.threats(board.mine, board.free);
        let mut legal = 0;
        for play in moves {
            legal |= 1 << self.element(*play);
        }
        let payoff: Value = if board.second_moves { -1 } else { 1 };
        if mine & legal != 0 {
            let wins = |play: &PackedMove| mine >> self.element(*play) & 1 == 1;
            return StaticVerdict::Wins { by: moves.iter().position(wins).unwrap_or(0), payoff };
        }
        let his = self.threats(board.his, board.free);
        let can_win = self.can_win(&board);
        if his == 0 {
            return StaticVerdict::Open { relevant: u64::MAX, can_win };
        }
        let forced = his & legal;
        let tried = match forced.count_ones() {
            0 => legal,
            1 => forced,
            _ => return StaticVerdict::Loses { payoff: -payoff },
        };
        match self.among(moves, tried, his) {
            0 => StaticVerdict::Loses { payoff: -payoff },
            relevant => StaticVerdict::Open { relevant, can_win },
        }
    }

    /// The mask of the moves tried that open no threat of the opponent.
    #[inline]
    fn among(&self, moves: &[PackedMove], tried: u64, his: u64) -> u64 {
        let mut relevant = 0;
        for (place, play) in moves.iter().enumerate() {
            let element = self.element(*play);
            let opens = self.opens.get(element as usize).copied().unwrap_or(0);
            if tried >> element & 1 == 1 && opens & his == 0 {
                relevant |= 1 << place;
            }
        }
        relevant
    }

    /// The order score of a move: the number of the mover's threats after it, then the number of
    /// lines through its element; where a turn is several placements see [`Turns`].
    pub fn order_score(&self, words: &[u64], play: PackedMove) -> i64 {
        self.order_score_on(&self.board(words), play)
    }

    /// The order scores of several moves of one position.
    #[inline]
    pub fn order_scores(&self, words: &[u64], moves: &[PackedMove], mut push: impl FnMut(i64)) {
        let board = self.board(words);
        moves.iter().for_each(|play| push(self.order_score_on(&board, *play)));
    }

    #[inline(always)]
    fn order_score_on(&self, board: &BoardWords, play: PackedMove) -> i64 {
        let element = self.element(play);
        if let Some(turns) = &self.turns {
            return turns.order_score(board, element);
        }
        let threats = self.threats(board.mine | 1 << element, board.free & !(1 << element));
        let lines = self.through.get(element as usize).copied().unwrap_or(0);
        i64::from(threats.count_ones()) << 16 | lines
    }
}
