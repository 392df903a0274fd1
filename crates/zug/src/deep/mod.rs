//! Explores all positions breadth first and reports mistakes that only play shows.
//!
//! The walk uses the engine for which the definition was prepared; a fault is examined again by
//! `semantics`, which knows the place and the reason. Each finding has a shortest sequence of moves
//! that leads to it. A fault is reported once for each place in the definition, and the walk goes
//! on past it.
//!
//! "Never" is a finding only if every position was explored and no fault cut play short; otherwise
//! it is a remark about the explored positions.

mod alike;
mod carried;
mod entries;
mod lasso;
mod lost;
mod never;
mod one_sided;
mod params;
mod rounds;
mod shared;
mod walk;

use crate::answer::{Engine, Limits, Prepared, Task, with_engine};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::semantics::Position;

/// A position with a shortest play that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The moves from the start; the last one may be a move that cannot be played.
    pub moves: Vec<String>,
    /// The position after these moves; if the last cannot be played, the position before it.
    pub position: Position,
    /// The moves that lead from there back to the same position; empty unless the finding is a
    /// cycle.
    pub round: Vec<String>,
}

/// A mistake that play shows.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The mistake and its place in the definition.
    pub diagnostic: Diagnostic,
    /// A position that shows it; `None` for something that never happens.
    pub witness: Option<Witness>,
}

/// The reason why the walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The limit of positions.
    Positions,
    /// The limit of memory.
    Memory,
    /// The limit of time.
    Time,
    /// A request from outside.
    Interrupted,
}

/// The length of the longest play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// The number of plies.
    Plies(u64),
    /// Unbounded: a position can repeat.
    Repeats,
    /// Unknown: the walk did not see everything.
    Unknown,
}

/// The findings and the extent of the walk.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings in the order of the walk; those about "never" come last.
    pub findings: Vec<Finding>,
    /// The number of explored positions.
    pub positions: u64,
    /// The reason why these are not all; `None` if they are.
    pub cut: Option<Cut>,
    /// Whether a fault cut play short, so that a corrected definition may have more positions.
    pub broken: bool,
    /// If the walk was cut: every position within this number of plies of the start was explored.
    pub within: u64,
    /// The length of the longest play.
    pub longest: Longest,
    /// The number of legal moves in all positions where play goes on.
    pub moves: u64,
    /// The number of positions where play goes on.
    pub open: u64,
    /// The largest number of legal moves in one position.
    pub most: u64,
    /// The events that never happen, each with a finding: the last ones, in this order.
    pub never: Vec<never::Never>,
    /// The events that did not happen in the explored positions, if those are not all positions.
    pub unseen: Vec<never::Never>,
}

pub use never::{Never, NeverKind};
pub use params::try_other_params;

impl Report {
    /// Leaves out what never happens: the reason for it is known.
    pub fn leave_out_never(&mut self) {
        self.findings.retain(|finding| finding.witness.is_some());
        self.never.clear();
    }
}

/// Explores at most `positions` positions, within the limits.
///
/// ```
/// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
/// # let definition = Definition::of(
/// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
/// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
/// # ).expect("no mistakes");
/// # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
/// let report = zug::deep::explore(&prepared, 1000, &Limits::default());
/// assert_eq!((report.positions, report.most), (10, 2));
/// assert!(report.cut.is_none() && !report.broken);
/// ```
pub fn explore(prepared: &Prepared<'_>, positions: usize, limits: &Limits) -> Report {
    with_engine(prepared, Exploring { prepared, positions, limits })
}

struct Exploring<'a> {
    prepared: &'a Prepared<'a>,
    positions: usize,
    limits: &'a Limits,
}

impl Task for Exploring<'_> {
    type Output = Report;

    fn run<E: Engine>(self, engine: &E) -> Report {
        let mut walk = walk::DeepWalk::new(engine, self.prepared.program);
        walk.run(self.positions, self.limits);
        walk.report()
    }
}
