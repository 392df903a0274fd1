//! Runs solvers and counters with the engine that was asked for, and turns what they say into the
//! definition's terms.

use super::audit::Audit;
use super::checks::check;
use super::choose::{SolverChoice, plan, plan_after_components, plan_of_undecided, plan_of_wholes};
use super::engine::{Engine, Task, with_engine, with_leaves};
use super::leaves::SearchLeaves;
use super::must_play::MustPlayAnswer;
use super::results::{answer, solve_error};
use super::sums::SumAnswer;
use super::{Answer, LimitReached, MemoSize, Options, Prepared, ProvedBounds, SolveError, SolverKind};
use zug_analysis;
use zug_game::Player;
use zug_game::breakage::{Shortcut, is_broken, threshold};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_solve::{
    self, AlphaBetaState, DfpnState, LimitKind, Limits, Solution, SolveQuestion, Statistics, Stop, TableSize,
    Termination, perft, reachable, resume_alphabeta, resume_dfpn, solve_dfpn, solve_every_line,
    solve_minimax, solve_retrograde,
};

/// How many positions alpha-beta looks at before df-pn is tried: what is over sooner is not worth
/// it.
const FIRST_TURN: u64 = 1 << 17;
/// In its first turn df-pn has a position for so many of alpha-beta: where its numbers guide it, a
/// proof takes a hundredth of the positions, and elsewhere such a turn costs little. One of its
/// positions, with all its children, takes several times as long.
const FIRST_SHARE: u64 = 16;
/// The second turn has so many times the positions of the first: a million in both.
const SECOND_TURN: u64 = 7;
/// From the second turn on df-pn has a position for so many of alpha-beta.
const SHARE: u64 = 3;
/// Later turns have so many times the positions of the turn before.
const GROWTH: u64 = 4;
/// Counts of at most so many positions or sequences are made again by the reference semantics.
const COUNTED_AGAIN: u64 = 500;

