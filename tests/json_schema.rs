//! The form of `--json` said three times, by the types (`docs/schema.json` is made from them), by
//! `docs/json.md`, and by what the program prints, is one form.

#[allow(dead_code, reason = "one folder of helpers for all tests")]
#[path = "common/renewal.rs"]
mod renewal;
#[path = "json_schema/validator.rs"]
mod validator;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use validator::Validator;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_published_schema_is_that_of_the_types() {
    let schema = format!("{:#}\n", zug_view::json::schema());
    renewal::hold(&root().join("docs/schema.json"), &schema);
}

/// Runs the program; it may say no, but must not fail.
fn zug(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("zug runs");
    assert!(output.status.code().is_some_and(|code| code <= 3), "{arguments:?}: {output:?}");
    output
}

/// What the program prints, with the name of its form: that of the line, or of the diagnostics
/// before the last line.
struct Run<'a> {
    form: &'a str,
    arguments: Vec<&'a str>,
}

impl Run<'_> {
    /// Holds every line to the schema.
    fn hold(&self, validator: &mut Validator<'_>) {
        let output = zug(&self.arguments);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(!text.is_empty(), "{:?} prints nothing", self.arguments);
        for line in text.lines() {
            let value: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{:?}: {error}: {line}", self.arguments));
            let form = if value.get("severity").is_some() { "Diagnostic" } else { self.form };
            let wrong = validator.mistakes(form, &value);
            assert!(
                wrong.is_empty(),
                "{:?} is not of the form {form}:\n{}",
                self.arguments,
                wrong.join("\n")
            );
        }
    }
}

/// A game with the settings that make it small, and moves to a position in it.
const GAMES: [(&str, &[&str], &str); 8] = [
    ("games/tic_tac_toe.game", &[], "b2, a1, c2"),
    ("games/wallets.game", &[], ""),
    ("games/hexapawn.game", &[], ""),
    ("games/pong_hau_ki.game", &[], ""),
    ("games/dots_and_boxes.game", &["--set", "rows=2", "--set", "columns=2"], ""),
    ("games/hex.game", &["--set", "rows=3", "--set", "columns=3"], "b2"),
    ("games/subtraction.game", &[], ""),
    ("games/binary_tree.game", &[], ""),
];

/// Every command that answers, asked about a game.
fn questions<'a>(game: &'a str, settings: &'a [&'a str], moves: &'a str, proof: &'a str) -> Vec<Run<'a>> {
    let about = |form, command: &[&'a str]| {
        let (name, rest) = command.split_first().expect("a command");
        let arguments = [&[*name, game], settings, rest].concat();
        Run { form, arguments }
    };
    vec![
        about("Solve", &["solve", "--json", "--moves", moves]),
        about("Solve", &["solve", "--json", "--all-moves", "--distance", "--stats"]),
        about("Solve", &["solve", "--json", "--solver", "minimax", "--moves", moves]),
        about("Strong", &["solve", "--strong", "--json", "--stats", "--moves", moves]),
        about("Estimate", &["estimate", "--json", "--positions", "500", "--lines", "20"]),
        about("Moves", &["moves", "--json", "--moves", moves]),
        about("Why", &["why", "--json", "--moves", moves, "value"]),
        about("Why", &["why", "--json", "--moves", moves, "end"]),
        about("Perft", &["perft", "2", "--json"]),
        about("Tree", &["tree", "--format", "json", "--depth", "3"]),
        about("Tree", &["tree", "--format", "json", "--moves", moves]),
        about("Tree", &["tree", "--format", "json", "--depth", "2", "--solver", "minimax", "--memo", "off"]),
        about("Analyze", &["analyze", "--format", "json", "--moves", moves]),
        about("Info", &["info", "--json"]),
        about("Prove", &["prove", "--json", "--claim", "best", "--out", proof]),
        Run { form: "Verify", arguments: vec!["verify", game, proof, "--json"] },
        about("Deep", &["check", "--deep", "--positions", "300", "--message-format", "json"]),
        Run { form: "Index", arguments: vec!["test", game, "--report", "json", "--no-run"] },
    ]
}

/// Facts that hold, fail and are skipped.
const FACTS: &str = "game \"Sticks\"\nplayers A, B\nparam n: 1..9 = 4\nstate { left: 0..n = n }\n\
    move take(k in 1..3) when k <= left { left -= k }\nstuck => me loses\n\
    expect value = B wins in 2\nexpect value = A wins\nexpect slow with n = 6: A wins\n";

/// A fact that meets a broken promise.
const FAULT: &str = "game \"Fault\"\nplayers A, B\nstate { n: 0..3 = 0 }\nmove add(k in 1..2) { n += k }\n\
    end when n = 3 => me wins\nexpect value = A wins\n";

/// More positions than are listed before a win is told that was found forward.
const MANY: &str = include_str!("common/counters.game");

