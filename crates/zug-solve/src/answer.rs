//! The questions that a solver is asked, and its answer.

use zug_game::Value;

/// Which questions to answer beside the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveQuestion {
    /// The moves that keep the value.
    pub best: bool,
    /// The number of plies to the end when the winner hurries and the loser delays. Ask it only of
    /// games that are won, lost or drawn; points have no distance.
    pub distance: bool,
    /// The value of every legal move.
    pub all_moves: bool,
    /// A line of best play.
    pub line: bool,
}

impl Default for SolveQuestion {
    fn default() -> SolveQuestion {
        SolveQuestion { best: true, distance: false, all_moves: false, line: false }
    }
}

impl SolveQuestion {
    /// Only the value.
    pub const VALUE: SolveQuestion =
        SolveQuestion { best: false, distance: false, all_moves: false, line: false };
    /// All questions.
    pub const ALL: SolveQuestion = SolveQuestion { best: true, distance: true, all_moves: true, line: true };
}

/// The answer; every part of it is exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The value under best play of both, points so far included.
    pub value: Value,
    /// Plies to the end, if asked for and the game is won or lost; none for a win by endless play.
    pub distance: Option<u64>,
    /// All moves that keep the value, in the order of the definition, if asked for. Empty if the
    /// game is over.
    pub best: Vec<M>,
    /// A line of best play, if asked for: at each position the first move that keeps the value, and
    /// with a distance the first that keeps the distance too.
    pub line: Vec<M>,
    /// How the line ends.
    pub line_end: LineEnd,
    /// Every legal move in the order of the definition, if asked for.
    pub moves: Vec<MoveValue<M>>,
    /// The work of finding the value.
    pub statistics: Statistics,
    /// The work of answering the other questions.
    pub afterwards: Statistics,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Terminal,
    /// The last position of the line is the one after this many plies of it.
    Repeats(usize),
    /// No line was asked for.
    NotAsked,
}

/// A legal move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// The value of the move, like [`Solution::value`].
    pub value: Value,
    /// The distance in plies, like [`Solution::distance`], this move counted.
    pub distance: Option<u64>,
}

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Calls of the search, terminal positions included; for methods that list positions, the
    /// number of positions.
    pub positions: u64,
    /// Positions of plain subtrees among them, which a search with a table searched without it; of
    /// one that was given up, as many as it was allowed.
    pub plain: u64,
    /// Terminal positions among them.
    pub terminal: u64,
    /// Positions left before all their moves were searched.
    pub cutoffs: u64,
    /// Positions answered by the transposition table alone.
    pub memo_hits: u64,
    /// Results stored in the table.
    pub stored: u64,
    /// The greatest ply searched, counted from the given position.
    pub max_depth: u64,
    /// The greatest memory of tables, in bytes.
    pub bytes: u64,
}

/// What a search with a table did at one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyCost {
    /// Searches that ended there.
    pub searches: u64,
    /// The work of them all, what lies below included, in positions ([`Statistics::work`]).
    pub work: u64,
}

/// What a search with a table did before it halted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnfinishedSearch {
    /// What it did in all.
    pub statistics: Statistics,
    /// What it did at each ply, the first position included.
    pub plies: Vec<PlyCost>,
}

/// So many positions of plain subtrees take the time of one other position.
const PLAIN: u64 = 8;

impl Statistics {
    /// The work in positions: those of plain subtrees count less, as they take less time.
    pub fn work(&self) -> u64 {
        self.positions.saturating_sub(self.plain).saturating_add(self.plain / PLAIN)
    }

    /// Sums of the counters; of the depth and the memory, the maximum.
    pub fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            positions: self.positions.saturating_add(other.positions),
            plain: self.plain.saturating_add(other.plain),
            terminal: self.terminal.saturating_add(other.terminal),
            cutoffs: self.cutoffs.saturating_add(other.cutoffs),
            memo_hits: self.memo_hits.saturating_add(other.memo_hits),
            stored: self.stored.saturating_add(other.stored),
            max_depth: self.max_depth.max(other.max_depth),
            bytes: self.bytes.max(other.bytes),
        }
    }
}
