//! Backward induction, asked for or by turns with alpha-beta.

use super::audit::Audit;
use super::choose::SolverChoice;
use super::engine::{Engine, Task, with_audited_engine};
use super::results::{answer, solve_error};
use super::run::{Earlier, Solving};
use super::{Answer, LimitReached, Prepared, ProvedBounds, SolveError};
use zug_game::breakage::threshold;
use zug_lang::program::{FieldId, Kind};
use zug_machine::layout::{BitField, FieldLayout, ValueEncoding};
use zug_solve::{
    AlphaBetaOptions, AlphaBetaState, BoundedIntegers, InductionState, LimitKind, Limits, Solution,
    Statistics, Stop, resume_alphabeta, resume_induction, solve_induction_bounded,
};

/// How often alpha-beta may store each position, on average, before backward induction has its
/// turn: a position searched once stores once, and a few windows are what alpha-beta lives by.
pub(super) const REVISITS: u64 = 4;
/// Positions of the first turn of alpha-beta where sums of points tell positions apart that differ
/// in nothing else.
const FIRST_TURN: u64 = 1 << 14;
/// The fewest positions of the first turn of alpha-beta where there are few ranks: a search that is
/// done sooner is done before all positions are looked at.
const SHORTEST_OF_FEW: u64 = 1 << 15;
/// The most positions of the first turn of alpha-beta where numbers alone tell positions apart.
const LONGEST_FIRST_TURN: u64 = 1 << 17;
/// Where there are few ranks of keys, the first turn of alpha-beta has a position for so many.
const RANKS_FOR_POSITION: u64 = 16;
/// The most ranks that are few.
const FEW_RANKS: u64 = 1 << 26;
/// After a turn of backward induction that was over, alpha-beta has so many positions for each that
/// was looked at before.
const LONGER: u64 = 2;
/// The most integers whose bounds are seen to while all positions are searched.
const MOST_INTEGERS: usize = 2;

/// What a turn of backward induction came to.
enum InductionTurn<M> {
    /// It was done, or ended by what ends everything.
    Done(Result<Solution<M>, Stop<M>>),
    /// An answer of the machine whose keys leave out points that no rule keeps within bounds.
    Answered(Answer),
    /// What that machine says cannot be.
    Refused(SolveError),
    /// It ended because it was over, after so much.
    Over(Statistics),
    /// There is no room for all values, or no use in going on: it is not tried again.
    Never(Statistics),
}

impl Prepared<'_> {
    /// Whether numbers and elements alone tell positions apart.
    pub(super) fn has_numbers_alone(&self) -> bool {
        let Some(machine) = self.machine() else { return false };
        let in_key = |slot: BitField| slot.get(&machine.key) != 0;
        let is_number = |field: &FieldLayout| {
            let numbers = matches!(field.code, ValueEncoding::Int { .. } | ValueEncoding::Element { .. });
            numbers || !field.bit_fields().any(in_key)
        };
        machine.layout.fields.iter().all(is_number)
    }
}

