//! Tells a recorded search as JSON: the tree, and what happened step by step.

use super::fold::fold;
use super::record::{CutReason, Fate, Setter, TraceEvent, WindowSide};
use super::view::{NodeView, SearchTree, ValueBound};
use crate::json::{
    self, AnswerHead, BackStep, FromMemo, JsonBound, JsonInterval, Node, NodeBound, NodeCut, NodeFate, SetBy,
    StepKind, TreeCounts, TreeStep, ValueOfMove,
};
use zug_solve::Window;

/// The answer after what all answers begin with, and the moves played first. With a depth, only
/// nodes down to it and the steps at them.
pub fn object(head: AnswerHead, after: &[String], tree: &SearchTree, depth: Option<u32>) -> json::JsonTree {
    let folded = fold(tree, depth.or(Some(u32::MAX)));
    let nodes = folded.nodes.iter().map(|drawn| {
        let hidden = Some(drawn.hidden).filter(|hidden| *hidden > 0);
        Node { hidden, ..node(tree, drawn.node) }
    });
    let steps = tree.steps.iter().filter(|step| folded.place[at(step)].is_some());
    json::JsonTree {
        head,
        after: after.to_vec(),
        title: tree.title.clone(),
        players: tree.players.clone(),
        search: tree.how(),
        exact: tree.horizon.is_none(),
        horizon: tree.horizon,
        value: ValueOfMove { text: tree.value_text.clone(), points: tree.value },
        counts: counts(tree),
        nodes: nodes.collect(),
        steps: steps.map(step).collect(),
    }
}

/// What a search did.
pub fn counts(tree: &SearchTree) -> TreeCounts {
    TreeCounts { looked_at: tree.looked_at, cuts: tree.cuts, memo_hits: tree.hits }
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
pub fn step(step: &TraceEvent) -> TreeStep {
    let kind = match *step {
        TraceEvent::Back(node, number, value) => return TreeStep::Back(BackStep::Back, node, number, value),
        TraceEvent::Enter(_) => StepKind::Enter,
        TraceEvent::Over(_) => StepKind::Over,
        TraceEvent::Remembered(_) => StepKind::Memo,
        TraceEvent::Narrowed(_) => StepKind::Narrowed,
        TraceEvent::CutReason(_) => StepKind::Cut,
        TraceEvent::Leave(_) => StepKind::Leave,
    };
    TreeStep::At(kind, at(step))
}

/// A node; keys that say nothing are left out.
pub fn node(tree: &SearchTree, at: usize) -> Node {
    let view = &tree.nodes[at];
    let seen = view.is_seen();
    Node {
        id: at,
        parent: view.parent,
        r#move: view.played.clone(),
        level: SearchTree::level(view.mover),
        mover: tree.name(view.mover).to_string(),
        fate: fate(view),
        value: view.value,
        bound: view.bound().map(|bound| match bound {
            ValueBound::AtMost => NodeBound::AtMost,
            ValueBound::AtLeast => NodeBound::AtLeast,
        }),
        moves: view.legal,
        moves_again: view.extra,
        window: seen.then(|| window(view.window)),
        windows_after: seen.then(|| view.after.iter().map(|each| window(*each)).collect()),
        memo: match view.fate {
            Fate::Remembered { low, high, at } => Some(FromMemo { low: end(low), high: end(high), at }),
            _ => None,
        },
        narrowed: view.narrowed.map(|(low, high)| JsonInterval { low: end(low), high: end(high) }),
        cut: view.cut.as_ref().map(|why| cut(tree, why)),
        hidden: None,
    }
}

fn cut(tree: &SearchTree, cut: &CutReason) -> NodeCut {
    NodeCut {
        value: cut.value,
        bound: if cut.bound == WindowSide::Alpha { JsonBound::Alpha } else { JsonBound::Beta },
        limit: end(cut.limit),
        set_by: match cut.setter {
            Setter::Move(node, number) => {
                Some(SetBy::Move { node, r#move: tree.tried(node, number).to_string() })
            }
            Setter::Memo(node) => Some(SetBy::Memo { node, memo: true }),
            Setter::OpenNode => None,
        },
        skipped: cut.skipped,
        reason: tree.reason(cut),
    }
}

fn fate(view: &NodeView) -> NodeFate {
    match view.fate {
        Fate::Searched => NodeFate::Searched,
        Fate::Over => NodeFate::Over,
        Fate::Horizon => NodeFate::Horizon,
        Fate::Remembered { .. } => NodeFate::Remembered,
        Fate::Unseen => NodeFate::Unseen,
    }
}

/// A window as a pair, none where it is open.
fn window(window: Window) -> json::WindowBounds {
    [end(window.alpha), end(window.beta)]
}

fn end(value: i64) -> Option<i64> {
    (value != i64::MIN && value != i64::MAX).then_some(value)
}
