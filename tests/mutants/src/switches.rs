//! Writes the copy of the workspace: each place asks which mutant is on.
//!
//! Some changes do not compile. The compiler says where, and they are left out of the next copy.

use crate::places::{Place, places};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A source file with its places, and the number of its first change.
struct Source {
    /// From the root of the workspace.
    path: PathBuf,
    text: String,
    places: Vec<Place>,
    first: u32,
}

/// Where a change, and the place with its switch, stand in the copy.
struct Written {
    number: u32,
    change: Range<usize>,
    place: Range<usize>,
}

/// Writes the copy of the crates and a table of the mutants, `mutants.tsv`.
pub fn write_copy(folder: &Path, crates: &[String]) {
    let sources = sources(&folder.join("original"), crates);
    add_switch(folder);
    let mut left_out = BTreeSet::new();
    loop {
        let written =
            sources.iter().map(|source| write_source(folder, source, &left_out)).collect::<Vec<_>>();
        let errors = errors(&folder.join("copy"), crates);
        if errors.is_empty() {
            break;
        }
        let before = left_out.len();
        for error in &errors {
            left_out.extend(blamed(error, &sources, &written));
        }
        println!("{} errors; {} changes do not compile", errors.len(), left_out.len());
        assert!(left_out.len() > before, "of no change: {}", errors[0]["rendered"]);
    }
    fs::write(folder.join("mutants.tsv"), table(&sources, &left_out)).expect("a table");
}

/// The files of the crates that are not tests, with their changes numbered in order.
fn sources(original: &Path, crates: &[String]) -> Vec<Source> {
    let (mut found, mut first) = (Vec::new(), 0);
    for krate in crates {
        let mut files = Vec::new();
        rust_files(&original.join("crates").join(krate).join("src"), &mut files);
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            let places = places(&text);
            let path = file.strip_prefix(original).expect("inside").to_path_buf();
            let changes: usize = places.iter().map(|place| place.changes.len()).sum();
            found.push(Source { path, text, places, first });
            first += changes as u32;
        }
    }
    found
}

/// The files of a folder, without those of tests and of the lints.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if ["tests", "soundness", "lints"].contains(&stem.as_str()) {
            continue;
        } else if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Adds the switch to `zug-game`, and has the compiler accept what only mutants have.
fn add_switch(folder: &Path) {
    let (from, to) = (folder.join("original"), folder.join("copy"));
    let game = "crates/zug-game/src";
    let library = fs::read_to_string(from.join(game).join("lib.rs")).expect("zug-game");
    let library = library + "\nmod mutants;\npub use mutants::mutant_on;\n";
    renew(&to.join(game).join("lib.rs"), &library);
    renew(&to.join(game).join("mutants.rs"), include_str!("../switch.rs"));
    let manifest = fs::read_to_string(from.join("Cargo.toml")).expect("a manifest");
    let lints = "[workspace.lints.rust]\nwarnings = \"allow\"\narithmetic_overflow = \"allow\"\n\
        overflowing_literals = \"allow\"\nunconditional_panic = \"allow\"";
    renew(&to.join("Cargo.toml"), &manifest.replace("[workspace.lints.rust]", lints));
}

/// Writes a file if it has another text, so that cargo does not build it anew otherwise.
fn renew(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).expect("the copy can be written");
    }
}

/// Writes a file of the copy, and says where its changes stand in it.
fn write_source(folder: &Path, source: &Source, left_out: &BTreeSet<u32>) -> Vec<Written> {
    let mut number = source.first;
    let mut pieces = Vec::new();
    let mut written: Vec<Vec<Written>> = Vec::new();
    for (index, place) in source.places.iter().enumerate() {
        let (open, close, changes) = switch(place, number, left_out);
        number += place.changes.len() as u32;
        // At one byte an end comes before a beginning, the inner end before the outer, and the
        // outer beginning before the inner.
        pieces.push((place.range.end, false, source.places.len() - index, index, close));
        pieces.push((place.range.start, true, index, index, open));
        written.push(changes);
    }
    pieces.sort();
    let (mut out, mut at) = (String::new(), 0);
    for (byte, is_open, _, index, text) in pieces {
        out += &source.text[at..byte];
        at = byte;
        let begin = out.len();
        out += &text;
        for Written { change, place, .. } in &mut written[index] {
            if is_open {
                (*change, place.start) = (begin + change.start..begin + change.end, begin);
            } else {
                place.end = out.len();
            }
        }
    }
    out += &source.text[at..];
    renew(&folder.join("copy").join(&source.path), &out);
    written.into_iter().flatten().collect()
}

