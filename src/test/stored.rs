//! `zug test --db`: facts about the definition and the settings of a database are answered from it.

use crate::failure::Failure;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use zug::answer::Prepared;
use zug::database::{DatabaseError, Manifest, Source};

/// The database of `--db`.
pub struct StoredFacts {
    folder: PathBuf,
    manifest: Manifest,
    /// Whether a fact was about it.
    matched: Cell<bool>,
}

impl StoredFacts {
    /// The one in a folder.
    pub fn open(folder: &Path) -> Result<StoredFacts, Failure> {
        let manifest = Manifest::finished(folder).map_err(|error| Failure::usage(error.to_string()))?;
        Ok(StoredFacts { folder: folder.to_path_buf(), manifest, matched: Cell::new(false) })
    }

    /// A definition that answers from the database, if it was built from this text with these
    /// settings.
    pub fn join<'p>(
        &self,
        prepared: Prepared<'p>,
        text: &str,
        settings: &[&str],
    ) -> Result<Prepared<'p>, DatabaseError> {
        let subject = &self.manifest.subject;
        let own = subject.settings.iter().map(|setting| without_blanks(setting));
        if subject.definition != text || !own.eq(settings.iter().map(|setting| without_blanks(setting))) {
            return Ok(prepared);
        }
        self.matched.set(true);
        prepared.with_database(Source { text, settings: &subject.settings }, &self.folder)
    }

    /// Sees that some fact was about the database.
    pub fn end(&self) -> Result<(), Failure> {
        if self.matched.get() {
            return Ok(());
        }
        let (folder, settings) = (self.folder.display(), self.manifest.subject.settings.join(" "));
        let with = if settings.is_empty() { String::new() } else { format!(" with `{settings}`") };
        let why = "it is the database of another definition, or its text has changed since, or no fact that was checked has its settings";
        Err(Failure::usage(format!("--db {folder}: no fact is about this database{with}: {why}")))
    }
}

/// A setting without blanks, which mean nothing between its parts.
fn without_blanks(setting: &str) -> String {
    setting.chars().filter(|each| !each.is_whitespace()).collect()
}
