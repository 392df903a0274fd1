//! Whole databases beside programs that share nothing with Zug: how many positions there are, by
//! turn, worth and plies to the end. Each program is written for one game from its rules in words.
//!
//! `cargo test --release --test counts -- --include-ignored` counts large ones too, for minutes.

#[path = "counts/boards.rs"]
mod boards;
mod common;
#[path = "counts/lines.rs"]
mod lines;
#[path = "counts/points.rs"]
mod points;
#[path = "counts/repeating.rs"]
mod repeating;
#[path = "counts/scoring.rs"]
mod scoring;

use lines::Taking::{InItsOwnMove, InOneMove};
use lines::nine_mens_morris;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::process::Command;

/// A position of a program, packed.
type Key = u64;

/// How many positions there are, by turn (0 is the first player), worth to the first player, and
/// plies to the end where it is won or lost.
type Kinds = BTreeMap<(usize, i64, Option<i64>), u64>;

/// What `zug COMMAND` says of a game of the library, as JSON.
fn told(command: &str, game: &str, settings: &[&str], more: &[&OsStr]) -> Value {
    let file = format!("games/{game}.game");
    let settings = settings.iter().flat_map(|setting| ["--set", *setting]);
    let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
    zug.args([command, &file, "--json"]).args(settings).args(more);
    let ran = zug.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).expect("JSON")
}

/// What `zug build` counts.
fn built(game: &str, settings: &[&str]) -> Kinds {
    let database = tempfile::tempdir().expect("a folder");
    let folder = database.path().join("db");
    let counts = told("build", game, settings, &["--db".as_ref(), folder.as_os_str()]);
    let first = &told("info", game, settings, &[])["players"][0];
    let kind = |entry: &Value| {
        let turn = usize::from(entry["turn"] != *first);
        let worth = entry["points"].as_i64().expect("points");
        ((turn, worth, entry["plies"].as_i64()), entry["positions"].as_u64().expect("a number"))
    };
    counts["counts"].as_array().expect("the counts").iter().map(kind).collect()
}

#[track_caller]
fn hold(game: &str, settings: &[&str], counted: &Kinds) {
    let built = built(game, settings);
    assert!(built == *counted, "{game} {settings:?}: built {built:#?}, counted {counted:#?}");
}

/// The positions of all kinds together.
fn all(kinds: &Kinds) -> u64 {
    kinds.values().sum()
}

#[test]
fn men_and_hounds_on_lines() {
    hold("hare_and_hounds", &[], &lines::hare_and_hounds());
    hold("nine_mens_morris", &["men_each=3"], &nine_mens_morris(3, false, InItsOwnMove));
    hold("nine_mens_morris", &["men_each=3", "flying=true"], &nine_mens_morris(3, true, InItsOwnMove));
}

#[test]
fn men_cars_and_cubes_on_square_boards() {
    hold("dodgem", &["n=2"], &boards::dodgem(2));
    hold("dodgem", &["n=3"], &boards::dodgem(3));
    hold("quixo", &["n=2"], &boards::quixo(2));
    hold("quixo", &["n=3"], &boards::quixo(3));
    hold("teeko", &["n=3", "men_each=3"], &boards::teeko(3, 3, false));
    hold("teeko", &["n=3"], &boards::teeko(3, 4, false));
    hold("teeko", &["n=3", "advanced=true"], &boards::teeko(3, 4, true));
    hold("teeko", &["n=4", "men_each=3"], &boards::teeko(4, 3, false));
}

#[test]
fn points_that_are_still_to_be_gained() {
    hold("kalah", &["pits=2", "seeds=4"], &points::kalah(2, 4));
    hold("kalah", &["pits=3", "seeds=2"], &points::kalah(3, 2));
    hold("kalah", &["pits=4", "seeds=1"], &points::kalah(4, 1));
    hold("dots_and_boxes", &["columns=2", "rows=2"], &points::dots_and_boxes(2, 2));
    hold("dots_and_boxes", &["columns=4", "rows=1"], &points::dots_and_boxes(4, 1));
}

/// The databases of `docs/scale.md`.
#[test]
#[ignore = "takes minutes"]
fn the_databases_whose_size_is_told() {
    hold("dodgem", &["n=4"], &boards::dodgem(4));
    hold("teeko", &["n=4"], &boards::teeko(4, 4, false));
    hold("kalah", &["pits=5", "seeds=2"], &points::kalah(5, 2));
    hold("dots_and_boxes", &["columns=3", "rows=3"], &points::dots_and_boxes(3, 3));
    hold("nine_mens_morris", &["men_each=4"], &nine_mens_morris(4, false, InItsOwnMove));
    hold("nine_mens_morris", &["men_each=5"], &nine_mens_morris(5, false, InItsOwnMove));
}

/// What a program of `tests/counts/large` counts, built by the compiler that `CXX` names, else by
/// `c++`.
fn counted(name: &str, sizes: &[&str]) -> Kinds {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(name);
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let mut compiler = Command::new(compiler);
    compiler.args(["-O2", "-std=c++17"]).args(sizes.iter().map(|size| format!("-D{size}")));
    let compiler = compiler.arg(format!("tests/counts/large/{name}.cpp")).arg("-o").arg(&program);
    let status = compiler.current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(status.expect("a compiler of C++").success(), "{name}");
    let told = Command::new(program).output().expect("it runs");
    let told = String::from_utf8(told.stdout).expect("text");
    let kind = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<i64>().ok();
        ((number(0).unwrap() as usize, number(1).unwrap(), number(2)), number(3).unwrap() as u64)
    };
    told.lines().map(kind).collect()
}

/// The largest databases of `docs/scale.md` that a program in memory can count.
#[test]
#[ignore = "takes half an hour, 3 GiB and a compiler of C++"]
fn large_boards_beside_programs_in_cpp() {
    for n in ["3", "4"] {
        hold("quixo", &[&format!("n={n}")], &counted("quixo", &[&format!("SIZE={n}")]));
    }
    for n in ["3", "5"] {
        hold("dodgem", &[&format!("n={n}")], &counted("dodgem", &[&format!("SIZE={n}")]));
    }
    for [pits, seeds] in [["3", "2"], ["6", "1"]] {
        let sizes = [format!("PITS={pits}"), format!("SEEDS={seeds}")];
        let settings = [format!("pits={pits}"), format!("seeds={seeds}")];
        let counted = counted("oware", &sizes.each_ref().map(String::as_str));
        hold("oware", &settings.each_ref().map(String::as_str), &counted);
    }
}

/// Six Men's Morris: others publish 42,372,745 positions, and 42,383,945 with flying. They take a
/// man in the move that makes the mill; the definition has a position before, in which the man is
/// to be taken.
#[test]
#[ignore = "takes minutes and several GiB"]
fn six_mens_morris_has_the_positions_that_are_published() {
    assert_eq!(all(&nine_mens_morris(6, false, InOneMove)), 42_372_745);
    assert_eq!(all(&nine_mens_morris(6, true, InOneMove)), 42_383_945);
    hold("nine_mens_morris", &["men_each=6"], &nine_mens_morris(6, false, InItsOwnMove));
}
