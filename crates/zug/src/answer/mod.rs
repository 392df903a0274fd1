//! Answers questions about a definition: chooses the engine and the solver by what is proved about
//! the game, and says why.
//!
//! Reads a checked [`Program`] and positions as `semantics` knows them; makes an [`Answer`];
//! refuses with [`SolveError`], which says what was proved until then. A definition is compiled
//! once, by [`Prepared::new`], and asked any number of times.

mod audit;
mod by_name;
mod census_check;
mod checks;
mod choose;
mod conflict_sum;
#[cfg(feature = "database")]
pub mod database;
mod deletion_sum;
mod engine;
mod estimate;
mod first_moves;
mod forward;
mod forward_win;
mod impartial;
mod impartial_game;
mod induction;
mod key_encoding;
mod knowledge;
mod leaves;
mod must_play;
mod position_graph;
mod position_table;
mod reasons;
mod results;
mod run;
mod session;
mod shared_search;
mod state_space;
mod strong;
mod subset_game;
mod sum_game;
mod sums;
mod tier_function;
mod within;

pub use checks::{Checked, Checks};
pub(crate) use choose::plan;
#[doc(hidden)]
pub use choose::{SOLVERS, Solver};
use engine::LoadedEngine;
#[doc(hidden)]
pub use engine::{Engine, Task, with_engine};
pub use estimate::{
    Between, EstimateReason, EstimatedSolver, OutOfReach, Reach, ResourceEstimate, SolverEstimate, TrialSize,
};
pub use knowledge::{ForwardWin, Knowledge, RatedMove};
#[doc(hidden)]
pub use position_graph::{GraphExtent, GraphMove, GraphPosition, GraphValue};
pub use position_table::PositionTable;
pub use reasons::{CertificateSize, LeafUse, LimitReached, Method, ProvedBounds, Reason, Unfit};
pub(crate) use results::solve_error;
pub use session::{Session, SessionLimits};
pub use state_space::{Chance, StateSpaceStatistics};
pub use strong::StrongSolution;
pub use sum_game::SumParts;
pub use sums::SumOf;
#[cfg(feature = "database")]
pub(crate) use tier_function::TierFunction;
pub use within::WithinAnswer;
use zug_analysis::Ends;
use zug_compile;
use zug_compile::symmetry;
pub use zug_jit::tier_up::GENERATOR;
use zug_jit::tier_up::{self, TierUpPolicy};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::Position;
use zug_lang::source::Span;
use zug_machine::Machine;
use zug_machine::optimization::Optimizations;
#[doc(hidden)]
pub use zug_solve::clock;
pub use zug_solve::{
    DEEPEST_COUNT, LimitKind, Limits, LineEnd, ProcessMemory, Statistics, Technique, Techniques, Threads,
};

/// What runs the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// The bitmask machine, interpreted until compiling it is worth it.
    Auto,
    /// The bitmask machine, compiled.
    Jit,
    /// The bitmask machine, interpreted.
    Interpret,
    /// The rules by name, slow and obvious.
    Semantics,
}

/// How the value is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverKind {
    /// By what is proved about the game.
    Auto,
    /// The definition of the right answer.
    Minimax,
    /// The textbook search, for play that must end.
    AlphaBeta,
    /// Proof numbers, for play that must end in a win, a draw or a loss.
    Dfpn,
    /// Every position that can be reached once, with its exact value, for play that must end.
    Induction,
    /// From the ends backwards.
    Retrograde,
    /// By the parts of a position, for games that are proved to be Node Kayles.
    Sums,
    /// By must-play regions, for games that are proved to be monotone set colouring games.
    MustPlay,
}

/// How much alpha-beta or df-pn may remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoSize {
    /// Grows with the game, up to half of the memory.
    Auto,
    /// Nothing.
    Off,
    /// At most so many bytes.
    Bytes(u64),
}

