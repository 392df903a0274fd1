//! Commands that answer about a definition say in one line that it has warnings.

use std::path::Path;
use std::process::{Command, Output};

fn zug(folder: &Path, arguments: &[&str]) -> Output {
    let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
    zug.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().expect("zug runs")
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn answers_say_that_the_definition_has_warnings() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game \"Late\"\nplayers A, B\nstate { n[Player]: 0..2 }\nlet spare = 1\n\
        move go when n[me] < 2 { n[me] += 1 }\nend when n[me] = 2 => me wins\nstuck => draw\n";
    std::fs::write(folder.path().join("late.game"), text).expect("written");
    let line = "late.game has 2 warnings (unused in line 4, late_end in line 6): `zug check` tells them\n";
    for arguments in [
        &["solve", "late.game"][..],
        &["show", "late.game"],
        &["test", "late.game"],
        &["estimate", "late.game"],
        &["why", "late.game", "value"],
        &["analyze", "late.game"],
        &["build", "late.game", "--db", "late.db"],
        &["play", "late.game", "--format", "html"],
    ] {
        let output = zug(folder.path(), arguments);
        let (out, err) = (lossy(&output.stdout), lossy(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {err}");
        assert_eq!(err.matches(line).count(), 1, "{arguments:?}: {err}");
        assert!(!out.contains("2 warnings"), "{arguments:?}");
    }
    for arguments in [
        &["solve", "late.game", "--json"][..],
        &["solve", "late.game", "--format", "{value}"],
        &["test", "late.game", "--json"],
        &["estimate", "late.game", "--json"],
    ] {
        let output = zug(folder.path(), arguments);
        assert_eq!(lossy(&output.stderr), "", "{arguments:?}");
    }
    let allowed = text.replace("stuck", "allow unused, late_end\nstuck");
    std::fs::write(folder.path().join("late.game"), allowed).expect("written");
    assert_eq!(lossy(&zug(folder.path(), &["solve", "late.game"]).stderr), "");
}
