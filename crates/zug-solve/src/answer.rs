//! What is asked of a solver and what it answers.

use zug_game::Value;

/// What to find out beside the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The moves that keep the value.
    pub best: bool,
    /// How many plies it takes when the winner hurries and the loser delays. To be asked only of games that are
    /// won, lost and drawn; points have no distance.
    pub distance: bool,
    /// The value of every legal move.
    pub all_moves: bool,
    /// A line of best play.
    pub line: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question { best: true, distance: false, all_moves: false, line: false }
    }
}

impl Question {
    /// The value and nothing else.
    pub const VALUE: Question = Question { best: false, distance: false, all_moves: false, line: false };
    /// Everything.
    pub const ALL: Question = Question { best: true, distance: true, all_moves: true, line: true };
}

/// The answer, exact in all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Under best play of both, points so far included.
    pub value: Value,
    /// Plies to the end, if asked for, where the game is won or lost; a win by endless play has none.
    pub distance: Option<u64>,
    /// Exactly the moves that keep the value, in the order of the definition. Empty if the game is over.
    pub best: Vec<M>,
    /// Best play of both: the first best move of each position; with a distance, the first that keeps it too.
    pub line: Vec<M>,
    /// How the line ends.
    pub line_end: LineEnd,
    /// Every legal move in the order of the definition, if asked for.
    pub moves: Vec<MoveValue<M>>,
    /// What it took to find the value.
    pub statistics: Statistics,
    /// What everything else took.
    pub afterwards: Statistics,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Terminal,
    /// The last position stood before: after so many plies of this line.
    Repeats(usize),
    /// No line was asked for.
    NotAsked,
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// As in [`Solution::value`].
    pub value: Value,
    /// As in [`Solution::distance`], this move included.
    pub distance: Option<u64>,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Calls of the search, terminal positions included; for methods that list positions, how many there are.
    pub positions: u64,
    /// Those at which the game was over.
    pub terminal: u64,
    /// Positions left before all their moves were seen.
    pub cutoffs: u64,
    /// Positions answered by the memo alone.
    pub memo_hits: u64,
    /// Results put into the memo.
    pub stored: u64,
    /// The most plies below the position that was asked about.
    pub max_depth: u64,
    /// Memory of tables, in bytes, at its most.
    pub bytes: u64,
}

impl Statistics {
    /// Both together.
    pub fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            positions: self.positions.saturating_add(other.positions),
            terminal: self.terminal.saturating_add(other.terminal),
            cutoffs: self.cutoffs.saturating_add(other.cutoffs),
            memo_hits: self.memo_hits.saturating_add(other.memo_hits),
            stored: self.stored.saturating_add(other.stored),
            max_depth: self.max_depth.max(other.max_depth),
            bytes: self.bytes.max(other.bytes),
        }
    }
}
