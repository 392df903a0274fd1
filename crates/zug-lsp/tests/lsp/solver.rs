//! Lenses, commands, the hint beside the title, pictures.

use crate::client::{Client, GAME, URI};
use lsp_server::ErrorCode;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zug_lsp::Settings;

/// A game that no solver finishes in the time of a test.
fn long() -> String {
    let games = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(format!("{games}/connect_four.game")).expect("readable");
    text.replace("columns: 1..12 = 4", "columns: 1..12 = 9")
        .replace("rows:    1..12 = 4", "rows:    1..12 = 8")
}

fn command(name: &str, argument: Value) -> Value {
    json!({ "command": name, "arguments": [argument] })
}

fn titles(client: &mut Client) -> Vec<String> {
    let lenses = client.about("textDocument/codeLens");
    let title = |it: &Value| it["command"]["title"].as_str().expect("a title").to_owned();
    lenses.as_array().expect("a list").iter().map(title).collect()
}

#[test]
fn lenses_run_expectations_and_tell_what_was_found() {
    let text = GAME.replace("best = \"2\"", "best = \"1\"");
    let mut client =
        Client::with(json!({ "workspace": { "codeLens": { "refreshSupport": true } } }), Value::Null);
    client.opened(URI, 1, &text);
    assert_eq!(titles(&mut client), ["solve", "show", "check all expectations", "run", "run", "run (slow)"]);
    let lenses = client.about("textDocument/codeLens");
    let run = lenses[4]["command"].clone();
    let result = client
        .ask("workspace/executeCommand", json!({ "command": run["command"], "arguments": run["arguments"] }));
    let result = result.expect("an answer");
    assert_eq!(result["holds"], false);
    assert_eq!(result["facts"][0]["found"], "2");
    client.asked("workspace/codeLens/refresh");
    assert_eq!(titles(&mut client)[4], "fails: expected 1, found 2");
    let until = Instant::now() + Duration::from_secs(30);
    while client.diagnosed(1).is_empty() && Instant::now() < until {
        client.diagnostics.clear();
        client.about("textDocument/codeLens");
    }
    let found = client.diagnosed(1);
    assert_eq!(found[0]["source"], "zug test");
    // All that are not slow.
    let all = client
        .ask("workspace/executeCommand", command("zug.check", json!({ "uri": URI })))
        .expect("an answer");
    assert_eq!(all["text"], "1 of 2 facts hold, 1 fail");
    assert_eq!(titles(&mut client)[3], "holds");
    // A change forgets it.
    client.changed(2, GAME);
    assert_eq!(titles(&mut client)[4], "run");
    assert!(client.diagnosed(2).is_empty());
    let slow =
        client.ask("workspace/executeCommand", command("zug.check", json!({ "uri": URI, "expect": 2 })));
    assert_eq!(slow.expect("an answer")["facts"][0]["fact"], "positions = 9");
    let missing =
        client.ask("workspace/executeCommand", command("zug.check", json!({ "uri": URI, "expect": 9 })));
    assert!(missing.is_err());
}

#[test]
fn a_game_is_solved_and_shown() {
    let mut client = Client::with(json!({}), json!({ "commands": ["zug.play", "zug.preview"] }));
    client.opened(URI, 1, GAME);
    assert_eq!(titles(&mut client)[..4], ["solve", "show", "play", "preview"]);
    let solved = client
        .ask("workspace/executeCommand", command("zug.solve", json!({ "uri": URI })))
        .expect("an answer");
    assert_eq!(solved["answer"]["value"]["text"], "First wins");
    assert!(solved["text"].as_str().expect("a text").contains("best moves  2"));
    let after = command("zug.solve", json!({ "uri": URI, "moves": "1" }));
    let after = client.ask("workspace/executeCommand", after).expect("an answer");
    assert_eq!(after["answer"]["turn"], "Second");
    let shown = client
        .ask("workspace/executeCommand", command("zug.show", json!({ "uri": URI })))
        .expect("an answer");
    assert!(shown["text"].as_str().expect("a text").contains("sticks"));
    assert_eq!(client.notes.iter().filter(|it| it.method == "window/showMessage").count(), 3);
    client.changed(2, "game");
    let wrong = client.ask("workspace/executeCommand", command("zug.solve", json!({ "uri": URI })));
    assert!(wrong.expect_err("refused").message.contains("errors"));
}

#[test]
fn a_lens_of_an_older_text_runs_nothing() {
    let mut client = Client::open(GAME);
    let lenses = client.about("textDocument/codeLens");
    let run = |lens: &Value| json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] });
    let first = run(&lenses[3]);
    assert_eq!(first["arguments"], json!([{ "uri": URI, "version": 1, "expect": 0 }]));
    // The number is now that of another expectation.
    client.changed(2, &GAME.replace("expect value = First wins\n", ""));
    let refused = client.ask("workspace/executeCommand", first).expect_err("refused");
    assert_eq!(refused.code, ErrorCode::ContentModified as i32);
    let lenses = client.about("textDocument/codeLens");
    let found = client.ask("workspace/executeCommand", run(&lenses[3])).expect("an answer");
    assert_eq!(found["facts"][0]["fact"], "best = \"2\"");
    // All at once are those of any version.
    let all = client.ask("workspace/executeCommand", run(&lenses[2])).expect("an answer");
    assert_eq!(all["holds"], true);
}

