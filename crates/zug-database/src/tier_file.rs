//! The file of a tier: its keys, and once it is solved the value and the distance of each.
//!
//! ```text
//!   "ZUGTIER1"                       8 bytes
//!   length of the header             4 bytes, little-endian, as are all numbers
//!   the header                       JSON
//!   the keys                         one zstd frame
//!   the values, if solved            the compressed length of each frame, 4 bytes each; the frames
//!   the distances, if stored         the same
//!   the checksum of all that         BLAKE3, 32 bytes
//! ```
//!
//! A frame of a column holds 8 KiB of it, compressed by zstd with a checksum of its own: a probe
//! reads one.

use crate::column::Column;
use crate::damage::Damage;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::keys::{KeySet, MARKED};
use crate::numbering::CodeNumbering;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use zug_solve::PositionCode;

/// The first bytes of the file, with the version of the format.
const MAGIC: &[u8; 8] = b"ZUGTIER1";
/// Words of a column in a frame: 8 KiB.
pub(crate) const FRAME: usize = 1 << 10;
/// The level of compression: higher ones take many times as long for a few percent.
const LEVEL: i32 = 3;

/// What stands before the keys of a tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TierHeader {
    /// The number of the tier: no move leads to a lower one.
    pub tier: u64,
    /// How many positions there are.
    pub positions: u64,
    /// Those where play is over.
    pub ended: u64,
    /// Whether a move leads from a position of the tier to one of the same tier.
    pub inner_moves: bool,
    /// The other tiers that moves lead to, in increasing order.
    pub leads_to: Vec<u64>,
    /// How the keys are kept.
    pub keys: KeysHeader,
    /// The values; none while the tier is not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<ColumnHeader>,
    /// The distances, if they are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distances: Option<ColumnHeader>,
    /// How many positions there are of each kind; empty while the tier is not solved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<KindCount>,
}

/// How the keys of a tier are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeysHeader {
    /// `automaton` or `list`; `marked` while a tier is not solved.
    pub kind: String,
    /// Bytes before compression.
    pub raw: u64,
    /// Bytes in the file.
    pub bytes: u64,
}

/// How a column is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnHeader {
    /// Bits of a number.
    pub bits: u32,
    /// The number of frames.
    pub frames: u64,
    /// Bytes of all frames in the file.
    pub bytes: u64,
}

/// How many positions of a tier are alike in turn, value and distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindCount {
    /// From the first player's side.
    pub value: i64,
    /// Plies to the end, as in [`Entry::distance`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u64>,
    /// Whether the second player is to move.
    pub second_to_move: bool,
    /// How many.
    pub positions: u64,
}

/// A tier in memory.
#[derive(Clone, Debug)]
pub(crate) struct Tier<C> {
    pub(crate) header: TierHeader,
    pub(crate) keys: KeySet<C>,
    pub(crate) values: Column,
    pub(crate) distances: Option<Column>,
}

