//! What either side can force within a number of plies, searched forward: exact also where positions repeat and there are too many
//! to list.

use super::audit::Audit;
use super::checks::{Claim, check_claim};
use super::engine::{Engine, Task, with_audited_engine};
use super::run::solve_error;
use super::{Prepared, ProvedBounds, SolveError};
use zug_game::{AUDITED_FIRST, Player};
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::{Limits, Statistics, solve_within};

/// What can be forced within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithinAnswer {
    /// The value, from the first player's side, if it is known.
    pub value: Option<i64>,
    /// What is proved of the value, where that says more than the rules do.
    pub proved: ProvedBounds,
    /// If the value is known: within how many plies it is forced; of a win that is proved to be the least number.
    pub plies: Option<u32>,
    /// Who forces the value alone: the winner; of one outcome that the rules have alone, who can end play. Nobody where both sides
    /// can be sure of it.
    pub by: Option<Player>,
    /// If the value is known: the moves that force it within so many plies; where the other side forces it, those behind which play
    /// ends latest.
    pub best: Vec<Choice>,
    /// If the value is known: a line of such moves to the end.
    pub line: Vec<Choice>,
    /// What it took.
    pub statistics: Statistics,
}

impl Prepared<'_> {
    /// What is forced within so many plies.
    ///
    /// ```
    /// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
    /// # let definition = Definition::of(
    /// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
    /// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
    /// # ).expect("no mistakes");
    /// # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
    /// let found = |plies| prepared.solve_within(&prepared.start(), plies, &Limits::default()).expect("searched");
    /// assert_eq!((found(2).value, found(3).value, found(3).plies), (None, Some(1), Some(3)));
    /// ```
    ///
    /// Searches forward to so many plies. What play that goes on for ever is worth is not asked, so what is proved holds whatever
    /// it is.
    ///
    /// # Errors
    /// A limit with what was proved until then, a broken promise of the definition, or a check of ours that failed.
    pub fn solve_within(
        &self,
        position: &Position,
        plies: u32,
        limits: &Limits,
    ) -> Result<WithinAnswer, SolveError> {
        let audit = Audit::new(self, AUDITED_FIRST);
        let task = WithinTask { prepared: self, position, plies, limits };
        let found = with_audited_engine(self, Some(&audit), task).map_err(|error| audit.claimed(error))?;
        if let Some(value) = found.value {
            let claim = Claim { prepared: self, position, value, best: &found.best, line: &found.line };
            check_claim(&claim)?;
        }
        Ok(found)
    }
}

struct WithinTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    plies: u32,
    limits: &'a Limits,
}

impl Task for WithinTask<'_> {
    type Output = Result<WithinAnswer, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let program = self.prepared.program;
        let forced = solve_within(engine, &position, self.plies, self.prepared.range, self.limits)
            .map_err(|stop| solve_error(engine, program, stop))?;
        let choices = |moves: &[E::Move]| moves.iter().map(|each| engine.choice(each)).collect();
        Ok(WithinAnswer {
            value: forced.plies.map(|_| forced.lower),
            proved: ProvedBounds::of(program, Some(forced.lower), Some(forced.upper)),
            plies: forced.plies,
            by: forced.by,
            best: choices(&forced.best),
            line: choices(&forced.line),
            statistics: forced.statistics,
        })
    }
}
