//! Holds `docs/diagnostics.md` true: every code has a page, every wrong example gives its code and
//! no other error, every mended one gives none, and what is printed is kept beside it.
//!
//! `ZUG_RENEW=1 cargo test --test diagnostics` writes anew what is kept in `tests/diagnostics/` and
//! in the gallery.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use zug_lang::explain::{Page, pages};

/// Codes of which no definition is known that is small and gives them, with the reason.
const WITHOUT_CASE: [(&str, &str); 6] = [
    ("Z0017", "the step limit lies above all texts that are known"),
    ("Z0713", "only definitions that take long to compile reach it"),
    ("Z0714", "only definitions that take long to compile reach it"),
    ("Z0798", "a bug of ours if it is seen"),
    ("Z0799", "a bug of ours if it is seen"),
    ("Z0899", "a bug of ours if it is seen"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A definition with the command that shows what is wrong with it.
struct Case {
    arguments: Vec<String>,
    text: Vec<u8>,
}

impl Case {
    /// `zug moves --moves 3`, or nothing for `zug check`.
    fn new(command: &str, text: impl Into<Vec<u8>>) -> Case {
        let command = if command.is_empty() { "zug check" } else { command };
        let mut arguments: Vec<String> = command.split(' ').skip(1).map(String::from).collect();
        arguments.insert(1, "example.game".into());
        Case { arguments, text: text.into() }
    }

    /// What the program prints on both outputs, and its exit code.
    fn run(&self, further: &[&str]) -> (String, i32) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("example.game"), &self.text).expect("the file is written");
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(&self.arguments)
            .args(further)
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .output()
            .expect("zug runs");
        let text = [output.stdout, output.stderr].concat();
        (String::from_utf8(text).expect("text"), output.status.code().expect("an exit code"))
    }

    /// The codes of all errors, and of all warnings.
    fn codes(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let (text, _) = self.run(&["--message-format", "short"]);
        let of =
            |word: &str| text.split(&format!("{word}[")).skip(1).map(|rest| rest[..5].to_string()).collect();
        (of("error"), of("warning"))
    }

    /// The command and all that it prints.
    fn shown(&self) -> String {
        format!("$ zug {}\n{}", self.arguments.join(" "), self.run(&[]).0)
    }
}

/// The first fenced block of a page whose info string begins with this word.
fn block(page: &Page, word: &str) -> Option<Case> {
    let (_, rest) = page.body.split_once(&format!("```{word}"))?;
    let (command, rest) = rest.split_once('\n')?;
    let (text, _) = rest.split_once("```")?;
    Some(Case::new(command.trim(), text))
}

/// The wrong example of a page; where it cannot stand there, it is made here.
fn wrong(page: &Page) -> Option<Case> {
    let around = |middle: &str| {
        format!(
            "game \"x\"\nplayers A, B\nstate {{ left: 0..5 = 5 }}\n{middle}\nmove take when left > 0 {{ left -= 1 }}\n"
        )
    };
    match page.code {
        "Z0016" => {
            let nested = format!("let x = {}1{}", "(".repeat(1000), ")".repeat(1000));
            Some(Case::new("", around(&nested)))
        }
        "Z0033" => Some(Case::new("", *b"game \"Caf\xe9\"\nplayers A, B\n")),
        "Z0035" => Some(Case::new("", vec![b'/'; (16 << 20) + 1])),
        "Z0701" => {
            let chain: String = (1..500).rev().map(|i| format!("def d{i} = d{} + 1\n", i - 1)).collect();
            Some(Case::new("", around(&format!("{chain}def d0 = left\nend when d499 = 0 => draw"))))
        }
        _ => block(page, "game-wrong"),
    }
}

/// The modules of a folder that are compiled for tests only.
fn test_modules(folder: &Path) -> BTreeSet<String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let text = read("mod.rs") + &read("lib.rs");
    let declared = text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.lines().next());
    let names = declared.filter_map(|line| line.rsplit(' ').next()?.strip_suffix(';'));
    names.map(String::from).collect()
}

/// All source files but tests, with what stands before their own tests.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        let tests = test_modules(folder);
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // The tests of a crate name codes and give none.
            if tests.contains(&name) || name == "tests" {
                continue;
            }
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|of| of == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_string();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join("src"), &mut found);
    walk(&root().join("crates"), &mut found);
    found
}

