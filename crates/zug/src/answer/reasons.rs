//! Why a value is known, why a solver does not fit, and which limit ended a search: as data.
//! `zug_view::wording` puts it in words.

use super::SolverKind;
use super::sum_game::SumParts;
use zug_analysis::Ends;
use zug_game::Value;
use zug_lang::program::Program;
use zug_solve::LimitKind;

/// How a value is known, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// How it was found.
    pub method: Method,
    /// Whether play must end, and why.
    pub ends: Ends,
    /// Whether several threads were asked for where the method uses one.
    pub one_thread: bool,
    /// The certificate of the value that was made and checked.
    pub certificate: Option<CertificateSize>,
    /// Where parts could be solved apart, but a sample found that positions hardly fall apart: the
    /// positions it looked at.
    pub whole_after: Option<u64>,
    /// Where components were solved apart first, which took too long: the positions of components
    /// that were looked at.
    pub apart_first: Option<u64>,
    /// Where must-play regions were tried, but did not decide who wins: the positions that were
    /// looked at.
    pub undecided_after: Option<u64>,
    /// Where positions of a database were not searched: how often it was asked.
    pub leaves: Option<LeafUse>,
}

/// What a search took from a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafUse {
    /// How often it was asked about a position.
    pub asked: u64,
    /// How often it held the position: its value was taken, and nothing behind it searched.
    pub found: u64,
    /// The positions of the database that the search could ask about: those of the tiers that there
    /// is memory for.
    pub positions: u64,
    /// All positions of the database.
    pub all: u64,
}

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By alpha-beta.
    AlphaBeta {
        /// Whether it remembers.
        memo: bool,
    },
    /// By df-pn, which asks yes or no.
    Dfpn {
        /// Whether an outcome can be a draw, so that there are two questions.
        draws: bool,
        /// Where alpha-beta had turns too: positions that both looked at before the last turn.
        before: Option<u64>,
    },
    /// By backward induction: no position was searched twice.
    Induction {
        /// Where alpha-beta had begun: positions that were looked at before.
        before: Option<u64>,
        /// Whether sums of points that no rule bounds were left out of the keys; otherwise
        /// alpha-beta, where it had begun, came back to the same positions again and again.
        sums: bool,
    },
    /// By the parts of positions that no move joins.
    Sums {
        /// What falls apart.
        parts: SumParts,
        /// Whether both players have the same moves, so that each part has a nimber.
        nimbers: bool,
    },
    /// By the nimbers of components, none of whose moves reads or changes what another has.
    Components {
        /// How many there are, at least 2.
        components: usize,
    },
    /// By must-play regions and carriers, where the players take elements and each wins by his own.
    MustPlay,
    /// By retrograde analysis of every reachable position.
    Retrograde,
    /// It stands in a database on disk, with every position that can be reached from it.
    Database {
        /// How many positions it holds.
        positions: u64,
        /// Whether these are all that can be reached from the first position of the game.
        whole: bool,
        /// Whether points that are only added up do not tell them apart.
        sums: bool,
    },
    /// By a search forward, iterative deepening, that found a win while more positions were listed
    /// than that took.
    Forward {
        /// Positions that it looked at.
        positions: u64,
    },
    /// By minimax over every line of play.
    EveryLine {
        /// Whether it remembers.
        memo: bool,
    },
    /// By minimax over all positions, again and again until nothing changes: for play that may not
    /// end.
    ValueIteration,
}

/// What a certificate took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateSize {
    /// Bytes of the file.
    pub bytes: u64,
    /// Positions at which it was checked.
    pub positions: u64,
}

