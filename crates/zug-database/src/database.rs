//! Opens a database and answers what it says of a position; reads the keys of a tier once and of
//! its columns the frames asked for.

use crate::column::Column;
use crate::damage::Damage;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::keys::KeySet;
use crate::manifest::{DatabaseSubject, Manifest};
use crate::tier_file::{self, ColumnHeader, TierHeader};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zug_solve::PositionCode;

/// Frames of a column that are kept.
const FRAMES: usize = 1 << 6;
/// Tiers that are kept.
const TIERS: usize = 1 << 8;

/// A database that is open for questions.
#[derive(Debug)]
pub struct Database<C> {
    folder: PathBuf,
    manifest: Manifest,
    tiers: FxHashMap<u64, OpenTier<C>>,
}

/// A tier of which something was asked.
#[derive(Debug)]
struct OpenTier<C> {
    path: PathBuf,
    header: TierHeader,
    keys: KeySet<C>,
    values: OpenColumn,
    distances: Option<OpenColumn>,
}

/// A column in a file.
#[derive(Debug)]
struct OpenColumn {
    bits: u32,
    /// Where each frame begins, and where the last one ends.
    places: Vec<u64>,
    frames: FxHashMap<u64, Column>,
}

impl<C: PositionCode> Database<C> {
    /// Opens the database in a folder.
    ///
    /// # Errors
    /// There is none, or it is not complete.
    pub fn open(folder: &Path) -> Result<Database<C>> {
        let manifest = Manifest::read(folder)?;
        if !manifest.complete {
            let why = "the database is not complete; `zug build` goes on with it".into();
            return Err(DatabaseError::Other { path: folder.to_path_buf(), why });
        }
        Ok(Database { folder: folder.to_path_buf(), manifest, tiers: FxHashMap::default() })
    }

    /// Opens what is finished of the database in a folder ([`Manifest::finished`]).
    ///
    /// # Errors
    /// There is none, or none of its tiers is finished.
    pub fn open_finished(folder: &Path) -> Result<Database<C>> {
        let manifest = Manifest::finished(folder)?;
        Ok(Database { folder: folder.to_path_buf(), manifest, tiers: FxHashMap::default() })
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Sees that the database was built for this definition, these settings and this layout of
    /// positions, from whichever position.
    ///
    /// # Errors
    /// The first difference.
    pub fn expect(&self, subject: &DatabaseSubject) -> Result<()> {
        let own = &self.manifest.subject;
        let asked = DatabaseSubject { content: own.content, moves: own.moves.clone(), ..subject.clone() };
        asked.expect(own, &self.folder)
    }

    /// What is stored of a position with this code in a tier; none if it was not reached when the
    /// database was built.
    ///
    /// # Errors
    /// A file that cannot be read or is damaged. Other tiers go on answering.
    pub fn probe(&mut self, tier: u64, code: C) -> Result<Option<Entry>> {
        if !self.tiers.contains_key(&tier) {
            let Some(summary) = self.manifest.tiers.iter().find(|known| known.tier == tier) else {
                return Ok(None);
            };
            let opened = OpenTier::open(&self.folder.join(&summary.file))?;
            if (opened.header.tier, opened.header.positions) != (tier, summary.positions) {
                let damage = Damage::Content("it is not the tier that the manifest names");
                return Err(DatabaseError::Damaged { path: opened.path, damage });
            }
            if self.tiers.len() >= TIERS {
                self.tiers.clear();
            }
            self.tiers.insert(tier, opened);
        }
        let Some(tier) = self.tiers.get_mut(&tier) else { return Ok(None) };
        let Some(rank) = tier.keys.rank(code) else { return Ok(None) };
        tier.at(rank).map(Some)
    }
}

impl<C: PositionCode> OpenTier<C> {
    fn open(path: &Path) -> Result<OpenTier<C>> {
        let mut file = File::open(path).map_err(DatabaseError::io(path))?;
        let damaged = |damage| DatabaseError::damaged(path)(damage);
        let header = tier_file::read_front(&mut file).map_err(damaged)?;
        let raw = read(&mut file, header.keys.bytes).map_err(damaged)?;
        let keys = tier_file::read_keys(&header, &mut raw.as_slice(), None).map_err(damaged)?;
        let wrong = || damaged(Damage::Content("the tier is not solved"));
        let values = header.values.clone().ok_or_else(wrong)?;
        let values = OpenColumn::open(&mut file, &values).map_err(damaged)?;
        let distances = header.distances.clone();
        let distances =
            distances.map(|column| OpenColumn::open(&mut file, &column)).transpose().map_err(damaged)?;
        Ok(OpenTier { path: path.to_path_buf(), header, keys, values, distances })
    }

    fn at(&mut self, rank: u64) -> Result<Entry> {
        let len = self.header.positions;
        let value = self.values.get(&self.path, len, rank)?;
        let distance = match &mut self.distances {
            Some(column) => column.get(&self.path, len, rank)?,
            None => 0,
        };
        Ok(Entry::of_stored(value, distance))
    }
}

impl OpenColumn {
    /// Reads where the frames are; the file is behind them then.
    fn open(file: &mut File, header: &ColumnHeader) -> std::result::Result<OpenColumn, Damage> {
        let lengths = read(file, header.frames.checked_mul(4).ok_or(Damage::Short)?)?;
        let mut at = file.stream_position().map_err(|_| Damage::Short)?;
        let mut places = vec![at];
        for length in lengths.chunks_exact(4) {
            at += u64::from(u32::from_le_bytes([length[0], length[1], length[2], length[3]]));
            places.push(at);
        }
        file.seek(SeekFrom::Start(at)).map_err(|_| Damage::Short)?;
        if !header.bits.is_power_of_two() || header.bits > 64 {
            return Err(Damage::Content("a column has a wrong width"));
        }
        Ok(OpenColumn { bits: header.bits, places, frames: FxHashMap::default() })
    }

    fn get(&mut self, path: &Path, len: u64, rank: u64) -> Result<u64> {
        let each = tier_file::FRAME as u64 * 64 / u64::from(self.bits);
        let number = rank / each;
        if !self.frames.contains_key(&number) {
            let frame = self.read(path, number, each.min(len - number * each))?;
            if self.frames.len() >= FRAMES {
                self.frames.clear();
            }
            self.frames.insert(number, frame);
        }
        let frame = self.frames.get(&number).ok_or(Damage::Short).map_err(DatabaseError::damaged(path))?;
        Ok(frame.get(rank % each))
    }

    /// A frame with so many numbers. The file is open only while it is read: there may be more
    /// tiers than files that the system lets a process open.
    fn read(&self, path: &Path, number: u64, numbers: u64) -> Result<Column> {
        let mut file = File::open(path).map_err(DatabaseError::io(path))?;
        let mut frame = || {
            let place = |at: u64| self.places.get(at as usize).copied().ok_or(Damage::Short);
            let (from, to) = (place(number)?, place(number + 1)?);
            file.seek(SeekFrom::Start(from)).map_err(|_| Damage::Short)?;
            let bytes = tier_file::decompressed(&read(&mut file, to - from)?)?;
            Column::from_bytes(self.bits, numbers, &bytes)
        };
        frame().map_err(DatabaseError::damaged(path))
    }
}

/// Reads so many bytes.
fn read(file: &mut File, bytes: u64) -> std::result::Result<Vec<u8>, Damage> {
    let mut read = Vec::new();
    file.take(bytes).read_to_end(&mut read).map_err(|_| Damage::Short)?;
    if read.len() as u64 == bytes { Ok(read) } else { Err(Damage::Short) }
}
