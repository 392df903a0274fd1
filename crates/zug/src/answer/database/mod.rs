//! Databases on disk: builds them from a definition, checks them, and answers from them.

mod answer;
mod cluster;
mod coding;
mod export;
mod fault_place;
mod known;

use crate::answer::{Engine, Prepared, Task, TierFunction, with_engine};
pub use answer::{DatabaseAnswer, OpenDatabase, ValuedMove};
pub use cluster::SharedBuild;
use coding::{CodedPositions, Coding};
pub use export::Visitor;
pub use fault_place::{position_of, way_to_fault};
pub(crate) use known::KnownPositions;
use std::path::Path;
use std::time::Duration;
use zug_analysis::{Ends, Measure, never_lowered};
pub use zug_database::cluster::{ClusterMember, IS_AVAILABLE as HAS_CLUSTER};
pub use zug_database::{
    BuildOptions, BuildProgress, Built, CheckOptions, CheckReport, Content, Damage, DatabaseError,
    DatabaseSubject as Subject, Entry, Inconsistency, KindCount, Manifest, Phase, TierMethods, TierSummary,
    tier_headers,
};
use zug_lang::semantics::{Position, Semantics};
use zug_machine::Machine;
use zug_solve::{Limits, PositionCode};

/// What is listed is saved so often.
pub const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The definition that a database is about.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its text.
    pub text: &'a str,
    /// The settings as they were typed.
    pub settings: &'a [String],
}

/// How positions are numbered, and in which tiers.
#[derive(Debug)]
pub(crate) struct StateIndex {
    coding: Coding,
    tiers: TierFunction,
    /// The sums of the tiers in words.
    sums: Vec<String>,
}

impl Prepared<'_> {
    /// Builds the database of all positions that can be reached from the first one, in a folder.
    ///
    /// # Errors
    /// A limit, a fault, a game that is not one for a database, or what the system says of a file.
    pub fn build_database(
        &self,
        source: Source<'_>,
        folder: &Path,
        content: Content,
        threads: usize,
        limits: &Limits,
        progress: &(dyn Fn(&BuildProgress) + Sync),
    ) -> Result<Built, DatabaseError> {
        self.build_database_after(source, &[], folder, content, threads, limits, progress)
    }

    /// The same of all positions that can be reached after some moves: a set that no move leaves.
    ///
    /// # Errors
    /// As above, or the moves cannot be played.
    #[allow(clippy::too_many_arguments)]
    pub fn build_database_after(
        &self,
        source: Source<'_>,
        moves: &[String],
        folder: &Path,
        content: Content,
        threads: usize,
        limits: &Limits,
        progress: &(dyn Fn(&BuildProgress) + Sync),
    ) -> Result<Built, DatabaseError> {
        let (index, start) = (self.index()?, self.position_after(moves)?);
        let options = self.build_options(source, moves, content, threads, limits, &index);
        let task = BuildTask { folder, options, progress };
        let task = WithCodes { index: &index, start: &start, task };
        let built = with_engine(self, task).map_err(|error| self.judged(error))?;
        self.with_points(built, &index, &start)
    }

    fn build_options(
        &self,
        source: Source<'_>,
        moves: &[String],
        content: Content,
        threads: usize,
        limits: &Limits,
        index: &StateIndex,
    ) -> BuildOptions {
        let subject = Subject { moves: moves.to_vec(), ..self.subject(source, content, index) };
        let must_end = !matches!(self.ends, Ends::Unproven { .. });
        BuildOptions {
            subject,
            must_end,
            threads,
            limits: limits.clone(),
            save_every: SAVE_EVERY,
            shape: index.coding.shape().clone(),
        }
    }

    /// What was built, with the points of the first position added to its value.
    fn with_points(
        &self,
        built: Built,
        index: &StateIndex,
        start: &Position,
    ) -> Result<Built, DatabaseError> {
        let place = self.machine().and_then(|machine| index.place(machine, start));
        let offset = place.map_or(0, |place| place.2);
        let value = built.start.value.checked_add(offset).ok_or(DatabaseError::Overflow("a value"))?;
        Ok(Built { start: Entry { value, ..built.start }, ..built })
    }

    /// The position after some moves from the first one.
    ///
    /// # Errors
    /// A move that cannot be played.
    pub fn position_after(&self, moves: &[String]) -> Result<Position, DatabaseError> {
        let (semantics, start) = (Semantics::new(self.program), self.start());
        if moves.is_empty() {
            return Ok(start);
        }
        let line = semantics.read_moves(&start, &moves.join(", "));
        let line =
            line.map_err(|_| DatabaseError::Unfit("the moves to its first position cannot be played"))?;
        Ok(line.positions.last().cloned().unwrap_or(start))
    }

    /// Checks every position of a database against its moves, and a sample against the rules by
    /// name.
    ///
    /// # Errors
    /// A limit, a damaged file, or the database of something else.
    pub fn check_database(
        &self,
        source: Source<'_>,
        folder: &Path,
        threads: usize,
        limits: &Limits,
    ) -> Result<CheckReport, DatabaseError> {
        let index = self.index()?;
        let start = self.position_after(&OpenDatabase::open(self, source, folder)?.manifest.subject.moves)?;
        let must_end = matches!(self.ends, Ends::Proven { .. });
        let options = CheckOptions { must_end, threads, limits: limits.clone() };
        let task = WithCodes { index: &index, start: &start, task: CheckTask { folder, options } };
        with_engine(self, task).map_err(|error| self.judged(error))
    }

    /// How positions are numbered.
    pub(crate) fn index(&self) -> Result<StateIndex, DatabaseError> {
        let by_name = DatabaseError::Unfit("a database needs the machine, and the rules are run by name");
        let machine = self.machine().ok_or(by_name)?;
        let too_long =
            DatabaseError::Unfit("positions have more than 128 bits: too many for the keys of a database");
        let coding = Coding::of(machine).ok_or(too_long)?;
        let found;
        let measure: &[Measure] = match &self.ends {
            Ends::Proven { measure, .. } => measure,
            _ => {
                found = never_lowered(self.program);
                &found
            }
        };
        let tiers = TierFunction::of_first(self.program, measure, &machine.layout);
        let sums = measure.iter().take(tiers.len()).map(Measure::words).collect();
        Ok(StateIndex { coding, tiers, sums })
    }

    fn subject(&self, source: Source<'_>, content: Content, index: &StateIndex) -> Subject {
        Subject {
            definition: source.text.to_string(),
            settings: source.settings.to_vec(),
            moves: Vec::new(),
            content,
            points: self.program.points,
            layout: index.coding.layout().to_string(),
            bits: index.coding.bits(),
            sums: index.sums.clone(),
        }
    }

    /// Codes leave points that only add up out, so a bound of theirs may seem broken where play
    /// would not break it.
    fn judged(&self, error: DatabaseError) -> DatabaseError {
        let adds_up = self.machine().is_some_and(|machine| !machine.additive.is_empty());
        match error {
            DatabaseError::Fault { code, .. } if adds_up && way_to_fault(self, code).is_none() => {
                DatabaseError::Unfit(
                    "points leave their bounds when they are counted from a later position; widen the bounds of the field",
                )
            }
            other => other,
        }
    }
}