impl Solving<'_> {
    /// Backward induction alone.
    pub(super) fn induction<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
    ) -> Result<Answer, SolveError> {
        if let Some(unbounded) = Unbounded::of(self.prepared)
            && let Some(found) =
                unbounded.answer(self, &self.options.limits, &self.plan.by_induction(None, true))?
        {
            return Ok(found);
        }
        let (limits, outcomes) = (&self.options.limits, self.outcomes());
        let mut kept = InductionState::default();
        let found = resume_induction(engine, position, self.question, limits, outcomes, &mut kept);
        self.with_earlier(engine, found, &self.plan, Earlier::default())
    }

    /// Alpha-beta, and backward induction by turns with it once it stores the same positions again
    /// and again. What one has found it keeps.
    pub(super) fn with_induction<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
    ) -> Result<Answer, SolveError> {
        self.prepared.with_search::<E, _>(|searched| self.turns_with_induction(engine, position, searched))
    }

    fn turns_with_induction<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        searched: &mut AlphaBetaState<E::Key>,
    ) -> Result<Answer, SolveError> {
        let limits = &self.options.limits;
        let unbounded = Unbounded::candidates(self.prepared);
        let mut turns = InductionTurns {
            solving: self,
            unbounded: None,
            kept: InductionState::default(),
            has_no_room: false,
        };
        let alphabeta = AlphaBetaOptions { revisits: Some(threshold(REVISITS, 0)), ..self.alphabeta() };
        let share = self.share(engine, unbounded);
        let turn = self.turn_after(share.first(), Statistics::default());
        let mut found = resume_alphabeta(engine, position, self.question, &turn, alphabeta, searched);
        let mut before = Earlier::default();
        if unbounded && is_over(&found) {
            turns.unbounded = Unbounded::of(self.prepared);
        }
        while let Err(Stop::Limit { which: LimitKind::Positions, lower, upper, statistics }) = found {
            let proved = ProvedBounds::of(self.prepared.program, lower, upper);
            let all = before.plus(Earlier { work: statistics, proved });
            if self.is_spent(all.work) {
                break;
            }
            before = all;
            let turn = self.turn_after(share.of_induction(before.work.work()), before.work);
            let mut ended = false;
            match turns.turn(engine, position, &turn, before.work) {
                InductionTurn::Done(found) => {
                    return self.with_earlier(
                        engine,
                        found,
                        &self.plan.by_induction(Some(before.work), false),
                        before,
                    );
                }
                InductionTurn::Answered(answer) => {
                    return Ok(Answer { statistics: before.work.plus(answer.statistics), ..answer });
                }
                InductionTurn::Refused(bug) => return Err(bug),
                InductionTurn::Over(done) => before.work = before.work.plus(done),
                InductionTurn::Never(done) => {
                    before.work = before.work.plus(done);
                    (ended, turns.has_no_room) = (true, true);
                }
            }
            let next = if ended {
                limits.clone()
            } else {
                self.turn_after(share.of_alphabeta(before.work.work()), before.work)
            };
            found = resume_alphabeta(engine, position, self.question, &next, self.alphabeta(), searched);
        }
        // Backward induction needs no stack.
        if let Err(Stop::TooDeep { lower, upper, statistics, .. }) = found
            && !turns.has_no_room
        {
            let proved = ProvedBounds::of(self.prepared.program, lower, upper);
            before = before.plus(Earlier { work: statistics, proved });
            let (rest, outcomes) = (self.turn_after(u64::MAX, before.work), self.outcomes());
            let found = resume_induction(engine, position, self.question, &rest, outcomes, &mut turns.kept);
            return self.with_earlier(
                engine,
                found,
                &self.plan.by_induction(Some(before.work), false),
                before,
            );
        }
        self.with_earlier(engine, found, &self.plan, before)
    }

    /// How alpha-beta and backward induction share the work.
    fn share<E: Engine>(&self, engine: &E, unbounded: bool) -> TurnShare {
        let fits = |ranks: &u64| *ranks <= FEW_RANKS && *ranks * 16 <= self.options.limits.memory;
        match engine.key_ranks() {
            _ if unbounded => TurnShare::Unbounded,
            ranks if self.prepared.has_numbers_alone() && !self.prepared.program.points => {
                TurnShare::Integers { ranks: ranks.unwrap_or(u64::MAX) }
            }
            ranks => ranks.filter(fits).map_or(TurnShare::Revisits, |ranks| TurnShare::Few { ranks }),
        }
    }

    /// The outcomes that bound payoffs, where moves bring no points.
    fn outcomes(&self) -> Option<(i64, i64)> {
        (!self.prepared.program.points).then_some(self.prepared.range)
    }
}

fn is_over<M>(found: &Result<Solution<M>, Stop<M>>) -> bool {
    matches!(found, Err(Stop::Limit { which: LimitKind::Positions, .. }))
}

/// How alpha-beta and backward induction share the work: by what speaks for induction.
#[derive(Clone, Copy)]
enum TurnShare {
    /// Points that no rule bounds tell positions apart that differ in nothing else. Every turn of
    /// induction begins anew.
    Unbounded,
    /// Numbers alone tell positions apart.
    Integers { ranks: u64 },
    /// Moves bring points, and there are few ranks of keys.
    Few { ranks: u64 },
    /// Moves bring points, and alpha-beta stores the same positions again and again.
    Revisits,
}

impl TurnShare {
    /// The positions of the first turn of alpha-beta.
    fn first(self) -> u64 {
        let for_ranks = |ranks: u64| FIRST_TURN.max(ranks / RANKS_FOR_POSITION);
        match self {
            TurnShare::Unbounded => threshold(FIRST_TURN, 32),
            TurnShare::Integers { ranks } => threshold(for_ranks(ranks).min(LONGEST_FIRST_TURN), 32),
            TurnShare::Few { ranks } => threshold(for_ranks(ranks).max(SHORTEST_OF_FEW), 32),
            TurnShare::Revisits => u64::MAX,
        }
    }

    /// The positions of a turn of induction after so many: where ranks are few, it is done with
    /// all.
    fn of_induction(self, before: u64) -> u64 {
        match self {
            TurnShare::Unbounded | TurnShare::Integers { .. } => before.saturating_mul(2),
            TurnShare::Few { ranks } => before.max(ranks),
            TurnShare::Revisits => before,
        }
    }

    /// The positions of a later turn of alpha-beta.
    fn of_alphabeta(self, before: u64) -> u64 {
        match self {
            TurnShare::Unbounded | TurnShare::Integers { .. } => before,
            TurnShare::Few { .. } | TurnShare::Revisits => before.saturating_mul(LONGER),
        }
    }
}

/// The turns of backward induction.
struct InductionTurns<'a, 'p, E: Engine> {
    solving: &'a Solving<'p>,
    unbounded: Option<Unbounded<'p>>,
    kept: InductionState<E::Key>,
    /// Whether there was no room for all values.
    has_no_room: bool,
}