/// What stands before a place and behind it, and where the changes stand in the first.
fn switch(place: &Place, first: u32, left_out: &BTreeSet<u32>) -> (String, String, Vec<Written>) {
    let (mut open, mut changes) = (String::new(), Vec::new());
    for (number, change) in (first..).zip(&place.changes).filter(|(number, _)| !left_out.contains(number)) {
        let begin = open.len();
        open += &match (place.is_statement, begin) {
            (true, _) => format!("if !::zug_game::mutant_on({number}) {{ "),
            (false, 0) => format!("(if ::zug_game::mutant_on({number}) {{ {} }}", change.text),
            (false, _) => format!(" else if ::zug_game::mutant_on({number}) {{ {} }}", change.text),
        };
        changes.push(Written { number, change: begin..open.len(), place: 0..0 });
    }
    match (changes.is_empty(), place.is_statement) {
        (true, _) => (String::new(), String::new(), changes),
        (false, true) => (open, " }".into(), changes),
        (false, false) => (open + " else { ", " })".into(), changes),
    }
}

/// The errors of the compiler in the copy.
fn errors(copy: &Path, crates: &[String]) -> Vec<Value> {
    let mut command = Command::new("cargo");
    command.args(["check", "--locked", "--lib", "--keep-going", "--message-format=json"]).current_dir(copy);
    crates.iter().for_each(|krate| {
        command.args(["-p", krate]);
    });
    let output = command.stderr(std::process::Stdio::inherit()).output().expect("cargo");
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_error = |message: &Value| {
        message["level"] == "error" && message["spans"].as_array().is_some_and(|spans| !spans.is_empty())
    };
    let found: Vec<Value> = messages.map(|mut line| line["message"].take()).filter(is_error).collect();
    assert!(output.status.success() || !found.is_empty(), "cargo fails without an error in a file");
    found
}

/// The changes because of which there is an error.
fn blamed(error: &Value, sources: &[Source], written: &[Vec<Written>]) -> Vec<u32> {
    let mut spans: Vec<&Value> = error["spans"].as_array().into_iter().flatten().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let suspected = |span: &&Value| {
        let is_file = |source: &Source| span["file_name"] == *source.path.to_string_lossy();
        let file = sources.iter().position(is_file)?;
        let byte = |key: &str| span[key].as_u64().map(|byte| byte as usize);
        let found = suspects(&(byte("byte_start")?..byte("byte_end")?), &written[file]);
        (!found.is_empty()).then_some(found)
    };
    spans.iter().find_map(suspected).unwrap_or_default()
}

/// The changes in which an error stands, otherwise those of the innermost place around it,
/// otherwise all in it.
fn suspects(error: &Range<usize>, all: &[Written]) -> Vec<u32> {
    let contains = |outer: &Range<usize>| outer.start <= error.start && error.end <= outer.end;
    let around = all.iter().map(|one| &one.place).filter(|place| contains(place));
    let innermost = around.min_by_key(|place| place.end - place.start);
    let numbers = |is_suspect: &dyn Fn(&Written) -> bool| -> Vec<u32> {
        all.iter().filter(|one| is_suspect(one)).map(|one| one.number).collect()
    };
    let inside = numbers(&|one| contains(&one.change));
    if !inside.is_empty() {
        return inside;
    }
    match innermost {
        Some(place) => numbers(&|one| one.place == *place),
        None => numbers(&|one| error.start <= one.place.start && one.place.end <= error.end),
    }
}

/// The table of the mutants: number, place, what is changed, and whether it compiles.
fn table(sources: &[Source], left_out: &BTreeSet<u32>) -> String {
    let mut table = String::new();
    for source in sources {
        let mut number = source.first;
        for place in &source.places {
            let before = &source.text[..place.range.start];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let code = source.text[place.range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
            let code: String = code.chars().take(80).collect();
            for change in &place.changes {
                let state = if left_out.contains(&number) { "does not compile" } else { "compiles" };
                let place = format!("{}:{line}:{column}", source.path.display());
                table += &format!("{number}\t{place}\t{code} :: {}\t{state}\n", change.said);
                number += 1;
            }
        }
    }
    table
}
