//! Answers about one game again and again, keeping what was found: for playing on, taking back, and
//! asking why.
//!
//! Small games are charted once, every position with its value. Where that is too much and play
//! must end, alpha-beta answers, and its memo stays for the next question; where points bring it
//! back to the same positions again and again, backward induction does. Where neither is done in
//! time, a look some plies ahead guesses, and says that it does.

use super::choose::{SolverChoice, plan};
use super::engine::{Engine, LastingTask, Task, with_engine, with_lasting_engine};
use super::induction::REVISITS;
use super::knowledge::Knowledge;
use super::results::solve_error;
use super::{Options, Prepared, SolveError, SolverKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zug_lang::semantics::Position;
use zug_solve::clock::Instant;
use zug_solve::{
    AlphaBetaState, LimitKind, Limits, ProcessMemory, Solution, SolveQuestion, SolvedTable, Stop, TableSize,
    depth_limited_search, resume_alphabeta, solve_induction,
};

/// Charts of games that alpha-beta can answer too are not made larger than this, in bytes.
const SMALL_TABLE: u64 = 96 << 20;
/// Positions that a guess looks at.
const HEURISTIC_POSITIONS: u64 = 60_000;

/// Somebody who can be asked about every position of a game.
pub trait Session {
    /// What is known of a position.
    ///
    /// # Errors
    /// A broken promise or another mistake of the definition, or an interruption.
    fn ask(&mut self, position: &Position) -> Result<Knowledge, SolveError>;

    /// The same, but where positions repeat and there are too many to list, a win that is found by
    /// searching forward is told: [`Knowledge::Won`]. Without a time for each question it is told
    /// before all positions are listed.
    ///
    /// # Errors
    /// Those of [`Session::ask`].
    fn ask_forward(&mut self, position: &Position) -> Result<Knowledge, SolveError>;
}

/// What a session may use.
#[derive(Clone, Debug)]
pub struct SessionLimits {
    /// Bytes for what is kept.
    pub memory: u64,
    /// Bytes for everything, asked for before a table grows and now and then.
    pub process: Option<ProcessMemory>,
    /// For each question; without one, as long as it takes.
    pub time: Option<Duration>,
    /// Ends a search at once.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Prepared<'_> {
    /// Runs `work` with a session about this definition.
    pub fn session<R: Send>(
        &self,
        limits: &SessionLimits,
        work: impl FnOnce(&mut dyn Session) -> R + Send,
    ) -> R {
        self.session_until(limits, None, work)
    }

    /// The same where all questions together have until then.
    pub fn session_until<R: Send>(
        &self,
        limits: &SessionLimits,
        until: Option<Instant>,
        work: impl FnOnce(&mut dyn Session) -> R + Send,
    ) -> R {
        with_engine(self, InSession { prepared: self, limits, until, work })
    }
}

impl Prepared<'static> {
    /// A session that lasts as long as the program, for a host that calls again and again and
    /// cannot stay inside [`Prepared::session`], as that of a WebAssembly module. What it is made
    /// of is never given back, and it answers on the stack of the caller.
    pub fn lasting_session(&'static self, limits: &'static SessionLimits) -> Box<dyn Session> {
        with_lasting_engine(self, Lasting { prepared: self, limits })
    }
}

struct Lasting {
    prepared: &'static Prepared<'static>,
    limits: &'static SessionLimits,
}

impl LastingTask for Lasting {
    type Output = Box<dyn Session>;

    fn run<E: Engine + 'static>(self, engine: &'static E) -> Box<dyn Session> {
        Box::new(SessionState::new(engine, self.prepared, self.limits))
    }
}

struct InSession<'a, W> {
    prepared: &'a Prepared<'a>,
    limits: &'a SessionLimits,
    until: Option<Instant>,
    work: W,
}

impl<R: Send, W: FnOnce(&mut dyn Session) -> R + Send> Task for InSession<'_, W> {
    type Output = R;

    fn run<E: Engine>(self, engine: &E) -> R {
        let session = SessionState::new(engine, self.prepared, self.limits);
        (self.work)(&mut SessionState { until: self.until, ..session })
    }
}

