//! Several processes build one database.

use super::{CodedPositions, CodedTask, Source, StateIndex, WithCodes};
use crate::answer::{Engine, Prepared, with_engine};
use std::path::Path;
use std::time::Duration;
use zug_database::cluster::{ClusterMember, build_with_workers};
use zug_database::{BuildOptions, BuildProgress, Built, Content, DatabaseError};
use zug_solve::{Limits, PositionCode};

/// A build of which this process does a part.
#[derive(Clone, Copy)]
pub struct SharedBuild<'a> {
    /// The definition.
    pub source: Source<'a>,
    /// The moves to the position from which positions are listed.
    pub moves: &'a [String],
    /// The folder: at worker 0 that of the database, elsewhere one for codes that wait.
    pub folder: &'a Path,
    /// What is stored of a position.
    pub content: Content,
    /// How many threads of this process work.
    pub threads: usize,
    /// Limits of this process.
    pub limits: &'a Limits,
    /// What is listed is saved so often.
    pub save_every: Duration,
    /// Which of the processes this is.
    pub member: &'a ClusterMember,
}

impl Prepared<'_> {
    /// Builds the database of all positions that can be reached, together with other processes;
    /// what is built comes back at worker 0 alone.
    ///
    /// # Errors
    /// As those of [`Prepared::build_database_after`]; a worker that is lost or builds something
    /// else, or a game that several processes cannot do.
    pub fn build_database_together(
        &self,
        build: SharedBuild<'_>,
        progress: &(dyn Fn(&BuildProgress) + Sync),
    ) -> Result<Option<Built>, DatabaseError> {
        let (index, start): (StateIndex, _) = (self.index()?, self.position_after(build.moves)?);
        let SharedBuild { source, moves, folder, content, threads, limits, save_every, member } = build;
        let options = self.build_options(source, moves, content, threads, limits, &index);
        let options = BuildOptions { save_every, ..options };
        let task = Together { folder, options, member, progress };
        let task = WithCodes { index: &index, start: &start, task };
        let built = with_engine(self, task).map_err(|error| self.judged(error))?;
        built.map(|built| self.with_points(built, &index, &start)).transpose()
    }
}

struct Together<'a> {
    folder: &'a Path,
    options: BuildOptions,
    member: &'a ClusterMember,
    progress: &'a (dyn Fn(&BuildProgress) + Sync),
}

impl CodedTask for Together<'_> {
    type Output = Result<Option<Built>, DatabaseError>;

    fn run<E: Engine, C: PositionCode>(
        self,
        engine: &E,
        indexing: &CodedPositions<'_, E, C>,
        start: &E::Position,
    ) -> Self::Output {
        let Together { folder, options, member, progress } = self;
        build_with_workers(engine, indexing, start, folder, &options, member, &|now| progress(now))
    }
}
