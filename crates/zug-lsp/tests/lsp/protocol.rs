//! The conversation itself, and what happens to a text: diagnostics, fixes, formatting.

use crate::client::{Client, GAME, URI, applied, applied_to, edited, position};
use lsp_server::ErrorCode;
use serde_json::{Value, json};
use zug_lsp::Settings;

#[test]
fn exit_codes_are_those_of_the_protocol() {
    assert_eq!(Client::open(GAME).leave(), 0);
    assert_eq!(Client::open(GAME).exit(), 1);
    assert_eq!(Client::open(GAME).vanish(), 1);
    assert_eq!(Client::silent(Settings::default()).exit(), 1);
}

#[test]
fn requests_out_of_order_are_refused() {
    let mut client = Client::silent(Settings::default());
    let code = |answer: Result<Value, lsp_server::ResponseError>| answer.expect_err("refused").code;
    let early = client.ask("textDocument/hover", json!({}));
    assert_eq!(code(early), ErrorCode::ServerNotInitialized as i32);
    let wrong = client.ask("initialize", json!({ "capabilities": 3 }));
    assert_eq!(code(wrong), ErrorCode::InvalidParams as i32);
    client.ask("initialize", json!({ "capabilities": {} })).expect("initialized");
    let twice = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(twice), ErrorCode::InvalidRequest as i32);
    client.ask("shutdown", Value::Null).expect("an answer");
    let late = client.ask("textDocument/hover", json!({}));
    assert_eq!(code(late), ErrorCode::InvalidRequest as i32);
    assert_eq!(client.exit(), 0);
}

