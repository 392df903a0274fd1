//! What is known of a position: the value of every move, a win and its moves alone, or a guess.

use zug_lang::program::Choice;

/// A legal move, what it is worth from the first player's side, and the plies to the end, where
/// known.
pub type RatedMove = (Choice, i64, Option<u64>);

/// What is known of a position.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Proved.
    Exact {
        /// From the first player's side.
        value: i64,
        /// Plies to the end under best play, where known.
        plies: Option<u64>,
        /// Every legal move, in the order of the definition; none where play is over.
        moves: Vec<RatedMove>,
        /// The move of best play, where a table knows it: where positions repeat, one that only
        /// keeps the value may go round for ever and lose it.
        next: Option<Choice>,
    },
    /// A win of who moves is proved, and nothing is known of some moves.
    Won(ForwardWin),
    /// Not proved: the game is too large for the limits.
    Heuristic {
        /// Every legal move with what is forced within the plies looked at, and the mean of some
        /// random games.
        moves: Vec<(Choice, i64, f64)>,
        /// Plies looked ahead.
        depth: u32,
    },
}

impl Knowledge {
    /// The value, if it is proved.
    pub fn value(&self) -> Option<i64> {
        match self {
            Knowledge::Exact { value, .. } | Knowledge::Won(ForwardWin { value, .. }) => Some(*value),
            Knowledge::Heuristic { .. } => None,
        }
    }

    /// The moves whose values are proved.
    pub fn rated(&self) -> &[RatedMove] {
        match self {
            Knowledge::Exact { moves, .. } | Knowledge::Won(ForwardWin { moves, .. }) => moves,
            Knowledge::Heuristic { .. } => &[],
        }
    }

    /// The moves that are proved to keep the value.
    pub fn best(&self) -> Vec<&RatedMove> {
        self.rated().iter().filter(|each| Some(each.1) == self.value()).collect()
    }

    /// The move that perfect play takes, if the value is proved: never a guess.
    pub fn proved(&self, first_to_move: bool) -> Option<&Choice> {
        self.value().and_then(|_| self.chosen(first_to_move))
    }

    /// The move that perfect play takes: that of the table, or of wins the quickest, of losses the
    /// slowest, otherwise the first that keeps the value. Where nothing is proved, the one that
    /// looks best.
    pub fn chosen(&self, first_to_move: bool) -> Option<&Choice> {
        let sign = if first_to_move { 1 } else { -1 };
        match self {
            Knowledge::Exact { next: Some(next), .. } => Some(next),
            Knowledge::Exact { value, .. } | Knowledge::Won(ForwardWin { value, .. }) => {
                let winning = sign * value > 0;
                let haste = |each: &RatedMove| match (winning, each.2) {
                    (true, Some(plies)) => plies as i64,
                    (true, None) => i64::MAX,
                    (false, Some(plies)) => -(plies as i64),
                    (false, None) => i64::MIN,
                };
                self.best().into_iter().min_by_key(|each| haste(each)).map(|each| &each.0)
            }
            Knowledge::Heuristic { moves, .. } => {
                let sign = sign as f64;
                let looks = |each: &(Choice, i64, f64)| (sign * each.1 as f64, sign * each.2);
                let mut best: Option<&(Choice, i64, f64)> = None;
                for each in moves {
                    if best.is_none_or(|best| looks(each) > looks(best)) {
                        best = Some(each);
                    }
                }
                best.map(|each| &each.0)
            }
        }
    }
}

/// A win of who moves, found by searching forward.
#[derive(Clone, Debug)]
pub struct ForwardWin {
    /// From the first player's side.
    pub value: i64,
    /// Plies to the end.
    pub plies: u64,
    /// The moves that win within these plies.
    pub moves: Vec<RatedMove>,
    /// The other moves, of which nothing is known.
    pub open: Vec<Choice>,
    /// A line that forces it.
    pub line: Vec<Choice>,
}
