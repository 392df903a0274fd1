//! What is saved now and then of a tier that is being solved, so that a run that was killed loses
//! minutes and not the tier.
//!
//! ```text
//!   length of the header             4 bytes, little-endian, as are all numbers
//!   the header                       JSON
//!   what the way of solving keeps    as it likes
//!   the checksum of all that         BLAKE3, 32 bytes
//! ```
//!
//! A checkpoint is written while nothing changes what it holds; from there each way does what it
//! would have done, so the tier becomes the same, byte for byte.

use crate::build::BuildRun;
use crate::column::Column;
use crate::context::TierContext;
use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::files::{self, CHECKSUM};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use zug_game::Game;
use zug_solve::PositionIndexing;

/// The way in which a tier is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Way {
    SinglePass,
    DepthFirst,
    Retrograde,
}

/// The program's version, and that of what is kept of a tier: a number of a move is one that stays
/// in the tier since 2, and a stage begins with a block since 3.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " 3");

/// What a checkpoint is about, and how far the work was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckpointHeader {
    /// The program that wrote it: another one may list moves in another order, or keep something
    /// else.
    program: String,
    way: Way,
    tier: u64,
    positions: u64,
    distances: bool,
    /// The rank of the position that comes next.
    pub(crate) at: u64,
    /// The distance, or the stage, that is at work; none where that is not known yet or has no
    /// meaning.
    pub(crate) distance: Option<u16>,
    /// Bits of a number and numbers of each column.
    columns: Vec<(u32, u64)>,
}

/// What every header has, whatever wrote it.
#[derive(Debug, Deserialize)]
struct WrittenBy {
    #[serde(default)]
    program: String,
}

/// A checkpoint that is being written.
pub(crate) struct CheckpointWriter {
    path: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    hasher: blake3::Hasher,
    begun: Instant,
}

impl CheckpointWriter {
    fn begin(path: &Path, header: &CheckpointHeader) -> Result<CheckpointWriter> {
        let beside = files::unfinished(path);
        let file = BufWriter::new(File::create(&beside).map_err(DatabaseError::io(&beside))?);
        let (path, hasher, begun) = (path.to_path_buf(), blake3::Hasher::new(), Instant::now());
        let mut writer = CheckpointWriter { path, beside, file, hasher, begun };
        let header = serde_json::to_vec(header).expect("a header can be written as JSON");
        writer.put(&(header.len() as u32).to_le_bytes())?;
        writer.put(&header)?;
        Ok(writer)
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.hasher.update(bytes);
        self.file.write_all(bytes).map_err(DatabaseError::io(&self.beside))
    }

