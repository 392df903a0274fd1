//! Says that a check of ours failed: no answer is told, and what there is to send is written to a file.

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::{FileId, Sources};

/// A bug of ours.
pub const BUG: u8 = 101;

/// What a failed check was about.
pub struct FailedCheck<'a> {
    /// With the definition.
    pub sources: &'a Sources,
    /// Moves played first, as written.
    pub moves: &'a [String],
    /// The rules by name.
    pub semantics: &'a Semantics<'a>,
    /// The position that was asked about.
    pub position: &'a Position,
    /// The moves from there to where it was seen.
    pub line: &'a [Choice],
    /// What cannot be.
    pub what: &'a str,
}

impl FailedCheck<'_> {
    /// The message, after the file is written.
    pub fn failure(&self) -> Failure {
        let first = self.what.lines().next().unwrap_or(self.what);
        let send = match self.written() {
            Some(path) => format!("please send us {}, which has all that is needed", path.display()),
            None => format!("please send us this, for no file could be written:\n{}", self.text()),
        };
        let text = format!(
            "a check of ours failed, so no answer is told: {first}\nthis is a bug in zug, not in the definition: {send}"
        );
        Failure::Message { code: BUG, text }
    }

    /// In the current folder, or where files that do not last are kept.
    fn written(&self) -> Option<PathBuf> {
        let name = format!("zug-bug-{}.txt", std::process::id());
        let text = self.text();
        let here = PathBuf::from(&name);
        let folders = [here, std::env::temp_dir().join(&name)];
        folders.into_iter().find(|path| new_file(path, &text).is_ok())
    }

    fn text(&self) -> String {
        let mut line = Vec::new();
        let mut here = self.position.clone();
        for choice in self.line {
            line.push(self.semantics.text(&here, choice));
            here = self.semantics.play(&here, choice).unwrap_or(here);
        }
        let file = self.sources.file(FileId::DEFINITION);
        let command: Vec<String> = std::env::args().skip(1).collect();
        let typed: Vec<&str> = self.sources.names().skip(1).collect();
        let rows = [
            ("version", format!("zug {}", env!("CARGO_PKG_VERSION"))),
            ("command", command.join(" ")),
            ("file", file.name.clone()),
            ("settings and moves, as typed", typed.join("; ")),
            ("moves", self.moves.join(", ")),
            ("seen after", line.join(", ")),
            ("what", self.what.to_string()),
        ];
        let rows: String = rows.iter().map(|(name, text)| format!("{name}: {text}\n")).collect();
        format!("{rows}\nthe definition:\n\n{}", file.text)
    }
}

fn new_file(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    std::fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
