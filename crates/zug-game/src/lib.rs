//! What the solvers need to know of a game, and nothing else.
//!
//! `solve` imports this module alone, so a game written by hand in Rust is solved by the same code as a
//! definition. Values are always told from the side of the player who is named first, here [`Player::First`]: he
//! maximizes, the other minimizes. So an extra turn changes no sign: whoever moves, the value of a move is its
//! gain plus the value of the position it leads to.

mod random;

pub use random::SplitMix64;
pub mod breakage;

use std::fmt;
use std::hash::Hash;

/// One of the two players, in the order in which the definition names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Maximizes.
    #[default]
    First,
    /// Minimizes.
    Second,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A value: points of the first player less those of the second; 1, 0, -1 where a game is won, drawn, lost.
pub type Value = i64;

/// The definition broke a promise while it was played (an integer left its bounds, nobody could move ..).
///
/// Only an opaque number here: who reports it replays the moves that led there by the slow semantics, which
/// tells the whole story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault(pub u32);

/// What expanding a position gives: that play is over, or its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The game is over and this is what the rules give from here on, from the first player's side. Gains
    /// already told by [`Step::reward`] are not in it again.
    Terminal(Value),
    /// The legal moves were appended, at least one, in the order of the definition.
    Moves,
}

/// What a move does.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// Where it leads.
    pub position: P,
    /// What the first player gained by it at once (negative: the second). Zero unless the game has additive points.
    pub reward: Value,
}

/// A static verdict: what the rules tell of a position at which somebody moves, from the threats on it and without playing on. `by` is the place of a move among
/// the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticVerdict {
    /// This move ends play with this payoff, and no outcome is better for the mover.
    Wins {
        /// The move.
        by: usize,
        /// What [`Expansion::Terminal`] says after it.
        payoff: Value,
    },
    /// No move ends play; after each of them the other player moves, and one of his moves ends play with this payoff,
    /// the worst for the mover.
    Loses {
        /// What [`Expansion::Terminal`] says then.
        payoff: Value,
    },
    /// Neither, as far as is known.
    Open {
        /// All moves but these lose as it is said of [`StaticVerdict::Loses`]; a bit for the place of each of the first 64 moves.
        relevant: u64,
        /// Whether the first player can still win, and whether the second one can. Where one cannot, the value of the position is
        /// no better for him than a draw.
        can_win: [bool; 2],
    },
}

impl StaticVerdict {
    /// Nothing is known.
    pub const UNKNOWN: StaticVerdict = StaticVerdict::Open { relevant: u64::MAX, can_win: [true; 2] };
}

/// The canonical form of a position: what it shares with all others that the symmetries of the rules make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalForm<K> {
    /// The key of the position that stands for all of them.
    pub key: K,
    /// Whether the players are exchanged there: its value to go is the negative of that of this position.
    pub colour_swapped: bool,
}

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Positions, the first one included, as often as the search came to them.
    pub positions: u64,
    /// Those at which the game was over.
    pub terminal: u64,
    /// Those left before all their moves were seen.
    pub cutoffs: u64,
    /// The most plies below the first one.
    pub deepest: u64,
}

/// A native search: plain alpha-beta that a game is asked to do by itself: fail-soft, moves in the order of the definition, nothing remembered.
pub struct NativeSearch<'a> {
    /// Values at or below this are told by any upper bound that is not above it. The least number is an open side.
    pub alpha: Value,
    /// Values at or above this are told by any lower bound that is not below it. The greatest number is an open side.
    pub beta: Value,
    /// Whether moves that cannot matter are left out; if not, the two bounds play no part.
    pub prunes: bool,
    /// Positions entered before, for `look`.
    pub before: u64,
    /// Told what was counted whenever the positions, those before included, are a multiple of [`PAUSE`]; says whether to go on.
    pub look: &'a mut dyn FnMut(&SearchCounts) -> bool,
    /// The stack may be used down to this address.
    pub floor: usize,
    /// It must not go down so many plies.
    pub plies: u64,
}

/// Positions from one look at the clock to the next.
pub const PAUSE: u64 = 1 << 12;

/// What became of a [`NativeSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeOutcome {
    /// The value, and what was counted.
    Value(Value, SearchCounts),
    /// It was not to go on.
    Stopped(SearchCounts),
    /// It met something that it cannot tell of: a broken promise, a number too large, play too deep. A search move by move will meet it
    /// too, if it is really there.
    Unable,
}

/// So many positions are audited at the beginning of a search.
pub const AUDITED_FIRST: u64 = 256;

/// After them one in so many.
pub const AUDITED_THEN: u64 = 1 << 16;