    pub(crate) fn end(mut self) -> Result<()> {
        let checksum = self.hasher.finalize();
        let written = self.file.write_all(checksum.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(DatabaseError::io(&self.beside))?;
        files::sync(&self.beside)?;
        std::fs::rename(&self.beside, &self.path).map_err(DatabaseError::io(&self.path))
    }
}

/// A checkpoint that is being read.
pub(crate) struct CheckpointReader {
    pub(crate) header: CheckpointHeader,
    path: PathBuf,
    file: BufReader<File>,
    hasher: blake3::Hasher,
    /// Bytes before the checksum that were not read.
    left: u64,
}

impl CheckpointReader {
    /// None where another program wrote it.
    fn open(path: &Path) -> Result<Option<CheckpointReader>> {
        let file = File::open(path).map_err(DatabaseError::io(path))?;
        let length = file.metadata().map_err(DatabaseError::io(path))?.len();
        let left =
            length.checked_sub(CHECKSUM as u64).ok_or_else(|| DatabaseError::damaged(path)(Damage::Short))?;
        let mut reader = CheckpointReader {
            header: CheckpointHeader {
                program: String::new(),
                way: Way::SinglePass,
                tier: 0,
                positions: 0,
                distances: false,
                at: 0,
                distance: None,
                columns: Vec::new(),
            },
            path: path.to_path_buf(),
            file: BufReader::new(file),
            hasher: blake3::Hasher::new(),
            left,
        };
        let length = reader.take(4)?;
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        let header = reader.take(length.into())?;
        let wrong =
            |_| DatabaseError::damaged(path)(Damage::Content("its header is not that of a checkpoint"));
        let written: WrittenBy = serde_json::from_slice(&header).map_err(wrong)?;
        if written.program != PROGRAM {
            return Ok(None);
        }
        reader.header = serde_json::from_slice(&header).map_err(wrong)?;
        Ok(Some(reader))
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<Vec<u8>> {
        let short = || DatabaseError::damaged(&self.path)(Damage::Short);
        self.left = self.left.checked_sub(bytes).ok_or_else(short)?;
        let mut taken = Vec::new();
        let read = (&mut self.file).take(bytes).read_to_end(&mut taken);
        if read.map_err(DatabaseError::io(&self.path))? as u64 != bytes {
            return Err(short());
        }
        self.hasher.update(&taken);
        Ok(taken)
    }

    /// All columns.
    pub(crate) fn columns(&mut self) -> Result<Vec<Column>> {
        let shapes = std::mem::take(&mut self.header.columns);
        let column = |(bits, len): (u32, u64)| {
            let bytes = len.saturating_mul(u64::from(bits)).div_ceil(8);
            Column::from_bytes(bits, len, &self.take(bytes)?).map_err(DatabaseError::damaged(&self.path))
        };
        shapes.into_iter().map(column).collect()
    }

    /// Sees that all was read and is what was written.
    pub(crate) fn end(mut self) -> Result<()> {
        let mut checksum = [0; CHECKSUM];
        let is_read = self.file.read_exact(&mut checksum).is_ok();
        let is_same = is_read && self.left == 0 && self.hasher.finalize().as_bytes() == &checksum;
        if is_same { Ok(()) } else { Err(DatabaseError::damaged(&self.path)(Damage::Checksum)) }
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> BuildRun<'_, G, I> {
    /// Begins a checkpoint of the tier at work.
    pub(crate) fn save_tier(
        &self,
        context: TierContext<'_, G, I>,
        way: Way,
        (at, distance): (u64, Option<u16>),
        columns: &[&Column],
    ) -> Result<CheckpointWriter> {
        let shape = |column: &&Column| (column.bits(), column.len());
        let header = CheckpointHeader {
            program: PROGRAM.into(),
            way,
            tier: context.number,
            positions: context.positions(),
            distances: context.distances,
            at,
            distance,
            columns: columns.iter().map(shape).collect(),
        };
        let mut writer = CheckpointWriter::begin(&self.checkpoint_path(context.number), &header)?;
        columns.iter().try_for_each(|column| writer.put(&column.to_bytes()))?;
        Ok(writer)
    }

    /// Ends a checkpoint; the next one comes some time later.
    pub(crate) fn end_save(&mut self, writer: CheckpointWriter) -> Result<()> {
        let begun = writer.begun;
        writer.end()?;
        self.note_save(begun);
        Ok(())
    }

    /// What an earlier run saved of a tier that is solved in this way, as `read` takes it; none if
    /// there is nothing, or another program wrote it. What is damaged or of another tier is noted
    /// and removed.
    pub(crate) fn saved_tier<T>(
        &mut self,
        context: TierContext<'_, G, I>,
        way: Way,
        read: impl FnOnce(&mut CheckpointReader) -> Result<T>,
    ) -> Result<Option<T>> {
        let path = self.checkpoint_path(context.number);
        let whole = || {
            let Some(mut reader) = CheckpointReader::open(&path)?.filter(|reader| reader.header.way == way)
            else {
                return Ok(None);
            };
            let CheckpointHeader { tier, positions, distances, at, .. } = reader.header;
            let is_own = (tier, positions, distances)
                == (context.number, context.positions(), context.distances)
                && at <= positions;
            if !is_own {
                return Err(DatabaseError::damaged(&path)(Damage::Content("it is of another tier")));
            }
            let taken = read(&mut reader)?;
            reader.end()?;
            Ok(Some(taken))
        };
        match whole() {
            Err(DatabaseError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(DatabaseError::Damaged { .. }) => {
                files::remove(&path)?;
                self.damaged.push(path);
                Ok(None)
            }
            other => other,
        }
    }

    /// The file of what is saved of a tier.
    pub(crate) fn checkpoint_path(&self, tier: u64) -> PathBuf {
        self.folder.join(format!("{tier}.checkpoint"))
    }
}
