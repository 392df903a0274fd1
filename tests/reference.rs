//! Runs every example of the reference, the book and the README: whole definitions are in order and
//! their facts hold, refused ones are refused.

mod common;

use std::path::Path;
use zug::answer::{EngineKind, Limits, Prepared};
use zug::expectation::{Verdict, judge};

/// What holds whole definitions.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "docs/language.md",
    "docs/tutorial.md",
    "docs/cookbook.md",
    "docs/how-it-works.md",
    "docs/answers.md",
    "docs/limits.md",
    "docs/revisions.md",
];

/// The fenced blocks of a document whose info string begins with this word: line, the rest of the
/// info string, text.
fn blocks(document: &str, word: &str) -> Vec<(usize, String, String)> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).expect("the document");
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        let (first, rest) = info.split_once(' ').unwrap_or((info, ""));
        if first == word {
            found.push((number + 1, rest.trim().to_string(), body.join("\n") + "\n"));
        }
    }
    found
}

#[test]
fn accepted_examples_are_in_order_and_their_facts_hold() {
    let mut failures = String::new();
    let mut facts = 0;
    for document in DOCUMENTS {
        for (line, _, text) in blocks(document, "game") {
            match common::compile(&text, &[]) {
                Ok(definition) => {
                    for index in 0..definition.program.expects.len() {
                        facts += 1;
                        let with = &definition.program.expects[index].with;
                        let set = definition.with(with).expect("the settings are in order");
                        let prepared = Prepared::new(&set.program, EngineKind::Interpret).expect("it fits");
                        match judge(&prepared, &set.program.expects[index], &Limits::default()) {
                            Ok(Verdict::Holds) => {}
                            other => {
                                failures += &format!("{document}:{line}: fact {}: {other:?}\n", index + 1)
                            }
                        }
                    }
                }
                Err(mistakes) => failures += &format!("{document}:{line}:\n{mistakes}\n"),
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(facts > 30, "only {facts} facts");
}

/// Whether a definition can be played and what it claims is so. Some mistakes show only then.
fn all_facts_hold(definition: &zug::definition::Definition) -> bool {
    (0..definition.program.expects.len()).all(|index| {
        let Ok(set) = definition.with(&definition.program.expects[index].with) else { return false };
        let Ok(prepared) = Prepared::new(&set.program, EngineKind::Interpret) else { return false };
        matches!(judge(&prepared, &set.program.expects[index], &Limits::default()), Ok(Verdict::Holds))
    })
}

#[test]
fn refused_examples_are_refused() {
    let mut failures = String::new();
    let mut refused = 0;
    let of = |document: &'static str| {
        blocks(document, "game-error").into_iter().map(move |(line, code, text)| (document, line, code, text))
    };
    for (document, line, code, text) in of("docs/language.md").chain(of("docs/revisions.md")) {
        match common::compile(&text, &[]) {
            Ok(definition) if all_facts_hold(&definition) => {
                failures += &format!("{document}:{line}: nothing is refused\n");
            }
            Ok(_) => refused += 1,
            Err(mistakes) if !mistakes.contains(&code) => {
                failures += &format!("{document}:{line}: not {code}:\n{mistakes}\n");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(refused > 20, "only {refused} refused examples");
}