/// Whether a search asks [`Game::audit`] about the position that it enters as its `nth`.
#[inline(always)]
pub const fn is_audited(nth: u64) -> bool {
    nth & (AUDITED_THEN - 1) == 0 || nth <= AUDITED_FIRST
}

/// A two-player, perfect-information, zero-sum, finite game.
///
/// Laws: [`Game::expand`] and [`Game::play`] are functions of the position; positions with equal [`Game::key`] have
/// the same mover, the same moves in the same order, and the same value to go.
pub trait Game {
    /// A position, whole: what is needed to play on.
    type Position: Clone + fmt::Debug;
    /// A move.
    type Move: Clone + PartialEq + fmt::Debug;
    /// What tells positions apart as far as their value to go is concerned (additive points are left out).
    type Key: Clone + Eq + Hash + Ord + Default + fmt::Debug;

    /// The position from which play begins.
    fn start(&self) -> Self::Position;

    /// Points the first player has at a position that no [`Step::reward`] will tell again: add it to the value to
    /// go for the value in the words of the rules.
    fn offset(&self, _position: &Self::Position) -> Value {
        0
    }

    /// Whose turn it is.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Whether play is over; otherwise appends the legal moves to `moves`, in the order of the definition.
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Result<Expansion, Fault>;

    /// Plays a legal move.
    fn play(&self, position: &Self::Position, play: &Self::Move) -> Result<Step<Self::Position>, Fault>;

    /// The position as far as its value to go is concerned.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// How many bits the numbers of keys have ([`Game::number`]), of all positions that play reaches from this one and of those that
    /// stand for them ([`Game::canonical`]); nothing where they have none of at most 64 bits.
    fn number_bits(&self, _from: &Self::Position) -> Option<u32> {
        None
    }

    /// The number of a key. Law: where [`Game::number_bits`] says how many bits, it has no more, and no two of those keys have
    /// the same. Elsewhere it may be anything.
    fn number(&self, _key: &Self::Key) -> u64 {
        0
    }

    /// What a transposition table stores the position under. Law: of two positions with equal [`CanonicalForm::key`], both that stand so or
    /// both exchanged have the same value to go and are as far from the end; of one and the other, one value is the
    /// negative of the other. The moves may differ in number, order and name, so a move that was best for one is no
    /// more than a hint for the other.
    #[inline(always)]
    fn canonical(&self, position: &Self::Position) -> CanonicalForm<Self::Key> {
        CanonicalForm { key: self.key(position), colour_swapped: false }
    }

    /// The whole position, points included, for counting: equal exactly when all fields, the turn and what is
    /// asked for are equal.
    fn full_key(&self, position: &Self::Position) -> Self::Key;

    /// Whether [`Game::static_verdict`] can tell anything at all: then it tells of every win at once.
    fn has_static_verdict(&self) -> bool {
        false
    }

    /// What the rules tell of a position that is not over; `moves` are those of [`Game::expand`]. No gain is part
    /// of what it tells: a game with additive points tells nothing.
    fn static_verdict(&self, _position: &Self::Position, _moves: &[Self::Move]) -> StaticVerdict {
        StaticVerdict::UNKNOWN
    }

    /// How early a move should be tried (static move ordering): the order of a search may follow it, a value never does.
    fn order_score(&self, _position: &Self::Position, _play: &Self::Move) -> i64 {
        0
    }

    /// Whether [`Game::native_search`] is worth asking now.
    #[inline(always)]
    fn has_native_search(&self) -> bool {
        false
    }

    /// The plain search below a position, by a game that has a faster way to it than one move at a time. Law: value and counts are those of
    /// the search move by move.
    fn native_search(&self, _position: &Self::Position, _plain: NativeSearch<'_>) -> NativeOutcome {
        NativeOutcome::Unable
    }

    /// The same for all moves of a position: tells the score of each, in order.
    #[inline(always)]
    fn order_scores(&self, position: &Self::Position, moves: &[Self::Move], mut push: impl FnMut(i64)) {
        moves.iter().for_each(|play| push(self.order_score(position, play)));
    }

    /// Bounds that no payoff of [`Expansion::Terminal`] may leave, both included: a search that meets one beyond them stops.
    fn payoff_range(&self) -> (Value, Value) {
        (Value::MIN, Value::MAX)
    }

    /// Asked by searches about some of the positions they enter ([`is_audited`]): whether all that is told of it agrees with what
    /// this game is made from. `nth` counts the positions of that search, from 1. A search that hears no stops.
    fn audit(&self, _position: &Self::Position, _nth: u64) -> bool {
        true
    }

    /// What never-ending play is worth from this position on, from the first player's side.
    fn endless(&self, _position: &Self::Position) -> Result<Value, Fault> {
        Ok(0)
    }
}
