//! Writes a recorded search for Graphviz.

use super::fold::fold;
use super::record::Fate;
use super::text::notes;
use super::view::{NodeView, SearchTree, ValueBound};
use std::fmt::Write;
use zug_game::Player;

/// The tree in the DOT language; `dot -Tsvg` draws it.
pub fn draw(tree: &SearchTree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let mut out = String::from("digraph search {\n");
    let mut heading = vec![tree.headline(), tree.counts(), tree.legend()];
    heading.extend(tree.warning());
    let _ = writeln!(
        out,
        "  graph [label={}, labelloc=t, ordering=out, fontname=\"sans-serif\"];",
        quoted(&heading.join("\n"))
    );
    out += "  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", arrowhead=none];\n";
    for drawn in &folded.nodes {
        let view = &tree.nodes[drawn.node];
        let mut label = name(tree, view);
        notes(tree, drawn.node).iter().for_each(|note| label += &format!("\n{note}"));
        if drawn.hidden > 0 {
            let _ = write!(label, "\n+{} below", drawn.hidden);
        }
        let _ = writeln!(out, "  n{} [label={}, {}];", drawn.node, quoted(&label), style(view));
    }
    for drawn in &folded.nodes {
        let view = &tree.nodes[drawn.node];
        let Some(parent) = drawn.parent.and(view.parent) else { continue };
        let cut = if tree.why_unseen(drawn.node).is_some() { ", style=dashed, color=red" } else { "" };
        let _ = writeln!(out, "  n{parent} -> n{} [label={}{cut}];", drawn.node, quoted(&view.played));
        if let Fate::Remembered { at: Some(at), .. } = view.fate
            && folded.place[at].is_some()
        {
            let link = "style=dotted, color=purple, constraint=false, arrowhead=normal";
            let _ = writeln!(out, "  n{} -> n{at} [{link}];", drawn.node);
        }
    }
    out + "}\n"
}

/// Level and value of a node, in a few words.
pub fn name(tree: &SearchTree, view: &NodeView) -> String {
    let value = view.value.map(|value| value.to_string());
    let mark = if view.fate == Fate::Horizon { "?" } else { "" };
    let sign = view.bound().map_or("", ValueBound::sign);
    match value {
        Some(value) if view.over => value,
        Some(value) => {
            format!("{} {}: {sign}{value}{mark}", SearchTree::level(view.mover), tree.name(view.mover))
        }
        None => format!("{} {}", SearchTree::level(view.mover), tree.name(view.mover)),
    }
}

fn style(view: &NodeView) -> String {
    let shape = match (view.over, view.mover) {
        (true, _) => "plaintext",
        (false, Player::First) => "box",
        (false, Player::Second) => "ellipse",
    };
    let faint = if view.is_seen() { "" } else { ", fontcolor=gray60, color=gray60, style=dashed" };
    format!("shape={shape}{faint}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
