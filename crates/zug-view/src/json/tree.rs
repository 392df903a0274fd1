//! The form of `zug tree --format json`.

use super::{AnswerHead, ValueOfMove};
use serde::Serialize;

/// The answer of `zug tree`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Tree"))]
pub struct JsonTree {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// The title.
    pub title: String,
    /// The players; the first one maximizes.
    pub players: [String; 2],
    /// How it was searched.
    pub search: &'static str,
    /// False where play was followed only `horizon` plies deep.
    pub exact: bool,
    /// Plies after which play was not followed, or null.
    pub horizon: Option<u32>,
    /// What the search found.
    pub value: ValueOfMove,
    /// What it did.
    pub counts: TreeCounts,
    /// The tree; the root is the first.
    pub nodes: Vec<Node>,
    /// What happened, in order.
    pub steps: Vec<TreeStep>,
}

/// What a search did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeCounts {
    /// Positions looked at, each time counted.
    pub looked_at: u64,
    /// Nodes left early.
    pub cuts: u64,
    /// Nodes answered by the memo.
    pub memo_hits: u64,
}

/// A position where the search came, or that a cut left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// Its number.
    pub id: usize,
    /// The node above; null at the root.
    pub parent: Option<usize>,
    /// The move that leads here; empty at the root.
    pub r#move: String,
    /// `MAX` or `MIN`.
    pub level: &'static str,
    /// Who moves.
    pub mover: String,
    /// What became of it.
    pub fate: NodeFate,
    /// What came back, or null.
    pub value: Option<i64>,
    /// Where that is not the value of the position: on which side of it the value lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<NodeBound>,
    /// How many legal moves there are.
    pub moves: usize,
    /// Where the mover moved before, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves_again: bool,
    /// The window it was entered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowBounds>,
    /// The window after each move that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_after: Option<Vec<WindowBounds>>,
    /// What the memo answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<FromMemo>,
    /// What the memo knew that did not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrowed: Option<JsonInterval>,
    /// Why it was left early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<NodeCut>,
    /// Positions below that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
}

/// Two bounds, alpha and beta; null where a side is open.
pub type WindowBounds = [Option<i64>; 2];

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeFate {
    /// Its moves were looked at.
    Searched,
    /// Play is over there.
    Over,
    /// Not over, but not followed.
    Horizon,
    /// The memo answered.
    Remembered,
    /// Never looked at.
    Unseen,
}

/// How what came back bounds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodeBound {
    /// The position is worth that or less.
    AtMost,
    /// The position is worth that or more.
    AtLeast,
}

/// An interval of values; null where a side is open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Interval"))]
pub struct JsonInterval {
    /// At least this.
    pub low: Option<i64>,
    /// At most this.
    pub high: Option<i64>,
}

/// What the memo answered; null where a side is open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FromMemo {
    /// At least this.
    pub low: Option<i64>,
    /// At most this.
    pub high: Option<i64>,
    /// The node where it was found, or null.
    pub at: Option<usize>,
}

/// Why a node was left early.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeCut {
    /// What the mover has there.
    pub value: i64,
    /// The bound that it meets.
    pub bound: JsonBound,
    /// What that bound is; null where it is open.
    pub limit: Option<i64>,
    /// Who set it, or null.
    pub set_by: Option<SetBy>,
    /// How many moves that saves.
    pub skipped: usize,
    /// The same in words.
    pub reason: String,
}

/// One of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "Bound"))]
pub enum JsonBound {
    /// What the first player has elsewhere.
    Alpha,
    /// What the second player holds him to elsewhere.
    Beta,
}

/// Who set a bound.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SetBy {
    /// A move of a node.
    Move {
        /// The node.
        node: usize,
        /// The move.
        r#move: String,
    },
    /// What the memo knew of a node.
    Memo {
        /// The node.
        node: usize,
        /// True.
        memo: bool,
    },
}

/// Something that happened: what, and at which node; of a move that came back also its number and
/// its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(feature = "schema", schemars(rename = "Step"))]
pub enum TreeStep {
    /// A move came back.
    Back(BackStep, usize, usize, i64),
    /// Anything else.
    At(StepKind, usize),
}

/// A move came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BackStep {
    /// A move of the node came back.
    Back,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// A position is looked at.
    Enter,
    /// Play is over there, or not followed.
    Over,
    /// The memo answers.
    Memo,
    /// The memo narrows the window.
    #[serde(rename = "narrow")]
    Narrowed,
    /// The rest of its moves is not looked at.
    Cut,
    /// The node is left with its value.
    Leave,
}
