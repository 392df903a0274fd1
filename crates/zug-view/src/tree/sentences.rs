//! Tells each step of a recorded search in a sentence.

use super::record::{Fate, TraceEvent};
use super::view::{SearchTree, TreeMethod, ValueBound};
use super::{json, text};

/// A step in a sentence.
pub fn said(tree: &SearchTree, step: &TraceEvent) -> String {
    let at = json::at(step);
    let view = &tree.nodes[at];
    let who = tree.name(view.mover);
    let level = SearchTree::level(view.mover);
    let how = if view.played.is_empty() {
        "the first position".to_string()
    } else {
        format!("the position after {}", view.played)
    };
    let value = view.value.unwrap_or(0);
    match *step {
        TraceEvent::Enter(_) if view.over => format!("Look at {how}."),
        TraceEvent::Enter(_) => {
            let again = if view.extra { " again" } else { "" };
            let window = text::window(tree, at).filter(|_| tree.method == TreeMethod::AlphaBeta);
            let window = window.map(|_| {
                let (a, b) = (view.window.alpha, view.window.beta);
                format!(" alpha = {}, beta = {}.", super::bound(a), super::bound(b))
            });
            format!("Look at {how}: {who} ({level}) moves{again}.{}", window.unwrap_or_default())
        }
        TraceEvent::Over(_) if view.fate == Fate::Horizon => {
            format!("Not followed further: it counts as {value}.")
        }
        TraceEvent::Over(_) => format!("Play is over: {value}."),
        TraceEvent::Remembered(_) => match view.fate {
            Fate::Remembered { low, high, .. } => {
                format!(
                    "The memo knows this position: {}. No need to look again.",
                    super::interval(low, high)
                )
            }
            _ => String::new(),
        },
        TraceEvent::Narrowed(_) => {
            let (low, high) = view.narrowed.unwrap_or((i64::MIN, i64::MAX));
            format!("The memo knows something of this position: {}.", super::interval(low, high))
        }
        TraceEvent::Back(_, number, value) => back(tree, at, number, value),
        TraceEvent::CutReason(_) => view.cut.as_ref().map_or(String::new(), |cut| {
            let moves =
                if cut.skipped == 1 { "1 move".to_string() } else { format!("{} moves", cut.skipped) };
            format!("Cut: {}. {moves} need not be looked at.", tree.reason(cut))
        }),
        TraceEvent::Leave(_) => format!("Done with {how}: its value is {value}{}.", bounds(tree, at)),
    }
}

fn back(tree: &SearchTree, at: usize, number: usize, value: i64) -> String {
    let view = &tree.nodes[at];
    let before = number.checked_sub(1).map_or(view.window, |before| view.after[before]);
    let after = view.after[number];
    let moved = tree.tried(at, number);
    let news = match (before.alpha != after.alpha, before.beta != after.beta) {
        _ if tree.method == TreeMethod::Minimax => String::new(),
        (true, _) => format!(" So alpha = {}.", after.alpha),
        (_, true) => format!(" So beta = {}.", after.beta),
        _ => " That changes nothing.".to_string(),
    };
    let bounds = view.children.get(number).map_or("", |&child| bounds(tree, child));
    let bounds = if bounds.is_empty() { String::new() } else { format!("{bounds},") };
    format!(
        "{moved} is worth {value}{bounds} to {} ({}).{news}",
        tree.name(view.mover),
        SearchTree::level(view.mover)
    )
}

/// Whether what came back is a bound only.
fn bounds(tree: &SearchTree, at: usize) -> &'static str {
    tree.nodes[at].bound().map_or("", ValueBound::words)
}
