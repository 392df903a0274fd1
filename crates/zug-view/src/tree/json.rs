//! Tells a recorded search as JSON: the tree, and what happened step by step.

use super::fold::fold;
use super::record::{Bound, Fate, Setter, Step};
use super::told::{Told, Tree};
use serde_json::{Map, Value, json};
use zug_solve::Window;

/// The object, after these keys. With a depth, only nodes down to it and the steps at them.
pub fn object(head: Map<String, Value>, tree: &Tree, depth: Option<u32>) -> Value {
    let folded = fold(tree, depth.or(Some(u32::MAX)));
    let mut object = head;
    object.insert("title".into(), json!(tree.title));
    object.insert("players".into(), json!(tree.players));
    object.insert("search".into(), json!(tree.how()));
    object.insert("exact".into(), json!(tree.horizon.is_none()));
    object.insert("horizon".into(), json!(tree.horizon));
    object.insert("value".into(), json!({ "text": tree.value_text, "points": tree.value }));
    let counts = json!({ "looked_at": tree.looked_at, "cuts": tree.cuts, "memo_hits": tree.hits });
    object.insert("counts".into(), counts);
    let nodes = folded.nodes.iter().map(|drawn| {
        let mut told = node(tree, drawn.node);
        if drawn.hidden > 0 {
            told["hidden"] = json!(drawn.hidden);
        }
        told
    });
    object.insert("nodes".into(), nodes.collect());
    let steps = tree.steps.iter().filter(|step| folded.place[at(step)].is_some());
    object.insert("steps".into(), steps.map(step).collect());
    Value::Object(object)
}

/// The node of a step.
pub fn at(step: &Step) -> usize {
    match *step {
        Step::Enter(node) | Step::Over(node) | Step::Remembered(node) | Step::Narrowed(node) => node,
        Step::Cut(node) | Step::Leave(node) | Step::Back(node, ..) => node,
    }
}

/// A step: what, where, and of a move that came back its number and its value.
pub fn step(step: &Step) -> Value {
    match *step {
        Step::Enter(node) => json!(["enter", node]),
        Step::Over(node) => json!(["over", node]),
        Step::Remembered(node) => json!(["memo", node]),
        Step::Narrowed(node) => json!(["narrow", node]),
        Step::Back(node, number, value) => json!(["back", node, number, value]),
        Step::Cut(node) => json!(["cut", node]),
        Step::Leave(node) => json!(["leave", node]),
    }
}

/// A node; keys that say nothing are left out.
pub fn node(tree: &Tree, at: usize) -> Value {
    let told = &tree.nodes[at];
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("id", json!(at));
    put("parent", json!(told.parent));
    put("move", json!(told.played));
    put("level", json!(Tree::level(told.mover)));
    put("mover", json!(tree.name(told.mover)));
    put("fate", json!(fate(told)));
    put("value", json!(told.value));
    put("moves", json!(told.legal));
    if told.extra {
        put("moves_again", json!(true));
    }
    if told.is_seen() {
        put("window", window(told.window));
        put("windows_after", told.after.iter().map(|each| window(*each)).collect());
    }
    if let Fate::Remembered { low, high, at } = told.fate {
        put("memo", json!({ "low": end(low), "high": end(high), "at": at }));
    }
    if let Some((low, high)) = told.narrowed {
        put("narrowed", json!({ "low": end(low), "high": end(high) }));
    }
    if let Some(cut) = &told.cut {
        let bound = if cut.bound == Bound::Alpha { "alpha" } else { "beta" };
        let by = match cut.setter {
            Setter::Move(node, number) => json!({ "node": node, "move": tree.tried(node, number) }),
            Setter::Memo(node) => json!({ "node": node, "memo": true }),
            Setter::Open => Value::Null,
        };
        let reason = tree.reason(cut);
        put(
            "cut",
            json!({ "value": cut.value, "bound": bound, "limit": end(cut.limit), "set_by": by, "skipped": cut.skipped,
                    "reason": reason }),
        );
    }
    if let Some(board) = &told.board {
        put("board", json!(board));
    }
    Value::Object(object)
}

fn fate(told: &Told) -> &'static str {
    match told.fate {
        Fate::Searched => "searched",
        Fate::Over => "over",
        Fate::Horizon => "horizon",
        Fate::Remembered { .. } => "remembered",
        Fate::Unseen => "unseen",
    }
}

/// A window as a pair, `null` where it is open.
fn window(window: Window) -> Value {
    json!([end(window.alpha), end(window.beta)])
}

fn end(value: i64) -> Option<i64> {
    (value != i64::MIN && value != i64::MAX).then_some(value)
}
