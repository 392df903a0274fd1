//! The index of the games: what `zug test --report` writes, and that `games/README.md` is that.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::path::Path;
use std::process::{Command, Output};

fn zug(arguments: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_zug")).current_dir(root).args(arguments).output().expect("zug runs")
}

fn told(arguments: &[&str]) -> String {
    let output = zug(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A folder with one definition, and the definition's path.
fn one_game(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sticks.game");
    std::fs::write(&path, text).expect("it can be written");
    let path = path.display().to_string();
    (folder, path)
}

const STICKS: &str = "// Sticks.\n//\n// Kind:   Heaps\n// Known:  all of it,\n//         by counting.\n// Set:    nothing\n
game \"Sticks | stones\"\nplayers A, B\nparam n: 1..9 = 4\nstate { left: 0..n = n }
move take(k in 1..3) when k <= left { left -= k }\nstuck => me loses
expect value = B wins in 2\nexpect positions = 8\nexpect with n = 5: A wins\nexpect slow with n = 6: A wins\n";

#[test]
fn the_index_in_the_folder_of_the_games_is_what_the_command_writes() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = folder.path().join("pictures");
    let to = pictures.display().to_string();
    let written = told(&["test", "games", "--report", "markdown", "--no-run", "--pictures", &to]);
    renewal::hold(&games.join("README.md"), &written);
    let drawn = names(&pictures);
    for name in &drawn {
        let picture = std::fs::read_to_string(pictures.join(name)).expect("a picture");
        renewal::hold(&games.join("pictures").join(name), &picture);
        assert!(written.contains(&format!("<img src=\"pictures/{name}\"")), "{name} is in the gallery");
    }
    assert_eq!(drawn, names(&games.join("pictures")), "a picture for every game, a game for every picture");
}

/// The tests of the extension for Visual Studio Code need Node and come late: a list that is old is
/// told here.
#[test]
fn the_list_of_the_editor_has_every_game_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("editors/vscode/test/library.txt")).expect("the list");
    for name in names(&root.join("games")).iter().filter(|name| name.ends_with(".game")) {
        let text = std::fs::read_to_string(root.join("games").join(name)).expect("a game");
        let hash = &zug_verify::text_hash(&text)[..8];
        let beginning = format!("{name} {hash} ");
        assert!(
            list.lines().any(|line| line.starts_with(&beginning)),
            "{name} has changed; in editors/vscode: npm ci --ignore-scripts && ZUG_RENEW=1 npm test"
        );
    }
}

/// The names of the files in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_index_of_facts_that_hold_says_what_the_files_claim() {
    let files = ["games/nim.game", "games/hexapawn.game", "games/wallets.game"];
    let run = told(&[&["test", "--report", "markdown"], &files[..]].concat());
    let claimed = told(&[&["test", "--report", "markdown", "--no-run"], &files[..]].concat());
    assert_eq!(run, claimed);
}

#[test]
fn every_game_of_the_library_names_its_kind_and_is_in_the_index() {
    let index: serde_json::Value =
        serde_json::from_str(&told(&["test", "games", "--report", "json", "--no-run"])).expect("JSON");
    let games = index["games"].as_array().expect("games");
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).expect("the games");
    let files = files.filter(|file| {
        file.as_ref().expect("a file").path().extension().is_some_and(|extension| extension == "game")
    });
    assert_eq!(games.len(), files.count());
    let without: Vec<_> = games.iter().filter(|game| game["kind"] == "Other games").collect();
    assert!(without.is_empty(), "{without:?}");
    let unproved: Vec<_> = games
        .iter()
        .filter(|game| game["sizes"][0]["facts"].as_object().is_none_or(|facts| facts.is_empty()))
        .collect();
    assert!(unproved.is_empty(), "games without a fact as they stand: {unproved:?}");
}

#[test]
fn a_row_tells_value_plies_positions_and_facts() {
    let (_folder, path) = one_game(STICKS);
    let index = told(&["test", "--report", "markdown", &path]);
    for line in [
        "## Heaps",
        "| [Sticks \\| stones](sticks.game) | n = 4 | B wins | 2 | 8 | alpha-beta | fast | positions, value and plies |",
        "| [Sticks \\| stones](sticks.game) | n = 5 | A wins |  |  | alpha-beta | fast | value |",
        "| [Sticks \\| stones](sticks.game) | n = 6 | A wins *slow* |  |  | alpha-beta | slow | value |",
        "**Sticks | stones**: all of it, by counting.",
    ] {
        assert!(index.lines().any(|each| each == line), "{line}\nis not in\n{index}");
    }
}

#[test]
fn a_fact_that_does_not_hold_is_told_in_the_index_and_ends_with_1() {
    let (_folder, path) = one_game(&STICKS.replace("n = 5: A wins", "n = 5: B wins"));
    let output = zug(&["test", "--report", "text", &path]);
    assert_eq!(output.status.code(), Some(1));
    let index = String::from_utf8_lossy(&output.stdout);
    let row = index.lines().find(|line| line.contains("n = 5")).expect("the row");
    assert!(row.contains("1 NOT HELD") && !row.contains("B wins"), "{row}");
}

#[test]
fn a_game_without_a_kind_comes_last() {
    let (_folder, path) = one_game(&STICKS.replace("// Kind:   Heaps\n", ""));
    let index = told(&["test", "--report", "markdown", &path, "games/nim.game"]);
    let place = |kind: &str| index.find(kind).unwrap_or_else(|| panic!("{kind}"));
    assert!(place("## Heaps and chains") < place("## Other games"));
}

#[test]
fn times_are_told_only_when_asked_for() {
    let (_folder, path) = one_game(STICKS);
    assert!(told(&["test", "--report", "markdown", "--times", &path]).contains("| facts | seconds |"));
    assert!(!told(&["test", "--report", "markdown", &path]).contains("seconds"));
}
