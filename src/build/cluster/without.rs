//! What the program says of several processes where it was made without them.

use super::ClusterBuild;
use crate::build::args::BuildArgs;
use crate::failure::Failure;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::Prepared;
use zug::database::{BuildProgress, Built, DatabaseError};

/// No process is one of several.
pub enum ClusterPlace {}

impl ClusterPlace {
    /// None where the arguments ask for one process.
    ///
    /// # Errors
    /// They ask for several.
    pub fn of(arguments: &BuildArgs, _: &Arc<AtomicBool>) -> Result<Option<ClusterPlace>, Failure> {
        if arguments.workers.is_some() { Err(missing()) } else { Ok(None) }
    }

    pub fn build(
        &self,
        _: &Prepared<'_>,
        _: ClusterBuild<'_>,
        _: &(dyn Fn(&BuildProgress) + Sync),
    ) -> Result<Option<Built>, DatabaseError> {
        match *self {}
    }

    pub fn is_silent(&self) -> bool {
        match *self {}
    }
}

/// Builds with several processes of this machine.
///
/// # Errors
/// Always.
pub fn start(_: &BuildArgs, _: &Path, _: &Path, _: Instant) -> Result<(), Failure> {
    Err(missing())
}

fn missing() -> Failure {
    Failure::usage(
        "this program was made without several processes: make it with `cargo install --path . --features cluster`, \
        or build with one process",
    )
}
