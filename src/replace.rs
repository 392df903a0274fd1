//! Replaces a file atomically.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a new file beside the old one and renames it, so that a full disk never destroys a
/// definition. A link is kept and its target replaced; the permissions are kept.
///
/// # Errors
/// Any failure to write or rename; the old file is then unchanged.
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

/// The name of the new file until it is renamed.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}
