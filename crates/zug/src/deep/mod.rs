//! Plays a definition through, breadth first, and says what only play can show.
//!
//! Reads a prepared definition; makes a [`Report`]: findings, each with a shortest sequence of moves that leads there, and
//! how much was seen. The walk goes by whichever engine the definition was prepared for; a broken promise is looked at
//! again by `semantics`, which has its whole story. One report for each place of a fault: the walk goes on past it.
//!
//! What never happens is a finding only where every position was looked at and no fault cut play short; otherwise it
//! is a remark about the positions that were seen.

mod alike;
mod lasso;
mod never;
mod walk;

use crate::answer::{Engine, Limits, Prepared, Task, with_engine};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::semantics::Position;

/// A position, and a shortest way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The moves from the start; the last may be the one that cannot be played.
    pub moves: Vec<String>,
    /// Where they lead; if the last cannot be played, the position before it.
    pub position: Position,
    /// Moves that lead from there to the same position again; empty but for a cycle.
    pub round: Vec<String>,
}

/// Something that play shows.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What, and where in the definition.
    pub diagnostic: Diagnostic,
    /// Where it happens; nothing where it happens nowhere.
    pub witness: Option<Witness>,
}

/// Why the walk ended before all was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many positions were asked for.
    Positions,
    /// The memory that was allowed.
    Memory,
    /// The time that was allowed.
    Time,
    /// From outside.
    Interrupted,
}

/// How long play can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// Plies of the longest play.
    Plies(u64),
    /// A position can come again.
    Repeats,
    /// Not all was seen.
    Unknown,
}

/// What was found, and how much was looked at.
#[derive(Clone, Debug)]
pub struct Report {
    /// In the order in which play meets them; what never happens comes last.
    pub findings: Vec<Finding>,
    /// Positions looked at.
    pub positions: u64,
    /// Why these are not all, if they are not.
    pub cut: Option<Cut>,
    /// Whether faults cut play short, so that there may be more positions once they are mended.
    pub broken: bool,
    /// Every position that so many moves reach was looked at; only where the walk was cut.
    pub within: u64,
    /// How long play can be.
    pub longest: Longest,
    /// Legal moves, over all positions in which somebody is to move.
    pub moves: u64,
    /// Positions in which somebody is to move.
    pub open: u64,
    /// The most legal moves in one position.
    pub most: u64,
    /// What did not happen in the positions seen, in words, where that proves nothing.
    pub unseen: Vec<never::Never>,
}

pub use never::{Never, NeverKind};

/// Plays through at most so many positions.
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
        let mut walk = walk::Walk::new(engine, self.prepared.program);
        walk.run(self.positions, self.limits);
        walk.report()
    }
}
