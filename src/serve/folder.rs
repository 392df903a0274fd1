//! The definitions of one folder, and nothing beside them.

use std::io;
use std::path::{Component, Path, PathBuf};
use zug_lang::source::MAX_BYTES;

/// Folders are searched to this depth.
const DEPTH: usize = 6;
/// So many definitions are listed.
const LISTED: usize = 2_000;

/// A folder whose definitions can be read.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A folder that is there.
    ///
    /// # Errors
    /// It is not, or it is no folder.
    pub fn new(path: &Path) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        if root.is_dir() { Ok(Folder { root }) } else { Err(io::Error::other("this is no folder")) }
    }

    /// The paths of all definitions, from the folder, with `/` between their parts.
    pub fn definitions(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.search(&self.root, DEPTH, &mut found);
        found.sort();
        found.truncate(LISTED);
        found
    }

    fn search(&self, folder: &Path, depth: usize, found: &mut Vec<String>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            // A link to a folder is not followed; a link to a definition must stay inside.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth > 0 && !hidden && found.len() < LISTED {
                self.search(&path, depth - 1, found);
            } else if is_definition(&path) && self.inside(&path).is_some_and(|path| path.is_file()) {
                found.extend(self.name(&path));
            }
        }
    }

    fn name(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.root).ok()?.components();
        let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
        Some(parts?.join("/"))
    }

    /// The text of a definition by its path from the folder; nothing for what is not a definition
    /// inside of it, or too long.
    pub fn read(&self, name: &str) -> Option<String> {
        let path = Path::new(name);
        let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if !plain || !is_definition(path) {
            return None;
        }
        let path = self.inside(&self.root.join(path))?;
        let length = std::fs::metadata(&path).ok().filter(|data| data.is_file())?.len();
        if length > MAX_BYTES as u64 { None } else { std::fs::read_to_string(path).ok() }
    }

    /// Where a path leads once every link in it is followed, if that is a definition inside of the
    /// folder.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let real = path.canonicalize().ok()?;
        (real.starts_with(&self.root) && is_definition(&real)).then_some(real)
    }
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "game")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_read() {
        let outer = tempfile::tempdir().expect("a folder");
        let inner = outer.path().join("inner");
        std::fs::create_dir_all(inner.join("deeper")).expect("a folder");
        for file in ["secret.game", "inner/a.game", "inner/deeper/b.game", "inner/notes.txt"] {
            std::fs::write(outer.path().join(file), file).expect("a file");
        }
        #[cfg(unix)]
        for (to, link) in [
            ("../secret.game", "link.game"),
            ("notes.txt", "notes.game"),
            ("..", "up"),
            ("a.game", "same.game"),
        ] {
            std::os::unix::fs::symlink(to, inner.join(link)).expect("a link");
        }
        let folder = Folder::new(&inner).expect("the folder");
        assert_eq!(folder.read("a.game").as_deref(), Some("inner/a.game"));
        assert_eq!(folder.read("deeper/b.game").as_deref(), Some("inner/deeper/b.game"));
        let absolute = outer.path().join("secret.game").display().to_string();
        for name in [
            "../secret.game",
            "deeper/../../secret.game",
            &absolute,
            "link.game",
            "up/secret.game",
            "notes.txt",
            "notes.game",
            "",
            ".",
        ] {
            assert_eq!(folder.read(name), None, "{name}");
        }
        let found = folder.definitions();
        let expected: &[&str] =
            if cfg!(unix) { &["a.game", "deeper/b.game", "same.game"] } else { &["a.game", "deeper/b.game"] };
        assert_eq!(found, expected);
    }
}
