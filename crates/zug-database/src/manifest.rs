//! The manifest: what the folder of a database holds.

use crate::error::{DatabaseError, Result};
use crate::files;
use crate::tier_file::TierHeader;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The version of the format.
const FORMAT: u32 = 2;

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// The value.
    Values,
    /// The value and the distance to the end of play.
    Distances,
}

/// What a database is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Subject")]
pub struct DatabaseSubject {
    /// The text of the definition.
    pub definition: String,
    /// The settings, each as `name=value`.
    pub settings: Vec<String>,
    /// The moves to the position from which positions are listed, in the notation of the
    /// definition; none where that is the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What is stored of a position.
    pub content: Content,
    /// Whether outcomes are points.
    pub points: bool,
    /// Which bit of a code each bit of a position is, in words. Another version of the program may
    /// lay positions out otherwise.
    pub layout: String,
    /// Bits of a code.
    pub bits: u32,
    /// The sums that number the tiers, in words, the most significant one first. Another version of
    /// the program may prove more.
    pub sums: Vec<String>,
}

/// A tier that is finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TierSummary {
    /// The number of the tier.
    pub tier: u64,
    /// The name of its file.
    pub file: String,
    /// How many positions it has.
    pub positions: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// BLAKE3 of the file without the checksum at its end; empty while the database is not
    /// complete.
    pub blake3: String,
}

/// What the folder of a database holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// What it is about.
    pub subject: DatabaseSubject,
    /// Whether every position is listed and solved.
    pub complete: bool,
    /// The tiers, the lowest first; empty while the database is not complete.
    pub tiers: Vec<TierSummary>,
}

impl Manifest {
    /// Of a database that is begun.
    pub(crate) fn begun(subject: &DatabaseSubject) -> Manifest {
        Manifest { format: FORMAT, subject: subject.clone(), complete: false, tiers: Vec::new() }
    }

    /// Writes it in one piece.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        files::write_json(folder, files::MANIFEST, self)
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// There is none, it cannot be read, or it has another format.
    pub fn read(folder: &Path) -> Result<Manifest> {
        let other = |why: &str| DatabaseError::Other { path: folder.to_path_buf(), why: why.into() };
        let path = folder.join(files::MANIFEST);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(other("this folder holds no database: there is no `manifest.json`"));
            }
            read => read.map_err(DatabaseError::io(&path))?,
        };
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let version: Version =
            serde_json::from_str(&text).map_err(|_| other("`manifest.json` is not that of a database"))?;
        if version.format != FORMAT {
            return Err(other(&format!(
                "the database has format {}, and this program knows format {FORMAT}",
                version.format
            )));
        }
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| other(&format!("`manifest.json` is not complete: {error}")))?;
        // So no manifest names a file outside its folder.
        let in_order = manifest.tiers.windows(2).all(|pair| pair[0].tier < pair[1].tier);
        if !in_order || manifest.tiers.iter().any(|tier| tier.file != files::tier_name(tier.tier)) {
            return Err(other("`manifest.json` gives a tier a file that is not its own"));
        }
        Ok(manifest)
    }

    /// The manifest of a folder with the tiers that are finished: all of a complete database,
    /// otherwise the last ones, without a gap.
    ///
    /// Tiers are solved from the last one on, so all that a finished tier leads to is finished too.
    ///
    /// # Errors
    /// As those of [`Manifest::read`], or no tier is finished.
    pub fn finished(folder: &Path) -> Result<Manifest> {
        let mut manifest = Manifest::read(folder)?;
        if manifest.complete {
            return Ok(manifest);
        }
        let listed = crate::saved_listing::listed(folder)?;
        for (tier, positions) in listed.into_iter().rev() {
            let Some(summary) = manifest.finished_tier(folder, tier, positions)? else { break };
            manifest.tiers.push(summary);
        }
        manifest.tiers.reverse();
        if manifest.tiers.is_empty() {
            let why = "no tier of the database is finished yet; `zug build` goes on with it".into();
            return Err(DatabaseError::Other { path: folder.to_path_buf(), why });
        }
        Ok(manifest)
    }

    /// What is told of a tier of a database that is not complete; none if it is not solved.
    fn finished_tier(&self, folder: &Path, tier: u64, positions: u64) -> Result<Option<TierSummary>> {
        let path = folder.join(files::tier_name(tier));
        let mut file = match fs::File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(DatabaseError::io(&path))?,
        };
        let bytes = file.metadata().map_err(DatabaseError::io(&path))?.len();
        let Ok(header) = crate::tier_file::read_front(&mut file) else { return Ok(None) };
        let distances = self.subject.content == Content::Distances && !self.subject.points;
        let is_it = (header.tier, header.positions) == (tier, positions)
            && (header.values.is_some(), header.distances.is_some()) == (true, distances);
        let summary =
            TierSummary { tier, file: files::tier_name(tier), positions, bytes, blake3: String::new() };
        Ok(is_it.then_some(summary))
    }

    /// How many positions all tiers have together.
    pub fn positions(&self) -> u64 {
        self.tiers.iter().fold(0, |sum, tier| sum.saturating_add(tier.positions))
    }

    /// Bytes of all tiers on disk.
    pub fn bytes(&self) -> u64 {
        self.tiers.iter().fold(0, |sum, tier| sum.saturating_add(tier.bytes))
    }
}

impl DatabaseSubject {
    /// Sees that a database is about the same as this.
    ///
    /// # Errors
    /// The first difference.
    pub(crate) fn expect(&self, other: &DatabaseSubject, folder: &Path) -> Result<()> {
        let why = if other.definition != self.definition {
            "it is the database of another definition, or the text has changed since"
        } else if other.settings != self.settings {
            &format!("it was built with the settings `{}`", other.settings.join(" "))
        } else if other.moves != self.moves {
            match other.moves.is_empty() {
                true => "it was built from the first position of the game",
                false => &format!("it was built from the position after `{}`", other.moves.join(", ")),
            }
        } else if (&other.layout, other.bits, &other.sums) != (&self.layout, self.bits, &self.sums) {
            "it was built by a version of the program that writes positions or numbers tiers otherwise"
        } else if other.content != self.content {
            match other.content {
                Content::Values => "it was built with values alone",
                Content::Distances => "it was built with distances",
            }
        } else {
            return Ok(());
        };
        Err(DatabaseError::Other { path: folder.to_path_buf(), why: why.into() })
    }
}

/// The headers of all tiers of a complete database, the lowest first.
///
/// # Errors
/// A file that cannot be read.
pub fn tier_headers(folder: &Path, manifest: &Manifest) -> Result<Vec<TierHeader>> {
    let header = |tier: &TierSummary| {
        let path = folder.join(&tier.file);
        let mut file = fs::File::open(&path).map_err(DatabaseError::io(&path))?;
        crate::tier_file::read_front(&mut file).map_err(DatabaseError::damaged(&path))
    };
    manifest.tiers.iter().map(header).collect()
}