impl Prepared<'_> {
    /// The answer for a position.
    ///
    /// # Errors
    /// A solver that does not fit, a limit, a broken promise of the definition, or a check of ours
    /// that failed.
    pub fn solve(&self, position: &Position, options: &Options) -> Result<Answer, SolveError> {
        let mut answer = match self.database_answer(position, options)? {
            Some(answer) => answer,
            None => self.answer_without_nimber(position, options)?,
        };
        if options.nimber {
            let known = Earlier { work: answer.statistics, proved: ProvedBounds::exactly(answer.value) };
            let nimber = self.nimber(position, &options.limits);
            let nimber = nimber.map_err(|error| known.with_proofs(self.program, error))?;
            answer.nimber = Some(nimber.ok_or_else(|| self.no_nimber())?);
            if (answer.nimber == Some(0)) == (answer.value == mover_wins(position)) {
                let what = "the nimber is 0 exactly where who moves loses".to_string();
                return Err(SolveError::Contradiction { what, line: Vec::new() });
            }
        }
        Ok(answer)
    }

    /// The answer of the database, if there is one: what is told is played by the rules by name.
    #[cfg(feature = "database")]
    fn database_answer(&self, position: &Position, options: &Options) -> Result<Option<Answer>, SolveError> {
        let mut found = self.stored_answer(position, options).map_err(super::results::unreadable)?;
        if let Some(answer) = &mut found {
            super::checks::check_claimed(self, &Semantics::new(self.program), position, options, answer)?;
        }
        Ok(found)
    }

    #[cfg(not(feature = "database"))]
    fn database_answer(&self, _: &Position, _: &Options) -> Result<Option<Answer>, SolveError> {
        Ok(None)
    }

    fn answer_without_nimber(&self, position: &Position, options: &Options) -> Result<Answer, SolveError> {
        let mut plan = plan(self, options)?;
        let mut before = Statistics::default();
        if plan.solver == SolverKind::Sums {
            match self.sum_answer(position, options, &plan)? {
                SumAnswer::Found(mut answer) => {
                    break_on_purpose(&mut answer);
                    check(self, position, options, plan.must_end, &mut answer)?;
                    return Ok(*answer);
                }
                SumAnswer::Searched(answer) => return Ok(*answer),
                SumAnswer::NotDone { positions } => {
                    plan = plan_after_components(self, options, positions)?;
                    before.positions += positions;
                }
                SumAnswer::StaysWhole { positions } => plan = plan_of_wholes(self, options, positions)?,
            }
        }
        self.answer_by_plan(position, options, plan, before)
    }

    /// The answer without sums, which were tried for so many positions.
    pub(super) fn answer_of_whole(
        &self,
        position: &Position,
        options: &Options,
        positions: u64,
    ) -> Result<Answer, SolveError> {
        let plan = plan_of_wholes(self, options, positions)?;
        self.answer_by_plan(position, options, plan, Statistics::default())
    }

    fn answer_by_plan(
        &self,
        position: &Position,
        options: &Options,
        mut plan: SolverChoice,
        mut before: Statistics,
    ) -> Result<Answer, SolveError> {
        if plan.solver == SolverKind::MustPlay {
            match self.must_play_answer(position, options, &plan)? {
                MustPlayAnswer::Found(mut answer) => {
                    break_on_purpose(&mut answer);
                    check(self, position, options, plan.must_end, &mut answer)?;
                    return Ok(*answer);
                }
                MustPlayAnswer::Undecided { positions } => {
                    plan = plan_of_undecided(self, options, positions)?;
                    before.positions += positions;
                }
            }
        }
        let question = SolveQuestion {
            best: !options.value_only,
            distance: options.distance && !self.program.points,
            all_moves: options.all_moves,
            line: !options.value_only,
        };
        let (must_end, audit) = (plan.must_end, Audit::new(self, options.checks.first));
        let wanted = options.checks.by_name.then_some(&audit);
        let stored = SearchLeaves::of(self, !question.distance, &options.limits)?;
        let options = &Options { limits: stored.beside(&options.limits), ..options.clone() };
        let solving = Solving { prepared: self, position, options, plan, question };
        let found = with_leaves(self, wanted, stored.leaves(), solving);
        let earlier = Earlier { work: before, proved: ProvedBounds::NONE };
        let found = found.map_err(|error| earlier.with_proofs(self.program, audit.claimed(error)));
        let mut answer = stored.completed(position, found)?;
        break_on_purpose(&mut answer);
        answer.statistics = before.plus(answer.statistics);
        answer.checked.compared = audit.compared();
        check(self, position, options, must_end, &mut answer)?;
        Ok(answer)
    }

    /// The sequences of 1, 2, .. moves from a position.
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition.
    pub fn perft(&self, position: &Position, depth: u32, limits: &Limits) -> Result<Vec<u64>, SolveError> {
        self.counted(Counting { program: self.program, position, depth: Some(depth), limits })
    }

    /// How many positions can be reached from this one, itself included.
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition.
    pub fn reachable(&self, position: &Position, limits: &Limits) -> Result<u64, SolveError> {
        let counts = self.counted(Counting { program: self.program, position, depth: None, limits })?;
        Ok(counts.first().copied().unwrap_or(0))
    }

    /// Whether more positions can be reached than these limits allow to look at; the machine counts
    /// them.
    pub(super) fn has_more_positions(&self, position: &Position, limits: &Limits) -> bool {
        let counting = Counting { program: self.program, position, depth: None, limits };
        self.machine().is_some() && matches!(with_engine(self, counting), Err(SolveError::Limit { .. }))
    }

    /// Counts, and where that was short counts again by the reference semantics.
    fn counted(&self, counting: Counting<'_>) -> Result<Vec<u64>, SolveError> {
        let counts = with_engine(self, counting)?;
        let total = counts.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        if self.machine().is_some() && total <= COUNTED_AGAIN {
            match counting.run(&Semantics::new(self.program)) {
                Ok(again) if again != counts => {
                    let what = format!("the count is {counts:?}, and by the rules by name it is {again:?}");
                    return Err(SolveError::Contradiction { what, line: Vec::new() });
                }
                Err(fault @ SolveError::Fault { .. }) => return Err(fault),
                // A limit was reached while it was counted again: the count stands unchecked.
                Ok(_) | Err(_) => {}
            }
        }
        Ok(counts)
    }
}

/// The value of a position in which who moves wins.
fn mover_wins(position: &Position) -> i64 {
    if position.turn == Player::First { 1 } else { -1 }
}

/// For tests of the checks.
fn break_on_purpose(answer: &mut Answer) {
    if is_broken(Shortcut::Best) {
        answer.best.pop();
    }
    if is_broken(Shortcut::Line) {
        answer.line.pop();
    }
    if is_broken(Shortcut::Value) {
        answer.value = -answer.value;
    }
}

pub(super) struct Solving<'a> {
    pub prepared: &'a Prepared<'a>,
    pub position: &'a Position,
    pub options: &'a Options,
    pub plan: SolverChoice,
    pub question: SolveQuestion,
}

