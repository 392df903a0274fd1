//! What a page asks, as it asks it.

use serde_json::{Value, json};
use std::time::Duration;
use zug_playground::{Host, Playground, is_long};

const GAME: &str = include_str!("../../../games/tic_tac_toe.game");
const PAWNS: &str = include_str!("../../../games/hexapawn.game");

fn playground(keeps: bool) -> Playground {
    Playground::new(Host {
        memory: 128 << 20,
        time: Duration::from_secs(60),
        stop: Default::default(),
        keeps,
    })
}

fn asked(playground: &mut Playground, request: &Value) -> Value {
    serde_json::from_str(&playground.call(&request.to_string())).expect("JSON")
}

fn ok(playground: &mut Playground, request: &Value) -> Value {
    let answer = asked(playground, request);
    answer.get("ok").cloned().unwrap_or_else(|| panic!("{request}: {answer}"))
}

#[test]
fn a_mistake_is_told_with_its_fix_and_its_place() {
    let text = GAME.replace("marks[me] += c", "marks[me] += cc");
    let answer = ok(&mut playground(false), &json!({ "call": "check", "text": text }));
    let mistake = &answer["diagnostics"][0];
    assert_eq!(mistake["severity"], 1, "{answer}");
    assert_eq!(mistake["fixes"][0]["edits"][0]["newText"], "c");
    assert_eq!(answer["program"], Value::Null);
    assert!(answer["colours"]["tokens"].as_array().is_some_and(|tokens| tokens.len() > 100));
}

#[test]
fn a_definition_without_mistakes_tells_what_can_be_set() {
    let answer = ok(&mut playground(false), &json!({ "call": "check", "text": GAME }));
    assert_eq!(answer["diagnostics"], json!([]));
    assert_eq!(answer["program"]["players"], json!(["X", "O"]));
    assert_eq!(answer["program"]["params"][0], json!({ "name": "m", "value": "3" }));
    assert!(answer["expectations"].as_array().is_some_and(|all| all.len() > 10));
}

#[test]
fn a_position_has_a_picture_and_places() {
    let answer = ok(&mut playground(false), &json!({ "call": "position", "text": GAME, "moves": ["b2"] }));
    assert!(answer["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    assert_eq!(answer["turn"], 1);
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 8);
    assert!(moves.iter().all(|each| each["place"]["kind"] == "cell"), "{moves:?}");
    let pawns = ok(&mut playground(false), &json!({ "call": "position", "text": PAWNS }));
    assert_eq!(pawns["moves"][0]["place"]["kind"], "way");
}

#[test]
fn values_are_those_of_best_play_whether_they_are_kept_or_not() {
    let moves = [json!([]), json!(["b2", "a2"]), json!(["b2", "a1"])];
    let values = [0, 1, 0];
    for keeps in [false, true] {
        let mut playground = playground(keeps);
        for (moves, value) in moves.iter().zip(values) {
            let answer = ok(&mut playground, &json!({ "call": "rate", "text": GAME, "moves": moves }));
            assert_eq!((&answer["exact"], &answer["value"]), (&json!(true), &json!(value)), "{moves}");
            let best = answer["moves"].as_array().expect("moves").iter().filter(|each| each["best"] == true);
            assert!(best.clone().count() > 0 && best.clone().any(|each| each["move"] == answer["next"]));
            assert!(answer["position"]["svg"].is_string());
        }
        let brief =
            ok(&mut playground, &json!({ "call": "rate", "text": GAME, "moves": ["b2"], "brief": true }));
        assert_eq!(brief["position"], Value::Null);
        let won = json!({ "call": "rate", "text": GAME, "moves": ["a1", "a2", "b1", "b2", "c1"] });
        let over = ok(&mut playground, &won);
        assert_eq!((&over["over"], &over["value"], &over["moves"]), (&json!(true), &json!(1), &json!([])));
    }
}

#[test]
fn settings_make_another_game() {
    let mut playground = playground(true);
    let source = json!({ "call": "solve", "text": GAME, "settings": ["m=4"] });
    let answer = ok(&mut playground, &source);
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("X wins in 7 plies")), "{answer}");
    let wrong = asked(&mut playground, &json!({ "call": "info", "text": GAME, "settings": ["nothing=4"] }));
    assert!(wrong["error"].is_string(), "{wrong}");
}

#[test]
fn facts_info_and_the_tree_are_told() {
    let mut playground = playground(false);
    let facts = ok(&mut playground, &json!({ "call": "facts", "text": GAME, "expectation": 0 }));
    assert_eq!(facts["facts"][0]["result"], "holds");
    let info = ok(&mut playground, &json!({ "call": "info", "text": GAME }));
    assert!(info.as_str().is_some_and(|text| text.contains("symmetry")));
    let tree = json!({ "call": "tree", "text": GAME, "moves": ["a1", "b2", "c3", "a3"] });
    assert!(ok(&mut playground, &tree).as_str().is_some_and(|page| page.contains("<html")));
}

#[test]
fn what_is_wrong_gets_a_reason_and_never_a_panic() {
    let mut playground = playground(false);
    let requests = [
        "",
        "{",
        "[]",
        "{\"call\": \"nothing\"}",
        "{\"call\": \"check\"}",
        "{\"call\": \"rate\", \"text\": \"\"}",
        "{\"call\": \"info\", \"text\": \"game\"}",
        "{\"call\": \"format\", \"text\": \"game game\"}",
        "{\"call\": \"hover\", \"text\": \"\", \"line\": -1, \"character\": 0}",
    ];
    for request in requests {
        let answer: Value = serde_json::from_str(&playground.call(request)).expect("JSON");
        assert!(answer["error"].is_string(), "{request}: {answer}");
    }
    let unplayable = json!({ "call": "position", "text": GAME, "moves": ["z9"] });
    assert!(asked(&mut playground, &unplayable)["error"].is_string());
    let far = json!({ "call": "hover", "text": GAME, "line": 100_000, "character": 100_000 });
    assert!(asked(&mut playground, &far).get("ok").is_some());
    for time in [-1.0, 0.0, 1e300] {
        let request = json!({ "call": "rate", "text": GAME, "time": time, "memory": 0 });
        assert!(asked(&mut playground, &request).is_object());
    }
    assert!(!is_long("{\"call\": \"check\", \"text\": \"\"}"));
    assert!(is_long("{\"call\": \"rate\", \"text\": \"\"}"));
}