/// Something to be done with the positions of a machine as codes, as short as the bits of a key
/// allow.
trait CodedTask: Send {
    type Output: Send;
    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        start: &E::Position,
    ) -> Self::Output;
}

/// Does a task with the codes of a definition.
struct WithCodes<'a, T> {
    index: &'a StateIndex,
    /// From which positions are listed.
    start: &'a Position,
    task: T,
}

impl<T: CodedTask> Task for WithCodes<'_, T> {
    type Output = T::Output;

    fn run<E: Engine>(self, engine: &E) -> T::Output {
        let start = engine.enter(self.start);
        let StateIndex { coding, tiers, .. } = self.index;
        if coding.bits() <= u64::BITS {
            return self.task.run(engine, &CodedPositions::<E, u64>::new(coding, tiers, engine), &start);
        }
        self.task.run(engine, &CodedPositions::<E, u128>::new(coding, tiers, engine), &start)
    }
}

struct BuildTask<'a> {
    folder: &'a Path,
    options: BuildOptions,
    progress: &'a (dyn Fn(&BuildProgress) + Sync),
}

impl CodedTask for BuildTask<'_> {
    type Output = Result<Built, DatabaseError>;

    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        start: &E::Position,
    ) -> Self::Output {
        zug_database::build(engine, indexing, start, self.folder, &self.options, &|now| (self.progress)(now))
    }
}

struct CheckTask<'a> {
    folder: &'a Path,
    options: CheckOptions,
}

impl CodedTask for CheckTask<'_> {
    type Output = Result<CheckReport, DatabaseError>;

    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        start: &E::Position,
    ) -> Self::Output {
        zug_database::check(engine, indexing, start, self.folder, &self.options)
    }
}

impl StateIndex {
    /// The tier and the code of a position; none if it does not fit the layout.
    fn place(&self, machine: &Machine, position: &Position) -> Option<(u64, u128, i64)> {
        let asked = position.asked.as_ref().map(|asked| (asked.request.0, asked.arguments.clone()));
        let words = machine.layout.encode(&position.fields, position.turn.index() as u32, asked.as_ref())?;
        Some((self.tiers.tier(&words), self.coding.code(&words), machine.offset(&words)))
    }
}