impl<E: Engine> InductionTurns<'_, '_, E> {
    /// A turn of so many positions, after so much.
    fn turn(
        &mut self,
        engine: &E,
        position: &E::Position,
        limits: &Limits,
        before: Statistics,
    ) -> InductionTurn<E::Move> {
        if let Some(unbounded) = &self.unbounded {
            match unbounded.solve(self.solving, limits, &self.solving.plan.by_induction(Some(before), true)) {
                Ok(Some(answer)) => return InductionTurn::Answered(answer),
                Err(bug @ SolveError::Contradiction { .. }) => return InductionTurn::Refused(bug),
                Err(SolveError::Limit { which: LimitReached::Given(kind), positions, .. })
                    if kind != LimitKind::Memory =>
                {
                    return InductionTurn::Over(Statistics { positions, ..Statistics::default() });
                }
                // Some line of play takes a number out of its bounds, or there is no room: the keys
                // hold it from now on.
                Ok(None) | Err(_) => self.unbounded = None,
            }
        }
        let (question, outcomes) = (self.solving.question, self.solving.outcomes());
        match resume_induction(engine, position, question, limits, outcomes, &mut self.kept) {
            Err(Stop::Limit { which: LimitKind::Positions, statistics, .. }) => {
                InductionTurn::Over(statistics)
            }
            Err(Stop::Limit { which: LimitKind::Memory, statistics, .. }) => {
                self.kept = InductionState::default();
                InductionTurn::Never(statistics)
            }
            done => InductionTurn::Done(done),
        }
    }
}

/// A machine whose keys leave out points that are not proved to stay within their bounds. Backward
/// induction looks at every line of play, and sees whether they do.
struct Unbounded<'p> {
    prepared: Prepared<'p>,
    slots: [Option<BitField>; MOST_INTEGERS],
    ranges: [(i64, i64); MOST_INTEGERS],
}

impl<'p> Unbounded<'p> {
    /// Whether there are such points.
    fn candidates(prepared: &Prepared<'p>) -> bool {
        prepared.machine().is_some() && zug_analysis::additive_but_for_room(prepared.program).is_some()
    }

    /// The machine, where there are few of them.
    fn of(prepared: &Prepared<'p>) -> Option<Unbounded<'p>> {
        prepared.machine()?;
        let (additive, unproved) = zug_analysis::additive_but_for_room(prepared.program)?;
        let prepared = prepared.with_additive(additive)?;
        let machine = prepared.machine()?;
        let slots: Vec<(BitField, (i64, i64))> = unproved
            .iter()
            .flat_map(|id| {
                let range = range(&prepared, *id);
                machine.layout.fields[id.index()].bit_fields().map(move |slot| (slot, range))
            })
            .collect();
        if slots.len() > MOST_INTEGERS {
            return None;
        }
        let slot = |at: usize| slots.get(at).map(|(slot, _)| *slot);
        let range = |at: usize| slots.get(at).map_or((0, 0), |(_, range)| *range);
        let (slots, ranges) = (std::array::from_fn(slot), std::array::from_fn(range));
        Some(Unbounded { prepared, slots, ranges })
    }

    /// The answer; none where this machine has none to give, and the sums have to be in the keys.
    fn answer(
        &self,
        solving: &Solving<'_>,
        limits: &Limits,
        plan: &SolverChoice,
    ) -> Result<Option<Answer>, SolveError> {
        match self.solve(solving, limits, plan) {
            Err(bug @ SolveError::Contradiction { .. }) => Err(bug),
            found => Ok(found.ok().flatten()),
        }
    }

    /// The answer; none where some line of play takes points out of their bounds.
    fn solve(
        &self,
        solving: &Solving<'_>,
        limits: &Limits,
        plan: &SolverChoice,
    ) -> Result<Option<Answer>, SolveError> {
        let audit = Audit::new(&self.prepared, solving.options.checks.first);
        let wanted = solving.options.checks.by_name.then_some(&audit);
        let task = BoundedInduction { unbounded: self, solving, limits, plan };
        with_audited_engine(&self.prepared, wanted, task)
    }
}

/// What a bit field of an integer field may hold: its numbers less the least one.
fn range(prepared: &Prepared<'_>, field: FieldId) -> (i64, i64) {
    match prepared.program.fields[field.index()].ty.kind {
        Kind::Int { low, high } => (0, high.saturating_sub(low)),
        _ => (0, 0),
    }
}

struct BoundedInduction<'a, 'p> {
    unbounded: &'a Unbounded<'p>,
    solving: &'a Solving<'a>,
    limits: &'a Limits,
    plan: &'a SolverChoice,
}

impl Task for BoundedInduction<'_, '_> {
    type Output = Result<Option<Answer>, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let Unbounded { prepared, slots, ranges } = self.unbounded;
        let read = |position: &E::Position| {
            slots.map(|slot| slot.map_or(0, |slot| slot.get(E::words(position)) as i64))
        };
        let integers = BoundedIntegers { read: &read, ranges: *ranges };
        let position = engine.enter(self.solving.position);
        solve_induction_bounded(engine, &position, self.solving.question, self.limits, &integers)
            .map(|found| found.map(|solution| answer(engine, solution, self.plan)))
            .map_err(|stop| solve_error(engine, prepared.program, stop))
    }
}
