//! What a solver may use, and why it ended without an answer.

use crate::answer::{Statistics, UnfinishedSearch};
use crate::clock::Instant;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use zug_game::{Fault, Game, ProcessMemory, Value, is_audited};

/// The reason of [`Stop::Unfit`] where `endless` has two values on one cycle: a mistake of the
/// definition.
pub const ENDLESS_VARIES: &str = "endless play is worth different things on one cycle";

/// Told now and then how far a search is.
pub type ProgressCallback = Arc<dyn Fn(&Statistics) + Send + Sync>;

/// What a solver may use.
#[derive(Clone)]
pub struct Limits {
    /// Bytes for tables. A table asks before it grows.
    pub memory: u64,
    /// Bytes for everything, what no table counts included: asked for now and then.
    pub process: Option<ProcessMemory>,
    /// When to end.
    pub deadline: Option<Instant>,
    /// How many positions may be looked at to find the value, counted now and then.
    pub positions: Option<u64>,
    /// How much work may be done to find the value, in positions ([`Statistics::work`]), counted
    /// now and then.
    pub work: Option<u64>,
    /// Set from outside to end at once.
    pub stop: Option<Arc<AtomicBool>>,
    /// Told now and then how far it is, a few times a second at most.
    pub progress: Option<ProgressCallback>,
    /// Where a search for the value by alpha-beta with a table leaves what it did, if it halts: the
    /// longest one counts.
    pub unfinished: Option<Arc<Mutex<UnfinishedSearch>>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 4 << 30,
            process: None,
            deadline: None,
            positions: None,
            work: None,
            stop: None,
            progress: None,
            unfinished: None,
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("memory", &self.memory)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

impl Limits {
    /// Whether the process is within its memory, as the system counts it.
    ///
    /// # Errors
    /// It is not.
    pub fn look_at_process(&self) -> Result<(), LimitKind> {
        let Some(process) = self.process else { return Ok(()) };
        let over = (process.now)().is_some_and(|now| now > process.most);
        if over { Err(LimitKind::Memory) } else { Ok(()) }
    }

    /// Bytes that a table may take.
    pub(super) fn room(&self) -> u64 {
        let left = self.process.and_then(ProcessMemory::left);
        left.map_or(self.memory, |left| left.min(self.memory))
    }

    /// The same for what is asked when the value is known.
    pub(super) fn afterwards(&self) -> Limits {
        Limits { positions: None, work: None, unfinished: None, ..self.clone() }
    }

