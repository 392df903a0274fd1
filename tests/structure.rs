//! The rules of `docs/architecture.md` that cargo does not hold: which crate may name which, who
//! may talk to the outside, that no two stages of the language import each other, and that one name
//! is of one type.

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
const ALLOWED: [(&str, &str); 7] = [
    // Frames messages on anything that can be read and written; opens nothing.
    ("zug-lsp/src/transport.rs", "std::io"),
    // The switch that breaks a shortcut on purpose; only debug builds have it.
    ("zug-game/src/breakage.rs", "std::env"),
    // Reads a certificate from anything that can be read; opens nothing.
    ("zug-verify/src/", "std::io"),
    // Writes and reads the files of databases: that is what it is for.
    ("zug-database/src/", "std::fs"),
    ("zug-database/src/", "std::io"),
    // Connects the processes that build one database, by sockets that are handed to it.
    ("zug-database/src/cluster", "std::net"),
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

/// Circles of files beside each other: the folder, the files and folders that name each other, why.
/// No other is allowed, and a row whose circle is gone must go too.
const CIRCLES: [(&str, &str, &str); 11] = [
    (
        "crates/zug-lang/src/semantics",
        "body eval legal quantify setops",
        "an expression may ask for legal moves, and a move has expressions",
    ),
    (
        "crates/zug-lang/src/syntax",
        "expected_forms items lower mistake_patterns parse_error scan token_mistakes",
        "a mistake is told from tokens, and tokens know mistakes",
    ),
    ("crates/zug-lang/src/syntax", "lost_keywords one_edit", "a lost keyword is one edit"),
    ("crates/zug-lang/src/syntax/elsewhere", "actions place", "forms of other languages hold each other"),
    ("crates/zug-lang/src/syntax/elsewhere", "declarations top_level", "as above"),
    ("crates/zug-lang/src/syntax/elsewhere", "infix is", "as above"),
    ("crates/zug-lang/src/syntax/elsewhere", "loops while_loops", "as above"),
    ("crates/zug-lang/src/syntax/elsewhere/declarations", "definitions shapes", "as above"),
    ("crates/zug-lang/src/syntax/format", "columns lines", "lines are aligned in columns of lines"),
    (
        "crates/zug-lsp/src",
        "commands dispatch features jobs server",
        "the server hands a message on, and what answers it asks the server for its documents and jobs",
    ),
    (
        "crates/zug/src/answer",
        "audit engine shared_search",
        "an engine tells an audit, which asks the engine",
    ),
];

/// Tables that other parts read, whose own imports are no step of the walk: the names of the
/// built-ins, with what they stand for.
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

/// The paths that begin at `text`, after `crate::` or `super::`: more than one where braces follow.
fn tails(text: &str) -> Vec<Vec<String>> {
    let mut words = Vec::new();
    let mut left = text;
    loop {
        if let Some(inside) = left.strip_prefix('{') {
            let prefix = |tail: Vec<String>| words.iter().cloned().chain(tail).collect();
            return group(inside).into_iter().map(prefix).collect();
        }
        let end = left.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(left.len());
        words.push(left[..end].to_string());
        match left[end..].strip_prefix("::") {
            Some(next) => left = next,
            None => return vec![words],
        }
    }
}

/// The paths of a group, from behind its opening brace.
fn group(inside: &str) -> Vec<Vec<String>> {
    let (mut depth, mut begin, mut all) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                all.extend(tails(inside[begin..at].trim()));
                begin = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    all
}

/// The modules of a crate by their path, and which modules each names.
fn named_modules(krate: &str) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let path = |name: &str| -> Vec<String> {
        let mut words: Vec<String> = name.trim_end_matches(".rs").split('/').map(String::from).collect();
        words.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
        words
    };
    let sources = sources(&folder(krate).join("src"));
    let known: BTreeSet<Vec<String>> = sources.iter().map(|(name, _)| path(name)).collect();
    let mut all = BTreeMap::new();
    for (name, text) in sources.iter().filter(|(name, _)| !name.contains("tests")) {
        let here = path(name);
        let text: String = code(text).map(|(_, line)| format!("{}\n", line.trim())).collect();
        let mut found = BTreeSet::new();
        for (word, from) in [("crate::", 0), ("super::", here.len().saturating_sub(1))] {
            let starts = text.match_indices(word).filter(|(at, _)| !text[..*at].ends_with("::"));
            for tail in starts.flat_map(|(at, _)| tails(&text[at + word.len()..])) {
                let up = tail.iter().take_while(|word| *word == "super").count();
                let mut module = here[..from.saturating_sub(up)].to_vec();
                for word in &tail[up..] {
                    module.push(word.clone());
                    if !known.contains(&module) {
                        module.pop();
                        break;
                    }
                }
                found.insert(module);
            }
        }
        all.insert(here, found);
    }
    all
}

/// The files and folders of each folder of a crate, and which of them each names.
fn siblings(krate: &str) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let top = folder(krate).join("src");
    let top = top.strip_prefix(root()).expect("inside").display().to_string();
    let mut all: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, named) in named_modules(krate) {
        for to in named {
            let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            let is_table = krate == "zug-lang" && to.first().is_some_and(|to| TABLES.contains(&to.as_str()));
            if let (Some(from_part), Some(to_part)) = (from.get(same), to.get(same))
                && !is_table
            {
                let parent = [&[top.clone()][..], &from[..same]].concat().join("/");
                let graph = all.entry(parent).or_default();
                graph.entry(from_part.clone()).or_default().insert(to_part.clone());
            }
        }
    }
    all
}