/// Where each code stands in the sources.
fn codes_in_sources() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            for rest in line.split("\"Z").skip(1) {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits == 4 && rest[4..].starts_with('"') {
                    let place = format!("{}:{}", path.display(), number + 1);
                    found.entry(format!("Z{}", &rest[..4])).or_default().push(place);
                }
            }
        }
    }
    found
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let codes: BTreeSet<String> = codes_in_sources().into_keys().collect();
    let written: Vec<String> = pages().iter().map(|page| page.code.to_string()).collect();
    let paged: BTreeSet<String> = written.iter().cloned().collect();
    assert_eq!(paged.len(), written.len(), "a code has two pages");
    assert!(codes.len() > 80, "only {} codes were found", codes.len());
    let without: Vec<_> = codes.difference(&paged).collect();
    assert!(without.is_empty(), "codes without a page: {without:?}");
    let dead: Vec<_> = paged.difference(&codes).collect();
    assert!(dead.is_empty(), "pages of codes that nothing gives: {dead:?}");
}

#[test]
fn a_code_is_given_in_one_place_only() {
    let twice: Vec<_> = codes_in_sources().into_iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn wrong_examples_give_their_code_and_no_other_error() {
    let mut failures = String::new();
    for page in pages() {
        let Some(case) = wrong(&page) else { continue };
        let expected = BTreeSet::from([page.code.to_string()]);
        let (errors, warnings) = case.codes();
        let found = if page.code.starts_with("Z09") { warnings } else { errors };
        if found != expected {
            failures += &format!("{}: gives {found:?}\n{}\n", page.code, case.shown());
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn mended_examples_give_none() {
    let mut failures = String::new();
    for page in pages() {
        let (wrong, fixed) = (block(&page, "game-wrong"), block(&page, "game-mended"));
        assert_eq!(wrong.is_some(), fixed.is_some(), "{}: one example without the other", page.code);
        let Some(case) = fixed else { continue };
        let (_, code) = case.run(&[]);
        if code != 0 || case.codes() != Default::default() {
            failures += &format!("{}:\n{}\n", page.code, case.shown());
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_code_has_a_case_whose_printed_form_is_kept() {
    let folder = root().join("tests/diagnostics");
    let mut failures = String::new();
    let mut kept = BTreeSet::new();
    for page in pages() {
        let excused = WITHOUT_CASE.iter().any(|(code, _)| *code == page.code);
        let Some(case) = wrong(&page) else {
            assert!(excused, "{} has no case", page.code);
            continue;
        };
        assert!(!excused, "{} has a case after all", page.code);
        let shown = case.shown();
        let file = folder.join(format!("{}.txt", page.code));
        kept.insert(file.clone());
        failures += &renewal::difference(&file, &shown).unwrap_or_default();
    }
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        assert!(kept.contains(&path), "{} belongs to no page", path.display());
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The gallery of a document with every output as the program prints it now, and how many mistakes
/// it shows.
fn gallery(document: &str) -> (String, usize) {
    let mut written = String::new();
    let mut parts = document.split("```game-slip ");
    written += parts.next().unwrap_or_default();
    let mut slips = 0;
    for part in parts {
        slips += 1;
        let (command, rest) = part.split_once('\n').expect("a command");
        let (text, rest) = rest.split_once("```\n\n```text\n").expect("an output below the mistake");
        let end = if rest.starts_with("```") { 0 } else { rest.find("\n```").expect("the output ends") + 1 };
        let output = Case::new(command, text).run(&[]).0;
        let output = output.trim_end();
        assert!(!output.is_empty(), "nothing is printed about:\n{text}");
        written += &format!("```game-slip {command}\n{text}```\n\n```text\n{output}\n{}", &rest[end..]);
    }
    (written, slips)
}

#[test]
fn the_gallery_shows_what_is_printed() {
    let file = root().join("docs/diagnostics.md");
    let document = std::fs::read_to_string(&file).expect("the document");
    let (now, slips) = gallery(&document);
    assert_eq!(slips, 20);
    renewal::hold(&file, &now);
}

#[test]
fn the_group_of_a_page_is_that_of_its_code() {
    let codes: Vec<&str> = pages().iter().map(|page| page.code).collect();
    assert!(codes.is_sorted(), "{codes:?}");
}

#[test]
fn explain_prints_a_page_a_list_and_what_is_near() {
    let zug = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).output().expect("zug runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, page, nothing) = zug(&["explain", "z0101"]);
    assert_eq!((code, nothing.as_str()), (Some(0), ""));
    assert!(page.starts_with("Z0101: an unknown name\n"), "{page}");
    assert_eq!(zug(&["explain", "101"]).1, page);
    assert_eq!(zug(&["explain", "mixed_logic"]).1, zug(&["explain", "Z0913"]).1);
    let (code, list, _) = zug(&["explain"]);
    assert_eq!((code, list.lines().count()), (Some(0), pages().len()));
    let (code, nothing, message) = zug(&["explain", "Z0120"]);
    assert_eq!((code, nothing.as_str()), (Some(2), ""));
    assert!(message.contains("Z0120") && message.contains("Z0102"), "{message}");
}
