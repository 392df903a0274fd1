//! What helps to write: hovers, completions, signatures.

use crate::client::{Client, GAME, URI, edited, marked};
use serde_json::{Value, json};

fn hovered(text: &str) -> String {
    let (text, at) = marked(text);
    let mut client = Client::open(&text);
    client.at("textDocument/hover", &text, at)["contents"]["value"].as_str().unwrap_or("").to_owned()
}

#[test]
fn hovers_tell_kinds_types_values_and_comments() {
    let on = |part: &str, marked: &str| hovered(&GAME.replacen(part, marked, 1));
    let all = [
        (on("fits(n) {", "fi$ts(n) {"), vec!["def fits(n: 1..3): bool", "Whether n can be taken."]),
        (on("sticks -=", "st$icks -="), vec!["sticks: 0..5 = 5", "field"]),
        (on("1..most", "1..mo$st"), vec!["param most: 1..3 = 2"]),
        (on("take(n", "take($n"), vec!["n: 1..2", "parameter of `take`"]),
        (on("First wins", "Fir$st wins"), vec!["one of the two players"]),
        (on("stuck =>", "st$uck =>"), vec!["has no move", "stuck => me loses"]),
        (on("me loses", "m$e loses"), vec!["the player to move"]),
        (on("slow", "sl$ow"), vec!["--slow"]),
    ];
    for (text, parts) in all {
        for part in parts {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
    let board =
        "game \"G\" players A, B board Cell = gr$id(2, 2) state { n: 0..3 } move m { n += 1 } stuck => draw";
    assert!(hovered(board).contains("grid(width, height)"));
    let cell = "game \"G\" players A, B board Cell = grid(2, 2) def c = n$ear(b2) state { n: 0..3 } move m { n += 1 } stuck => draw";
    assert!(hovered(cell).contains("near(cell, directions)"));
    assert!(hovered(&cell.replace("n$ear(b2)", "near(b$2)")).contains("Cell.b2"));
    assert!(hovered("// a com$ment").is_empty());
}

#[test]
fn a_hover_on_a_mistake_has_the_page_of_its_code() {
    let text = hovered(&GAME.replacen("fits(n) {", "fist$(n) {", 1));
    assert!(text.contains("Z0101") && text.contains("docs/diagnostics.md#z0101"), "{text}");
}

/// The labels of the completions at the mark.
fn completed(client: &mut Client, version: i32, text: &str) -> Vec<String> {
    let (text, at) = marked(text);
    client.changed(version, &text);
    let found = client.at("textDocument/completion", &text, at);
    let items = found["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|it| it["label"].as_str().expect("a label").to_owned()).collect()
}

#[test]
fn completions_fit_their_place() {
    let mut client = Client::open(GAME);
    let mut version = 1;
    let head = "game \"G\"\nplayers A, B\nboard Cell = grid(2, 2)\nenum Side { left, right }\nparam k: 1..3 = 2\n\
                state { on: set of Cell, n: 0..3 }\ndef free(c: Cell) = c not in on\nmove put(c in Cell) when free(c) { on += c }\n\
                followup more { n += 1 }\nstuck => draw\n";
    let cases: [(&str, &[&str], &[&str]); 22] = [
        ("$", &["game", "move", "expect"], &["put", "near", "repeat"]),
        ("mo$", &["move"], &["put"]),
        (
            "def d = $",
            &["free", "on", "k", "near", "left", "Cell", "some", "Player"],
            &["move", "put", "grid", "wins"],
        ),
        ("def d(x: $) = 1", &["Cell", "Side", "bool", "set", "Player"], &["on", "near"]),
        ("def d(x: Cell) = $", &["x", "near"], &[]),
        ("board B = $", &["grid", "hex", "path"], &["near", "on"]),
        ("family L of $", &["Cell", "Side"], &["on", "near"]),
        ("show $", &["Cell"], &["on"]),
        ("allow $", &["unused", "constant"], &["on", "Cell"]),
        ("move go when n = 1 {\n  $\n}", &["if", "again", "again with", "n", "on"], &["move", "near"]),
        ("move go when n = 1 { again with $ }", &["more", "put"], &["on"]),
        ("move go when can($) { n += 1 }", &["put", "more"], &["on"]),
        ("move go(p in Cell) $", &["when", "as", "provided", "p"], &["move"]),
        ("move go($) { n += 1 }", &[], &["on", "when"]),
        ("end when n = 3 => $", &["A", "draw", "me"], &["move"]),
        ("end when n = 3 => A $", &["wins", "loses", "to"], &[]),
        ("expect $", &["value", "positions", "best", "after", "with", "slow", "A"], &["on", "near"]),
        ("expect with $", &["k", "n", "on", "turn"], &["near", "free"]),
        ("def d = Side.$", &["left", "right"], &["x", "on"]),
        ("def d(c: Cell) = c.$", &["x", "y"], &["on"]),
        ("state { m: $ }", &["bool", "Cell", "set"], &["on"]),
        ("state { m[$]: bool }", &["Player", "Cell"], &["on", "bool"]),
    ];
    for (tail, wanted, unwanted) in cases {
        version += 1;
        let labels = completed(&mut client, version, &format!("{head}{tail}"));
        for label in wanted {
            assert!(labels.iter().any(|it| it == label), "`{tail}` lacks {label}: {labels:?}");
        }
        for label in unwanted {
            assert!(!labels.iter().any(|it| it == label), "`{tail}` has {label}");
        }
    }
}

#[test]
fn moves_are_completed_in_expectations() {
    let mut client = Client::open(GAME);
    let cases: [(&str, &[&str]); 6] = [
        ("expect after \"$\": draw", &["1", "2"]),
        ("expect after \"2, 2, $\": draw", &["1"]),
        ("expect after \"$", &["1", "2"]),
        ("expect after \"2, $", &["1", "2"]),
        ("expect best = \"$\"", &["1", "2"]),
        ("expect with most = 3 after \"$\": draw", &["1", "2", "3"]),
    ];
    for (at, (tail, wanted)) in cases.into_iter().enumerate() {
        let labels = completed(&mut client, at as i32 + 2, &format!("{GAME}{tail}"));
        assert_eq!(labels, wanted, "{tail}");
    }
    // What was typed of the last move is replaced.
    let (text, at) = marked(&format!("{GAME}expect after \"2, 2, x$\": draw"));
    client.changed(50, &text);
    let found = client.at("textDocument/completion", &text, at);
    let edited = edited(&text, &[found["items"][0]["textEdit"].clone()]);
    assert!(edited.ends_with("expect after \"2, 2, 1\": draw"), "{edited}");
}

#[test]
fn snippets_are_for_clients_that_know_them() {
    let text = format!("{GAME}def d = c");
    for (can, wanted) in [(false, Value::Null), (true, json!("count(${1:set})"))] {
        let abilities =
            json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": can } } } });
        let mut client = Client::with(abilities, Value::Null);
        client.opened(URI, 1, &text);
        let found = client.at("textDocument/completion", &text, text.len());
        let count = found["items"]
            .as_array()
            .expect("items")
            .iter()
            .find(|it| it["label"] == "count")
            .expect("there")
            .clone();
        assert_eq!(count["insertText"], wanted);
    }
}

#[test]
fn signatures_follow_the_arguments() {
    let mut client = Client::open(GAME);
    let mut version = 1;
    let mut help = |tail: &str| {
        version += 1;
        let (text, at) = marked(&format!("{GAME}board Cell = grid(3, 3)\nlet far[c: Cell] = 1\n{tail}"));
        client.changed(version, &text);
        let found = client.at("textDocument/signatureHelp", &text, at);
        let active = found["activeSignature"].as_u64().unwrap_or(0) as usize;
        (
            found["signatures"][active]["label"].as_str().unwrap_or("").to_owned(),
            found["activeParameter"].clone(),
        )
    };
    assert_eq!(help("def d = fits($"), ("fits(n: 1..3)".into(), json!(0)));
    assert_eq!(help("def d = step(a1, $"), ("step(cell, direction)".into(), json!(1)));
    assert_eq!(help("def d = step(a1, north, $)"), ("step(cell, direction, count)".into(), json!(2)));
    assert_eq!(help("def d = step(max(1, 2), $)"), ("step(cell, direction)".into(), json!(1)));
    assert_eq!(help("def d = count({ c in Cell where far[$] = 1 })"), ("far[Cell]".into(), json!(0)));
    assert_eq!(help("def d = Cell(1, $)"), ("Cell(x, y)".into(), json!(1)));
    assert_eq!(help("board Other = torus(3, $)"), ("torus(width, height)".into(), json!(1)));
    assert_eq!(help("def d = 1 + $2").0, "");
}