/// What is asked, and what may be used.
///
/// ```
/// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
/// # let definition = Definition::of(
/// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
/// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
/// # ).expect("no mistakes");
/// # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
/// let options = Options { distance: true, all_moves: true, ..Options::within(&Limits::default()) };
/// let answer = prepared.solve(&prepared.start(), &options).expect("solved");
/// let each: Vec<_> = answer.moves.iter().map(|(_, value, plies)| (*value, *plies)).collect();
/// assert_eq!(each, [(-1, Some(4)), (1, Some(3))], "one stick loses, two win in three plies");
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// How.
    pub solver: SolverKind,
    /// How much alpha-beta or df-pn may remember.
    pub memo: MemoSize,
    /// What alpha-beta with a memo does beyond the textbook.
    pub techniques: Techniques,
    /// How many threads alpha-beta with a memo uses where it takes long.
    pub threads: Threads,
    /// Also the number of plies to the end; left out where outcomes are points.
    pub distance: bool,
    /// Also the value of every legal move.
    pub all_moves: bool,
    /// Also the nimber of the position.
    pub nimber: bool,
    /// Neither moves nor a line.
    pub value_only: bool,
    /// Where there are too many positions to list at once, a win that is found by a search forward
    /// may be told with the moves alone that win as soon: [`Answer::best_within`].
    pub forward: bool,
    /// Memory, time, and the flag that ends the search.
    pub limits: Limits,
    /// What is checked before anything is told.
    pub checks: Checks,
}

impl Options {
    /// The value, the best moves and a line, within these limits, found as seems best.
    pub fn within(limits: &Limits) -> Options {
        Options {
            solver: SolverKind::Auto,
            memo: MemoSize::Auto,
            techniques: Techniques::ALL,
            threads: Threads::ONE,
            distance: false,
            all_moves: false,
            nimber: false,
            value_only: false,
            forward: false,
            limits: limits.clone(),
            checks: Checks::ONE,
        }
    }
}

/// An answer, exact in all its parts.
///
/// ```
/// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
/// # let definition = Definition::of(
/// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
/// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
/// # ).expect("no mistakes");
/// # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
/// let answer = prepared.solve(&prepared.start(), &Options::within(&Limits::default())).expect("solved");
/// assert_eq!((answer.value, answer.best.len(), answer.line.len()), (1, 1, 3));
/// assert!(matches!(answer.reason.ends, zug_analysis::Ends::Proven { .. }));
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    /// From the first player's side.
    pub value: i64,
    /// Plies to the end under best play, if asked for and there is an end.
    pub distance: Option<u64>,
    /// The nimber, if asked for.
    pub nimber: Option<u32>,
    /// The moves that keep the value.
    pub best: Vec<Choice>,
    /// If the best moves are only those that win within so many plies, or come to a won position of
    /// the database by then, and of the others nothing is known: that number.
    pub best_within: Option<u32>,
    /// A line of best play.
    pub line: Vec<Choice>,
    /// How it ends.
    pub line_end: LineEnd,
    /// Every legal move with value and distance, if asked for.
    pub moves: Vec<(Choice, i64, Option<u64>)>,
    /// Which solver found it.
    pub solver: SolverKind,
    /// How, and why that way is sound.
    pub reason: Reason,
    /// What it took.
    pub statistics: Statistics,
    /// What was checked.
    pub checked: Checked,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum SolveError {
    /// The solver that was asked for does not fit the game.
    Unfit(Unfit),
    /// A limit was reached.
    Limit {
        /// Which one.
        which: LimitReached,
        /// What was proved about the value.
        proved: ProvedBounds,
        /// Positions looked at.
        positions: u64,
    },
    /// The definition broke a promise.
    Fault {
        /// The moves from the position that was asked about to where it happens.
        line: Vec<Choice>,
    },
    /// A database cannot be read: why.
    Database(String),
    /// A check of ours failed: nothing that was found can be believed.
    Contradiction {
        /// What cannot be, in words, with both sides.
        what: String,
        /// The moves from the position that was asked about to where it was seen, where they are
        /// known.
        line: Vec<Choice>,
    },
}