impl Task for Solving<'_> {
    type Output = Result<Answer, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let (question, limits) = (self.question, &self.options.limits);
        let found = match self.plan.solver {
            SolverKind::Minimax if self.plan.must_end && self.options.memo == MemoSize::Off => {
                solve_every_line(engine, &position, question, limits)
            }
            SolverKind::Minimax => {
                let play = if self.plan.must_end { Termination::Ends } else { Termination::MayRepeat };
                solve_minimax(engine, &position, question, limits, play)
            }
            SolverKind::Retrograde if self.plan.forward => return self.beside(engine, &position),
            SolverKind::Retrograde => solve_retrograde(engine, &position, question, limits),
            SolverKind::Dfpn => solve_dfpn(engine, &position, question, limits, self.dfpn()),
            SolverKind::Induction => return self.induction(engine, &position),
            SolverKind::AlphaBeta | SolverKind::Auto if self.plan.dovetail => {
                return self.dovetail(engine, &position);
            }
            SolverKind::AlphaBeta | SolverKind::Auto if self.plan.induction => {
                return self.with_induction(engine, &position);
            }
            SolverKind::AlphaBeta | SolverKind::Auto | SolverKind::Sums | SolverKind::MustPlay => {
                let options = self.alphabeta();
                self.prepared.with_search::<E, _>(|searched| {
                    resume_alphabeta(engine, &position, question, limits, options, searched)
                })
            }
        };
        found
            .map(|solution| answer(engine, solution, &self.plan))
            .map_err(|stop| solve_error(engine, self.prepared.program, stop))
    }
}

impl Solving<'_> {
    pub(super) fn alphabeta(&self) -> zug_solve::AlphaBetaOptions {
        let Options { memo: size, techniques, threads, .. } = *self.options;
        zug_solve::AlphaBetaOptions {
            memo: memo(size),
            range: Some(self.prepared.range),
            techniques,
            threads,
            revisits: None,
        }
    }

    fn dfpn(&self) -> zug_solve::DfpnOptions {
        let Options { memo: size, techniques, .. } = *self.options;
        let draws = zug_analysis::can_be_drawn(self.prepared.program);
        zug_solve::DfpnOptions { memo: memo(size), draws, techniques }
    }

    /// Dovetailing: alpha-beta and df-pn by turns, each with more positions than before; what one
    /// has found it keeps.
    fn dovetail<E: Engine>(&self, engine: &E, position: &E::Position) -> Result<Answer, SolveError> {
        self.prepared.with_search::<E, _>(|searched| self.turns_with_proofs(engine, position, searched))
    }

    fn turns_with_proofs<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        searched: &mut AlphaBetaState<E::Key>,
    ) -> Result<Answer, SolveError> {
        let mut proved = DfpnState::default();
        let mut before = Earlier::default();
        let mut turn = threshold(FIRST_TURN, 64);
        let (mut share, mut growth) = (FIRST_SHARE, SECOND_TURN);
        loop {
            let limits = &self.turn_after(turn, before.work);
            let found = resume_alphabeta(engine, position, self.question, limits, self.alphabeta(), searched);
            let Some(done) = self.ended_turn(&found) else {
                return self.with_earlier(engine, found, &self.plan, before);
            };
            before = before.plus(done);
            let limits = &self.turn_after(turn / share, before.work);
            let found = resume_dfpn(engine, position, self.question, limits, self.dfpn(), &mut proved);
            let Some(done) = self.ended_turn(&found) else {
                let plan = self.plan.by_proofs(self.prepared, before.work);
                return self.with_earlier(engine, found, &plan, before);
            };
            before = before.plus(done);
            if self.is_spent(before.work) {
                let spent = limit(LimitReached::Given(LimitKind::Positions), 0);
                return Err(before.with_proofs(self.prepared.program, spent));
            }
            turn = turn.saturating_mul(growth);
            (share, growth) = (SHARE, GROWTH);
        }
    }

    /// The limits of a turn of so much work, after so much.
    pub(super) fn turn_after(&self, work: u64, before: Statistics) -> Limits {
        let left = self.options.limits.positions.map(|most| most.saturating_sub(before.positions));
        Limits { positions: left, work: Some(work), ..self.options.limits.clone() }
    }

    /// Whether as many positions were looked at as may be.
    pub(super) fn is_spent(&self, before: Statistics) -> bool {
        self.options.limits.positions.is_some_and(|most| before.positions >= most)
    }

    /// What was found, after others had looked at so much.
    pub(super) fn with_earlier<E: Engine>(
        &self,
        engine: &E,
        found: Result<Solution<E::Move>, Stop<E::Move>>,
        plan: &SolverChoice,
        before: Earlier,
    ) -> Result<Answer, SolveError> {
        let program = self.prepared.program;
        let found = found.map(|solution| answer(engine, solution, plan));
        let found =
            found.map(|answered| Answer { statistics: before.work.plus(answered.statistics), ..answered });
        found.map_err(|stop| before.with_proofs(program, solve_error(engine, program, stop)))
    }

    /// What was done in a turn, if it ended because it was over.
    fn ended_turn<M>(&self, found: &Result<Solution<M>, Stop<M>>) -> Option<Earlier> {
        match found {
            Err(Stop::Limit { which: LimitKind::Positions, lower, upper, statistics }) => {
                let proved = ProvedBounds::of(self.prepared.program, *lower, *upper);
                Some(Earlier { work: *statistics, proved })
            }
            // There is no room for the least table of df-pn: it passes.
            Err(Stop::Limit { which: LimitKind::Memory, statistics, .. }) if statistics.positions == 0 => {
                Some(Earlier { work: *statistics, proved: ProvedBounds::NONE })
            }
            _ => None,
        }
    }
}

