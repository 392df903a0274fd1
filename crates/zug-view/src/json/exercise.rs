//! The form of `zug exercise --format json`.

use super::{AnswerHead, ValueOfMove, WindowBounds};
use serde::Serialize;

/// The answer of `zug exercise`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exercises {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The title.
    pub title: String,
    /// The players; the first one maximizes.
    pub players: [String; 2],
    /// What is asked: `values`, `cuts`, `best-move`, `window`, `memo`.
    pub kind: &'static str,
    /// What the exercises were drawn by.
    pub seed: u64,
    /// By which numbers they are called easy, medium, hard.
    pub levels: String,
    /// The exercises, the easiest first.
    pub exercises: Vec<Exercise>,
}

/// An exercise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exercise {
    /// The moves from the first position.
    pub after: Vec<String>,
    /// The position, as `zug show` draws it.
    pub position: String,
    /// Who moves.
    pub mover: String,
    /// What is asked, in words.
    pub question: String,
    /// Plies after which the tree is not followed, or null.
    pub horizon: Option<u32>,
    /// The tree, the root first; empty for best moves.
    pub tree: Vec<ExerciseNode>,
    /// How hard it is.
    pub difficulty: ExerciseDifficulty,
    /// What is right.
    pub solution: ExerciseSolution,
}

/// A node of the tree of an exercise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseNode {
    /// Its letter.
    pub node: String,
    /// The letter of the node above; null at the root.
    pub parent: Option<String>,
    /// The move that leads here; empty at the root.
    pub r#move: String,
    /// `MAX` or `MIN`.
    pub level: &'static str,
    /// Of a leaf, what it is worth, else null.
    pub value: Option<i64>,
}

/// How hard an exercise is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseDifficulty {
    /// `easy`, `medium`, `hard`.
    pub level: String,
    /// Positions in the tree; for best moves the plies of best play.
    pub measure: u64,
}

/// What is right; only the keys of the kind are there.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseSolution {
    /// The value of each node that is no leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<ExerciseValue>>,
    /// The branches that are not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Vec<ExerciseCut>>,
    /// The value of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<ValueOfMove>,
    /// The best moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<String>>,
    /// Every legal move with its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ExerciseMove>>,
    /// The node whose window is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Its window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowBounds>,
    /// The nodes that the memo answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<Vec<ExerciseHit>>,
}

/// A node with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseValue {
    /// Its letter.
    pub node: String,
    /// From the side of the player named first.
    pub value: i64,
}

/// A branch that is not looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseCut {
    /// The letter of the node that it leads to.
    pub node: String,
    /// Its move.
    pub r#move: String,
    /// Why.
    pub reason: String,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseMove {
    /// The move.
    pub r#move: String,
    /// From the side of the player named first.
    pub value: i64,
}

/// A node that the memo answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExerciseHit {
    /// Its letter.
    pub node: String,
    /// The letter of the node where that was found.
    pub found_at: String,
}
