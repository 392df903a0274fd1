//! Files that are complete under their name or not there: written beside it, checked by a checksum,
//! renamed.

use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of a checksum, at the end of a file.
pub(crate) const CHECKSUM: usize = blake3::OUT_LEN;

/// The name of the manifest in the folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The name of the list of tiers that are complete.
pub(crate) const LISTING: &str = "listing.json";

/// The name of the file of a tier that is solved.
pub(crate) fn tier_name(tier: u64) -> String {
    format!("{tier}.tier")
}

/// The name of a file while it is written.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("unfinished")
}

/// Writes the parts of a file one after the other. It has its name when all of it is written, and
/// on the disk if that is waited for.
pub(crate) fn replace(path: &Path, parts: &[&[u8]], wait: bool) -> Result<()> {
    let beside = unfinished(path);
    let written = File::create(&beside).and_then(|mut file| {
        parts.iter().try_for_each(|part| file.write_all(part))?;
        if wait { file.sync_all() } else { Ok(()) }
    });
    written.map_err(DatabaseError::io(&beside))?;
    fs::rename(&beside, path).map_err(DatabaseError::io(path))
}

/// Writes a file with its checksum at the end; returns the checksum.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<blake3::Hash> {
    let checksum = blake3::hash(content);
    replace(path, &[content, checksum.as_bytes()], false)?;
    Ok(checksum)
}

/// Reads a file that [`write_whole`] wrote, and checks it.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut content));
    read.map_err(DatabaseError::io(path))?;
    let length =
        content.len().checked_sub(CHECKSUM).ok_or_else(|| DatabaseError::damaged(path)(Damage::Short))?;
    if blake3::hash(&content[..length]).as_bytes() != &content[length..] {
        return Err(DatabaseError::damaged(path)(Damage::Checksum));
    }
    content.truncate(length);
    Ok(content)
}

/// Files of fewer bytes are not waited for: each takes some milliseconds, and the system writes
/// them soon. One that a power failure damages is found by its checksum, and made again.
const SMALL: u64 = 1 << 20;

/// Waits until the disk has what was written to a file that took long to make.
pub(crate) fn sync(path: &Path) -> Result<()> {
    let file = File::open(path).map_err(DatabaseError::io(path))?;
    let length = file.metadata().map_err(DatabaseError::io(path))?.len();
    if length < SMALL { Ok(()) } else { file.sync_all().map_err(DatabaseError::io(path)) }
}

/// Waits until the disk has the names of the files of a folder, where the system can do that.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(DatabaseError::io(path)(error)),
        _ => Ok(()),
    }
}

/// Removes the files of a folder whose names have one of these endings.
pub(crate) fn remove_all(folder: &Path, endings: &[&str]) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(DatabaseError::io(folder))? {
        let path = entry.map_err(DatabaseError::io(folder))?.path();
        if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// The folder for codes that wait at one of several processes.
#[cfg(feature = "cluster")]
pub(crate) fn worker_folder(folder: &Path, worker: usize) -> PathBuf {
    folder.join(format!("{WORKER}{worker}"))
}

/// How the folders of workers begin.
const WORKER: &str = "worker-";

/// Removes the folders that workers left.
pub(crate) fn remove_workers(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(DatabaseError::io(folder))? {
        let path = entry.map_err(DatabaseError::io(folder))?.path();
        let is_of_worker = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(WORKER));
        if is_of_worker && path.is_dir() {
            remove_all(&path, &["run"])?;
            fs::remove_dir(&path).map_err(DatabaseError::io(&path))?;
        }
    }
    Ok(())
}

/// Writes a value as JSON under a name: all of it or nothing.
pub(crate) fn write_json<T: Serialize>(folder: &Path, name: &str, value: &T) -> Result<()> {
    let mut text = serde_json::to_string_pretty(value).expect("this can be written as JSON");
    text.push('\n');
    replace(&folder.join(name), &[text.as_bytes()], true)?;
    sync_folder(folder);
    Ok(())
}
