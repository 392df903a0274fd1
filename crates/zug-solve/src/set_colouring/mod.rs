//! Solves monotone set colouring games: the players take elements in turns until none is left, and
//! each wins by a condition on his own elements that more of them never make false.
//!
//! ```text
//!   condition.rs      such conditions, and the elements that complete one
//!   must_play.rs      where a player has to move
//!   search.rs         who wins, and by which elements
//!   carrier_table.rs  what was found
//! ```
//!
//! **Carriers.** A result is a winner and a carrier, a set of free elements: he wins also where the
//! other player has all the others. So a move that is refuted with a carrier refutes all moves
//! outside of it: the winner goes on as if that move had been made. What is left is the must-play
//! region, the intersection of the carriers; where it is empty the other player wins, and the union
//! of the carriers is a carrier of his win.
//!
//! **Why that is right.** A player is said to win where his condition holds and the other player's
//! would not, had he taken all the rest ([`SetColouring::may_win`]; `CarrierSearch::settle`). That
//! depends on his own elements alone, and holds of every larger set. So a strategy that reaches it
//! within a carrier reaches it whatever happens outside, and an element more of his own never
//! hurts: his strategy takes another one where it would have taken that. It also means that the
//! other player did not win before, since he had no more elements then. Where a condition holds and
//! this does not, or where all elements are taken and nobody won, nothing is told
//! ([`ColouringError::Undecided`]): the condition of one player need not be the dual of the
//! other's, but every result that is told was reached as if it were.
//!
//! Names: van Rijswijck, "Set colouring games" (2006); the must-play region and carriers are those
//! of Hex (Anshelevich, "A hierarchical approach to computer Hex", 2002; Hayward, Björnsson,
//! Johanson, Kan, Po, van Rijswijck, "Solving 7x7 Hex with domination, fill-in, and virtual
//! connections", 2005). That a move matters that decides often where the rest is taken at random is
//! the index of Banzhaf.

mod carrier_table;
mod condition;
mod must_play;
mod search;

pub use condition::{Condition, Elements, Joining, MOST_ELEMENTS};

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use carrier_table::{CarrierTable, CarrierVerdict, Key};
use search::CarrierSearch;
use zug_game::{Player, SplitMix64};

/// A monotone set colouring game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetColouring {
    /// How many elements there are, numbered from 0.
    pub elements: usize,
    /// For each player a condition on his elements by which he wins when he has moved.
    pub wins: [Condition; 2],
    /// For each player a condition that holds of his elements wherever he can have won.
    pub may_win: [Condition; 2],
}

impl SetColouring {
    /// All elements.
    pub fn all(&self) -> Elements {
        (1 << self.elements.min(MOST_ELEMENTS)) - 1
    }

    /// Whether there are not too many elements, and conditions name no others.
    fn is_sound(&self) -> bool {
        let fits = |each: &Condition| each.fits(self.elements);
        self.elements <= MOST_ELEMENTS && self.wins.iter().chain(&self.may_win).all(fits)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColouringError {
    /// One player's condition does not shut out the other's, or nobody wins.
    Undecided {
        /// Positions that were looked at.
        positions: u64,
    },
    /// A limit.
    Stopped(Stop<usize>),
}

/// Why a search unwinds.
enum Unwind {
    Undecided,
    Halt(Halt),
}

impl From<Halt> for Unwind {
    fn from(halt: Halt) -> Unwind {
        Unwind::Halt(halt)
    }
}

/// What was done, and what may be.
struct ColouringProgress {
    statistics: Statistics,
    watch: Watch,
}

/// Positions from one look at the clock to the next.
const PAUSE: u64 = 1024;

impl ColouringProgress {
    /// For a position that is entered.
    fn enter(&mut self) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.watch.depth()?;
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.watch.look(&self.statistics)?;
        }
        Ok(())
    }

    /// A result was stored in a table of so many bytes.
    fn stored(&mut self, bytes: u64) {
        self.statistics.stored += 1;
        self.statistics.bytes = self.statistics.bytes.max(bytes);
    }
}

/// Remembers what is known of positions, and answers for any.
pub struct SetColouringSolver {
    game: SetColouring,
    table: CarrierTable,
    work: ColouringProgress,
    random: SplitMix64,
}

impl SetColouringSolver {
    /// Nothing is known yet; none where there are more than [`MOST_ELEMENTS`], or a condition names
    /// one that there is not. At most so many bytes are remembered. Work on a deep stack: calls go
    /// as deep as play is long.
    pub fn new(game: SetColouring, memo: u64, limits: &Limits) -> Option<SetColouringSolver> {
        let work = ColouringProgress { statistics: Statistics::default(), watch: Watch::new(limits) };
        let memo = memo.min(limits.memory);
        game.is_sound().then(|| SetColouringSolver {
            game,
            table: CarrierTable::new(memo, limits.process),
            work,
            random: SplitMix64(1),
        })
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.work.statistics
    }

    /// A carrier of the win of who moves in a position that is not over, in which the players have
    /// taken these elements; none where he loses.
    ///
    /// # Errors
    /// A limit, or that it is not decided by conditions that shut out each other.
    pub fn win(&mut self, taken: [Elements; 2], mover: Player) -> Result<Option<Elements>, ColouringError> {
        let (own, other) = (taken[mover.index()], taken[mover.other().index()]);
        let SetColouringSolver { game, table, work, random } = self;
        let mut search = CarrierSearch { game, table, work, random };
        let verdict = search.verdict(Key { own, other, mover: mover.index() });
        let carrier = |found: CarrierVerdict| found.mover_wins.then_some(found.carrier);
        verdict.map(carrier).map_err(|trouble| self.stopped(trouble))
    }

    fn stopped(&self, trouble: Unwind) -> ColouringError {
        let statistics = self.work.statistics;
        match trouble {
            Unwind::Undecided => ColouringError::Undecided { positions: statistics.positions },
            Unwind::Halt(halt) => {
                ColouringError::Stopped(halt.into_stop(Vec::new(), (None, None), statistics))
            }
        }
    }
}
