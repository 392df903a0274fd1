//! Checks whole definitions: every game of the project, and a pair of an accepted and a refused text for every
//! construct.

use super::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::Program;
use crate::report::diagnostics::{Form, render};
use crate::source::{FileId, Sources};
use crate::syntax;

/// The program of a text, or what is said about it.
pub(super) fn checked(text: &str) -> (Option<Program>, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("t.game", text);
    let (game, mut diagnostics) = syntax::parse(file, text);
    let checked = check(&game, &[]);
    diagnostics.extend(checked.diagnostics);
    (checked.program, diagnostics, sources)
}

/// The program of a text that is accepted.
pub(super) fn accepted(text: &str) -> Program {
    let (program, diagnostics, sources) = checked(text);
    let said = render(&sources, &diagnostics, Form::Short);
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{said}\n{text}");
    program.unwrap_or_else(|| panic!("neither a program nor a reason\n{text}"))
}

#[test]
fn every_game_checks() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let mut failed = String::new();
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the games").flatten().map(|e| e.path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "game")) {
        let text = std::fs::read_to_string(path).expect("readable");
        let (program, diagnostics, sources) = checked(&text);
        let said = render(&sources, &diagnostics, Form::Short);
        if program.is_none() || !said.is_empty() {
            failed += &format!("{}:\n{said}\n", path.display());
        }
    }
    assert!(failed.is_empty(), "{failed}");
    let _ = FileId::DEFINITION;
}
