//! Tells a recorded search as JSON: the tree, and what happened step by step.

use super::fold::fold;
use super::record::{Fate, Setter, TraceEvent, WindowSide};
use super::view::{NodeView, Tree};
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
        let mut view = node(tree, drawn.node);
        if drawn.hidden > 0 {
            view["hidden"] = json!(drawn.hidden);
        }
        view
    });
    object.insert("nodes".into(), nodes.collect());
    let steps = tree.steps.iter().filter(|step| folded.place[at(step)].is_some());
    object.insert("steps".into(), steps.map(step).collect());
    Value::Object(object)
}

/// The node of a step.
pub fn at(step: &TraceEvent) -> usize {
    match *step {
        TraceEvent::Enter(node)
        | TraceEvent::Over(node)
        | TraceEvent::Remembered(node)
        | TraceEvent::Narrowed(node) => node,
        TraceEvent::CutReason(node) | TraceEvent::Leave(node) | TraceEvent::Back(node, ..) => node,
    }
}

/// A step: what, where, and of a move that came back its number and its value.
pub fn step(step: &TraceEvent) -> Value {
    match *step {
        TraceEvent::Enter(node) => json!(["enter", node]),
        TraceEvent::Over(node) => json!(["over", node]),
        TraceEvent::Remembered(node) => json!(["memo", node]),
        TraceEvent::Narrowed(node) => json!(["narrow", node]),
        TraceEvent::Back(node, number, value) => json!(["back", node, number, value]),
        TraceEvent::CutReason(node) => json!(["cut", node]),
        TraceEvent::Leave(node) => json!(["leave", node]),
    }
}

/// A node; keys that say nothing are left out.
pub fn node(tree: &Tree, at: usize) -> Value {
    let view = &tree.nodes[at];
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("id", json!(at));
    put("parent", json!(view.parent));
    put("move", json!(view.played));
    put("level", json!(Tree::level(view.mover)));
    put("mover", json!(tree.name(view.mover)));
    put("fate", json!(fate(view)));
    put("value", json!(view.value));
    put("moves", json!(view.legal));
    if view.extra {
        put("moves_again", json!(true));
    }
    if view.is_seen() {
        put("window", window(view.window));
        put("windows_after", view.after.iter().map(|each| window(*each)).collect());
    }
    if let Fate::Remembered { low, high, at } = view.fate {
        put("memo", json!({ "low": end(low), "high": end(high), "at": at }));
    }
    if let Some((low, high)) = view.narrowed {
        put("narrowed", json!({ "low": end(low), "high": end(high) }));
    }
    if let Some(cut) = &view.cut {
        let bound = if cut.bound == WindowSide::Alpha { "alpha" } else { "beta" };
        let by = match cut.setter {
            Setter::Move(node, number) => json!({ "node": node, "move": tree.tried(node, number) }),
            Setter::Memo(node) => json!({ "node": node, "memo": true }),
            Setter::OpenNode => Value::Null,
        };
        let reason = tree.reason(cut);
        put(
            "cut",
            json!({ "value": cut.value, "bound": bound, "limit": end(cut.limit), "set_by": by, "skipped": cut.skipped,
                    "reason": reason }),
        );
    }
    if let Some(board) = &view.board {
        put("board", json!(board));
    }
    Value::Object(object)
}

fn fate(view: &NodeView) -> &'static str {
    match view.fate {
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
