//! Static verdicts where a turn is several placements, as in Connect6.
//!
//! ```text
//! the mover can fill a line within this turn:            he begins with an element that it lacks
//! else the opponent can fill one within his next turn:   the mover begins with an element that it lacks
//! ```
//!
//! A player can fill a line within a turn if no element of it is the other's, and it lacks no more
//! elements than he has placements; each of them can be placed. The placements of a turn may change
//! places: no condition looks at what is taken, and the game ends within the turn only for the one
//! who fills a line. So whoever must take an element of a line this turn may take it first. Of
//! several lines the one that lacks least is looked at: a move that is left out gives the opponent
//! a win that is no later than that after any other move. With one placement left it must be of
//! every such line, if an element is.
//!
//! Source: I-C. Wu and D.-Y. Huang, "A new family of k-in-a-row games" (2006).

use super::BoardWords;
use crate::moves::PackedMove;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{StaticVerdict, Value};

/// The turns, and the lines one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// For every number of taken elements, the placements that are left of the turn.
    placements: Vec<u32>,
    lines: Vec<u64>,
    /// For every element, the lines through it.
    through: Vec<Vec<u64>>,
}

/// What can be filled within a turn.
#[derive(Clone, Copy)]
struct Fillable {
    /// Whether some line can still be filled at all.
    ever: bool,
    /// What the line lacks that lacks least, if it can be filled within the turn, else 0.
    least: u64,
    /// The elements that all lines lack that can be filled within the turn.
    common: u64,
}

impl Turns {
    /// For turns of so many placements, by the number of taken elements, and lines of `elements`
    /// elements.
    pub fn new(placements: Vec<u32>, lines: Vec<u64>, elements: usize) -> Turns {
        let through = |element| lines.iter().copied().filter(|line| line >> element & 1 == 1).collect();
        let through = (0..elements).map(through).collect();
        Turns { placements, lines, through }
    }

    /// The placements that are left of the turn where so many elements are taken.
    fn left(&self, taken: u32) -> u32 {
        let more = u32::from(is_broken(Shortcut::Placements));
        self.placements.get(taken as usize).copied().unwrap_or(0) + more
    }

    /// What a side can fill with so many placements.
    #[inline(always)]
    fn fillable(&self, (own, other, free): (u64, u64, u64), placements: u32) -> Fillable {
        let mut found = Fillable { ever: false, least: 0, common: u64::MAX };
        let mut fewest = placements + 1;
        for line in self.lines.iter().filter(|line| *line & other == 0) {
            let lacks = line & !own;
            if lacks & !free != 0 {
                continue;
            }
            found.ever = true;
            let count = lacks.count_ones();
            if count <= placements {
                found.common &= lacks;
            }
            if count < fewest {
                (fewest, found.least) = (count, lacks);
            }
        }
        found
    }

    /// The static verdict on a position that is not over, with these elements of its moves.
    pub(super) fn static_verdict(
        &self,
        board: &BoardWords,
        moves: &[PackedMove],
        element: impl Fn(&PackedMove) -> u32,
    ) -> StaticVerdict {
        let among = |elements: u64| {
            let is_in = |play: &PackedMove| elements >> (element(play) & 63) & 1 == 1;
            moves.iter().enumerate().fold(0, |found, (at, play)| found | u64::from(is_in(play)) << (at & 63))
        };
        let taken = (board.mine | board.his).count_ones();
        let now = self.left(taken);
        let mine = self.fillable((board.mine, board.his, board.free), now);
        let payoff: Value = if board.second_moves { -1 } else { 1 };
        let wins = among(mine.least);
        if mine.least.count_ones() == 1 && wins != 0 {
            return StaticVerdict::Wins { by: wins.trailing_zeros() as usize, payoff };
        }
        let his = self.fillable((board.his, board.mine, board.free), self.left(taken + now));
        let blocks = if now == 1 && his.common != 0 { his.common } else { his.least };
        let relevant = match (mine.least, his.least) {
            (0, 0) => u64::MAX,
            (0, _) => among(blocks),
            _ => wins,
        };
        let can_win = if board.second_moves { [his.ever, mine.ever] } else { [mine.ever, his.ever] };
        StaticVerdict::Open { relevant, can_win }
    }

    /// The order score of an element: the lines through it that one side alone can still fill count
    /// by what is taken of them.
    #[inline(always)]
    pub(super) fn order_score(&self, board: &BoardWords, element: u32) -> i64 {
        let weight = |line: &u64| match (line & board.mine != 0, line & board.his != 0) {
            (true, true) => 0,
            _ => 1 + 2 * i64::from((line & (board.mine | board.his)).count_ones()),
        };
        self.through.get(element as usize).map_or(0, |lines| lines.iter().map(weight).sum())
    }
}
