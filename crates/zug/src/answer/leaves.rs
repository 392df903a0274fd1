//! A search of a position before those of a database: takes their values, and what is told of that.
//!
//! Only where distances are not asked for, which the search would count to a stored position alone.

#[cfg(feature = "database")]
use super::database::{KnownPositions, OpenDatabase};
#[cfg(feature = "database")]
use super::results::unreadable;
use super::{Answer, LeafUse, Limits, Prepared, SolveError};
use zug_jit::runner::Leaves;
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
#[cfg(feature = "database")]
use zug_lang::semantics::Semantics;
use zug_solve::LineEnd;

/// The positions of a database as ends of one search; nothing where there is no database.
pub(super) struct SearchLeaves<'a> {
    #[cfg_attr(not(feature = "database"), allow(dead_code, reason = "there is no database to play on by"))]
    prepared: &'a Prepared<'a>,
    #[cfg(feature = "database")]
    known: Option<(&'a OpenDatabase, KnownPositions<'a>)>,
}

impl<'a> SearchLeaves<'a> {
    /// Those of the database of a definition, unless they are not `wanted`.
    ///
    /// # Errors
    /// A file that cannot be read.
    #[cfg(feature = "database")]
    pub fn of(
        prepared: &'a Prepared<'a>,
        wanted: bool,
        limits: &Limits,
    ) -> Result<SearchLeaves<'a>, SolveError> {
        let database = prepared.database.as_ref().filter(|_| wanted);
        let open = |database: &'a OpenDatabase| {
            KnownPositions::of(database, limits.memory).map(|known| (database, known))
        };
        let known = database.map(open).transpose().map_err(unreadable)?;
        Ok(SearchLeaves { prepared, known })
    }

    /// None.
    ///
    /// # Errors
    /// None.
    #[cfg(not(feature = "database"))]
    pub fn of(prepared: &'a Prepared<'a>, _: bool, _: &Limits) -> Result<SearchLeaves<'a>, SolveError> {
        Ok(SearchLeaves { prepared })
    }

    /// For the engine.
    #[cfg(feature = "database")]
    pub fn leaves(&self) -> Option<&dyn Leaves> {
        self.known.as_ref().map(|(_, known)| known as &dyn Leaves)
    }

    /// For the engine.
    #[cfg(not(feature = "database"))]
    pub fn leaves(&self) -> Option<&dyn Leaves> {
        None
    }

    /// The limits of the search beside the leaves.
    pub fn beside(&self, limits: &Limits) -> Limits {
        #[cfg(feature = "database")]
        if let Some((_, known)) = &self.known {
            return Limits { memory: limits.memory.saturating_sub(known.bytes()), ..limits.clone() };
        }
        limits.clone()
    }

    /// What was taken from the database.
    ///
    /// # Errors
    /// A file that could not be read: some positions were searched that are stored.
    pub fn used(&self) -> Result<Option<LeafUse>, SolveError> {
        #[cfg(feature = "database")]
        if let Some((_, known)) = &self.known {
            return known.failure().map_or_else(|| Ok(Some(known.used())), |error| Err(unreadable(error)));
        }
        Ok(None)
    }

    /// Notes that the database served an answer, if the search took a value from it.
    pub fn note_answer(&self) {
        #[cfg(feature = "database")]
        if let Some((database, known)) = &self.known
            && known.used().found > 0
        {
            database.note_answer();
        }
    }

    /// The answer of a search with these leaves, with the line played on to the end.
    ///
    /// # Errors
    /// Those of the search, or a file that could not be read.
    pub fn completed(
        &self,
        position: &Position,
        found: Result<Answer, SolveError>,
    ) -> Result<Answer, SolveError> {
        let used = self.used()?;
        let mut answer = found?;
        self.note_answer();
        answer.reason.leaves = used;
        if used.is_some() && answer.line_end == LineEnd::Terminal {
            answer.line_end = self.play_on(position, &mut answer.line)?;
        }
        Ok(answer)
    }

    /// Plays a line that ends at a stored position on as the database says. Where that does not
    /// come to an end, for distances that would say how are not stored, the line stays, and how it
    /// ends is not told. A line that ends nowhere else is left to the checks.
    ///
    /// # Errors
    /// A file that cannot be read.
    #[cfg(feature = "database")]
    pub fn play_on(&self, position: &Position, line: &mut Vec<Choice>) -> Result<LineEnd, SolveError> {
        let Some((database, _)) = &self.known else { return Ok(LineEnd::Terminal) };
        let semantics = Semantics::new(self.prepared.program);
        let last = line.iter().try_fold(position.clone(), |here, choice| semantics.play(&here, choice));
        let Ok(last) = last else { return Ok(LineEnd::Terminal) };
        if database.entry(self.prepared, &last).map_err(unreadable)?.is_none() {
            return Ok(LineEnd::Terminal);
        }
        let (rest, end) = database.line(self.prepared, &last).map_err(unreadable)?;
        if end != LineEnd::Terminal {
            return Ok(LineEnd::NotAsked);
        }
        line.extend(rest);
        Ok(end)
    }

    /// Nothing.
    ///
    /// # Errors
    /// None.
    #[cfg(not(feature = "database"))]
    pub fn play_on(&self, _: &Position, _: &mut Vec<Choice>) -> Result<LineEnd, SolveError> {
        Ok(LineEnd::Terminal)
    }
}
