//! Holds the documents of `--message-format sarif` to what the schema of SARIF 2.1.0 asks of the
//! objects that they have: the keys that there may be and must be, their types, the least numbers,
//! the words of an enumeration.

use serde_json::Value;
use std::process::Command;

/// An object of the schema: its name, the keys it must have, the keys that ours has besides, each
/// with what it holds.
type Shape = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

const SHAPES: [Shape; 15] = [
    ("sarifLog", &["version", "runs"], &[("$schema", "uri"), ("version", "2.1.0"), ("runs", "[run")]),
    ("run", &["tool"], &[("tool", "tool"), ("columnKind", "columnKind"), ("results", "[result")]),
    ("tool", &["driver"], &[("driver", "toolComponent")]),
    (
        "toolComponent",
        &["name"],
        &[
            ("name", "text"),
            ("version", "text"),
            ("informationUri", "uri"),
            ("rules", "[reportingDescriptor"),
        ],
    ),
    ("reportingDescriptor", &["id"], &[("id", "text")]),
    (
        "result",
        &["message"],
        &[
            ("ruleId", "text"),
            ("level", "level"),
            ("message", "message"),
            ("locations", "[location"),
            ("relatedLocations", "[location"),
            ("fixes", "[fix"),
        ],
    ),
    ("message", &["text"], &[("text", "text")]),
    ("location", &[], &[("physicalLocation", "physicalLocation"), ("message", "message")]),
    (
        "physicalLocation",
        &["artifactLocation"],
        &[("artifactLocation", "artifactLocation"), ("region", "region")],
    ),
    ("artifactLocation", &[], &[("uri", "uri")]),
    (
        "region",
        &["startLine"],
        &[("startLine", "count"), ("startColumn", "count"), ("endLine", "count"), ("endColumn", "count")],
    ),
    ("fix", &["artifactChanges"], &[("artifactChanges", "[artifactChange")]),
    (
        "artifactChange",
        &["artifactLocation", "replacements"],
        &[("artifactLocation", "artifactLocation"), ("replacements", "[replacement")],
    ),
    (
        "replacement",
        &["deletedRegion"],
        &[("deletedRegion", "region"), ("insertedContent", "artifactContent")],
    ),
    ("artifactContent", &[], &[("text", "text")]),
];

/// Panics where a value is not what the schema calls by this name.
fn hold(kind: &str, value: &Value) {
    if let Some(of) = kind.strip_prefix('[') {
        return value
            .as_array()
            .unwrap_or_else(|| panic!("{value} is no list"))
            .iter()
            .for_each(|each| hold(of, each));
    }
    let one_of = |words: &[&str]| value.as_str().is_some_and(|text| words.contains(&text));
    let uri = |text: &str| {
        !text.contains(|c: char| c.is_whitespace() || !c.is_ascii() || "\"<>\\^`{|}".contains(c))
    };
    let holds = match kind {
        "text" => value.is_string(),
        "uri" => value.as_str().is_some_and(uri),
        "2.1.0" => one_of(&["2.1.0"]),
        "level" => one_of(&["none", "note", "warning", "error"]),
        "columnKind" => one_of(&["utf16CodeUnits", "unicodeCodePoints"]),
        "count" => value.as_u64().is_some_and(|number| number >= 1),
        _ => return object(kind, value),
    };
    assert!(holds, "{value} is not {kind}");
}

fn object(kind: &str, value: &Value) {
    let (_, needed, known) = SHAPES.iter().find(|(name, ..)| *name == kind).expect("a shape");
    let entries = value.as_object().unwrap_or_else(|| panic!("{value} is no {kind}"));
    for key in *needed {
        assert!(entries.contains_key(*key), "{kind} without {key}: {value}");
    }
    for (key, entry) in entries {
        let (_, of) =
            known.iter().find(|(name, _)| name == key).unwrap_or_else(|| panic!("{kind} has no {key}"));
        hold(of, entry);
    }
}

/// The document that `zug check` prints about these files.
fn document(files: &[(&str, &str)]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["check", ".", "--message-format", "sarif"])
        .current_dir(folder.path())
        .output()
        .expect("zug runs");
    serde_json::from_slice(&output.stdout).expect("one document of JSON")
}

const SOUND: &str = "game \"x\"\nplayers A, B\nstate { left: 0..5 = 5 }\n\
                     move take(n in 1..2) when n <= left { left -= n }\nstuck => me loses\n";

#[test]
fn every_document_keeps_the_schema() {
    let slip = SOUND.replace("left: 0..5 = 5", "left: 0..5 == 5").replace("n <= left", "n <= lef");
    let wide = SOUND.replace("\"x\"", "\"日本 é\"").replace("me loses", "me lose");
    let unused = SOUND.replace("move take", "let unused = 3\nmove take");
    let circle = SOUND.replace("n <= left", "can(take)");
    let all = [("a b.game", &*slip), ("ü.game", &wide), ("unused.game", &unused), ("circle.game", &circle)];
    for files in [&all[..], &[("sound.game", SOUND)]] {
        let document = document(files);
        hold("sarifLog", &document);
        let run = &document["runs"][0];
        let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
            .as_array()
            .expect("rules")
            .iter()
            .map(|rule| &rule["id"])
            .collect();
        let results = run["results"].as_array().expect("results");
        assert_eq!(results.is_empty(), files.len() == 1);
        assert!(results.iter().all(|result| rules.contains(&&result["ruleId"])), "a rule for every result");
        let unlike = rules.iter().enumerate().all(|(at, rule)| !rules[..at].contains(rule));
        assert!(unlike, "the schema wants rules that differ");
        for key in ["fixes", "relatedLocations"] {
            assert_eq!(
                results.iter().any(|result| !result[key].is_null()),
                files.len() > 1,
                "{key} was looked at"
            );
        }
    }
}
