//! What is on disk of a listing: which tiers are complete, and the files of the others.

use crate::error::{DatabaseError, Result};
use crate::files;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What was saved of a listing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedListing {
    /// Tiers with all their keys on disk, each with the number of its positions.
    pub(crate) tiers: Vec<(u64, u64)>,
    /// Files with codes of other tiers.
    pub(crate) runs: Vec<(u64, String)>,
    /// Whether all tiers are listed.
    pub(crate) complete: bool,
}

/// The tiers of a database that is not complete, with the numbers of their positions, the lowest
/// first; none before all are listed.
///
/// # Errors
/// The list cannot be read.
pub(crate) fn listed(folder: &Path) -> Result<Vec<(u64, u64)>> {
    let path = folder.join(files::LISTING);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(DatabaseError::io(&path))?,
    };
    let saved = serde_json::from_str::<SavedListing>(&text).unwrap_or_default();
    Ok(if saved.complete { saved.tiers } else { Vec::new() })
}