impl<C: PositionCode> Tier<C> {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.keys.bytes() + self.values.bytes() + self.distances.as_ref().map_or(0, Column::bytes)
    }

    /// What is stored of the position with a rank.
    #[inline]
    pub(crate) fn at(&self, rank: u64) -> Entry {
        Entry::of_stored(self.values.get(rank), self.distances.as_ref().map_or(0, |column| column.get(rank)))
    }

    /// What is stored of a position; none if it is not in the tier.
    #[inline]
    pub(crate) fn find(&self, code: C) -> Option<Entry> {
        self.keys.rank(code).map(|rank| self.at(rank))
    }

    /// Writes the tier; the columns if it is solved. Returns the checksum and the length of the
    /// file.
    pub(crate) fn write(&mut self, path: &Path, solved: bool) -> Result<(String, u64)> {
        let stored = if solved { self.keys.as_stored()? } else { None };
        let (raw, kind) = stored
            .as_ref()
            .map_or_else(|| (self.keys.to_bytes(), self.keys.kind()), |keys| (keys.to_bytes(), keys.kind()));
        drop(stored);
        let keys = compress(&raw).map_err(DatabaseError::io(path))?;
        self.header.keys = KeysHeader { kind: kind.into(), raw: raw.len() as u64, bytes: keys.len() as u64 };
        drop(raw);
        let mut columns = Vec::new();
        (self.header.values, self.header.distances) = (None, None);
        if solved {
            let frames = compressed(&self.values).map_err(DatabaseError::io(path))?;
            self.header.values = Some(header_of(&self.values, &frames));
            columns.push(frames);
            if let Some(distances) = &self.distances {
                let frames = compressed(distances).map_err(DatabaseError::io(path))?;
                self.header.distances = Some(header_of(distances, &frames));
                columns.push(frames);
            }
        }
        let header = serde_json::to_vec(&self.header).expect("a header can be written as JSON");
        let mut content = MAGIC.to_vec();
        content.extend((header.len() as u32).to_le_bytes());
        content.extend(header);
        content.extend(keys);
        for frames in columns {
            frames.iter().for_each(|frame| content.extend((frame.len() as u32).to_le_bytes()));
            frames.iter().for_each(|frame| content.extend(frame));
        }
        let checksum = files::write_whole(path, &content)?;
        Ok((checksum.to_hex().to_string(), (content.len() + files::CHECKSUM) as u64))
    }

    /// Reads a whole tier and checks its checksum.
    pub(crate) fn read(path: &Path) -> Result<Tier<C>> {
        Tier::read_listed(path, |_| None)
    }

    /// The same of a tier that may not be solved: its keys may be marks on the numbers of a
    /// numbering, which is asked for by the number of the tier.
    pub(crate) fn read_listed(
        path: &Path,
        numbering: impl FnOnce(u64) -> Option<Arc<CodeNumbering>>,
    ) -> Result<Tier<C>> {
        let content = files::read_whole(path)?;
        let mut rest = content.as_slice();
        Tier::decode(&mut rest, numbering).map_err(DatabaseError::damaged(path))
    }

    fn decode(
        rest: &mut &[u8],
        numbering: impl FnOnce(u64) -> Option<Arc<CodeNumbering>>,
    ) -> std::result::Result<Tier<C>, Damage> {
        let header = read_header(rest)?;
        let numbering = if header.keys.kind == MARKED { numbering(header.tier) } else { None };
        let keys = read_keys(&header, rest, numbering)?;
        let mut column = |column: &Option<ColumnHeader>| match column {
            Some(column) => read_column(column, header.positions, rest).map(Some),
            None => Ok(None),
        };
        let (values, distances) = (column(&header.values)?.unwrap_or_default(), column(&header.distances)?);
        if !rest.is_empty() {
            return Err(Damage::Content("there is something behind the last column"));
        }
        Ok(Tier { header, keys, values, distances })
    }
}

fn header_of(column: &Column, frames: &[Vec<u8>]) -> ColumnHeader {
    let bytes = frames.iter().map(|frame| frame.len() as u64).sum();
    ColumnHeader { bits: column.bits(), frames: frames.len() as u64, bytes }
}

/// Compresses with a checksum of the content.
fn compress(raw: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(raw)
}

fn compressed(column: &Column) -> std::io::Result<Vec<Vec<u8>>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    column.to_bytes().chunks(FRAME * 8).map(|frame| compressor.compress(frame)).collect()
}

/// Takes bytes from the front.
fn take<'a>(rest: &mut &'a [u8], bytes: u64) -> std::result::Result<&'a [u8], Damage> {
    let bytes = usize::try_from(bytes).map_err(|_| Damage::Short)?;
    let (taken, behind) = rest.split_at_checked(bytes).ok_or(Damage::Short)?;
    *rest = behind;
    Ok(taken)
}

/// Reads magic and header from the beginning of a file.
pub(crate) fn read_front(file: &mut impl Read) -> std::result::Result<TierHeader, Damage> {
    let mut front = vec![0; MAGIC.len() + 4];
    file.read_exact(&mut front).map_err(|_| Damage::Short)?;
    let length = &front[MAGIC.len()..];
    let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
    file.take(length.into()).read_to_end(&mut front).map_err(|_| Damage::Short)?;
    read_header(&mut front.as_slice())
}

fn read_header(rest: &mut &[u8]) -> std::result::Result<TierHeader, Damage> {
    if take(rest, MAGIC.len() as u64)? != MAGIC {
        return Err(Damage::Version);
    }
    let length = take(rest, 4)?;
    let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
    let header = take(rest, length.into())?;
    serde_json::from_slice(header).map_err(|_| Damage::Content("its header is not that of a tier"))
}

