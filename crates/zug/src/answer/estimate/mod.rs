//! Says before a long run what it would take: positions, memory, time, and which solver would be
//! chosen.

mod between;
mod counting;
mod later_positions;
mod ply_costs;

pub use self::between::Between;

use self::counting::{counted, sampled};
use super::choose::plan_of_search;
use super::engine::{Engine, Task, with_engine};
use super::forward::{
    FORWARD_FIRST, FORWARD_THEN, LISTED_FIRST, LISTED_FOR_ALL, LISTED_THEN, PLIES as FORWARD_PLIES,
};
use super::results::solve_error;
use super::{Checks, LimitReached, Options, Prepared, Reason, SolveError, SolverKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zug_lang::program::{OutcomeKind, Ruled};
use zug_lang::semantics::Position;
use zug_solve::clock::Instant;
use zug_solve::{Limits, SampleSize, SizeEstimate, Statistics, UnfinishedSearch};

/// What a run would take.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceEstimate {
    /// What the sample shows.
    pub sample: SizeEstimate,
    /// Whether points that only add up are left out of what tells positions apart: then fewer are
    /// counted than there are.
    pub adds_up: bool,
    /// Whether the number of positions was counted, by how many members sets have and what integers
    /// add up to: growth from layer to layer gave more.
    pub is_counted: bool,
    /// Whether positions can come again, as far as is proved.
    pub must_end: bool,
    /// There are not more positions than two to this power; none where the rules are run by name.
    pub key_bits: Option<u32>,
    /// What `zug solve` would do.
    pub solve: SolverEstimate,
    /// What `zug solve --strong` would do.
    pub strong: SolverEstimate,
}

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverEstimate {
    /// What would find it.
    pub solver: EstimatedSolver,
    /// Why that one.
    pub reason: EstimateReason,
    /// Positions that it looks at, as decimal logarithms.
    pub work: Between,
    /// Seconds for these, as decimal logarithms, at the pace of the sample.
    pub seconds: Between,
    /// Bytes of tables, as a decimal logarithm.
    pub bytes: f64,
}

/// What would find a value, or all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EstimatedSolver {
    /// Alpha-beta with a memo.
    AlphaBeta,
    /// Retrograde analysis.
    Retrograde,
    /// Every position, tier by tier.
    Tiers,
    /// The one that found it while it was estimated.
    Tried,
}

/// Why a run would be done so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EstimateReason {
    /// `zug solve` would choose that.
    Chosen(Box<Reason>),
    /// Every position is listed with its moves.
    ListsPositions,
    /// Every move leads to a later tier.
    LaterTiers,
}

/// What may be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Bytes.
    pub memory: u64,
    /// Seconds.
    pub seconds: f64,
}

/// How long it is tried to solve a position for an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialSize {
    /// Positions at most.
    pub positions: u64,
    /// The longest time, where positions take long.
    pub time: Duration,
}

impl Default for TrialSize {
    /// Enough for the first turns of alpha-beta and of df-pn.
    fn default() -> TrialSize {
        TrialSize { positions: 3 << 19, time: Duration::from_secs(5) }
    }
}

/// Why a run cannot end within what may be used, even at best. Logarithms are decimal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutOfReach {
    /// Memory.
    Memory {
        /// Logarithm of the bytes that it needs.
        needs: f64,
        /// Bytes that may be taken.
        most: u64,
    },
    /// Time.
    Time {
        /// Logarithm of the seconds that it takes at best.
        needs: f64,
        /// Logarithm of the seconds that it may take.
        most: f64,
    },
}

impl SolverEstimate {
    /// The same where so many positions count as one, as a decimal logarithm.
    fn with_forms(&self, alike: f64) -> SolverEstimate {
        let fewer = |log: f64| (log - alike).max(0.0);
        SolverEstimate {
            work: self.work.map(fewer),
            seconds: self.seconds.map(|log| log - alike),
            bytes: fewer(self.bytes),
            ..self.clone()
        }
    }

    /// The same after a trial that took so many positions at this pace and did not end.
    fn at_least(&self, least: f64, pace: f64) -> SolverEstimate {
        let work = self.work.between(least, f64::INFINITY);
        let seconds = self.seconds.between(least - pace, f64::INFINITY);
        SolverEstimate { work, seconds, ..self.clone() }
    }

    /// Why it cannot end within these limits even at best, if so.
    pub fn out_of_reach(&self, reach: Reach) -> Option<OutOfReach> {
        if self.bytes > (reach.memory.max(1) as f64).log10() {
            return Some(OutOfReach::Memory { needs: self.bytes, most: reach.memory });
        }
        let (needs, most) = (self.seconds.least, reach.seconds.max(1e-9).log10());
        (needs > most).then_some(OutOfReach::Time { needs, most })
    }
}

