//! Draws a recorded search as lines of text.
//!
//! ```text
//! MAX You: 2
//! +- choose left: MIN Friend: 2
//! ```

use super::fold::{Folded, fold};
use super::record::Fate;
use super::view::{NodeView, SearchTree, ValueBound, bound, interval};
use std::fmt::Write;
use zug_lang::wording::grouped;

/// The tree as text, each move on a line of its own below the position where it is played.
pub fn draw(tree: &SearchTree, depth: Option<u32>) -> String {
    let folded = fold(tree, depth);
    let mut out = format!("{}\n", tree.headline());
    let _ = writeln!(out, "  {}\n  {}", tree.counts(), tree.legend());
    if let Some(warning) = tree.warning() {
        let _ = writeln!(out, "  {warning}");
    }
    out.push('\n');
    out + &bare(tree, &folded)
}

/// The lines of the tree alone.
pub fn bare(tree: &SearchTree, folded: &Folded) -> String {
    let mut out = String::new();
    let mut rest = vec![(0, String::new(), String::new())];
    while let Some((here, before, indent)) = rest.pop() {
        let _ = writeln!(out, "{before}{}", line(tree, folded, here));
        let children = &folded.nodes[here].children;
        for (nth, &child) in children.iter().enumerate().rev() {
            let last = nth + 1 == children.len() && folded.nodes[here].uncounted == 0;
            let (branch, below) = if last { ("`-- ", "    ") } else { ("|-- ", "|   ") };
            rest.push((child, format!("{indent}{branch}"), format!("{indent}{below}")));
        }
    }
    out
}

fn line(tree: &SearchTree, folded: &Folded, here: usize) -> String {
    let drawn = &folded.nodes[here];
    let view = &tree.nodes[drawn.node];
    let label = view.label.as_ref().map_or(String::new(), |label| format!("({label}) "));
    let mut out = if view.played.is_empty() { label } else { format!("{label}{}  ", view.played) };
    out += &what(tree, view);
    for note in notes(tree, drawn.node) {
        let _ = write!(out, "  {note}");
    }
    if drawn.hidden > 0 {
        let _ = write!(out, "  (+{} below)", grouped(drawn.hidden as u64));
    }
    if drawn.uncounted > 0 {
        let _ = write!(out, "  (+{} moves cut)", drawn.uncounted);
    }
    out
}

fn what(tree: &SearchTree, view: &NodeView) -> String {
    let value = view.value.map_or("?".to_string(), |value| value.to_string());
    let mark = if view.fate == Fate::Horizon { "?" } else { "" };
    let sign = view.bound().map_or("=", ValueBound::sign);
    match view.fate {
        Fate::Unseen if view.over => format!("({value})"),
        Fate::Unseen => format!("({} {})", SearchTree::level(view.mover), tree.name(view.mover)),
        _ if view.over => format!("= {value}"),
        _ => format!("{} {} {sign} {value}{mark}", SearchTree::level(view.mover), tree.name(view.mover)),
    }
}

/// What there is to say of a node beside its value, the same in every form.
pub fn notes(tree: &SearchTree, node: usize) -> Vec<String> {
    let view = &tree.nodes[node];
    let mut notes = Vec::new();
    if view.extra {
        notes.push("[moves again]".to_string());
    }
    if let Fate::Remembered { low, high, at } = view.fate {
        let whence = at.map(|at| format!(", solved at #{at}")).unwrap_or_default();
        notes.push(format!("[memo: {}{whence}]", interval(low, high)));
    }
    if let Some((low, high)) = view.narrowed {
        notes.push(format!("[memo: {}]", interval(low, high)));
    }
    notes.extend(window(tree, node).map(|text| format!("[{text}]")));
    if tree
        .nodes
        .iter()
        .any(|other| matches!(other.fate, Fate::Remembered { at: Some(at), .. } if at == node))
    {
        notes.push(format!("#{node}"));
    }
    match (view.is_seen(), tree.why_unseen(node)) {
        (false, Some(cut)) => notes.push(format!("CUT: {}", tree.reason(cut))),
        (false, None) => notes.push("never looked at".to_string()),
        _ => {}
    }
    notes
}

/// What became of each bound at a node, first what it was entered with: `alpha 2, beta inf > 1`.
pub fn window(tree: &SearchTree, node: usize) -> Option<String> {
    let view = &tree.nodes[node];
    if view.over || !view.is_seen() || tree.method == super::TreeMethod::Minimax {
        return None;
    }
    let alphas = history(view.window.alpha, view.after.iter().map(|window| window.alpha));
    let betas = history(view.window.beta, view.after.iter().map(|window| window.beta));
    let sides = [("alpha", alphas), ("beta", betas)];
    let view = sides.iter().filter(|(_, history)| history != "-inf" && history != "inf");
    let view: Vec<String> = view.map(|(name, history)| format!("{name} {history}")).collect();
    (!view.is_empty()).then(|| view.join(", "))
}

fn history(first: i64, after: impl Iterator<Item = i64>) -> String {
    let mut all = vec![first];
    after.for_each(|value| all.push(value));
    all.dedup();
    all.into_iter().map(bound).collect::<Vec<_>>().join(" > ")
}