#[test]
fn what_is_printed_is_of_the_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let schema = zug_view::json::schema();
    let mut validator = Validator::new(&schema);
    let proof = file("a.proof");
    for (game, settings, moves) in GAMES {
        for run in questions(game, settings, moves, &proof) {
            run.hold(&mut validator);
        }
    }
    let (facts, broken, empty) = (file("facts.game"), file("broken.game"), file("empty.game"));
    std::fs::write(&facts, FACTS).expect("written");
    std::fs::write(&broken, "game \"X\"\nplayers A, B\nmove go { n == 3 }\n").expect("written");
    std::fs::write(&empty, "").expect("written");
    let fault = file("fault.game");
    std::fs::write(&fault, FAULT).expect("written");
    let more = [
        ("Test", vec!["test", "games/tic_tac_toe.game", "games/wallets.game", &facts, &fault, "--json"]),
        ("Index", vec!["test", "games/wallets.game", &facts, "--report", "json", "--times"]),
        ("Verify", vec!["verify", "games/tic_tac_toe.game", &proof, "--json"]),
        ("Diagnostic", vec!["check", &broken, &empty, "--message-format", "json"]),
        ("Deep", vec!["check", &facts, &fault, "--deep", "--message-format", "json"]),
        ("Solve", vec!["solve", "games/kayles.game", "--json", "--nimber"]),
        ("Solve", vec!["solve", "games/poj1085.game", "--json", "--moves", "2 4, 4 5, 5 9", "--all-moves"]),
    ];
    for kind in ["values", "cuts", "best-move", "window", "memo"] {
        let arguments =
            vec!["exercise", "games/tic_tac_toe.game", "--format", "json", "--count", "3", "--kind", kind];
        Run { form: "Exercises", arguments }.hold(&mut validator);
    }
    let many = file("many.game");
    std::fs::write(&many, MANY).expect("written");
    let forward = [
        ("Solve", vec!["solve", &many, "--json"]),
        ("Why", vec!["why", &many, "--json", "value"]),
        ("Within", vec!["solve", &many, "--within", "1", "--json", "--stats"]),
        ("Within", vec!["solve", "games/hare_and_hounds.game", "--within", "3", "--json"]),
    ];
    for (form, arguments) in more.into_iter().chain(forward) {
        Run { form, arguments }.hold(&mut validator);
    }
    let (db, late) = (file("small.db"), file("late.db"));
    let database = [
        ("Build", vec!["build", "games/hexapawn.game", "--db", &db, "--json"]),
        ("Build", vec!["build", "games/hexapawn.game", "--db", &late, "--moves", "a1-a2", "--json"]),
        ("Test", vec!["test", "games/hexapawn.game", "--db", &db, "--json"]),
        ("Probe", vec!["probe", &db, "--json"]),
        ("DatabaseCheck", vec!["build", "--check", &db, "--json"]),
        ("Solve", vec!["solve", "games/hexapawn.game", "--db", &db, "--json", "--all-moves"]),
    ];
    for (form, arguments) in database {
        Run { form, arguments }.hold(&mut validator);
    }
    let unseen = validator.unseen();
    assert!(unseen.is_empty(), "no answer above has these keys of the schema: {unseen:?}");
}

/// All names of keys in a schema.
fn keys(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                found.extend(properties.keys().cloned());
            }
            object.values().for_each(|inner| keys(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| keys(inner, found)),
        _ => {}
    }
}

/// All words that a schema allows as values, and the names in its lists.
fn constants(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            found.extend(object.get("const").and_then(Value::as_str).map(str::to_string));
            let listed = object.get("enum").and_then(Value::as_array);
            found.extend(listed.into_iter().flatten().filter_map(Value::as_str).map(str::to_string));
            object.values().for_each(|inner| constants(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| constants(inner, found)),
        _ => {}
    }
}

/// The words between backticks that could be keys.
fn quoted(text: &str) -> BTreeSet<String> {
    let is_key = |word: &&str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    text.split('`').skip(1).step_by(2).filter(is_key).map(str::to_string).collect()
}

/// Values that are not listed in the schema.
const WORDS: [&str; 6] = ["fast", "slow", "error", "warning", "deep", "false"];

#[test]
fn the_page_speaks_of_every_key_and_of_no_other() {
    let page = root().join("docs/json.md");
    let text = std::fs::read_to_string::<PathBuf>(page).expect("the page");
    let schema = zug_view::json::schema();
    let (mut known, mut values) = (BTreeSet::new(), BTreeSet::new());
    keys(&schema, &mut known);
    constants(&schema, &mut values);
    assert!(known.len() > 100 && values.len() > 20, "{} keys, {} values", known.len(), values.len());
    let said = quoted(&text);
    let missing: Vec<&String> = known.difference(&said).collect();
    assert!(missing.is_empty(), "docs/json.md does not speak of {missing:?}");
    let others = said
        .iter()
        .filter(|word| !known.contains(*word) && !values.contains(*word) && !WORDS.contains(&word.as_str()));
    let others: Vec<&String> = others.collect();
    assert!(others.is_empty(), "docs/json.md speaks of keys that no answer has: {others:?}");
}
