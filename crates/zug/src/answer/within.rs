//! What either side can force within a number of plies, searched forward: exact also where
//! positions repeat and there are too many to list.

use super::audit::Audit;
use super::checks::{ClaimedValue, check_claim};
#[cfg(feature = "database")]
use super::database::DatabaseError;
use super::engine::{Engine, Task, with_leaves};
use super::leaves::SearchLeaves;
use super::results::solve_error;
#[cfg(feature = "database")]
use super::results::unreadable;
use super::{LeafUse, Prepared, ProvedBounds, SolveError};
use zug_game::{AUDITED_FIRST, Player};
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::{Limits, LineEnd, Statistics, solve_within};

/// What can be forced within a number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithinAnswer {
    /// The value, from the first player's side, if it is known.
    pub value: Option<i64>,
    /// What is proved of the value, where that says more than the rules do.
    pub proved: ProvedBounds,
    /// If the value is known: within how many plies it is forced; of a win that is proved to be the
    /// least number.
    pub plies: Option<u32>,
    /// Who forces the value alone: the winner; of one outcome that the rules have alone, who can
    /// end play. Nobody where both sides can be sure of it.
    pub by: Option<Player>,
    /// If the value is known: the moves that force it within so many plies; where the other side
    /// forces it, those behind which play ends latest.
    pub best: Vec<Choice>,
    /// If the value is known: a line of such moves to the end.
    pub line: Vec<Choice>,
    /// How the line ends.
    pub line_end: LineEnd,
    /// Where positions of a database were not searched: how often it was asked. Plies count to them
    /// then.
    pub leaves: Option<LeafUse>,
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
    /// Searches forward to so many plies. What play that goes on for ever is worth is not asked, so
    /// what is proved holds whatever it is.
    ///
    /// # Errors
    /// A limit with what was proved until then, a broken promise of the definition, or a check of
    /// ours that failed.
    pub fn solve_within(
        &self,
        position: &Position,
        plies: u32,
        limits: &Limits,
    ) -> Result<WithinAnswer, SolveError> {
        self.found_within(position, plies, limits, &SearchLeaves::of(self, false, limits)?)
    }

    /// What is forced within so many plies or by positions of the database that are come to by
    /// then, if there is a database: their values are taken, however far from the end they are.
    ///
    /// # Errors
    /// As [`Prepared::solve_within`], or a file of the database that cannot be read.
    pub fn solve_within_stored(
        &self,
        position: &Position,
        plies: u32,
        limits: &Limits,
    ) -> Result<WithinAnswer, SolveError> {
        #[cfg(feature = "database")]
        if let Some(found) = self.stored_within(position).map_err(unreadable)? {
            self.check_within(position, &found)?;
            return Ok(found);
        }
        let stored = SearchLeaves::of(self, true, limits)?;
        let found = self.found_within(position, plies, &stored.beside(limits), &stored);
        // A file that cannot be read comes first: a limit may have come for want of it.
        let leaves = stored.used()?;
        let found = found?;
        stored.note_answer();
        Ok(WithinAnswer { leaves, ..found })
    }

    fn found_within(
        &self,
        position: &Position,
        plies: u32,
        limits: &Limits,
        stored: &SearchLeaves<'_>,
    ) -> Result<WithinAnswer, SolveError> {
        let audit = Audit::new(self, AUDITED_FIRST);
        let task = WithinTask { prepared: self, position, plies, limits };
        let found = with_leaves(self, Some(&audit), stored.leaves(), task);
        let mut found = found.map_err(|error| audit.claimed(error))?;
        if found.value.is_some() {
            found.line_end = stored.play_on(position, &mut found.line)?;
            self.check_within(position, &found)?;
        }
        Ok(found)
    }

    /// Plays what is claimed by the rules by name.
    fn check_within(&self, position: &Position, found: &WithinAnswer) -> Result<(), SolveError> {
        let Some(value) = found.value else { return Ok(()) };
        let (best, line, whole) = (&found.best, &found.line, found.line_end == LineEnd::Terminal);
        check_claim(&ClaimedValue { prepared: self, position, value, best, line, whole })
    }
}

#[cfg(feature = "database")]
impl Prepared<'_> {
    /// The answer for a position that stands in the database itself.
    fn stored_within(&self, position: &Position) -> Result<Option<WithinAnswer>, DatabaseError> {
        let Some(database) = &self.database else { return Ok(None) };
        let Some(stored) = database.answer(self, position)? else { return Ok(None) };
        let value = stored.entry.value;
        let best = stored.best().cloned().collect();
        let (line, line_end) = match stored.line_end {
            LineEnd::Terminal => (stored.line, LineEnd::Terminal),
            _ => (Vec::new(), LineEnd::NotAsked),
        };
        let all = database.manifest().positions();
        Ok(Some(WithinAnswer {
            value: Some(value),
            proved: ProvedBounds::of(self.program, Some(value), Some(value)),
            plies: Some(0),
            by: None,
            best,
            line,
            line_end,
            leaves: Some(LeafUse { asked: 1, found: 1, positions: all, all }),
            statistics: Statistics::default(),
        }))
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
            line_end: LineEnd::Terminal,
            leaves: None,
            statistics: forced.statistics,
        })
    }
}