impl SolveError {
    /// The same, told from a position that these moves go on from.
    #[must_use]
    pub fn behind(self, moves: &[Choice]) -> SolveError {
        let whole = |line: Vec<Choice>| moves.iter().cloned().chain(line).collect();
        match self {
            SolveError::Fault { line } => SolveError::Fault { line: whole(line) },
            SolveError::Contradiction { what, line } => SolveError::Contradiction { what, line: whole(line) },
            other => other,
        }
    }
}

/// A definition ready to be asked.
///
/// ```
/// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
/// # let definition = Definition::of(
/// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
/// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
/// # ).expect("no mistakes");
/// let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("small enough").with_symmetry();
/// let limits = Limits::default();
/// assert_eq!(prepared.reachable(&prepared.start(), &limits).expect("counted"), 10);
/// assert_eq!(prepared.perft(&prepared.start(), 3, &limits).expect("counted"), [2, 4, 7]);
/// ```
pub struct Prepared<'p> {
    /// The definition.
    pub program: &'p Program,
    /// Whether play must end, and why.
    pub ends: Ends,
    /// Bounds of every outcome, from the first player's side.
    pub range: (i64, i64),
    loaded: Option<LoadedEngine>,
    /// The game as a sum of parts, found when it is first asked for.
    sum_game: std::sync::OnceLock<Option<sum_game::SumGame>>,
    /// The game as a sum of impartial games, found when it is first asked for.
    impartial_game: std::sync::OnceLock<Option<impartial_game::ImpartialGame>>,
    /// The game as a set colouring game, found when it is first asked for.
    set_colouring: std::sync::OnceLock<Option<zug_analysis::SetColouringFacts>>,
    /// What searches leave to later ones; none where each answer stands for itself.
    shared: Option<shared_search::SharedSearch>,
    /// A database that answers before anything is searched.
    #[cfg(feature = "database")]
    pub(crate) database: Option<database::OpenDatabase>,
}

impl<'p> Prepared<'p> {
    /// Compiles a definition for an engine.
    ///
    /// # Errors
    /// What makes it too large for the machine.
    pub fn new(program: &'p Program, engine: EngineKind) -> Result<Prepared<'p>, Vec<Diagnostic>> {
        Prepared::with_optimizations(program, engine, Optimizations::ALL)
    }

    /// The same with some of what makes machines faster left out, for comparison. No answer
    /// changes.
    ///
    /// # Errors
    /// What makes it too large for the machine, which it may be sooner then.
    pub fn with_optimizations(
        program: &'p Program,
        engine: EngineKind,
        optimizations: Optimizations,
    ) -> Result<Prepared<'p>, Vec<Diagnostic>> {
        let when = match engine {
            EngineKind::Auto => Some(TierUpPolicy::WhenWorth),
            EngineKind::Jit => Some(TierUpPolicy::AtOnce),
            EngineKind::Interpret => Some(TierUpPolicy::Never),
            EngineKind::Semantics => None,
        };
        let additive = zug_analysis::additive(program);
        let machine = when.map(|_| machine_with(program, additive, optimizations)).transpose()?;
        let loaded = machine.zip(when).map(|(machine, when)| LoadedEngine::new(machine, when));
        let (ends, range) = (zug_analysis::ends(program), zug_analysis::range(program));
        Ok(Prepared {
            program,
            ends,
            range,
            loaded,
            sum_game: std::sync::OnceLock::new(),
            impartial_game: std::sync::OnceLock::new(),
            set_colouring: std::sync::OnceLock::new(),
            shared: None,
            #[cfg(feature = "database")]
            database: None,
        })
    }