/// What was done in earlier turns, and what they proved of the value.
#[derive(Clone, Copy)]
pub(super) struct Earlier {
    pub work: Statistics,
    pub proved: ProvedBounds,
}

impl Default for Earlier {
    fn default() -> Earlier {
        Earlier { work: Statistics::default(), proved: ProvedBounds::NONE }
    }
}

impl Earlier {
    /// The same after another turn.
    pub fn plus(self, turn: Earlier) -> Earlier {
        Earlier { work: self.work.plus(turn.work), proved: self.proved.and(turn.proved) }
    }

    /// Why there is no answer, with the positions that were looked at before and what was proved
    /// then.
    pub fn with_proofs(self, program: &Program, error: SolveError) -> SolveError {
        match error {
            SolveError::Limit { which, proved, positions } => SolveError::Limit {
                which,
                proved: self.proved.and(proved).closed(program),
                positions: positions.saturating_add(self.work.positions),
            },
            other => other,
        }
    }
}

fn memo(size: MemoSize) -> TableSize {
    match size {
        MemoSize::Auto => TableSize::Auto,
        MemoSize::Off => TableSize::Off,
        MemoSize::Bytes(bytes) => TableSize::Bytes(bytes),
    }
}

#[derive(Clone, Copy)]
struct Counting<'a> {
    program: &'a Program,
    position: &'a Position,
    /// Of sequences; without one, positions are counted.
    depth: Option<u32>,
    limits: &'a Limits,
}

impl Task for Counting<'_> {
    type Output = Result<Vec<u64>, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        match self.depth {
            Some(depth) => perft(engine, &position, depth as usize, self.limits),
            None => reachable(engine, &position, self.limits).map(|count| vec![count]),
        }
        .map_err(|stop| solve_error(engine, self.program, stop))
    }
}

fn limit(which: LimitReached, positions: u64) -> SolveError {
    SolveError::Limit { which, proved: ProvedBounds::NONE, positions }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first move is a draw at once; of the others nobody sees the end.
    const LONG: &str = "game \"T\" players A, B range N = 1..40\n\
        state { taken: set of N, n: 0..40, over: bool }\n\
        move leave when n = 0 and not over { over = true }\n\
        move put(c in N - taken) when n < 20 { taken += c n += 1 }\n\
        end when over => draw\n\
        stuck => if sum(c in taken: c * c * c) % 3 = 0 then A wins else B wins\n";

    #[test]
    fn what_an_earlier_turn_proved_is_told() {
        let definition = crate::Definition::of(LONG).expect("it is right");
        let prepared = Prepared::new(&definition.program, super::super::EngineKind::Interpret);
        let prepared = prepared.expect("it fits");
        let limits = Limits { positions: Some(5_000), ..Limits::default() };
        let found = prepared.solve(&prepared.start(), &Options::within(&limits));
        let Err(SolveError::Limit { proved, positions, .. }) = found else { panic!("{found:?}") };
        assert_eq!((proved.lower, proved.upper), (Some(0), None));
        assert!(positions >= 5_000, "{positions}");
    }
}