    /// Keeps what a search did that halted, if somebody asks for it and no longer one is kept.
    pub(super) fn keep(&self, search: impl FnOnce() -> UnfinishedSearch) {
        if let Some(kept) = &self.unfinished {
            let (mut kept, search) = (kept.lock().unwrap_or_else(PoisonError::into_inner), search());
            if search.statistics.positions > kept.statistics.positions {
                *kept = search;
            }
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// [`Limits::memory`] or [`Limits::process`]
    Memory,
    /// [`Limits::deadline`]
    Time,
    /// [`Limits::positions`] or [`Limits::work`]
    Positions,
    /// [`Limits::stop`]
    Interrupted,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<M> {
    /// A limit was reached. What was proved until then holds.
    Limit {
        /// Which one.
        which: LimitKind,
        /// The value is at least this.
        lower: Option<Value>,
        /// The value is at most this.
        upper: Option<Value>,
        /// What was done.
        statistics: Statistics,
    },
    /// The definition broke a promise.
    Fault {
        /// Which, as the game told it.
        fault: Fault,
        /// The moves that lead from the given position to it; the last one is the one that could
        /// not be played, or leads to the position that could not be looked at.
        line: Vec<M>,
    },
    /// Two things that cannot both hold: a bug of ours. Nothing that was found can be believed.
    Contradiction {
        /// What does not hold together.
        what: &'static str,
        /// The moves that lead to where it was seen, where they are known.
        line: Vec<M>,
    },
    /// Play is longer than the stack is deep. What was proved until then holds.
    TooDeep {
        /// Plies below the given position.
        plies: u64,
        /// The value is at least this.
        lower: Option<Value>,
        /// The value is at most this.
        upper: Option<Value>,
        /// What was done.
        statistics: Statistics,
    },
    /// A value or a number does not fit into 64 bits, or a table into 32-bit indexes. What was
    /// proved until then holds.
    Overflow {
        /// What it was.
        what: &'static str,
        /// The value is at least this.
        lower: Option<Value>,
        /// The value is at most this.
        upper: Option<Value>,
        /// What was done.
        statistics: Statistics,
    },
    /// The game is not what this method is for.
    Unfit {
        /// What is wrong.
        why: &'static str,
    },
}

impl<M> Stop<M> {
    /// Something does not fit, of which nothing was proved.
    pub(super) fn overflow(what: &'static str) -> Stop<M> {
        Stop::Overflow { what, lower: None, upper: None, statistics: Statistics::default() }
    }

    /// The same where an earlier search had proved this value, with what that search did.
    pub(super) fn after_value(mut self, value: Value, before: Statistics) -> Stop<M> {
        if let Stop::Limit { lower, upper, statistics, .. }
        | Stop::TooDeep { lower, upper, statistics, .. }
        | Stop::Overflow { lower, upper, statistics, .. } = &mut self
        {
            (*lower, *upper) = (Some(value), Some(value));
            *statistics = before.plus(*statistics);
        }
        self
    }
}

/// Why a search unwinds; small, because it comes back from every call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Limit(LimitKind),
    Fault(Fault),
    TooDeep,
    Overflow,
    /// A position came again where play was said to end.
    Repeats,
    /// A position that is not over has no move.
    NoMoves,
    /// More positions than 32 bits can number.
    TooMany,
    /// Points are gained on a cycle of whole positions.
    RewardInCycle,
    /// `endless` is not one value on a cycle.
    EndlessVaries,
    /// Something else than a win, a draw or a loss.
    Points,
    /// A strategy does not reach what it was to reach.
    NotReached,
    /// Two results of one position that cannot both hold.
    TwoResults,
    /// An ended position pays what no outcome can.
    BeyondRange,
    /// An audited position is not what it should be.
    Audit,
    /// Another thread has the answer. This and the next two never reach who asked.
    Done,
    /// The memo that threads share has to grow.
    Crowded,
    /// The search takes so long that more threads are worth it.
    Long,
    /// The search comes back to the same positions again and again.
    Revisits,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

impl Halt {
    /// Whether something is wrong with us.
    pub(super) fn is_contradiction(self) -> bool {
        matches!(self, Halt::TwoResults | Halt::BeyondRange | Halt::Audit)
    }

    /// What the outside is told. `line` leads to the place.
    pub(super) fn into_stop<M>(
        self,
        line: Vec<M>,
        (lower, upper): (Option<Value>, Option<Value>),
        statistics: Statistics,
    ) -> Stop<M> {
        match self {
            Halt::Limit(which) => Stop::Limit { which, lower, upper, statistics },
            Halt::Revisits => Stop::Limit { which: LimitKind::Positions, lower, upper, statistics },
            Halt::Done | Halt::Crowded | Halt::Long => {
                Stop::Limit { which: LimitKind::Interrupted, lower, upper, statistics }
            }
            Halt::Fault(fault) => Stop::Fault { fault, line },
            Halt::TooDeep => Stop::TooDeep { plies: line.len() as u64, lower, upper, statistics },
            Halt::Overflow => Stop::Overflow { what: "a value", lower, upper, statistics },
            Halt::Repeats => Stop::Unfit { why: "positions can repeat" },
            Halt::TooMany => Stop::Overflow { what: "the number of positions", lower, upper, statistics },
            Halt::RewardInCycle => Stop::Unfit { why: "points are gained on a cycle" },
            Halt::EndlessVaries => Stop::Unfit { why: ENDLESS_VARIES },
            Halt::Points => {
                Stop::Unfit { why: "df-pn is for games that are won, lost or drawn, without points" }
            }
            Halt::NotReached => {
                Stop::Unfit { why: "no strategy reaches this by ends of play and the rule `endless` alone" }
            }
            Halt::TwoResults => {
                Stop::Contradiction { what: "two results for one position cannot both hold", line }
            }
            Halt::BeyondRange => {
                Stop::Contradiction { what: "an ended position pays what no outcome of the rules can", line }
            }
            Halt::Audit => {
                Stop::Contradiction { what: "a position is not what the rules by name make of it", line }
            }
            Halt::NoMoves => Stop::Unfit { why: "a position that is not over has no move" },
        }
    }
}

/// Sees that a payoff is within the bounds that were proved.
#[inline(always)]
pub(super) fn within_range(payoff: Value, (least, most): (Value, Value)) -> Result<(), Halt> {
    if least <= payoff && payoff <= most { Ok(()) } else { Err(Halt::BeyondRange) }
}

/// Asks a game about a position that a search enters as its `nth`, where that is to be asked.
#[inline(always)]
pub(super) fn audit<G: Game>(game: &G, position: &G::Position, nth: u64) -> Result<(), Halt> {
    if is_audited(nth) && !game.audit(position, nth) { Err(Halt::Audit) } else { Ok(()) }
}
