//! Several processes build one database: without the engine that connects them.

pub use crate::cluster_member::ClusterMember;

use crate::build::{BuildOptions, BuildProgress, Built};
use crate::error::{DatabaseError, Result};
use std::path::Path;
use zug_game::Game;
use zug_solve::PositionIndexing;

/// Whether several processes can build one database.
pub const IS_AVAILABLE: bool = false;

/// Refuses to build with several processes.
///
/// # Errors
/// Always [`DatabaseError::Unfit`].
pub fn build_with_workers<G: Game + Sync, I: PositionIndexing<G>>(
    _: &G,
    _: &I,
    _: &G::Position,
    _: &Path,
    _: &BuildOptions,
    _: &ClusterMember,
    _: &dyn Fn(&BuildProgress),
) -> Result<Option<Built>> {
    Err(DatabaseError::Unfit("this program was made without several processes"))
}
