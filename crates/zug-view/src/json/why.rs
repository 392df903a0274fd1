//! The form of `zug why --json`.

use super::{AnswerHead, JsonValue, ValueOfMove};
use serde::Serialize;

/// The answer of `zug why`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// What is asked, in its shortest form: `move b2`, `end`, `rule 1`, `stuck`, `value`, `best`.
    pub question: String,
    /// The answer in one sentence.
    pub answer: String,
    /// Whether what is asked about is so: the move is legal or best, play is over, the rule
    /// decides. Null for `value`.
    pub holds: Option<bool>,
    /// The parts of the definition that decide.
    pub reasons: Vec<WhyReason>,
    /// The value of the position, where it was asked for, else null.
    pub value: Option<JsonValue>,
    /// The moves with what they are worth, the best first, where the value was asked for.
    pub moves: Vec<WhyMove>,
    /// The moves of which nothing is known, only where the value is a win that was found by
    /// searching forward.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_known: Vec<String>,
}

/// A part of a definition that decides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReason {
    /// What it comes to here, in one sentence.
    pub text: String,
    /// The file, or the option, in which it stands.
    pub file: String,
    /// Its first line, from 1.
    pub line: usize,
    /// Its first column in characters, from 1.
    pub column: usize,
    /// Its text.
    pub source: String,
    /// The values of its names.
    pub values: Vec<WhyValue>,
}

/// A name with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyValue {
    /// The name as the definition writes it, indexes worked out.
    pub name: String,
    /// Its value as the definition writes it.
    pub value: String,
}

/// A move with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth.
    pub value: ValueOfMove,
    /// Whether it keeps the value.
    pub best: bool,
    /// Plies to the end, where known.
    pub plies: Option<u64>,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// Whether the line goes to the end of play.
    pub ended: bool,
}