/// The sets of parts that lead to each other.
fn circles(graph: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let mut reach = graph.clone();
    for middle in graph.keys() {
        let behind = reach[middle].clone();
        let before = reach.values_mut().filter(|named| named.contains(middle));
        before.for_each(|named| named.extend(behind.iter().cloned()));
    }
    let leads = |a: &String, b: &String| reach.get(a).is_some_and(|named| named.contains(b));
    let with = |part: &String| {
        reach.keys().filter(|other| leads(part, other) && leads(other, part)).cloned().collect()
    };
    reach.keys().filter(|part| leads(part, part)).map(with).collect()
}

#[test]
fn files_beside_each_other_form_no_circle_but_those_that_are_listed() {
    let mut found = BTreeSet::new();
    for krate in WALK.iter().filter(|krate| folder(krate).exists()) {
        for (parent, graph) in siblings(krate) {
            found.extend(circles(&graph).into_iter().map(|circle| (parent.clone(), circle.join(" "))));
        }
    }
    let listed: BTreeSet<(String, String)> =
        CIRCLES.iter().map(|(parent, names, _)| (parent.to_string(), names.to_string())).collect();
    let (new, gone) = (found.difference(&listed), listed.difference(&found));
    assert!(found == listed, "new: {:#?}, gone: {:#?}", new.collect::<Vec<_>>(), gone.collect::<Vec<_>>());
}

#[test]
fn a_circle_is_found_through_braces_and_through_super() {
    let words = |tail: &str| tails(tail).into_iter().map(|words| words.join(" ")).collect::<Vec<_>>();
    assert_eq!(words("a::{b, c::{D, e}};"), ["a b", "a c D", "a c e"]);
    let named = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<BTreeSet<_>>();
    let graph = [("a", named(&["b"])), ("b", named(&["c"])), ("c", named(&["b"])), ("d", named(&["a"]))];
    let graph = graph.into_iter().map(|(name, named)| (name.to_string(), named)).collect();
    assert_eq!(circles(&graph), BTreeSet::from([vec!["b".to_string(), "c".to_string()]]));
}

/// Types whose names are defined more than once, and why.
const DOUBLED: [(&str, &str); 12] = [
    ("Between", "public in `zug`; that of `zug-lang` is private, and is to get another name"),
    ("Checked", "as above"),
    ("Definition", "as above"),
    ("Reason", "as above"),
    ("Shown", "as above"),
    ("Expansion", "of any game in `zug-game`; that of `zug-lang` is to get another name"),
    ("Fault", "as above"),
    ("Game", "a game with positions and moves in `zug-game`, a game as text in `ast`"),
    ("Value", "of a position in `zug-game`, of an expression in `program`: both fields' word"),
    ("CompileRefusal", "one of two files is compiled: with the compiler or with its stub"),
    ("Jit", "as above"),
    ("PlayResult", "as above"),
];

/// How many names `zug-lang` gives to more than one of its own types. May only fall.
const DOUBLED_IN_LANGUAGE: usize = 36;

/// The type that a line of a file defines, if it does.
fn defined_type(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(tail) => tail.strip_prefix('(').and_then(|tail| tail.split_once(')')).map_or(tail, |two| two.1),
        None => line,
    };
    let (word, tail) = line.strip_prefix(' ').unwrap_or(line).split_once(' ')?;
    let end = tail.find(|c: char| !c.is_alphanumeric()).unwrap_or(tail.len());
    ["struct", "enum", "type", "trait"].contains(&word).then(|| &tail[..end])
}

#[test]
fn a_type_name_is_defined_once() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for krate in WALK.iter().filter(|krate| folder(krate).exists()) {
        for (name, text) in sources(&folder(krate).join("src")) {
            if !name.contains("tests") {
                for defined in code(&text).filter_map(|(_, line)| defined_type(line)) {
                    places.entry(defined.to_string()).or_default().push(format!("{krate}/src/{name}"));
                }
            }
        }
    }
    places.retain(|_, places| places.len() > 1);
    let is_inner = |places: &[String]| places.iter().all(|place| place.starts_with("zug-lang/"));
    let inner = places.values().filter(|places| is_inner(places)).count();
    assert!(inner <= DOUBLED_IN_LANGUAGE, "{inner} names of zug-lang are of several types");
    places.retain(|_, places| !is_inner(places));
    let listed: BTreeSet<&str> = DOUBLED.iter().map(|(name, _)| *name).collect();
    let found: BTreeSet<&str> = places.keys().map(String::as_str).collect();
    assert!(found == listed, "listed: {listed:?}, found: {places:#?}");
}

/// The widest comment, indent and slashes included. Tables, pictures and examples may be wider.
const WIDTH: usize = 100;

#[test]
fn comments_wrap_at_100_columns() {
    let found = comments(|line, comment| !comment.starts_with('|') && line.chars().count() > WIDTH);
    assert!(found.is_empty(), "{found}");
}

#[test]
fn the_code_in_comments_ends_on_its_line() {
    let found = comments(|_, comment| comment.matches('`').count() % 2 == 1 && !comment.contains("```"));
    assert!(found.is_empty(), "{found}");
}

/// The places of the comments that are `wrong`, of whole lines and without what is fenced.
fn comments(wrong: impl Fn(&str, &str) -> bool) -> String {
    let mut found = String::new();
    for place in ["benches", "crates", "examples", "python/src", "src", "tests"] {
        for (name, text) in sources(&root().join(place)) {
            let mut fenced = false;
            for (number, line) in (1..).zip(text.lines()) {
                let Some(comment) = line.trim_start().strip_prefix("//") else {
                    fenced = false;
                    continue;
                };
                let comment = comment.trim_start_matches(['/', '!']).trim_start();
                fenced ^= comment.starts_with("```");
                if !fenced && wrong(line, comment) {
                    found += &format!("{place}/{name}:{number}\n");
                }
            }
        }
    }
    found
}
