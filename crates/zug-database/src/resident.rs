//! Tiers of a database as the threads of a search read them: each is read whole when it is first
//! asked, and stays.
//!
//! A search asks at most positions that it enters, so nothing is decompressed twice. The lowest
//! tiers are taken first, which are the nearest to a position before them, as many as there is room
//! for.

use crate::damage::Damage;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::manifest::{Manifest, tier_headers};
use crate::tier_file::{ColumnHeader, Tier, TierHeader};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use zug_solve::PositionCode;

/// Bytes of keys in memory for each before compression, at most about.
const KEYS: u64 = 4;

/// Tiers for a search.
#[derive(Debug)]
pub struct ResidentTiers<C> {
    /// The lowest first.
    tiers: Vec<ResidentTier<C>>,
    positions: u64,
    bytes: u64,
    /// The first file that could not be read.
    failed: Mutex<Option<DatabaseError>>,
}

#[derive(Debug)]
struct ResidentTier<C> {
    number: u64,
    positions: u64,
    path: PathBuf,
    /// None where the file could not be read.
    tier: OnceLock<Option<Tier<C>>>,
}

impl<C: PositionCode> ResidentTiers<C> {
    /// The lowest tiers of a database, as many as take about so many bytes of memory.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(folder: &Path, manifest: &Manifest, room: u64) -> Result<ResidentTiers<C>> {
        let mut resident =
            ResidentTiers { tiers: Vec::new(), positions: 0, bytes: 0, failed: Mutex::new(None) };
        for (summary, header) in manifest.tiers.iter().zip(tier_headers(folder, manifest)?) {
            let bytes = resident.bytes.saturating_add(in_memory(&header));
            if bytes > room {
                break;
            }
            resident.bytes = bytes;
            resident.positions += summary.positions;
            resident.tiers.push(ResidentTier {
                number: summary.tier,
                positions: summary.positions,
                path: folder.join(&summary.file),
                tier: OnceLock::new(),
            });
        }
        Ok(resident)
    }

    /// How many positions they have together.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Bytes of memory that they take when all are read, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether a tier is among them.
    #[inline]
    pub fn has_tier(&self, number: u64) -> bool {
        self.tiers.binary_search_by_key(&number, |tier| tier.number).is_ok()
    }

    /// What is stored of a position with this code in a tier; none where nothing is, or where the
    /// file cannot be read, which [`ResidentTiers::failure`] tells.
    #[inline]
    pub fn find(&self, number: u64, code: C) -> Option<Entry> {
        let at = self.tiers.binary_search_by_key(&number, |tier| tier.number).ok()?;
        let resident = &self.tiers[at];
        resident.tier.get_or_init(|| self.read(resident)).as_ref()?.find(code)
    }

    /// The first file that could not be read since this was asked last.
    pub fn failure(&self) -> Option<DatabaseError> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    #[cold]
    fn read(&self, resident: &ResidentTier<C>) -> Option<Tier<C>> {
        let read = Tier::read(&resident.path).and_then(|tier: Tier<C>| {
            let header = (tier.header.tier, tier.header.positions);
            if header == (resident.number, resident.positions) && tier.header.values.is_some() {
                return Ok(tier);
            }
            let damage = Damage::Content("it is not the tier that the manifest names");
            Err(DatabaseError::Damaged { path: resident.path.clone(), damage })
        });
        let note = |error| {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        read.map_err(note).ok()
    }
}

/// About how many bytes a tier takes in memory.
fn in_memory(header: &TierHeader) -> u64 {
    let column = |column: &Option<ColumnHeader>| {
        column.as_ref().map_or(0, |column| header.positions.saturating_mul(column.bits.into()).div_ceil(8))
    };
    let columns = column(&header.values).saturating_add(column(&header.distances));
    header.keys.raw.saturating_mul(KEYS).saturating_add(columns)
}
