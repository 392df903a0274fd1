//! The interface between a game and the solvers: everything that a solver needs to know, and
//! nothing else.
//!
//! `zug-solve` depends on this crate alone, so a game written by hand in Rust is solved by the same
//! code as a definition. All values are from the side of the player who is named first,
//! [`Player::First`]: he maximizes, the other minimizes. An extra turn needs no special case:
//! whoever moves next, the value of a move is its reward plus the value of the position after it.

mod native_induction;
mod process_memory;
mod random;

pub use native_induction::{INDUCTION_PAUSE, InductionCounts, InductionOutcome, NativeInduction};
pub use process_memory::ProcessMemory;
pub use random::SplitMix64;
pub mod breakage;

use std::fmt;
use std::hash::Hash;

/// One of the two players, in the order of the definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Maximizes.
    #[default]
    First,
    /// Minimizes.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// The index of the player: 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A value: the first player's points less the second's; 1, 0, -1 in a game that is won, drawn or
/// lost.
pub type Value = i64;

/// A fault: play met something that a definition must exclude (an integer left its bounds, nobody
/// could move ..).
///
/// It is an opaque number here. To report it, replay the moves that lead to it by the slow
/// semantics, which gives the place and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault(pub u32);

/// The result of expanding a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// Play is over, with this payoff from the first player's side. It does not include rewards
    /// already returned in [`Step::reward`].
    Terminal(Value),
    /// Play goes on: the legal moves were appended, at least one, in the order of the definition.
    Moves,
}

/// The effect of a move.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// The position after the move.
    pub position: P,
    /// The first player's reward for the move; negative for the second player's. 0 unless the game
    /// has additive points.
    pub reward: Value,
}

/// A static verdict: what the threats on a position that is not over say about its value, without
/// playing on. Moves are given by their index among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticVerdict {
    /// This move ends play with this payoff, and no outcome is better for the mover.
    Wins {
        /// The index of the move.
        by: usize,
        /// The payoff of [`Expansion::Terminal`] after it.
        payoff: Value,
    },
    /// No move ends play; after each move the opponent moves, and he can end play with this payoff,
    /// the worst for the mover.
    Loses {
        /// The payoff of [`Expansion::Terminal`] then.
        payoff: Value,
    },
    /// Neither is known.
    Open {
        /// The mask of the relevant moves among the first 64; later moves are always relevant. Some
        /// relevant move is at least as good as each other move, in value and in plies. Where each
        /// turn is one move, each other move lets the opponent end play at once with the payoff
        /// that is worst for the mover.
        relevant: u64,
        /// Whether each player can still win. If one cannot, the value of the position is no better
        /// for him than a draw.
        can_win: [bool; 2],
    },
}

impl StaticVerdict {
    /// The verdict that says nothing.
    pub const UNKNOWN: StaticVerdict = StaticVerdict::Open { relevant: u64::MAX, can_win: [true; 2] };
}

/// The canonical form of a position: the same for all positions that symmetries of the rules map to
/// each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalForm<K> {
    /// The key that stands for all of them.
    pub key: K,
    /// Whether the players are swapped there: the value to go is negated then.
    pub colour_swapped: bool,
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Positions entered, the first one included, each as often as the search entered it.
    pub positions: u64,
    /// Terminal positions among them.
    pub terminal: u64,
    /// Positions left before all their moves were searched.
    pub cutoffs: u64,
    /// The greatest ply reached, counted from the first position.
    pub deepest: u64,
}

/// A request for a native search: plain alpha-beta, fail-soft, with moves in the order of the
/// definition and without a table, which a game may do by itself faster than move by move.
pub struct NativeSearch<'a> {
    /// The lower end of the window: for a value at or below it any upper bound at or below it will
    /// do. The least number stands for an open side.
    pub alpha: Value,
    /// The upper end of the window: for a value at or above it any lower bound at or above it will
    /// do. The greatest number stands for an open side.
    pub beta: Value,
    /// Whether to prune. If not, the window plays no part.
    pub prunes: bool,
    /// The number of positions entered before this search, which decides when `look` is called.
    pub before: u64,
    /// A callback with the counters so far; it returns whether to go on. It is called whenever
    /// `before` plus the positions entered is a multiple of [`PAUSE`].
    pub look: &'a mut dyn FnMut(&SearchCounts) -> bool,
    /// The lowest stack address that may be used.
    pub floor: usize,
    /// The number of plies that the search must not reach.
    pub plies: u64,
}

