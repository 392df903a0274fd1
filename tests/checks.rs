//! Every shortcut, broken on purpose, is found by the checks: exit code 101, no answer, and a file
//! to send.
//!
//! The door is there in debug builds alone, so a release build has nothing to test here.
#![cfg(debug_assertions)]

use std::path::Path;
use std::process::{Command, Output};
use zug_game::breakage::Shortcut;

fn run(folder: &Path, game: &str, broken: Option<Shortcut>, arguments: &[&str]) -> Output {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{game}.game"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.current_dir(folder).env_remove("ZUG_BREAK").arg("solve").arg(game).args(arguments);
    if let Some(shortcut) = broken {
        command.env("ZUG_BREAK", shortcut.name());
    }
    command.output().expect("zug can be run")
}

/// A game in which the shortcut is taken and matters.
fn game(shortcut: Shortcut) -> &'static str {
    match shortcut {
        Shortcut::Canonical | Shortcut::StaticVerdict | Shortcut::CompactKey => "tic_tac_toe",
        Shortcut::Additive => "dots_and_boxes",
        Shortcut::TranspositionTable
        | Shortcut::Successor
        | Shortcut::Order
        | Shortcut::Payoff
        | Shortcut::Range => "hexapawn",
        _ => "nim",
    }
}

#[test]
fn every_broken_shortcut_is_found() {
    for shortcut in Shortcut::OF_SEARCHES {
        let folder = tempfile::tempdir().expect("a folder");
        let name = shortcut.name();
        let output = run(folder.path(), game(shortcut), Some(shortcut), &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{name}: {said}");
        assert!(output.stdout.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(said.contains("no answer is told"), "{name}: {said}");
        let files: Vec<_> = std::fs::read_dir(folder.path()).expect("it can be read").flatten().collect();
        assert_eq!(files.len(), 1, "{name}: {files:?}");
        let report = std::fs::read_to_string(files[0].path()).expect("the file can be read");
        for part in ["version: zug", "command: solve", "what: ", "the definition:", "players"] {
            assert!(report.contains(part), "{name}: `{part}` in {report}");
        }
    }
}

#[test]
fn a_broken_form_is_found_where_positions_repeat() {
    for game in ["tapatan", "pong_hau_ki", "l_game"] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = run(folder.path(), game, Some(Shortcut::Canonical), &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{game}: {said}");
    }
}

#[test]
fn what_is_not_broken_is_told_with_what_was_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), "tic_tac_toe", None, &["--stats", "--json", "--all-moves", "--distance"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let checked = &answer["run"]["checked"];
    assert_eq!(checked["again"], 5_478);
    assert_eq!(checked["line"], 9);
    assert!(checked["compared"].as_u64() > Some(20), "{checked}");
}

#[test]
fn a_whole_search_by_name_is_not_done_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let by_name = ["--engine", "semantics", "--solver", "minimax", "--stats"];
    let output = run(folder.path(), "nim", None, &by_name);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("not solved again; 0 positions compared"), "{told}");
}
