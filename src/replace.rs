//! Puts a new text in the place of an old file, wholly or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a whole new file beside the old one and puts it in its place, so that a full disk costs nobody a definition. A
/// link stays one: what it leads to is replaced. The permissions stay.
///
/// # Errors
/// A folder that cannot be written to; then the old file is as it was.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let beside = beside(&path);
    let permissions = std::fs::metadata(&path)?.permissions();
    let mut file = std::fs::File::create_new(&beside)?;
    let done = file
        .write_all(text.as_bytes())
        .and_then(|()| file.set_permissions(permissions))
        .and_then(|()| file.sync_all())
        .and_then(|()| std::fs::rename(&beside, &path));
    if done.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    done
}

/// The name of the new file until it is in its place.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}
