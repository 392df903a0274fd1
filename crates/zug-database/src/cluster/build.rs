//! Builds a database with several processes.

use super::ClusterMember;
use super::connect::connect;
use super::rounds::Rounds;
use super::stream::Lost;
use crate::build::{BuildOptions, BuildProgress, BuildRun, Built, is_of_listing, open};
use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::manifest::{Manifest, TierSummary};
use std::path::Path;
use std::sync::Arc;
use zug_game::Game;
use zug_solve::PositionIndexing;

/// A build at work, at one worker.
pub(crate) struct Cluster<'a, G: Game, I: PositionIndexing<G>> {
    /// As in a build by one process; the folder is that of the database at worker 0 alone.
    pub(crate) run: BuildRun<'a, G, I>,
    pub(crate) rounds: Rounds,
}

/// Builds the database of all positions that can be reached from one, together with other processes
/// that call this with the same game and options. Worker 0 has the database in its folder, writes
/// what [`crate::build`] would write, and goes on with what an earlier run left there; the others
/// use the folder for codes that wait, in a folder of their own in it. Limits are those of each
/// process.
///
/// What is built comes back at worker 0 alone.
///
/// # Errors
/// As those of [`crate::build`]; a worker that builds something else or is lost; a game in which
/// play comes back to positions and outcomes are points, endless play is no draw, or moves change
/// too much.
pub fn build_with_workers<G: Game + Sync, I: PositionIndexing<G>>(
    game: &G,
    indexing: &I,
    start: &G::Position,
    folder: &Path,
    options: &BuildOptions,
    member: &ClusterMember,
    progress: &dyn Fn(&BuildProgress),
) -> Result<Option<Built>> {
    let lost = Arc::new(Lost::of(member.addresses.len()));
    let streams = connect(member, options, &lost)?;
    let rounds = Rounds::of(member.index, streams, lost, &options.limits)?;
    let run = BuildRun::new(game, indexing, start, options, folder, progress);
    let mut cluster = Cluster { run, rounds };
    let done = cluster.build(start);
    let Cluster { run, rounds } = cluster;
    let built = done.and_then(|done| match done {
        Some((manifest, found)) => run.built(manifest, start, found).map(Some),
        None => Ok(None),
    });
    match built {
        Ok(built) => {
            rounds.end();
            Ok(built)
        }
        Err(error) => {
            rounds.fail(&error);
            Err(error)
        }
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> Cluster<'_, G, I> {
    /// Builds what is missing; worker 0 has the manifest, and how many tiers were solved already.
    fn build(&mut self, start: &G::Position) -> Result<Option<(Manifest, u64)>> {
        let (mut lock, mut sound) = (None, None);
        // One that still connects could not be told which worker is lost: it would name the first
        // that ends because of it. So the folder is taken when each has a connection with each.
        self.rounds.any(false)?;
        if self.rounds.leads() {
            let (locked, manifest) = open(self.run.folder, &self.run.options.subject)?;
            lock = Some(locked);
            sound = if manifest.complete { self.run.complete(manifest)? } else { None };
        }
        if !self.rounds.any(sound.is_some())? {
            let (summaries, found) = self.all(start)?;
            if self.rounds.leads() {
                sound = Some((self.run.finish(summaries)?, found));
            }
            // Nobody has done all before the manifest is written.
            self.rounds.any(false)?;
        }
        if let Some(lock) = lock {
            lock.end()?;
        }
        Ok(sound)
    }

    /// Lists and solves what is missing. What was listed is listed again where worker 0 finds a
    /// file of it damaged.
    fn all(&mut self, start: &G::Position) -> Result<(Vec<TierSummary>, u64)> {
        match self.once(start) {
            Err(error) if is_of_listing(&error) && self.rounds.leads() => {
                self.rounds.give_up(&as_damaged(&error))?;
                self.run.list_again(error)?;
            }
            Err(error) if is_of_listing(&error) && self.rounds.is_over() => self.rounds.go_on(),
            result => return result,
        }
        self.once(start)
    }

    fn once(&mut self, start: &G::Position) -> Result<(Vec<TierSummary>, u64)> {
        let done = self.list(start).and_then(|tiers| self.solve(&tiers));
        done.map_err(|error| self.own(error))
    }

    /// What is wrong with a file of this worker alone is no damage of the database: worker 0 cannot
    /// list it again, and the next run begins its codes that wait anew.
    fn own(&self, error: DatabaseError) -> DatabaseError {
        let is_of_file = matches!(error, DatabaseError::Damaged { .. } | DatabaseError::Io { .. });
        if !is_of_file || self.rounds.leads() || self.rounds.is_over() {
            return error;
        }
        let (worker, is_limit) = (self.rounds.index(), error.is_limit() || is_of_listing(&error));
        DatabaseError::Worker { worker, text: error.to_string(), is_limit }
    }
}

/// A file of the listing that is missing is as good as damaged to the others, who do not have it.
fn as_damaged(error: &DatabaseError) -> DatabaseError {
    let path = match error {
        DatabaseError::Damaged { path, .. } | DatabaseError::Io { path, .. } => path.clone(),
        _ => files::LISTING.into(),
    };
    DatabaseError::Damaged { path, damage: Damage::Short }
}