/// Positions from one check of the clock to the next.
pub const PAUSE: u64 = 1 << 12;

/// The result of a [`NativeSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeOutcome {
    /// The value to go, and the counters.
    Value(Value, SearchCounts),
    /// The callback asked to stop.
    Stopped(SearchCounts),
    /// The search cannot tell: it met a fault, an overflow, or play that is too deep. A search move
    /// by move will meet it too, if it is reached there.
    Unable,
}

/// The number of positions at the beginning of a search that are all audited.
pub const AUDITED_FIRST: u64 = 256;

/// After them, one position in so many is audited.
pub const AUDITED_THEN: u64 = 1 << 16;

/// Whether a search calls [`Game::audit`] for the `nth` position that it enters.
#[inline(always)]
pub const fn is_audited(nth: u64) -> bool {
    nth & (AUDITED_THEN - 1) == 0 || nth <= AUDITED_FIRST
}

/// A finite two-player zero-sum game with perfect information.
///
/// Laws: [`Game::expand`] and [`Game::play`] are functions of the position; positions with equal
/// [`Game::key`] have the same mover, the same moves in the same order, and the same value to go.
pub trait Game {
    /// A complete position: everything that is needed to play on.
    type Position: Clone + fmt::Debug;
    /// A move.
    type Move: Clone + PartialEq + fmt::Debug;
    /// A key that distinguishes positions as far as their value to go is concerned; additive points
    /// are left out.
    type Key: Clone + Eq + Hash + Ord + Default + fmt::Debug;

    /// The position from which play begins.
    fn start(&self) -> Self::Position;

    /// The points that the first player has at a position. Add them to the value to go for the
    /// value in terms of the rules. 0 in games without additive points.
    fn offset(&self, _position: &Self::Position) -> Value {
        0
    }

    /// The player to move.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Expands a position: its payoff, or its legal moves, which are appended to `moves` in the
    /// order of the definition.
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Result<Expansion, Fault>;

    /// Plays a legal move.
    fn play(&self, position: &Self::Position, play: &Self::Move) -> Result<Step<Self::Position>, Fault>;

    /// The key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The width in bits, at most 64, of the numbers ([`Game::number`]) of the keys of all
    /// positions reachable from this one and of their canonical forms; none if these keys have no
    /// such numbers.
    fn number_bits(&self, _from: &Self::Position) -> Option<u32> {
        None
    }

    /// The number of a key. Law: if [`Game::number_bits`] gives a width, the number has no more
    /// bits, and different keys have different numbers. Otherwise the result is arbitrary.
    fn number(&self, _key: &Self::Key) -> u64 {
        0
    }

    /// How many ranks ([`Game::key_rank`]) there are; none if keys have no such numbers.
    fn key_ranks(&self) -> Option<u64> {
        None
    }

    /// The rank of a key. Law: if [`Game::key_ranks`] gives a count, the rank is below it, and
    /// different keys have different ranks. Otherwise the result is arbitrary.
    fn key_rank(&self, _key: &Self::Key) -> u64 {
        0
    }

    /// A key, or a [`Game::full_key`], as one number. Law: it is none for all keys or for none, and
    /// different keys have different numbers.
    fn wide_number(&self, _key: &Self::Key) -> Option<u128> {
        None
    }

    /// The canonical form under which a transposition table stores a position. Law: if two
    /// positions have equal [`CanonicalForm::key`] and both or neither are colour-swapped, they
    /// have the same value to go and the same distance to the end; if one of them is, the values
    /// are negatives of each other. Their moves lead to positions of the same forms, but may differ
    /// in number, order and name, so the best move of one is only a hint for the other.
    #[inline(always)]
    fn canonical(&self, position: &Self::Position) -> CanonicalForm<Self::Key> {
        CanonicalForm { key: self.key(position), colour_swapped: false }
    }

