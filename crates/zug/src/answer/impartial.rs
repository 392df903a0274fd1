//! Answers by the nimbers of components, for games that are proved to be sums of impartial games.

use super::audit::Audit;
use super::choose::SolverChoice;
use super::engine::{Engine, Task, with_audited_engine, with_engine};
use super::impartial_game::ImpartialGame;
use super::results::{answer, solve_error};
use super::sums::SumAnswer;
use super::{Answer, LimitReached, Options, Prepared, SolveError};
use zug_game::breakage::threshold;
use zug_lang::semantics::Position;
use zug_solve::{ImpartialSolver, LimitKind, Limits, SolveQuestion};

/// Positions of components that are looked at before alpha-beta is tried, which may need few of
/// them.
const TURN: u64 = 1 << 22;
impl Prepared<'_> {
    /// Why a game is none that has nimbers.
    pub(super) fn no_nimber(&self) -> SolveError {
        let why = zug_analysis::without_nimbers(self.program, &self.ends);
        SolveError::Unfit(super::Unfit::NoNimber { why })
    }

    /// The nimber of a position of such a game.
    pub(super) fn nimber_of_components(
        &self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Option<u32>, SolveError> {
        let Some(game) = self.impartial_game() else { return Ok(None) };
        with_engine(self, Nimber { prepared: self, game, position, limits }).map(Some)
    }

    /// The answer by the nimbers of components.
    pub(super) fn answer_of_components(
        &self,
        position: &Position,
        options: &Options,
        plan: &SolverChoice,
    ) -> Result<SumAnswer, SolveError> {
        let game = self.impartial_game().ok_or(SolveError::Unfit(super::Unfit::NoSum))?;
        let first = threshold(TURN, 32);
        let sample = plan.sample && options.limits.positions.is_none_or(|most| most > first);
        let turn = if sample { Some(first) } else { options.limits.positions };
        let limits = Limits { positions: turn, ..options.limits.clone() };
        let question = SolveQuestion {
            best: !options.value_only,
            distance: false,
            all_moves: options.all_moves,
            line: !options.value_only,
        };
        let audit = Audit::new(self, options.checks.first);
        let wanted = options.checks.by_name.then_some(&audit);
        let task = ByNimbers { prepared: self, game, position, question, limits: &limits, plan };
        match with_audited_engine(self, wanted, task) {
            Ok(mut answer) => {
                answer.checked.compared = audit.compared();
                Ok(SumAnswer::Found(Box::new(answer)))
            }
            Err(SolveError::Limit {
                which: LimitReached::Given(LimitKind::Positions), positions, ..
            }) if sample => Ok(SumAnswer::NotDone { positions }),
            Err(error) => Err(audit.claimed(error)),
        }
    }
}

struct Nimber<'a> {
    prepared: &'a Prepared<'a>,
    game: &'a ImpartialGame,
    position: &'a Position,
    limits: &'a Limits,
}

impl Task for Nimber<'_> {
    type Output = Result<u32, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let mut solver = ImpartialSolver::new(engine, self.game, self.limits);
        solver.nimber(&position).map_err(|stop| solve_error(engine, self.prepared.program, stop))
    }
}

struct ByNimbers<'a> {
    prepared: &'a Prepared<'a>,
    game: &'a ImpartialGame,
    position: &'a Position,
    question: SolveQuestion,
    limits: &'a Limits,
    plan: &'a SolverChoice,
}

impl Task for ByNimbers<'_> {
    type Output = Result<Answer, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let found = ImpartialSolver::new(engine, self.game, self.limits).solution(&position, self.question);
        found
            .map(|solution| answer(engine, solution, self.plan))
            .map_err(|stop| solve_error(engine, self.prepared.program, stop))
    }
}