#[test]
fn wrong_requests_get_an_error_and_wrong_notifications_nothing() {
    let mut client = Client::open(GAME);
    let mut code = |method: &str, params: Value| client.ask(method, params).expect_err("refused").code;
    assert_eq!(code("textDocument/nothing", json!({})), ErrorCode::MethodNotFound as i32);
    assert_eq!(code("$/nothing", Value::Null), ErrorCode::MethodNotFound as i32);
    for method in ["textDocument/hover", "textDocument/codeLens", "workspace/executeCommand", "zug/picture"] {
        for params in [Value::Null, json!([1]), json!({ "textDocument": 5 })] {
            assert_eq!(code(method, params), ErrorCode::InvalidParams as i32, "{method}");
        }
    }
    let closed = json!({ "textDocument": { "uri": "file:///closed.game" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(code("textDocument/hover", closed), ErrorCode::InvalidParams as i32);
    let unknown = json!({ "command": "zug.nothing", "arguments": [{ "uri": URI }] });
    assert_eq!(code("workspace/executeCommand", unknown), ErrorCode::InvalidParams as i32);
    for method in ["textDocument/didChange", "textDocument/didOpen", "nothing", "$/cancelRequest"] {
        client.notify(method, json!({ "textDocument": 5 }));
    }
    let closed = json!({ "textDocument": { "uri": "file:///closed.game", "version": 3 }, "contentChanges": [{ "text": "" }] });
    client.notify("textDocument/didChange", closed);
    assert!(client.diagnosed(1).is_empty());
    assert_eq!(client.leave(), 0);
}

#[test]
fn every_announced_ability_answers() {
    let mut client = Client::silent(Settings::default());
    let abilities = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let result = client.ask("initialize", json!({ "capabilities": abilities })).expect("initialized");
    assert_eq!(result["serverInfo"]["name"], "zug");
    let can = &result["capabilities"];
    assert_eq!(can["positionEncoding"], "utf-8");
    assert_eq!(can["textDocumentSync"]["change"], 1);
    for ability in [
        "completionProvider",
        "hoverProvider",
        "signatureHelpProvider",
        "definitionProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "documentSymbolProvider",
        "codeActionProvider",
        "codeLensProvider",
        "documentFormattingProvider",
        "renameProvider",
        "foldingRangeProvider",
        "selectionRangeProvider",
        "semanticTokensProvider",
        "inlayHintProvider",
        "executeCommandProvider",
    ] {
        assert!(!can[ability].is_null(), "{ability}");
    }
}

/// A definition with a slip that has a certain fix, and letters of two units before it.
const SLIPS: &str = "game \"𝄞\" players 𝒜lice, Bob state { n: 0..3 = 3 } move take when n == 0 { n -= 1 }
stuck => me loses
expect value = Alice wins
def unused = nn + 1
";

#[test]
fn diagnostics_come_with_places_links_and_fixes() {
    let mut client = Client::open(SLIPS);
    let all = client.diagnosed(1);
    let slip =
        all.iter().find(|it| it["message"].as_str().expect("a text").contains("==")).expect("the slip");
    let at = SLIPS.find("==").expect("there");
    assert_eq!(slip["range"]["start"], position(SLIPS, at));
    assert_eq!(slip["severity"], 1);
    let link = slip["codeDescription"]["href"].as_str().expect("a link");
    assert!(
        link.contains(&format!(
            "docs/diagnostics.md#{}",
            slip["code"].as_str().expect("a code").to_lowercase()
        )),
        "{link}"
    );
    let unknown =
        all.iter().find(|it| it["message"].as_str().expect("a text").contains("`nn`")).expect("unknown");
    assert!(
        unknown["relatedInformation"][0]["message"].as_str().expect("a text").contains("declared here"),
        "{unknown}"
    );

    let actions = |client: &mut Client, part: &str| -> Vec<Value> {
        let place = position(SLIPS, SLIPS.find(part).expect("there"));
        let params = json!({
            "textDocument": { "uri": URI }, "range": { "start": place, "end": place }, "context": { "diagnostics": [] },
        });
        client.ask("textDocument/codeAction", params).expect("an answer").as_array().expect("a list").clone()
    };
    let found = actions(&mut client, "==");
    let certain = found.iter().find(|it| it["isPreferred"] == true).expect("a certain fix");
    assert_eq!(certain["kind"], "quickfix");
    assert!(applied(SLIPS, &certain["edit"]).contains("when n = 0"));
    let everything = found.iter().find(|it| it["kind"] == "source.fixAll").expect("all at once");
    assert!(applied(SLIPS, &everything["edit"]).contains("when n = 0"));
    let found = actions(&mut client, "nn + 1");
    let likely = found.iter().find(|it| it["title"] == "Write `n`").expect("a likely fix");
    assert_eq!(likely["isPreferred"], Value::Null);
    assert!(applied(SLIPS, &likely["edit"]).contains("unused = n + 1"));
}

/// A bracket is not closed, and where it should be is a guess; the second slip has a certain fix.
const GUESS: &str = "game \"G\"\nplayers A, B\nstate { n: 0..3 = 0 }\nmove m when (n < 3 { n += 1 }\n\
    end when n == 3 => A wins\nstuck => me loses\n";

#[test]
fn a_likely_mend_is_offered_and_never_preferred() {
    let mut client = Client::open(GUESS);
    client.diagnosed(1);
    let place = position(GUESS, GUESS.find("(n < 3").expect("there"));
    let params = json!({
        "textDocument": { "uri": URI }, "range": { "start": place, "end": place }, "context": { "diagnostics": [] },
    });
    let found = client.ask("textDocument/codeAction", params).expect("an answer");
    let found = found.as_array().expect("a list");
    let likely = found.iter().find(|it| it["title"] == "Write `)`").expect("a likely fix");
    assert_eq!((&likely["kind"], &likely["isPreferred"]), (&json!("quickfix"), &Value::Null));
    assert!(applied(GUESS, &likely["edit"]).contains("move m when (n < 3) { n += 1 }"));
    let everything = found.iter().find(|it| it["kind"] == "source.fixAll").expect("the certain slip");
    let fixed = applied(GUESS, &everything["edit"]);
    assert_eq!(fixed, GUESS.replace("n == 3", "n = 3"));
}

#[test]
fn positions_count_what_was_agreed_on() {
    let at = SLIPS.find("==").expect("there");
    for (offered, character) in [
        (json!(["utf-8", "utf-16"]), at),
        (json!(["utf-32"]), SLIPS[..at].chars().count()),
        (json!(["utf-16", "utf-32"]), SLIPS[..at].encode_utf16().count()),
        (Value::Null, SLIPS[..at].encode_utf16().count()),
    ] {
        let mut client = Client::with(json!({ "general": { "positionEncodings": offered } }), Value::Null);
        client.opened(URI, 1, SLIPS);
        let found =
            client.diagnosed(1).into_iter().find(|it| it["message"].as_str().expect("a text").contains("=="));
        let start = &found.expect("the slip")["range"]["start"];
        assert_eq!(*start, json!({ "line": 0, "character": character }), "{offered}");
    }
}

#[test]
fn a_warning_can_be_switched_off_and_an_unused_name_is_faded() {
    let text = GAME.replace("stuck =>", "let spare = 3\nstuck =>");
    let mut client = Client::open(&text);
    let all = client.diagnosed(1);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((&all[0]["severity"], &all[0]["tags"]), (&json!(2), &json!([1])));
    let range = &all[0]["range"];
    let params = json!({
        "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let found = client.ask("textDocument/codeAction", params).expect("an answer");
    let off = found
        .as_array()
        .expect("a list")
        .iter()
        .find(|it| it["title"].as_str().expect("a title").contains("allow unused"));
    let fixed = applied(&text, &off.expect("the fix")["edit"]);
    client.changed(2, &fixed);
    assert!(client.diagnosed(2).is_empty(), "{fixed}");
}

/// The edit of the quick fix whose title holds some words, for the first diagnostic of a version.
fn quick_fix(client: &mut Client, version: i64, words: &str) -> Value {
    let range = client.diagnosed(version)[0]["range"].clone();
    let params = json!({
        "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let found = client.ask("textDocument/codeAction", params).expect("an answer");
    let titled = |it: &&Value| it["title"].as_str().expect("a title").contains(words);
    found.as_array().expect("a list").iter().find(titled).expect("the fix")["edit"].clone()
}

#[test]
fn a_line_that_a_fix_adds_ends_as_the_line_before() {
    for mark in ["\n", "\r\n", "\r"] {
        let text = GAME.replace("stuck =>", "let spare = 3\nstuck =>").replace('\n', mark);
        let mut client = Client::open(&text);
        let edit = quick_fix(&mut client, 1, "allow unused");
        assert_eq!(edit["changes"][URI][0]["newText"], format!("{mark}allow unused"));
    }
}

#[test]
fn edits_say_of_which_version_they_are_where_the_client_can_take_it() {
    let text = GAME.replace("= n <= sticks", "= n <= stiks");
    for (can, versions) in [(json!(true), true), (json!(false), false), (Value::Null, false)] {
        let abilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": can } } });
        let mut client = Client::with(abilities, Value::Null);
        client.opened(URI, 5, &text);
        let fix = quick_fix(&mut client, 5, "Write `sticks`");
        let fixed = if versions { applied_to(&text, 5, &fix) } else { applied(&text, &fix) };
        assert_eq!(fixed, GAME);
        client.changed(6, GAME);
        let mut params = Client::place(GAME, GAME.find("fits").expect("there"));
        params["newName"] = json!("enough");
        let edit = client.ask("textDocument/rename", params).expect("renamed");
        let renamed = if versions { applied_to(GAME, 6, &edit) } else { applied(GAME, &edit) };
        assert_eq!(renamed, GAME.replace("fits", "enough"));
    }
}

#[test]
fn stale_versions_are_dropped_and_the_last_text_counts() {
    let mut client = Client::open(GAME);
    client.changed(5, "game");
    client.changed(3, GAME);
    assert!(!client.diagnosed(5).is_empty());
    client.changed(6, GAME);
    assert!(client.diagnosed(6).is_empty());
    // A part is understood although whole texts were asked for.
    let start = position(GAME, GAME.find("sticks -=").expect("there"));
    let params = json!({
        "textDocument": { "uri": URI, "version": 7 },
        "contentChanges": [{ "range": { "start": start, "end": start }, "text": "x" }],
    });
    client.notify("textDocument/didChange", params);
    assert!(client.diagnosed(7)[0]["message"].as_str().expect("a text").contains("xsticks"));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert!(client.diagnosed(-1).is_empty());
    let gone = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    assert!(gone.is_err());
}

#[test]
fn formatting_changes_what_it_must_and_leaves_mistakes_alone() {
    let messy = GAME.replace("  ", " ").replace("sticks: 0..5 = 5", "sticks:0..5=5");
    let mut client = Client::open(&messy);
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", params.clone()).expect("an answer");
    let formatted = edited(&messy, edits.as_array().expect("edits"));
    assert_eq!(formatted, zug_lang::syntax::format::format(&messy).expect("formatted"));
    assert_ne!(formatted, messy);
    client.changed(2, &formatted);
    assert_eq!(client.ask("textDocument/formatting", params.clone()).expect("an answer"), json!([]));
    client.changed(3, "game \"");
    assert_eq!(client.ask("textDocument/formatting", params).expect("an answer"), Value::Null);
}