    /// The cost of [`Game::canonical`] beyond that of [`Game::key`], roughly in units of a table
    /// look-up in the cache; 0 where it is not worth asking.
    fn canonical_cost(&self) -> u64 {
        0
    }

    /// Whether the canonical form of a position is its key, but that the first player moves there:
    /// a position of the second is colour-swapped.
    fn has_forms_by_turn(&self) -> bool {
        false
    }

    /// The whole state as a key, points included, for counting: equal exactly if all fields, the
    /// player to move and the followup request are equal.
    fn full_key(&self, position: &Self::Position) -> Self::Key;

    /// Whether [`Game::static_verdict`] ever says anything. If so, it recognizes every position
    /// with an immediate win.
    fn has_static_verdict(&self) -> bool {
        false
    }

    /// The static verdict on a position that is not over; `moves` are those of [`Game::expand`]. It
    /// takes no rewards into account, so a game with additive points returns
    /// [`StaticVerdict::UNKNOWN`].
    fn static_verdict(&self, _position: &Self::Position, _moves: &[Self::Move]) -> StaticVerdict {
        StaticVerdict::UNKNOWN
    }

    /// The order score of a move (static move ordering): the higher, the earlier a search tries the
    /// move. It never changes a value.
    fn order_score(&self, _position: &Self::Position, _play: &Self::Move) -> i64 {
        0
    }

    /// A number of a move, by which a search counts how often it was good. Equal moves have equal
    /// numbers; where different moves have one number, they are counted together.
    #[inline(always)]
    fn move_code(&self, _play: &Self::Move) -> u64 {
        0
    }

    /// Whether to ask for [`Game::native_search`] now.
    #[inline(always)]
    fn has_native_search(&self) -> bool {
        false
    }

    /// The search below a position by a game that has a faster way than move by move. Law: value
    /// and counters are those of the search move by move.
    fn native_search(&self, _position: &Self::Position, _plain: NativeSearch<'_>) -> NativeOutcome {
        NativeOutcome::Unable
    }

    /// Whether to ask for [`Game::native_induction`] now.
    #[inline(always)]
    fn has_native_induction(&self) -> bool {
        false
    }

    /// The value of a position by a game that finds it faster than position by position, and what
    /// was counted. Law: values and counters are those of the induction position by position, where
    /// it finds a value.
    fn native_induction(
        &self,
        _position: &Self::Position,
        _request: NativeInduction<'_>,
    ) -> (InductionOutcome, InductionCounts) {
        (InductionOutcome::Unable, InductionCounts::default())
    }

    /// The cost of a position of a search without a table, roughly in units of a table look-up in
    /// the cache. It may depend on the rules alone, not on what is compiled by now: so every engine
    /// searches the same positions.
    fn plain_cost(&self) -> u64 {
        16
    }

    /// Pushes the order scores of all moves of a position, in order.
    #[inline(always)]
    fn order_scores(&self, position: &Self::Position, moves: &[Self::Move], mut push: impl FnMut(i64)) {
        moves.iter().for_each(|play| push(self.order_score(position, play)));
    }

    /// Bounds of every payoff of [`Expansion::Terminal`], both included. A search that meets a
    /// payoff beyond them stops.
    fn payoff_range(&self) -> (Value, Value) {
        (Value::MIN, Value::MAX)
    }

    /// Searches ask this of some of the positions that they enter ([`is_audited`]): whether
    /// everything that this game says of the position agrees with the definition that it was made
    /// from. `nth` counts the positions of the search from 1. A search stops if the result is
    /// false.
    fn audit(&self, _position: &Self::Position, _nth: u64) -> bool {
        true
    }

    /// The value to go of never-ending play from this position on, from the first player's side.
    fn endless(&self, _position: &Self::Position) -> Result<Value, Fault> {
        Ok(0)
    }
}
