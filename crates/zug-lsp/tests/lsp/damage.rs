//! Damaged and half-typed texts: no panic, and an answer to every request.

use crate::client::{Client, URI, library, position};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zug_lsp::Settings;

/// A sequence of numbers that looks random and is the same on every run.
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

fn client() -> Client {
    let settings = Settings { hint: Duration::ZERO, ..Settings::default() };
    let abilities =
        json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    Client::limited(abilities, Value::Null, settings)
}

/// Sends a text and asks everything about a place in it. An internal error fails the test in the
/// client.
fn ask_everything(client: &mut Client, version: i32, text: &str, at: usize) {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    client.opened(URI, version, text);
    let place = position(text, at);
    let mut asked = Vec::new();
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"] {
        asked.push((format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } })));
    }
    for method in ["hover", "completion", "signatureHelp", "definition", "documentHighlight", "prepareRename"]
    {
        asked.push((format!("textDocument/{method}"), Client::place(text, at)));
    }
    let mut with = |method: &str, key: &str, value: Value| {
        let mut params = Client::place(text, at);
        params[key] = value;
        asked.push((format!("textDocument/{method}"), params));
    };
    with("references", "context", json!({ "includeDeclaration": true }));
    with("rename", "newName", json!("q"));
    with("selectionRange", "positions", json!([place]));
    with("inlayHint", "range", json!({ "start": { "line": 0, "character": 0 }, "end": place }));
    with("formatting", "options", json!({ "tabSize": 2, "insertSpaces": true }));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let action = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    asked.push(("textDocument/codeAction".into(), action));
    asked.push(("zug/picture".into(), json!({ "uri": URI })));
    let ids: Vec<_> = asked.into_iter().map(|(method, params)| client.begin(&method, params)).collect();
    for id in ids {
        // An error is an answer too: a name cannot be renamed, a definition not be drawn.
        let _ = client.end(&id);
    }
}

#[test]
fn texts_that_end_anywhere_are_answered() {
    let (mut client, mut version) = (client(), 0);
    for (number, (_, text)) in library().into_iter().enumerate() {
        let mut at = number % 41;
        while at < text.len() {
            version += 1;
            let end = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            ask_everything(&mut client, version, &text[..end], end);
            at += 257;
        }
    }
    assert!(version > 500);
    assert_eq!(client.leave(), 0);
}

#[test]
fn texts_without_some_lines_are_answered() {
    let (mut client, mut numbers, mut version) = (client(), Generator(7), 0);
    for (_, text) in library() {
        for _ in 0..4 {
            version += 1;
            let lines: Vec<&str> = text.lines().filter(|_| numbers.below(6) > 0).collect();
            let text = lines.join("\n");
            let at = numbers.below(text.len() + 1);
            ask_everything(&mut client, version, &text, at);
        }
    }
    assert_eq!(client.leave(), 0);
}

#[test]
fn texts_with_random_characters_are_answered() {
    const STRANGE: [&str; 24] = [
        "\0",
        "\r",
        "\u{feff}",
        "𝄞",
        "小",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "//",
        "/*",
        "=",
        ":",
        ",",
        ".",
        "game ",
        "end ",
        "\u{202e}",
        "é",
        "e\u{301}",
        "99999999999999999999",
    ];
    let (mut client, mut numbers, mut version) = (client(), Generator(11), 0);
    for (_, mut text) in library() {
        for round in 0..4 {
            version += 1;
            for _ in 0..=round * 3 {
                let at = numbers.below(text.len() + 1);
                let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                let next = (at + 1..=text.len()).find(|next| text.is_char_boundary(*next)).unwrap_or(at);
                let end = if numbers.below(2) == 0 { at } else { next };
                text.replace_range(at..end, STRANGE[numbers.below(STRANGE.len())]);
            }
            let at = numbers.below(text.len() + 1);
            ask_everything(&mut client, version, &text, at);
        }
    }
    for text in [
        "",
        "\0",
        "\"",
        "{",
        "game",
        "(((((((((",
        "expect after \"",
        "//",
        "\r\r\n\n\r",
        "state {",
        "move m(",
    ] {
        version += 1;
        ask_everything(&mut client, version, text, text.len());
    }
    let deep = format!("def d = {}1{}", "(".repeat(30_000), ")".repeat(30_000));
    ask_everything(&mut client, version + 1, &deep, 20_000);
    assert_eq!(client.leave(), 0);
}

/// Every prefix of every file of the library: minutes. `ZUG_EVERY_PREFIX=1` runs it.
#[test]
fn every_prefix_is_answered() {
    let every = std::env::var_os("ZUG_EVERY_PREFIX").is_some();
    let (mut client, mut version, mut slowest) = (client(), 0, Duration::ZERO);
    for (number, (_, text)) in
        library().into_iter().enumerate().filter(|(number, _)| every || number % 40 == 3)
    {
        let ends = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
        for end in ends.filter(|end| every || (end + number) % 31 == 0) {
            version += 1;
            client.opened(URI, version, &text[..end]);
            let begun = Instant::now();
            client.at("textDocument/completion", &text[..end], end);
            slowest = slowest.max(begun.elapsed());
        }
    }
    assert!(version > 0);
    if every {
        println!("{version} prefixes, the slowest answer after {slowest:?}");
    }
}