pub(super) struct SessionState<'a, E: Engine> {
    pub(super) engine: &'a E,
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) limits: &'a SessionLimits,
    /// When all questions are over.
    pub(super) until: Option<Instant>,
    plan: Option<SolverChoice>,
    pub(super) table: Option<SolvedTable<'a, E>>,
    tabled_in_vain: bool,
    /// Whether the chart of the whole game meets a fault: then only what lies behind a position is
    /// charted.
    pub(super) broken: bool,
    kept: AlphaBetaState<E::Key>,
    /// What was found by searching forward, by the whole key of the position.
    pub(super) found_forward: FxHashMap<E::Key, Knowledge>,
    /// Whole keys of positions behind which there are more positions than are listed before a
    /// search forward.
    pub(super) large: FxHashSet<E::Key>,
}

impl<E: Engine> Session for SessionState<'_, E> {
    fn ask(&mut self, position: &Position) -> Result<Knowledge, SolveError> {
        match self.prove(position)? {
            Some(known) => Ok(known),
            None => self.heuristic(&self.engine.enter(position)),
        }
    }

    fn ask_forward(&mut self, position: &Position) -> Result<Knowledge, SolveError> {
        self.before_all_are_listed(position)
    }
}

impl<'a, E: Engine> SessionState<'a, E> {
    pub(super) fn new(
        engine: &'a E,
        prepared: &'a Prepared<'a>,
        limits: &'a SessionLimits,
    ) -> SessionState<'a, E> {
        let options = Options { solver: SolverKind::Auto, ..Options::within(&Limits::default()) };
        SessionState {
            engine,
            prepared,
            limits,
            until: None,
            plan: plan(prepared, &options).ok(),
            table: None,
            tabled_in_vain: false,
            broken: false,
            kept: AlphaBetaState::default(),
            found_forward: FxHashMap::default(),
            large: FxHashSet::default(),
        }
    }

    /// What the database tells of a position.
    pub(super) fn stored(&self, position: &Position) -> Result<Option<Knowledge>, SolveError> {
        #[cfg(feature = "database")]
        return self.prepared.stored_knowledge(position).map_err(super::results::unreadable);
        #[cfg(not(feature = "database"))]
        {
            let _ = position;
            Ok(None)
        }
    }

    /// What is proved of a position within the limits; never a guess.
    pub(super) fn prove(&mut self, position: &Position) -> Result<Option<Knowledge>, SolveError> {
        if let Some(known) = self.stored(position)? {
            return Ok(Some(known));
        }
        let entered = self.engine.enter(position);
        if let Some(known) = self.from_table(&entered)? {
            return Ok(Some(known));
        }
        if self.must_end() { self.searched(&entered) } else { Ok(None) }
    }

    pub(super) fn must_end(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.must_end)
    }

    pub(super) fn within(&self, memory: u64, part: u32) -> Limits {
        let own = self.limits.time.and_then(|time| Instant::now().checked_add(time / part));
        let deadline = own.into_iter().chain(self.until).min();
        let stop = self.limits.stop.clone();
        Limits { memory, process: self.limits.process, deadline, stop, ..Limits::default() }
    }

    /// From the chart, which is made when the first question comes.
    pub(super) fn from_table(&mut self, position: &E::Position) -> Result<Option<Knowledge>, SolveError> {
        let missing = self.table.as_ref().is_none_or(|table| table.number(position).is_none());
        if missing && !self.tabled_in_vain {
            if !self.make_whole_table(position)? && (!self.must_end() || self.broken) {
                self.make_table(position)?;
            }
            self.tabled_in_vain = self.table.is_none() && self.must_end();
        }
        Ok(self.looked_up(position))
    }

    /// What the chart tells of a position.
    pub(super) fn looked_up(&self, position: &E::Position) -> Option<Knowledge> {
        let table = self.table.as_ref()?;
        let (Some(known), Some(moves)) = (table.look_up(position), table.moves(position)) else {
            return None;
        };
        // Of points the table knows the way to the value, no distance that means anything.
        let wins = !self.prepared.program.points;
        let worth = |each: zug_solve::MoveValue<E::Move>| {
            (self.engine.choice(&each.mv), each.value, each.distance.filter(|_| wins))
        };
        Some(Knowledge::Exact {
            value: known.value,
            plies: known.distance.filter(|_| wins),
            moves: moves.into_iter().map(worth).collect(),
            next: table.best_move(position, wins).map(|mv| self.engine.choice(&mv)),
        })
    }

    /// Charts the game from its first position. A mistake of the definition that is met there
    /// counts only where that position is asked about: it may lie where play cannot come any more.
    fn make_whole_table(&mut self, asked: &E::Position) -> Result<bool, SolveError> {
        if self.broken {
            return Ok(false);
        }
        let start = self.engine.enter(&self.prepared.start());
        match self.make_table(&start) {
            Err(SolveError::Fault { .. } | SolveError::Unfit(_))
                if self.engine.full_key(&start) != self.engine.full_key(asked) =>
            {
                self.broken = true;
                Ok(false)
            }
            made => made,
        }
    }

    fn make_table(&mut self, from: &E::Position) -> Result<bool, SolveError> {
        let small = self.must_end();
        let memory = if small { self.limits.memory.min(SMALL_TABLE) } else { self.limits.memory };
        match SolvedTable::of(self.engine, from, &self.within(memory, if small { 4 } else { 2 }), false) {
            Ok(table) => self.table = Some(table),
            Err(stop) => self.give_up(stop)?,
        }
        Ok(self.table.is_some())
    }

    /// From alpha-beta, with distances if there is time for them.
    fn searched(&mut self, position: &E::Position) -> Result<Option<Knowledge>, SolveError> {
        let options = zug_solve::AlphaBetaOptions {
            memo: TableSize::Auto,
            range: Some(self.prepared.range),
            revisits: self.prepared.program.points.then_some(REVISITS),
            ..Default::default()
        };
        for distance in [true, false] {
            let distance = distance && !self.prepared.program.points;
            let question = SolveQuestion { best: false, distance, all_moves: true, line: false };
            let limits = self.within(self.limits.memory, 2);
            let mut found =
                resume_alphabeta(self.engine, position, question, &limits, options, &mut self.kept);
            if let Err(Stop::Limit { which: LimitKind::Positions, .. }) = found {
                found = solve_induction(self.engine, position, question, &limits, None);
            }
            match found {
                Ok(solution) => return Ok(Some(self.exact(solution))),
                Err(stop) => self.give_up(stop)?,
            }
        }
        Ok(None)
    }

    fn exact(&self, solution: Solution<E::Move>) -> Knowledge {
        let worth =
            |each: &zug_solve::MoveValue<E::Move>| (self.engine.choice(&each.mv), each.value, each.distance);
        let moves = solution.moves.iter().map(worth).collect();
        Knowledge::Exact { value: solution.value, plies: solution.distance, moves, next: None }
    }

    pub(super) fn heuristic(&self, position: &E::Position) -> Result<Knowledge, SolveError> {
        let heuristics = depth_limited_search(self.engine, position, HEURISTIC_POSITIONS)
            .map_err(|stop| solve_error(self.engine, self.prepared.program, stop))?;
        let moves = heuristics.moves.iter();
        let moves = moves.map(|each| (self.engine.choice(&each.mv), each.value, each.mean)).collect();
        Ok(Knowledge::Heuristic { moves, depth: heuristics.depth })
    }

    /// A limit is no reason to end; a broken promise and another mistake of the definition are.
    pub(super) fn give_up(&self, stop: Stop<E::Move>) -> Result<(), SolveError> {
        match stop {
            Stop::Fault { .. }
            | Stop::Contradiction { .. }
            | Stop::Unfit { why: zug_solve::ENDLESS_VARIES } => {
                Err(solve_error(self.engine, self.prepared.program, stop))
            }
            _ => Ok(()),
        }
    }
}