/// Alpha-beta looks at more positions than a proof of the value needs. A smallest proof tree has
/// the square root of the lines of the whole tree (Knuth and Moore, 1975); of positions with a memo
/// no such bound is known, so this is a rule of thumb.
const BEST: f64 = 0.5;
/// What games of the library take with a memo, between best and worst.
const USUAL: f64 = 0.75;
/// How often alpha-beta with a memo looks at a position at most, as a decimal logarithm: as a rule
/// of thumb.
const AGAIN: f64 = 0.3;
/// The longest trial of a search forward.
const LONGEST_FORWARD: Duration = Duration::from_secs(3);
/// By how much the logarithm of the seconds of retrograde analysis may be more than that of
/// listing.
const SLOWER: f64 = 0.3;
/// By how much the logarithm of a number of positions may be wrong that was not counted to its end.
const GROWN: f64 = 0.3;
/// Bytes of retrograde analysis for each move of a position: where it leads, and from where.
const EDGE: f64 = 8.0;
/// Bytes for each position beside itself and its key.
const NODE: f64 = 60.0;

impl Prepared<'_> {
    /// What solving a position would take.
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition.
    pub fn resources(
        &self,
        position: &Position,
        sample: SampleSize,
        limits: &Limits,
    ) -> Result<ResourceEstimate, SolveError> {
        with_engine(self, EstimateTask { prepared: self, position, sample, limits })
    }
}

struct EstimateTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    sample: SampleSize,
    limits: &'a Limits,
}

impl Task for EstimateTask<'_> {
    type Output = Result<ResourceEstimate, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let mut found = zug_solve::estimate(engine, &position, self.sample, self.limits)
            .map_err(|stop| solve_error(engine, self.prepared.program, stop))?;
        let key_bits = self.prepared.machine().map(|machine| machine.key_bits() as u32);
        if let Some(bits) = key_bits {
            let most = f64::from(bits) * 2_f64.log10();
            found.positions = found.positions.min(most);
            found.widest = found.widest.min(most);
            found.at_most = found.at_most.min(most);
        }
        let is_counted = !found.complete
            && bound_by(&mut found, counted(self.prepared.program, &sampled(engine, &position)));
        let node = (size_of::<E::Position>() + 2 * size_of::<E::Key>()) as f64 + NODE;
        let resources = self.prepared.resources_with(found, key_bits, node, self.limits)?;
        Ok(ResourceEstimate { is_counted, ..resources })
    }
}

/// Takes the number of positions by counting where they grow to more from layer to layer; whether
/// it did. A count of no more than are listed is wrong.
fn bound_by(found: &mut SizeEstimate, counted: f64) -> bool {
    let grown = found.positions;
    let listed = logarithm(found.layers.iter().sum::<u64>() as f64);
    if counted <= listed {
        return false;
    }
    found.positions = found.positions.min(counted);
    found.widest = found.widest.min(found.positions);
    found.positions < grown
}

impl ResourceEstimate {
    /// The same with what `zug solve` took, where a trial ends: then nothing is guessed. Of a trial
    /// that a limit ends, a win that is found forward counts, or what it shows of each ply, or else
    /// what later positions take, and that `zug solve` takes more than the trial did; one that ends
    /// otherwise says nothing.
    #[must_use]
    pub fn tried(
        self,
        prepared: &Prepared<'_>,
        position: &Position,
        size: TrialSize,
        limits: &Limits,
    ) -> ResourceEstimate {
        let begun = Instant::now();
        let end = begun.checked_add(size.time);
        let deadline = limits.deadline.into_iter().chain(end).min();
        let unfinished = Arc::new(Mutex::new(UnfinishedSearch::default()));
        let kept = Some(Arc::clone(&unfinished));
        let trial = Limits { positions: Some(size.positions), deadline, unfinished: kept, ..limits.clone() };
        let options = Options { checks: Checks::NONE, ..Options::within(&trial) };
        let solve = match prepared.solve(position, &options) {
            Ok(answer) => tried(answer.reason, answer.statistics, begun.elapsed().as_secs_f64()),
            Err(error) => {
                let Some(positions) = trial_of(&error) else { return self };
                let pace = logarithm(positions as f64) - logarithm(begun.elapsed().as_secs_f64());
                let forward = self.forward_trial(prepared, position, limits);
                let search = unfinished.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let search = Trial { positions, pace, search };
                let Some(solve) = forward.or_else(|| self.by_search(prepared, position, limits, &search))
                else {
                    return self;
                };
                solve
            }
        };
        ResourceEstimate { solve, ..self }
    }

