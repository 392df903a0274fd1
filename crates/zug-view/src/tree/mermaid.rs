//! Writes a recorded search as a Mermaid flowchart, which many pages and notebooks draw by
//! themselves.

use super::dot::name;
use super::fold::fold;
use super::record::Fate;
use super::text::notes;
use super::view::SearchTree;
use std::fmt::Write;
use zug_game::Player;

/// The tree as a flowchart from top to bottom.
pub fn draw(tree: &SearchTree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let mut out = format!("---\ntitle: {}\n---\nflowchart TD\n", json_string(&tree.headline()));
    let _ = writeln!(out, "  %% {}\n  %% {}", tree.counts(), tree.legend());
    if let Some(warning) = tree.warning() {
        let _ = writeln!(out, "  %% {warning}\n  warning[{}]:::warning", quoted(&warning));
    }
    for drawn in &folded.nodes {
        let view = &tree.nodes[drawn.node];
        let mut label = name(tree, view);
        notes(tree, drawn.node).iter().for_each(|note| label += &format!("<br/>{note}"));
        if drawn.hidden > 0 {
            let _ = write!(label, "<br/>+{} below", drawn.hidden);
        }
        let (open, close) = match (view.over, view.mover) {
            (true, _) => ("[/", "/]"),
            (false, Player::First) => ("[", "]"),
            (false, Player::Second) => ("([", "])"),
        };
        let class = if view.is_seen() { "" } else { ":::unseen" };
        let _ = writeln!(out, "  n{}{open}{}{close}{class}", drawn.node, quoted(&label));
    }
    for drawn in &folded.nodes {
        let view = &tree.nodes[drawn.node];
        let Some(parent) = view.parent else { continue };
        let line = if view.is_seen() { "---" } else { "-.-x" };
        let _ = writeln!(out, "  n{parent} {line}|{}| n{}", quoted(&view.played), drawn.node);
        if let Fate::Remembered { at: Some(at), .. } = view.fate
            && folded.place[at].is_some()
        {
            let _ = writeln!(out, "  n{} -.-> n{at}", drawn.node);
        }
    }
    out + "  classDef unseen opacity:0.45\n" + if tree.horizon.is_some() { WARNING } else { "" }
}

/// How the note looks that values are not those of the game.
const WARNING: &str = "  classDef warning fill:none,stroke:none\n";

/// A label: quotes, brackets and marks that Mermaid would read become entities.
fn quoted(text: &str) -> String {
    let text = text.replace("<br/>", "\u{1}").replace('#', "#35;").replace('"', "#quot;");
    let text = text.replace('<', "#lt;").replace('>', "#gt;").replace('\u{1}', "<br/>");
    format!("\"{text}\"")
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