#[test]
fn a_client_that_shows_answers_itself_gets_no_messages() {
    let mut client = Client::open(GAME);
    for name in ["zug.check", "zug.solve", "zug.show"] {
        let quiet = command(name, json!({ "uri": URI, "quiet": true }));
        let answer = client.ask("workspace/executeCommand", quiet).expect("an answer");
        assert!(answer["text"].is_string(), "{name}: {answer}");
    }
    assert!(client.notes.iter().all(|it| it.method != "window/showMessage"));
}

#[test]
fn pictures_have_the_board_and_the_legal_moves() {
    let mut client = Client::open(GAME);
    let first = client.ask("zug/picture", json!({ "uri": URI })).expect("an answer");
    assert!(first["svg"].as_str().expect("a picture").starts_with("<svg"));
    assert_eq!((&first["moves"], &first["turn"]), (&json!(["1", "2"]), &json!("First")));
    let last = client.ask("zug/picture", json!({ "uri": URI, "moves": "2, 2, 1" })).expect("an answer");
    assert_eq!((&last["over"], &last["moves"]), (&json!("First wins"), &json!([])));
    let wrong = client.ask("zug/picture", json!({ "uri": URI, "moves": "9" }));
    assert!(wrong.expect_err("refused").message.contains("`9`"));
}

fn hints(client: &mut Client) -> Value {
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    client
        .ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": whole }))
        .expect("an answer")
}

#[test]
fn the_hint_beside_the_title_comes_when_it_is_known() {
    let mut client =
        Client::with(json!({ "workspace": { "inlayHint": { "refreshSupport": true } } }), Value::Null);
    client.opened(URI, 1, GAME);
    assert_eq!(hints(&mut client), json!([]));
    client.asked("workspace/inlayHint/refresh");
    let found = hints(&mut client);
    assert_eq!(found[0]["label"], "First wins in 3 plies, 10 positions");
    assert_eq!(found[0]["position"], json!({ "line": 1, "character": 13 }));
    client.changed(2, &GAME.replace("0..5 = 5", "0..6 = 6"));
    assert_eq!(hints(&mut client), json!([]));
    client.asked("workspace/inlayHint/refresh");
    assert_eq!(hints(&mut client)[0]["label"], "Second wins in 4 plies, 12 positions");
    client.changed(3, "game");
    assert_eq!(hints(&mut client), json!([]));
}

#[test]
fn a_hint_gives_up_in_time() {
    let settings = Settings { hint: Duration::from_millis(300), ..Settings::default() };
    let mut client = Client::limited(
        json!({ "workspace": { "inlayHint": { "refreshSupport": true } } }),
        Value::Null,
        settings,
    );
    client.opened(URI, 1, &long());
    assert_eq!(hints(&mut client), json!([]));
    client.asked("workspace/inlayHint/refresh");
    assert_eq!(hints(&mut client)[0]["label"], "not solved within 0.3 s");
}

#[test]
fn a_change_or_the_client_ends_long_work() {
    let mut client = Client::open(&long());
    let solve = command("zug.solve", json!({ "uri": URI }));
    let id = client.begin("workspace/executeCommand", solve.clone());
    client.changed(2, GAME);
    assert_eq!(client.end(&id).expect_err("ended").code, ErrorCode::ContentModified as i32);
    client.changed(3, &long());
    let mut with_token = solve.clone();
    with_token["workDoneToken"] = json!("t");
    let id = client.begin("workspace/executeCommand", with_token);
    client.notify("window/workDoneProgress/cancel", json!({ "token": "t" }));
    assert_eq!(client.end(&id).expect_err("ended").code, ErrorCode::RequestCanceled as i32);
    let id = client.begin("workspace/executeCommand", solve.clone());
    client.notify("$/cancelRequest", json!({ "id": 4 }));
    client.notify("$/cancelRequest", json!({ "id": id.to_string().parse::<i32>().expect("a number") }));
    assert_eq!(client.end(&id).expect_err("ended").code, ErrorCode::RequestCanceled as i32);
    // The threads are free again.
    client.changed(4, GAME);
    let solved = client
        .ask("workspace/executeCommand", command("zug.solve", json!({ "uri": URI })))
        .expect("an answer");
    assert_eq!(solved["answer"]["value"]["text"], "First wins");
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_command_gives_up_in_time() {
    let settings = Settings { command: Duration::from_millis(200), ..Settings::default() };
    let mut client = Client::limited(json!({}), Value::Null, settings);
    client.opened(URI, 1, &long());
    let answer = client.ask("workspace/executeCommand", command("zug.solve", json!({ "uri": URI })));
    assert!(answer.expect_err("too long").message.contains("time limit"));
}