    /// Where play must end: what `zug solve` takes as the trial shows it at each ply, or as it
    /// takes it for later positions, or else as it was guessed before, but no less than the search,
    /// or where it is not continued the trial, took.
    fn by_search(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
        limits: &Limits,
        trial: &Trial,
    ) -> Option<SolverEstimate> {
        if self.solve.solver != EstimatedSolver::AlphaBeta {
            return None;
        }
        let cap = self.sample.positions + AGAIN;
        let least = logarithm(trial.positions as f64);
        // The trial has turns of df-pn too, which a search that ends in its own turn does without.
        let own = logarithm(trial.search.statistics.positions as f64);
        let continued = ply_costs::continued(&trial.search)
            .map(|found| (found.between(own, cap), bytes_each(trial.search.statistics)))
            .or_else(|| {
                let (found, bytes) = later_positions::continued(prepared, position, limits)?;
                Some((found.between(least, cap), bytes))
            });
        let Some((work, bytes)) = continued else {
            return Some(self.solve.at_least(least, trial.pace));
        };
        let memo = logarithm((limits.memory / 2).max(1) as f64);
        Some(SolverEstimate {
            work,
            seconds: work.map(|log| log - trial.pace),
            bytes: (work.usual + bytes).min(memo),
            ..self.solve.clone()
        })
    }

    /// Where positions may repeat: what `zug solve` takes if it finds a win forward, after it has
    /// listed positions in vain.
    fn forward_trial(
        &self,
        prepared: &Prepared<'_>,
        position: &Position,
        limits: &Limits,
    ) -> Option<SolverEstimate> {
        let begun = Instant::now();
        let deadline = limits.deadline.into_iter().chain(begun.checked_add(LONGEST_FORWARD)).min();
        let trial = Limits { positions: Some(FORWARD_THEN), deadline, ..limits.clone() };
        let options = Options { forward: true, ..Options::within(&trial) };
        let plan = plan_of_search(prepared, &options).ok().filter(|plan| plan.forward)?;
        let found = prepared.solve_within(position, FORWARD_PLIES, &trial).ok()?;
        found.value.filter(|value| prepared.is_greatest_win(*value))?;
        let forward = found.statistics.positions;
        let most = if forward <= FORWARD_FIRST { LISTED_FOR_ALL } else { LISTED_THEN };
        // Where all positions fit into a turn, they are listed, and the answer is that of
        // retrograde analysis.
        if self.solve.work.usual <= logarithm(most as f64) {
            return None;
        }
        let bytes = 10_f64.powf(self.solve.bytes - self.solve.work.usual + logarithm(most as f64)) as u64;
        let listed = LISTED_FIRST + most;
        let pace =
            self.sample.layers.iter().sum::<u64>().max(1) as f64 / self.sample.time.as_secs_f64().max(1e-6);
        let seconds = begun.elapsed().as_secs_f64() + listed as f64 / pace;
        let listed = Statistics { positions: listed, bytes, ..Statistics::default() };
        Some(tried(plan.by_forward(forward).reason, listed.plus(found.statistics), seconds))
    }
}

/// A trial that ended at a limit.
struct Trial {
    /// Positions looked at.
    positions: u64,
    /// Positions in a second, as a logarithm.
    pace: f64,
    /// What the search by alpha-beta did in it.
    search: UnfinishedSearch,
}

/// The positions of a trial that a limit ended, if they tell anything of the pace.
fn trial_of(error: &SolveError) -> Option<u64> {
    match error {
        SolveError::Limit { which: LimitReached::Given(_), positions, .. } => {
            Some(*positions).filter(|positions| *positions > 0)
        }
        _ => None,
    }
}

fn logarithm(number: f64) -> f64 {
    number.max(1e-6).log10()
}

/// Bytes of tables for each position looked at, as a logarithm.
fn bytes_each(took: Statistics) -> f64 {
    logarithm(took.bytes.max(1) as f64) - logarithm(took.positions.max(1) as f64)
}

/// What a trial took.
fn tried(reason: Reason, statistics: Statistics, seconds: f64) -> SolverEstimate {
    let positions = logarithm(statistics.positions.max(1) as f64);
    let seconds = logarithm(seconds);
    SolverEstimate {
        solver: EstimatedSolver::Tried,
        reason: EstimateReason::Chosen(Box::new(reason)),
        work: Between::exactly(positions),
        seconds: Between::exactly(seconds),
        bytes: logarithm(statistics.bytes.max(1) as f64),
    }
}

