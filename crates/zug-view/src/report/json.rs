//! Tells results as JSON, version 1: stable, and byte-identical on every run apart from the object `run`.
//!
//! The form is documented in `docs/json.md`. Keys keep the order in which they are written here.

use super::answer::AnswerView;
use serde_json::{Map, Value, json};

/// The version of the form; it grows when a key changes its meaning or goes.
pub const VERSION: u32 = 1;

/// An answer. `head` says what was asked (file, settings); `run` is what differs from run to run.
pub fn answer(head: Map<String, Value>, view: &AnswerView, run: Option<Value>) -> Value {
    let mut object = head;
    object.insert("after".into(), json!(view.after));
    object.insert("turn".into(), json!(view.turn));
    object.insert(
        "value".into(),
        json!({ "text": view.value_text, "points": view.value, "winner": view.winner }),
    );
    object.insert("plies".into(), json!(view.plies));
    object.insert("best".into(), json!(view.best));
    object.insert("line".into(), json!(view.line));
    object.insert("line_end".into(), json!(view.line_end.word()));
    if !view.moves.is_empty() {
        object.insert("moves".into(), view.moves.iter().map(one_move).collect());
    }
    object.insert("solver".into(), json!({ "name": view.solver, "why": view.why }));
    if let Some(run) = run {
        object.insert("run".into(), run);
    }
    Value::Object(object)
}

fn one_move(each: &super::answer::MoveView) -> Value {
    json!({ "move": each.text, "value": { "text": each.value_text, "points": each.value }, "plies": each.plies })
}

/// The beginning of every answer: version, command, file and settings.
pub fn head(command: &str, file: &str, settings: &[String]) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("zug".into(), json!(VERSION));
    object.insert("command".into(), json!(command));
    object.insert("file".into(), json!(file));
    object.insert("settings".into(), json!(settings));
    object
}