/// Why a solver, or a certificate, does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The solver needs play that must end, and that is not proved.
    MayNotEnd {
        /// The solver.
        solver: SolverKind,
        /// What stands in the way of the proof, as [`Ends::Unproven`] has it.
        why: String,
    },
    /// Df-pn asks who wins, and the outcome is points.
    PointsForDfpn,
    /// Df-pn was told to remember nothing.
    DfpnWithoutMemo,
    /// The game is not proved to be a sum of parts: Node Kayles.
    NoSum,
    /// The game is not proved to be a monotone set colouring game.
    NoSetColouring,
    /// It is one, but conditions that shut out each other do not decide who wins.
    Undecided {
        /// Positions that were looked at.
        positions: u64,
    },
    /// Plies were asked for, and must-play regions do not tell them.
    DistanceOfMustPlay,
    /// The solver of must-play regions was told to remember nothing.
    MustPlayWithoutMemo,
    /// A nimber was asked for, and the game is not proved to have one.
    NoNimber {
        /// The condition that does not hold, in words.
        why: String,
    },
    /// Plies were asked for, and parts do not tell them.
    DistanceOfSum,
    /// The solver of sums was told to remember nothing.
    SumWithoutMemo,
    /// Plies were asked for, and backward induction does not tell them.
    DistanceOfInduction,
    /// Backward induction was told to remember nothing.
    InductionWithoutMemo,
    /// Several threads share the memo of alpha-beta, and this is something else.
    ThreadsWithoutMemo,
    /// The solver is not listed.
    NotListed,
    /// A certificate of a distance was asked for, and outcomes are points.
    DistanceOfPoints,
    /// A certificate of a distance was asked for, and the position is drawn.
    DistanceOfDraw,
    /// A certificate of a distance was asked for, and who wins does so by play that never ends.
    DistanceOfEndlessPlay,
    /// A certificate is made of lines, and a setting or a move cannot be one.
    LineOfCertificate,
    /// The value has more than 64 bits.
    ValueTooLarge,
    /// `endless` gives a cycle two values: a mistake of the definition.
    EndlessVaries,
    /// The solver found out while it ran.
    Found {
        /// What it found.
        why: &'static str,
    },
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// One that was given.
    Given(LimitKind),
    /// The depth of the stack.
    Depth {
        /// Plies below the position that was asked about.
        plies: u64,
    },
    /// The size of numbers.
    Number {
        /// What has more than 64 bits.
        what: &'static str,
    },
    /// The depth of the stack, while a search was recorded as a tree.
    RecordingDepth,
    /// The positions that a tree can show.
    RecordingSize {
        /// Plies of the smallest search that was tried.
        plies: u32,
    },
}

/// What was proved of a value before a limit was reached, from the first player's side. Only what
/// is more than every outcome meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProvedBounds {
    /// It is at least this.
    pub lower: Option<Value>,
    /// It is at most this.
    pub upper: Option<Value>,
}

impl ProvedBounds {
    /// Nothing.
    pub const NONE: ProvedBounds = ProvedBounds { lower: None, upper: None };

    /// The value.
    pub(super) fn exactly(value: Value) -> ProvedBounds {
        ProvedBounds { lower: Some(value), upper: Some(value) }
    }

    /// What of these bounds is more than the bounds of all outcomes.
    pub(super) fn of(program: &Program, lower: Option<Value>, upper: Option<Value>) -> ProvedBounds {
        let (least, most) = zug_analysis::range(program);
        ProvedBounds { lower: lower.filter(|low| *low > least), upper: upper.filter(|high| *high < most) }
    }

    /// What both of two searches proved.
    pub(super) fn and(self, other: ProvedBounds) -> ProvedBounds {
        let upper = [self.upper, other.upper].into_iter().flatten().min();
        ProvedBounds { lower: self.lower.max(other.lower), upper }
    }

    /// The same with both bounds where one of them leaves one outcome alone: then the value is
    /// proved.
    pub(super) fn closed(self, program: &Program) -> ProvedBounds {
        let (least, most) = zug_analysis::range(program);
        ProvedBounds {
            lower: self.lower.or(self.upper.filter(|high| *high == least)),
            upper: self.upper.or(self.lower.filter(|low| *low == most)),
        }
    }
}