    /// The same with a bound on the memory of the process: machine code is not generated on the way
    /// where there is no room for the generator. No answer changes.
    #[must_use]
    pub fn within(self, process: Option<ProcessMemory>) -> Prepared<'p> {
        Prepared { loaded: self.loaded.map(|loaded| loaded.within(process)), ..self }
    }

    /// The same definition with these entries left out of the key; none where there is no machine.
    pub(super) fn with_additive(&self, additive: zug_analysis::Additive) -> Option<Prepared<'p>> {
        let optimizations = self.machine()?.optimizations;
        let machine = machine_with(self.program, Some(additive), optimizations).ok()?;
        let process = self.loaded.as_ref().and_then(LoadedEngine::process);
        let loaded = Some(LoadedEngine::new(machine, TierUpPolicy::WhenWorth).within(process));
        Some(Prepared {
            program: self.program,
            ends: self.ends.clone(),
            range: self.range,
            loaded,
            sum_game: std::sync::OnceLock::new(),
            impartial_game: std::sync::OnceLock::new(),
            set_colouring: std::sync::OnceLock::new(),
            shared: None,
            #[cfg(feature = "database")]
            database: None,
        })
    }

    /// Why the machine is not compiled by [`EngineKind::Jit`], if so.
    ///
    /// # Errors
    /// The reason.
    pub fn compiled(&self) -> Result<(), String> {
        self.machine()
            .map_or(Ok(()), |machine| tier_up::compiles(machine).map_err(|refusal| refusal.to_string()))
    }

    /// Whether the machine is compiled by now.
    pub fn is_compiled(&self) -> bool {
        self.loaded.as_ref().is_some_and(LoadedEngine::is_compiled)
    }

    /// The same, and what the memo remembers of a position is used for all that are symmetric to
    /// it. Values stay what they are.
    #[must_use]
    pub fn with_symmetry(mut self) -> Prepared<'p> {
        if let Some(LoadedEngine { machine, .. }) = &mut self.loaded {
            machine.symmetry = symmetry::find(self.program).canon(self.program, machine);
        }
        self
    }

    /// The machine, unless the rules are run by name.
    pub fn machine(&self) -> Option<&Machine> {
        self.loaded.as_ref().map(|loaded| &loaded.machine)
    }

    /// Whether wins at once and forced replies are read off the rules.
    pub fn reads_threats(&self) -> bool {
        self.machine().is_some_and(|machine| machine.positional.is_some())
    }

    /// The position in which the definition begins.
    pub fn start(&self) -> Position {
        zug_lang::semantics::Semantics::new(self.program).start()
    }
}

/// The machine of a definition.
///
/// # Errors
/// What makes it too large.
#[doc(hidden)]
pub fn machine(program: &Program) -> Result<Machine, Vec<Diagnostic>> {
    machine_with(program, zug_analysis::additive(program), Optimizations::ALL)
}

/// The same by these lowerings, with these entries left out of the key.
fn machine_with(
    program: &Program,
    additive: Option<zug_analysis::Additive>,
    optimizations: Optimizations,
) -> Result<Machine, Vec<Diagnostic>> {
    let additive = additive.map(|additive| zug_compile::Additive { fields: additive.fields });
    let machine = zug_compile::ground_with(program, additive.as_ref(), optimizations)?;
    if engine::fits(&machine) {
        return Ok(machine);
    }
    let span = program.moves.first().map_or_else(Span::default, |each| each.span);
    let message = "this definition makes a machine of more than 65,536 registers";
    let diagnostic = Diagnostic::error("Z0713", message, span, "too large");
    Err(vec![diagnostic.help("use smaller boards, or `--engine semantics`, which is slow")])
}

/// Whether machines can be compiled here.
///
/// # Errors
/// Why not.
#[doc(hidden)]
pub fn can_compile() -> Result<(), String> {
    zug_jit::jit::available().map_err(|refusal| refusal.to_string())
}

/// The machine as text, for `--emit machine`.
///
/// # Errors
/// What makes it too large.
#[doc(hidden)]
pub fn machine_text(program: &Program) -> Result<String, Vec<Diagnostic>> {
    machine(program).map(|machine| machine.to_string())
}
