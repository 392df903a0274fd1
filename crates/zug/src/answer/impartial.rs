//! Answers by the nimbers of components, for games that are proved to be sums of impartial games.

use super::audit::Audit;
use super::choose::SolverChoice;
use super::engine::{Engine, Task, with_audited_engine, with_engine};
use super::run::{answer, solve_error};
use super::sums::SumAnswer;
use super::{Answer, LimitReached, Options, Prepared, SolveError};
use zug_game::breakage::{Shortcut, is_broken, threshold};
use zug_lang::semantics::Position;
use zug_machine::layout::BitField;
use zug_solve::{GameComponents, ImpartialSolver, LimitKind, Limits, SolveQuestion};

/// Positions of components that are looked at before alpha-beta is tried, which may need few of
/// them.
const TURN: u64 = 1 << 22;
/// The most bits of a component.
const BITS: usize = 128;

/// The bits of each component of an impartial game.
#[derive(Clone, Debug)]
pub(super) struct ImpartialGame {
    components: Vec<Vec<BitField>>,
}

impl ImpartialGame {
    /// The components of a game that is proved to be impartial and to end; none where one has too
    /// many bits.
    fn of(prepared: &Prepared<'_>) -> Option<ImpartialGame> {
        let layout = &prepared.machine()?.layout;
        let slots = |(field, entry): &(zug_lang::program::FieldId, usize)| {
            layout.fields[field.index()].parts.iter().map(|part| part[*entry]).collect::<Vec<_>>()
        };
        let found = zug_analysis::impartial_components(prepared.program)?;
        let mut components: Vec<Vec<BitField>> =
            found.iter().map(|entries| entries.iter().flat_map(slots).collect()).collect();
        if is_broken(Shortcut::Conflict)
            && let Some(last) = components.last_mut()
        {
            last.clear();
        }
        let fits =
            |slots: &Vec<BitField>| slots.iter().map(|slot| usize::from(slot.width)).sum::<usize>() <= BITS;
        components.iter().all(fits).then_some(ImpartialGame { components })
    }

    /// How many components there are.
    pub fn count(&self) -> usize {
        self.components.len()
    }
}

impl<E: Engine> GameComponents<E> for ImpartialGame {
    fn count(&self) -> usize {
        self.components.len()
    }

    #[inline]
    fn part(&self, position: &E::Position, component: usize) -> u128 {
        let words = E::words(position);
        let code = |code: u128, slot: &BitField| code << slot.width | u128::from(slot.get(words));
        self.components[component].iter().fold(0, code)
    }
}

impl Prepared<'_> {
    /// The game as a sum of impartial games; none if it is not proved to be one, or to end.
    pub(super) fn impartial_game(&self) -> Option<&ImpartialGame> {
        let must_end = !matches!(self.ends, zug_analysis::Ends::Unproven { .. });
        self.impartial_game.get_or_init(|| ImpartialGame::of(self).filter(|_| must_end)).as_ref()
    }

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