impl Prepared<'_> {
    /// Whether retrograde analysis lists symmetric positions as one: where no move brings points
    /// and play that goes on for ever is a draw.
    fn lists_forms(&self) -> bool {
        let draw = |rule: &Ruled| matches!(rule.outcome.kind, OutcomeKind::Draw);
        self.machine().is_some_and(|machine| machine.additive.is_empty())
            && self.program.endless.as_ref().is_none_or(draw)
    }

    fn resources_with(
        &self,
        sample: SizeEstimate,
        key_bits: Option<u32>,
        node: f64,
        limits: &Limits,
    ) -> Result<ResourceEstimate, SolveError> {
        // Of sums and set colouring games no more is estimated than what they take without what is
        // known of them.
        let plan = plan_of_search(self, &Options::within(limits))?;
        let listed: u64 = sample.layers.iter().sum();
        let pace = (listed.max(1) as f64 / sample.time.as_secs_f64().max(1e-6)).log10();
        let work = listed_positions(&sample);
        let retrograde = SolverEstimate {
            solver: EstimatedSolver::Retrograde,
            reason: EstimateReason::ListsPositions,
            work,
            seconds: Between { most: work.most + SLOWER, ..work }.map(|log| log - pace),
            bytes: sample.positions + (node + EDGE * sample.moves).log10(),
        };
        let reason = EstimateReason::Chosen(Box::new(plan.reason));
        let solve = match plan.solver {
            SolverKind::Retrograde if self.lists_forms() => {
                SolverEstimate { reason, ..retrograde.with_forms(sample.alike) }
            }
            SolverKind::Retrograde => SolverEstimate { reason, ..retrograde.clone() },
            // None of these searches is estimated by itself.
            SolverKind::Auto
            | SolverKind::AlphaBeta
            | SolverKind::Dfpn
            | SolverKind::Induction
            | SolverKind::Minimax
            | SolverKind::Sums
            | SolverKind::MustPlay => by_alphabeta(&sample, reason, pace, limits.memory / 2),
        };
        let strong = match (self.tiers(), key_bits) {
            (Some((encoding, _)), Some(_)) => by_tiers(&sample, encoding.bits(), pace),
            _ => retrograde,
        };
        let adds_up = self.machine().is_some_and(|machine| !machine.additive.is_empty());
        // Where play may go round there is no number of lines to the end.
        let lines = sample.lines.filter(|_| plan.must_end);
        let sample = SizeEstimate { lines, ..sample };
        let (must_end, is_counted) = (plan.must_end, false);
        Ok(ResourceEstimate { sample, adds_up, is_counted, must_end, key_bits, solve, strong })
    }
}

/// All positions: exactly where they were listed.
fn listed_positions(sample: &SizeEstimate) -> Between {
    let wrong = if sample.complete { 0.0 } else { GROWN };
    let listed = logarithm(sample.layers.iter().sum::<u64>() as f64);
    let usual = sample.positions;
    Between { least: (usual - wrong).max(listed), usual, most: usual + wrong }
}

/// The memo takes at most so many bytes.
fn by_alphabeta(sample: &SizeEstimate, reason: EstimateReason, pace: f64, memo: u64) -> SolverEstimate {
    let all = sample.lines.map_or(sample.positions, |lines| lines.min(sample.positions));
    let work = Between { least: all * BEST, usual: all * USUAL, most: all + AGAIN };
    let bytes = (work.usual + 32_f64.log10()).min((memo.max(1) as f64).log10());
    SolverEstimate {
        solver: EstimatedSolver::AlphaBeta,
        reason,
        work,
        seconds: work.map(|log| log - pace),
        bytes,
    }
}

/// Every position is looked at twice; it takes the bits that its place among the others does not
/// tell, and a byte for its value. The widest tier is held as whole numbers while it is gathered.
fn by_tiers(sample: &SizeEstimate, bits: u32, pace: f64) -> SolverEstimate {
    let apart = (f64::from(bits) - sample.positions / 2_f64.log10()).max(0.0) + 4.0;
    let number = if bits <= u64::BITS { 8.0 } else { 16.0 };
    let table = 10_f64.powf(sample.positions) * (apart / 8.0 + 1.0);
    let gathered = 10_f64.powf(sample.widest) * (3.0 * number + 8.0);
    let work = listed_positions(sample).map(|log| log + 2_f64.log10());
    SolverEstimate {
        solver: EstimatedSolver::Tiers,
        reason: EstimateReason::LaterTiers,
        work,
        seconds: Between { least: work.least - 2_f64.log10(), ..work }.map(|log| log - pace),
        bytes: (table + gathered).log10(),
    }
}

#[cfg(test)]
mod tests;
