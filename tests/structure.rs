//! The rules of `docs/architecture.md` that cargo does not hold: which crate may name which, who may talk to the outside, and that
//! no two stages of the language import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates, each after all that it may depend on.
const WALK: [&str; 15] = [
    "zug-game",
    "zug-solve",
    "zug-database",
    "zug-lang",
    "zug-verify",
    "zug-analysis",
    "zug-machine",
    "zug-jit",
    "zug-compile",
    "zug",
    "zug-view",
    "zug-lsp",
    "zug-playground",
    "zug-wasm",
    "zug-cli",
];

/// What each of these crates may name of ours: the claims of the map.
const ALONE: [(&str, &[&str]); 5] = [
    ("zug-game", &[]),
    ("zug-solve", &["zug-game"]),
    ("zug-database", &["zug-game", "zug-solve"]),
    ("zug-lang", &["zug-game"]),
    ("zug-verify", &["zug-game", "zug-lang"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder(krate: &str) -> PathBuf {
    if krate == "zug-cli" { root().to_path_buf() } else { root().join("crates").join(krate) }
}

/// All sources of a folder, with their paths from it, sorted.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(folder).expect("inside").display().to_string();
                found.push((name, std::fs::read_to_string(&path).expect("readable")));
            }
        }
    }
    found.sort();
    found
}

/// The lines that are code, with their numbers, tests at the end of a file left out.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    (1..).zip(text[..tests].lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The crates of ours among the dependencies of a crate, those for tests left out.
fn dependencies(krate: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(folder(krate).join("Cargo.toml")).expect("a manifest");
    let section = manifest.split("\n[dependencies]\n").nth(1).expect("a section of dependencies");
    let section = section.split("\n[").next().unwrap_or(section);
    let names = section.lines().filter(|line| line.starts_with("zug"));
    names.map(|line| line.split(['.', ' ', '=']).next().unwrap_or(line).to_string()).collect()
}

#[test]
fn every_crate_has_its_place_in_the_walk() {
    let mut found: Vec<String> = std::fs::read_dir(root().join("crates"))
        .expect("crates/")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut named: Vec<&str> =
        WALK.iter().copied().filter(|name| folder(name).join("Cargo.toml").exists()).collect();
    named.retain(|name| *name != "zug-cli");
    named.sort_unstable();
    assert_eq!(found, named, "put the crate into the walk, and into docs/architecture.md");
    let map = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the map");
    for name in found {
        assert!(map.contains(&format!("| `{name}` |")), "{name} is not on the map");
    }
}

#[test]
fn no_crate_names_a_later_one() {
    for (at, krate) in WALK.iter().enumerate().filter(|(_, krate)| folder(krate).join("Cargo.toml").exists())
    {
        for dependency in dependencies(krate) {
            let place = WALK.iter().position(|name| *name == dependency);
            assert!(place.is_some_and(|place| place < at), "{krate} depends on {dependency}");
        }
    }
    for (krate, allowed) in ALONE.iter().filter(|(krate, _)| folder(krate).exists()) {
        for dependency in dependencies(krate) {
            assert!(allowed.contains(&dependency.as_str()), "{krate} depends on {dependency}");
        }
    }
}

#[test]
fn only_the_command_line_talks_to_the_outside() {
    let forbidden = [
        "println!",
        "print!",
        "eprint",
        "std::io",
        "std::env",
        "std::process",
        "std::fs",
        "std::net",
        "dbg!",
    ];
    let mut found = String::new();
    for krate in WALK.iter().filter(|krate| **krate != "zug-cli" && folder(krate).exists()) {
        for (name, text) in sources(&folder(krate).join("src")) {
            if name.contains("tests") || name.ends_with("soundness.rs") {
                continue;
            }
            for (line, written) in code(&text) {
                for word in forbidden.iter().filter(|word| written.contains(*word)) {
                    let place = format!("{krate}/src/{name}");
                    if !ALLOWED.iter().any(|(file, may)| place.starts_with(file) && may == word) {
                        found += &format!("{place}:{line}: {word}\n");
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

/// The exceptions, each with its reason.
const ALLOWED: [(&str, &str); 6] = [
    // Frames messages on anything that can be read and written; opens nothing.
    ("zug-lsp/src/transport.rs", "std::io"),
    // The switch that breaks a shortcut on purpose; only debug builds have it.
    ("zug-game/src/breakage.rs", "std::env"),
    // Reads a certificate from anything that can be read; opens nothing.
    ("zug-verify/src/", "std::io"),
    // Writes and reads the files of databases: that is what it is for.
    ("zug-database/src/", "std::fs"),
    ("zug-database/src/", "std::io"),
    // Hands such a reader on.
    ("zug/src/certificate.rs", "std::io"),
];

#[test]
fn unsafe_code_stands_in_two_files() {
    for krate in WALK.iter().filter(|krate| folder(krate).exists()) {
        for (name, text) in sources(&folder(krate).join("src")) {
            let has = code(&text).any(|(_, line)| {
                line.contains("unsafe {") || line.contains("unsafe fn") || line.contains("unsafe extern")
            });
            let may = [("zug-jit", "jit/native.rs"), ("zug-wasm", "lib.rs")];
            assert!(!has || may.contains(&(*krate, name.as_str())), "{krate}/src/{name} has unsafe code");
        }
    }
}

/// Tables that other parts read, whose own imports are no step of the walk: the names of the built-ins, with what they stand for.
const TABLES: [&str; 1] = ["built_ins"];

/// The parts of a crate, its folders and files at the top, and which part names which.
fn parts(krate: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let sources = sources(&folder(krate).join("src"));
    let part = |name: &str| name.split(['/', '.']).next().unwrap_or(name).to_string();
    let known: BTreeSet<String> = sources.iter().map(|(name, _)| part(name)).collect();
    for (name, text) in &sources {
        if name == "lib.rs" || name.contains("tests") || name.ends_with("soundness.rs") {
            continue;
        }
        let named = all.entry(part(name)).or_default();
        for (_, line) in code(text) {
            for tail in line.split("crate::").skip(1) {
                let end = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
                if known.contains(&tail[..end])
                    && tail[..end] != part(name)
                    && !TABLES.contains(&&tail[..end])
                {
                    named.insert(tail[..end].to_string());
                }
            }
        }
    }
    all
}

/// A way from a part back to itself.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    let mut left: BTreeMap<&String, BTreeSet<&String>> =
        graph.iter().map(|(part, named)| (part, named.iter().collect())).collect();
    loop {
        let free: Vec<&String> = left
            .iter()
            .filter(|(_, named)| named.iter().all(|n| !left.contains_key(*n)))
            .map(|(part, _)| *part)
            .collect();
        if free.is_empty() {
            return (!left.is_empty()).then(|| format!("{left:?}"));
        }
        left.retain(|part, _| !free.contains(part));
    }
}

#[test]
fn the_folders_of_the_language_the_facade_and_the_views_form_no_circle() {
    for krate in ["zug-lang", "zug-analysis", "zug", "zug-view"] {
        assert_eq!(circle(&parts(krate)), None, "in {krate}");
    }
}
