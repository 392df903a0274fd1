//! What is on disk of a listing: which tiers are complete, and the files of the others.

use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::keys::marked::{NumberMarks, write_marks};
use crate::keys::{KeySet, MARKED};
use crate::numbering::CodeNumbering;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use zug_solve::PositionCode;

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
    /// The tier that was being listed, if it was saved before it was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<SavedTier>,
}

/// A tier that is listed in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedTier {
    pub(crate) tier: u64,
    /// Positions whose moves are played.
    pub(crate) known: Vec<SavedKeys>,
    /// Positions whose moves are being played.
    pub(crate) frontier: SavedKeys,
    /// The rank of the position of the frontier that comes next.
    pub(crate) at: u64,
    /// Whether a move stays in the tier.
    pub(crate) has_inner: bool,
    /// Positions where play is over.
    pub(crate) ended: u64,
    /// Other tiers that moves lead to.
    pub(crate) leads_to: BTreeSet<u64>,
}

impl SavedTier {
    /// The names of its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.known.iter().chain([&self.frontier]).map(|keys| keys.file.as_str())
    }

    /// Whether sets of it are kept as marks.
    pub(crate) fn has_marks(&self) -> bool {
        self.known.iter().chain([&self.frontier]).any(|keys| keys.kind == MARKED)
    }

    /// A number that no file of it has, nor any later one.
    pub(crate) fn next_part(&self) -> u64 {
        self.files().filter_map(number_of).max().map_or(0, |number| number.saturating_add(1))
    }
}

/// The number of a file of a tier that is listed in part.
fn number_of(file: &str) -> Option<u64> {
    file.strip_suffix(PART).and_then(|number| number.parse().ok())
}

/// A set of codes in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedKeys {
    pub(crate) file: String,
    pub(crate) kind: String,
    pub(crate) len: u64,
}

impl SavedKeys {
    /// Writes a set to a file of the folder and waits until the disk has it.
    pub(crate) fn write<C: PositionCode>(folder: &Path, file: String, keys: &KeySet<C>) -> Result<SavedKeys> {
        let path = folder.join(&file);
        files::write_whole(&path, &keys.to_bytes())?;
        files::sync(&path)?;
        Ok(SavedKeys { file, kind: keys.kind().into(), len: keys.len() })
    }

    /// The same of marks.
    pub(crate) fn write_marks(
        folder: &Path,
        file: String,
        numbering: &CodeNumbering,
        marks: &NumberMarks,
    ) -> Result<SavedKeys> {
        let path = folder.join(&file);
        let mut bytes = Vec::new();
        write_marks(numbering, marks, &mut bytes);
        files::write_whole(&path, &bytes)?;
        files::sync(&path)?;
        Ok(SavedKeys { file, kind: MARKED.into(), len: marks.count() })
    }

    /// Reads the set; marks with the numbering of their tier.
    pub(crate) fn read<C: PositionCode>(
        &self,
        folder: &Path,
        numbering: Option<&Arc<CodeNumbering>>,
    ) -> Result<KeySet<C>> {
        let path = folder.join(&self.file);
        // So no list names a file outside its folder.
        if number_of(&self.file).is_none() {
            let damage = Damage::Content("it names a file that is not its own");
            return Err(DatabaseError::damaged(&folder.join(files::LISTING))(damage));
        }
        KeySet::from_bytes(&self.kind, self.len, &files::read_whole(&path)?, numbering.cloned())
            .map_err(DatabaseError::damaged(&path))
    }
}

/// How the files of a tier that is listed in part end.
pub(crate) const PART: &str = ".part.keys";

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