pub(crate) fn read_keys<C: PositionCode>(
    header: &TierHeader,
    rest: &mut &[u8],
    numbering: Option<Arc<CodeNumbering>>,
) -> std::result::Result<KeySet<C>, Damage> {
    // No way of keeping keys takes so many bytes for each.
    if header.keys.raw > header.positions.saturating_mul(256).saturating_add(64) {
        return Err(Damage::Content("its keys are longer than its positions need"));
    }
    let bytes = take(rest, header.keys.bytes)?;
    let mut raw = Vec::new();
    let wrong = |_| Damage::Content("its keys cannot be decompressed");
    let decoder = zstd::stream::read::Decoder::new(bytes).map_err(wrong)?;
    decoder.take(header.keys.raw.saturating_add(1)).read_to_end(&mut raw).map_err(wrong)?;
    if raw.len() as u64 != header.keys.raw {
        return Err(Damage::Content("its keys have another length than the header says"));
    }
    KeySet::from_bytes(&header.keys.kind, header.positions, &raw, numbering)
}

fn read_column(
    header: &ColumnHeader,
    positions: u64,
    rest: &mut &[u8],
) -> std::result::Result<Column, Damage> {
    let lengths = take(rest, header.frames.checked_mul(4).ok_or(Damage::Short)?)?;
    let mut bytes = Vec::new();
    for length in lengths.chunks_exact(4) {
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        bytes.extend(decompressed(take(rest, length.into())?)?);
    }
    Column::from_bytes(header.bits, positions, &bytes)
}

pub(crate) fn decompressed(frame: &[u8]) -> std::result::Result<Vec<u8>, Damage> {
    zstd::bulk::decompress(frame, FRAME * 8).map_err(|_| Damage::Content("a frame cannot be decompressed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier() -> Tier<u64> {
        let codes: Vec<u64> = (0..70_000).map(|n| n * 5 + n % 3).collect();
        let keys = KeySet::of(20, codes.iter().map(|&code| Ok(code))).unwrap();
        let (mut values, mut distances) = (Column::default(), Column::default());
        for n in 0..70_000 {
            values.push(n % 3);
            distances.push(if n % 3 == 0 { 0 } else { n % 41 });
        }
        let keys_header = KeysHeader { kind: String::new(), raw: 0, bytes: 0 };
        let header = TierHeader {
            tier: 7,
            positions: 70_000,
            ended: 3,
            inner_moves: false,
            leads_to: vec![8, 9],
            keys: keys_header,
            values: None,
            distances: None,
            counts: Vec::new(),
        };
        Tier { header, keys, values, distances: Some(distances) }
    }

    #[test]
    fn a_tier_comes_back_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("7.tier");
        let mut tier = tier();
        tier.write(&path, true).unwrap();
        let back = Tier::<u64>::read(&path).unwrap();
        assert_eq!((&back.header, &back.keys), (&tier.header, &tier.keys));
        assert!((0..70_000).all(|rank| back.at(rank) == tier.at(rank)));
        assert_eq!(back.find(5 * 9), Some(tier.at(9)));
        assert_eq!(back.find(1), None);
        tier.write(&path, false).unwrap();
        assert_eq!(Tier::<u64>::read(&path).unwrap().header.values, None);
    }

    #[test]
    fn any_damage_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("7.tier");
        tier().write(&path, true).unwrap();
        let good = std::fs::read(&path).unwrap();
        for at in (0..good.len()).step_by(good.len() / 60) {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            std::fs::write(&path, &bad).unwrap();
            assert!(matches!(Tier::<u64>::read(&path), Err(DatabaseError::Damaged { .. })), "byte {at}");
            std::fs::write(&path, &good[..at]).unwrap();
            assert!(matches!(Tier::<u64>::read(&path), Err(DatabaseError::Damaged { .. })), "cut at {at}");
            // A forged checksum: the parts must still hold together or be what they were.
            let content = &bad[..bad.len() - files::CHECKSUM];
            files::write_whole(&path, content).unwrap();
            let _ = Tier::<u64>::read(&path);
        }
    }
}
