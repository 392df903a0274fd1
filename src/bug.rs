//! Reports a failed self-check: no answer is printed, and a file for the bug report is written.

use crate::failure::{BUG, Failure};
use std::path::{Path, PathBuf};
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::{FileId, Sources};

/// The circumstances of a failed self-check.
pub struct FailedCheck<'a> {
    /// The texts of the run; the definition is the first.
    pub sources: &'a Sources,
    /// The moves played first, as text.
    pub moves: &'a [String],
    /// The reference semantics of the definition.
    pub semantics: &'a Semantics<'a>,
    /// The position of the question.
    pub position: &'a Position,
    /// The moves from there to the position at which the check failed.
    pub line: &'a [Choice],
    /// The contradiction in words.
    pub what: &'a str,
}

impl FailedCheck<'_> {
    /// Writes the file and returns the message about it.
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

    /// Writes the file into the current folder, or else into the folder for temporary files;
    /// returns its path.
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
