//! Writes a recorded search for Graphviz.

use super::fold::fold;
use super::record::Fate;
use super::text::notes;
use super::told::{Told, Tree};
use std::fmt::Write;
use zug_game::Player;

/// The tree in the DOT language; `dot -Tsvg` draws it.
pub fn draw(tree: &Tree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let mut out = String::from("digraph search {\n");
    let heading = format!("{}: {}\n{}\n{}", tree.title, tree.value_text, tree.counts(), tree.legend());
    let _ = writeln!(
        out,
        "  graph [label={}, labelloc=t, ordering=out, fontname=\"sans-serif\"];",
        quoted(&heading)
    );
    out += "  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", arrowhead=none];\n";
    for drawn in &folded.nodes {
        let told = &tree.nodes[drawn.node];
        let mut label = name(tree, told);
        notes(tree, drawn.node).iter().for_each(|note| label += &format!("\n{note}"));
        if drawn.hidden > 0 {
            let _ = write!(label, "\n+{} below", drawn.hidden);
        }
        let _ = writeln!(out, "  n{} [label={}, {}];", drawn.node, quoted(&label), style(told));
    }
    for drawn in &folded.nodes {
        let told = &tree.nodes[drawn.node];
        let Some(parent) = drawn.parent.and(told.parent) else { continue };
        let cut = if tree.why_unseen(drawn.node).is_some() { ", style=dashed, color=red" } else { "" };
        let _ = writeln!(out, "  n{parent} -> n{} [label={}{cut}];", drawn.node, quoted(&told.played));
        if let Fate::Remembered { at: Some(at), .. } = told.fate
            && folded.place[at].is_some()
        {
            let link = "style=dotted, color=purple, constraint=false, arrowhead=normal";
            let _ = writeln!(out, "  n{} -> n{at} [{link}];", drawn.node);
        }
    }
    out + "}\n"
}

/// Level and value of a node, in a few words.
pub fn name(tree: &Tree, told: &Told) -> String {
    let value = told.value.map(|value| value.to_string());
    let mark = if told.fate == Fate::Horizon { "?" } else { "" };
    match value {
        Some(value) if told.over => value,
        Some(value) => format!("{} {}: {value}{mark}", Tree::level(told.mover), tree.name(told.mover)),
        None => format!("{} {}", Tree::level(told.mover), tree.name(told.mover)),
    }
}

fn style(told: &Told) -> String {
    let shape = match (told.over, told.mover) {
        (true, _) => "plaintext",
        (false, Player::First) => "box",
        (false, Player::Second) => "ellipse",
    };
    let faint = if told.is_seen() { "" } else { ", fontcolor=gray60, color=gray60, style=dashed" };
    format!("shape={shape}{faint}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
